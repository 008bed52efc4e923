/* SPDX-License-Identifier: MIT */
/*
 * script.h - which ids die and are born, when; and a model that plays along
 */
#ifndef LISH_BENCH_SCRIPT_H
#define LISH_BENCH_SCRIPT_H

#include "bench.h"

/* A seeded sequence of numbers: the same on every machine. */
struct dice {
	uint64_t state;
};

/* A number below limit. */
uint32_t dice_throw(struct dice *dice, uint32_t limit);

/* The first k of the ids become a random choice of all n of them. */
void dice_draw(struct dice *dice, uint32_t *ids, uint32_t n, uint32_t k);

void *bench_memory(size_t count, size_t size);

/* The ids 0 to n - 1 */
uint32_t *script_ascending(uint32_t n);

/* The same in any order */
uint32_t *script_shuffled(struct dice *dice, uint32_t n);

/*
 * So many frames, in each of which a batch of the given ids dies, none of them
 * twice in one frame. The order of ids is changed.
 */
uint32_t *script_frames(struct dice *dice, uint32_t *ids, uint32_t n,
			uint32_t frames, uint32_t batch);

/* What any container must hold: the live ones in the order of their births. */
struct model {
	uint32_t n;
	uint32_t count;
	uint32_t *order;
	bool *live;
};

void model_init(struct model *model, uint32_t n);
void model_destroy(struct model *model);
void model_fill(struct model *model, const uint32_t *ids, uint32_t count);
void model_kill(struct model *model, const uint32_t *ids, uint32_t count);
struct bench_tally model_tally(const struct model *model);

/*
 * Passes that the n objects lived through, in sum, after so many frames from
 * their birth on, if a batch of them is born anew in each: in front of the
 * frame's pass or behind it.
 */
int64_t script_age(const uint32_t *victims, uint32_t n, uint32_t frames,
		   uint32_t batch, bool behind);

#endif /* LISH_BENCH_SCRIPT_H */
