# SPDX-License-Identifier: MIT
#
# The unit tests with LISH_OUTLINE, and without optimisation, where hot functions are
# called from the library: they must be there, and do the same. And those of pools at -Os, where
# they call what they inline otherwise, with the first compiler.
. scripts/script-check.sh

# Each container has its copies.
sh tests/uses.sh --containers >"$WORK/containers"
while read -r X rest; do
	expect "lib/outline.c includes $X.h" \
		grep -q "^#include <linux-ish/$X.h>" lib/outline.c
done <"$WORK/containers"

# called COMMAND...: the object calls ilist_add(); inlined COMMAND...: it does not
called() {
	"$@" -Iinclude -c "$WORK/debug.c" -o "$WORK/debug.o" &&
		nm "$WORK/debug.o" | grep -q 'U ilist_add$'
}

inlined() {
	"$@" -Iinclude -c "$WORK/debug.c" -o "$WORK/debug.o" &&
		! nm "$WORK/debug.o" | grep -q ilist_add
}

for cc in $COMPILERS; do
	for file in tests/unit/*_test.c; do
		program=$WORK/$(basename "$file" .c)
		expect "$file compiles with LISH_OUTLINE ($cc)" \
			"$cc" -std=c99 -O0 -DLISH_OUTLINE -Iinclude -Itests/unit \
			"$file" "$LIBRARY" -lcmocka -o "$program" || continue
		expect "$file with LISH_OUTLINE ($cc)" "$program"
	done
	for file in tests/unit/*pool*_test.c; do
		[ "$cc" = "${COMPILERS%% *}" ] || continue
		program=$WORK/$(basename "$file" .c)
		expect "$file compiles at -Os ($cc)" \
			"$cc" -std=c99 -Os -Iinclude -Itests/unit \
			"$file" "$LIBRARY" -lcmocka -o "$program" || continue
		expect "$file at -Os ($cc)" "$program"
	done
	# It is the library's function that is called.
	cat >"$WORK/call.c" <<-END
	#define LISH_OUTLINE
	#include <linux-ish/ilist.h>
	int main(void)
	{
		struct ilist list = ILIST_INIT(list);
		static struct ilist_node node;

		ilist_add(&list, &node);
		return ilist_empty(&list);
	}
	END
	"$cc" -std=c99 -O2 -Iinclude -c "$WORK/call.c" -o "$WORK/call.o"
	expect "$cc -O2 calls ilist_add with LISH_OUTLINE" \
		sh -c "nm '$WORK/call.o' | grep -q 'U ilist_add\$'"
	# Without optimisation the library's function is called by itself, in C++ too,
	# except where the library's would not do.
	cxx=$(cxx_of "$cc")
	sed 1d "$WORK/call.c" >"$WORK/debug.c"
	for command in "$cc -std=c99" ${cxx:+"$cxx -x c++ -std=c++11"}; do
		for how in '' -g -DLISH_CHECK=1 -DLISH_REPORT_LOCATION; do
			expect "$command -O0 $how calls ilist_add" called \
				$command -O0 $how
		done
		for how in -DLISH_NO_OUTLINE -DLISH_CHECK=0 -DLISH_CHECK=2 -DLISH_TRAP \
			-DLISH_FREESTANDING -O1 -Og -fsanitize=address; do
			expect "$command -O0 $how inlines ilist_add" inlined \
				$command -O0 $how
		done
	done
	# In C++ no copy at level 0 stands in for one that checks.
	[ -n "$cxx" ] || continue
	cat >"$WORK/level.cc" <<-END
	#define LISH_OUTLINE
	#include <linux-ish/ilist.h>
	#if LISH_CHECK == 0
	void unchecked(struct ilist_node *node)
	{
		ilist_del(node);
	}
	#else
	void unchecked(struct ilist_node *node);
	static void ignore(const struct lish_fault *)
	{
	}
	int main()
	{
		struct ilist list = ILIST_INIT(list);
		static struct ilist_node node;

		ilist_add(&list, &node);
		unchecked(&node);
		lish_set_report(ignore);
		ilist_del(&node);
		return 0;
	}
	#endif
	END
	for level in 0 1; do
		"$cxx" $CXX_WARNINGS -O2 -DLISH_CHECK=$level -Iinclude \
			-c "$WORK/level.cc" -o "$WORK/level$level.o"
	done
	expect "$cxx links files of two levels with LISH_OUTLINE" \
		"$cxx" "$WORK/level0.o" "$WORK/level1.o" "$LIBRARY" \
		-o "$WORK/level"
	expect "$cxx keeps the level of each file with LISH_OUTLINE" \
		"$WORK/level"
done
finish
