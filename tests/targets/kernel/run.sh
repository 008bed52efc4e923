# SPDX-License-Identifier: MIT
#
# The kernel module: it exports what headers declare, builds in
# silence against each kernel whose headers are installed, and, where there is qemu
# and an image of that kernel, works in it. KERNELS may name other build folders,
# KERNEL_MAKE is for make there, such as CC=gcc-12. With BY_CLANG=1 it is built by
# clang and booted a second time.
. scripts/script-check.sh

nm -g --defined-only "$LIBRARY" | awk 'NF == 3 { print $3 }' |
	sort >"$WORK/defined"
# Elsewhere the files of the kernel are empty: a build may take all of lib/.
empty() {
	for file in lib/module.c lib/kernel/*.c; do
		"$1" -std=c99 $WARNINGS -Werror -Iinclude -c "$file" -o "$WORK/empty.o" || return
		[ -z "$(nm "$WORK/empty.o")" ] || return
	done
}
for cc in $COMPILERS; do
	expect "lib/module.c and lib/kernel/ are empty elsewhere ($cc)" empty "$cc"
done
# As the kernel wants it, where that is possible
checkpatch=$(command -v checkpatch.pl || ls /usr/src/*/scripts/checkpatch.pl 2>/dev/null |
	tail -n 1)
if [ -n "$checkpatch" ]; then
	expect 'checkpatch --strict has no error' sh -c "! perl '$checkpatch' --no-tree --strict \
		--show-types --terse -f lib/*.c lib/core/*.[ch] lib/kernel/*.[ch] lib/ground/*.h \
		include/linux-ish/*.h |
		awk -f scripts/lint/judge.awk scripts/lint/exceptions '$WORK/needed' | grep ERROR:"
else
	echo 'skip: no checkpatch.pl: the style of the kernel is not tested'
fi

# A module that contains the library may name what it needs of it: that must be
# complete, and no more than that.
# needs WHAT: the files that Kbuild links for it
needs() {
	printf '%s\n' 'lish-module := game' "lish-needs := $1" 'src := .' \
		'include Kbuild' 'print: ; @echo $(game-y)' |
		MAKEFLAGS= make -s -f - print
}
# complete WHAT: none of these files calls one that is not among them
complete() {
	objects=$(needs "$1") && [ -n "$objects" ] || return
	rm -rf "$WORK/part"
	mkdir -p "$WORK/part"
	# In the place of the kernel's own files: what they stand for, or nothing.
	for object in $(echo "$objects" | sed 's|lib/kernel/kmem.o||
		s|lib/kernel/kreport.o|lib/report.o lib/caller.o lib/unwind.o lib/reload.o|'); do
		${CC:-cc} -std=c99 -O1 -Iinclude -c "${object%.o}.c" \
			-o "$WORK/part/$(echo "$object" | tr / _)" || return
	done
	ld -r "$WORK"/part/*.o -o "$WORK/part/all" || return
	nm -u "$WORK/part/all" | awk '{ print $2 }' |
		sort -u >"$WORK/part/wanted"
	! comm -12 "$WORK/part/wanted" "$WORK/defined" | grep .
}
for name in $(MAKEFLAGS= make -s print-objects | tr ' ' '\n' |
	sed -n 's|^lib/\([a-z_]*\)\.o$|\1|p' |
	grep -vx 'bug\|report\|caller\|unwind\|reload'); do
	expect "lish-needs := $name is complete" complete "$name"
done
expect 'lish-needs: a list brings no pool and no memory' sh -c \
	"! echo '$(needs 'walklist inbox')' | grep -E 'pool|array|mem\.o'"
if needs 'walklist nonsense' >"$WORK/said" 2>&1; then
	flunk 'lish-needs: an unknown name goes unnoticed'
else
	expect 'lish-needs: an unknown name is told' \
		grep -q 'linux-ish has no nonsense' "$WORK/said"
fi

version=$(awk '/^#define LISH_VERSION_(MAJOR|MINOR|PATCH)/ {
	printf "%s%s", sep, $3; sep = "." }' include/linux-ish/version.h)
kernel_doc=$(ls /usr/lib/linux-kbuild-*/scripts/kernel-doc 2>/dev/null | tail -n 1)
if [ -n "$kernel_doc" ]; then
	expect 'kernel-doc of kernel/kmem.h' "$kernel_doc" -none -Werror \
		include/linux-ish/kernel/kmem.h
fi

# What allocates or frees says in which context it may be called.
contexts() {
	awk '
	/^\/\*\*/ { name = ""; context = 0 }
	!name && /^ \* [a-z_]+\(\) - / { name = substr($2, 1, length($2) - 2) }
	/^ \* Context: / { context = 1 }
	/^ \*\// && name ~ /^(dense|rwarray|iheap|[a-z]*pool)_(init|reserve|trim|destroy|load|z?alloc(_[a-z]+)?_entry)$|^(dense_add|rwarray_add_tail|iheap_add|lish_set_report)$/ {
		seen++
		if (!context)
			print name " has no Context: line"
	}
	END { if (seen < 46) print "only " seen " were looked at" }' "$@"
}
contexts include/linux-ish/*.h >"$WORK/contexts"
expect 'Context: lines' sh -c "! grep . '$WORK/contexts'"
sed '/^ \* ipool_trim() - /,/^ \*\//s/^ \* Context: .*//' \
	include/linux-ish/ipool.h >"$WORK/planted.h"
