# SPDX-License-Identifier: MIT
#
# What compilers say of the mistakes of mistakes.list: the first error or warning is in the
# line of the user's file and says what is wrong, and what follows is short. The flags are
# those of Documentation/debug.rst. Also: an older standard is one error, with a cure.
. scripts/script-check.sh

here=tests/refuse/messages
grep -v '^#' $here/mistakes.list >"$WORK/list"

# said COMMAND...: of the mistake in line 5, in at most $lines lines, the first says $says
said() {
	"$@" -Wall -Wextra -Wshadow -I$here -c "$WORK/mistake.c" -o "$WORK/mistake.o" \
		>"$WORK/said" 2>&1
	cat "$WORK/said"
	grep -E ': (fatal error|error|warning): ' "$WORK/said" | head -n 1 >"$WORK/first"
	grep -q '/mistake\.c:5:' "$WORK/first" && grep -Eq "$says" "$WORK/first" &&
		[ "$(wc -l <"$WORK/said")" -le "$lines" ]
}

mistake_is() {
	printf '#include "user.h"\nvoid f(struct ball *p, struct ball **q);\n%s\n{ (void)p, (void)q;\n%s\n}\n' \
		'void f(struct ball *p, struct ball **q)' "$1" >"$WORK/mistake.c"
}

for cc in $COMPILERS; do
	version=$($cc -dumpversion)
	case $($cc --version) in
	*clang*)
		clang=1
		short=-fmacro-backtrace-limit=1
		;;
	*)
		clang=''
		short=-ftrack-macro-expansion=0
		;;
	esac
	cxx=$(cxx_of "$cc")
	while read -r language gcc_lines clang_lines mistake; do
		says=${mistake##*// }
		mistake_is "${mistake% // *}"
		lines=${clang:+$clang_lines}
		lines=${lines:-$gcc_lines}
		# Lines were counted with these.
		[ "${version%%.*}" -ge 10 ] && [ "${version%%.*}" -le 14 ] || lines=1000
		[ $language = c++ ] ||
			expect "$cc: in $lines lines: $mistake" \
				said "$cc" -std=gnu11 $short -Iinclude
		[ $language = c ] || [ -z "$cxx" ] ||
			expect "$cxx: in $lines lines: $mistake" \
				said "$cxx" -x c++ -std=c++11 $short -Iinclude
	done <"$WORK/list"
	for standard in c89 gnu89 c++98; do
		language=c
		[ $standard != c++98 ] || language=c++
		[ $language = c ] || [ -n "$cxx" ] || continue
		for header in $(grep -l '^#include' include/linux-ish/*.h); do
			echo "#include \"$header\"" >"$WORK/old.c"
			"$cc" -x $language -std=$standard -I. -fsyntax-only "$WORK/old.c" \
				>"$WORK/said" 2>&1
			grep -m 1 'error: ' "$WORK/said" >"$WORK/first"
			expect "$cc -std=$standard $header: a cure" \
				grep -q 'linux-ish needs C.*: compile with -std=gnu' "$WORK/first"
			expect "$cc -std=$standard $header: at once" \
				[ "$(wc -l <"$WORK/said")" -le 15 ]
		done
	done
done
finish
