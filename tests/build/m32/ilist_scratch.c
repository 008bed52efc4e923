/* SPDX-License-Identifier: MIT */
/*
 * An array of uint64_t is aligned enough for ilist_sort_by_key(), wherever it
 * lies.
 */
#include <stdio.h>
#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>

struct job {
	int key;
	struct ilist_node link;
};

/* Two places in it are four bytes apart: one of them is at 4 modulo 8. */
static uint32_t memory[ILIST_SORT_SCRATCH(2) / sizeof(uint32_t) + 1];

static uint64_t key_of(void *ctx, const struct ilist_node *node)
{
	(void)ctx;
	return (uint64_t)container_of(node, const struct job, link)->key;
}

static int sort_with(void *scratch)
{
	static struct job first, second;
	struct ilist jobs = ILIST_INIT(jobs);
	int result;

	first.key = 1;
	second.key = 2;
	ilist_add(&jobs, &first.link);
	ilist_add(&jobs, &second.link);
	result = ilist_sort_by_key(&jobs, key_of, NULL, scratch,
				   ILIST_SORT_SCRATCH(2));
	printf("scratch at %u modulo 8: %d\n",
	       (unsigned int)((uintptr_t)scratch % 8), result);
	if (result || ilist_first_entry(&jobs, struct job, link) != &first)
		return 1;
	ilist_clear(&jobs);
	return 0;
}

int main(void)
{
	return sort_with(memory) || sort_with(memory + 1);
}
