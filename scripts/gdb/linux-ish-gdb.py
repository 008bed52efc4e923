# SPDX-License-Identifier: MIT
"""What gdb should know of linux-ish, on a live program and on a core.

    (gdb) source linux-ish-gdb.py         where it is not loaded by itself
    (gdb) print bullets                   ilist of 3
    (gdb) lish members bullets struct bullet link
    (gdb) lish handle pool target struct bullet memory
    (gdb) lish check bullets
    (gdb) lish who pointer                slot 2 of slotpool bullets: live, ...

Classes of C++ name the type of their objects: "lish members bullets" shows the
objects, and so does print.

Nothing is called in the program. While its loops run, members are those that
the next call would find.
"""

import itertools
import re

import gdb


class Broken(Exception):
    """The container's memory contradicts itself."""


RING_LIMIT = 1 << 31
FREE_BIT = 1 << 31  # in the mark of a free object
RETIRED = 0xfffffffe  # the generation of a slot that no alloc returns any more


def number(value):
    return int(value.cast(gdb.lookup_type("unsigned long")))


def word(address):
    """The 32-bit number at an address."""
    pointer = gdb.lookup_type("unsigned int").pointer()
    return int(gdb.Value(address).cast(pointer).dereference())


def ring(head, following, before):
    """Addresses of the nodes of a ring, without its head."""
    if not number(head[following]) and not number(head[before]):
        return  # a zero list is empty
    start = number(head.address)
    node = head
    steps = 0
    while True:
        link = node[following]
        if not number(link):
            raise Broken("a link of 0x%x leads nowhere" % number(node.address))
        after = link.dereference()
        if number(after[before]) != number(node.address):
            raise Broken("0x%x and 0x%x do not agree that they are neighbours"
                         % (number(node.address), number(link)))
        if number(link) == start:
            return
        yield number(link)
        node = after
        steps += 1
        if steps > RING_LIMIT:
            raise Broken("the ring does not end")


def slots(array):
    """Addresses of the nodes that an array of pointers names."""
    for place in range(int(array["used"])):
        address = number(array["nodes"][place])
        if not address:
            continue  # a hole of rwarray
        if word(address) != place + 1:
            raise Broken("the node at 0x%x says place %d, and is in place %d"
                         % (address, word(address) - 1, place))
        yield address


def iheap_slots(array):
    """The same, where each slot holds a key as well."""
    slot = gdb.lookup_type("struct iheap_slot_").pointer()
    places = array["nodes"].cast(slot)
    for place in range(int(array["used"])):
        address = number(places[place]["idx"])
        if word(address) != place + 1:
            raise Broken("the node at 0x%x says place %d, and is in place %d"
                         % (address, word(address) - 1, place))
        yield address


def slot_address(base, slot):
    table = base["table"]
    if not number(table):
        return number(base["only"]) + slot * int(base["size"])
    chunk = number(table[slot >> int(base["shift"])])
    return (chunk + slot * int(base["size"])) & (2 ** 64 - 1)


def live_count(base):
    """Nothing counts them."""
    return int(base["border"]) - int(base["stacked"]) - int(base["gone"])


def live_slots(base):
    """Slots and addresses of the live nodes of a pool."""
    if not int(base["size"]):
        raise Broken("it was never initialised")
    for slot in range(int(base["border"])):
        address = slot_address(base, slot)
        if word(address) == slot + 1:
            yield slot, address


def inbox_nodes(box):
    """In the order in which they will come out."""
    node = gdb.lookup_type("struct inbox_node").pointer()

    def link(address):
        return number(gdb.Value(address).cast(node).dereference()["next"])

    first = number(box["taken"])
    while first > 1:
        yield first
        first = link(first)
    # Chains, the last one first. The link that ends one has the lowest bit.
    chains = []
    first = number(box["pushed"]) & ~1
    while first:
        chain = [first]
        while link(chain[-1]) and not link(chain[-1]) & 1:
            chain.append(link(chain[-1]))
        chains.append(chain)
        first = link(chain[-1]) & ~1
    for chain in reversed(chains):
        for address in chain:
            yield address


