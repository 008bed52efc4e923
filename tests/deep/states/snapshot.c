// SPDX-License-Identifier: MIT
/*
 * For a fuzzer: what slotpool_load() and ipool_load() make of bytes that nobody has
 * saved. They refuse them, and nothing has changed; or the pool is whole, saves as
 * what it was loaded from, and hands out each slot once.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <linux-ish/ipool.h>
#include <linux-ish/slotpool.h>

#include "../../../lib/core/snapshot.h"

struct object {
	struct slotpool_idx slot;
	uint32_t value;
};

struct crumb {
	struct ipool_idx slot;
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
	struct lish_snapshot_ head;
	size_t i;

	memcpy(bytes, before, saved);
	for (i = 1; i + 3 <= size; i += 3)
		bytes[(data[i] | data[i + 1] << 8) % saved] ^= data[i + 2];
	memcpy(&head, bytes, sizeof(head));
	if (size && data[0] & 1 && head.used <= MANY && head.free <= MANY &&
	    head.count <= MANY && head.saved_size <= sizeof(struct object))
		lish_snapshot_seal_(&head, bytes);
}

static void slots(const uint8_t *data, size_t size)
{
	static SLOTPOOL_STORAGE(mem, struct object, MANY);
	bool taken[MANY] = { false };
	struct lish_snapshot_ head;
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
	saved = slotpool_save_size(&pool);
	must(saved <= ROOM && !slotpool_save(&pool, before, ROOM));
	damage(saved, data, size);
	if (slotpool_load(&pool, bytes, saved)) {
		must(!slotpool_save(&pool, after, ROOM));
		must(!memcmp(before, after, saved));
	} else {
		memcpy(&head, bytes, sizeof(head));
		must(slotpool_save_size(&pool) <= saved);
		must(!slotpool_save(&pool, after, ROOM));
		/* All but the sum, and the objects, whose nodes load puts right. */
		must(!memcmp(bytes, after,
			     offsetof(struct lish_snapshot_, sum)));
		must(!memcmp(bytes + sizeof(head), after + sizeof(head),
			     4 * (head.used + head.free)));
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

static void crumbs(const uint8_t *data, size_t size)
{
	static IPOOL_STORAGE(mem, struct crumb, MANY);
	bool taken[MANY] = { false };
	struct crumb *crumb;
	struct ipool pool;
	uint32_t index, i;
	size_t saved;

	ipool_init_in(&pool, struct crumb, slot, &mem, NULL);
	for (i = 0; i < 66; i++)
		ipool_alloc_entry(&pool, struct crumb, slot)->value = i;
	ipool_free_at(&pool, 3);
	ipool_free_at(&pool, 64);
	ipool_free_at(&pool, 40);
	saved = ipool_save_size(&pool);
	must(saved <= ROOM && !ipool_save(&pool, before, ROOM));
	damage(saved, data, size);
	if (ipool_load(&pool, bytes, saved)) {
		must(!ipool_save(&pool, after, ROOM));
		must(!memcmp(before, after, saved));
	} else {
		must(ipool_save_size(&pool) <= saved);
		must(!ipool_save(&pool, after, ROOM));
		must(!memcmp(bytes, after, ipool_save_size(&pool)));
	}
	must(ipool_check(&pool, NULL) == LISH_OK);
	for (i = 0; i < MANY; i++)
		taken[i] = ipool_at_entry(&pool, i, struct crumb, slot) != NULL;
	while ((crumb = ipool_alloc_entry(&pool, struct crumb, slot))) {
		index = (uint32_t)ipool_index_of(&pool, &crumb->slot);
		must(index < MANY && !taken[index]);
		taken[index] = true;
	}
	must(ipool_count(&pool) == MANY);
	must(ipool_check(&pool, NULL) == LISH_OK);
	ipool_destroy(&pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	slots(data, size);
	crumbs(data, size);
	return 0;
}
