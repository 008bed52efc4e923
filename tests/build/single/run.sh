# SPDX-License-Identifier: MIT
#
# The library as one header: the unit tests and the C++ programs, each with nothing
# but that file; and a program of three files, two in C, one in
# C++, that all include it.
. scripts/script-check.sh

built=$WORK/build
expect 'make single-header' make -s single-header "BUILD=$built"
mkdir -p "$WORK/include/linux-ish/core" "$WORK/include/linux-ish/compat"
cp "$built/linux-ish.h" "$WORK/include/one.h"
for header in include/linux-ish/*.h include/linux-ish/core/*.h; do
	echo '#include <one.h>' >"$WORK/$header"
done
echo '#define LINUX_ISH_IMPLEMENTATION
#include <one.h>' >"$WORK/whole.c"
cp "$WORK/whole.c" "$WORK/whole.cc"
cat >"$WORK/late.c" <<'END'
#include <one.h>
#define LINUX_ISH_IMPLEMENTATION
#include <one.h>
END
cat >"$WORK/first.c" <<'END'
#include <one.h>
#include <one.h>

struct thing {
	struct ilist_node link;
};
ILIST_DEFINE(things);
void from_c(struct thing *thing);
int from_cxx(void);

void from_c(struct thing *thing)
{
	ilist_add_tail(&things, &thing->link);
}

int main(void)
{
	return from_cxx();
}
END
cat >"$WORK/second.cc" <<'END'
#include <one.h>

struct thing {
	struct ilist_node link;
};
extern struct ilist things;
extern "C" void from_c(struct thing *thing);
extern "C" int from_cxx(void);

int from_cxx(void)
{
	static struct thing thing;
	int seen = 0;

	from_c(&thing);
	ilist_for_each_entry(t, &things, struct thing, link)
		seen += t == &thing;
	return seen != 1;
}
END

one_test() {
	"$1" -std=c99 -O0 -Itests/unit "-I$WORK/include" -DLISH_CHECK=$2 "$3" \
		"$WORK/whole.o" -lcmocka -o "$WORK/test" && "$WORK/test"
}

for cc in $COMPILERS; do
	expect "it compiles ($cc)" "$cc" -std=c99 $WARNINGS -O2 \
		"-I$WORK/include" -c "$WORK/whole.c" -o "$WORK/whole.o"
	# Level 2 has all that level 1 has; level 0 is other code.
	level=0
	[ "$cc" != "${COMPILERS%% *}" ] || level=2
	for test in tests/unit/*_test.c; do
		expect "$test at level $level ($cc)" \
			one_test "$cc" $level "$test"
	done
	expect "it can be called instead of inlined ($cc)" sh -c "'$cc' -std=c99 \
		-Os -DLISH_OUTLINE -I'$WORK/include' -c '$WORK/whole.c' \
		-o '$WORK/outline.o' && '$cc' -std=c99 -Os -DLISH_OUTLINE \
		-I'$WORK/include' -Itests/unit tests/unit/slotpool_test.c \
		'$WORK/outline.o' -lcmocka -o '$WORK/test' && '$WORK/test'"
	if "$cc" -std=c99 "-I$WORK/include" -c "$WORK/late.c" \
		-o "$WORK/late.o" 2>"$WORK/late"; then
		flunk "an implementation that comes too late compiles ($cc)"
	elif grep -q 'before linux-ish.h is first' "$WORK/late"; then
		pass
	else
		flunk "the error about a late implementation is missing ($cc)" "$WORK/late"
	fi
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	expect "it is C++ ($cxx)" "$cxx" -std=c++11 $CXX_WARNINGS -O2 \
		"-I$WORK/include" -c "$WORK/whole.cc" -o "$WORK/wholexx.o"
	for file in tests/build/cxx/*.cc; do
		expect "$file ($cxx)" "$cxx" -std=c++17 -O0 "-I$WORK/include" \
			"$file" "$WORK/wholexx.o" -o "$WORK/program"
		expect "$file runs ($cxx)" "$WORK/program"
	done
	expect "C beside C++ ($cc)" sh -c "'$cc' -std=c99 -O2 -I'$WORK/include' \
		-c '$WORK/first.c' -o '$WORK/first.o' && '$cxx' -std=c++11 -O2 \
		-I'$WORK/include' '$WORK/second.cc' '$WORK/first.o' \
		'$WORK/whole.o' -o '$WORK/program' && '$WORK/program'"
done
finish
