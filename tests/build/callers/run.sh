# SPDX-License-Identifier: MIT
#
# A report leads to the user's line: misuse of each public function, between other calls, in both
# branches of an if, and as the last call of a function; optimised or not, with the static and
# the shared library, with LTO, in one file and with LISH_TRAP. Of the lines that the report's own
# commands print, the first one in a function of the user is that line. Where gcc merged equal
# calls, either line will do. Where it made a jump, the line that called that function will do.
#
# How a build keeps the call is the same for all containers, so walklist is built in each way by each
# compiler. The others are built with -O2, and once in one file, trapping or with LTO, by the
# compilers in turn; FULL=1: in each way.
#
# The calls are those of tests/refuse/misuse/. CONTAINERS='ilist dense': only those.
. scripts/script-check.sh

here=tests/build/callers
ulimit -c 0
command -v addr2line >/dev/null 2>&1 || {
	echo 'skip: no addr2line: the lines of reports are not tested'
	echo '1 passed, 0 failed'
	exit
}
containers=${CONTAINERS-$(ls tests/refuse/misuse/*.list | sed 's|.*/||; s|\.list$||')}

# What follows is asked of each program that makes calls.
# reports NAME: one of each call of the program $WORK/NAME. The addresses of its commands are in
# $WORK/NAME.reports, "N FILE ADDRESS" each
reports() {
	"$WORK/$1" >"$WORK/$1.calls" || return
	"$WORK/$1" reports 2>&1 | awk -v errors="$WORK/errors" '
		/^call / { n = $2; name = $3; how = $4; first = 1; next }
		first {
			first = 0
			if (index($0, "linux-ish: " name "(") != 1)
				print name ", " how ": " $0 >errors
		}
		/^linux-ish: addr2line / && !/libc\.so/ {
			for (i = 1; $i != "-e"; i++)
				;
			for (k = i + 2; k <= NF && $k != "#"; k++)
				print n, $(i + 1), $k
		}' >"$WORK/$1.reports"
	[ ! -e "$WORK/errors" ] && return
	cat "$WORK/errors"
	rm "$WORK/errors"
	return 1
}

# lines NAME: those that the commands print, "N LINE" each
lines() {
	cut -d' ' -f2 "$WORK/$1.reports" | sort -u >"$WORK/files"
	while read -r file; do
		awk -v file="$file" '$2 == file { print $3 }' "$WORK/$1.reports" |
			$resolve -a -Cipf -e "$file" |
			awk -v reports="$WORK/$1.reports" -v file="$file" '
				BEGIN { while ((getline line <reports) > 0) {
					split(line, part, " ")
					if (part[2] == file) {
						of[++n] = part[1]
						at[n] = ++place
					} else
						place++
				} }
				/^0x/ { k++ }
				{ sub(/^0x[0-9a-f]*: /, ""); print of[k], at[k], $0 }'
	done <"$WORK/files" | sort -s -n -k2,2 | cut -d' ' -f1,3-
}

# led NAME MAY: each report leads to its line. MAY: jump, the compiler may make a jump of a last
# call; merge, it may also merge equal calls of branches. The functions of the user are those that
# cases.awk makes.
led() {
	reports "$1" || return
	lines "$1" >"$WORK/$1.lines"
	awk -v may="$2" -v source="$source" '
		FILENAME == ARGV[1] { name[FNR - 1] = $1 ", " $3; own[FNR - 1] = $4
			also[FNR - 1] = may == "merge" || may == "jump" && $3 == "last" ? $5 : 0
			n = FNR; next }
		!users[$1] {
			text[$1] = text[$1] "\n\t" $0
			users[$1] = / (straight|branches|at_end|if|else|last)_[0-9]+ /
			if (!users[$1])
				next
			if (index($0, source ":" own[$1]) && $0 ~ (":" own[$1] "( |$)") ||
			    also[$1] && index($0, source ":" also[$1]) &&
			    $0 ~ (":" also[$1] "( |$)"))
				found[$1] = 1
		}
		END {
			for (i = 0; i < n; i++)
				if (!found[i]) {
					print name[i] ", line " own[i] text[i]
					bad = 1
				}
			exit bad || !n
		}' "$WORK/$1.calls" "$WORK/$1.lines"
}

# first NAME: the caller of each report, which its first command names, lies in the user's code, or
# in inline code of a header there
first() {
	awk '!seen[$1]++ && / at ([^ ]*\/)?lib\/[^ ]*:/ { print; bad = 1 } END { exit bad || !NR }' \
		"$WORK/$1.lines"
}

# built WHAT MAY COMMAND...: a program, and each of its reports leads to its line
built() {
	subject=$1
	may=$2
	shift 2
	if "$@" -o "$WORK/program" >"$WORK/output" 2>&1; then
		expect "$subject" led program "$may"
		case $may$subject in
		merge* | jump* | *TRAP* | *"in one file"*) ;;
		*) expect "$subject: the first command is the user's" first program ;;
		esac
	else
		flunk "$subject does not compile" "$WORK/output"
	fi
}

