# SPDX-License-Identifier: MIT
#
# What differs where pointers have 32 bits and numbers of 64 bits are aligned to
# 4: each program here is built with the library for i386, and run. It prints
# what is wrong and fails then.
. scripts/script-check.sh

for cc in $COMPILERS; do
	# Debian keeps what both share in a folder that -m32 does not look into.
	flags="-m32 -idirafter /usr/include/$(uname -m)-linux-gnu"
	echo '#include <errno.h>
		int main(void) { return errno; }' >"$WORK/try.c"
	"$cc" $flags "$WORK/try.c" -o "$WORK/try" 2>/dev/null &&
		"$WORK/try" || {
		echo "skip: $cc -m32 makes no programs that run here"
		pass
		continue
	}
	for std in c99 c11; do
		for file in tests/build/m32/*.c; do
			program=$WORK/$(basename "$file" .c)
			expect "$cc -m32 -std=$std $file" \
				"$cc" -std=$std -O2 $WARNINGS $flags -Iinclude \
				"$file" $SOURCES -o "$program" || continue
			expect "$program ($cc -m32 -std=$std)" "$program"
		done
	done
done
finish
