#!/bin/sh
# SPDX-License-Identifier: MIT
#
# target.sh TARGET	- build for one target, run what was built, print one line
# target.sh --list	- all targets, one a line
# target.sh --packages	- the Debian packages that all of them need
#
# Four answers decide: each file compiles without a warning; each unit test
# passes; the recorded histories give the answers that were recorded; and two
# battles of samples/storm.c end with the hash that they end with everywhere.
# Nothing is believed for its exit status: what a program prints at its end must
# be there. The line is
#
#   target, unit tests passed, wrong answers, hash, seconds
#
# and what went wrong stands before it. Run from the top of the tree.
#   QUICK=1    the unit tests not optimised, with shorter random scripts; the first
#              battle alone
#   ONLY       unit tests; all if not given
#   WARNINGS   warning flags; those of the Makefile if not given
#   JOBS       compilers and programs at a time
#   OUT        folder for what is made; build/targets/TARGET if not given
set -u

targets='i386 powerpc m68k armhf aarch64 s390x mips mipsel riscv64 sparc64 x32
	musl tcc wasm mingw64 mingw32 msvc cortex-m3 cortex-m4 avr'

# $compile: compiler and flags. $link: flags when a program is linked. $runner:
# what runs a program. $exe: what ends its name. $extra: files of the target.
# $libonly, $testonly: flags for lib/ and the unit tests alone. $std: the standard. $batch: how many histories a
# program is told of at a time. $limit: seconds that it may run.
std=-std=c99
link=
runner=
exe=
extra=
libonly=
testonly=${QUICK:+-O0 -DTEST_SHORT}
batch=1000
modes=:
begin=:
optimise=-O2
programs='trace_replay storm'
worlds=histories_and_battles
limit=300

warnings() {
	MAKEFLAGS= make -s WERROR=1 print-warnings
}

# linux TRIPLE QEMU PACKAGE: programs for Linux on another machine
linux() {
	compile=$1-gcc
	runner=qemu-$2-static
	link=-static
	packages="gcc-$1 $3 qemu-user-static"
}

# windows PREFIX PACKAGE
windows() {
	compile=$1-w64-mingw32-gcc
	link='-static -lpthread'
	# A wine of 64 bits runs a program of 32 bits in silence, and returns 0.
	runner=/usr/lib/wine/wine64
	exe=.exe
	packages="gcc-mingw-w64-$2 wine64"
}

# bare MACHINE: a board of qemu, with newlib and semihosting for the tests
bare() {
	compile="arm-none-eabi-gcc -mcpu=$target -mthumb
		-DLISH_HOSTED=1 -D_POSIX_TIMERS=1 -D_POSIX_MONOTONIC_CLOCK=1"
	link='--specs=rdimon.specs -T tests/targets/cortex/link.ld'
	runner="qemu-system-arm -M $1 -nographic -monitor none -serial none"
	exe=.elf
	# The tests have a libc, the library has none.
	libonly='-ffreestanding -ULISH_HOSTED -DLISH_NULL_SPAN=4096u -DLISH_REPORT=2'
	# newlib keeps 255 bytes of a command line.
	batch=4
	extra=tests/targets/cortex/start.c
	packages='gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm'
}