contexts "$WORK/planted.h" >"$WORK/planted"
expect 'a Context: line that went is missed' \
	grep -q 'ipool_trim has no' "$WORK/planted"

top=$PWD
case $WORK in
/*) work=$WORK ;;
*) work=$PWD/$WORK ;;
esac
# In a folder that was built, "again" looks only at what is built again.
if command -v sparse >/dev/null 2>&1; then
	strict='W=1 C=2'
	again='W=1 C=1'
else
	echo 'skip: no sparse: the module is built with W=1 alone'
	strict=W=1
	again=W=1
fi

# kbuild is not of the make that may have started this, nor for its compiler.
unset MAKEFLAGS MFLAGS

# kbuild KERNEL FOLDER ARGUMENT...: make there, with what it should not say left
kbuild() {
	where=$1
	what=$2
	shift 2
	if make -s -j2 -C "$where" "M=$what" $KERNEL_MAKE "$@" >"$WORK/said" 2>&1; then
		status=0
	else
		status=$?
	fi
	# Headers alone have no vmlinux to take types from.
	grep -v '^Skipping BTF generation' "$WORK/said"
	return $status
}

# silent KERNEL FOLDER ARGUMENT...: it builds, and says nothing
silent() {
	said=$(kbuild "$@") && [ -z "$said" ] && return
	echo "$said" | head -n 40
	return 1
}

# Debian's kernels are of gcc. clang must know what they ask of a compiler, and be
# told what that one had and it has not.
clang=''
if [ -n "${BY_CLANG-}" ]; then
	for name in clang clang-23 clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 \
		clang-16; do
		echo 'int nothing;' | $name -mfunction-return=thunk-extern -x c -c \
			-ftrivial-auto-var-init=zero -o /dev/null - 2>/dev/null || continue
		clang=$name
		break
	done
	[ -n "$clang" ] ||
		echo 'skip: no clang of 16 or later: the module is not built by it'
	cat >"$work/clang.h" <<-END
		#undef CONFIG_CC_IS_GCC
		#undef CONFIG_CC_HAS_NAMED_AS
		#undef CONFIG_USE_X86_SEG_SUPPORT
		#define CONFIG_CC_IS_CLANG 1
	END
fi

# by_clang KERNEL FOLDER ARGUMENT...: it builds, and says nothing
by_clang() {
	where=$1
	what=$2
	shift 2
	silent "$where" "$what" "CC=$clang" CONFIG_CC_IS_GCC= CONFIG_CC_IS_CLANG=y \
		CONFIG_CC_IMPLICIT_FALLTHROUGH=-Wimplicit-fallthrough \
		CONFIG_FTRACE_MCOUNT_USE_CC= CONFIG_FTRACE_MCOUNT_USE_OBJTOOL=y \
		"KCFLAGS=-Wno-unknown-warning-option -include $work/clang.h" W=1 "$@"
}

KERNEL_MAKE=${KERNEL_MAKE-}
built=''
kernels=$(for kernel in ${KERNELS-/lib/modules/*/build}; do
	[ ! -e "$kernel/Makefile" ] || (cd "$kernel" && pwd -P)
