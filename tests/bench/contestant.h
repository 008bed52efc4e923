/* SPDX-License-Identifier: MIT */
/*
 * contestant.h - makes a contestant of some macros; included last
 *
 *   NAME               its name
 *   NODE               members of the object: links, index
 *   BOX                members of the container
 *   INIT(box, n, flavour), DESTROY(box)
 *   FOR_EACH(b, box)   loop over the objects, b being a struct bullet *
 *   CLEAR(box)         take out all
 *
 * and, as for where the objects' memory comes from, one of
 *
 *   ADD(box, b), DEL(box, b)     it lies in an array that is there anyway
 *   TAKE(box), GIVE(box, b)      from the container, and never moves
 *   REF, BORN(box, id), DIE(box, ref), BULLET(box, ref)
 *                                anything else: by id, REFs are remembered
 *
 * Optional:
 *
 *   REMOVE_PASS(box)   pass in which those for which step(b) is true leave;
 *                      otherwise FOR_EACH_SAFE(b, box), or FOR_EACH without it
 *   SORT(box, n)       by key; SORT_IN_LIBRARY if it is compiled elsewhere
 *   HANDLE, HANDLE_OF(box, b), GET(box, handle)
 *   FLAVOURS           names of the kinds of state, the first being ""
 *   BYTES(box)         memory beside the object, per object
 *   UNORDERED          the order is not that of births
 *   NO_WALK            FOR_EACH is for checking only
 *   SORT_ONLY          nothing but sort is measured
 *   GIVE_MANY(box, refs, n)  many at once; nothing but frame and unlink is measured
 *   MISSING            the package without which the contestant is not there
 *
 * The object is the same for all: 64 bytes, at the start of a cache line.
 */
#ifndef FLAVOURS
#define FLAVOURS ""
#endif

#if defined(LISH_CHECK)
#define LEVEL LISH_CHECK
#else
#define LEVEL (-1)
#endif

#ifndef MISSING

#ifndef OBJECT_BYTES
#define OBJECT_BYTES 64
#define OBJECT_ALIGN 64
#endif

struct bullet {
	float x, y, dx, dy;
	int32_t ttl;
	uint32_t id;
	uint32_t key;
	NODE
} __attribute__((aligned(OBJECT_ALIGN)));

typedef char bullet_has_its_size_[sizeof(struct bullet) == OBJECT_BYTES ? 1 : -1];

#ifndef REF
#define REF struct bullet *
#define BULLET(box, ref) (ref)
#endif

struct box {
	BOX
	REF *ref; /* by id */
#ifdef GIVE_MANY
	REF *dead; /* room for all */
#endif
	struct bullet *arena;
	void *handles;
	uint32_t n;
};

/* What all passes do to each object: this is the loop body. */
static inline void move(struct bullet *b)
{
	b->x += b->dx;
	b->y += b->dy;
	b->ttl--;
}

/* The body of those that remove: is it over? */
static inline bool step(struct bullet *b)
{
	move(b);
	return b->ttl == 0;
}

static inline void birth(struct bullet *b, uint32_t id)
{
	b->x = 0;
	b->y = 0;
	b->dx = 1;
	b->dy = 0.5f;
	b->ttl = bench_ttl(id);
	b->id = id;
	b->key = 0;
}

static inline void *memory(size_t count, size_t size)
{
	size_t bytes = (count * size + 63) / 64 * 64;
	void *memory = aligned_alloc(64, bytes);

	if (!memory)
		abort();
	memset(memory, 0, bytes);
	return memory;
}

#if defined(BORN)

static inline void born(struct box *box, uint32_t id)
{
	BORN(box, id);
}

static inline void die(struct box *box, uint32_t id)
{
	DIE(box, box->ref[id]);
}

#elif defined(TAKE)

static inline void born(struct box *box, uint32_t id)
{
	struct bullet *b = TAKE(box);

	if (!b)
		abort();
	birth(b, id);
	box->ref[id] = b;
}

static inline void die(struct box *box, uint32_t id)
{
	GIVE(box, box->ref[id]);
}
#define LEAVE(box, b) GIVE(box, b)

#else

static inline void born(struct box *box, uint32_t id)
{
	struct bullet *b = box->ref[id];

	birth(b, id);
	ADD(box, b);
}

static inline void die(struct box *box, uint32_t id)
{
	DEL(box, box->ref[id]);
}
#define LEAVE(box, b) DEL(box, b)
#define ARENA

#endif

static struct box *box_make(uint32_t n, unsigned int flavour)
{
	struct box *box = (struct box *)memory(1, sizeof(*box));
	uint32_t i;

