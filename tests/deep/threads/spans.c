/* SPDX-License-Identifier: MIT */
/*
 * Several threads loop over their shares of four containers at a time, write to
 * the objects of their shares, and ask the containers what may be asked. Under
 * ThreadSanitizer a single write to a container is a race.
 */
#define _POSIX_C_SOURCE 200112L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>

#ifdef PLANT_PLAIN_LOOP
#define SPAN_OF_DENSE(pos) \
	dense_for_each_entry(pos, &flying, struct object, flying)
#else
#define SPAN_OF_DENSE(pos)                                               \
	dense_for_each_entry_span(pos, &flying,                          \
				  dense_span(&flying, me->part, PARTS),  \
				  struct object, flying)
#endif

#define PARTS 4
#define OBJECTS 700
#define ROUNDS 50

struct object {
	struct slotpool_idx slot;
	struct dense_idx flying;
	struct rwarray_idx glowing;
	/* one for each container, written by the thread that has the share */
	unsigned int visits[3];
	struct slotpool_handle self;
};

struct puff {
	struct densepool_idx rising;
	unsigned int visits;
};

static struct slotpool objects;
static struct dense flying;
static struct rwarray glowing;
static struct densepool smoke;
static pthread_barrier_t barrier;

static struct job {
	uint32_t part;
	unsigned int wrong;
	pthread_t thread;
} jobs[PARTS];

static void *work(void *arg)
{
	struct job *me = (struct job *)arg;
	unsigned int round;

	for (round = 0; round < ROUNDS; round++) {
		SPAN_OF_DENSE(b) {
			b->visits[0]++;
			me->wrong += !dense_contains(&flying, &b->flying);
		}
		rwarray_for_each_entry_span(
			b, &glowing, rwarray_span(&glowing, me->part, PARTS),
			struct object, glowing) {
			b->visits[1]++;
			me->wrong += !rwarray_contains(&glowing, &b->glowing);
		}
		densepool_for_each_entry_span(
			p, &smoke, densepool_span(&smoke, me->part, PARTS),
			struct puff, rising) {
			p->visits++;
			me->wrong += !densepool_contains(&smoke, &p->rising);
		}
		slotpool_for_each_entry_span(
			b, &objects, slotpool_span(&objects, me->part, PARTS),
			struct object, slot) {
			b->visits[2]++;
			b->self = slotpool_handle_of(&objects, &b->slot);
			me->wrong += slotpool_get_entry(&objects, b->self,
							struct object,
							slot) != b;
			me->wrong += slotpool_at_entry(
				&objects, 7 * round, struct object,
				slot) == NULL;
		}
		me->wrong += slotpool_count(&objects) != OBJECTS;
		me->wrong += dense_count(&flying) != OBJECTS;
		/* Shares change hands; what was written is seen. */
		pthread_barrier_wait(&barrier);
		me->part = (me->part + 1) % PARTS;
	}
	return NULL;
}

static bool fill(void)
{
	struct object *object;
	uint32_t i;

	if (slotpool_init(&objects, struct object, slot, NULL) ||
	    densepool_init(&smoke, struct puff, rising, NULL) ||
	    dense_init(&flying, NULL) || rwarray_init(&glowing, NULL))
		return false;
	for (i = 0; i < OBJECTS; i++) {
		object = slotpool_zalloc_entry(&objects, struct object, slot);
		if (!object || dense_add(&flying, &object->flying) ||
		    rwarray_add_tail(&glowing, &object->glowing) ||
		    !densepool_zalloc_entry(&smoke, struct puff, rising))
			return false;
	}
	/* Holes, which each of them would like to close. */
	dense_for_each_entry_const(b, &flying, struct object, flying)
		if (slotpool_index_of(&objects, &b->slot) % 3 == 0)
			rwarray_del(&glowing, &b->glowing);
	return true;
}

int main(void)
{
	unsigned int wrong = 0;
	uint32_t i;

	if (!fill())
		return 2;
	pthread_barrier_init(&barrier, NULL, PARTS);
	for (i = 0; i < PARTS; i++) {
		jobs[i].part = i;
		if (pthread_create(&jobs[i].thread, NULL, work, &jobs[i]))
			return 2;
	}
	for (i = 0; i < PARTS; i++) {
		pthread_join(jobs[i].thread, NULL);
		wrong += jobs[i].wrong;
	}
	slotpool_for_each_entry(b, &objects, struct object, slot) {
		const unsigned int glows =
			rwarray_contains(&glowing, &b->glowing) ? ROUNDS : 0;

		wrong += b->visits[0] != ROUNDS || b->visits[1] != glows ||
			 b->visits[2] != ROUNDS;
	}
	densepool_for_each_entry(p, &smoke, struct puff, rising)
		wrong += p->visits != ROUNDS;
	printf("%s: %u threads, %u passes, %u wrong\n", wrong ? "FAILED" : "ok",
	       (unsigned int)PARTS, (unsigned int)ROUNDS, wrong);
	rwarray_destroy(&glowing);
	dense_destroy(&flying);
	densepool_destroy(&smoke);
	slotpool_destroy(&objects);
	return wrong != 0;
}
