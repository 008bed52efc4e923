// SPDX-License-Identifier: MIT
/*
 * world.c - copies of a program's state, in which freed objects are poisoned. ASan and
 * Valgrind still watch the other side of each copy. Level 2 looks for pools in the state.
 */
#define LISH_LIB_
#include <linux-ish/world.h>

#include "ground/poison.h"
#include "ground/refused.h"
#include "core/pool.h"

#if LISH_OS_ASAN_ || LISH_OS_KASAN_
#define WORLD_UNCHECKED __attribute__((__no_sanitize_address__))
#else
#define WORLD_UNCHECKED
#endif

/* Volatile: compilers would make it a memcpy(), which the tools check. */
WORLD_UNCHECKED LISH_NOINLINE static void
world_copy(void *to, const void *from, size_t size)
{
	const volatile char *in = (const volatile char *)from;
	volatile char *out = (volatile char *)to;
	size_t i;

	(void)lish_os_valgrind_(LISH_VALGRIND_SILENCE_, LISH_VALGRIND_LESS_, 0);
	for (i = 0; i < size; i++)
		out[i] = in[i];
	(void)lish_os_valgrind_(LISH_VALGRIND_SILENCE_, LISH_VALGRIND_MORE_, 0);
}

#if LISH_CHECK >= 2
/*
 * The first pool of a state whose slots are lent, at its place in the state; or NULL. bytes: the
 * state, or a copy of it. A pool names its own address twice.
 */
static const void *world_lent(const char *bytes, const char *world, size_t size)
{
	const size_t step = LISH_ALIGNOF(struct lish_pool_);
	size_t at = (size_t)-(uintptr_t)world & (step - 1);
	struct lish_pool_ pool;

	for (; at < size && size - at >= sizeof(pool); at += step) {
		world_copy(&pool.self, bytes + at + offsetof(struct lish_pool_, self),
			   sizeof(pool.self));
		if ((uintptr_t)pool.self != (uintptr_t)world + at)
			continue;
		world_copy(&pool, bytes + at, sizeof(pool));
		if (pool.seal == (uintptr_t)world + at + lish_pool_type_(&pool) &&
		    pool.closed == LISH_LEASED)
			return world + at;
	}
	return NULL;
}
#else
#define world_lent(bytes, world, size) NULL
#endif

void lish_world_save(void *to, const void *world, size_t size)
{
	const void *lent;

	if (lish_refused(world, NULL, lish_is_null(to) && size ? LISH_NULL : LISH_OK) || !size)
		return;
	lent = world_lent((const char *)world, (const char *)world, size);
	if (lish_refused(world, lent, lent ? LISH_LEASED : LISH_OK))
		return;
	if (!lish_os_poisons_()) {
		memcpy(to, world, size);
		return;
	}
	/* Let the tools check the target at least. */
	memset(to, 0, size);
	world_copy(to, world, size);
}

void lish_world_load(void *world, const void *from, size_t size)
{
	const void *lent;

	if (lish_refused(world, NULL, lish_is_null(from) && size ? LISH_NULL : LISH_OK) || !size)
		return;
	lent = world_lent((const char *)world, (const char *)world, size);
	if (!lent)
		lent = world_lent((const char *)from, (const char *)world, size);
	if (lish_refused(world, lent, lent ? LISH_LEASED : LISH_OK))
		return;
	if (lish_os_poisons_())
		lish_os_unpoison_(world, size);
	memcpy(world, from, size);
}

struct lish_world_place lish_world_differs(const void *a, const void *b, size_t size,
					   const struct lish_world_part *parts, size_t n)
{
	const unsigned char *left = (const unsigned char *)a;
	const unsigned char *right = (const unsigned char *)b;
	struct lish_world_place place;
	size_t i;

	memset(&place, 0, sizeof(place));
	if (lish_refused(a, NULL,
			      size && (lish_is_null(a) || lish_is_null(b)) ? LISH_NULL : LISH_OK))
		size = 0;
	while (place.offset < size && left[place.offset] == right[place.offset])
		place.offset++;
	place.byte = place.offset;
	for (i = 0; i < n && place.offset < size && !place.part; i++) {
		if (place.offset < parts[i].offset ||
		    place.offset - parts[i].offset >= parts[i].size)
			continue;
		place.part = &parts[i];
		place.byte -= parts[i].offset;
		if (parts[i].object_size) {
			place.object = (uint32_t)(place.byte / parts[i].object_size);
			place.byte %= parts[i].object_size;
		}
	}
	return place;
}
