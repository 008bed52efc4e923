# SPDX-License-Identifier: MIT
#
# Each header is complete by itself: twice, and before and after <sys/queue.h>. Alone it compiles
# in each standard of C and C++ and at each check level without a warning. lib/ compiles at each
# level, in C++, without an operating system (-ffreestanding), and as one file. What a header asks
# of the compiler for itself does not outlive it.
. scripts/script-check.sh
WARNINGS="$WARNINGS -Werror"
CXX_WARNINGS="$CXX_WARNINGS -Werror"
CXX_USER_WARNINGS="$CXX_USER_WARNINGS -Werror"

# All but heap.h, which only tells the new name.
headers=$(ls include/linux-ish/*.h | grep -v /heap.h)

# Include all headers in one file, so that they are known to get along.
{
	for header in $headers; do
		echo "#include <linux-ish/${header##*/}>"
	done
} >"$WORK/all.c"
echo '#include <linux-ish/heap.h>' >"$WORK/heap.c"

# Beside Qt, whose keywords are macros.
{
	printf '#define %s\n' slots emit foreach forever
	echo '#define signals protected'
	sort -u "$WORK/all.c"
	echo 'extern int not_empty;'
} >"$WORK/qt.c"

files=
alone=$WORK/all.c
for header in $headers; do
	name=${header##*/}
	base=$WORK/${name%.h}
	include="#include <linux-ish/$name>"
	printf '%s\n' "$include" >"$base-alone.c"
	printf '%s\n' "$include" "$include" >"$base-twice.c"
	printf '%s\n' '#include <sys/queue.h>' "$include" >"$base-queue1.c"
	printf '%s\n' "$include" '#include <sys/queue.h>' >"$base-queue2.c"
	alone="$alone $base-alone.c"
	files="$files $base-twice.c $base-queue1.c $base-queue2.c"
done
for header in include/linux-ish/core/*.h include/linux-ish/ground/*.h; do
	name=$(echo "${header#include/linux-ish/}" | tr / -)
	echo "#include <${header#include/}>" >"$WORK/${name%.h}.c"
	alone="$alone $WORK/${name%.h}.c"
done
# A file with no declaration of its own is no C file.
for file in $files $alone; do
	echo 'extern int not_empty;' >>"$file"
done

# All of lib/ as one file, in any order.
unity() {
	for file in $(echo $SOURCES | tr ' ' '\n' | sort ${1-}); do
		echo "#include \"$PWD/$file\""
	done
}
unity >"$WORK/unity.c"
unity -r >"$WORK/unity-reverse.c"

# errors_of COMMAND...: of a command that fails only the first lines that say why
errors_of() {
	"$@" >"$WORK/said" 2>&1 || {
		grep -E 'error|warning' "$WORK/said" | head -n 20
		return 1
	}
}

# What compilers warn of, before and after all headers: they must say the same of
# it as in a file without ours.
probe() {
	cat <<-END
	static inline __attribute__((noinline)) int probe_inline_$1(int x)
	{
		return x + 1;
	}
	int probe_$1(const int *from, double wide, float narrow);
	int probe_$1(const int *from, double wide, float narrow);
	int probe_$1(const int *from, double wide, float narrow)
	{
		int *to = (int *)from, *none = 0;
		char small = (char)*to;
		int unused;

		small = *from + probe_inline_$1(3);
		wide = narrow;
		{
			int small = none == 0;

			*to = small;
		}
		return (int)wide + (small == 300u);
	}
	#if PROBE_NOT_DEFINED
	#endif
	#ifdef __cplusplus
	int probe_overloaded_$1(int);
	int probe_overloaded_$1(long);
	#endif
	END
}
leak_probe() {
	probe before
	for header in $1; do
		echo "#include <$header>"
	done
	probe after
}
ours=$(for header in $headers; do echo "${header#include/}"; done)
# As many lines, so that the places are the same.
leak_probe "$ours" >"$WORK/with.c"
leak_probe "$(for header in $ours; do echo string.h; done)" >"$WORK/without.c"
LOUD='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wundef
	-Wredundant-decls -Wdouble-promotion'

# silent_after COMPILER FLAG...: do the headers change what is said of others?
silent_after() {
	for which in with without; do
		"$@" $LOUD -Iinclude -c "$WORK/$which.c" -o "$WORK/leak.o" 2>&1 |
			sed -n "s|^$WORK/$which.c:\\([0-9]*:[0-9]*: warning.*\\)|\\1|p" \
				>"$WORK/$which.said"
	done
	[ -s "$WORK/without.said" ] &&
		diff "$WORK/without.said" "$WORK/with.said"
}

# Each of these standards and levels by one compiler, at the least; and what each compiler sees alike
# in C by the first, in C++ by the others. FULL=1: all by each
for cc in $COMPILERS; do
	unities='c99 c11'
	stds='c99 gnu11 c2x'
	cxx_stds='c++11 c++17 c++20'
	levels='0 2'
	rest='c c++'
	case ${FULL-},$COMPILERS in
	,"$cc "*)
		unities=c99
		stds='c99 gnu11'
		cxx_stds='c++11 c++17'
		levels=2
		rest=c
		;;
	,*' '*)
		unities=c11
		stds=c2x
		cxx_stds=c++20
		levels=0
		rest=c++
		;;
	esac
	for std in $unities; do
		expect "no header silences $cc -std=$std" silent_after "$cc" -std=$std
		one=unity
		[ $std = c99 ] || one=unity-reverse
		expect "lib/ is one file, $one ($cc -std=$std)" errors_of "$cc" -std=$std $WARNINGS \
			-Iinclude -O1 -c "$WORK/$one.c" -o "$WORK/$one.o"
	done
	expect "beside Qt ($cc)" "$cc" -std=c99 $WARNINGS -Wno-unused-macros -Iinclude \
		-fsyntax-only "$WORK/qt.c"
	expect "heap.h tells the new name ($cc)" sh -c "'$cc' -Iinclude -fsyntax-only \
		'$WORK/heap.c' 2>&1 | grep -q 'heap is named iheap: include <linux-ish/iheap.h>'"
	for std in $stds; do
		expect "$cc -std=$std" "$cc" -std=$std $WARNINGS -Iinclude \
			-fsyntax-only $alone
	done
	for level in $levels; do
		expect "$cc at check level $level" "$cc" -std=c99 $WARNINGS \
			-DLISH_CHECK=$level -Iinclude -fsyntax-only $SOURCES $alone
	done
	case $rest in
	c | 'c '*)
		# All files in one call: a failure names its file.
		expect "$cc, twice and beside others" "$cc" -std=c99 $WARNINGS -Iinclude \
			-fsyntax-only $files
		expect "$cc with LISH_TRAP" "$cc" -std=c99 $WARNINGS \
			-DLISH_TRAP -Iinclude -fsyntax-only $SOURCES $alone
		expect "$cc -Os -ffreestanding" "$cc" -std=c99 $WARNINGS -Os \
			-ffreestanding -Iinclude -fsyntax-only $SOURCES
		;;
	esac
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	expect "no header silences $cxx" silent_after "$cxx" -x c++ -std=c++11 \
		-Wold-style-cast -Wextra-semi -Wzero-as-null-pointer-constant
	# Classes: each alone and twice, with all of its members.
	for header in include/linux-ish/*.hpp; do
		name=${header##*/}
		printf '#include <linux-ish/%s>\n#include <linux-ish/%s>\n' "$name" "$name" \
			>"$WORK/${name%.hpp}.cc"
		node=$(sed -n 's/^struct \([a-z]*_\(node\|idx\)\) {$/\1/p' \
			"${header%.hpp}.h" 2>/dev/null)
		case $name in
		linux-ish.hpp | save.hpp | sort.hpp) ;;
		slotpool.hpp) echo '#include <linux-ish/save.hpp>
			struct thing { int k; }; template class lish::slotpool<thing>;' ;;
		ihash.hpp) echo "struct thing { int k; ihash_node n; };
			struct keys {
				static int key(const thing &t) { return t.k; }
				static uint32_t hash(int k) { return ihash_u32(static_cast<uint32_t>(k)); }
			};
			template class lish::ihash<thing, &thing::n, keys>;" ;;
		*pool.hpp | slotpool_lease.hpp) echo "struct thing { int k; }; template class lish::${name%.hpp}<thing>;" ;;
		*) echo "struct thing { int k; $node n; };
			template class lish::${name%.hpp}<thing, &thing::n>;" ;;
		esac >>"$WORK/${name%.hpp}.cc"
	done
	{
		cat "$WORK/qt.c"
		echo '#include <linux-ish/linux-ish.hpp>'
	} >"$WORK/qt.cc"
	expect "beside Qt ($cxx)" "$cxx" -std=c++11 $CXX_WARNINGS \
		-Wno-unused-macros -Iinclude -fsyntax-only "$WORK/qt.cc"
	for std in $cxx_stds; do
		expect "each class alone ($cxx -std=$std)" "$cxx" -std=$std $CXX_WARNINGS \
			-Iinclude -fsyntax-only $(ls include/linux-ish/*.hpp |
				sed "s|.*/\\(.*\\).hpp|$WORK/\\1.cc|")
	done
	expect "lib/ is one file in C++ ($cxx)" errors_of "$cxx" -x c++ -std=c++11 \
		$CXX_WARNINGS -Iinclude -O1 -c "$WORK/unity.c" \
		-o "$WORK/unity.o"
	case $rest in
	*c++)
		expect "$cxx with LISH_TRAP" "$cxx" -x c++ -std=c++11 $CXX_WARNINGS \
			-DLISH_TRAP -Iinclude -fsyntax-only $alone
		expect "$cxx, twice and beside others" "$cxx" -x c++ -std=c++11 \
			$CXX_WARNINGS -Iinclude -fsyntax-only $files
		;;
	esac
	for std in $cxx_stds; do
		expect "$cxx -std=$std" "$cxx" -x c++ -std=$std \
			$CXX_WARNINGS -Iinclude -fsyntax-only $alone
		[ $std = c++20 ] || continue
		expect "$cxx -std=$std, as a user" "$cxx" -x c++ -std=$std \
			$CXX_USER_WARNINGS -Iinclude -fsyntax-only $alone
		expect "lib/ with $cxx -std=$std" "$cxx" -x c++ -std=$std \
			$CXX_WARNINGS -Iinclude -fsyntax-only \
			$SOURCES
	done
	expect "$cxx without the cleanup attribute" "$cxx" -x c++ -std=c++11 \
		$CXX_WARNINGS -DLISH_NO_CLEANUP_ATTRIBUTE -Iinclude \
		-fsyntax-only "$WORK/all.c"
done

if command -v tcc >/dev/null 2>&1; then
	for file in $files $alone; do
		expect "tcc ${file##*/}" tcc -Wall -Werror -Iinclude -c "$file" \
			-o "$WORK/tcc.o"
	done
else
	echo 'skip: no tcc: the headers are not tested with it'
fi
finish
