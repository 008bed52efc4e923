# SPDX-License-Identifier: MIT
#
# A report leads to the user's line: calls.h is misuse, each the last statement of a
# void function; branches.h is misuse in branches of one function. By what the report says, addr2line must name that function, and from
# -O1 on its line; in a program at a fixed address or at any, and in a shared object.
. scripts/script-check.sh

# What must come out of "addr2line -a -i -f -p", read with what the program printed:
# in what was inlined, the user's function, and where lines are asked for, its line.
cat >"$WORK/judge.awk" <<'END'
FILENAME == ARGV[1] {
	if (NF < 6)
		odd = odd "\n" $0
	name[FNR] = $1
	line[FNR] = $2
	n = FNR
	next
}
/^0x/ { at++ }
{
	text[at] = text[at] "\n  " $0
	if ((" " $0) ~ (" " name[at] " at "))
		found[at] = 1
	if ($0 ~ ("/(calls.h|callers.c|branches.h):" line[at] "( |$)"))
		lined[at] = 1
}
END {
	if (odd) {
		print "odd reports:" odd
		bad = 1
	}
	if (at != n || !n) {
		print n + 0 " reports, " at + 0 " addresses"
		bad = 1
	}
	for (i = 1; i <= n; i++) {
		if (!found[i] || (lines && !lined[i])) {
			print name[i] ":" line[i] (found[i] ? " (line)" : "") text[i]
			bad = 1
		}
	}
	exit bad
}
END

# led OBJECT LINES: the reports in $WORK/reports lead into OBJECT
led() {
	if awk -v object="$1" '$3 !~ (object "$") { exit 1 }' "$WORK/reports"
	then
		cut -d' ' -f4 "$WORK/reports" |
			$resolve -a -i -f -p -e "$WORK/$1" >"$WORK/places" &&
			awk -v lines="$2" -f "$WORK/judge.awk" \
				"$WORK/reports" "$WORK/places"
	else
		cat "$WORK/reports"
		return 1
	fi
}

# try WHAT OBJECT COMMAND...: build it, run it, look where its reports lead
try() {
	subject=$1
	object=$2
	shift 2
	if "$@" >"$WORK/output" 2>&1 && "$WORK/callers" >"$WORK/reports"; then
		expect "$subject" led "$object" $lines
	else
		flunk "$subject: no reports" "$WORK/output"
	fi
}

# shared COMMAND...: the calls are in a shared object, the library in the program
shared() {
	"$@" -fPIC -shared $here/callers.c -o "$WORK/callers.so" &&
		"$@" -rdynamic $here/main.c "$WORK/callers.so" \
			-Wl,--whole-archive "$with" -Wl,--no-whole-archive \
			-o "$WORK/callers"
}

command -v addr2line >/dev/null 2>&1 || {
	echo 'skip: no addr2line: the lines of reports are not tested'
	echo '1 passed, 0 failed'
	exit
}
make -s single-header "BUILD=$WORK/build" || flunk 'make single-header'
echo '#define LINUX_ISH_IMPLEMENTATION
#include <linux-ish.h>' >"$WORK/whole.c"
echo '#define LINUX_ISH_IMPLEMENTATION
#include <linux-ish.h>
#undef LINUX_ISH_IMPLEMENTATION
#include "tests/build/callers/callers.c"' >"$WORK/one.c"
# Each header of ours is that one.
mkdir -p "$WORK/one/linux-ish/compat"
for header in include/linux-ish/*.h include/linux-ish/compat/*.h; do
	echo '#include "linux-ish.h"' >"$WORK/one/${header#include/}"
done
here=tests/build/callers
expect 'ground/here.h is as "make abi" makes it' \
	sh -c 'scripts/here.sh | diff include/linux-ish/ground/here.h -'

# located COMMAND...: with LISH_REPORT_LOCATION, each report says its file and line
located() {
	"$@" -DLISH_REPORT_LOCATION -o "$WORK/callers" &&
		"$WORK/callers" >"$WORK/reports" &&
		awk 'NF != 6 || $5 !~ /(calls|branches)\.h$/ || $6 != $2 { print; bad = 1 }
			END { exit bad || !NR }' "$WORK/reports"
}

# trap_library COMMAND...: its objects, in $WORK/trap
trap_library() {
	mkdir -p "$WORK/trap"
	for file in $SOURCES; do
		"$@" -c "$file" -o "$WORK/trap/$(echo "$file" | tr / _).o" ||
			return 1
	done
}

# trapped COMMAND...: with LISH_TRAP, most calls trap in the user's function, in their
# line, and each at an address of its own; the others in a function of the library
trapped() {
	"$@" -o "$WORK/callers" && "$WORK/callers" >"$WORK/reports" &&
		cut -d' ' -f4 "$WORK/reports" |
			addr2line -a -i -f -p -e "$WORK/callers" >"$WORK/places" &&
		awk 'FILENAME == ARGV[1] { line[++n] = $2; offset[n] = $4; next }
			/^0x/ { at++ }
			$0 ~ ("/(calls|branches).h:" line[at] "( |$)") { user[at] = 1 }
			/[ /]lib\// { library[at] = 1 }
			END {
				for (i = 1; i <= n; i++) {
					users += user[i]
					if (!user[i] == !library[i] ||
					    (user[i] && taken[offset[i]]++)) {
						print "trap " i ", line " line[i]
						bad = 1
					}
				}
				if (bad || at != n || users < 115) {
					print n + 0 " traps, " users + 0 " in calls"
					exit 1
				}
			}' "$WORK/reports" "$WORK/places"
}

# apart COMMAND...: on a Cortex-M each call of branches.h has a udf in each function,
# except those that trap in the library
apart() {
	"$@" -mcpu=cortex-m3 -mthumb -std=gnu99 -g -ffreestanding -DLISH_TRAP \
		-Iinclude -c $here/branches.c -o "$WORK/branches.o" || return 1
	arm-none-eabi-objdump -d "$WORK/branches.o" |
		sed -n 's/^ *\([0-9a-f]*\):.*[[:space:]]udf[[:space:]].*/0x\1/p' |
		arm-none-eabi-addr2line -i -f -p -e "$WORK/branches.o" |
		sed -n 's/.*by) \([a-z_0-9]*\) at .*branches\.h:\([0-9]*\).*/\1 \2/p' |
		sort -u >"$WORK/apart"
	awk '
		FILENAME == ARGV[1] { traps[$1, $2] = 1; next }
		/^FIRST/ { pair = $1; gsub(/[^0-9]/, "", pair) }
		/^(FIRST|SECOND)/ && !/heap|walklist_for_each/ {
			calls++
			n = split("pair_" pair " ladder choice row", function_, " ")
			for (i = 1; i <= n; i++)
				if (!((function_[i], FNR) in traps)) {
					print function_[i] ": no trap in line " FNR
					bad = 1
				}
		}
		END { exit bad || calls < 20 }' "$WORK/apart" $here/branches.h
}

