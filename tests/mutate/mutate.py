#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Are the tests strong enough? Changes one thing at a time in lib/ and include/, and
looks whether a test notices: the unit tests at levels 1, 0 and 2, then the states
(tests/states) of what includes the file, then the histories (tests/trace).

    mutate.py [--count N] [--jobs N] [--seed N] [--only TEXT] [--list]

The sample is even: every so-manyth of all mutants, in the order of the files.
A survivor is printed, unless tests/mutate/equivalent says why nothing could
notice it. That file is checked: each of its lines must still name a mutant.
"""
import argparse, glob, os, re, shutil, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

CC = os.environ.get('CC', 'gcc')
FLAGS = ['-std=c99', '-w', '-O0', '-Iinclude', '-Itests']
HERE = 'tests/mutate'
WORK = 'build/mutate'

# What becomes what. Each is a pattern for the code of one line, and what stands
# for it; several may be given.
OPERATORS = [
    ('compare', r'(?<![<>=!-])<=(?!=)', ['<', '==']),
    ('compare', r'(?<![<>=!-])>=(?!=)', ['>', '==']),
    ('compare', r'(?<![<>=!\w"-]) <(?![<=\w"/]) ', [' <= ', ' > ']),
    ('compare', r' >(?![>=]) ', [' >= ', ' < ']),
    ('compare', r'==', ['!=']),
    ('compare', r'!=', ['==']),
    ('logic', r'&&', ['||']),
    ('logic', r'\|\|', ['&&']),
    ('logic', r'(?<=[(\s])!(?=[\w(*])', ['']),
    ('logic', r'\btrue\b', ['false']),
    ('logic', r'\bfalse\b', ['true']),
    ('arithmetic', r'(?<=[\w)\]]) \+ (?=[\w(*&])', [' - ']),
    ('arithmetic', r'(?<=[\w)\]]) - (?=[\w(*&])', [' + ']),
    ('arithmetic', r'(?<=[\w)\]]) << (?=[\w(])', [' >> ']),
    ('arithmetic', r'(?<=[\w)\]]) >> (?=[\w(])', [' << ']),
    ('arithmetic', r'(?<=[\w)\]]) & (?=[\w(~])', [' | ']),
    ('arithmetic', r'(?<=[\w)\]]) \| (?=[\w(~])', [' & ']),
    ('arithmetic', r' \+= ', [' -= ', ' = ']),
    ('arithmetic', r' -= ', [' += ', ' = ']),
    ('arithmetic', r' \|= ', [' &= ', ' = ']),
    ('arithmetic', r' &= ', [' |= ', ' = ']),
    ('arithmetic', r'\+\+', ['--']),
    ('arithmetic', r'(?<!-)--(?!-)', ['++']),
    ('constant', r'(?<![\w.])0(?=[;,) \]])', ['1']),
    ('constant', r'(?<![\w.])1(?=[;,) \]])', ['0', '2']),
    ('constant', r'(?<![\w.])([2-9]|[1-9]\d+)u?(?=[;,) \]])', ['+1']),
    ('member', r'->next\b', ['->prev']),
    ('member', r'->prev\b', ['->next']),
    ('argument', r'\((\w+), (\w+)\)(?=[;) ])', ['swap']),
]
STATEMENT = re.compile(r'^\t+(?!return\b|goto\b|break\b|case\b|default\b|struct\b'
                       r'|const\b|static\b|else\b|do\b|enum\b|uint\w+ |size_t '
                       r'|bool |char |int |void |uintptr_t |lish_word '
                       r'|unsigned |extern\b)[\w(*+-].*;$')


def code_lines(path):
    """The lines of a file that are code, with their numbers."""
    comment = preprocessor = False
    for number, line in enumerate(open(path), 1):
        text = line.rstrip('\n')
        if comment:
            comment = '*/' not in text
            continue
        if re.match(r'\s*/\*', text):
            comment = '*/' not in text
            continue
        directive = preprocessor or re.match(r'\s*#', text)
        preprocessor = bool(directive) and text.endswith('\\')
        # Macros of loops are code; what else begins with # is not.
        if directive and not (text.endswith('\\') and
                              not re.match(r'\s*#\s*(if|el|end)', text)):
            continue
        if re.match(r'^(LISH_EXPORT|typedef|struct|enum|extern)', text):
            continue
        # Declarations and parameters at the left margin say no more.
        if not text.startswith('\t'):
            continue
        yield number, re.sub(r'/\*.*?\*/', lambda m: ' ' * len(m.group()), text)


def mutants_of(path):
    lines = open(path).read().split('\n')
    for number, text in code_lines(path):
        whole = lines[number - 1]
        # What only makes it faster.
        if re.search(r'lish_prefetch|hint_fetch_|lish_assume|^\t+\(void\)\w+;',
                     text):
            continue
        # What is between quotes is told to people.
        bare = re.sub(r'"[^"]*"', lambda m: '"' + '_' * (len(m.group()) - 2) +
                      '"', text)
        for kind, pattern, replacements in OPERATORS:
            for match in re.finditer(pattern, bare):
                for new in replacements:
                    if new == 'swap':
                        if match[1] == match[2]:
                            continue
                        new = '(%s, %s)' % (match[2], match[1])
                    elif new == '+1':
                        new = str(int(match[1]) + 1)
                    yield (path, number, kind, whole[:match.start()] + new +
                           whole[match.end():])
        if STATEMENT.match(bare) and bare.count('(') == bare.count(')') and \
                (('=' in bare) or '(' in bare or '++' in bare or '--' in bare):
            previous = lines[number - 2].rstrip()
            if previous.endswith((';', '{', '}', ':', '*/')) or not previous \
                    or previous.rstrip().endswith((')', 'else', 'do')):
                indent = re.match(r'\t+', bare).group()
                yield path, number, 'statement', '%s; /* %s */' % (
                    indent, whole.split('/*')[0].strip())


def sources():
    out = subprocess.run(['make', '-s', 'print-objects'], text=True,
                         capture_output=True, check=True).stdout
    return [name[:-2] + '.c' for name in out.split()
            if not name.endswith('outline.o')]


def includes(path):
    """All files of ours that a file is made of."""
    out = subprocess.run([CC, '-std=c99', '-Iinclude', '-Itests', '-MM', path],
                         text=True, capture_output=True, check=True).stdout
    return {os.path.normpath(name)
            for name in out.replace('\\\n', ' ').split()[1:]}


WORLDS = {
    'ilist': ['ilist -DNODES=4 -DLISTS=2'],
    'walklist': ['walklist -DNODES=4 -DWALKS=2 -DKINDS=1',
                 'walklist -DNODES=3 -DLISTS=2 -DWALKS=1'],
    'locklist': ['locklist -DNODES=3 -DLISTS=2 -DWALKS=0 -DEARS=2',
                 'locklist -DNODES=3 -DLISTS=1 -DDEPTH=1 -DWALKS=1'],
    'dense': ['arrays -DNODES=4 -DSLOTS=4 -DWALKS=2',
              'arrays -DNODES=4 -DSLOTS=3 -DGROW=1'],
    'rwarray': ['arrays -DRWARRAY=1 -DNODES=3 -DSLOTS=3 -DWALKS=1',
                'arrays -DRWARRAY=1 -DNODES=4 -DSLOTS=3 -DGROW=1'],
    'inbox': ['inbox -DNODES=3'],
    'ipool': ['pools -DPOOL=1', 'pools -DPOOL=1 -DGROW=1'],
    'slotpool': ['pools -DPOOL=2', 'pools -DPOOL=2 -DLOWEST=1',
                 'pools -DPOOL=2 -DGROW=1'],
    'listpool': ['pools -DPOOL=3 -DFIRST=0 -DSLOTS=4'],
    'densepool': ['pools -DPOOL=4 -DFIRST=0 -DSLOTS=4'],
}


class Suite:
    """What there is to run, and which files each part of it is made of."""

    def __init__(self):
        self.lib = sources()
        self.made_of = {s: includes(s) for s in self.lib}
        self.tests = sorted(glob.glob('tests/*_test.c') +
                            glob.glob('tests/core/*_test.c'))
        self.trace = sorted(glob.glob('tests/trace/*.c'))
        for path in self.tests + self.trace:
            self.made_of[path] = includes(path)

    def objects_of(self, folder):
        return {s: '%s/%s.o' % (folder, s.replace('/', '_'))
                for s in self.lib}

    def steps(self, path):
        """(name, sources, flags, run) in the order in which they are tried."""
        stem = os.path.basename(path).split('.')[0].split('_')[0]
        tests = [t for t in self.tests if path in self.made_of[t] or
                 os.path.basename(t) == stem + '_test.c']
        if not tests:
            users = [s for s in self.lib if path in self.made_of[s]]
            stems = {os.path.basename(s)[:-2].split('_')[0] for s in users}
            tests = [t for t in self.tests
                     if os.path.basename(t)[:-7] in stems]
        # What lies in lib/core/ is tried by those who stand on it, too.
        faces = {'ring': ['ilist', 'walklist', 'listpool'],
                 'walk': ['walklist', 'listpool'],
                 'loop': ['dense', 'rwarray', 'locklist', 'walklist'],
                 'parts': ['dense', 'densepool'],
                 'parray': ['dense', 'rwarray', 'densepool'],
                 'psort': ['dense', 'rwarray'],
                 'pool': ['ipool', 'slotpool', 'listpool', 'densepool']}
        faces = faces.get(stem, [stem] if stem in WORLDS else [])
        for face in faces:
            test = 'tests/%s_test.c' % face
            if test not in tests:
                tests.append(test)
        # First what is named after the file.
        tests.sort(key=lambda t: (os.path.basename(t) != stem + '_test.c',
                                  os.path.basename(t)[:-7] not in faces, t))
        for test in tests[:6]:
            for level in (1, 0, 2):
                yield ('%s at level %d' % (os.path.basename(test), level),
                       [test], ['-DLISH_CHECK=%d' % level], [], ['-lcmocka'])
        for face in faces:
            for world in WORLDS[face]:
                words = world.split()
                yield ('states', ['tests/states/%s.c' % words[0]],
                       ['-DLISH_CHECK=1'] + words[1:], [], [])
        if stem not in ('inbox', 'mem', 'bug', 'world', 'report'):
            yield ('histories', self.trace, [],
                   sorted(glob.glob('tests/trace/data/*.txt')), [])


def run(command, folder, timeout):
    try:
        return subprocess.run(command, cwd=folder, timeout=timeout,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return -1


def attempt(suite, mutant, folder):
    """Who noticed: a name; None: nobody; '' if it does not compile."""
    path, number, kind, text = mutant
    target = os.path.join(folder, path)
    lines = open(path).read().split('\n')
    lines[number - 1] = text
    with open(target, 'w') as out:
        out.write('\n'.join(lines))
    objects = suite.objects_of('obj')
    changed = [s for s in suite.lib
               if path in suite.made_of[s] or s == path]
    mine = dict(objects)
    try:
        compiled = set()

        for name, files, flags, arguments, libraries in suite.steps(path):
            need = [s for s in suite.lib]
            for source in changed:
                if source in compiled:
                    continue
                compiled.add(source)
                mine[source] = 'mine-%s.o' % source.replace('/', '_')
                if run([CC] + FLAGS + ['-c', source, '-o', mine[source]],
                       folder, 120):
                    return ''
            if run([CC] + FLAGS + flags + files +
                   [mine[s] for s in need] + libraries + ['-o', 'program'],
                   folder, 300):
                return ''
            if run(['./program'] + arguments, folder, 60):
                return name
        return None
    finally:
        shutil.copyfile(path, target)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--count', type=int, default=1500)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', default='')
    parser.add_argument('--list', action='store_true')
    options = parser.parse_args()

    files = [p for p in sorted(glob.glob('lib/*.[ch]') +
                               glob.glob('lib/core/*.[ch]') +
                               glob.glob('include/linux-ish/*.h') +
                               glob.glob('include/linux-ish/core/*.h'))
             if os.path.basename(p) not in ('module.c', 'outline.c', 'env.h',
                                            'abi.h', 'version.h')]
    mutants = [m for p in files for m in mutants_of(p)]
    known = {}
    for line in open(HERE + '/equivalent'):
        if line.startswith('#') or not line.strip():
            continue
        path, text, why = [part.strip() for part in line.split('|||')]
        known[path, text] = why
    stale = set(known) - {(m[0], m[3].strip()) for m in mutants}
    for path, text in sorted(stale):
        print('FAILED: no mutant any more: %s: %s' % (path, text))
    if options.only:
        mutants = [m for m in mutants if options.only in m[0]]
    if options.list:
        for path, number, kind, text in mutants:
            print('%s:%d: %s: %s' % (path, number, kind, text.strip()))
        print(len(mutants))
        return 1 if stale else 0
    count = min(options.count, len(mutants))
    step = len(mutants) / count
    first = (options.seed * 0.6180339887) % 1.0
    sample = [mutants[int((i + first) * step) % len(mutants)]
              for i in range(count)]
    print('%d of %d mutants, seed %d' % (count, len(mutants), options.seed),
          flush=True)

    suite = Suite()
    shutil.rmtree(WORK, ignore_errors=True)
    folders = []
    for i in range(options.jobs):
        folder = '%s/%d' % (WORK, i)
        os.makedirs(folder + '/obj')
        for tree in ('include', 'lib', 'tests'):
            shutil.copytree(tree, folder + '/' + tree)
        folders.append(folder)
    for source, made in suite.objects_of('obj').items():
        for folder in folders:
            if folder != folders[0]:
                shutil.copyfile('%s/%s' % (folders[0], made),
                                '%s/%s' % (folder, made))
            elif run([CC] + FLAGS + ['-c', source, '-o', made], folder, 120):
                print('FAILED: %s does not compile' % source)
                return 1

    result = {}
    free = list(folders)

    def work(mutant):
        folder = free.pop()
        try:
            return mutant, attempt(suite, mutant, folder)
        finally:
            free.append(folder)

    with ThreadPoolExecutor(options.jobs) as pool:
        for mutant, who in pool.map(work, sample):
            path, number, kind, text = mutant
            row = result.setdefault(path, dict(tried=0, killed=0, same=0,
                                               left=0, later=0))
            if who == '':
                continue
            row['tried'] += 1
            if who:
                row['killed'] += 1
                row['later'] += 'level' not in who
            elif (path, text.strip()) in known:
                row['same'] += 1
            else:
                row['left'] += 1
                print('survived: %s:%d: %s: %s' % (path, number, kind,
                                                   text.strip()), flush=True)

    print('%-36s %6s %6s %7s %6s %6s' % ('file', 'tried', 'units', 'states',
                                         'same', 'left'))
    total = dict(tried=0, killed=0, same=0, left=0, later=0)
    for path in sorted(result):
        row = result[path]
        print('%-36s %6d %6d %7d %6d %6d' % (
            path, row['tried'], row['killed'] - row['later'], row['later'],
            row['same'], row['left']))
        for key in total:
            total[key] += row[key]
    real = total['tried'] - total['same']
    print('%-36s %6d %6d %7d %6d %6d' % (
        'all', total['tried'], total['killed'] - total['later'],
        total['later'], total['same'], total['left']))
    print('%.1f %% of those that make a difference are noticed' %
          (100.0 * total['killed'] / max(1, real)))
    return 1 if stale or total['killed'] < 0.98 * real else 0


if __name__ == '__main__':
    sys.exit(main())
