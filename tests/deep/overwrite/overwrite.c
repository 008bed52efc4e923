// SPDX-License-Identifier: MIT
/*
 * One word of a node, or of a container, is overwritten; then one call, and a pass. What
 * happens is one of:
 *
 * reported   by the call or the pass
 * harmless   the call did what it should, and the pass visits each element once
 * silent     neither
 * crash      a signal
 * endless    the pass did not end within 2 s
 * missed     no search by hash finds an element of ihash; its removal is reported, or harmless
 *
 * Each try has a process of its own. Prints the rows of the table in
 * Documentation/security.rst: sums for words that are zero or another element's, and for
 * wild ones; missed is silent there. Fails if one of the first kind, in a node or a bucket,
 * was not reported and did harm.
 */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OBJECTS 8

enum outcome { REPORTED, HARMLESS, SILENT, CRASH, ENDLESS, MISSED, OUTCOMES };

enum value { ZERO, ANOTHERS, ANOTHER, ALL_ONES, ONE_MORE, ONE_LESS, GARBAGE, VALUES };

enum call { DEL, DEL_NEXT, DEL_PREV, ADD, MOVE, PASS, CALLS };

/*
 * container, node_size and move may be none. pass returns the number of elements, or -1 for a
 * wrong one.
 */
struct face {
	const char *name;
	void *container;
	size_t container_size;
	size_t node_size;
	void (*set_up)(void);
	void *(*node)(int i);
	void (*del)(int i);
	void (*add)(void);
	void (*move)(int i);
	int (*pass)(void);
};

static bool seen[OBJECTS + 2];
static enum outcome when_reported = REPORTED;

static bool see(int i)
{
	if (i < 0 || i >= OBJECTS + 2 || seen[i])
		return false;
	seen[i] = true;
	return true;
}

/* A list or an array of objects that live on the outside. */
#define OUTSIDE(X, TYPE, START, ADD_, DEL_)                                   \
	struct X##_object {                                                   \
		long before;                                                  \
		struct TYPE node;                                             \
		long behind;                                                  \
	};                                                                    \
	static struct X##_object X##_objects[OBJECTS + 2];                    \
	static struct X X##_all;                                              \
	static void X##_one(int i)                                            \
	{                                                                     \
		struct TYPE *node = &X##_objects[i].node;                     \
		ADD_;                                                         \
	}                                                                     \
	static void X##_set_up(void)                                          \
	{                                                                     \
		int i;                                                        \
		START;                                                        \
		for (i = 0; i < OBJECTS; i++)                                 \
			X##_one(i);                                           \
	}                                                                     \
	static void *X##_node(int i) { return &X##_objects[i].node; }         \
	static void X##_del_one(int i)                                        \
	{                                                                     \
		struct TYPE *node = &X##_objects[i].node;                     \
		DEL_;                                                         \
	}                                                                     \
	static void X##_add_one(void) { X##_one(OBJECTS); }

