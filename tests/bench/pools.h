/* SPDX-License-Identifier: MIT */
/*
 * pools.h - what our pools as contestants have in common
 *
 * POOL is the container's name; grown from nothing, or fixed in one block.
 */
#include "ours.h"

#define POOL_PASTE_(a, b) a##b
#define POOL_PASTE(a, b) POOL_PASTE_(a, b)
#define OF_POOL(function) POOL_PASTE(POOL, _##function)

#ifndef FLAVOURS
#define FLAVOURS "", "-fixed"
#endif
#define BOX                      \
	struct POOL pool;        \
	struct counting_mem mem; \
	void *block;
#define INIT(box, n, flavour) init(box, n, flavour)
#define DESTROY(box) (OF_POOL(destroy)(&(box)->pool), free((box)->block))
#ifndef MARK
#define MARK offsetof(struct bullet, node)
#endif
#define CLEAR(box) OF_POOL(clear)(&(box)->pool)
#define BYTES(box)                                               \
	((double)(box)->mem.bytes / OF_POOL(stats)(&(box)->pool).capacity - \
	 sizeof(struct bullet))

struct box;
static void init(struct box *box, uint32_t n, unsigned int flavour);

#include "contestant.h"

static void init(struct box *box, uint32_t n, unsigned int flavour)
{
	struct lish_config config = { 0 };
	size_t bytes;
	int error;

	config.mem = counting_init(&box->mem);
	switch (flavour) {
	case 0:
		error = OF_POOL(init)(&box->pool, struct bullet, node, &config);
		break;
	case 1:
		bytes = POOL_BYTES(struct bullet, n);
		box->block = memory(1, bytes);
		box->mem.bytes = bytes;
		/* The storage of users has a constant size. */
		(OF_POOL(init_in))(&box->pool, sizeof(struct bullet), MARK, n, box->block, NULL);
		error = 0;
		break;
	default:
#ifdef INIT_LOWEST
		config.reuse = LISH_LOWEST;
		error = INIT_LOWEST(&box->pool, struct bullet, node, &config);
#else
		error = 1;
#endif
	}
	if (error)
		abort();
}
