/* SPDX-License-Identifier: MIT */
#include <linux-ish/dense.h>
#include <linux-ish/ilist.h>
#include <linux-ish/rwarray.h>

struct bullet {
	struct ilist_node link;
	struct dense_idx idx;
};

/* mistake del_swapped: container and index are swapped */
void del(struct dense *array, struct dense_idx *idx)
{
	WRONG(dense_del(idx, array), dense_del(array, idx));
}

/* mistake foreign_member_of_at: the member is a node of a list */
struct bullet *first(struct dense *bullets)
{
	return dense_at_entry(bullets, 0, struct bullet, WRONG(link, idx));
}

/* mistake init_of_rwarray: the array is defined with the slots of another kind */
/* plain */
static WRONG(RWARRAY_STORAGE, DENSE_STORAGE)(slots, 4);
static struct dense bullets = DENSE_INIT(slots);

struct dense *all(void)
{
	return &bullets;
}

/* mistake slots_of_rwarray: the slots are those of another kind of array */
/* plain */
static WRONG(RWARRAY_STORAGE, DENSE_STORAGE)(slots, 4);

void begin(struct dense *bullets)
{
	dense_init_in(bullets, &slots);
}