	box->n = n;
	box->ref = (REF *)memory(n, sizeof(REF));
#ifdef GIVE_MANY
	box->dead = (REF *)memory(n, sizeof(REF));
#endif
	for (i = 0; i < n; i++) {
#ifdef __cplusplus
		new (&box->ref[i]) REF();
#endif
	}
#ifdef ARENA
	box->arena = (struct bullet *)memory(n, sizeof(struct bullet));
	for (i = 0; i < n; i++) {
#ifdef __cplusplus
		new (&box->arena[i]) struct bullet();
#endif
		box->ref[i] = &box->arena[i];
	}
#endif
	(void)flavour;
	INIT(box, n, flavour);
	return box;
}

static void box_destroy(struct box *box)
{
	DESTROY(box);
	free(box->handles);
	free(box->arena);
#ifdef GIVE_MANY
	free(box->dead);
#endif
	free(box->ref);
	free(box);
}

static void box_fill(struct box *box, const uint32_t *ids, uint32_t count)
{
	uint32_t i;

	for (i = 0; i < count; i++)
		born(box, ids[i]);
}

static void box_kill(struct box *box, const uint32_t *ids, uint32_t count)
{
	uint32_t i;

#ifdef GIVE_MANY
	for (i = 0; i < count; i++)
		box->dead[i] = box->ref[ids[i]];
	GIVE_MANY(box, box->dead, count);
#else
	for (i = 0; i < count; i++)
		die(box, ids[i]);
#endif
}

static struct bench_tally box_look(struct box *box, bool reset)
{
	struct bench_tally tally = { 0, 0, 0, 0, 0 };

	FOR_EACH(b, box) {
		tally.count++;
		tally.ids += bench_hash(b->id);
		tally.order = tally.order * 31 + b->id;
		tally.aged += bench_ttl(b->id) - b->ttl;
		tally.moved += (int64_t)b->x;
		if (reset)
			birth(b, b->id);
	}
	return tally;
}

#ifdef BYTES
static double box_bytes(struct box *box)
{
	return BYTES(box);
}
#endif

/*
 * After the last repetition, when objects have left and before they return: how
 * many are still in? Where births repair what deaths have missed, nothing else
 * would tell.
 */
static inline uint64_t still_in(struct box *box)
{
#ifdef NO_WALK
	(void)box;
	return 0;
#else
	return box_look(box, false).count;
#endif
}

/* Between repetitions: what was read before may have changed. */
#define BENCH_LOOP __attribute__((unused)) void
#define again() __asm__ volatile("" : : : "memory")

#ifndef NO_WALK

static BENCH_LOOP loop_walk(struct box *box, struct bench_job *job)
{
	uint32_t i;

	bench_start(&job->watch);
	for (i = 0; i < job->repeat; i++) {
		FOR_EACH(b, box)
			move(b);
		again();
	}
	bench_stop(&job->watch);
}

static BENCH_LOOP loop_frame(struct box *box, struct bench_job *job)
{
	const uint32_t *ids = job->victims;
	uint32_t i;

	bench_start(&job->watch);
	for (i = 0; i < job->repeat; i++) {
		box_kill(box, ids, job->batch);
		box_fill(box, ids, job->batch);
		FOR_EACH(b, box)
			move(b);
		ids += job->batch;
		again();
	}
	bench_stop(&job->watch);
}

#ifndef REMOVE_PASS
#ifndef FOR_EACH_SAFE
#define FOR_EACH_SAFE FOR_EACH
#endif
#define REMOVE_PASS(box)              \
	FOR_EACH_SAFE(b, box) {       \
		if (step(b))          \
			LEAVE(box, b); \
	}
#endif

static __attribute__((noinline)) void remove_pass(struct box *box)
{
	REMOVE_PASS(box)
}

static BENCH_LOOP loop_remove(struct box *box, struct bench_job *job)
{
	const uint32_t *ids = job->victims;
	uint32_t i, k;

	for (i = 0; i < job->repeat; i++) {
		for (k = 0; k < job->batch; k++)
			BULLET(box, box->ref[ids[k]])->ttl = 1;
		bench_start(&job->watch);
		remove_pass(box);
		bench_stop(&job->watch);
		if (i + 1 == job->repeat)
			job->sum = still_in(box);
		box_fill(box, ids, job->batch);
		ids += job->batch;
	}
}

#endif /* NO_WALK */

static BENCH_LOOP loop_pair(struct box *box, struct bench_job *job)
{
	uint32_t i;

	bench_start(&job->watch);
	for (i = 0; i < job->batch; i++) {
		die(box, job->victims[i]);
		born(box, job->victims[i]);
	}
	bench_stop(&job->watch);
}

static BENCH_LOOP loop_link(struct box *box, struct bench_job *job)
{
	uint32_t i;

	for (i = 0; i < job->repeat; i++) {
		CLEAR(box);
		bench_start(&job->watch);
		box_fill(box, job->births, job->n);
		bench_stop(&job->watch);
	}
}

