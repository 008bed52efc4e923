# SPDX-License-Identifier: MIT
#
# What the pages advise compiles without a word at each optimisation: a compiler that
# looks through our inline code must not blame the user for what it thinks it sees.
# Here: nodes of memory from malloc() and of the stack, made by X_node_init().
. scripts/script-check.sh

{
	echo '#include <stdlib.h>'
	sh tests/uses.sh --containers | while read -r X node call; do
		grep -q "\\b${node}_init(struct $node" "include/linux-ish/$X.h" || continue
		cat <<-END
		#include <linux-ish/$X.h>
		struct ${X}_unit {
			int id;
			struct $node node;
		};
		struct ${X}_unit *make_$X(int id);
		struct ${X}_unit *make_$X(int id)
		{
			struct ${X}_unit *unit = (struct ${X}_unit *)malloc(sizeof(*unit));

			if (!unit)
				return NULL;
			${node}_init(&unit->node);
			unit->id = id;
			return unit;
		}
		void with_$X(void (*use)(struct ${X}_unit *unit));
		void with_$X(void (*use)(struct ${X}_unit *unit))
		{
			struct ${X}_unit unit;

			${node}_init(&unit.node);
			use(&unit);
		}
		END
	done
} >"$WORK/nodes.c"
expect 'there are containers whose nodes are made so' \
	test "$(grep -c '^void with_.*;' "$WORK/nodes.c")" -ge 6

for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	for level in 0 1 2; do
		for optimised in -O0 -O1 -O2 -O3 -Os '-O2 -g -fsanitize=address'; do
			flags="$optimised -Wall -Wextra -Werror -DLISH_CHECK=$level -Iinclude"
			expect "$cc $flags" $cc -std=c99 $flags -c "$WORK/nodes.c" \
				-o "$WORK/nodes.o"
			[ -z "$cxx" ] || expect "$cxx $flags" $cxx -x c++ -std=c++11 $flags \
				-c "$WORK/nodes.c" -o "$WORK/nodes.o"
		done
	done
done
# The test can fail.
mkdir "$WORK/planted"
cp -R include "$WORK/planted"
sed -i '/lish_no_node_/s/(uintptr_t)node/node/; /lish_no_node_/s/uintptr_t/const void */' \
	"$WORK/planted/include/linux-ish/bug.h"
for cc in $COMPILERS; do
	case $($cc -dumpversion):$($cc --version) in
	*clang* | [4-9][.:]* | 10[.:]*) continue ;;
	esac
	expect "$cc warns of a function that may look at the node" sh -c \
		"$cc -O2 -Wall -I'$WORK/planted/include' -c '$WORK/nodes.c' -o '$WORK/nodes.o' 2>&1 |
		grep -q maybe-uninitialized"
done
finish