describe() {
	case $1 in
	i386 | x32)
		case $1 in i386) compile='gcc -m32' ;; x32) compile='gcc -mx32' ;; esac
		# Debian keeps what both share in a folder that -m32 does not
		# look into without gcc-multilib, which no cross compiler can
		# be installed with.
		compile="$compile -idirafter /usr/include/$(uname -m)-linux-gnu"
		# Which one it is, gcc says once it is here.
		packages=$(gcc -dumpversion 2>/dev/null |
			sed 's/.*/gcc-&-multilib/')
		;;
	powerpc) linux powerpc-linux-gnu ppc libc6-dev-powerpc-cross ;;
	m68k) linux m68k-linux-gnu m68k libc6-dev-m68k-cross ;;
	armhf) linux arm-linux-gnueabihf arm libc6-dev-armhf-cross ;;
	aarch64) linux aarch64-linux-gnu aarch64 libc6-dev-arm64-cross ;;
	s390x) linux s390x-linux-gnu s390x libc6-dev-s390x-cross ;;
	mips) linux mips-linux-gnu mips libc6-dev-mips-cross ;;
	mipsel) linux mipsel-linux-gnu mipsel libc6-dev-mipsel-cross ;;
	riscv64) linux riscv64-linux-gnu riscv64 libc6-dev-riscv64-cross ;;
	sparc64) linux sparc64-linux-gnu sparc64 libc6-dev-sparc64-cross ;;
	musl)
		compile=musl-gcc
		link=-static
		packages=musl-tools
		;;
	tcc)
		compile=tcc
		WARNINGS='-Wall -Werror'
		packages=tcc
		;;
	wasm)
		compile='clang --target=wasm32-wasi -mexception-handling
			-mllvm -wasm-enable-sjlj -Itests/targets/wasm'
		link='-Wl,-z,stack-size=1048576'
		runner='node --no-warnings --experimental-wasi-unstable-preview1
			tests/targets/wasm/run.mjs'
		exe=.wasm
		extra=tests/targets/wasm/setjmp.c
		# Empty as long as clang is not here: then it comes first.
		version=$(clang -dumpversion 2>/dev/null | sed 's/\..*//')
		packages="clang lld wasi-libc nodejs
			${version:+libclang-rt-$version-dev-wasm32}"
		;;
	mingw64) windows x86_64 x86-64 ;;
	mingw32) windows i686 i686 ;;
	msvc)
		# As cl sees the sources, but for cl itself: with its inline
		# functions, intrinsics and numbers, without GNU C.
		compile='clang --target=x86_64-pc-windows-msvc -U__clang__
			-fms-compatibility -fms-compatibility-version=19.30
			-isystem tests/targets/msvc'
		link='-fuse-ld=lld -nostdlib -Xlinker /entry:mainCRTStartup
			-Xlinker /subsystem:console
			-Xlinker /stack:8388608,8388608
			/usr/x86_64-w64-mingw32/lib/libmsvcrt.a
			/usr/x86_64-w64-mingw32/lib/libkernel32.a'
		runner=/usr/lib/wine/wine64
		exe=.exe
		extra=tests/targets/msvc/start.c
		# Macros of storm.c that are for others.
		WARNINGS="${WARNINGS-$(warnings)} -Wno-unused-macros"
		packages='clang lld gcc-mingw-w64-x86-64 wine64'
		modes=msvc_modes
		;;
	avr)
		# Its size_t is narrower than a count: -Wconversion names each
		# product of the two. The unit tests want more memory than any AVR
		# has: theirs is one with memory wherever a pointer can point to, but
		# for the 512 bytes of registers. The tests that are not here have
		# arrays beyond 64 KB.
		compile='avr-gcc -mmcu=atmega2560 -Os -ffunction-sections
			-DLISH_HOSTED=1 -DLISH_STRINGS -DLISH_NULL_SPAN=512u'
		link='-Wl,--gc-sections -Wl,--defsym=__stack=0x80ffff
			-Wl,--defsym=__DATA_REGION_LENGTH__=0xfe00'
		runner=${OUT-}/run
		begin=simulated_avr
		testonly=-DTEST_SHORT
		exe=.elf
		extra=tests/targets/avr/start.c
		optimise=
		WARNINGS="$(echo "${WARNINGS-$(warnings)}" |
			sed 's/-Wconversion//')"
		ONLY=${ONLY-bug_test mem_test world_test inbox_test ilist_test
			ipool_test densepool_test listpool_test walklist_test locklist_test
			core/loop_test core/pool_test core/ring_test
			core/walk_test core/walk_plain_test}
		programs=
		worlds=small_world
		packages='gcc-avr avr-libc binutils-avr simavr libsimavr-dev'
		;;
	cortex-m3) bare mps2-an385 ;;
	cortex-m4) bare mps2-an386 ;;
	*)
		echo "target.sh: no target $1: there are" $targets >&2
		exit 2
		;;
	esac
}

case ${1-} in
--list)
	printf '%s\n' $targets
	exit
	;;
--packages)
	for target in $targets; do
		describe "$target"
		printf '%s\n' $packages
	done | sort -u
	exit
	;;