done)
# One gets everything, the newest that can be booted; the others the module, without sparse, if
# not FULL=1.
chosen=$(echo "$kernels" | tail -n 1)
for kernel in $kernels; do
	release=$(tests/targets/kernel/image.sh --release "$kernel")
	tests/targets/kernel/image.sh "$release" "$kernel" >/dev/null 2>&1 && chosen=$kernel
done
for kernel in $kernels; do
	release=$(tests/targets/kernel/image.sh --release "$kernel")
	dir=$work/$release
	mkdir -p "$dir"
	scripts/link-tree.sh "$dir/module" Kbuild include lib
	# What sparse sees is the same in each kernel.
	looks=W=1
	[ "$kernel" != "$chosen" ] && [ -z "${FULL-}" ] || looks=$strict
	expect "$release: linux-ish.ko, in silence" \
		silent "$kernel" "$dir/module" $looks modules
	[ -e "$dir/module/linux-ish.ko" ] || continue
	echo "$kernel" >"$dir/kernel"
	symbols=KBUILD_EXTRA_SYMBOLS=$dir/module/Module.symvers
	expect "$release: all exports are in the namespace" sh -c \
		"grep -q lish '$dir/module/Module.symvers' &&
		! grep -v 'LINUX_ISH' '$dir/module/Module.symvers'"
	expect "$release: all exports are for the GPL" sh -c \
		"! grep -v 'EXPORT_SYMBOL_GPL' '$dir/module/Module.symvers'"
	expect "$release: the version" sh -c \
		"modinfo -F version '$dir/module/linux-ish.ko' | grep -qx '$version'"

	image=$(tests/targets/kernel/image.sh "$release" "$kernel" 2>/dev/null)
	[ "$kernel" = "$chosen" ] || { [ -n "${FULL-}" ] && [ -n "$image" ]; } || continue
	built="$built $release"
	# As a user does it: a folder with the sample alone, and linux-ish elsewhere,
	# with what "make module" made there.
	mkdir -p "$dir/empty" "$dir/lish/build"
	cp samples/kernel/* "$dir/empty/"
	ln -s "$top/include" "$dir/lish/include"
	ln -s "$dir/module" "$dir/lish/build/module"
	expect "$release: samples/kernel" silent "$dir/empty" "$dir/empty" $strict \
		"LISH=$dir/lish" "KDIR=$kernel"
	expect "$release: there is a module" test -s "$dir/empty/conns.ko"
	# What the boot needs, if there is an image.
	if [ -n "$image" ]; then
		scripts/link-tree.sh "$dir/tests" tests/targets/kernel/user \
			tests/targets/kernel/replay tests/trace
		ln -s targets/kernel/replay/Kbuild "$dir/tests/tests/Kbuild"
		expect "$release: the test's module" \
			silent "$kernel" "$dir/tests/tests/targets/kernel/user" $strict "LISH=$top" \
			"$symbols" modules
		expect "$release: the replayer as a module" \
			silent "$kernel" "$dir/tests/tests" "LISH=$top" "$symbols" modules
	fi

	[ "$kernel" = "$chosen" ] || continue
	# The same with the library inside, and without linux-ish.ko.
	mkdir -p "$dir/inside"
	cp samples/kernel/conns.c "$dir/inside/main.c"
	scripts/link-tree.sh "$dir/inside/third_party/linux-ish" Kbuild include lib
	printf '%s\n' 'obj-m := game.o' 'game-y := main.o' 'lish-module := game' \
		'include $(src)/third_party/linux-ish/Kbuild' >"$dir/inside/Kbuild"
	expect "$release: the library inside a module" \
		silent "$kernel" "$dir/inside" modules
	expect "$release: which exports nothing" sh -c \
		"[ -e '$dir/inside/game.ko' ] && ! grep . '$dir/inside/Module.symvers'"
	# And with what it needs alone.
	mkdir -p "$dir/part"
	cp samples/kernel/conns.c "$dir/part/main.c"
	scripts/link-tree.sh "$dir/part/third_party/linux-ish" Kbuild include lib
	{
		echo "lish-needs := $(sed -n \
			's|^#include <linux-ish/\([a-z_]*\)\.h>|\1|p' \
			samples/kernel/conns.c | tr '\n' ' ')"
		cat "$dir/inside/Kbuild"
	} >"$dir/part/Kbuild"
	expect "$release: a part of the library inside a module" \
		silent "$kernel" "$dir/part" modules
	expect "$release: which is smaller" sh -c \
		"[ -e '$dir/part/game.ko' ] && ! nm '$dir/part/game.ko' | grep ' rwarray_del'"

	# Can all this fail?
	for plant in 'int lish_planted(void) { return 0; }' \
		'static int *lish_planted __maybe_unused = 0;'; do
		# Only sparse sees the second one.
		[ "$strict" = W=1 ] && [ "${plant#static}" != "$plant" ] && continue
		rm "$dir/module/lib/bug.c"
		{ cat lib/bug.c && echo "$plant"; } >"$dir/module/lib/bug.c"
		if silent "$kernel" "$dir/module" $again modules >"$WORK/output"; then
			flunk "$release: not seen: $plant"
		else
			pass
		fi
	done
	ln -sf "$top/lib/bug.c" "$dir/module/lib/bug.c"
	expect "$release: linux-ish.ko without the planted faults" \
		silent "$kernel" "$dir/module" $again modules
	sed 's/^MODULE_INFO(import_ns.*//' samples/kernel/conns.c >"$dir/empty/conns.c"
	if silent "$kernel" "$dir/empty" $again "LISH=$top" "$symbols" modules \
		>"$WORK/output"; then
		flunk "$release: a module that does not name the namespace is built"
	else
		pass
	fi
	cp samples/kernel/conns.c "$dir/empty/conns.c"
	kbuild "$kernel" "$dir/empty" $again "LISH=$top" "$symbols" modules >/dev/null
