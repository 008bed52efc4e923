#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gaps.py lines|conditions TOLD PREFIX LIST - what no test reaches, but for what LIST explains

lines: TOLD is what llvm-cov exports as lcov. A line of LIST is a file, a tab, the text of a
line in it, a tab, and why that line cannot be reached.
conditions: TOLD is what llvm-cov show says with -show-mcdc. LIST also has, after the text of
the decision, which of its conditions was not shown to decide by itself ("2 of 3"). In a file
that is included several times, what is shown in one copy is shown.

Names in TOLD that begin with PREFIX lose it. "open" is no reason, but a gap that is known.
Prints the figures, and each gap that is not listed; fails if there is one, or if what is
listed is reached, or gone.
"""
import collections
import re
import sys

what, told, prefix, listed = sys.argv[1:5]
with open(listed, encoding='utf-8') as rows:
    rows = [row.rstrip('\n').split('\t') for row in rows
            if row.strip() and not row.startswith('#')]
reasons = {tuple(row[:-1]): row[-1] for row in rows}
used, bad, sources = set(), [], {}
# Of each row of the figures: how many there are, that cannot be reached, that are open,
# that are not listed.
total = collections.defaultdict(lambda: [0, 0, 0, 0])


def text_of(path, first, last):
    if path not in sources:
        with open(path, encoding='utf-8') as source:
            sources[path] = source.read().split('\n')
    return ' '.join(line.strip() for line in sources[path][first - 1:last])


def gap(name, line, how, *key):
    """A gap of that key: the column of its reason."""
    key = (name,) + key
    used.add(key)
    if key not in reasons:
        bad.append(f'{name}:{line}: {how}: {": ".join(key[1:])}')
        return 3
    return 2 if reasons[key] == 'open' else 1


def lines():
    name = path = None
    with open(told, encoding='utf-8') as file:
        for line in file:
            what_is, _, rest = line.rstrip('\n').partition(':')
            if what_is == 'SF':
                path, name = rest, rest.removeprefix(prefix)
            elif what_is == 'DA':
                number, count = (int(n) for n in rest.split(',')[:2])
                text = text_of(path, number, number)
                total['lines'][0] += 1
                if not count and text.strip('{}'):
                    total['lines'][gap(name, number, 'not reached', text)] += 1


def conditions():
    said = collections.defaultdict(set)
    name = where = None
    with open(told, encoding='utf-8') as file:
        for line in file:
            header = re.match(r'(\S.*\.[ch]):$', line)
            decision = re.search(
                r'MC/DC Decision Region \((\d+):(\d+)\) to \((\d+):(\d+)\)', line)
            pair = re.search(r'C(\d+)-Pair: (.*)', line)
            if header:
                name = header.group(1)
            elif decision:
                where = tuple(int(n) for n in decision.groups())
            elif pair:
                said[name, where, int(pair.group(1))].add(
                    pair.group(2).split(':')[0].strip())
    of = collections.Counter((name, where) for name, where, _ in said)
    for (name, where, number), results in sorted(said.items()):
        if results == {'constant folded'}:
            continue
        file = name.removeprefix(prefix)
        total[file][0] += 1
        if 'covered' not in results:
            total[file][gap(file, where[0], 'not shown', text_of(name, where[0], where[2]),
                            f'{number} of {of[name, where]}')] += 1
    total['all'] = [sum(column) for column in zip(*total.values())]


{'lines': lines, 'conditions': conditions}[what]()
if not total:
    sys.exit(f'{told}: nothing is told in it')
bad += [f'{listed}: reached, or gone: {": ".join(key)}' for key in sorted(set(reasons) - used)]
for line in bad:
    print(line)
for name, (n, never, still, gaps) in total.items():
    print(f'{name}: {100 * (n - never - still - gaps) / n:.2f} % of {n}; {never} cannot'
          f' be reached, {still} are open, {gaps} are not in {listed}')
sys.exit(bool(bad))
