# SPDX-License-Identifier: MIT
"""What lldb should know of linux-ish, on a live program and on a core.

    (lldb) command script import linux_ish_lldb.py
    (lldb) target variable bullets         ilist of 3
    (lldb) lish members bullets struct bullet link
    (lldb) lish handle pool target struct bullet memory
    (lldb) lish check bullets
    (lldb) lish who pointer

What the containers look like stands in linux-ish-gdb.py alone, which is read from
the same folder, or from ../gdb; here is as much of gdb as it asks for, on lldb.
"""

import contextlib
import importlib.util
import io
import itertools
import os
import shlex
import sys
import types

import lldb

commands = {}
printers = []
target = None


CODES = {lldb.eTypeClassStruct: "struct", lldb.eTypeClassClass: "struct",
         lldb.eTypeClassUnion: "union"}


class GdbError(Exception):
    """What the user asked for cannot be."""


class Unreadable(Exception):
    """Memory that is not there."""


class Field:
    """A member, or a class that another one inherits."""

    def __init__(self, sb, is_base_class):
        self.is_base_class = is_base_class
        self.name = sb.GetName()
        self.type = Type(sb.GetType())
        self.bitpos = sb.GetOffsetInBits()


class Type:
    def __init__(self, sb):
        self.sb = sb

    def pointer(self):
        return Type(self.sb.GetPointerType())

    def strip_typedefs(self):
        return Type(self.sb.GetCanonicalType())

    def unqualified(self):
        return Type(self.sb.GetUnqualifiedType())

    def fields(self):
        return [Field(self.sb.GetDirectBaseClassAtIndex(i), True)
                for i in range(self.sb.GetNumberOfDirectBaseClasses())] + [
                    Field(self.sb.GetFieldAtIndex(i), False)
                    for i in range(self.sb.GetNumberOfFields())]

    def target(self):
        if self.sb.IsArrayType():
            return Type(self.sb.GetArrayElementType())
        if self.sb.IsReferenceType():
            return Type(self.sb.GetDereferencedType())
        return Type(self.sb.GetPointeeType())

    def range(self):
        return 0, self.sizeof // max(self.target().sizeof, 1) - 1

    def template_argument(self, which):
        return Type(self.sb.GetTemplateArgumentType(which))

    @property
    def sizeof(self):
        return self.sb.GetByteSize()

    @property
    def code(self):
        if self.sb.IsReferenceType():
            return "reference"
        if self.sb.IsPointerType():
            return "pointer"
        if self.sb.IsArrayType():
            return "array"
        return CODES.get(self.sb.GetTypeClass(), "another")

    @property
    def tag(self):
        if self.sb.GetTypeClass() not in (lldb.eTypeClassStruct, lldb.eTypeClassClass):
            return None
        return self.sb.GetName().replace("struct ", "")

    def __str__(self):
        if self.sb.IsPointerType():
            return "%s *" % Type(self.sb.GetPointeeType())
        return "struct %s" % self.tag if self.tag else self.sb.GetName()


def copied(sb):
    """On a core, an expression gives a copy of a struct, which lies nowhere."""
    return (sb.GetLoadAddress() == lldb.LLDB_INVALID_ADDRESS
            and not sb.GetType().IsPointerType())


def at(address, sb_type):
    """What lies at an address."""
    return Value(target.CreateValueFromAddress(
        "it", lldb.SBAddress(address, target), sb_type))


