# SPDX-License-Identifier: MIT
#
# samples/firmware/, as a user finds it: copied into an empty folder, built with its
# Makefile, run in qemu; and what must not be linked. Then with faults planted.
. scripts/script-check.sh
# The sample's make is no part of the one that runs this.
unset MAKEFLAGS MAKELEVEL MFLAGS

if ! command -v arm-none-eabi-gcc >/dev/null 2>&1 ||
	! command -v qemu-system-arm >/dev/null 2>&1; then
	echo 'skip: no arm-none-eabi-gcc or no qemu-system-arm: samples/firmware is not run'
	pass
	finish
	exit
fi

wanted='three alarms by tick 56
tick 500: 481 samples
tick 1000: 962 samples
962 samples, sum 130187, 100 beats, 0 lost, 10 of 16 messages out'

# build FOLDER FLAG...: in a folder of its own
build() {
	(
		cd "$1" || exit
		lish=$OLDPWD
		shift
		make LISH="$lish" CFLAGS="$*"
	)
}

# prints FOLDER: what it must. The exit code is not enough: a fault might lose it.
prints() {
	timeout -k 2 20 make -s -C "$1" LISH="$PWD" run </dev/null \
		>"$WORK/printed" 2>&1
	status=$?
	# qemu has a word to say of a timer that is stopped.
	grep -av '^Timer with' "$WORK/printed" >"$WORK/lines"
	echo "$wanted" | diff - "$WORK/lines" && [ $status = 0 ]
}

fresh() {
	rm -rf "${WORK:?}/$1"
	mkdir -p "$WORK/$1"
	cp samples/firmware/* "$WORK/$1/"
}

for how in '-Os' '-O2' '-O1 -DLISH_CHECK=0' '-Os -DLISH_CHECK=2'; do
	fresh new
	expect "builds from an empty folder: $how" \
		build "$WORK/new" $WARNINGS $how || continue
	expect "runs: $how" prints "$WORK/new"
done
arm-none-eabi-nm "$WORK/new/firmware.elf" >"$WORK/names"
expect 'nothing of stdio, malloc or growth' \
	sh -c "! grep -E 'printf|malloc|sbrk|lish_mem_default|chunks_grow|lish_set_report|lish_reason_text' '$WORK/names'"
expect 'the pool lies where the linker script says' \
	sh -c "grep -qE '^2000c[0-9a-f]+ . message_memory' '$WORK/names'"
case $(arm-none-eabi-gcc -dumpversion) in
12.*)
	fresh page
	expect 'builds as firmware.rst says' make -s -C "$WORK/page" LISH="$PWD"
	says=$(arm-none-eabi-size "$WORK/page/firmware.elf" | awk 'END {
		print $1 + $2 " bytes of flash at ``-Os``, and " $2 + $3 " bytes of RAM" }')
	expect "firmware.rst: $says" grep -qF "$says" Documentation/firmware.rst
	;;
*) echo 'skip: the sizes of firmware.rst are those of gcc 12' ;;
esac

# plant NAME FILE SED: with this fault it must not print what it should
plant() {
	fresh "$1"
	sed -i "$3" "$WORK/$1/$2"
	if cmp -s "samples/firmware/$2" "$WORK/$1/$2"; then
		flunk "the fault $1 is not in $2: the sample looks different now"
	elif ! build "$WORK/$1" -Os >"$WORK/output" 2>&1; then
		flunk "$1 does not compile" "$WORK/output"
	elif prints "$WORK/$1" >"$WORK/output" 2>&1; then
		flunk "$1 is not noticed"
	else
		pass
		echo "$1: noticed: $(grep -am1 '^>' "$WORK/output")"
	fi
}
plant not_home main.c 's/lish_sure(inbox_push(&stock, &m->way));/ipool_free(\&messages, \&m->memory);/'
plant freed_twice main.c 's/^		ipool_free(.*;/{ & & }/'
plant stays main.c 's/walklist_leave(&l->link);/l->heard = 0;/'
plant other_order main.c 's/ilist_add(&queue/ilist_add_tail(\&queue/; s/first->due - second->due/second->due - first->due/'
finish
