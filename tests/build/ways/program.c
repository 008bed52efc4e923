/* SPDX-License-Identifier: MIT */
/*
 * A user's program, in C and in C++: fills each container, loops over it and empties it. Its
 * headers are those of C, which C++ includes as other headers of C.
 */
#ifdef __cplusplus
extern "C" {
#endif
#include <linux-ish/linux-ish.h>
#include "uses.h"
#ifdef __cplusplus
}
#include <linux-ish/linux-ish.hpp>
#endif

#define FAIL_(condition) ((condition) ? __LINE__ : 0)

#define FILL_(X)                                                       \
	static int fill_##X(void)                                      \
	{                                                              \
		static struct X c;                                     \
		static struct X##_thing things[5];                     \
		uint64_t sum = 0;                                      \
		int i;                                                 \
                                                                       \
		use_##X##_init(&c, 5);                                 \
		for (i = 0; i < 5; i++)                                \
			(void)use_##X##_add(&c, &things[i]);           \
		X##_for_each_entry(one, &c, struct X##_thing, node)    \
			sum += one->value;                             \
		return FAIL_(sum != 5);                                \
	}
USE_CONTAINERS(FILL_)

#define EMPTY_(X)                                                        \
	static int empty_##X(void)                                       \
	{                                                                \
		static struct X c;                                       \
		static struct X##_thing things[5];                       \
		uint64_t sum = 0;                                        \
		int i;                                                   \
                                                                         \
		use_##X##_init(&c, 5);                                   \
		for (i = 0; i < 5; i++)                                  \
			(void)use_##X##_add(&c, &things[i]);             \
		X##_for_each_entry_safe(one, &c, struct X##_thing, node) \
			use_##X##_remove(&c, one);                       \
		X##_for_each_entry(one, &c, struct X##_thing, node)      \
			sum += one->value;                               \
		return FAIL_(sum != 0);                                  \
	}
USE_REMOVERS(EMPTY_)

static int take_inbox(void)
{
	static struct inbox box;
	static struct inbox_thing things[2];
	uint64_t sum = 0;

	use_inbox_init(&box, 2);
	(void)use_inbox_add(&box, &things[0]);
	(void)use_inbox_add(&box, &things[1]);
	inbox_drain_entry(one, &box, struct inbox_thing, node)
		sum += one->value;
	return FAIL_(sum != 2);
}

static int take_iheap(void)
{
	static struct iheap heap;
	static struct iheap_thing things[2];
	uint64_t sum = 0;

	use_iheap_init(&heap, 2);
	(void)use_iheap_add(&heap, &things[0]);
	(void)use_iheap_add(&heap, &things[1]);
	iheap_drain_due(one, &heap, 1, struct iheap_thing, node)
		sum += one->value;
	return FAIL_(sum != 2);
}

static int take_ipool(void)
{
	static struct ipool pool;
	struct ipool_thing *one;

	use_ipool_init(&pool, 2);
	one = use_ipool_add(&pool, NULL);
	use_ipool_remove(&pool, one);
	return FAIL_(ipool_count(&pool) != 0);
}

#ifdef __cplusplus
struct born {
	int number;
	explicit born(int n) : number(n) {}
};

static int make_in_pools()
{
	lish::slotpool<born> slots;
	lish::ipool<born> index;
	lish::densepool<born> dense;
	lish::listpool<born> list;

	return FAIL_(slots.make(1)->number + index.make(2)->number + dense.make(3)->number +
			     list.make_tail(4)->number != 10);
}
#else
static int make_in_pools(void)
{
	return 0;
}
#endif

int main(void)
{
#define FILLED_(X) || (line = fill_##X())
#define EMPTIED_(X) || (line = empty_##X())
	int line = 0;

	if ((line = take_inbox()) || (line = take_iheap()) || (line = take_ipool()) ||
	    (line = make_in_pools())
	    USE_CONTAINERS(FILLED_) USE_REMOVERS(EMPTIED_))
		return line & 0x7f ? line & 0x7f : 1;
	return 0;
}