NODES = {
    "ilist": lambda c: ring(c["head"], "next", "prev"),
    "walklist": lambda c: ring(c["walks"]["head"], "next", "prev"),
    "ihash": lambda c: ring(c["walks"]["head"], "next", "prev"),
    "locklist": lambda c: ring(c["head"], "true_next", "true_prev"),
    "dense": lambda c: slots(c["parts"]["array"]),
    "rwarray": lambda c: slots(c["array"]),
    "iheap": lambda c: iheap_slots(c["array"]),
    "ipool": lambda c: (a for _, a in live_slots(c["base"])),
    "densepool": lambda c: slots(c["parts"]["array"]),
    "listpool": lambda c: ring(c["walks"]["head"], "next", "prev"),
    "slotpool": lambda c: (a for _, a in live_slots(c["base"])),
    "inbox": inbox_nodes,
}
COUNTS = {
    "walklist": lambda c: int(c["walks"]["count"]),
    "ihash": lambda c: int(c["walks"]["count"]),
    "locklist": lambda c: int(c["count"]),
    "rwarray": lambda c: int(c["count"]),
    "ipool": lambda c: live_count(c["base"]),
    "listpool": lambda c: int(c["walks"]["count"]),
    "slotpool": lambda c: live_count(c["base"]),
}


POOLS = ("ipool", "densepool", "listpool", "slotpool")
LINKED = ("ilist", "walklist", "ihash", "locklist", "listpool", "inbox")


CLASS = re.compile(r"lish::(%s)<" % "|".join(NODES))
PRINTED = re.compile(r"lish::(%s|fixed)<" % "|".join(NODES))


def plain(type_of):
    return type_of.strip_typedefs().unqualified()


def kind(container):
    tag = plain(container.type).tag
    if tag not in NODES:
        raise gdb.GdbError("%s is no container of linux-ish" % container.type)
    return tag


def bases(value):
    """The value, and all that its class inherits."""
    yield value
    for field in plain(value.type).fields():
        if field.is_base_class:
            yield from bases(value[field])


def within(value):
    """The container of C that a class of C++ contains, and that class or None."""
    of = None
    for base in bases(value):
        tag = plain(base.type).tag or ""
        if tag in NODES:
            return base, of
        if CLASS.match(tag) and "::storage<" not in tag:
            of = base.type
    raise gdb.GdbError("%s is no container of linux-ish" % value.type)


def container_of(expression):
    """The container that an expression names, refers to or points to, and its class."""
    value = gdb.parse_and_eval(expression)
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_REF:
        value = value.referenced_value()
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        value = value.dereference()
    return within(value)


def hook_offset(type_of, hook):
    """Where in a class the hook of a tag is, or None."""
    for field in plain(type_of).fields():
        if field.is_base_class:
            if plain(field.type).tag == hook:
                return field.bitpos // 8
            deeper = hook_offset(field.type, hook)
            if deeper is not None:
                return field.bitpos // 8 + deeper
    return None


def field_offset(class_type, member):
    """Where in a class a member is, also one of a base, or None."""
    for field in plain(class_type).fields():
        if field.name == member and not field.is_base_class:
            return field.bitpos // 8
        if field.is_base_class:
            deeper = field_offset(field.type, member)
            if deeper is not None:
                return field.bitpos // 8 + deeper
    return None


def object_type(class_type):
    """The type of the objects of a class, and where their node is."""
    of = class_type.template_argument(0)
    tag = plain(class_type).tag
    name = CLASS.match(tag).group(1)
    node = name + ("_node" if name.endswith("list") or name in ("listpool", "inbox")
                   else "_idx")
    if name.endswith("pool"):
        align = gdb.lookup_type("void").pointer().sizeof if name == "listpool" else 4
        return of, (of.sizeof + align - 1) // align * align
    # A class that is local to a function has that in its name: main()::ship.
    member = re.search(r"&(?:[^&]*::)?(\w+)(?:, [^&]*)?>$", tag)
    if member:
        return of, field_offset(of, member.group(1))
    offset = re.search(r", (\d{1,9})(?:, [\w:]+)?>$", tag)
    if offset:  # lldb writes the member so
        return of, int(offset.group(1))
    tags = re.search(r", ([^,<>]+)>$", tag)
    return of, hook_offset(of, "lish::hook<%s, %s>" % (node, tags.group(1) if tags else "void"))


def nodes(container):
    return list(NODES[kind(container)](container))


def member_offset(type_name, member):
    null = "((%s *)0)" % type_name
    return number(gdb.parse_and_eval("&%s->%s" % (null, member)))


