#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""coverage-gaps.py JSON PREFIX LIST - what no test reaches, but for what LIST explains

JSON is gcovr's. A line of LIST is a file, a tab, the text of a line in it, a tab, and
why that line, or one of its branches, cannot be reached; names in JSON that begin with
PREFIX lose it. "open" is no reason, but a gap that is known. Prints the figures, and each
gap that is not listed; fails if there is one, or if what is listed is reached, or gone.
"""
import json
import sys

path, prefix, listed = sys.argv[1:4]
reasons = {}
with open(listed, encoding='utf-8') as rows:
    for row in rows:
        if row.strip() and not row.startswith('#'):
            name, text, reason = row.rstrip('\n').split('\t')
            reasons[name, text.strip()] = reason
used = set()
bad = []
# How many there are, that cannot be reached, that are open, that are not listed.
total = {'lines': [0, 0, 0, 0], 'branches': [0, 0, 0, 0]}
with open(path, encoding='utf-8') as file:
    files = json.load(file)['files']
for entry in sorted(files, key=lambda e: e['file']):
    with open(entry['file'], encoding='utf-8') as source:
        texts = source.read().split('\n')
    name = entry['file']
    if name.startswith(prefix):
        name = name[len(prefix):]
    for line in entry['lines']:
        if line.get('gcovr/noncode'):
            continue
        text = texts[line['line_number'] - 1].strip()
        why = reasons.get((name, text), '')
        missed = [b for b in line['branches'] if not b['count']]
        for kind, n, out in (('lines', 1, not line['count']),
                             ('branches', len(line['branches']), len(missed))):
            total[kind][0] += n
            total[kind][3 if not why else 2 if why == 'open' else 1] += int(out)
        if not line['count'] or missed:
            used.add((name, text))
            if not why:
                what = 'not reached' if not line['count'] else \
                    f"{len(missed)} of {len(line['branches'])} branches not taken"
                bad.append(f"{name}:{line['line_number']}: {what}: {text}")
bad += [f'{listed}: reached, or gone: {name}: {text}'
        for name, text in sorted(set(reasons) - used)]
for line in bad:
    print(line)
for kind, (n, never, still, gaps) in total.items():
    print(f'{kind}: {100 * (n - never - still - gaps) / n:.2f} % of {n}; {never} cannot'
          f' be reached, {still} are open, {gaps} are not in {listed}')
sys.exit(bool(bad))
