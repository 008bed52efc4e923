// SPDX-License-Identifier: MIT
/*
 * world.c - copies of a program's state, in which freed objects are poisoned. ASan and
 * Valgrind still watch the other side of each copy.
 */
#include <linux-ish/world.h>

#include "ground/given.h"
#include "ground/os.h"

/* Volatile: compilers would make it a memcpy(), which the tools check. */
LISH_OS_UNCHECKED_ LISH_NOINLINE static void
world_copy(void *to, const void *from, size_t size)
{
	const volatile char *in = (const volatile char *)from;
	volatile char *out = (volatile char *)to;
	size_t i;

	lish_os_quiet_();
	for (i = 0; i < size; i++)
		out[i] = in[i];
	lish_os_loud_();
}

void lish_world_save(void *to, const void *world, size_t size)
{
	if (!lish_given_memory_("lish_world_save", world, to, size) || !size)
		return;
	if (!lish_os_poisons_()) {
		memcpy(to, world, size);
		return;
	}
	/* Let the tools check the target at least. */
	memset(to, 0, size);
	world_copy(to, world, size);
}
LISH_EXPORT(lish_world_save)

void lish_world_load(void *world, const void *from, size_t size)
{
	if (!lish_given_memory_("lish_world_load", world, from, size) || !size)
		return;
	if (lish_os_poisons_())
		lish_os_unpoison_(world, size);
	memcpy(world, from, size);
}
LISH_EXPORT(lish_world_load)