# The library anew, $1 its name, with the compiler and flags behind it. Of $sources alone.
sources=$SOURCES
library() {
	name=$1
	shift
	rm -rf "$WORK/$name" "$WORK/lib$name.a"
	mkdir "$WORK/$name"
	for file in $sources; do
		"$@" -Iinclude -c "$file" -o "$WORK/$name/$(echo "$file" | tr / _).o" || return
	done
	ar=ar
	case $1 in *clang*) ar=llvm-ar ;; *gcc*) ar=gcc-ar ;; esac
	$ar rcs "$WORK/lib$name.a" "$WORK/$name"/*.o
}

# each_public CONTAINER: its functions and macros of functions
each_public() {
	awk -f scripts/declarations.awk "include/linux-ish/$1.h" |
		awk -F '\t' '($2 == "function" || $2 == "macro") && $7 != "" && $1 ~ /^[a-z]/ {
			print $1 }' | sort -u
}

env -u CONTAINERS make -s single-header "BUILD=$WORK/build" || flunk 'make single-header'
for header in include/linux-ish/*.h include/linux-ish/compat/*.h; do
	mkdir -p "$WORK/one/linux-ish/compat"
	echo '#include <linux-ish.h>' >"$WORK/one/${header#include/}"
done

# What walklist calls
walklist=$(echo $SOURCES | tr ' ' '\n' |
	grep -E '/(bug|reason|caller|unwind|report|reload|mem|sort|walklist)\.c|/core/[^p]')

# takes WAY: the container is built in that one of three, 0 to 2
takes() {
	[ -n "$each" ] || [ $container = sure ] || [ $((begin % 3)) = "$1" ]
}

compilers=$(echo $COMPILERS | wc -w)
begin=0
for container in sure $containers; do
	begin=$((begin + 1))
	turn=$begin
	list=tests/refuse/misuse/$container.list
	[ $container != sure ] || list=$here/sure.list
	source=$container-calls.c
	awk -v world="${list%.list}.c" -f $here/cases.awk "$list" >"$WORK/$source"
	{
		echo '#define LINUX_ISH_IMPLEMENTATION'
		echo '#include <linux-ish.h>'
		echo '#undef LINUX_ISH_IMPLEMENTATION'
		echo "#include \"$source\""
	} >"$WORK/$container-one.c"
	if [ $container != sure ]; then
		sed -n 's/^\t{ "\([a-z0-9_]*\)", "straight".*/\1/p' "$WORK/$source" |
			sort -u >"$WORK/made"
		each_public $container | comm -23 - "$WORK/made" >"$WORK/missing"
		sed -n "s/^X_/${container}_/p; /^${container}_/p" $here/never | sort -u >"$WORK/never"
		expect "each public function of $container has a case, or is in $here/never" \
			sh -c "! comm -23 '$WORK/missing' '$WORK/never' | grep ."
	fi
	for cc in $COMPILERS; do
		resolve=addr2line
		debug=-g
		does=merge
		# GNU addr2line knows clang's inlined functions from DWARF 4 only.
		case $($cc --version) in
		*clang*)
			does=''
			debug=-gdwarf-4
			;;
		esac
		set -- "$cc" -std=gnu11 -O2 $debug -I. -Iinclude "$WORK/$source"
		turn=$(((turn + 1) % compilers))
		each=${FULL-}
		[ $container != walklist ] || each=1
		if [ -z "$each" ]; then
			built "$container, $cc -O2" "$does" "$@" "$LIBRARY"
			[ $turn = 0 ] || continue
		fi
		for level in ${each:+-O0 -Og -O1 -O2 -Os}; do
			own=own$level-$(basename "$cc")
			[ -n "${FULL-}" ] || sources=$walklist
			[ -e "$WORK/lib$own.a" ] || library "$own" "$cc" -std=gnu99 $level $debug \
				>"$WORK/output" 2>&1 ||
				flunk "the library with $level ($cc)" "$WORK/output"
			sources=$SOURCES
			built "$container, the library with $cc $level" '' "$cc" -std=gnu11 -O0 $debug \
				-I. -Iinclude "$WORK/$source" "$WORK/lib$own.a"
		done
		levels=-O2
		case $container$each in sure* | *1) levels='-O0 -O1 -O2 -O3 -Os' ;; esac
		for level in $levels; do
			merges=$does
			case $level in -O[01]) merges='' ;; esac
			set -- "$cc" -std=gnu11 $level $debug -I. "$WORK/$source"
			[ "$levels" = -O2 ] ||
				built "$container, $cc $level" "$merges" "$@" -Iinclude "$LIBRARY"
			case $container$level in
			*-O2 | sure-O0)
				# clang makes a jump of the end of a function that it inlined.
				jumps=${merges:-jump}
				[ $level != -O0 ] || jumps=''
				! takes 0 || built "$container in one file, $cc $level" "$jumps" "$cc" -std=gnu11 \
					$level $debug -I. "-I$WORK/one" "-I$WORK/build" \
					"$WORK/$container-one.c"
				;;
			esac
		done
		set -- "$cc" -std=gnu11 -O2 $debug -I. -Iinclude "$WORK/$source"
		[ -z "$each" ] || [ -z "$does" ] || built "$container, $cc -O2, with the flags that reports.rst names" \
			'' "$@" -fno-optimize-sibling-calls -fno-crossjumping -fno-tree-tail-merge \
			"$LIBRARY"
		[ -z "$each" ] || built "$container, $cc, the shared library" "$does" "$@" \
			"-Wl,-rpath,$(cd "$(dirname "$LIBRARY")" && pwd)" \
			"$(dirname "$LIBRARY")/liblinux-ish.so"
		# The library traps in the function that refuses, one frame or two below the call.
		case $(takes 1 && $cc -dumpmachine) in
		'') ;;
		x86_64*linux*)
			trap=trap-$(basename "$cc")
			[ -e "$WORK/lib$trap.a" ] || library "$trap" "$cc" -std=gnu99 -O2 $debug \
				-DLISH_TRAP >"$WORK/output" 2>&1 ||
				flunk "the library with LISH_TRAP ($cc)" "$WORK/output"
			# At -Os ilist asks less.
			for level in ${each:+-O0} -O2; do
				merges=$does
				[ $level != -O0 ] || merges=''
				built "$container, LISH_TRAP ($cc $level)" "$merges" "$cc" \
					-std=gnu11 $level $debug -DLISH_TRAP -I. -Iinclude \
					"$WORK/$source" "$WORK/lib$trap.a"
			done
			;;
		*) echo "skip: $cc is not for x86-64 Linux: traps are not looked at" ;;
		esac
		takes 2 || continue
		set -- "$cc" -std=gnu11 $debug -flto -I. -Iinclude
		# clang's bitcode is for lld.
		[ "$does" ] || set -- "$@" -fuse-ld=lld
		echo 'int main(void) { return 0; }' >"$WORK/none.c"
		"$@" "$WORK/none.c" -o "$WORK/none" >/dev/null 2>&1 || {
			echo "skip: $cc makes no programs with -flto"
			continue
		}
		lto=$WORK/liblto-$(basename "$cc").a
		[ -e "$lto" ] || library "lto-$(basename "$cc")" "$cc" -std=gnu99 -O2 $debug \
			-flto >"$WORK/output" 2>&1 ||
			flunk "the library with -flto ($cc)" "$WORK/output"
		levels=-O2
		case $container$each in sure* | *1) levels='-O2 -O3 -Os' ;; esac
		for level in $levels; do
			built "$container, $cc $level -flto" "${does:-jump}" "$@" $level "$WORK/$source" "$lto"
		done
	done
