# SPDX-License-Identifier: MIT
#
# The rows of migrating.rst: the same changes by the other library and by ours give the same order.
. scripts/script-check.sh

# orders PROGRAM HEADER COMPILER FLAGS...
orders() {
	program=$1 header=$2 compiler=$3
	shift 3
	echo "#include <$header>" >"$WORK/has.${program##*.}"
	"$compiler" "$@" -E "$WORK/has.${program##*.}" >/dev/null 2>&1 || {
		echo "skip: $program: no <$header>"
		return 0
	}
	expect "$compiler builds $program" "$compiler" -O1 -Iinclude "$@" \
		"tests/docs/orders/$program" "$LIBRARY" $libs -o "$WORK/orders" &&
		expect "$program: the orders are the same ($compiler)" "$WORK/orders"
}

for cc in $COMPILERS; do
	libs=
	orders list.c stddef.h "$cc" -std=gnu11
	orders models.c stddef.h "$cc" -std=gnu11
	orders queue.c sys/queue.h "$cc" -std=gnu11
	orders utlist.c utlist.h "$cc" -std=gnu11
	libs=-lwayland-client
	orders wayland.c wayland-util.h "$cc" -std=gnu11
	libs=$(pkg-config --libs glib-2.0 2>/dev/null)
	orders glib.c glib.h "$cc" -std=gnu11 $(pkg-config --cflags glib-2.0 2>/dev/null)
	libs=
	cxx=$(cxx_of "$cc")
	[ -z "$cxx" ] || orders boost.cc boost/intrusive/list.hpp "$cxx" -std=c++11
done
finish
