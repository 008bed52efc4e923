#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Are the tests strong enough? Changes one thing at a time in lib/ and include/, and
looks whether a test notices: the unit tests at levels 1, 0 and 2, then the states
(tests/deep/states) of what includes the file, then its misuse (tests/refuse/misuse),
then the histories (tests/trace), then the unit tests at -Os, under sanitizers and under Valgrind. --again tries the
survivors that a log names.

    mutate.py [--count N] [--jobs N] [--seed N] [--least N] [--only TEXT] [--again LOG]
              [--list]
    mutate.py --judge LOG [--least N]

The sample is even: every so-manyth of all mutants, in the order of the files. It fails if
tests notice fewer than --least of 100 that make a difference. Each mutant has a line in
build/mutate/tried: --judge reads such lines, and judges them in the same way.
A survivor is printed, unless tests/deep/mutate/equivalent says why nothing could
notice it. That file is checked: each of its lines must still name a mutant.
"""
import argparse, collections, functools, glob, os, re, shutil, subprocess, sys, threading
from concurrent.futures import ThreadPoolExecutor

CC = os.environ.get('CC', 'gcc')
FLAGS = ['-std=c99', '-w', '-Iinclude', '-Itests/unit']
SANITIZERS = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all']
HERE = 'tests/deep/mutate'
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


@functools.lru_cache(None)
def lines_of(path):
    return open(path).read().split('\n')


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
        if re.match(r'^(typedef|struct|enum|extern)', text):
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
    return [name[:-2] + '.c' for name in out.split()]


def includes(path, flags=''):
    """All files of ours that a file is made of."""
    out = subprocess.run('%s -std=c99 -Iinclude -Itests/unit %s -MM %s' % (CC, flags, path),
                         shell=True, text=True, capture_output=True, check=True).stdout
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
                 'pools -DPOOL=2 -DNEXT=1',
                 'pools -DPOOL=2 -DGROW=1'],
    'listpool': ['pools -DPOOL=3 -DFIRST=0 -DSLOTS=4'],
    'densepool': ['pools -DPOOL=4 -DFIRST=0 -DSLOTS=4'],
}


SAME = 'same'


class Failed(Exception):
    """The suites fail without any mutant."""


def sh(command, folder, seconds=300):
    """Runs a line of shell, which is stopped after so much CPU time."""
    try:
        return subprocess.run(
            ['sh', '-c', 'ulimit -c 0; ulimit -t %d; %s' % (seconds, command)],
            cwd=folder, timeout=60 + 8 * seconds, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, CMOCKA_TEST_ABORT='1')).returncode
    except subprocess.TimeoutExpired:
        return -1


class Suite:
    """What there is to run, and which files each part of it is made of."""

    def __init__(self, base):
        self.base = os.path.abspath(base)
        self.lib = sources()
        self.made_of = {}
        self.tests = sorted(glob.glob('tests/unit/*_test.c') +
                            glob.glob('tests/unit/core/*_test.c') +
                            glob.glob('tests/unit/compat/*_test.c'))
        # These have containers of their own.
        self.tests.remove('tests/unit/fill_test.c')
        self.tests.remove('tests/unit/quarantine_test.c')
        self.tests.remove('tests/unit/quick_test.c')
        self.trace = sorted(glob.glob('tests/trace/*.c'))
        for path in self.lib + self.tests + self.trace + \
                glob.glob('tests/deep/states/*.c'):
            self.made_of[path] = includes(path)
        self.misuse = {}
        os.makedirs(base, exist_ok=True)
        for path in sorted(glob.glob('tests/refuse/misuse/*.list')):
            face = os.path.basename(path)[:-5]
            cases = '%s/%s.cases' % (self.base, face)
            sh('awk -v what=cases -f tests/refuse/misuse/misuse.awk %s >%s' % (path, cases), '.')
            self.misuse[face] = ['\'-DLIST="%s"\'' % face, '\'-DCASES="%s"\'' % cases]
            program = path[:-5] + '.c'
            self.made_of[program] = includes(program, ' '.join(self.misuse[face]))
        self.locks = collections.defaultdict(threading.Lock)
        self.limits = {}

    def object_of(self, source, flags):
        """The object of a file as it is, made once."""
        name = '%s/%s.o' % (self.base, re.sub(r'[^\w.=-]', '_', ' '.join(
            [source] + flags)))
        with self.locks[name]:
            if not os.path.exists(name) and \
                    sh(compiles(source, optimization(source) + flags, name), '.'):
                raise Failed('%s does not compile' % source)
        return name

    def limit_of(self, step):
        """CPU seconds that a step may take with a mutant."""
        name, files, flags, more, arguments, libraries = step
        with self.locks[name]:
            if name not in self.limits:
                program = self.base + '/' + re.sub(r'\W', '_', name)
                objects = [self.object_of(f, flags + more) for f in files] + \
                    [self.object_of(f, more) for f in self.lib]
                if sh(links(objects, more + libraries, program), '.'):
                    raise Failed('%s does not link' % name)
                before = os.times()
                if sh(' '.join([runs(name, program)] + arguments), '.'):
                    raise Failed('%s fails without a mutant' % name)
                after = os.times()
                # Others run at the same time: at worst it is more than it took.
                self.limits[name] = 3 + int(8 * min(
                    after.children_user - before.children_user,
                    after.elapsed - before.elapsed))
        return self.limits[name]

    def steps(self, path):
        """(name, files, their flags, flags for all, arguments, libraries), in the
        order in which they are tried."""
        stem = os.path.basename(path).split('.')[0].split('_')[0]
        tests = [t for t in self.tests if path in self.made_of[t] or
                 os.path.basename(t).startswith(stem + '_')]
        users = [s for s in self.lib if path in self.made_of[s]]
        stems = {os.path.basename(s)[:-2].split('_')[0] for s in users}
        for test in self.tests:
            if os.path.basename(test).split('_')[0] in stems and test not in tests:
                tests.append(test)
        # What lies in lib/core/ is tried by those who stand on it, too.
        faces = {'ring': ['ilist', 'walklist', 'listpool'],
                 'walk': ['walklist', 'listpool'],
                 'loop': ['dense', 'rwarray', 'locklist', 'walklist'],
                 'parts': ['dense', 'densepool'],
                 'parray': ['dense', 'rwarray', 'densepool'],
                 'psort': ['dense', 'rwarray'],
                 'sort': ['dense', 'rwarray', 'ilist', 'walklist', 'listpool'],
                 'snapshot': ['ipool', 'slotpool'],
                 'pool_stack': ['ipool', 'listpool'],
                 'slots': ['slotpool'],
                 'slotpool_orders': ['slotpool'],
                 'sift': ['iheap'],
                 'pool': ['ipool', 'slotpool', 'listpool', 'densepool']}
        faces = faces.get(stem, [stem] if stem in WORLDS else [])
        for face in faces:
            tests += [t for t in self.tests if t not in tests and
                      t.startswith('tests/unit/%s_' % face)]
        # It looks at what the checkers of all of them find.
        corrupt = 'tests/unit/corrupt_test.c'
        if faces and corrupt not in tests:
            tests.append(corrupt)
        # What no test includes is linked to all of them.
        tests = tests or ['tests/unit/bug_test.c']
        # First what is named after the file.
        tests.sort(key=lambda t: (os.path.basename(t) != stem + '_test.c',
                                  os.path.basename(t).split('_')[0] not in faces, t))

        def unit(test, level, more):
            return ('%s at level %d%s' % (os.path.basename(test), level,
                                          ' '.join([''] + more)),
                    [test], [], ['-DLISH_CHECK=%d' % level] + more, [],
                    ['-lcmocka'])

        for test in tests[:12]:
            for level in (1, 0, 2):
                yield unit(test, level, [])
        for face in faces:
            for world in WORLDS.get(face, []):
                words = world.split()
                yield ('states of ' + world,
                       ['tests/deep/states/%s.c' % words[0]],
                       words[1:], ['-DLISH_CHECK=1'], [], [])
        for face in faces:
            for level in (1, 2) if face in self.misuse else ():
                yield ('misuse of %s at level %d' % (face, level),
                       ['tests/refuse/misuse/%s.c' % face],
                       ['-D_GNU_SOURCE'] + self.misuse[face], ['-DLISH_CHECK=%d' % level],
                       [], [])
        if stem not in ('inbox', 'mem', 'bug', 'world', 'report'):
            yield ('histories', self.trace, [], [],
                   [os.path.abspath(t) for t in
                    sorted(glob.glob('tests/trace/data/*.txt'))], [])
        for test in tests[6:]:
            yield unit(test, 1, [])
        # As code that is small, and where the tools see what a test does not.
        yield unit(tests[0], 1, ['-Os'])
        for test in tests[:5]:
            yield unit(test, 1, SANITIZERS)
        name, files, flags, more, arguments, libraries = unit(tests[0], 1, [])
        yield (name + ' under Valgrind', files, flags, more, arguments,
               libraries)


def optimization(source):
    """Compiling a unit test takes longest, and running the states."""
    if source.startswith('tests/unit/'):
        return ['-O0']
    return ['-O1']


def compiles(source, flags, made):
    return ' '.join([CC] + FLAGS + flags + ['-c', source, '-o', made])


def links(objects, flags, program):
    return ' '.join([CC] + objects + flags + ['-o', program])


def runs(name, program):
    return ('valgrind -q --error-exitcode=9 ' if 'Valgrind' in name
            else '') + program


def attempt(suite, mutant, folder):
    """Who noticed: a name; None: nobody; '' if it does not compile."""
    path, number, kind, text = mutant
    target = os.path.join(folder, path)
    lines = open(path).read().split('\n')
    lines[number - 1] = text
    with open(target, 'w') as out:
        out.write('\n'.join(lines))
    # Only what the mutant is a part of is compiled anew.
    changed = [s for s in suite.made_of if path in suite.made_of[s]]
    mine = {}

    def object_of(source, flags):
        if source not in changed:
            return suite.object_of(source, flags)
        key = ' '.join([source] + flags)
        if key not in mine:
            made = 'mine-%d.o' % len(mine)
            if sh(compiles(source, optimization(source) + flags, made), folder):
                return None
            mine[key] = made
        return mine[key]

    try:
        for step in suite.steps(path):
            name, files, flags, more, arguments, libraries = step
            limit = suite.limit_of(step)
            objects = [object_of(f, more) for f in suite.lib] + \
                [object_of(f, flags + more) for f in files]
            if None in objects or sh(links(objects, more + libraries,
                                           'program'), folder):
                return ''
            if sh(' '.join([runs(name, './program')] + arguments), folder,
                  limit):
                return name
        return None
    finally:
        shutil.copyfile(path, target)


def is_known(known, mutant):
    """* as the file: any line in any file that has that in it by its change."""
    path, number, kind, text = mutant
    if (path, text.strip()) in known:
        return True
    before = lines_of(path)[number - 1]
    return any(p == '*' and part in text and part not in before
               for p, part in known)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--count', type=int, default=1500)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', default='')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--again')
    parser.add_argument('--least', type=float, default=98)
    parser.add_argument('--judge')
    options = parser.parse_args()
    if options.judge:
        with open(options.judge) as tried:
            return 0 if judge(tried, options.least) else 1

    files = [p for p in sorted(glob.glob('lib/*.[ch]') +
                               glob.glob('lib/core/*.[ch]') +
                               glob.glob('lib/compat/*.[ch]') +
                               glob.glob('include/linux-ish/*.h') +
                               glob.glob('include/linux-ish/core/*.h'))
             if os.path.basename(p) not in ('module.c', 'version.h',
                                            # Scripts test these.
                                            'caller.c', 'unwind.c')]
    mutants = [m for p in files for m in mutants_of(p)]
    known = {}
    for line in open(HERE + '/equivalent'):
        if line.startswith('#') or not line.strip():
            continue
        path, text, why = [part.strip() for part in line.split('|||')]
        known[path, text] = why
    stale = {pair for pair in known if not any(is_known([pair], m)
                                               for m in mutants)}
    for path, text in sorted(stale):
        print('FAILED: no mutant any more: %s: %s' % (path, text))
    if options.only:
        mutants = [m for m in mutants if options.only in m[0]]
    if options.list:
        for path, number, kind, text in mutants:
            print('%s:%d: %s: %s' % (path, number, kind, text.strip()))
        print(len(mutants))
        return 1 if stale else 0
    if options.again:
        said = {tuple(line.rstrip('\n').split(': ', 3)[i] for i in (1, 2, 3))
                for line in open(options.again)
                if line.startswith('survived: ')}
        said = {(where.rsplit(':', 1)[0], kind, text)
                for where, kind, text in said}
        mutants = [m for m in mutants if (m[0], m[2], m[3].strip()) in said]
    count = min(options.count, len(mutants))
    if not count:
        print('no mutants')
        return 1
    step = len(mutants) / count
    first = (options.seed * 0.6180339887) % 1.0
    sample = [mutants[int((i + first) * step) % len(mutants)]
              for i in range(count)]
    print('%d of %d mutants, seed %d' % (count, len(mutants), options.seed),
          flush=True)

    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK + '/base')
    suite = Suite(WORK + '/base')
    folders = []
    for i in range(options.jobs):
        folder = '%s/%d' % (WORK, i)
        for tree in ('include', 'lib', 'tests'):
            shutil.copytree(tree, folder + '/' + tree)
        folders.append(folder)

    free = list(folders)

    def work(mutant):
        folder = free.pop()
        try:
            return mutant, (SAME if is_known(known, mutant) else
                            attempt(suite, mutant, folder))
        finally:
            free.append(folder)

    with ThreadPoolExecutor(options.jobs) as pool, open(WORK + '/tried', 'w') as tried:
        for mutant, who in pool.map(work, sample):
            if who == '':
                continue
            path, number, kind, text = mutant
            line = '%s: %s:%d: %s: %s' % (who or 'survived', path, number, kind,
                                          text.strip())
            print(line, file=tried, flush=True)
            if not who:
                print(line, flush=True)
    with open(WORK + '/tried') as tried:
        return 0 if judge(tried, options.least) and not stale else 1


def judge(tried, least):
    """The table of lines of mutants, "WHO NOTICED: FILE:NUMBER: ...": are enough noticed?"""
    result = {}
    for line in tried:
        who, path = re.match(r'(.*?): ([\w/.-]+):\d+: ', line).groups()
        row = result.setdefault(path, dict(tried=0, killed=0, same=0,
                                           left=0, later=0))
        row['tried'] += 1
        if who == SAME:
            row['same'] += 1
        elif who == 'survived':
            row['left'] += 1
        else:
            row['killed'] += 1
            row['later'] += 'level' not in who
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
    print('%.1f %% of %d that make a difference are noticed' %
          (100.0 * total['killed'] / max(1, real), real))
    return real > 0 and 100 * total['killed'] >= least * real


if __name__ == '__main__':
    sys.exit(main())
