# SPDX-License-Identifier: MIT
#
# Each macro that a program may define, as the table in Documentation/reports.rst lists
# them: with each, every public function and macro compiles in C and in C++, and so do
# compat/, the C++ classes, and lib/.
. scripts/script-check.sh

sh tests/uses.sh --every >"$WORK/every.c"
# Nothing may be missing from it, or it proves nothing.
sh scripts/api-matrix.sh names | awk -F '\t' -v every="$WORK/every.c" '
	BEGIN {
		while ((getline line <every) > 0)
			while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
				used[substr(line, RSTART, RLENGTH)] = 1
				line = substr(line, RSTART + RLENGTH)
			}
	}
	$3 ~ /^(function|macro)$/ && $7 ~ /^[a-z]/ && $7 !~ /^lish_|^container_of$/ {
		names++
		if (!($7 in used))
			print $7
	}
	END {
		if (names < 250)
			print names + 0 " names"
	}' >"$WORK/missing"
expect 'each public name is used' sh -c '! grep . "$0"' "$WORK/missing"

for source in $SOURCES; do
	echo "#include \"$source\""
done >"$WORK/lib.c"
echo '#define LISH_NO_HINTS' >"$WORK/config.h"

# flags SWITCH: what to try it with, a line each
flags() {
	case $1 in
	LISH_API) echo '-DLISH_API=' ;;
	# Of one file, which tests/build/single compiles.
	LISH_STATIC) ;;
	LISH_CHECK) printf -- '-DLISH_CHECK=%s\n' 0 1 2 ;;
	LISH_HOSTED) printf -- '-DLISH_HOSTED=%s\n' 0 1 ;;
	LISH_CONFIG_H) echo "-DLISH_CONFIG_H=\"$PWD/$WORK/config.h\"" ;;
	LISH_NULL_SPAN | LISH_APART | LISH_FILL | LISH_QUARANTINE) echo "-D$1=64" ;;
	LISH_IRQ_*) echo '-DLISH_IRQ_SAVE(state)=((state)=0) -DLISH_IRQ_RESTORE(state)=(void)(state)' ;;
	LIST_POISON*) echo "-D$1=((void*)0x100)" ;;
	container_of) echo '-Dcontainer_of(p,t,m)=((t*)((uintptr_t)(p)-offsetof(t,m)))' ;;
	ENOMEM) echo '-DENOMEM=12 -ffreestanding' ;;
	*) echo "-D$1" ;;
	esac
}

# compile COMPILER FLAG...: everything, with these flags
compile() {
	cc=$1
	shift
	std=gnu11
	[ "$cc" != "${COMPILERS%% *}" ] || std=c99
	"$cc" -std=$std -Wall -Wextra -Werror -Iinclude "$@" -fsyntax-only \
		"$WORK/every.c" || return 1
	"$cc" -std=gnu11 -Wall -Wextra -Werror -I. -Iinclude "$@" -fsyntax-only \
		"$WORK/lib.c" || return 1
	case " $* " in
	*'-DLISH_TRAP '* | *-ffreestanding* | *HOSTED=0* | \
		*CONTAINER_OF* | *' -Dcontainer_of'*) ;;
	*)
		"$cc" -std=gnu11 -Itests/unit -Iinclude "$@" -fsyntax-only \
			tests/unit/compat/*_test.c || return 1
		;;
	esac
	[ -n "$cxx" ] || return 0
	"$cxx" -x c++ -std=c++11 -Wall -Wextra -Werror -Iinclude "$@" \
		-fsyntax-only "$WORK/every.c" || return 1
	case " $* " in
	*-ffreestanding*) return 0 ;;
	esac
	"$cxx" -std=c++17 -Wall -Wextra -Werror -Iinclude -Itests/build/cxx "$@" \
		-fsyntax-only tests/build/cxx/classes.cc
}

sed -n '/^Define them before the first include/,/^A program may ask/p' \
	Documentation/reports.rst |
	sed -n 's/^``\([A-Za-z_0-9]*\)[(`].*/\1/p' >"$WORK/switches"
expect 'the table of switches is found' \
	sh -c '[ "$(wc -l <"$0")" -gt 25 ]' "$WORK/switches"

for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	while read -r switch; do
		flags "$switch" >"$WORK/flags"
		while read -r line; do
			# None of the flags has a space in it.
			expect "everything compiles with $line ($cc)" \
				compile "$cc" $line
		done <"$WORK/flags"
	done <"$WORK/switches"
done

# Others define a container_of of their own after our headers.
sed -n 's/^#include/&/p' "$WORK/every.c" >"$WORK/own.c"
cat >>"$WORK/own.c" <<'END'
#include <linux-ish/container_of.h>
#define container_of(ptr, type, member) no such macro
extern int not_empty;
END
own() {
	"$@" -std=c99 -Werror -Iinclude -fsyntax-only "$WORK/own.c"
}
for cc in $COMPILERS; do
	expect "a container_of after ours, with LISH_NO_CONTAINER_OF ($cc)" \
		own "$cc" -DLISH_NO_CONTAINER_OF
	if own "$cc" >"$WORK/output" 2>&1; then
		flunk "a second container_of is not noticed ($cc)"
	else
		pass
	fi
done
finish