done

# One mistake, in line 8, in builds whose first command was another one's.
cat >"$WORK/one-mistake.c" <<'END'
#include <linux-ish/walklist.h>
static WALKLIST_DEFINE(list);
static struct walklist_node node;
volatile int calls;
int main(void)
{
	calls++;
	walklist_del(&list, &node);
	return calls;
}
END
# mistake NAME: the first command of the program's report leads to that line, of its own file
mistake() {
	"$WORK/$1" >"$WORK/said" 2>&1
	sed -n '/^linux-ish: addr2line /{s/^linux-ish: //;s/ 0x/&/;s/ #.*//;p;q;}' "$WORK/said" \
		>"$WORK/command"
	cat "$WORK/said"
	grep -q "/$1 0x" "$WORK/command" && sh "$WORK/command" | head -1 | grep -q 'one-mistake.c:8'
}
sources=$walklist
cc=${COMPILERS%% *}
set -- "$cc" -std=gnu99 -g -O1 -gdwarf-4 -Iinclude "$WORK/one-mistake.c"
shared=$(cd "$(dirname "$LIBRARY")" && pwd)
"$@" -o "$WORK/preloaded" "-Wl,-rpath,$shared" "$shared/liblinux-ish.so" 2>"$WORK/output" &&
	export LD_PRELOAD="$shared/liblinux-ish-check2.so"
