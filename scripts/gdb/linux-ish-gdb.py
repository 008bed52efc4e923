# SPDX-License-Identifier: MIT
"""What gdb should know of linux-ish, on a live program and on a core.

    (gdb) source linux-ish-gdb.py         where it is not loaded by itself
    (gdb) print bullets                   ilist of 3
    (gdb) lish members bullets struct bullet link
    (gdb) lish handle pool target struct bullet memory
    (gdb) lish check bullets

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
        if tag in ("ipool", "densepool", "listpool", "slotpool"):
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