#define PASSED(X)                                                             \
	static int X##_pass_all(void)                                         \
	{                                                                     \
		int n = 0;                                                    \
		X##_for_each_entry(o, &X##_all, struct X##_object, node) {    \
			if (!see((int)(o - X##_objects)))                     \
				return -1;                                    \
			n++;                                                  \
		}                                                             \
		return n;                                                     \
	}

#define FACE(X, container, container_size, node_size, move)                   \
	{ #X, container, container_size, node_size,                           \
	  X##_set_up, X##_node, X##_del_one, X##_add_one, move, X##_pass_all }
#define LIST(X, TYPE, move) FACE(X, &X##_all, sizeof(X##_all), sizeof(struct TYPE), move)
/* Its container has addresses of arrays, which no check reads. */
#define ARRAY(X, TYPE) FACE(X, NULL, 0, sizeof(struct TYPE), NULL)

OUTSIDE(ilist, ilist_node, ilist_init(&ilist_all),
	ilist_add_tail(&ilist_all, node), ilist_del(node))
PASSED(ilist)
OUTSIDE(walklist, walklist_node, walklist_init(&walklist_all),
	walklist_add_tail(&walklist_all, node),
	walklist_del(&walklist_all, node))
PASSED(walklist)
OUTSIDE(locklist, locklist_node, locklist_init(&locklist_all),
	(void)!locklist_add_tail(&locklist_all, node),
	locklist_del(&locklist_all, node))
PASSED(locklist)
OUTSIDE(dense, dense_idx, lish_sure(dense_init(&dense_all, NULL)),
	(void)!dense_add(&dense_all, node), dense_del(&dense_all, node))
PASSED(dense)
OUTSIDE(rwarray, rwarray_idx, lish_sure(rwarray_init(&rwarray_all, NULL)),
	(void)!rwarray_add_tail(&rwarray_all, node),
	rwarray_del(&rwarray_all, node))
PASSED(rwarray)
OUTSIDE(iheap, iheap_idx, lish_sure(iheap_init(&iheap_all, NULL)),
	(void)!iheap_add(&iheap_all, node, node - &iheap_objects[0].node),
	iheap_del(&iheap_all, node))

static int iheap_pass_all(void)
{
	const struct iheap_object *o;
	int n = 0;

	while ((o = iheap_pop_entry(&iheap_all, struct iheap_object, node)) != NULL) {
		if (!see((int)(o - iheap_objects)))
			return -1;
		n++;
	}
	return n;
}

/* Three of a hash in a bucket, which other hashes share. */
static IHASH_STORAGE(ihash_buckets, 2);
static uint32_t ihash_hash(int i)
{
	return (uint32_t)i / 3;
}

OUTSIDE(ihash, ihash_node,
	ihash_init_in(&ihash_all, &ihash_buckets);
	memset(ihash_objects, 0, sizeof(ihash_objects)),
	ihash_add(&ihash_all, node, ihash_hash(i)), ihash_del(&ihash_all, node))

/* An element that the loop visits is a candidate of its hash, once. */
static int ihash_pass_all(void)
{
	unsigned int found[OBJECTS + 2] = { 0 };
	int i, n = 0;

	ihash_for_each_entry(o, &ihash_all, struct ihash_object, node) {
		if (!see((int)(o - ihash_objects)))
			return -1;
		n++;
	}
	for (i = 0; i < OBJECTS + 2; i += 3) {
		ihash_for_each_hash_entry(o, &ihash_all, ihash_hash(i), struct ihash_object, node) {
			const int at = (int)(o - ihash_objects);

			if (at < 0 || at >= OBJECTS + 2 || at / 3 != i / 3)
				return -1;
			found[at]++;
		}
	}
	for (i = 0; i < OBJECTS + 2; i++) {
		if (found[i] > seen[i])
			return -1;
		if (found[i] == seen[i])
			continue;
		when_reported = MISSED;
		ihash_del_one(i);
		_exit(ihash_check(&ihash_all, NULL) == LISH_OK ? MISSED : SILENT);
	}
	return n;
}

/* A pool has the objects, which carry their number. */
#define INSIDE(X, TYPE)                                                       \
	struct X##_object {                                                   \
		long number;                                                  \
		struct TYPE node;                                             \
	};                                                                    \
	static struct X##_object *X##_objects[OBJECTS + 2];                   \
	static struct X X##_all;                                              \
	static void X##_one(int i)                                            \
	{                                                                     \
		X##_objects[i] =                                              \
			X##_alloc_entry(&X##_all, struct X##_object, node);   \
		if (X##_objects[i])                                           \
			X##_objects[i]->number = i;                           \
	}                                                                     \
	static void X##_set_up(void)                                          \
	{                                                                     \
		int i;                                                        \
		lish_sure(X##_init(&X##_all, struct X##_object, node, NULL)); \
		for (i = 0; i < OBJECTS; i++)                                 \
			X##_one(i);                                           \
	}                                                                     \
	static void *X##_node(int i) { return &X##_objects[i]->node; }        \
	static void X##_del_one(int i)                                        \
	{                                                                     \
		X##_free(&X##_all, &X##_objects[i]->node);                    \
	}                                                                     \
	static void X##_add_one(void) { X##_one(OBJECTS); }

#define PASSED_INSIDE(X)                                                      \
	static int X##_pass_all(void)                                         \
	{                                                                     \
		int n = 0;                                                    \
		X##_for_each_entry(o, &X##_all, struct X##_object, node) {    \
			if (!see((int)o->number))                             \
				return -1;                                    \
			n++;                                                  \
		}                                                             \
		return n;                                                     \
	}

INSIDE(ipool, ipool_idx)
INSIDE(densepool, densepool_idx)
PASSED_INSIDE(densepool)
INSIDE(listpool, listpool_node)
PASSED_INSIDE(listpool)
INSIDE(slotpool, slotpool_idx)
PASSED_INSIDE(slotpool)

static void ilist_move_one(int i)
{
	ilist_move(&ilist_all, &ilist_objects[i].node);
}

static void walklist_move_one(int i)
{
	walklist_move(&walklist_all, &walklist_objects[i].node);
}

static void listpool_move_one(int i)
{
	listpool_move(&listpool_all, &listpool_objects[i]->node);
}

static void ihash_move_one(int i)
{
	ihash_move_tail(&ihash_all, &ihash_objects[i].node);
}

/* It has no loop. */
static int ipool_pass_all(void)
{
	return (int)ipool_count(&ipool_all);
}

static const struct face faces[] = {
	LIST(ilist, ilist_node, ilist_move_one),
	LIST(walklist, walklist_node, walklist_move_one),
	LIST(locklist, locklist_node, NULL),
	LIST(listpool, listpool_node, listpool_move_one),
	FACE(ihash, &ihash_all.walks, sizeof(ihash_all.walks), sizeof(struct ihash_node),
	     ihash_move_one),
	FACE(ihash, &ihash_buckets, sizeof(ihash_buckets), 0, ihash_move_one),
	ARRAY(dense, dense_idx),
	ARRAY(rwarray, rwarray_idx),
	ARRAY(iheap, iheap_idx),
	ARRAY(ipool, ipool_idx),
	ARRAY(densepool, densepool_idx),
	ARRAY(slotpool, slotpool_idx),
};

static void report(const struct lish_fault *fault)
{
	(void)fault;
	_exit(when_reported);
}

static bool overwrite(char *at, const char *another, const void *other,
		      size_t size, enum value value)
{
	unsigned char was[sizeof(uint64_t)];
	uint64_t now = 0;
	uint32_t half;

	memcpy(was, at, size);
	memcpy(&now, at, size);
	switch (value) {
	case ZERO: now = 0; break;
	case ANOTHERS: memcpy(&now, another, size); break;
	case ANOTHER: now = (uintptr_t)other; break;
	case ALL_ONES: now = UINT64_MAX; break;
	case ONE_MORE: now++; break;
	case ONE_LESS: now--; break;
	default: now = UINT64_C(0xdeadbeefdeadbeef); break;
	}
	half = (uint32_t)now;
	memcpy(at, size == sizeof(half) ? (void *)&half : (void *)&now, size);
	return memcmp(was, at, size) != 0;
}

static int in_a_child(const struct face *face, bool node, size_t offset,
		      size_t size, enum value value, enum call call)
{
	char *at = (char *)(node ? face->node(3) : face->container) + offset;
	const char *another = (char *)face->node(5) + (node ? offset : 0);
	/* The bucket of an address is another in each run. */
	const bool is_hash = node && face->node == ihash_node &&
			     offset == offsetof(struct ihash_node, hash);
	int wanted = OBJECTS;

	if (value == ANOTHER && (size < sizeof(void *) || is_hash))
		return -1;
	if (!overwrite(at, another, face->node(5), size, value))
		return -1;
	switch (call) {
	case DEL: face->del(3); wanted--; break;
	case DEL_NEXT: face->del(4); wanted--; break;
	case DEL_PREV: face->del(2); wanted--; break;
	case ADD: face->add(); wanted++; break;
	case MOVE:
		if (!face->move)
			return -1;
		face->move(3);
		break;
	default: break;
	}
	return face->pass() == wanted ? HARMLESS : SILENT;
}

/* OUTCOMES: there is nothing to try. */
static enum outcome outcome(const struct face *face, bool node, size_t offset,
			    size_t size, enum value value, enum call call)
{
	int status = 0;
	pid_t child = fork();

	if (!child) {
		alarm(2);
		status = in_a_child(face, node, offset, size, value, call);
		_exit(status < 0 ? OUTCOMES : status);
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("overwrite");
		exit(2);
	}
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGALRM ? ENDLESS : CRASH;
	return (enum outcome)WEXITSTATUS(status);
}

/* Returns what should not have happened. */
static int attack(const struct face *face, bool node)
{
	const size_t size = node ? face->node_size : face->container_size;
	const size_t unit = size % sizeof(void *) ? sizeof(uint32_t) : sizeof(void *);
	int sum[2][OUTCOMES + 1] = { { 0 } };
	int wrong = 0;
	size_t offset;
	int value, call;

	for (offset = 0; offset + unit <= size; offset += unit)
		for (value = 0; value < VALUES; value++)
			for (call = node ? DEL : DEL_PREV; call < CALLS; call++) {
				const bool wild = value >= ALL_ONES;
				const enum outcome is =
					outcome(face, node, offset, unit,
						(enum value)value,
						(enum call)call);

				sum[wild][is]++;
				if (is <= HARMLESS || is == MISSED || is == OUTCOMES)
					continue;
				if ((!node && face->node_size) || (wild && is != ENDLESS))
					continue;
				printf("# %s: word at %d, value %d, call %d: %d\n",
				       face->name, (int)offset, value, call, is);
				wrong++;
			}
	printf("%-12s  %-9s", face->name,
	       node ? "node" : face->node_size ? "container" : "buckets");
	for (value = 0; value < 2; value++)
		printf("  %8d  %8d  %6d  %5d", sum[value][REPORTED],
		       sum[value][HARMLESS],
		       sum[value][SILENT] + sum[value][ENDLESS] + sum[value][MISSED],
		       sum[value][CRASH]);
	printf("\n");
	return wrong;
}

int main(void)
{
	const struct rlimit none = { 0, 0 };
	int wrong = 0;
	unsigned int i;

	setrlimit(RLIMIT_CORE, &none);
	setvbuf(stdout, NULL, _IOLBF, 0);
	lish_set_report(report);
	for (i = 0; i < sizeof(faces) / sizeof(faces[0]); i++) {
		faces[i].set_up();
		if (faces[i].node_size)
			wrong += attack(&faces[i], true);
		if (faces[i].container)
			wrong += attack(&faces[i], false);
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
