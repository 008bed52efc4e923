/* SPDX-License-Identifier: MIT */
/*
 * states.h - try everything, in every state that can be reached
 *
 * A world is one container or two, the few nodes that may be in them, and loops
 * that stand somewhere; beside each a plain model that says what must be so. It
 * all lies in one block, so that any state of it is restored by one copy back,
 * with all links and running loops.
 *
 * From the first state on, breadth first: in each state every call is made with
 * every argument, right or wrong, and what comes of it is compared with the
 * model; what was not there before is a new state. When none is left, there is
 * none that was not tried.
 *
 * A program of this kind defines its struct world, the variable "world" of it,
 * and the functions that are declared below, and calls explore().
 */
#ifndef STATES_H
#define STATES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux-ish/bug.h>
#include <linux-ish/world.h>

/* The world is its first state: empty, nothing begun. */
static void start(void);
/* Make one call, for which choose() decides; tell the model. */
static void act(void);
/* Is the world what the model says? After each call. */
static void compare(void);
/* Ask all there is to ask, in a state that is new. Must not change it. */
static void look(void);
/* Set what does not matter for what comes, so that fewer states differ. */
static void settle(void);

/* The block that makes a state. */
static void *states_block;
static size_t states_size;

/*
 * Set where ASan or Valgrind watches: freed objects are part of the state, but they
 * may be read only by who copies it.
 */
#ifndef STATES_WATCHED
#if defined(__SANITIZE_ADDRESS__)
#define STATES_WATCHED 1
#elif defined(__has_feature)
#define STATES_WATCHED __has_feature(address_sanitizer)
#else
#define STATES_WATCHED 0
#endif
#endif

/* States, in order of their discovery, and how each came about. */
#define STATES_MAX_CHOICES 12

struct states_step {
	uint32_t from;
	unsigned char count;
	unsigned char choices[STATES_MAX_CHOICES];
};

#ifndef STATES_AT_RANDOM
static struct {
	char *blocks;
	struct states_step *steps;
	uint64_t *hashes;
	struct states_slot {
		uint32_t state, hash; /* index plus one; a part of its hash */
	} *table;
	uint32_t room, count, slots;
	char *copy;
} states;
#endif

static struct {
	unsigned char choices[STATES_MAX_CHOICES], of[STATES_MAX_CHOICES];
	unsigned int count, at;
	uint32_t state;
	bool telling;
} turn;

static unsigned long long transitions, refusals;

static struct {
	unsigned int reports;
	bool wrong, any, skipped;
	enum lish_reason expected, seen;
	const char *operation;
} misuse;


#ifdef STATES_AT_RANDOM
/*
 * At random instead: worlds that are too large for all of their states. Nothing
 * is settled for long, so that hints, figures and counters run free.
 */
static struct {
	uint64_t seed, state;
	const unsigned char *bytes; /* a fuzzer's, instead */
	size_t left;
	bool end;
} chance;

static unsigned int states_random(void)
{
	/* splitmix64 */
	uint64_t x = chance.state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (unsigned int)((x ^ x >> 31) >> 16);
}

static unsigned int choose(unsigned int n)
{
	if (!chance.bytes)
		return states_random() % n;
	if (!chance.left) {
		chance.end = true;
		return 0;
	}
	chance.left--;
	return *chance.bytes++ % n;
}
#else
/* One of n: all of them, one after another. */
static unsigned int choose(unsigned int n)
{
	if (turn.at == STATES_MAX_CHOICES || !n) {
		fprintf(stderr, "states.h: too many choices, or none\n");
		exit(2);
	}
	if (turn.at == turn.count) {
		turn.choices[turn.count] = 0;
		turn.count++;
	}
	turn.of[turn.at] = (unsigned char)n;
	return turn.choices[turn.at++];
}

#endif

#ifndef STATES_AT_RANDOM
/* The next turn: count up, the last choice first. false after the last turn. */
static bool states_turn(void)
{
	turn.count = turn.at;
	while (turn.count) {
		turn.at = turn.count - 1;
		if (++turn.choices[turn.at] < turn.of[turn.at])
			return true;
		turn.count--;
	}
	return false;
}

#endif

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static void states_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("    ");
	vprintf(format, args);
	printf("\n");
	va_end(args);
}

/* What is being done: shown when a path is told that led to a failure. */
#define say(...) (turn.telling ? states_say(__VA_ARGS__) : (void)0)

#ifndef STATES_AT_RANDOM
static void states_load(uint32_t state)
{
	lish_world_load(states_block, states.blocks + state * states_size,
			states_size);
}