for cc in $COMPILERS; do
	"$cc" -std=c99 -O2 "-I$WORK/build" -fPIC -c "$WORK/whole.c" \
		-o "$WORK/whole.o" || flunk "the single header ($cc)"
	resolve=addr2line
	debug=-g
	# GNU addr2line knows clang's inlined functions from DWARF 4 only.
	case $cc in
	*clang*) debug=-gdwarf-4 ;;
	esac
	for kind in "-Iinclude $LIBRARY" "-I$WORK/one -I$WORK/build $WORK/whole.o"; do
		for level in -O0 -O2 '-Os -DLISH_OUTLINE'; do
			case $kind,$level in
			*whole.o,*OUTLINE) continue ;;
			esac
			expect "LISH_REPORT_LOCATION ($cc $level ${kind%% *})" \
				located "$cc" -std=gnu99 $level $here/callers.c \
				$here/main.c $kind
		done
		expect "LISH_REPORT_LOCATION in calls of calls ($cc ${kind%% *})" \
			sh -c '"$@" && "$0"' "$WORK/nested" "$cc" -std=c99 -O1 \
			$WARNINGS -Werror $here/nested.c $kind \
			-o "$WORK/nested"
	done
	case $($cc -dumpmachine) in
	x86_64*)
		expect "the library with LISH_TRAP ($cc)" trap_library "$cc" \
			-std=gnu99 -O2 $debug -DLISH_TRAP -Iinclude
		for level in -O0 -O1 -O2 -O3 -Os; do
			expect "LISH_TRAP ($cc $level)" trapped "$cc" -std=gnu99 \
				$level $debug -DLISH_TRAP -Iinclude $here/callers.c \
				$here/main.c "$WORK/trap/"*.o
		done
		;;
	*) echo "skip: $cc is not for x86-64: places of traps are not looked at" ;;
	esac
	for level in -O0 -O1 -O2 -O3 -Os; do
		lines=1
		# What differs with one header differs most in one file, below.
		kinds='library header'
		case $level in
		-O[013]) kinds=library ;;
		esac
		for kind in $kinds; do
			case $kind in
			library) include=-Iinclude; with=$LIBRARY ;;
			header) include=-I$WORK/one; with=$WORK/whole.o ;;
			esac
			set -- "$cc" -std=gnu99 $level $debug $include "-I$WORK/build"
			try "$cc $level, $kind, position-independent" callers \
				"$@" -fPIE -pie $here/callers.c $here/main.c \
				"$with" -o "$WORK/callers"
			# Where a program lies has nothing to do with the level.
			[ $level = -O2 ] || continue
			try "$cc $level, $kind, at a fixed address" callers \
				"$@" -fno-pie -no-pie $here/callers.c \
				$here/main.c "$with" -o "$WORK/callers"
			try "$cc $level, $kind, a shared object" callers.so \
				shared "$@"
		done
		# The library in the user's file: no function of it may be inlined.
		try "$cc $level, header, one file" callers \
			"$cc" -std=gnu99 $level $debug "-I$WORK/one" "-I$WORK/build" \
			"-I$PWD" "$WORK/one.c" $here/main.c \
			-o "$WORK/callers"
	done
done
if command -v arm-none-eabi-gcc >/dev/null 2>&1; then
	for level in -O1 -O2 -O3 -Os; do
		expect "LISH_TRAP on Cortex-M3 (gcc $level)" \
			apart arm-none-eabi-gcc $level
	done
else
	echo 'skip: no arm-none-eabi-gcc: traps of Cortex-M are not looked at'
fi
finish