def object_at(address, type_name, member):
    pointer = gdb.parse_and_eval("((%s *)0)" % type_name).type
    at = address - member_offset(type_name, member)
    return gdb.Value(at).cast(pointer)


def objects(addresses, class_type):
    """The objects of a class, from the addresses of their nodes."""
    of, offset = object_type(class_type)
    if offset is None:
        raise Broken("the node in %s is not known" % of)
    for address in addresses:
        yield gdb.Value(address - offset).cast(of.pointer())


FRAMES = 64  # of which "who" reads the variables


found_symbols = {}  # of the files of a program: to find them takes seconds in a large one


def named_symbols():
    """Names and symbols of the variables of the program that have or name containers."""
    names = re.findall(r"([\w:]+)(?:\s*\[\d*\])*;$",
                       gdb.execute("info variables -q -n", to_string=True), re.M)
    found = []
    for name in dict.fromkeys(names):
        for symbol in [gdb.lookup_global_symbol(name)] + gdb.lookup_static_symbols(name):
            if symbol and any(True for _ in parts(aimed_at(symbol.type))):
                found.append((name, symbol))
    return found


def named_variables():
    """Names and values of the variables of the program that have or name containers."""
    files = tuple(objfile.filename for objfile in gdb.objfiles())
    known = found_symbols.get(files)
    if known is None or not all(symbol.is_valid() for _, symbol in known):
        found_symbols.clear()
        found_symbols[files] = named_symbols()
    for name, symbol in found_symbols[files]:
        yield name, symbol.value()


def frame_variables():
    """Names and values of the variables of the functions that run."""
    try:
        frame = gdb.selected_frame()
    except gdb.error:
        return  # nothing runs
    for _ in range(FRAMES):
        try:
            block = frame.block()
        except RuntimeError:  # no debugging information
            block = None
        while block and not block.is_static and not block.is_global:
            for symbol in block:
                if symbol.is_variable or symbol.is_argument:
                    yield "%s in %s()" % (symbol.name, frame.name()), symbol.value(frame)
            block = block.superblock
        frame = frame.older()
        if not frame:
            return


def aimed_at(type_of):
    """What a pointer or a reference leads to; another type itself."""
    type_of = plain(type_of)
    return (plain(type_of.target()) if type_of.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF)
            else type_of)


def parts(type_of, of=None):
    """Names, offsets, types and classes of the containers in a type."""
    type_of = plain(type_of)
    tag = type_of.tag or ""
    if tag in NODES:
        yield "", 0, type_of, of
        return
    if type_of.code == gdb.TYPE_CODE_ARRAY:
        inner = list(parts(type_of.target()))
        first, last = type_of.range() if inner else (0, -1)
        for place in range(last - first + 1):
            for name, offset, found, its in inner:
                yield ("[%d]%s" % (place, name), place * type_of.target().sizeof + offset,
                       found, its)
        return
    if type_of.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return
    if CLASS.match(tag) and "::storage<" not in tag:
        of = type_of
    for field in type_of.fields():
        if not hasattr(field, "bitpos"):
            continue  # a static member
        for name, offset, found, its in parts(field.type, of if field.is_base_class else None):
            own = "" if field.is_base_class or not field.name else "." + field.name
            yield own + name, field.bitpos // 8 + offset, found, its


def start_of(value):
    """Where a variable lies, or what it leads to; 0: nowhere."""
    code = plain(value.type).code
    if code == gdb.TYPE_CODE_PTR:
        return number(value)
    if code == gdb.TYPE_CODE_REF:
        value = value.referenced_value()
    return number(value.address) if value.address is not None else 0


def label(variable, path, is_pointer):
    """How C names a part of a variable, or of what it points to."""
    if not is_pointer:
        return variable + path
    return variable + "->" + path[1:] if path.startswith(".") else "*" + variable + path


def all_containers():
    """Names, containers and classes; also behind one pointer. Each container once."""
    known = set()
    for name, value in itertools.chain(named_variables(), frame_variables()):
        variable, space, function = name.partition(" ")
        is_pointer = plain(value.type).code == gdb.TYPE_CODE_PTR
        try:
            start = start_of(value)
            for path, offset, found, of in parts(aimed_at(value.type)) if start else ():
                if (start + offset, found.tag) in known:
                    continue
                known.add((start + offset, found.tag))
                container = gdb.Value(start + offset).cast(found.pointer()).dereference()
                yield label(variable, path, is_pointer) + space + function, container, of
        except gdb.error:
            continue  # optimised out, or its memory is not there