/* Tell how a state came about, from the first one on. */
static void states_tell(uint32_t state)
{
	const struct states_step *step = &states.steps[state];

	if (!state)
		return;
	states_tell(step->from);
	states_load(step->from);
	memcpy(turn.choices, step->choices, sizeof(turn.choices));
	turn.count = step->count;
	turn.at = 0;
	misuse.wrong = false;
	act();
}

#endif /* STATES_AT_RANDOM */

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2), noreturn))
#endif
static void fail(const char *format, ...)
{
#ifndef STATES_AT_RANDOM
	static bool failing;
	struct states_step last;
	uint32_t from = turn.state;
#endif
	va_list args;

	printf("FAILED: ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
#ifdef STATES_AT_RANDOM
	printf("in step %llu; the same again, telling the last steps: SEED=%llu TELL=%llu\n",
	       transitions, (unsigned long long)chance.seed,
	       transitions < 40 ? 1 : transitions - 40);
	fflush(stdout);
	abort();
#else
	if (failing)
		exit(1);
	failing = true;
	memcpy(last.choices, turn.choices, sizeof(last.choices));
	last.count = (unsigned char)turn.count;
	turn.telling = true;
	if (!states.count)
		exit(1);
	states_tell(from);
	states_load(from);
	memcpy(turn.choices, last.choices, sizeof(last.choices));
	turn.count = last.count;
	turn.at = 0;
	misuse.wrong = false;
	printf("  then:\n");
	act();
	exit(1);
#endif
}

#define must(what)                                                        \
	do {                                                              \
		if (!(what))                                              \
			fail("%s:%d: %s", __FILE__, __LINE__, #what);     \
	} while (0)

static void states_report(const struct lish_fault *fault)
{
	misuse.reports++;
	misuse.seen = fault->reason;
	misuse.operation = fault->operation;
}

/* No call is made this time: nobody says what it would do. */
static bool skip(void)
{
	misuse.skipped = true;
	return false;
}

/*
 * The call that comes is misuse, which the given level notices. false if ours is
 * lower: then it must not be made. It must be reported once, and change nothing.
 */
static bool wrong_at(int level, enum lish_reason reason)
{
	if (LISH_CHECK < level)
		return skip();
	misuse.wrong = true;
	misuse.any = false;
	misuse.expected = reason;
	return true;
}

/* The same, where one call is wrong in several ways. */
static inline bool wrong_somehow_at(int level)
{
	if (LISH_CHECK < level)
		return skip();
	misuse.wrong = true;
	misuse.any = true;
	return true;
}

static void *states_grow(void *old, size_t bytes)
{
	void *grown = realloc(old, bytes);

	if (!grown) {
		fprintf(stderr, "states.h: no memory for so many states\n");
		exit(2);
	}
	return grown;
}

#ifndef STATES_AT_RANDOM
/*
 * The sum of what each word gives at its place: of a state that differs from another
 * in a few words, only these are counted anew.
 */
static uint64_t states_part(uint64_t word, size_t at)
{
	uint64_t hash = (word + at * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;

	hash = (hash ^ hash >> 32) * 0xc4ceb9fe1a85ec53u;
	return hash ^ hash >> 29;
}

static uint64_t states_word(const char *block, size_t at)
{
	uint64_t word;

	memcpy(&word, block + 8 * at, sizeof(word));
	return word;
}

/* The world as it is, to be compared byte by byte. */
static const char *states_now(void)
{
	if (!STATES_WATCHED)
		return (const char *)states_block;
	lish_world_save(states.copy, states_block, states_size);
	return states.copy;
}

/*
 * What the hash of a state becomes where words from at on, and no more than n, are
 * those of block instead of old.
 */
static uint64_t states_rehash(const char *block, const char *old, size_t at,
			      size_t n, uint64_t hash)
{
	for (n += at; at < n; at++)
		if (states_word(block, at) != states_word(old, at))
			hash += states_part(states_word(block, at), at) -
				states_part(states_word(old, at), at);
	return hash;
}

/* The hash of block, by what is not as in the given state. */
static uint64_t states_hash(const char *block, uint32_t state)
{
	const char *old = states.blocks + state * states_size;
	const size_t n = states_size / 8;
	uint64_t hash = states.hashes[state];
	size_t at;

	for (at = 0; at + 4 <= n; at += 4)
		if ((states_word(block, at) ^ states_word(old, at)) |
		    (states_word(block, at + 1) ^ states_word(old, at + 1)) |
		    (states_word(block, at + 2) ^ states_word(old, at + 2)) |
		    (states_word(block, at + 3) ^ states_word(old, at + 3)))
			hash = states_rehash(block, old, at, 4, hash);
	return states_rehash(block, old, at, n - at, hash);
}

static struct states_slot *states_slot_of(uint64_t hash)
{
	return &states.table[(uint32_t)(hash >> 32) & (states.slots - 1)];
}

static struct states_slot *states_slot_after(struct states_slot *slot)
{
	return ++slot < states.table + states.slots ? slot : states.table;
}

/* Room for one state more. */
static void states_reserve(void)
{
	struct states_slot *slot;
	uint32_t i;

	if (states.count < states.room)
		return;
	states.room = states.room ? 2 * states.room : 1024;
	states.blocks = (char *)states_grow(states.blocks, (size_t)states.room *
								   states_size);
	states.steps = (struct states_step *)states_grow(
		states.steps, states.room * sizeof(*states.steps));
	states.hashes = (uint64_t *)states_grow(
		states.hashes, states.room * sizeof(*states.hashes));
	free(states.table);
	states.slots = 4 * states.room;
	states.table = (struct states_slot *)calloc(states.slots,
						    sizeof(*states.table));
	if (!states.table)
		exit(2);
	for (i = 0; i < states.count; i++) {
		slot = states_slot_of(states.hashes[i]);
		while (slot->state)
			slot = states_slot_after(slot);
		slot->state = i + 1;
		slot->hash = (uint32_t)states.hashes[i];
	}
}

/* Keep the world as it is, unless it was so before. */
static bool states_keep(void)
{
	const char *block = states_now();
	struct states_slot *slot;
	struct states_step *step;
	uint64_t hash;

	states_reserve();
	if (!states.count) {
		/* There is none that it could come from: one of zeros. */
		memset(states.blocks, 0, states_size);
		states.hashes[0] = 0;
	}
	hash = states_hash(block, turn.state);
	for (slot = states_slot_of(hash); slot->state;
	     slot = states_slot_after(slot))
		if (slot->hash == (uint32_t)hash &&
		    !memcmp(states.blocks + (slot->state - 1) * states_size,
			    block, states_size))
			return false;
	slot->state = states.count + 1;
	slot->hash = (uint32_t)hash;
	memcpy(states.blocks + states.count * states_size, block, states_size);
	states.hashes[states.count] = hash;
	step = &states.steps[states.count++];
	step->from = turn.state;
	step->count = (unsigned char)turn.count;
	memcpy(step->choices, turn.choices, sizeof(turn.choices));
	return true;
}

/* Is the world as it was? Freed objects are looked at too. */
static bool states_same(uint32_t state)
{
	return !memcmp(states_now(), states.blocks + state * states_size,
		       states_size);
}
#endif

/* Was the misuse told, once, and refused? */
static void states_judge(void)
{
	if (misuse.reports != misuse.wrong)
		fail("%u reports instead of %d%s%s%s%s", misuse.reports,
		     misuse.wrong, misuse.reports ? ": " : "",
		     misuse.reports ? misuse.operation : "",
		     misuse.reports ? ": " : "",
		     misuse.reports ? lish_reason_text(misuse.seen) : "");
	if (!misuse.wrong)
		return;
	refusals++;
	if (!misuse.any && misuse.seen != misuse.expected)
		fail("reported: %s, expected: %s",
		     lish_reason_text(misuse.seen),
		     lish_reason_text(misuse.expected));
}

/*
 * One node is as good as another: what node n is becomes node to[n], and all
 * pointers to it with it, so that states that differ in nothing else are one.
 * nodes: the first of n objects of the given size, whose nodes lie at offset and
 * reach to the end.
 */
static inline void states_rename(void *nodes, size_t size, size_t offset,
				 unsigned int n, const unsigned char *to)
{
	const uintptr_t base = (uintptr_t)nodes;
	char old[1024];
	uintptr_t word;
	unsigned int i;
	size_t at;

	for (i = 0; i < n && to[i] == i; i++)
		;
	if (i == n)
		return;
	if (n * size > sizeof(old))
		exit(2);
	memcpy(old, nodes, n * size);
	for (i = 0; i < n; i++)
		memcpy((char *)nodes + to[i] * size + offset,
		       old + i * size + offset, size - offset);
	for (at = 0; at < states_size; at += sizeof(word)) {
		memcpy(&word, (char *)states_block + at, sizeof(word));
		if (word < base || word >= base + n * size)
			continue;
		word -= base;
		word = base + to[word / size] * size + word % size;
		memcpy((char *)states_block + at, &word, sizeof(word));
	}
}

#ifdef STATES_AT_RANDOM
/* One step. Whether misuse has changed anything is left to the model. */
static void states_step(void)
{
	static char *before;

	if (!before)
		before = (char *)states_grow(NULL, states_size);
	transitions++;
	misuse.wrong = false;
	misuse.skipped = false;
	misuse.reports = 0;
	act();
	states_judge();
	compare();
	if (choose(8) == 0) {
		settle();
		compare();
	}
	if (choose(64) == 0) {
		misuse.reports = 0;
		lish_world_save(before, states_block, states_size);
		look();
		if (misuse.reports)
			fail("reported while asked: %s: %s", misuse.operation,
			     lish_reason_text(misuse.seen));
		lish_world_load(states_block, before, states_size);
	}
}

static void states_begin(void *block, size_t size)
{
	static char *zero;

	states_block = block;
	states_size = (size + 7) & ~(size_t)7;
	if (!zero)
		zero = (char *)calloc(1, states_size);
	if (!zero)
		exit(2);
	lish_world_load(block, zero, states_size);
	lish_set_report(states_report);
	start();
	settle();
}

static int explore(const char *name, void *block, size_t size,
		   unsigned long expected, bool strict)
{
	const char *seed = getenv("SEED"), *steps = getenv("N");
	const char *tell = getenv("TELL");
	unsigned long long n = steps ? strtoull(steps, NULL, 0) : 1000000;
	unsigned long long from = tell ? strtoull(tell, NULL, 0) : 0;

	(void)expected;
	(void)strict;
	if (chance.bytes) {
		states_begin(block, size);
		while (!chance.end)
			states_step();
		return 0;
	}
	chance.seed = seed ? strtoull(seed, NULL, 0) : (unsigned long)time(NULL);
	chance.state = chance.seed;
	states_begin(block, size);
	while (transitions < n) {
		turn.telling = from && transitions + 1 >= from;
		states_step();
	}
	printf("%s at level %d: %llu steps at random, of them %llu refused, seed %llu\n",
	       name, LISH_CHECK, transitions, refusals,
	       (unsigned long long)chance.seed);
	return 0;
}
#else

#ifndef STATES_LIMIT
#define STATES_LIMIT 4000000u
#endif

/*
 * All of it. expected: how many states there must be; 0 if no formula says so.
 * Misuse leaves each byte of the block as it was, if strict.
 */
static int explore(const char *name, void *block, size_t size,
		   unsigned long expected, bool strict)
{
	const clock_t begun = clock();
	uint32_t i;
	bool same;

	states_block = block;
	/* In words, for the hash. */
	states_size = (size + 7) & ~(size_t)7;
	states.copy = (char *)states_grow(NULL, states_size);
	lish_set_report(states_report);
	start();
	settle();
	(void)states_keep();
	compare();
	look();
	for (i = 0; i < states.count; i++) {
		turn.state = i;
		turn.count = 0;
		same = false;
		do {
			/* After what was refused all is as it was. */
			if (!same)
				states_load(i);
			turn.at = 0;
			misuse.wrong = false;
			misuse.reports = 0;
			misuse.skipped = false;
			act();
			same = strict && (misuse.wrong || misuse.skipped);
			if (turn.at < turn.count)
				fail("choices are not the same again");
			if (same && !states_same(i))
				fail("misuse has changed something");
			if (misuse.skipped)
				continue;
			states_judge();
			transitions++;
			if (same)
				continue;
			compare();
			settle();
			if (!states_keep())
				continue;
			compare();
			look();
			if (misuse.reports != misuse.wrong)
				fail("reported while asked: %s: %s",
				     misuse.operation,
				     lish_reason_text(misuse.seen));
			if (states.count > STATES_LIMIT)
				fail("more than %u states", STATES_LIMIT);
		} while (states_turn());
	}
	printf("%s at level %d: %lu states, %llu transitions, of them %llu refused, %.1f s\n",
	       name, LISH_CHECK, (unsigned long)states.count, transitions,
	       refusals, (double)(clock() - begun) / CLOCKS_PER_SEC);
	if (expected && expected != states.count) {
		printf("FAILED: the formula says %lu states\n", expected);
		return 1;
	}
	return 0;
}

#endif /* STATES_AT_RANDOM */

#ifdef STATES_FUZZ
int states_main(void);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a fuzzer makes up decides. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	chance.bytes = data;
	chance.left = size;
	chance.end = false;
	return states_main();
}
#define main states_main
#endif

#endif /* STATES_H */