expect 'the first command leads to the line with the library that is preloaded' mistake preloaded
unset LD_PRELOAD
if library weight-1 "$cc" -std=gnu99 -O2 -g -DLISH_REPORT=1 >"$WORK/output" 2>&1 &&
	"$@" -o "$WORK/brief" "$WORK/libweight-1.a" 2>>"$WORK/output"; then
	expect 'the command of a brief report leads to the line' mistake brief
	expect 'a brief report has the number of the reason' \
		grep -q '^linux-ish: misuse(container 0x.*: reason 3 of enum lish_reason' "$WORK/said"
	expect 'and one command' [ "$(grep -c addr2line "$WORK/said")" = 1 ]
else
	flunk 'the library with brief reports' "$WORK/output"
fi
if command -v musl-gcc >/dev/null 2>&1; then
	if library of-musl musl-gcc -std=gnu99 -O2 -g >"$WORK/output" 2>&1 &&
		musl-gcc -static -std=gnu99 -g -O1 -gdwarf-4 -Iinclude "$WORK/one-mistake.c" \
			-o "$WORK/static" "$WORK/libof-musl.a" 2>>"$WORK/output"; then
		expect 'the first command leads to the line in a static program of musl' mistake static
	else
		flunk 'a static program of musl' "$WORK/output"
	fi
else
	echo 'skip: no musl-gcc: no static program is looked at'
fi
finish