esac

target=${1-}
OUT=${OUT:-build/targets/$target${QUICK:+-quick}}
describe "$target"
compile=$(echo $compile)
link=$(echo $link)
JOBS=${JOBS:-1}
: "${WARNINGS=$(warnings)}"
begun=$(date +%s)
rm -rf "$OUT/log"
mkdir -p "$OUT/log"

# skip WHY
skip() {
	printf '%-10s skip: %s\n' "$target" "$1"
	exit
}

# run PROGRAM ARGUMENT...
run() {
	program=$1
	shift
	[ -e "$OUT/$program$exe" ] || return
	program=$OUT/$program$exe
	case $runner in
	qemu-system-*)
		arguments="enable=on,target=native,arg=$program"
		for argument; do
			arguments=$arguments,arg=$argument
		done
		set -- -semihosting-config "$arguments" -kernel "$program"
		;;
	*) set -- "$program" "$@" ;;
	esac
	# Programs for Windows end lines as they do there; simavr colours what a
	# program says, and ends each line with a dot.
	timeout -k 2 "$limit" $runner "$@" </dev/null 2>&1 | tr -d '\r' |
		if [ "$exe" = .elf ]; then
			sed "s/$(printf '\033')\[[0-9]*m//g; s/\.\$//"
		else
			cat
		fi
}

# An AVR with more memory than there is one.
simulated_avr() {
	cc -O2 tests/targets/avr/run.c -lsimavr -lelf -o "$OUT/run" \
		>"$OUT/log/run" 2>&1
}

# What cannot be run is compiled all the same.
why=
$begin
command -v "${compile%% *}" >/dev/null || skip "no ${compile%% *}"
cat >"$OUT/try.c" <<-END
	#include <errno.h>
	#include <stdio.h>
	int main(void)
	{
		printf("it runs: %d\n", EINVAL);
		return 0;
	}
END
$compile $std -Iinclude "$OUT/try.c" $extra lib/mem.c $link -o "$OUT/try$exe" \
	>"$OUT/log/try" 2>&1 ||
	skip "$compile makes no program: $(head -n 1 "$OUT/log/try")"
if [ -n "$runner" ] && ! command -v "${runner%% *}" >/dev/null; then
	why="no ${runner%% *}"
elif ! run try | grep -q '^it runs: '; then
	why='its programs do not run here'
fi

library=$(sed -n 's/^lish-y [:+]= //p' Kbuild | sed 's/\.o/.c/g')

# blame WHAT FILE: what went wrong, and the end of what was printed
wrong=0
blame() {
	wrong=$((wrong + 1))
	echo "$target: $1"
	tail -n "${3-3}" "$2" | sed 's/^/    /'
}

MAKEFLAGS= make -s -k -j"$JOBS" -f tests/targets/Makefile OUT="$OUT" EXE="$exe" \
	COMPILE="$compile $std $optimise $WARNINGS -Iinclude" LIBS="$link" \
	TESTONLY="$testonly" ONLY="$(echo ${ONLY-})" \
	PROGRAMS="$programs" EXTRA="$extra" LIBONLY="$libonly" >"$OUT/log/build" 2>&1
status=$?
# Not every compiler takes -Werror.
if [ $status != 0 ] || grep -qi 'warning' "$OUT/log/build"; then
	grep -iE 'error|warning|undefined' "$OUT/log/build" >"$OUT/log/said"
	blame 'does not compile, or with warnings' "$OUT/log/said" 10
fi

# Code for consoles is C++ without exceptions and RTTI, or C of any age, for x86 or
# ARM.
msvc_modes() {
	for file in $library; do
		echo "#include \"$PWD/$file\""
	done >"$OUT/all.c"
	for mode in 'x86_64 c99' 'x86_64 c11' 'x86_64 c++14' 'x86_64 c++20' \
		'i686 c11' 'aarch64 c11' 'aarch64 c++20'; do
		case $mode in
		*c++*) language='-x c++ -fno-exceptions -fno-rtti' ;;
		*) language='-x c' ;;
		esac
		# cl takes SSE2 for granted; clang does not.
		[ "${mode% *}" != i686 ] || language="$language -msse2"
		for how in '' -DLISH_CHECK=2 -DLISH_TRAP; do
			$(echo "$compile" | sed "s/x86_64/${mode% *}/") -O2 \
				$(echo "$WARNINGS" | sed 's/-Wstrict-proto[a-z]*//') \
				-std="${mode#* }" $how -Iinclude $language \
				-fsyntax-only "$OUT/all.c" ||
				echo "as $mode $how"
		done
	done >"$OUT/log/modes" 2>&1
	[ ! -s "$OUT/log/modes" ] ||
		blame 'does not compile in each mode' "$OUT/log/modes" 10
}