static BENCH_LOOP loop_unlink(struct box *box, struct bench_job *job)
{
	uint32_t i;

	for (i = 0; i < job->repeat; i++) {
		bench_start(&job->watch);
		box_kill(box, job->victims, job->n);
		bench_stop(&job->watch);
		if (i + 1 == job->repeat)
			job->sum = still_in(box);
		box_fill(box, job->births, job->n);
	}
}

static BENCH_LOOP loop_clear(struct box *box, struct bench_job *job)
{
	uint32_t i;

	for (i = 0; i < job->repeat; i++) {
		bench_start(&job->watch);
		CLEAR(box);
		bench_stop(&job->watch);
		if (i + 1 == job->repeat)
			job->sum = still_in(box);
		box_fill(box, job->births, job->n);
	}
}

#ifdef SORT
static BENCH_LOOP loop_sort(struct box *box, struct bench_job *job)
{
	uint32_t i, before;

	for (i = 0; i < job->repeat; i++) {
		CLEAR(box);
		box_fill(box, job->births, job->n);
		FOR_EACH(b, box)
			b->key = bench_key(b->id, job->n, job->sort, i);
		bench_start(&job->watch);
		SORT(box, job->n);
		bench_stop(&job->watch);
		before = 0;
		FOR_EACH(b, box) {
			job->sum += b->key < before;
			before = b->key;
		}
	}
}
#endif

#ifdef HANDLE
typedef HANDLE handle;

/* Handles of all objects, in the order of victims. */
static handle *all_handles(struct box *box, const struct bench_job *job)
{
	handle *handles = (handle *)box->handles;
	uint32_t i;

	if (!handles) {
		handles = (handle *)memory(box->n, sizeof(handle));
		box->handles = handles;
	}
	for (i = 0; i < job->n; i++)
		handles[i] = HANDLE_OF(box,
				       BULLET(box, box->ref[job->victims[i]]));
	return handles;
}

/* All objects in a ring, scattered over memory. */
static BENCH_LOOP loop_chain(struct box *box, struct bench_job *job)
{
	const handle *handles = all_handles(box, job);
	handle at = handles[0];
	const uint32_t steps = job->n * job->repeat;
	struct bullet *b;
	uint64_t sum = 0;
	uint32_t i;

	for (i = 0; i < job->n; i++)
		BULLET(box, box->ref[job->victims[i]])->target =
			handles[i + 1 < job->n ? i + 1 : 0];
	bench_start(&job->watch);
	for (i = 0; i < steps; i++) {
		b = GET(box, at);
		sum += b->id;
		at = b->target;
	}
	bench_stop(&job->watch);
	job->sum = sum;
}

static BENCH_LOOP loop_lookup(struct box *box, struct bench_job *job)
{
	const handle *handles = all_handles(box, job);
	uint64_t sum = 0;
	uint32_t i, k;

	bench_start(&job->watch);
	for (i = 0; i < job->repeat; i++) {
		for (k = 0; k < job->n; k++)
			sum += GET(box, handles[k])->id;
		again();
	}
	bench_stop(&job->watch);
	job->sum = sum;
}
#endif

#endif /* MISSING */

__attribute__((constructor)) static void enlist(void)
{
	static const char *const flavours[] = { FLAVOURS };
	static struct bench_contestant self;

	self.name = NAME;
	self.level = LEVEL;
	self.layout = LAYOUT;
	memcpy(self.flavours, flavours, sizeof(flavours));
#ifdef MISSING
	self.missing = MISSING;
#else
	self.make = box_make;
	self.destroy = box_destroy;
	self.fill = box_fill;
	self.kill = box_kill;
	self.look = box_look;
#ifndef UNORDERED
	self.ordered = true;
#endif
#ifdef BYTES
	self.bytes = box_bytes;
#endif
#ifdef GIVE_MANY
	self.loop[BENCH_FRAME] = loop_frame;
	self.loop[BENCH_UNLINK] = loop_unlink;
#elif !defined(SORT_ONLY)
#ifndef NO_WALK
	self.loop[BENCH_WALK] = loop_walk;
	self.loop[BENCH_FRAME] = loop_frame;
	self.loop[BENCH_REMOVE] = loop_remove;
#endif
	self.loop[BENCH_PAIR] = loop_pair;
	self.loop[BENCH_CLEAR] = loop_clear;
	self.loop[BENCH_LINK] = loop_link;
	self.loop[BENCH_UNLINK] = loop_unlink;
#endif
#ifdef SORT
	self.loop[BENCH_SORT] = loop_sort;
#endif
#ifdef SORT_IN_LIBRARY
	self.library_sort = true;
#endif
#if defined(HANDLE) && !defined(GIVE_MANY)
	self.loop[BENCH_CHAIN] = loop_chain;
	self.loop[BENCH_LOOKUP] = loop_lookup;
#endif
#endif
	bench_enlist(&self);
}
