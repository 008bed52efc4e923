# SPDX-License-Identifier: MIT
#
# What several threads use at a time, an inbox, shares of a pass and leases: under load,
# natively and under ThreadSanitizer; and for each fault that is planted in a copy,
# that one of them sees it. Where a cross compiler and qemu-user are here, the
# inbox also on aarch64, whose memory is weaker than that of x86.
# ONLY=aarch64 runs nothing but that ("make check-inbox-aarch64"). All check levels are
# tried with the first compiler.
. scripts/script-check.sh

# levels COMPILER: the check levels to try with it
levels() {
	[ "$1" = "${COMPILERS%% *}" ] && echo 0 1 2 || echo 1
}

pushes=50000
sources='tests/deep/threads/inbox.c lib/inbox.c lib/bug.c lib/reason.c lib/report.c lib/caller.c lib/unwind.c'

# build COMPILER INCLUDE PROGRAM FLAG...
build() {
	cc=$1 include=$2 program=$3
	shift 3
	"$cc" -std=c99 $WARNINGS "$@" "-I$include" $sources -lpthread \
		-o "$program"
}

can_watch_threads() {
	echo 'int main(void) { return 0; }' >"$WORK/empty.c"
	"$1" -fsanitize=thread "$WORK/empty.c" -o "$WORK/empty" 2>/dev/null &&
		"$WORK/empty" 2>/dev/null
}

# plant NAME FILE SED: a copy of include/ and lib/ with one fault in it
plant() {
	rm -rf "$WORK/$1"
	mkdir -p "$WORK/$1"
	cp -r include lib tests "$WORK/$1/"
	sed -i "$3" "$WORK/$1/$2"
	if cmp -s "$2" "$WORK/$1/$2"; then
		flunk "the fault $1 is not in $2: the sources look different now"
		return 1
	fi
}

# caught NAME COMPILER FLAG...: the planted fault must be seen
caught() {
	name=$1 cc=$2
	shift 2
	if ! (cd "$WORK/$name" && build "$cc" include "program-$cc" "$@") \
		>"$WORK/output" 2>&1; then
		flunk "$name does not compile ($cc)" "$WORK/output"
		return
	fi
	(
		ulimit -c 0
		"$WORK/$name/program-$cc" 3 20000 20 2 >"$WORK/output" 2>&1
		echo $? >"$WORK/status"
	) 2>/dev/null
	status=$(cat "$WORK/status")
	# 142: alarm() while it waited for an object that is lost
	if [ $status = 0 ] || [ $status = 126 ] || [ $status = 127 ]; then
		flunk "$name is not noticed ($cc $*: status $status)" "$WORK/output"
	else
		pass
		echo "$name: noticed ($cc): $(grep -am1 \
			'^FAILED\|^WARNING: T' "$WORK/output" || echo "status $status")"
	fi
}

# races COMMAND...: what $what says is seen, by ThreadSanitizer, by a check, or in the
# result, if on a busy machine the threads do not run side by side
races() {
	if "$@" >"$WORK/output" 2>&1; then
		flunk "$what is not noticed" "$WORK/output"
	elif grep -am1 '^WARNING: ThreadSanitizer: data race\|^linux-ish: \|same battle: no\|^FAILED: another state' \
		"$WORK/output" >"$WORK/seen"; then
		pass
		echo "$what: noticed: $(cut -c 1-60 "$WORK/seen")"
	else
		flunk "$what: fails, but not by a race" "$WORK/output"
	fi
}

# leases FAULT SED: $WORK/leases with one fault in the library, for $watched and $objects
leases() {
	plant "$1" lib/slotpool_lease.c "$2" || return
	expect "leases with the fault $1 compiles ($cc)" \
		$watched -c "$WORK/$1/lib/slotpool_lease.c" -o "$WORK/$1.o" || return
	expect "leases with the fault $1 links ($cc)" \
		$watched tests/deep/threads/leases.c "$WORK/$1.o" \
		$(printf '%s\n' $objects | grep -v slotpool_lease) -lpthread -o "$WORK/leases"
}

# load WHAT COMMAND...
load() {
	loaded=$1
	shift
	for producers in 1 4; do
		# Few objects: boxes run empty; many: they fill up.
		for objects in 2 300; do
			expect "$loaded: $producers producers, $objects objects" \
				"$@" $producers $pushes $objects 60
			echo "$loaded: $(head -n 1 "$WORK/output")"
		done
	done
}

