# SPDX-License-Identifier: MIT
#
# What the pages advise compiles without a warning at each optimisation. Compilers look through
# inline code, and must not blame the user for it. Here: nodes in memory from malloc() and on the
# stack, made by X_node_init(), and tables beside a container.
#
# The opposite: in each loop the compiler warns, without any flag, of a cursor that hides a
# variable. It warns of nothing else.
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
	# The index of an object leads into a table of the user.
	for X in slotpool ipool dense; do
		cat <<-END
		#include <linux-ish/$X.h>
		struct ${X}_beside {
			struct ${X}_idx idx;
		};
		static struct $X all_$X;
		static struct { int n, m; } beside_$X[100];
		void next_$X(struct $X *all, struct ${X}_beside *one);
		void next_$X(struct $X *all, struct ${X}_beside *one)
		{
			beside_$X[${X}_index_of(all, &one->idx)].n++;
			if (one && all == &all_$X)
				beside_$X[${X}_index_of(&all_$X, &one->idx)].m += 2;
		}
		END
	done
} >"$WORK/nodes.c"
expect 'there are containers whose nodes are made so' \
	test "$(grep -c '^void with_.*;' "$WORK/nodes.c")" -ge 6

for cc in $COMPILERS; do
	for level in 0 1 2; do
		# C++ at one level: the inline code is the same.
		cxx=''
		[ $level != 1 ] || cxx=$(cxx_of "$cc")
		for optimised in -O2 -O0 -O3 '-O2 -g -fsanitize=address' ${FULL:+-O1 -Os}; do
			[ $level = 1 ] || [ "$optimised" = -O2 ] || continue
			flags="$optimised -Wall -Wextra -Werror -DLISH_CHECK=$level -Iinclude"
			expect "$cc $flags" $cc -std=c99 $flags -c "$WORK/nodes.c" \
				-o "$WORK/nodes.o"
			[ -z "$cxx" ] || expect "$cxx $flags" $cxx -x c++ -std=c++11 $flags \
				-c "$WORK/nodes.c" -o "$WORK/nodes.o"
		done
	done
done
# Each loop as the whole body of an if, within a macro and after a label, where
# a directive might be taken for the body; with FOUND a name that nothing has, or
# that of a variable.
{
	echo '#include <linux-ish/core/span.h>'
	sh tests/uses.sh --containers | while read -r X node call; do
		echo "#include <linux-ish/$X.h>"
		echo "struct ${X}_unit { int id; struct $node node; };"
	done
	echo '#define ALONE(statement) do { statement; } while (0)'
	sh tests/uses.sh --loops | while read -r X loop args; do
		node=$(sh tests/uses.sh --containers | awk -v X="$X" '$1 == X { print $2 }')
		use=$(echo "$args" | sed -e 's/ /, /g; s/^pos\|^first/FOUND/' \
			-e 's/, \(list\|array\|pool\|box\|heap\|table\)\b/, c/; s/, \(until\|hash\),/, 0,/' \
			-e "s/, type,/, struct ${X}_unit,/; s/member$/node/")
		# A cursor is an object, or an index.
		case $args in
		pos*) cursor="struct ${X}_unit *" id='->id' ;;
		*) cursor='uint32_t ' id='' ;;
		esac
		cat <<-END
		int in_$loop(struct $X *c, struct ${X}_unit *start, struct lish_span span);
		int in_$loop(struct $X *c, struct ${X}_unit *start, struct lish_span span)
		{
			${cursor}found = 0;
			int sum = 0;

			(void)start, (void)span;
			if (sum == 0)
				$loop($use)
					sum += FOUND$id;
			else
				sum++;
		#ifndef HIDES
			ALONE($loop($use) sum++);
			if (sum == 7)
				goto out;
		out:
			$loop($use)
				if (FOUND$id)
					break;
				else
					sum++;
		#endif
			return found ? 1 : sum;
		}
		END
	done
} >"$WORK/loops"
sed 's/FOUND/mine/' "$WORK/loops" >"$WORK/loops.c"
sed 's/FOUND/found/' "$WORK/loops" >"$WORK/hides.c"
loops=$(sh tests/uses.sh --loops | wc -l)
expect 'there are loops' test "$loops" -ge 40

# hidden COMMAND...: the compiler warns once for each loop
hidden() {
	"$@" -Iinclude -DHIDES -c "$WORK/hides.c" -o "$WORK/loops.o" \
		>"$WORK/output" 2>&1 &&
		test "$(grep -c 'warning: .*shadow' "$WORK/output")" = "$loops"
}

for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	for command in "$cc -std=c99" "$cc -std=gnu17" \
		${cxx:+"$cxx -x c++ -std=c++11" "$cxx -x c++ -std=c++20"}; do
		expect "$command: no word of loops that hide nothing" $command -Wall \
			-Wextra -Wpedantic -Wshadow -Waggregate-return -Werror -Iinclude \
			-c "$WORK/loops.c" -o "$WORK/loops.o"
		case $(echo | $cc -dM -E - | grep -c '__GNUC__ [7-9]\|__GNUC__ 1[0-9]\|__clang__') in
		0) continue ;;
		esac
		expect "$command: a hidden variable is warned of in each loop" \
			hidden $command
		expect "$command -DLISH_NO_CURSOR_WARNING: it is not" $command -Wall \
			-Wextra -Werror -DLISH_NO_CURSOR_WARNING -Iinclude -DHIDES \
			-c "$WORK/hides.c" -o "$WORK/loops.o"
	done
done

# The test can fail.
mkdir "$WORK/planted"
cp -R include "$WORK/planted"
sed -i 's/ilist_node_init(struct/ilist_node_init(const struct/' \
	"$WORK/planted/include/linux-ish/ilist.h"
for cc in $COMPILERS; do
	case $($cc -dumpversion):$($cc --version) in
	*clang* | [4-9][.:]* | 10[.:]*) continue ;;
	esac
	expect "$cc warns of a function that may look at the node" sh -c \
		"$cc -O2 -Wall -I'$WORK/planted/include' -c '$WORK/nodes.c' -o '$WORK/nodes.o' 2>&1 |
		grep -q maybe-uninitialized"
done
finish
