// SPDX-License-Identifier: MIT
/*
 * Short passes over our containers, and over a list by hand. What is done with
 * each container comes from tests/uses.sh.
 */
#include "short.h"
#include "uses.h"

#define CONTESTANT(X)                                                        \
	static void *X##_make(uint32_t members)                              \
	{                                                                    \
		struct X *c = calloc(SHORT_CONTAINERS, sizeof(*c));          \
		struct X##_obj *o = calloc(                                  \
			(size_t)SHORT_CONTAINERS * members + 1, sizeof(*o)); \
									     \
		if (!c || !o)                                                \
			abort();                                             \
		for (uint32_t i = 0; i < SHORT_CONTAINERS; i++) {            \
			use_##X##_init(&c[i], members);                      \
			for (uint32_t m = 0; m < members; m++)               \
				use_##X##_add(&c[i], o++);                   \
		}                                                            \
		return c;                                                    \
	}                                                                    \
	static uint64_t X##_pass(void *containers)                           \
	{                                                                    \
		struct X *c = containers;                                    \
		uint64_t sum = 0;                                            \
									     \
		for (uint32_t i = 0; i < SHORT_CONTAINERS; i++)              \
			X##_for_each_entry(o, &c[i], struct X##_obj, node)   \
				sum += o->value;                             \
		return sum;                                                  \
	}

USE_CONTAINERS(CONTESTANT)

struct hand_node {
	struct hand_node *next, *prev;
};

struct hand {
	struct hand_node head;
};

struct hand_obj {
	uint64_t value;
	struct hand_node node;
	unsigned char rest[40];
};

static inline void use_hand_init(struct hand *c, uint32_t n)
{
	(void)n;
	c->head.next = c->head.prev = &c->head;
}

static inline void use_hand_add(struct hand *c, struct hand_obj *o)
{
	o->value = 1;
	o->node.prev = c->head.prev;
	o->node.next = &c->head;
	c->head.prev = c->head.prev->next = &o->node;
}

#define HAND_OBJ(at)                           \
	((struct hand_obj *)(void *)((char *)(at) - \
				     offsetof(struct hand_obj, node)))
#define hand_for_each_entry(o, c, type, member)               \
	for (type *o = HAND_OBJ((c)->head.next);              \
	     &o->member != &(c)->head; o = HAND_OBJ(o->member.next))

CONTESTANT(hand)

#define ROW(X) { #X, X##_make, X##_pass },

const struct short_contestant SHORT_TABLE(short_ours, LAYOUT)[] = {
	{ "hand list", hand_make, hand_pass },
	USE_CONTAINERS(ROW)
	{ NULL, NULL, NULL },
};