if [ "${ONLY-}" != aarch64 ]; then
	for cc in $COMPILERS; do
		for level in $(levels "$cc"); do
			expect "inbox compiles ($cc, level $level)" \
				build "$cc" include "$WORK/inbox" -O2 \
				-DLISH_CHECK=$level || continue
			load "$cc -O2, level $level" "$WORK/inbox"
		done
		if ! can_watch_threads "$cc"; then
			echo "skip: $cc has no ThreadSanitizer here"
			continue
		fi
		expect "inbox compiles under ThreadSanitizer ($cc)" \
			build "$cc" include "$WORK/inbox-tsan" -O1 -g \
			-fsanitize=thread || continue
		pushes=20000
		load "$cc, ThreadSanitizer" "$WORK/inbox-tsan"
		# The library may be built without it.
		expect "inbox compiles with a plain library ($cc)" \
			"$cc" -std=c99 $WARNINGS -O1 -g -fsanitize=thread \
			-Iinclude tests/deep/threads/inbox.c "$LIBRARY" -lpthread \
			-o "$WORK/inbox-tsan" &&
			expect "ThreadSanitizer and a plain library ($cc)" \
				"$WORK/inbox-tsan" 3 $pushes 20 60
		pushes=50000
		# Two owners at once are seen, one after the other are not.
		for level in $(levels "$cc"); do
			library_of "$cc" $level || continue
			expect "owners compiles ($cc, level $level)" \
				"$cc" -std=c99 $WARNINGS -O1 -g -fsanitize=thread \
				-DLISH_CHECK=$level -Iinclude \
				tests/deep/threads/owners.c "$library" -lpthread \
				-o "$WORK/owners" || continue
			expect "one owner ($cc, level $level)" "$WORK/owners" one
			for how in pop drain clear; do
				what="two owners who $how ($cc, level $level)"
				races "$WORK/owners" "$how"
			done
		done
		# The same instructions on x86, but not the same promise. What the header
		# tells ThreadSanitizer for a plain library would hide the fault.
		plant push_relaxed include/linux-ish/ground/atomic.h \
			's/__ATOMIC_RELEASE,/__ATOMIC_RELAXED,/; s/^#if LISH_TSAN$/#if 0/' &&
			caught push_relaxed "$cc" -O1 -g -fsanitize=thread
		plant take_relaxed include/linux-ish/ground/atomic.h \
			'/__atomic_exchange_n/s/__ATOMIC_ACQUIRE/__ATOMIC_RELAXED/; s/^#if LISH_TSAN$/#if 0/' &&
			caught take_relaxed "$cc" -O1 -g -fsanitize=thread
		# A load and a store, and time between them, until another thread has
		# come between or is surely not about to: nodes are lost.
		plant take_torn lib/inbox.c \
			'/^static uintptr_t inbox_take_for_/,/^}/s/chains = lish_atomic_xchg_acquire(.*/lish_test_torn(box, chains);/; /^static uintptr_t inbox_take_for_/i static inline void lish_test_torn(struct inbox *box, uintptr_t was) { int i; for (i = 0; i < 1000 \&\& lish_atomic_load(\&box->pushed) == was; i++) sched_yield(); lish_atomic_store(\&box->pushed, INBOX_END_); }' &&
			caught take_torn "$cc" -O2 -D_POSIX_C_SOURCE=200112L -include sched.h
		plant push_torn lib/inbox.c \
			'/^LISH_.*inbox_push(/,/^}/s/^	while (!lish_atomic_cas_release.*/	while (0); for (int i = 0; i < 20 \&\& lish_atomic_load(\&box->pushed) == before; i++) sched_yield(); lish_atomic_store(\&box->pushed, (uintptr_t)node);/' &&
			caught push_torn "$cc" -O2 -D_POSIX_C_SOURCE=200112L -include sched.h
	done
fi

