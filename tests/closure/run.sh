# SPDX-License-Identifier: MIT
#
# Each header must be complete by itself: alone, twice, before and after
# <sys/queue.h>, in each standard of C and C++, without a warning; and lib/ must
# be C++ too. Without an operating system (-ffreestanding) it must compile as
# well.
. scripts/script-check.sh

# Include all headers in one file, so that they are known to get along.
{
	for header in include/linux-ish/*.h; do
		echo "#include <linux-ish/${header##*/}>"
	done
} >"$WORK/all.c"

files=$WORK/all.c
for header in include/linux-ish/*.h; do
	name=${header##*/}
	base=$WORK/${name%.h}
	include="#include <linux-ish/$name>"
	printf '%s\n' "$include" >"$base-alone.c"
	printf '%s\n' "$include" "$include" >"$base-twice.c"
	printf '%s\n' '#include <sys/queue.h>' "$include" >"$base-queue1.c"
	printf '%s\n' "$include" '#include <sys/queue.h>' >"$base-queue2.c"
	files="$files $base-alone.c $base-twice.c $base-queue1.c $base-queue2.c"
done
# A file with no declaration of its own is no C file.
for file in $files; do
	echo 'extern int not_empty;' >>"$file"
done

for cc in $COMPILERS; do
	for std in c99 gnu99 c11 gnu11 c17 c2x; do
		# All files in one call: a failure names its file.
		expect "$cc -std=$std" "$cc" -std=$std $WARNINGS -Iinclude \
			-fsyntax-only $files
	done
	for level in 0 1 2; do
		expect "$cc at check level $level" "$cc" -std=c99 $WARNINGS \
			-DLISH_CHECK=$level -Iinclude -fsyntax-only $files
	done
	expect "$cc with LISH_OUTLINE" "$cc" -std=c99 $WARNINGS \
		-DLISH_OUTLINE -Iinclude -fsyntax-only "$WORK/all.c"
	expect "$cc -Os -ffreestanding" "$cc" -std=c99 $WARNINGS -Os \
		-ffreestanding -Iinclude -fsyntax-only lib/[!m]*.c lib/mem.c lib/core/*.c
	# lib/ does not depend on the level that a program is built at.
	for file in lib/[!mo]*.c lib/core/*.c; do
		for level in 0 2; do
			"$cc" -std=c99 -O1 -DLISH_CHECK=$level -Iinclude \
				-c "$file" -o "$WORK/level-$level.o"
		done
		expect "$file is the same at level 0 and 2 ($cc)" \
			cmp "$WORK/level-0.o" "$WORK/level-2.o"
	done
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	for std in c++11 c++17 c++20; do
		expect "$cxx -std=$std" "$cxx" -x c++ -std=$std $CXX_WARNINGS \
			-Iinclude -fsyntax-only $files
		expect "lib/ with $cxx -std=$std" "$cxx" -x c++ -std=$std \
			$CXX_WARNINGS -Iinclude -fsyntax-only \
			lib/[!m]*.c lib/mem.c lib/core/*.c
	done
	expect "$cxx with LISH_OUTLINE" "$cxx" -x c++ -std=c++11 \
		$CXX_WARNINGS -DLISH_OUTLINE -Iinclude -fsyntax-only \
		"$WORK/all.c"
	expect "$cxx without the cleanup attribute" "$cxx" -x c++ -std=c++11 \
		$CXX_WARNINGS -DLISH_NO_CLEANUP_ATTRIBUTE -Iinclude \
		-fsyntax-only "$WORK/all.c"
done

if command -v tcc >/dev/null 2>&1; then
	for file in $files; do
		expect "tcc ${file##*/}" tcc -Wall -Werror -Iinclude -c "$file" \
			-o "$WORK/tcc.o"
	done
else
	echo 'skip: no tcc: the headers are not tested with it'
fi
finish
