// SPDX-License-Identifier: MIT
/*
 * For a fuzzer: what slotpool_load() makes of bytes that nobody has
 * saved. It refuses them, and nothing has changed; or the pool is whole, saves as
 * what it was loaded from, and hands out each slot once.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <linux-ish/save.h>

#include "../../unit/save_bytes.h"

struct object {
	struct slotpool_idx slot;
	uint32_t value;
};

#define MANY 70
#define ROOM (1 << 13)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool what)
{
	if (!what)
		abort();
}

static unsigned char before[ROOM], after[ROOM], bytes[ROOM];

/*
 * The fuzzer says what is different, so that it gets past the header; and by its
 * first byte whether the sum shall be that of the new bytes.
 */
static void damage(size_t saved, const uint8_t *data, size_t size)
{
	size_t i;

	memcpy(bytes, before, saved);
	for (i = 1; i + 3 <= size; i += 3)
		bytes[(data[i] | data[i + 1] << 8) % saved] ^= data[i + 2];
	if (size && data[0] & 1)
		save_seal(bytes, saved);
}

static void slots(const uint8_t *data, size_t size)
{
	static SLOTPOOL_STORAGE(mem, struct object, MANY);
	bool taken[MANY] = { false };
	struct save_head head, now;
	struct slotpool pool;
	struct object *object;
	uint32_t index, i;
	size_t saved;

	slotpool_init_in(&pool, struct object, slot, &mem, NULL);
	for (i = 0; i < 66; i++)
		slotpool_alloc_entry(&pool, struct object, slot)->value = i;
	slotpool_free_at(&pool, 3);
	slotpool_free_at(&pool, 64);
	slotpool_free_at(&pool, 40);
	saved = slotpool_save_size(&pool, NULL);
	must(saved <= ROOM && !slotpool_save(&pool, before, ROOM, NULL));
	damage(saved, data, size);
	if (slotpool_load(&pool, bytes, saved, NULL)) {
		must(!slotpool_save(&pool, after, ROOM, NULL));
		must(!memcmp(before, after, saved));
	} else {
		memcpy(&head, bytes, sizeof(head));
		must(!slotpool_save(&pool, after, ROOM, NULL));
		memcpy(&now, after, sizeof(now));
		/* The slots are those of the bytes; an older save has fewer bytes of an object. */
		must(now.border == head.border && now.free == head.free &&
		     now.count == head.count && now.retired == head.retired &&
		     now.numbers <= head.numbers && now.saved >= head.saved);
		must(!memcmp(bytes + sizeof(head), after + sizeof(head), 4 * now.numbers));
		must(!memcmp(bytes + sizeof(head) + 4 * head.numbers,
			     after + sizeof(head) + 4 * now.numbers, 4 * head.free));
	}
	must(slotpool_check(&pool, NULL) == LISH_OK);
	slotpool_for_each_entry(live, &pool, struct object, slot)
		taken[slotpool_index_of(&pool, &live->slot)] = true;
	while ((object = slotpool_alloc_entry(&pool, struct object, slot))) {
		index = (uint32_t)slotpool_index_of(&pool, &object->slot);
		must(index < MANY && !taken[index]);
		taken[index] = true;
	}
	must(slotpool_count(&pool) + slotpool_stats(&pool).retired == MANY);
	must(slotpool_check(&pool, NULL) == LISH_OK);
	slotpool_destroy(&pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	slots(data, size);
	return 0;
}
