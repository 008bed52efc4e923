# SPDX-License-Identifier: MIT
#
# What "make install" puts down must be enough to build and run a program, with
# the static library, with the shared one, and by pkg-config.
. scripts/script-check.sh

root=$PWD/$WORK/root
expect 'make install' make -s install DESTDIR="$root" PREFIX=/opt/lish
cat >"$WORK/user.c" <<'END'
#include <linux-ish/ilist.h>
#include <linux-ish/version.h>

int main(void)
{
	struct ilist list = ILIST_INIT(list);

	return !(ilist_count(&list) == 0 && lish_version() == LISH_VERSION);
}
END
lib=$root/opt/lish/lib
for cc in $COMPILERS; do
	set -- "$cc" -std=c99 "-I$root/opt/lish/include" "$WORK/user.c"
	expect "static ($cc)" "$@" "$lib/liblinux-ish.a" -o "$WORK/static"
	expect "static runs ($cc)" "$WORK/static"
	expect "shared ($cc)" "$@" "-L$lib" -llinux-ish -o "$WORK/shared"
	expect "shared runs ($cc)" env LD_LIBRARY_PATH="$lib" "$WORK/shared"
done
expect 'linux-ish.pc names the folders' grep -q '^Cflags: -I/opt/lish/include' \
	"$lib/pkgconfig/linux-ish.pc"
expect 'make uninstall' make -s uninstall DESTDIR="$root" PREFIX=/opt/lish
expect 'nothing is left' sh -c "[ -z \"\$(find '$root' -type f -o -type l)\" ]"
finish
