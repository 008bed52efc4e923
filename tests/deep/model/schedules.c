/* SPDX-License-Identifier: MIT */
/*
 * schedules OWNER PUSHER... - inbox itself in every order of its atomic operations
 *
 * OWNER is what the owner does, a letter each: d drain, b drain left by break, p pop,
 * c clear, e empty, r drain that pushes each object back once. PUSHER is what a thread
 * pushes: 1 an object, 2 or 3 a chain of so many.
 *
 * Each thread has a stack of its own and stops before each atomic operation (stepped.h)
 * on the word "pushed". Other words need no stop, because only one thread uses them: the
 * link of a node belongs to its pusher until it is pushed, and to the owner when it is
 * taken. Any other use is an error here.
 *
 * All schedules are tried. In each, one compare and swap may fail without a reason. A
 * schedule is played from the start. The memory, and the values that each thread has read
 * in its call, are a state. A state that was seen before is not tried again; the number
 * of its schedules is added.
 *
 * After each step a model follows the word "pushed". Compared with it are the objects
 * that come out, their order, and the results of the calls. Memory is not weak here:
 * inbox.pml looks at that.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <linux-ish/inbox.h>

#define THREADS 4 /* the last one is the owner */
#define OBJECTS 8
#define STEPS 400
#define NONE (-1)
#define TABLE (1u << 22)

struct object {
	struct inbox_node node;
	bool again; /* was pushed back */
	signed char user; /* of its link: a thread, NONE while it is in the box */
};

struct row {
	unsigned char count, of[OBJECTS];
};

struct thread {
	ucontext_t context;
	const char *program;
	char stack[16384];
};

static struct thread threads[THREADS];
static ucontext_t scheduler;

/* All that a schedule changes */
static struct {
	struct inbox box;
	struct object objects[OBJECTS];
	bool has_failed; /* a compare and swap, without a reason */
	struct row pushed, taken; /* the model */
	uintptr_t before; /* the word "pushed", one store ago */
	struct {
		uint64_t saw; /* hash of what it has read */
		bool done, at_cas;
		/* its objects; the push that runs, and whether it found none */
		unsigned char next, pushing, first;
	} is[THREADS];
} world;

static int running = -1;
static bool fails;
static unsigned int thread_count;
static unsigned char schedule[STEPS];
static unsigned int steps;
static unsigned long played, states;

static void wrong(const char *what)
{
	unsigned int i;

	printf("wrong after %lu schedules: %s:", played, what);
	for (i = 0; i < steps; i++)
		printf(" %u", schedule[i]);
	printf("\n");
	exit(1);
}

