# SPDX-License-Identifier: MIT
#
# compat/list.h against the kernel's own list.h: a program that calls every public name in
# random order, on nodes that nobody initialises, prints the same with both. Where no
# kernel headers are installed, ours must print what theirs printed.
. scripts/script-check.sh

same=080961ad

# An "#include \"list.h\"" is one of them, by the folder.
mkdir -p "$WORK/ours"
echo '#include <linux-ish/compat/list.h>' >"$WORK/ours/list.h"

# theirs HEADERS DIR: the kernel's list.h, with what it asks of others
theirs() {
	mkdir -p "$2/linux" "$2/asm"
	cp "$1/include/linux/list.h" "$2/linux/"
	# Two names are of tools/include/linux/list.h, which no package has.
	cat >"$2/list.h" <<-'END'
	#include <linux/list.h>
	#define list_for_each_from(pos, head) \
		for (; pos != (head); pos = pos->next)
	static inline void list_del_range(struct list_head *begin,
					  struct list_head *end)
	{
		begin->prev->next = end->next;
		end->next->prev = begin->prev;
	}
	END
	: | tee "$2/linux/stddef.h" "$2/linux/const.h" "$2/linux/poison.h" \
		>"$2/asm/barrier.h"
	cat >"$2/linux/types.h" <<-'END'
	#include <stdbool.h>
	#include <stddef.h>
	struct list_head { struct list_head *next, *prev; };
	struct hlist_head { struct hlist_node *first; };
	struct hlist_node { struct hlist_node *next, **pprev; };
	END
	cat >"$2/linux/container_of.h" <<-'END'
	#define typeof __typeof__
	#define container_of(p, type, member) \
		((type *)((char *)(p) - offsetof(type, member)))
	#define READ_ONCE(x) (*(const volatile typeof(x) *)&(x))
	#define WRITE_ONCE(x, v) (*(volatile typeof(x) *)&(x) = (v))
	#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
	#define smp_store_release(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
	#define LIST_POISON1 ((void *)0x100)
	#define LIST_POISON2 ((void *)0x122)
	END
}

# sums WHAT FOLDER: the program there prints what it should
sums() {
	expect "$1" sh -c "'$2/same' | grep -qx $same"
}

