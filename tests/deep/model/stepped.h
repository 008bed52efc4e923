/* SPDX-License-Identifier: MIT */
/*
 * stepped.h - stands for ground/atomic.h: each atomic operation is a step of schedules.c
 *
 * Included by the command line before all else. The guard keeps the other one out.
 */
#ifndef LINUX_ISH_GROUND_ATOMIC_H
#define LINUX_ISH_GROUND_ATOMIC_H

#define LISH_APART 0
#include <linux-ish/ground/env.h>

#define LISH_ATOMICS 1
#define LISH_ATOMIC_TAG_ ((uintptr_t)1)
#define lish_tsan_acquire_(word) ((void)0)
#define lish_tsan_release_(word) ((void)0)
#define LISH_TSAN 0

typedef uintptr_t lish_atomic;

enum step { STEP_LOAD, STEP_STORE, STEP_CAS, STEP_XCHG };

/* Wait for the next step of this thread. True: a compare and swap must fail. */
bool step_wait(const lish_atomic *word, enum step step);
/* The thread has stored something. */
void step_stored(void);
/* The thread knows this value now; all it does later follows from what it knows. */
uintptr_t step_saw(uintptr_t value);

LISH_INLINE uintptr_t lish_atomic_load(const lish_atomic *word)
{
	step_wait(word, STEP_LOAD);
	return step_saw(*word);
}

LISH_INLINE uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	return lish_atomic_load(word);
}

LISH_INLINE void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	step_wait(word, STEP_STORE);
	*word = value;
	step_stored();
}

LISH_INLINE bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
				       uintptr_t value)
{
	const bool fails = step_wait(word, STEP_CAS);
	const bool same = step_saw(!fails && *word == *old);

	*old = step_saw(*word);
	if (same) {
		*word = value;
		step_stored();
	}
	return same;
}

LISH_INLINE uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	uintptr_t old;

	step_wait(word, STEP_XCHG);
	old = step_saw(*word);
	*word = value;
	step_stored();
	return old;
}

#define lish_atomic_barrier() ((void)0)

#endif /* LINUX_ISH_GROUND_ATOMIC_H */