#define must(condition)                   \
	do {                              \
		if (!(condition))         \
			wrong(#condition); \
	} while (0)

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* May this thread use the link of a node? What lies in the box, the owner may read. */
static void may_use(const lish_atomic *word, enum step step)
{
	unsigned int i;

	if (word == &world.box.taken) {
		must(running == THREADS - 1);
		return;
	}
	for (i = 0; word != &world.objects[i].node.next; i++)
		must(i < OBJECTS);
	must(world.objects[i].user == running ||
	     (world.objects[i].user == NONE && running == THREADS - 1 &&
	      step == STEP_LOAD));
}

bool step_wait(const lish_atomic *word, enum step step)
{
	const int me = running;

	if (me < 0)
		return false;
	if (word != &world.box.pushed) {
		may_use(word, step);
		return false;
	}
	world.is[me].at_cas = step == STEP_CAS;
	swapcontext(&threads[me].context, &scheduler);
	world.is[me].saw = mix(world.is[me].saw, fails);
	return fails;
}

uintptr_t step_saw(uintptr_t value)
{
	if (running >= 0)
		world.is[running].saw = mix(world.is[running].saw, value + 1);
	return value;
}

static void append(struct row *row, unsigned int n)
{
	must(row->count < OBJECTS);
	row->of[row->count++] = (unsigned char)n;
}

static unsigned int number_of(const struct object *object)
{
	return (unsigned int)(object - world.objects);
}

/* What came out: the first object of the taken ones, or NULL if there are none. */
static void comes(const struct object *object)
{
	struct row *row = &world.taken;

	if (!object) {
		must(!row->count);
		return;
	}
	must(row->count && row->of[0] == number_of(object));
	must(!object->node.next);
	memmove(row->of, row->of + 1, --row->count);
	row->of[row->count] = 0;
}

/* This thread is about to push the objects from its next one on. */
static void push(unsigned int me, unsigned int first, unsigned int n, bool as_chain)
{
	struct inbox_chain chain = { 0 };
	unsigned int i;
	int result;

	world.is[me].next = (unsigned char)first;
	world.is[me].pushing = (unsigned char)n;
	if (as_chain) {
		for (i = 0; i < n; i++)
			must(!inbox_chain_add_tail(
				&chain, &world.objects[first + i].node));
		result = inbox_push_chain(&world.box, &chain);
	} else {
		result = inbox_push(&world.box, &world.objects[first].node);
	}
	must(!world.is[me].pushing);
	must(result == world.is[me].first);
	world.is[me].first = world.is[me].next = 0;
}

static void own(char what)
{
	const bool waits = world.pushed.count || world.taken.count;

	switch (what) {
	case 'p':
		comes(inbox_pop_entry(&world.box, struct object, node));
		break;
	case 'c':
		inbox_clear(&world.box);
		memset(&world.taken, 0, sizeof(world.taken));
		break;
	case 'e':
		if (inbox_empty(&world.box))
			must(!waits && !world.taken.count);
		else
			must(world.pushed.count || world.taken.count);
		break;
	default:
		inbox_drain_entry(object, &world.box, struct object, node) {
			comes(object);
			if (what == 'b')
				break;
			if (what == 'r' && !object->again) {
				object->again = true;
				push(THREADS - 1, number_of(object), 1, false);
			}
		}
		if (what != 'b')
			must(!world.taken.count);
	}
}

static void play(int me)
{
	unsigned int next = world.is[me].next, n;
	const char *at;

	for (at = threads[me].program; *at; at++) {
		/* Of earlier calls a thread knows no more than which they were. */
		world.is[me].saw = (uint64_t)(at - threads[me].program);
		if (me == THREADS - 1) {
			own(*at);
		} else {
			n = (unsigned int)(*at - '0');
			push((unsigned int)me, next, n, n > 1);
			next += n;
		}
	}
	world.is[me].done = true;
	for (;;)
		swapcontext(&threads[me].context, &scheduler);
}

static void resume(int who)
{
	running = who;
	swapcontext(&scheduler, &threads[who].context);
	running = -1;
}

/* If the word "pushed" has changed, it was pushed to, or all was taken. */
void step_stored(void)
{
	const uintptr_t before = world.before;
	const int who = running;
	unsigned int i, next;

	world.before = world.box.pushed;
	if (who < 0 || world.before == before)
		return;
	next = world.is[who].next;
	if (world.is[who].pushing) {
		/* The first one; of a chain that came alone with the bit. */
		must(world.box.pushed ==
		     ((uintptr_t)&world.objects[next].node |
		      (world.is[who].pushing > 1 && inbox_none_(before) ? INBOX_END_ : 0)));
		for (i = 0; i < world.is[who].pushing; i++)
			world.objects[next + i].user = NONE;
		for (i = 0; i < world.is[who].pushing; i++)
			append(&world.pushed, next + i);
		world.is[who].first = inbox_none_(before);
		world.is[who].pushing = 0;
	} else {
		must(who == THREADS - 1 && world.box.pushed == INBOX_END_);
		for (i = 0; i < world.pushed.count; i++)
			world.objects[world.pushed.of[i]].user = THREADS - 1;
		for (i = 0; i < world.pushed.count; i++)
			append(&world.taken, world.pushed.of[i]);
		memset(&world.pushed, 0, sizeof(world.pushed));
	}
}

static void step(unsigned int choice)
{
	const int who = (int)(choice % THREADS);

	fails = choice >= THREADS;
	if (fails)
		world.has_failed = true;
	if (steps == STEPS)
		wrong("a thread goes on and on");
	schedule[steps++] = (unsigned char)choice;
	resume(who);
}

static bool takes_part(unsigned int i)
{
	return i == THREADS - 1 || i < thread_count;
}

static void start(void)
{
	unsigned int i, k, next = 0;
	const char *at;

	memset(&world, 0, sizeof(world));
	steps = 0;
	for (i = 0; i < THREADS; i++) {
		if (!takes_part(i))
			continue;
		world.is[i].next = (unsigned char)next;
		for (at = threads[i].program; i < THREADS - 1 && *at; at++)
			for (k = (unsigned int)(*at - '0'); k--; next++) {
				if (next == OBJECTS)
					exit(2);
				world.objects[next].user = (signed char)i;
			}
		getcontext(&threads[i].context);
		threads[i].context.uc_stack.ss_sp = threads[i].stack;
		threads[i].context.uc_stack.ss_size = sizeof(threads[i].stack);
		makecontext(&threads[i].context, (void (*)(void))play, 1, (int)i);
		resume((int)i);
	}
}

static void finish(void)
{
	unsigned int i;

	played++;
	must(inbox_check(&world.box, NULL) == LISH_OK);
	for (i = 0; i < world.pushed.count; i++)
		append(&world.taken, world.pushed.of[i]);
	inbox_drain_entry(object, &world.box, struct object, node)
		comes(object);
	must(!world.taken.count);
	for (i = 0; i < OBJECTS; i++)
		must(!world.objects[i].node.next);
}

static struct seen {
	uint64_t state;
	double schedules;
} *table;

static struct seen *find(void)
{
	const unsigned char *at = (const unsigned char *)&world;
	uint64_t hash = 1, part;
	uint32_t i;

	for (i = 0; i + sizeof(part) <= sizeof(world); i += sizeof(part)) {
		memcpy(&part, at + i, sizeof(part));
		hash = mix(hash, part);
	}
	for (part = 0; i < sizeof(world); i++)
		part = part << 8 | at[i];
	hash = mix(hash, part) | 1;
	for (i = (uint32_t)hash % TABLE; table[i].state; i = (i + 1) % TABLE)
		if (table[i].state == hash)
			return &table[i];
	table[i].state = hash;
	table[i].schedules = -1;
	if (++states > TABLE / 2) {
		printf("too many states\n");
		exit(2);
	}
	return &table[i];
}

/* From this state on: the number of schedules */
static double explore(void)
{
	const unsigned int depth = steps;
	struct seen *seen = find();
	bool moved = false;
	double all = 0;
	unsigned int i, k, who;
	unsigned char before[STEPS];

	if (seen->schedules >= 0)
		return seen->schedules;
	memcpy(before, schedule, depth);
	for (i = 0; i < 2 * THREADS; i++) {
		who = i % THREADS;
		if (!takes_part(who))
			continue;
		/* Here again, after what was tried before */
		if (moved) {
			start();
			for (k = 0; k < depth; k++)
				step(before[k]);
			moved = false;
		}
		if (world.is[who].done ||
		    (i >= THREADS &&
		     (!world.is[who].at_cas || world.has_failed)))
			continue;
		step(i);
		moved = true;
		all += explore();
	}
	if (!moved && all == 0) {
		finish();
		all = 1;
	}
	return seen->schedules = all;
}

int main(int argc, char **argv)
{
	double all;
	int i;

	if (argc < 3 || argc > THREADS + 1)
		return 2;
	threads[THREADS - 1].program = argv[1];
	thread_count = (unsigned int)argc - 2;
	for (i = 2; i < argc; i++)
		threads[i - 2].program = argv[i];
	table = (struct seen *)calloc(TABLE, sizeof(*table));
	if (!table)
		return 2;
	start();
	all = explore();
	for (i = 1; i < argc; i++)
		printf("%s ", argv[i]);
	printf("- %lu states, %.0f schedules, all right\n", states, all);
	return 0;
}
