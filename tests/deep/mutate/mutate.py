#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Are the tests strong enough? Changes one thing at a time in lib/ and include/, and looks whether a
test notices: unit tests at levels 0 to 2, tables of misuse, states and histories. Programs that
take longer than a second try only files of their own name, and so does gcc.

    mutate.py [--count N] [--jobs N] [--seed N] [--least N] [--only TEXT] [--list]
    mutate.py --judge LOG [--least N]

The sample depends on --seed, and stays as it is where the code does. It fails if tests notice
fewer than --least of 100 that make a difference. Each mutant has a line in build/mutate/tried:
--judge reads such lines, and judges them in the same way.
A survivor is printed, unless tests/deep/mutate/equivalent says why nothing could
notice it. That file is checked: each of its lines must still name a mutant.
"""
import argparse, collections, functools, glob, os, re, shutil, subprocess, sys, threading, zlib
from concurrent.futures import ThreadPoolExecutor

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


SAME = 'same'
NO_PROGRAM = 200


class Failed(Exception):
    """The suite fails without any mutant."""


def sh(command, folder):
    """Runs a line of shell."""
    return subprocess.run(['sh', '-c', 'ulimit -c 0; ' + command], cwd=folder,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL,
                          env=dict(os.environ, CMOCKA_TEST_ABORT='1')).returncode


def words_of(path):
    """What a file is about, by its name."""
    words = re.split('[._]', os.path.basename(path).replace('load_test', 'load_save_test'))
    return [word for word in words[:-1] if word != 'test']


class Step:
    """A program that must notice: how all of it is compiled, its own files, how it is run."""

    def __init__(self, name, how, files, run='./program'):
        self.name, self.how, self.files, self.run = name, how, files, run
        self.about = words_of(files.split()[-1])
        self.seconds = 0.0

    def attempt(self, folder, made):
        """The result of the program in a copy of the tree."""
        made_by(self.how, folder, made)
        return sh('%s -Iinclude -Itests/unit %s %s/lib.a -lcmocka -o program || exit %d; '
                  'exec timeout -s KILL %d %s' % (self.how, self.files, made[self.how],
                                                  NO_PROGRAM, 3 + int(8 * self.seconds),
                                                  self.run), folder)


TCC = 'tcc -std=c99 -w'
GCC = os.environ.get('CC', 'gcc') + ' -std=c99 -w -O1'
SOURCES = [name[:-2] + '.c' for name in subprocess.run(
    ['make', '-s', 'print-objects'], text=True, capture_output=True, check=True).stdout.split()]


def made_by(how, folder, made):
    """The library of a copy of the tree, as numbers. made: the folders of those it has."""
    if how not in made:
        made[how] = 'lib-%d' % len(made)
        sh('mkdir -p {0} && cd {0} && rm -f *.[ao]; {1} -I../include -c {2} && {3} rcs lib.a *.o'
           .format(made[how], how, ' '.join('../' + s for s in SOURCES),
                   'tcc -ar' if how.startswith(TCC) else 'ar'), folder)
    return [zlib.crc32(open(name, 'rb').read())
            for name in sorted(glob.glob('%s/%s/*.o' % (folder, made[how])))]


def steps():
    """True for those that try all files. tcc compiles the library in a tenth of a second; gcc,
    which optimises and has sanitizers, in ten."""
    tests = sorted(glob.glob('tests/unit/*_test.c') + glob.glob('tests/unit/c*/*_test.c'))
    # It asks for the names of calls, which tcc does not tell.
    tests.remove('tests/unit/bug_test.c')
    for level, way in ((1, ''), (0, ''), (2, ''), (1, ' -D__OPTIMIZE__')):
        told = 'at level %d%s' % (level, ', steps inline' if way else '')
        how = '%s -DLISH_CHECK=%d%s' % (TCC, level, way)
        if not way:
            yield False, Step('bug_test ' + told, '%s -DLISH_CHECK=%d' % (GCC, level),
                              'tests/unit/bug_test.c')
        for test in tests:
            yield True, Step('%s %s' % (os.path.basename(test), told), how, test)
        for program in sorted(glob.glob('tests/refuse/misuse/*.c')) if level else []:
            face = os.path.basename(program)[:-2]
            cases = '%s/%s.cases' % (os.path.abspath(WORK), face)
            sh('awk -v what=cases -f tests/refuse/misuse/misuse.awk %s.list >%s' %
               (program[:-2], cases), '.')
            yield True, Step('misuse of %s %s' % (face, told), how,
                             '-D_GNU_SOURCE \'-DLIST="%s"\' \'-DCASES="%s"\' %s' %
                             (face, cases, program))
    with open('tests/deep/states/worlds') as worlds:
        for line in worlds:
            if line.startswith('quick'):
                world = line.split()[1:]
                yield True, Step('states of ' + ' '.join(world), TCC,
                                 '%s tests/deep/states/%s.c' % (' '.join(world[1:]), world[0]))
    yield True, Step('histories', TCC, ' '.join(sorted(glob.glob('tests/trace/*.c'))),
                     './program tests/trace/data/*.txt')
    for test in tests:
        name = os.path.basename(test)
        # In code for size, the sort of a list refuses the changes of a comparison one by one.
        if name != 'sort_test.c':
            yield False, Step(name + ' at -Os', GCC.replace('-O1', '-Os'), test)
        yield False, Step(name + ' under sanitizers', GCC + ' -fsanitize=address,undefined '
                          '-fno-sanitize-recover=all', test)


class Suite:
    """All steps, and how long they take in folders that are as they were."""

    def __init__(self, jobs):
        self.free = [(copy_of_tree('base-%d' % i), {}) for i in range(jobs)]
        self.every, self.own = [], []
        for every, step in steps():
            (self.every if every else self.own).append(step)
        self.lock = threading.Lock()
        folder, made = self.free[0]
        self.objects = {step.how: made_by(step.how, folder, made) for step in self.every}
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.measure, self.every))
        self.every.sort(key=lambda step: step.seconds)

    def measure(self, step):
        folder, made = self.free.pop()
        try:
            step.seconds = 60
            before = os.times()
            if step.attempt(folder, made):
                raise Failed('%s fails without a mutant' % step.name)
            step.seconds = os.times().elapsed - before.elapsed
        finally:
            self.free.append((folder, made))


def copy_of_tree(name):
    for tree in ('include', 'lib', 'tests'):
        shutil.copytree(tree, '%s/%s/%s' % (WORK, name, tree))
    return '%s/%s' % (WORK, name)


def attempt(suite, mutant, folder):
    """Who noticed: a name; None: nobody; '' if it does not compile."""
    path, number, kind, text = mutant
    target = os.path.join(folder, path)
    lines = open(path).read().split('\n')
    lines[number - 1] = text
    with open(target, 'w') as out:
        out.write('\n'.join(lines))
    stem = words_of(path)[0]
    made = {}
    try:
        if path.startswith('lib/') and all(
                made_by(how, folder, made) == same for how, same in suite.objects.items()):
            return SAME
        for step in sorted(suite.every, key=lambda step: stem not in step.about) + \
                [step for step in suite.own if step.about[-1] == stem]:
            if step.seconds > 1 and stem not in step.about:
                continue
            with suite.lock:
                if not step.seconds:
                    suite.measure(step)
            result = step.attempt(folder, made)
            if result:
                return '' if result == NO_PROGRAM else step.name
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
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--seed', type=int, default=65)
    parser.add_argument('--only', default='')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--least', type=float, default=95)
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
                                            'caller.c', 'reload.c', 'report.c', 'unwind.c')]
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
    count = min(options.count, len(mutants))
    if not count:
        print('no mutants')
        return 1
    # By what they are, so a change of the code leaves the rest of the sample as it was.
    drawn = set(sorted(mutants, key=lambda m: zlib.crc32(
        ('%d %s %s' % (options.seed, m[0], m[3].strip())).encode()))[:count])
    sample = [mutant for mutant in mutants if mutant in drawn]
    print('%d of %d mutants, seed %d' % (count, len(mutants), options.seed),
          flush=True)

    shutil.rmtree(WORK, ignore_errors=True)
    suite = Suite(options.jobs)
    print('%d programs: %d s' % (len(suite.every), sum(step.seconds for step in suite.every)),
          flush=True)
    free = [copy_of_tree(str(i)) for i in range(options.jobs)]

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
    rows = collections.defaultdict(collections.Counter)
    for line in tried:
        who, path = re.match(r'(.*?): ([\w/.-]+):\d+: ', line).groups()
        for row in (path, 'all'):
            rows[row][who if who in (SAME, 'survived') else 'noticed'] += 1
    print('%-36s %8s %6s %9s' % ('file', 'noticed', SAME, 'survived'))
    for path in sorted(rows, key=lambda path: (path == 'all', path)):
        print('%-36s %8d %6d %9d' % (path, rows[path]['noticed'], rows[path][SAME],
                                     rows[path]['survived']))
    noticed = rows['all']['noticed']
    real = noticed + rows['all']['survived']
    print('%.1f %% of %d that make a difference are noticed' %
          (100.0 * noticed / max(1, real), real))
    return real > 0 and 100 * noticed >= least * real


if __name__ == '__main__':
    sys.exit(main())
