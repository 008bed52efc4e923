#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Minutes to read before one changes a container: scripts/minutes.py [CONTAINER...]

Counted are its files, what they include, and the .c of each mechanism among these, by
reading.awk's minutes: 40 lines of code or 220 words of comment. With a name as argument,
prints the files of that container too, the longest first. Run it from the top.
"""
import glob
import os
import re
import subprocess
import sys

CONTAINERS = ("ilist walklist locklist dense rwarray heap ipool densepool listpool "
              "slotpool inbox").split()
files = [path for top in ("include", "lib")
         for path in glob.glob(top + "/**/*.[ch]", recursive=True)]
table = subprocess.run(["awk", "-f", "scripts/reading.awk"] + files, check=True,
                       capture_output=True, text=True).stdout
minutes = {row.split()[9]: float(row.split()[0]) for row in table.splitlines()[1:]}


def includes(path):
    with open(path, encoding="utf-8") as file:
        names = re.findall(r'^#\s*include\s+([<"])([^>"]+)', file.read(), re.M)
    places = [os.path.normpath(os.path.join(
        "include" if sort == "<" else os.path.dirname(path), name))
        for sort, name in names]
    return [place for place in places if place in minutes]


def stem(path):
    """core/loop for include/linux-ish/core/loop.h and lib/core/loop.c"""
    return re.sub(r"^(include/linux-ish|lib)/|\.[ch]$", "", path)


def owner(path):
    name = os.path.basename(stem(path)).split("_")[0]
    if path.startswith(("lib/compat", "include/linux-ish/compat")):
        return None
    return name if name in CONTAINERS else None


def to_read(container):
    seen, todo = set(), [path for path in files if owner(path) == container]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        todo += includes(path)
        if not owner(path) and "/" in stem(path):
            todo += [other for other in files
                     if other.endswith(".c") and stem(other) == stem(path)]
    return seen


for container in sys.argv[1:] or CONTAINERS:
    found = to_read(container)
    print("%5.0f  %s" % (sum(minutes[path] for path in found), container))
    if len(sys.argv) > 1:
        for path in sorted(found, key=lambda path: -minutes[path]):
            print("%11.1f  %s" % (minutes[path], path))