passed=0
run_tests() {
	for name in ${ONLY:-$(cd tests/unit && echo *_test.c core/*_test.c)}; do
		name=${name%.c}
		log=$OUT/log/$(echo "$name" | tr / -)
		run "$name" >"$log"
		if grep -aq '^PASSED [1-9]' "$log"; then
			passed=$((passed + $(sed -n 's/^PASSED //p' "$log")))
		else
			blame "$name fails" "$log"
		fi
	done
}

# Each call ends with "N files, N answers, N wrong".
run_histories() {
	log=$OUT/log/histories
	set -- tests/trace/data/*.txt
	files=$#
	while [ $# -gt 0 ]; do
		some=
		while [ $# -gt 0 ] && [ "$(echo $some | wc -w)" -lt "$batch" ]; do
			some="$some $1"
			shift
		done
		run trace_replay $some
	done >"$log"
	[ "$(awk '/^[0-9]+ files, [0-9]+ answers, 0 wrong$/ { n += $1 }
		END { print n + 0 }' "$log")" = "$files" ] ||
		blame 'histories' "$log" 5
}

# battle HASH ARGUMENT...
battle() {
	expected=$1
	shift
	run storm "$@" >"$OUT/log/storm-$expected"
	hash=$(sed -n 's/^state after .* hash //p' "$OUT/log/storm-$expected")
	[ "$hash" = "$expected" ] ||
		blame "storm $*: hash ${hash:-none}, not $expected" \
			"$OUT/log/storm-$expected"
	hashes="${hashes-}${hashes:+ }${hash:-none}"
}

histories_and_battles() {
	run_histories
	battle a5caa301 --objects 3000 --frames 400
	[ -n "${QUICK-}" ] ||
		battle 08732b42 --objects 20000 --frames 200 --seed 7
}

# A machine too small for both: one program for it and for the one at hand. This one
# is as they are made, with 16 KB.
small_world() {
	compile=$(echo "$compile" | sed 's/atmega2560/atmega1284p/')
	link=-Wl,--gc-sections
	runner='simavr -m atmega1284p -f 20000000'
	sources="tests/targets/avr/small.c $(echo $library |
		sed 's,lib/report.c,,')"
	$compile $std $WARNINGS -Iinclude $sources $link -o "$OUT/small$exe" \
		>"$OUT/log/small" 2>&1 || blame 'small.c' "$OUT/log/small" 5
	cc -std=c99 -O2 $WARNINGS -Iinclude $sources -o "$OUT/small-here" \
		>"$OUT/log/small-here" 2>&1 ||
		blame 'small.c here' "$OUT/log/small-here" 5
	run small >"$OUT/log/small"
	expected=$("$OUT/small-here" | sed -n 's/^hash //p')
	hash=$(sed -n 's/.*hash \([0-9a-f]*\).*/\1/p' "$OUT/log/small")
	[ -n "$expected" ] && [ "$hash" = "$expected" ] ||
		blame "small.c: hash ${hash:-none}, not ${expected:-none}" \
			"$OUT/log/small"
	hashes="small ${hash:-none}"
}

$modes
if [ -n "$why" ]; then
	printf '%-10s %5s %6d  %-18s %5d  compiled only: %s\n' "$target" - \
		"$wrong" - $(($(date +%s) - begun)) "$why"
else
	run_tests
	$worlds
	printf '%-10s %5d %6d  %-18s %5d\n' "$target" "$passed" "$wrong" \
		"$hashes" $(($(date +%s) - begun))
fi
[ "$wrong" = 0 ]
