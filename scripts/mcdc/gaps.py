#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gaps.py SHOW PREFIX LIST - conditions that no test has shown to decide by themselves

SHOW is what llvm-cov show says with -show-mcdc; names in it that begin with PREFIX lose it.
A line of LIST is a file, a tab, the text of the decision, a tab, which condition of how
many ("2 of 3"), a tab, and why it cannot be shown; "open" is no reason, but a gap that is
known. Prints a table of lib/, and each gap that is not listed; fails if there is one, or if
what is listed is shown, or gone. In a file that is included several times, what is shown in
one copy is shown.
"""
import collections
import re
import sys

show, prefix, listed = sys.argv[1:4]
reasons = {}
with open(listed, encoding='utf-8') as rows:
    for row in rows:
        if row.strip() and not row.startswith('#'):
            name, text, which, reason = row.rstrip('\n').split('\t')
            reasons[name, text, which] = reason

# For each condition what is said of it, by file, place of its decision, and number.
said = collections.defaultdict(set)
name = where = None
with open(show, encoding='utf-8') as lines:
    for line in lines:
        file = re.match(r'(\S.*\.[ch]):$', line)
        decision = re.search(r'MC/DC Decision Region \((\d+):(\d+)\) to \((\d+):(\d+)\)',
                             line)
        pair = re.search(r'C(\d+)-Pair: (.*)', line)
        if file:
            name = file.group(1)
        elif decision:
            where = tuple(int(n) for n in decision.groups())
        elif pair:
            said[name, where, int(pair.group(1))].add(pair.group(2).split(':')[0].strip())

if not said:
    sys.exit(f'{show}: there is no decision in it')
texts = {}
decisions = collections.Counter((name, where) for name, where, _ in said)


def text_of(name, where):
    if name not in texts:
        with open(name, encoding='utf-8') as file:
            texts[name] = file.read().split('\n')
    first, _, last, _ = where
    return ' '.join(line.strip() for line in texts[name][first - 1:last])


table = collections.defaultdict(lambda: [0, 0, 0, 0])
used = set()
bad = []
for (name, where, number), what in sorted(said.items()):
    if what == {'constant folded'}:
        continue
    file = name[len(prefix):] if name.startswith(prefix) else name
    key = (file, text_of(name, where), f'{number} of {decisions[name, where]}')
    # What is planted is no part of the figures.
    row = table[file] if file.startswith('lib/') else [0, 0, 0, 0]
    row[0] += 1
    if 'covered' in what:
        continue
    used.add(key)
    why = reasons.get(key, '')
    row[3 if not why else 2 if why == 'open' else 1] += 1
    if not why:
        bad.append(f'{file}:{where[0]}: not shown: {key[1]}: {key[2]}')
bad += [f'{listed}: shown, or gone: {": ".join(key)}' for key in sorted(set(reasons) - used)]
total = [sum(column) for column in zip(*table.values())]
for file, row in sorted(table.items()) + [('all', total)]:
    print(f'{file:24} {row[0]:5} conditions, {sum(row[1:]):3} not shown:'
          f' {row[1]:3} cannot be, {row[2]:3} are open')
print(f'{100 * (total[0] - sum(total[1:])) / total[0]:.1f} % are shown')
for line in bad:
    print(line)
sys.exit(bool(bad))