kernels=0
for headers in /usr/src/linux-headers-*-common; do
	[ -e "$headers/include/linux/list.h" ] || continue
	name=${headers##*/linux-headers-}
	# What our tests call has been there since 6.3, and in what fixes older ones.
	if ! grep -q 'list_is_head' "$headers/include/linux/list.h" ||
		! grep -q 'list_count_nodes' "$headers/include/linux/list.h"; then
		echo "skip: the list.h of $name has less names than ours"
		continue
	fi
	kernels=$((kernels + 1))
	theirs "$headers" "$WORK/$name"
	for cc in $COMPILERS; do
		expect "same.c with the list.h of $name ($cc)" \
			"$cc" -std=gnu11 -w -O1 -fno-strict-aliasing "-I$WORK/$name" \
			tests/unit/compat/same.c -o "$WORK/$name/same"
		sums "it prints what is expected ($name, $cc)" "$WORK/$name"
	done
	# Each public name of theirs is one of ours, and is called by a test.
	sed -n -E 's/^#define +((h?list|INIT|HLIST|LIST)_[A-Za-z_]+).*/\1/p
		s/^static inline .*[ *](h?list_[a-z_]+|INIT_[A-Z_]+)\(.*/\1/p
		s/^(h?list_[a-z_]+)\(.*/\1/p' \
		"$headers/include/linux/list.h" | grep -v _rcu | sort -u \
		>"$WORK/$name/names"
	expect "the list.h of $name has names" \
		test "$(wc -l <"$WORK/$name/names")" -gt 70
	for public in $(cat "$WORK/$name/names"); do
		expect "$public is in compat/list.h" grep -qE \
			"^(#define $public|LIST_CALL_ .*[ *]$public)\b" \
			include/linux-ish/compat/list.h \
			include/linux-ish/compat/hlist.h
		expect "$public is called by a test" \
			grep -qw "$public" tests/unit/compat/same.c \
			tests/unit/compat/list_test.c
	done
done
[ "$kernels" -gt 0 ] ||
	echo 'skip: no kernel headers: list.h is compared with their recorded output'

for cc in $COMPILERS $(command -v tcc); do
	for how in '-std=c99 -O0' '-std=gnu99 -O2 -DLISH_CHECK=0' \
		'-std=gnu11 -O2 -DLISH_CHECK=1' '-std=gnu11 -O1 -DLISH_CHECK=2' \
		'-std=gnu99 -Os'; do
		expect "same.c ($cc $how)" "$cc" $WARNINGS -Wno-unused-macros $how -Iinclude \
			"-I$WORK/ours" tests/unit/compat/same.c "$LIBRARY" -o "$WORK/ours/same"
		sums "it does what the kernel's does ($cc $how)" "$WORK/ours"
	done
	scripts/can-sanitize.sh "$cc" >/dev/null 2>&1 || continue
	expect "same.c ($cc, sanitizers)" "$cc" -std=gnu11 -g -O1 \
		-fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude \
		"-I$WORK/ours" tests/unit/compat/same.c "$LIBRARY" -o "$WORK/ours/same"
	sums "and says nothing under sanitizers ($cc)" "$WORK/ours"
done

# Each of these mistakes in the headers or the library must be found.
for mistake in 's/move_run_(head->next, entry, list)/move_run_(head->next, entry->prev, list)/' \
	's/(struct lish_link_ \*)LIST_POISON1/entry/' \
	's/(list->next, list->prev, head->prev)/(list->next, list->prev, head->next)/' \
	's/node->next->pprev = node->pprev/node->next->pprev = \&node->next/' \
	's/node->prev = old->prev/node->prev = old/' \
	's/(link != at || at == head)/link != at/' \
	's/n = LIST_OBJECT_((pos)->member.to, pos, member))/n = (pos))/'; do
	rm -rf "$WORK/broken"
	mkdir -p "$WORK/broken"
	cp -r include/linux-ish lib "$WORK/broken/"
	spoilt="$WORK/broken/linux-ish"
	spoilt_lib="$WORK/broken/lib/compat/list.c"
	sed -i "$mistake" "$spoilt"/compat/*.h "$spoilt_lib"
	cp "$WORK/ours/list.h" "$WORK/broken/list.h"
	cc=${COMPILERS%% *}
	if diff -r include/linux-ish "$spoilt" >"$WORK/output" &&
		cmp -s lib/compat/list.c "$spoilt_lib"; then
		flunk "nothing to be spoilt by $mistake"
	elif ! "$cc" -std=gnu99 -w -O1 "-I$WORK/broken" tests/unit/compat/same.c \
		"$spoilt_lib" "$LIBRARY" -o "$WORK/broken/same" >"$WORK/output" 2>&1; then
		flunk "$mistake does not compile" "$WORK/output"
	elif sh -c 'ulimit -c 0; timeout 20 "$0" 2>&1' "$WORK/broken/same" |
		grep -qx "$same"; then
		flunk "no test notices $mistake"
	else
		pass
	fi
done

# says WHAT TEXT: the program on stdin does not compile, for that reason
says() {
	cat >"$WORK/beside.c"
	for cc in $COMPILERS; do
		if "$cc" -std=gnu99 -Iinclude -fsyntax-only "$WORK/beside.c" \
			>"$WORK/output" 2>&1; then
			flunk "$1 compiles"
		elif grep -q "$2" "$WORK/output"; then
			pass
		else
			flunk "$1: $2" "$WORK/output"
		fi
	done
}

for guard in _LINUX_LIST_H __LIST_H LIST_H CCAN_LIST_H LIST_HEAD_INIT; do
	says "beside $guard" 'beside another list.h' <<-END
	#define $guard
	#include <linux-ish/compat/list.h>
	END
done
# A list.h that only includes this one, with the guard of the file that it replaces.
mkdir -p "$WORK/forward"
cat >"$WORK/forward/list.h" <<-END
#ifndef _LINUX_LIST_H_
#define _LINUX_LIST_H_
#include <linux-ish/compat/list.h>
#endif
END
echo '#include "list.h"
struct item { struct list_head l; struct hlist_node h; };
LIST_HEAD(all);' >"$WORK/forward/user.c"
for cc in $COMPILERS; do
	"$cc" -Iinclude -fsyntax-only "$WORK/forward/user.c" >"$WORK/forward/said" 2>&1
	expect "one error says what to do about a guard ($cc)" sh -c \
		"grep -q 'rename its guard' '$WORK/forward/said' &&
			[ \$(grep -c 'error: ' '$WORK/forward/said') = 1 ]"
	sed -i s/_LINUX_LIST_H_/FORWARD_H/ "$WORK/forward/list.h"
	expect "then it compiles ($cc)" "$cc" -Iinclude -fsyntax-only "$WORK/forward/user.c"
	sed -i s/FORWARD_H/_LINUX_LIST_H_/ "$WORK/forward/list.h"
done
says 'after sys/queue.h' 'after sys/queue.h' <<-END
#include <sys/queue.h>
#include <linux-ish/compat/list.h>
END
says 'before another list.h' 'redefinition of' <<-END
#include <linux-ish/compat/list.h>
struct list_head { struct list_head *next, *prev; };
END
says 'a node of another kind' 'incompatible pointer' <<-END
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#include <linux-ish/compat/list.h>
struct o { struct hlist_node h; };
void f(struct o *o, struct list_head *head) { list_add(&o->h, head); }
END

# Twice, beside all other headers, and in C++.
{
	for header in include/linux-ish/*.h; do
		[ "$header" != include/linux-ish/heap.h ] || continue # an #error
		echo "#include <linux-ish/${header##*/}>"
	done
	cat <<-END
	#include <linux-ish/compat/list.h>
	#include <linux-ish/compat/list.h>
	struct item {
		int key;
		struct list_head link;
		struct hlist_node hash;
	};
	int main(void)
	{
		LIST_HEAD(list);
		HLIST_HEAD(bucket);
		struct item a, b, *pos, *n;
		struct hlist_node *h;
		int sum = 0;

		a.key = 1;
		b.key = 2;
		list_add(&a.link, &list);
		list_add_tail(&b.link, &list);
		hlist_add_head(&a.hash, &bucket);
		hlist_add_behind(&b.hash, &a.hash);
		list_for_each_entry_mutable(pos, &list, link)
			hlist_for_each_mutable(h, &bucket)
				list_move(&pos->link, &list);
		list_for_each_entry_safe(pos, n, &list, link) {
			sum += pos->key;
			list_del(&pos->link);
		}
		hlist_for_each_entry_safe(pos, h, &bucket, hash) {
			sum += pos->key;
			hlist_del(&pos->hash);
		}
		return sum != 6 || !list_empty(&list) || !hlist_empty(&bucket);
	}
	END
} >"$WORK/all.c"
for cc in $COMPILERS; do
	expect "beside all other headers ($cc)" "$cc" -std=c99 $WARNINGS -O2 \
		-Iinclude "$WORK/all.c" "$LIBRARY" -o "$WORK/all"
	expect 'which runs' "$WORK/all"
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	for std in c++11 c++20; do
		expect "in C++ ($cxx -std=$std)" "$cxx" -x c++ -std=$std \
			$CXX_USER_WARNINGS -O2 -Iinclude "$WORK/all.c" -x none \
			"$LIBRARY" -o "$WORK/all"
		expect "which runs ($cxx)" "$WORK/all"
	done
done
finish