def pool_slot(base, address):
    """The slot whose object an address lies in, and the byte there; or None."""
    size, capacity = int(base["size"]), int(base["capacity"])
    step = 1 << int(base["shift"])
    for first in range(0, capacity, step):
        start = slot_address(base, first) - int(base["offset"])
        slot = first + (address - start) // size
        if first <= slot < min(first + step, capacity):
            return slot, (address - start) % size
    return None


def in_gap(base, slot):
    """Does the slot lie in a chunk whose pages trim gave back?"""
    if not number(base["growth"]):
        return False
    behind = number(base["table"][int(base["growth"]["room"])].address)
    chunks = gdb.Value(behind).cast(gdb.lookup_type("struct lish_chunk_").pointer())
    return int(chunks[slot >> int(base["shift"])]["floor"]) != 0


def handle_text(slot, generation):
    return "slot %d, generation %d" % (slot, generation)


def slotpool_state(pool, slot):
    base = pool["base"]
    if slot >= int(pool["known"]):
        return "free, unused since the last clear"
    bits = gdb.lookup_type("unsigned long").sizeof * 8
    live = int(pool["blocks"][slot // bits]["live"]) >> slot % bits & 1
    if not live and in_gap(base, slot):
        return "free, trim gave its pages back"
    address = slot_address(base, slot)
    mark, generation = word(address), word(address + 4)
    if mark & ~FREE_BIT != slot + 1:
        return ("live" if live else "free") + ", its node is overwritten"
    if live:
        return "live, its handle is " + handle_text(slot, generation)
    if generation == RETIRED:
        return "retired, no handle refers to it"
    if generation & 1:
        return "lent to a lease"
    return ("free, its last handle was " + handle_text(slot, generation - 1)
            if generation else "free, never used")


def pool_state(pool, slot):
    """Is the object of this slot live?"""
    tag, base = kind(pool), pool["base"]
    if tag == "slotpool":
        return slotpool_state(pool, slot)
    if slot >= int(base["border"]):
        return "free, unused since the last clear"
    address = slot_address(base, slot)
    mark = word(address)
    if tag == "densepool":
        array = pool["parts"]["array"]
        place = mark - 1
        if not 0 <= place < int(base["border"]) or number(array["nodes"][place]) != address:
            return "its node is overwritten"
        return "live" if place < int(array["used"]) else "free"
    if mark & ~FREE_BIT != slot + 1:
        return "its node is overwritten"
    return "free" if mark & FREE_BIT else "live"


def in_pool(name, pool, address):
    """What an address is to a pool, or None."""
    base = pool["base"]
    if number(base["self"]) not in (0, number(base.address)) or not int(base["size"]):
        return None  # it was never initialised
    found = pool_slot(base, address)
    if not found:
        return None
    slot, byte = found
    return "slot %d of %s, byte %d of %d: %s" % (slot, name, byte, int(base["size"]),
                                                 pool_state(pool, slot))


def in_elements(name, container, shape, address):
    """What an address is to the elements of a container, or None. shape: type, place of node."""
    tag = kind(container)
    node = gdb.lookup_type("struct %s%s" % (tag, "_node" if tag in LINKED else "_idx"))
    size = shape[0].sizeof if shape else node.sizeof
    for place, at in enumerate(NODES[tag](container)):
        byte = address - at + (shape[1] if shape else 0)
        if 0 <= byte < size:
            return "element %d of %s, byte %d of %d of its %s" % (
                place, name, byte, size, "object" if shape else "node")
    return None


def found_in(name, container, shape, address):
    """Lines on what an address is to one container."""
    tag = kind(container)
    byte = address - number(container.address)
    if 0 <= byte < container.type.sizeof:
        yield "%s itself, byte %d of %d" % (name, byte, container.type.sizeof)
    try:
        found = (in_pool(name, container, address) if tag in POOLS else
                 in_elements(name, container, shape, address))
        if found:
            yield found
    except Broken as problem:
        print("not searched to the end: %s is broken: %s" % (name, problem))
    except gdb.error:
        return  # its memory is not there: it was never initialised


class Printer:
    """A container in one line, and the objects of a class."""

    def __init__(self, value):
        self.value, self.of = within(value)

    def children(self):
        if not self.of:
            return
        try:
            for place, pointer in enumerate(objects(NODES[kind(self.value)](self.value), self.of)):
                yield "[%d]" % place, pointer.dereference()
        except Broken:
            return  # to_string() says so

    def to_string(self):
        tag = kind(self.value)
        try:
            count = len(nodes(self.value))
        except (Broken, gdb.MemoryError) as problem:
            return "%s, broken: %s" % (tag, problem)
        text = "%s of %d" % (tag, count)
        if tag in POOLS:
            base = self.value["base"]
            text += ", room for %d" % int(base["capacity"])
        return text


def handle_in(value):
    """The handle of C in one of C++."""
    tag = plain(value.type).tag or ""
    return value["c"] if tag.startswith("lish::handle<") else value


class HandlePrinter:
    """A handle in one line."""

    def __init__(self, value):
        self.value = handle_in(value)

    def to_string(self):
        slot = int(self.value["slot"])
        if not slot:
            return "no object"
        return "slot %d, generation %d" % (
            slot - 1, int(self.value["generation"]))


def printer(value):
    tag = plain(value.type).tag or ""
    if tag == "slotpool_handle" or tag.startswith("lish::handle<"):
        return HandlePrinter(value)
    return Printer(value) if tag in NODES or PRINTED.match(tag) else None


class Lish(gdb.Command):
    """Look into the containers of linux-ish."""

    def __init__(self):
        super().__init__("lish", gdb.COMMAND_DATA, prefix=True)


class Members(gdb.Command):
    """lish members CONTAINER [TYPE MEMBER] - all members, in order.

    The objects of a class of C++, or with the type of the objects and the name
    of the node in it; else the addresses of the nodes."""

    def __init__(self):
        super().__init__("lish members", gdb.COMMAND_DATA,
                         gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, from_tty):
        words = text.split()
        if not words:
            raise gdb.GdbError("lish members CONTAINER [TYPE MEMBER]")
        typed = re.match(r"(.+?)\s+\"?((?:(?:struct|class)\s+)?[\w:]+)\"?\s+([\w.]+)$",
                         text.strip())
        container, of = container_of(typed.group(1) if typed else text)
        try:
            for place, address in enumerate(nodes(container)):
                if typed:
                    pointer = object_at(address, typed.group(2), typed.group(3))
                elif of:
                    pointer = next(objects([address], of))
                else:
                    print("%d: 0x%x" % (place, address))
                    continue
                print("%d: (%s) 0x%x %s" % (place, pointer.type,
                                            number(pointer),
                                            pointer.dereference()))
        except Broken as problem:
            raise gdb.GdbError("broken: %s" % problem)


class Check(gdb.Command):
    """lish check CONTAINER - does its memory contradict itself?"""

    def __init__(self):
        super().__init__("lish check", gdb.COMMAND_DATA,
                         gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, from_tty):
        container, _ = container_of(text)
        tag = kind(container)
        try:
            found = len(nodes(container))
            counted = COUNTS[tag](container) if tag in COUNTS else found
            if found != counted:
                raise Broken("it counts %d members, and %d are found"
                             % (counted, found))
            print("%s of %d: whole" % (tag, found))
        except Broken as problem:
            print("%s: broken: %s" % (tag, problem))


class Handle(gdb.Command):
    """lish handle POOL HANDLE [TYPE MEMBER] - what does a handle refer to?"""

    def __init__(self):
        super().__init__("lish handle", gdb.COMMAND_DATA,
                         gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, from_tty):
        words = gdb.string_to_argv(text)
        if len(words) < 2:
            raise gdb.GdbError("lish handle POOL HANDLE [TYPE MEMBER]")
        pool, of = container_of(words[0])
        if kind(pool) != "slotpool":
            raise gdb.GdbError("handles are slotpool's")
        handle = handle_in(gdb.parse_and_eval(words[1]))
        slot = int(handle["slot"]) - 1
        generation = int(handle["generation"])
        if slot < 0:
            print("no object: the handle is null")
            return
        if slot >= int(pool["base"]["border"]):
            print("no object: slot %d was never used" % slot)
            return
        address = slot_address(pool["base"], slot)
        now = word(address + 4)
        if now != generation:
            print("no object any more: slot %d is at generation %d, %s"
                  % (slot, now, "live" if now & 1 else "free"))
            return
        if of or len(words) >= 4:
            pointer = (next(objects([address], of)) if len(words) < 4 else
                       object_at(address, " ".join(words[2:-1]), words[-1]))
            print("(%s) 0x%x %s" % (pointer.type, number(pointer),
                                    pointer.dereference()))
        else:
            print("live: its node is at 0x%x" % address)


class Who(gdb.Command):
    """lish who ADDRESS [TYPE MEMBER] - which container has this address?

    Looks into all containers that are variables, members of variables, or behind a
    pointer that is a variable. With the type of the objects and the name of the node
    in it, also into the objects of lists and arrays."""

    def __init__(self):
        super().__init__("lish who", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, from_tty):
        typed = re.match(r"(.+?)\s+\"?((?:struct|class)\s+[\w:]+)\"?\s+([\w.]+)$", text.strip())
        expression = typed.group(1) if typed else text
        if not expression.strip():
            raise gdb.GdbError("lish who ADDRESS [TYPE MEMBER]")
        address = number(gdb.parse_and_eval(expression))
        shape = holds = None
        if typed:
            null = "((%s *)0)" % typed.group(2)
            node = gdb.parse_and_eval("&%s->%s" % (null, typed.group(3)))
            shape = gdb.parse_and_eval(null).type.target(), number(node)
            holds = plain(node.type.target()).tag
        found = []
        for name, container, of in all_containers():
            tag = kind(container)
            if of and tag not in POOLS:
                its = object_type(of)
            else:
                its = shape if holds in (tag + "_node", tag + "_idx") else None
            if its and its[1] is None:
                its = None  # the node is not known
            found += found_in("%s %s" % (tag, name), container, its, address)
        print("\n".join(found) or "no container with a symbol has 0x%x" % address)


CONTAINERS = ("lish|ilist|walklist|ihash|locklist|dense|rwarray|iheap|ipool|"
              "densepool|listpool|slotpool|inbox")
OUR_FILE = re.compile(r"(^|/)linux-ish/((core|private|ground|compat|kernel)/)?[a-z_-]+\.h(pp)?$")
OUR_SOURCE = re.compile(r"(^|/)lib/((core|ground|compat)/)?[a-z_]+\.[ch]$")
OUR_NAME = re.compile(r"^(%s)_[a-z0-9_]+(\[cold\])?$" % CONTAINERS)


def is_ours(frame):
    """Is it inline code of the headers, or a function of the library?"""
    symtab = frame.find_sal().symtab
    if symtab and OUR_FILE.search(symtab.filename):
        return True
    if not OUR_NAME.match(frame.name() or ""):
        return False
    return not symtab or bool(OUR_SOURCE.search(symtab.filename))


class Reports:
    """bt from a report: after the innermost frame comes the misused call."""

    name = "linux-ish"
    priority = 100
    enabled = True
    DEPTH = 16

    def filter(self, frames):
        frames = iter(frames)
        top = list(itertools.islice(frames, self.DEPTH))
        inner = [decorator.inferior_frame() for decorator in top]
        reports = [i for i, frame in enumerate(inner)
                   if re.match("lish_(refuse|report|not_sure)_", frame.name() or "")
                   and is_ours(frame)]
        if reports:
            user = reports[-1]
            while user < len(top) and is_ours(inner[user]):
                user += 1
            if user < len(top):
                top[1:user] = []
        return itertools.chain(top, frames)


# Not into what is inlined from the headers, nor into the library.
for pattern in ("*/linux-ish/*.h", "*/linux-ish/core/*.h", "*/linux-ish/ground/*.h",
                "*/linux-ish/*.hpp", "*/linux-ish/private/*.hpp"):
    gdb.execute("skip -gfile " + pattern, to_string=True)
for pattern in "*/lib/*.c", "*/lib/core/*.[ch]", "*/lib/ground/*.h":
    gdb.execute("skip -gfile %s -rfunction ^(%s)_" % (pattern, CONTAINERS), to_string=True)
reports = Reports()
gdb.frame_filters[reports.name] = reports
gdb.pretty_printers.append(printer)
Lish()
Members()
Check()
Handle()
Who()
