/* SPDX-License-Identifier: MIT */
/*
 * savegame.c - objects and their references to a file and back
 *
 * Pointers do not survive a file; indices do. A person is written with its index in
 * the pool, and its friend as an index too. Loading allocates each person at that
 * very index, in any order, so that references need no table. The file is text, so
 * that another machine or release can read it. (samples/snapshot.c saves a whole pool
 * as bytes, which is faster.)
 *
 * Uses of slotpool: alloc_at, index_of, at, the loop and handles.
 *
 *	cc -Iinclude samples/savegame.c build/liblinux-ish.a
 */
#include <stdio.h>

#include <linux-ish/slotpool.h>

#define PEOPLE 1000

struct person {
	struct slotpool_idx slot;
	int age;
	struct slotpool_handle friend_of;
};

SLOTPOOL_DEFINE_STATIC(people, struct person, slot, PEOPLE);

static int32_t index_of_handle(struct slotpool_handle h)
{
	const struct person *p =
		slotpool_get_entry(&people, h, const struct person, slot);

	return p ? slotpool_index_of(&people, &p->slot) : -1;
}

static int save(FILE *file)
{
	slotpool_for_each_entry(p, &people, const struct person, slot)
		fprintf(file, "%d %d %d\n",
			(int)slotpool_index_of(&people, &p->slot), p->age,
			(int)index_of_handle(p->friend_of));
	return ferror(file) ? -1 : 0;
}

/* Refuses a damaged file. */
static int load(FILE *file)
{
	int index, age, friend_of;
	struct person *p, *f;
	int n;

	slotpool_clear(&people);
	while ((n = fscanf(file, "%d %d %d", &index, &age, &friend_of)) == 3) {
		if (index < 0)
			return -1;
		p = slotpool_alloc_at_entry(&people, (uint32_t)index,
					    struct person, slot);
		if (!p)
			return -1; /* the index occurs twice, or is beyond the pool */
		p->age = age;
		/* Store the index for now: the friend may come later in the file. */
		p->friend_of.slot = (uint32_t)(friend_of + 1);
	}
	slotpool_for_each_entry(q, &people, struct person, slot) {
		f = slotpool_at_entry(&people, q->friend_of.slot - 1,
				      struct person, slot);
		q->friend_of.slot = q->friend_of.generation = 0;
		if (f)
			q->friend_of = slotpool_handle_of(&people, &f->slot);
	}
	return n == EOF ? 0 : -1;
}

static int sum(void)
{
	const struct person *f;
	int sum = 0;

	slotpool_for_each_entry(p, &people, const struct person, slot) {
		f = slotpool_get_entry(&people, p->friend_of,
				       const struct person, slot);
		sum = sum * 31 % 9973 + p->age + (f ? f->age : 0);
	}
	return sum;
}

int main(void)
{
	FILE *file = tmpfile();
	struct person *p;
	int i, before;

	if (!file)
		return 1;
	for (i = 0; i < 100; i++) {
		p = slotpool_zalloc_entry(&people, struct person, slot);
		if (!p)
			return 1;
		p->age = 20 + i * 7 % 50;
		if (i >= 10) {
			struct person *f =
				slotpool_at_entry(&people, (uint32_t)(i - 10),
						  struct person, slot);

			if (f)
				p->friend_of =
					slotpool_handle_of(&people, &f->slot);
		}
	}
	for (i = 0; i < 100; i += 3)
		slotpool_free_at(&people, (uint32_t)i);
	before = sum();
	if (save(file) < 0)
		return 1;
	printf("saved %u people, sum %d\n",
	       (unsigned int)slotpool_count(&people), before);

	rewind(file);
	if (load(file) < 0)
		return 1;
	printf("loaded %u people, sum %d\n",
	       (unsigned int)slotpool_count(&people), sum());
	rewind(file);
	fprintf(file, "4 33 -1\n4 33 -1\n");
	rewind(file);
	printf("a file that has one twice is %s\n",
	       load(file) < 0 ? "refused" : "taken");
	fclose(file);
	return 0;
}