# Shares of one pass: nothing may be written to a container, so ThreadSanitizer has
# the library under its eyes as well. A plain loop, a free and a del by a worker must
# be seen, by it or by the checks of the container.
if [ "${ONLY-}" != aarch64 ]; then
	for cc in $COMPILERS; do
		for level in $(levels "$cc"); do
			library_of "$cc" $level || continue
			expect "spans compiles ($cc, level $level)" \
				"$cc" -std=c99 $WARNINGS -O2 -Iinclude \
				-DLISH_CHECK=$level tests/deep/threads/spans.c \
				"$library" -lpthread -o "$WORK/spans" &&
				expect "spans ($cc, level $level)" "$WORK/spans"
			frames=30
			[ $level != 1 ] || frames=130
			expect "leases compiles ($cc, level $level)" \
				"$cc" -std=c99 $WARNINGS -O2 -Iinclude \
				-DLISH_CHECK=$level tests/deep/threads/leases.c \
				"$library" -lpthread -o "$WORK/leases" &&
				expect "leases ($cc, level $level)" "$WORK/leases" $frames &&
				echo "leases ($cc, level $level): $(tail -n 1 "$WORK/output")"
		done
		can_watch_threads "$cc" || continue
		watched="$cc -std=c99 $WARNINGS -O1 -g -fsanitize=thread -Iinclude"
		objects=''
		for file in $SOURCES; do
			object=$WORK/watched-$(echo "$file" | tr / -).o
			expect "$file compiles under ThreadSanitizer ($cc)" \
				$watched -c "$file" -o "$object"
			objects="$objects $object"
		done
		expect "spans compiles under ThreadSanitizer ($cc)" \
			$watched -DLISH_CHECK=2 tests/deep/threads/spans.c $objects \
			-lpthread -o "$WORK/spans" &&
			expect "spans under ThreadSanitizer ($cc)" "$WORK/spans"
		expect "jobs compiles under ThreadSanitizer ($cc)" \
			$watched samples/jobs.c $objects -lpthread \
			-o "$WORK/jobs" &&
			expect "jobs under ThreadSanitizer ($cc)" \
				"$WORK/jobs" 3000 40
		# Leases: the same saves with any number of threads, which stop at random
		# places, and no write to the pool before the commit.
		expect "leases compiles under ThreadSanitizer ($cc)" \
			$watched tests/deep/threads/leases.c $objects -lpthread \
			-o "$WORK/leases" &&
			expect "leases under ThreadSanitizer ($cc)" "$WORK/leases" 12 2
		leases lives 's/^	lease->born = born + 1;/&	*(volatile lish_word *)\&slotpool_block_of_(lease->pool, lease->indices[born])->live += 0;/' &&
			what="a birth that writes a live bit ($cc)" &&
			races env TSAN_OPTIONS=halt_on_error=1 "$WORK/leases" 5
		leases named 's/^	lease->born = born + 1;/&	((volatile uint32_t *)slotpool_at_slot_(lease->pool, lease->indices[born]))[1] += 0;/' &&
			what="a birth that writes a node ($cc)" &&
			races env TSAN_OPTIONS=halt_on_error=1 "$WORK/leases" 5
		leases shared 's/^	return slotpool_at_slot_(lease->pool, lease->indices\[born\]);/	static uint32_t all; return slotpool_at_slot_(lease->pool, lease->indices[all++ % lease->lent]);/' &&
			what="leases that share a counter ($cc)" &&
			races "$WORK/leases" 5
		expect "spans with a plain loop compiles ($cc)" \
			$watched -DPLANT_PLAIN_LOOP tests/deep/threads/spans.c \
			$objects -lpthread -o "$WORK/spans" || continue
		what="a plain loop in a worker ($cc)"
		races "$WORK/spans"
		# Calls of the owner in a job.
		sed 's/slotpool_lease_free(&part->lease, &shot->slot)/(slotpool_free(\&units, \&shot->slot), 0)/' \
			samples/jobs.c >"$WORK/freed.c"
		sed 's/slotpool_lease_zalloc_entry(&part->lease,/slotpool_zalloc_entry(\&units,/' \
			samples/jobs.c >"$WORK/taken.c"
		for name in freed taken; do
			expect "$name.c compiles ($cc)" $watched \
				"$WORK/$name.c" $objects -lpthread \
				-o "$WORK/$name" || continue
			what="an object $name in a worker ($cc)"
			races env TSAN_OPTIONS=halt_on_error=1 \
				"$WORK/$name" 3000 40
		done
	done
fi

# The other ways to make atomic words: C11's, and by the instructions of x86.
if [ "${ONLY-}" != aarch64 ]; then
	for cc in $COMPILERS; do
		for std in c11 c99; do
			case $std-$(uname -m) in
			c99-x86_64 | c99-i?86 | c11-*) ;;
			*) continue ;;
			esac
			expect "inbox compiles without GNU builtins ($cc $std)" \
				build "$cc" include "$WORK/inbox" -O2 -std=$std \
				-DLISH_NO_GNU_ATOMICS || continue
			expect "without GNU builtins ($cc $std)" \
				"$WORK/inbox" 3 $pushes 20 60
		done
		# Without any of them all else still compiles, and no inbox.
		for file in $SOURCES; do
			expect "$file without atomic words ($cc)" \
				"$cc" -std=c99 $WARNINGS -ffreestanding \
				-U__x86_64__ -U__i386__ -DLISH_NO_GNU_ATOMICS \
				-Iinclude -fsyntax-only $file
		done
	done
	if command -v tcc >/dev/null 2>&1; then
		expect 'inbox compiles with tcc' tcc -Iinclude $sources \
			-lpthread -o "$WORK/inbox" &&
			expect 'inbox with tcc' "$WORK/inbox" 3 $pushes 20 60
	fi
fi

# A cross compiler, or clang with the libraries of one.
qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64)
cross=''
for how in aarch64-linux-gnu-gcc 'clang --target=aarch64-linux-gnu'; do
	echo 'int main(void) { return 0; }' >"$WORK/empty.c"
	if [ -z "$cross" ] && [ -n "$qemu" ] &&
		$how -static "$WORK/empty.c" -o "$WORK/empty" 2>/dev/null &&
		"$qemu" "$WORK/empty"; then
		cross=$how
	fi
done
if [ -n "$cross" ]; then
	# Load and store exclusive, and the instructions of ARMv8.1.
	for arch in armv8-a armv8.1-a; do
		expect "inbox compiles for $arch ($cross)" \
			$cross -std=c99 $WARNINGS -O2 -static -march=$arch \
			-mno-outline-atomics -Iinclude $sources -lpthread \
			-o "$WORK/inbox-aarch64" || continue
		pushes=20000
		load "aarch64 $arch" "$qemu" "$WORK/inbox-aarch64"
	done
else
	echo 'skip: no aarch64 compiler or no qemu-user: inbox is not run there'
	pass
fi
finish
