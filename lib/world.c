// SPDX-License-Identifier: MIT
/*
 * The state of a program, copied. Freed objects are poisoned; all else that the
 * copies touch is ordinary memory, which the tools go on watching.
 */
#include <linux-ish/world.h>

#include "core/given.h"
#include "core/os.h"

/* Volatile, or compilers make it a memcpy(), and there the tools look again. */
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
	/* Let them look at one side at least. */
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
