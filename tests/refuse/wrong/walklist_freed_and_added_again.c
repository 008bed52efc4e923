/* SPDX-License-Identifier: MIT */
/* reported: the links of neighbours do not agree */
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

struct bullet {
	struct slotpool_idx memory;
	struct walklist_node link;
};

SLOTPOOL_DEFINE_STATIC(pool, struct bullet, memory, 8);
static WALKLIST_DEFINE(flying);

static struct bullet *shoot(void)
{
	struct bullet *b = slotpool_zalloc_entry(&pool, struct bullet, memory);

	if (b)
		walklist_add_tail(&flying, &b->link);
	return b;
}

int main(void)
{
	struct bullet *second;

	if (!shoot())
		return 1;
	second = shoot();
	if (!second)
		return 1;
	/* Still in the list. */
	slotpool_free(&pool, &second->memory);
	return shoot() == NULL;
}