class Value:
    """An lldb value, or a number that has been given a type or none."""

    def __init__(self, sb, of=None):
        self.sb = sb
        self.of = of

    @property
    def type(self):
        return Type(self.of or self.sb.GetType())

    def __int__(self):
        if isinstance(self.sb, int):
            return self.sb
        problem = lldb.SBError()
        if self.type.sb.GetCanonicalType().GetTypeFlags() & lldb.eTypeIsSigned:
            number = self.sb.GetValueAsSigned(problem, 0)
        else:
            number = self.sb.GetValueAsUnsigned(problem, 0)
        if problem.Fail():
            raise Unreadable(str(problem))
        return number

    def cast(self, to):
        return Value(int(self), to.sb)

    def dereference(self):
        return at(int(self), self.type.sb.GetPointeeType())

    @property
    def address(self):
        return Value(self.sb.GetLoadAddress(), self.type.pointer().sb)

    def referenced_value(self):
        return Value(self.sb.Dereference())

    def __getitem__(self, which):
        if isinstance(which, Field):
            return at(self.sb.GetLoadAddress() + which.bitpos // 8, which.type.sb)
        if isinstance(which, str):
            return Value(self.sb.GetChildMemberWithName(which))
        of = self.type.sb.GetPointeeType()
        return at(int(self) + which * of.GetByteSize(), of)

    def __str__(self):
        return text(self.sb)


def text(sb):
    """A value in one line, a struct in braces, as gdb writes it."""
    if sb.GetSummary() and not sb.GetType().IsPointerType():
        return sb.GetSummary()
    if sb.GetNumChildren() and not sb.GetType().IsPointerType():
        return "{%s}" % ", ".join(
            "%s = %s" % (child.GetName(), text(child))
            for child in (sb.GetChildAtIndex(i)
                          for i in range(sb.GetNumChildren())))
    return sb.GetValue() or "?"


def lookup_type(name):
    basic = {"unsigned long": lldb.eBasicTypeUnsignedLong,
             "unsigned int": lldb.eBasicTypeUnsignedInt,
             "void": lldb.eBasicTypeVoid}
    if name in basic:
        return Type(target.GetBasicType(basic[name]))
    return Type(target.FindFirstType(name.replace("struct ", "")))


def parse_and_eval(expression):
    frame = target.GetProcess().GetSelectedThread().GetSelectedFrame()
    where = frame if frame.IsValid() else target
    found = where.EvaluateExpression(expression)
    if found.GetError().Fail():
        raise GdbError(str(found.GetError()))
    if copied(found):
        place = where.EvaluateExpression("&(%s)" % expression)
        if place.GetError().Success():
            return Value(place).dereference()
    return Value(found)


class Command:
    def __init__(self, name, *_, **__):
        commands[name] = self


gdb = types.ModuleType("gdb")
gdb.Command = Command
gdb.GdbError = GdbError
gdb.MemoryError = gdb.error = Unreadable
gdb.Value = Value
gdb.TYPE_CODE_PTR = "pointer"
gdb.TYPE_CODE_REF = "reference"
gdb.TYPE_CODE_ARRAY = "array"
gdb.TYPE_CODE_STRUCT = "struct"
gdb.TYPE_CODE_UNION = "union"
gdb.COMMAND_DATA = gdb.COMPLETE_EXPRESSION = None
gdb.lookup_type = lookup_type
gdb.parse_and_eval = parse_and_eval
gdb.string_to_argv = shlex.split
gdb.pretty_printers = printers
gdb.frame_filters = {}
gdb.execute = lambda *words, **how: None  # gdb is told which files to skip


def named_variables():
    """Names and values of the variables of the program."""
    found = target.FindGlobalVariables(".*", 1 << 20, lldb.eMatchTypeRegex)
    for place in range(found.GetSize()):
        sb = found.GetValueAtIndex(place)
        yield sb.GetName().lstrip(":"), Value(sb)


def frame_variables():
    """Names and values of the variables of the functions that run."""
    for frame in itertools.islice(target.GetProcess().GetSelectedThread(), 64):
        for sb in frame.GetVariables(True, True, False, True):
            yield "%s in %s()" % (sb.GetName(), frame.GetFunctionName()), Value(sb)


def shared():
    """The containers, as they are known to gdb."""
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (here, os.path.join(here, "..", "gdb")):
        path = os.path.join(folder, "linux-ish-gdb.py")
        if os.path.exists(path):
            break
    spec = importlib.util.spec_from_file_location("linux_ish_containers", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["gdb"] = gdb
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["gdb"]
    module.named_variables = named_variables
    module.frame_variables = frame_variables
    return module


def summary(sb, _):
    """A container, or a handle, in one line."""
    global target
    target = sb.GetTarget()
    if copied(sb) and "handle" not in sb.GetTypeName():
        return "a copy: frame variable or target variable shows it"
    printer = printers[0](Value(sb))
    return printer.to_string() if printer else ""


def lish(debugger, line, result, _):
    """lish members|check|handle|who - look into the containers of linux-ish"""
    global target
    target = debugger.GetSelectedTarget()
    word, _, rest = line.strip().partition(" ")
    command = commands.get("lish " + word)
    if not command:
        result.SetError("\n".join(c.__doc__.split("\n")[0] for c in
                                  commands.values()))
        return
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            command.invoke(rest, False)
    except (GdbError, Unreadable) as problem:
        result.SetError(str(problem))
    result.PutCString(printed.getvalue().rstrip("\n"))


def __lldb_init_module(debugger, _):
    names = "|".join(shared().NODES)
    debugger.HandleCommand(
        'type summary add -F %s.summary -x "^(struct )?(%s|slotpool_handle)$"'
        ' "^lish::(%s|fixed|handle)<.*>$"' % (__name__, names, names))
    debugger.HandleCommand("command script add -f %s.lish lish" % __name__)