done
if [ -z "$built" ]; then
	echo 'skip: no kernel headers: the module is neither built nor run'
	finish
	exit
fi

# In the kernel itself
for tool in qemu-system-x86_64 busybox cpio; do
	command -v $tool >/dev/null 2>&1 && continue
	echo "skip: no $tool: no kernel is booted"
	finish
	exit
done
if ldd "$(command -v busybox)" >/dev/null 2>&1; then
	echo 'skip: busybox needs libraries (busybox-static does not): no kernel is booted'
	finish
	exit
fi

# What the histories hold, by the replayer as it is outside.
histories=$(build/tests/trace_replay tests/trace/data/*.txt 2>/dev/null | tail -n 1)
[ -n "$histories" ] || histories="$(ls tests/trace/data/*.txt | wc -l) files, [0-9]* answers, 0 wrong"

. tests/targets/kernel/judge.sh

# boot NAME IMAGE PARTS [WORD...]: of $dir, into $dir/NAME.log
boot() {
	name=$1
	shift
	image=$1
	shift
	sh tests/targets/kernel/boot.sh "$image" "$dir/ko" "$data" "$dir/$name.log" "$@"
}

everything=use,race,memory,replay,conns,misuse,hook,early,flood
planted=''
for release in $built; do
	dir=$work/$release
	kernel=$(cat "$dir/kernel")
	if ! image=$(tests/targets/kernel/image.sh "$release" "$kernel"); then
		echo "skip: no image of $release: it is not booted (make check-kernel fetches it)"
		continue
	fi
	data=tests/trace/data
	mkdir -p "$dir/ko"
	cp "$dir/empty/conns.ko" "$dir/tests/tests/targets/kernel/user/lish_user.ko" \
		"$dir/tests/tests/lish_replay.ko" "$dir/ko/"
	# A kernel with KCSAN looks for races only. It may report races of its own.
	if grep -qx CONFIG_KCSAN=y "$kernel/.config"; then
		cp "$dir/module/linux-ish.ko" "$dir/ko/"
		boot race "$image" use,race bug=0
		for part in use race; do
			expect "$release: $part under KCSAN: $dir/race.log" \
				grep -qaE "lish_user: $part: .* 0 wrong" "$dir/race.log"
		done
		expect "$release: KCSAN reports no race of ours: $dir/race.log" sh -c \
			"! grep -aE 'KCSAN: .*\[(lish_user|linux_ish)\]' '$dir/race.log'"
		boot peek "$image" race plant=1 bug=0
		expect "$release: KCSAN reports a planted race: $dir/peek.log" \
			grep -qaE 'KCSAN: .*peeker' "$dir/peek.log"
		continue
	fi
	watched=''
	grep -qx CONFIG_KASAN=y "$kernel/.config" && watched=,sleep,freed
	cp "$dir/module/linux-ish.ko" "$dir/ko/"
	if [ -z "$planted" ]; then
		# The first report is the last thing that this kernel does. On Debian's
		# that is the default.
		grep -qx CONFIG_BUG_ON_DATA_CORRUPTION=y "$kernel/.config" &&
			asked='' || asked=bug=1
		boot bug "$image" misuse $asked
		judge_bug "$dir/bug.log" >"$WORK/judged"
		expect "$release: a report is a BUG: $dir/bug.log" \
			sh -c "! grep . '$WORK/judged'"
	fi
	inside=''
	if [ -e "$dir/inside/game.ko" ]; then
		cp "$dir/inside/game.ko" "$dir/ko/"
		inside=game
	fi
	boot boot "$image" "$everything$watched" bug=0
	judge "$dir/boot.log" "$watched" "$inside" >"$dir/judged"
	expect "$release: what the log says: $dir/boot.log" \
		sh -c "! grep . '$dir/judged'"
	grep -aE 'lish_user: |: .* came|lish_replay: [0-9]|linux-ish: the|boot: (un.*linux|done)' \
		"$dir/boot.log" | sed 's/^/    /'
	if [ -s "$dir/judged" ]; then
		echo '    its last lines:'
		tail -n 12 "$dir/boot.log" | sed 's/^/    /'
	fi

	# The same by clang, with consumers of clang and of gcc.
	if [ -n "$clang" ]; then
		scripts/link-tree.sh "$dir/clang" Kbuild include lib tests/targets/kernel/user
		expect "$release: linux-ish.ko by $clang, in silence" \
			by_clang "$kernel" "$dir/clang" modules
		expect "$release: the test's module by $clang" \
			by_clang "$kernel" "$dir/clang/tests/targets/kernel/user" "LISH=$top" \
			"KBUILD_EXTRA_SYMBOLS=$dir/clang/Module.symvers" modules
		expect "$release: they are of clang" sh -c \
			"grep -q 'clang version' '$dir/clang/linux-ish.ko' &&
			grep -q 'clang version' '$dir/clang/tests/targets/kernel/user/lish_user.ko'"
		cp "$dir/clang/linux-ish.ko" "$dir/clang/tests/targets/kernel/user/lish_user.ko" \
			"$dir/ko/"
		boot clang "$image" "$everything$watched" bug=0
		judge "$dir/clang.log" "$watched" "$inside" >"$dir/judged"
		expect "$release: by $clang: what the log says: $dir/clang.log" \
			sh -c "! grep . '$dir/judged'"
		cp "$dir/module/linux-ish.ko" \
			"$dir/tests/tests/targets/kernel/user/lish_user.ko" "$dir/ko/"
	fi

	# A history that is wrong, a misuse that is not one, and a write through NULL.
	[ -z "$planted" ] || continue
	planted=1
	rm -f "$dir/ko/game.ko"
	mkdir -p "$WORK/data"
	cp tests/trace/data/*.txt "$WORK/data/"
	awk '!done && / -> [0-9]+$/ { sub(/ -> .*/, " -> 99"); done = 1 } 1' \
		tests/trace/data/indexed_003.txt >"$WORK/data/indexed_003.txt"
	data=$WORK/data
	boot planted "$image" misuse,replay,use plant=1 bug=0
	judge "$dir/planted.log" '' '' >"$dir/planted.judged"
	for complaint in 'not 1: lish_replay: 70 files' 'the .*indexed_003.* wrong:' \
		'not 4: linux-ish: .*misuse_pools' 'BUG: kernel NULL pointer' 'the end'; do
		expect "$release: planted: complained of: $complaint" \
			grep -q "$complaint" "$dir/planted.judged"
	done
	expect "$release: planted: no complaint of sound parts" sh -c \
		"! grep -q 'misuse_arrays\|load replay\|unload misuse' '$dir/planted.judged'"
done
finish
