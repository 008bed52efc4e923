// SPDX-License-Identifier: MIT
/*
 * For a fuzzer: what slotpool_load() makes of bytes that nobody has saved. It
 * refuses them, and nothing has changed; or the pool is whole, and saves as what it
 * was loaded from.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <linux-ish/slotpool.h>

struct object {
	struct slotpool_idx slot;
	uint32_t value;
};

#define MANY 70

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool what)
{
	if (!what)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static SLOTPOOL_STORAGE(mem, struct object, MANY);
	static char before[1 << 13], after[1 << 13];
	static unsigned char bytes[1 << 13];
	struct slotpool pool;
	size_t saved, i;

	slotpool_init_in(&pool, struct object, slot, &mem);
	for (i = 0; i < 66; i++)
		slotpool_alloc_entry(&pool, struct object, slot)->value =
			(uint32_t)i;
	slotpool_free_at(&pool, 3);
	slotpool_free_at(&pool, 64);
	saved = slotpool_save_size(&pool);
	must(saved <= sizeof(before) && size < sizeof(bytes));
	must(!slotpool_save(&pool, before, sizeof(before)));
	/* The fuzzer says what is different, so that it gets past the header. */
	memcpy(bytes, before, saved);
	for (i = 0; i + 3 <= size; i += 3)
		bytes[(data[i] | data[i + 1] << 8) % saved] ^= data[i + 2];
	if (slotpool_load(&pool, bytes, saved)) {
		must(!slotpool_save(&pool, after, sizeof(after)));
		must(!memcmp(before, after, saved));
	} else {
		must(slotpool_check(&pool, NULL) == LISH_OK);
		must(slotpool_save_size(&pool) == saved);
		must(!slotpool_save(&pool, after, sizeof(after)));
		must(!memcmp(bytes, after, saved));
	}
	slotpool_destroy(&pool);
	return 0;
}
