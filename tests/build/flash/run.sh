# SPDX-License-Identifier: MIT
#
# Initialised data of a container of fixed memory, by X_DEFINE_STATIC() and by X_init_in(), against
# the table of firmware.rst. For a Cortex-M3.
. scripts/script-check.sh

arm=arm-none-eabi-gcc
if ! command -v $arm >/dev/null 2>&1; then
	echo "skip: no $arm" >&2
	pass
	finish
	exit
fi

# data WAY CONTAINER: bytes of initialised data of a file that has one container of 64 objects
data() {
	upper=$(echo "$2" | tr a-z A-Z)
	type=''
	case $2 in
	*pool) type=', struct object, node' ;;
	esac
	node=idx
	case $2 in
	listpool | ihash) node=node ;;
	esac
	echo "#include <linux-ish/$2.h>"
	echo "struct object { int value; struct $2_$node node; };"
	if [ "$1" = define ]; then
		echo "${upper}_DEFINE_STATIC(all$type, 64);"
		echo 'void *begin(void);'
		echo 'void *begin(void) { return &all; }'
	else
		rest=''
		[ -z "$type" ] || rest=', NULL'
		echo "static struct $2 all;"
		echo "static ${upper}_STORAGE(memory${type%, node}, 64);"
		echo 'void begin(void);'
		echo "void begin(void) { ${2}_init_in(&all$type, &memory$rest); }"
	fi
}

for container in dense rwarray iheap ihash ipool densepool listpool slotpool; do
	sizes=''
	for way in define init; do
		data $way $container >"$WORK/$container-$way.c"
		expect "$container, $way, compiles" $arm -mcpu=cortex-m3 -mthumb -Os -ffreestanding \
			-std=c99 -Iinclude -c "$WORK/$container-$way.c" -o "$WORK/$container.o"
		sizes="$sizes $(arm-none-eabi-size "$WORK/$container.o" | awk 'NR == 2 { print $2 }')"
	done
	echo "$container$sizes" >>"$WORK/figures"
done
sed -n '/^container  *``X_DEFINE_STATIC/,/^Files/s/^``\([a-z]*\)`` *\([0-9]*\) *\([0-9]*\)$/\1 \2 \3/p' \
	Documentation/firmware.rst >"$WORK/page"
expect 'Documentation/firmware.rst shows them' diff "$WORK/page" "$WORK/figures"
finish
