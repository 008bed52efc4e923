# SPDX-License-Identifier: MIT
#
# The kernel module: it must export every function and object of the library,
# and build against the kernel headers that are installed, if there are any.
. scripts/script-check.sh

# What inline code and other modules call must be exported: every function that
# is declared in a header and defined in lib/. outline.o is for LISH_OUTLINE, which
# the kernel has no use for. Private names bear the release (core/abi.h).
nm -g --defined-only "$LIBRARY" | awk '
	/^[a-z_]*\.o:$/ { skip = $0 == "outline.o:" }
	NF == 3 && !skip { print $3 }' |
	sed 's/_[0-9]*_[0-9]*_$/_/' | sort >"$WORK/defined"
sed -n 's/^LISH_EXPORT(\([a-z0-9_]*\)).*/\1/p' lib/*.c lib/core/*.c |
	sort >"$WORK/exported"
sed '/^[[:alnum:]_]*[a-z0-9]$/!d' "$WORK/defined" >"$WORK/public"
expect 'each public function of lib/ is exported' sh -c \
	"[ -s '$WORK/public' ] && ! comm -23 '$WORK/public' '$WORK/exported' | grep ."
expect 'what is exported is defined' sh -c \
	"! comm -13 '$WORK/defined' '$WORK/exported' | grep ."

built=''
for kernel in /lib/modules/*/build; do
	[ -e "$kernel/Makefile" ] || continue
	# kbuild writes beside its sources.
	mkdir -p "$WORK/tree"
	cp -r Kbuild include lib "$WORK/tree/"
	expect "linux-ish.ko against $kernel" \
		make -s -C "$kernel" "M=$PWD/$WORK/tree" modules
	expect 'it is a module' test -s "$WORK/tree/linux-ish.ko"
	built=1
	break
done
[ -n "$built" ] || echo 'skip: no kernel headers: the module is not built'
finish
