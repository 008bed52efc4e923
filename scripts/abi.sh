#!/bin/sh
# SPDX-License-Identifier: MIT
#
# abi.sh - prints include/linux-ish/core/abi.h: the link guard ("make abi")
#
# Lists what inline code of the headers calls in the library, as LISH_EXPORT()
# says, and with LISH_OUTLINE also what is inline otherwise; and the release that
# both must be of.
set -eu
sources="$(sed -n 's/^lish-y [:+]= //p' Kbuild | sed 's/\.o/.c/g') lib/kernel/*.c"
suffix=$(awk '/define LISH_VERSION_(MAJOR|MINOR)/ { printf "%s_", $3 }' \
	include/linux-ish/version.h)
# Between releases two commits of one number may have different structs: a sum of what
# all structs, unions and enums say, without comments and blanks.
if grep -q '^#define LISH_VERSION_DEV 1' include/linux-ish/version.h; then
	sum=$(cat include/linux-ish/*.h include/linux-ish/core/*.h |
		sed -n '/^\(struct\|union\|enum\) [a-z_]* {/,/^}/p' |
		tr -d '\n\t ' | sed 's|/\*[^*]*\*/||g' | cksum | cut -d' ' -f1)
	suffix=${suffix}dev${sum}_
fi
cat <<END
/* SPDX-License-Identifier: MIT */
/*
 * abi.h - headers of one release do not link with the library of another
 *
 * Inline code and the library share structs, which may differ from one release
 * to the next. So what inline code calls bears the release in its name: where the
 * two do not fit, the linker misses names that say for which release they are,
 * in static and shared libraries and in kernel modules alike. Between releases the
 * name has a sum of the structs as well. It costs nothing, and a program that calls
 * nothing of the library needs no library.
 *
 * Made by scripts/abi.sh: "make abi".
 */
#ifndef LINUX_ISH_CORE_ABI_H
#define LINUX_ISH_CORE_ABI_H

/* With LISH_NO_STRINGS names of calls are handed on in another way. */
#ifdef LISH_NO_STRINGS
#define LISH_ABI_(name) name##${suffix}0_
#else
#define LISH_ABI_(name) name##$suffix
#endif

END
{
	sed -n 's/^LISH_EXPORT(\([a-z0-9_]*_\)).*/\1/p' $sources
	cat include/linux-ish/*.h include/linux-ish/core/*.h | awk '
		/^LISH_(HOT|STEP) / { outline = 1 }
		outline && match($0, /[a-z0-9_]+\(/) {
			outline = 0
			name = substr($0, RSTART, RLENGTH - 1)
			if (name ~ /_$/)
				print name
		}'
} | sort -u |
	sed 's/.*/#define & LISH_ABI_(&)/'
cat <<END

#endif /* LINUX_ISH_CORE_ABI_H */
END
