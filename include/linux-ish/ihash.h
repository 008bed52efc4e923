/* SPDX-License-Identifier: MIT */
/*
 * ihash.h - a hash table of objects, and a list of them that may be changed while it is walked
 *
 * For connections, sessions, entities: a program finds one by its key, and loops over all. A
 * loop body may delete, move or free any element, add elements and start nested loops. Loops
 * visit the elements in the order of their adds, whatever their hashes. A node keeps its hash
 * and knows its table.
 *
 * A growing table gets one more bucket with an add (linear hashing, W. Litwin, 1980). No add
 * moves all elements, and no add fails: without memory, chains get longer.
 *
 * Use something else if
 *   - the key is an index or a handle of your choice:  slotpool
 *   - nothing is found by key:                         walklist (8 bytes less)
 *   - the smallest key comes first:                    iheap
 *
 * Cost: clear, forget, destroy, reserve, trim, check and the initialisers O(n + buckets); all
 * others O(1), if the hashes differ: find, candidate loops, del, leave, pop_entry and node_moved
 * follow the chain of a bucket. Calls that change the order, or stop its loops, also
 * O(running loops).
 *
 * Nodes must be zero before their first add. A zero table is not valid. Not thread-safe: one
 * lock covers the table, its nodes and its loops. Only _const loops, find and candidate loops
 * are readers. See struct lish_kmem for the kernel.
 *
 * Parameters that a call does not describe:
 *   @table: the table
 *   @node: a node that was zeroed once; zero if it is added
 *   @hash: the hash of the object's key: any number, the same for equal keys
 *   @entry: an object in @table
 *   @type: object type
 *   @member: its struct ihash_node
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_IHASH_H
#define LINUX_ISH_IHASH_H

#include "container_of.h"
#include "core/walk.h"
#include "mem.h"

LISH_NATURAL_(ihash);

struct ihash;

/* Rows of buckets: those of split ones, and all others. */
enum { IHASH_WIDE_, IHASH_BASE_ };

/**
 * struct ihash_node - member of an object, one for each table at a time; zero: in no table
 *
 * Private: the links among all elements and in the bucket, the hash, and the table.
 */
struct ihash_node {
	/* private: */
	struct lish_link_ link;
	uint32_t hash;
	uint32_t hint;
	struct ihash *table;
	struct ihash_node *chain; /* the next one in the bucket, which was added earlier */
};

/**
 * struct ihash - the table
 *
 * All zero: not valid. Do not move or copy a table.
 *
 * There are n buckets in the base row, a power of two, and bucket i will be split into those of
 * the numbers 2i and 2i + 1 in the wide row. Buckets below split are.
 *
 * Private: the list of the elements, the buckets, and the running loops.
 */
struct ihash {
	/* private: */
	struct lish_walks_ walks;
	struct ihash_node **rows[2]; /* IHASH_WIDE_, IHASH_BASE_; no base row: not valid */
	uint32_t split;
	uint32_t shift;	  /* 31 - log2(n) */
	uint32_t room;	  /* elements; an add beyond them splits a bucket */
	uint32_t changes; /* of chains, except that an element was put in front of one */
	uint32_t limit;	  /* most buckets; 0: they belong to the user */
	uint32_t failed;
	uint32_t peak; /* the highest number of elements before the current one */
	bool no_grow;
#if LISH_SYSTEM_
	uint32_t load; /* of the library that got mem. Zero: mem is NULL */
#endif
	struct lish_mem *mem;
	struct ihash_node *one; /* the first bucket of a table that grows */
};

/* The name stops storage of other containers. No tag: C would show it outside. */
#define IHASH_STORAGE_(n)                           \
	{                                           \
		struct ihash_node *ihash_buckets[n]; \
	}

/**
 * IHASH_STORAGE() - declare the buckets of a table that does not grow
 * @mem: name of the variable or member
 * @n: number of buckets, a constant: about as many as elements
 */
#define IHASH_STORAGE(mem, n) struct IHASH_STORAGE_(n) mem

/* log2(n), rounded down; n: a constant */
#define IHASH_LOG2_(n)                                                                       \
	(((n) >> 1 > 0u) + ((n) >> 2 > 0u) + ((n) >> 3 > 0u) + ((n) >> 4 > 0u) +             \
	 ((n) >> 5 > 0u) + ((n) >> 6 > 0u) + ((n) >> 7 > 0u) + ((n) >> 8 > 0u) +             \
	 ((n) >> 9 > 0u) + ((n) >> 10 > 0u) + ((n) >> 11 > 0u) + ((n) >> 12 > 0u) +          \
	 ((n) >> 13 > 0u) + ((n) >> 14 > 0u) + ((n) >> 15 > 0u) + ((n) >> 15 >> 1 > 0u) +    \
	 ((n) >> 15 >> 2 > 0u) + ((n) >> 15 >> 3 > 0u) + ((n) >> 15 >> 4 > 0u) +             \
	 ((n) >> 15 >> 5 > 0u) + ((n) >> 15 >> 6 > 0u) + ((n) >> 15 >> 7 > 0u) +             \
	 ((n) >> 15 >> 8 > 0u) + ((n) >> 15 >> 9 > 0u) + ((n) >> 15 >> 10 > 0u) +            \
	 ((n) >> 15 >> 11 > 0u) + ((n) >> 15 >> 12 > 0u) + ((n) >> 15 >> 13 > 0u) +          \
	 ((n) >> 15 >> 14 > 0u) + ((n) >> 15 >> 15 > 0u))
#define IHASH_ROOM_(mem) (sizeof((mem).ihash_buckets) / sizeof((mem).ihash_buckets[0]))
#define IHASH_SPLIT_(n) ((n) - (sizeof(char) << IHASH_LOG2_(n)))

/**
 * IHASH_INIT() - initialiser of an empty table that does not grow
 * @name: name of the variable
 * @mem: an IHASH_STORAGE() of zeros
 *
 * A constant if @name and @mem are static. For a table that grows, call ihash_init().
 */
#define IHASH_INIT(name, mem)                                                              \
	{ LISH_WALKS_INIT_((name).walks),                                                  \
	  { (mem).ihash_buckets, (mem).ihash_buckets + IHASH_SPLIT_(IHASH_ROOM_(mem)) },   \
	  IHASH_SPLIT_(IHASH_ROOM_(mem)),                                                  \
	  31u - (0u + IHASH_LOG2_(IHASH_ROOM_(mem))), LISH_MAX_COUNT, 0, 0, 0, 0, true, \
	  LISH_LOAD_INIT_ NULL, NULL }

/**
 * IHASH_DEFINE_STATIC() - define an empty table that does not grow, for this file
 * @name: name of the variable
 * @n: number of buckets, a constant: about as many as elements
 *
 * At file scope or in a function.
 */
#define IHASH_DEFINE_STATIC(name, n)              \
	static IHASH_STORAGE(name##_storage_, n); \
	static struct ihash name = IHASH_INIT(name, name##_storage_)

LISH_C_BEGIN

LISH_NODE_(ihash_node);
#define IHASH_OFFSET_(type, member) LISH_OFFSET_(type, member, ihash_node)

/**
 * ihash_init() - initialise a table
 * @table: any memory
 * @config: NULL, or uses no_grow, mem, and initial and limit, which count buckets
 *
 * The table grows: it has about as many buckets as elements. Allocates only the
 * @config->initial buckets. Numbers of buckets are powers of two: initial is rounded up, limit
 * down.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC if the initial buckets exceed the limit; -ENOMEM; -EINVAL, reported, if they
 * are misaligned. On error the table is not initialised.
 */
LISH_API int ihash_init(struct ihash *table, const struct lish_config *config) LISH_MUST_CHECK;

/**
 * ihash_init_in() - initialise a table that does not grow
 * @table: any memory
 * @mem: pointer to an IHASH_STORAGE() of any content; must outlive @table
 *
 * Never allocates. If the number of buckets is not constant, call ihash_init() with
 * config->initial and config->limit.
 */
#define ihash_init_in(table, mem)                                         \
	(ihash_init_in)(table, LISH_CAST_(struct ihash_node *, mem), IHASH_ROOM_(*(mem)))
LISH_API void (ihash_init_in)(struct ihash *table, struct ihash_node **buckets, size_t n);

/**
 * ihash_node_init() - initialise a node
 * @node: any memory
 *
 * For memory that is not zero. Never call it for a node in a table.
 */
LISH_API void ihash_node_init(struct ihash_node *node);

/**
 * ihash_forget() - empty the table without touching its elements
 *
 * For elements that no longer exist. Initialise a node before its next use, also before
 * leave: it still names @table. Running loops see a clear.
 */
LISH_API void ihash_forget(struct ihash *table);

/**
 * ihash_add() - add an element
 *
 * At the end. Running forward loops visit it, except _present loops. It becomes the first
 * candidate of its hash. Never fails: a table without memory for another bucket gets longer
 * chains.
 *
 * Context: May sleep if it grows.
 */
LISH_API void ihash_add(struct ihash *table, struct ihash_node *node, uint32_t hash);

/**
 * ihash_del() - remove an element
 * @node: a node in @table
 *
 * Safe inside loops. Clears the node, which may then be freed or added again.
 */
LISH_API void ihash_del(struct ihash *table, struct ihash_node *node);

/**
 * ihash_leave() - remove an element if it is in the table
 *
 * Safe in destructors and inside loops. Clears the node. O(1).
 * It is the table that @node names.
 *
 * Return: true if the element was in a table.
 */
LISH_API bool ihash_leave(struct ihash_node *node);

/**
 * ihash_move_tail() - move an element to the end
 * @node: a node in @table
 *
 * A running forward loop visits the element again. A body that moves every element needs a
 * _present loop. Candidates keep their order.
 */
LISH_API void ihash_move_tail(struct ihash *table, struct ihash_node *node);

/**
 * ihash_count() - number of elements
 */
LISH_INLINE uint32_t ihash_count(const struct ihash *table)
{
	return table->walks.count;
}

/**
 * ihash_is_linked() - is this node in a table?
 */
LISH_INLINE bool ihash_is_linked(const struct ihash_node *node)
{
	return node->table != NULL;
}

/**
 * ihash_of() - the table that an element is in
 *
 * Return: the table; NULL if the node is in none.
 */
LISH_INLINE struct ihash *ihash_of(const struct ihash_node *node)
{
	return node->table;
}

/**
 * ihash_contains() - is this node in the table?
 */
LISH_API bool ihash_contains(const struct ihash *table, const struct ihash_node *node);

/**
 * ihash_node_moved() - repair the table after an object moved in memory
 * @node: the node at its new address, in a table or not
 *
 * The element keeps its places. Running loops go on from it; a body's own pointer is the old
 * address. Move one object at a time, and call this before any other operation on its table:
 * neighbours that moved in one step, as by realloc(), are not repaired. Does not read the old
 * memory.
 */
LISH_API void ihash_node_moved(struct ihash_node *node);

/**
 * ihash_stats() - figures about memory and use
 *
 * Return: see struct lish_stats. capacity and limit count buckets, failed the times when there
 * was no memory for more.
 */
LISH_API struct lish_stats ihash_stats(const struct ihash *table);

/**
 * ihash_reserve() - get memory in advance
 * @count: number of elements, including the current ones
 *
 * Up to @count elements, ihash_add() allocates nothing. Splits all buckets at once.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC above the limit; -ENOMEM; -EINVAL for misuse.
 */
LISH_API int ihash_reserve(struct ihash *table, uint32_t count) LISH_MUST_CHECK;

/**
 * ihash_trim() - release unused memory
 *
 * Changes nothing if the table does not grow. Stops where a smaller array cannot be allocated.
 *
 * Context: May sleep.
 */
LISH_API void ihash_trim(struct ihash *table);

/**
 * ihash_rebind() - give a table the addresses of code that was loaded again
 * @table: the table, with elements or without
 * @config: NULL, or uses mem
 *
 * The new allocator gets the memory of the old one, which is not called any more.
 */
LISH_API void ihash_rebind(struct ihash *table, const struct lish_config *config);

/**
 * ihash_clear() - empty the table
 *
 * Clears every node and keeps the memory. Running loops go on: forward loops visit what add
 * adds later.
 */
LISH_API void ihash_clear(struct ihash *table);

/**
 * ihash_destroy() - end the use of an empty table, and release its memory
 * @table: the table; initialise it before its next use
 *
 * Running loops end at their next step. A table that still has elements is reported as
 * LISH_NOT_EMPTY, and nothing changes. Later calls with @table are reported, except ihash_count().
 *
 * Context: May sleep.
 */
LISH_API void ihash_destroy(struct ihash *table);

/**
 * ihash_check() - examine the whole table for damage
 * @fault: set to the first faulty node, or to NULL; may be NULL
 *
 * Reports nothing. Ends on any damage.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BROKEN_LINKS, LISH_BAD_COUNT, LISH_FOREIGN for a node
 * that names another table, or LISH_BAD_INDEX for one in the bucket of another hash.
 */
LISH_API enum lish_reason ihash_check(const struct ihash *table, const struct ihash_node **fault);

/**
 * ihash_check_in() - examine a table whose memory may hold anything
 * @from: start of the memory in which the table, its memory and all elements lie
 * @size: its bytes
 *
 * As ihash_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing.
 *
 * Return: as ihash_check(); LISH_BAD_RANGE if the table or its memory lies elsewhere;
 * LISH_STALE_LOOP if a loop ran.
 */
LISH_API enum lish_reason ihash_check_in(const struct ihash *table, const void *from, size_t size);

/*
 * A call that names an object is a macro, and beside it the function of that name, which takes
 * the offset of the node in place of type and member.
 */

/**
 * ihash_find_entry() - find an object by its key
 * @key: first argument of @equal
 * @equal: has @node this key? It must not change the table
 *
 * Asks the elements of this hash, the one that was added last first.
 *
 * Return: the first object of that key; NULL if there is none.
 */
#define ihash_find_entry(table, hash, key, equal, type, member) \
	LISH_CAST_(type, (ihash_find_entry)(table, hash, key, equal, IHASH_OFFSET_(type, member)))
LISH_API void *(ihash_find_entry)(const struct ihash *table, uint32_t hash, const void *key,
				  bool (*equal)(const void *key, const struct ihash_node *node),
				  size_t offset);

/**
 * ihash_first() - the first node
 *
 * For code that does not know the type: see Documentation/packages.rst.
 *
 * Return: the node; NULL if the table is empty.
 */
LISH_API struct ihash_node *ihash_first(const struct ihash *table);

/**
 * ihash_first_entry() - the first object
 *
 * Return: the object; NULL if the table is empty.
 */
#define ihash_first_entry(table, type, member) \
	LISH_CAST_(type, (ihash_first_entry)(table, IHASH_OFFSET_(type, member)))
LISH_API void *(ihash_first_entry)(const struct ihash *table, size_t offset);

/**
 * ihash_last_entry() - the last object
 *
 * Return: the object; NULL if the table is empty.
 */
#define ihash_last_entry(table, type, member) \
	LISH_CAST_(type, (ihash_last_entry)(table, IHASH_OFFSET_(type, member)))
LISH_API void *(ihash_last_entry)(const struct ihash *table, size_t offset);

/**
 * ihash_next_entry() - the object after another
 *
 * Return: the object; NULL at the end.
 */
#define ihash_next_entry(table, entry, type, member)                                  \
	LISH_CAST_(type, (ihash_next_entry)(table, LISH_MEMBER_(entry, type, member), \
					    IHASH_OFFSET_(type, member)))
LISH_API void *(ihash_next_entry)(const struct ihash *table, const struct ihash_node *node,
				  size_t offset);

/**
 * ihash_prev_entry() - the object before another
 *
 * Return: the object; NULL at the front.
 */
#define ihash_prev_entry(table, entry, type, member)                                  \
	LISH_CAST_(type, (ihash_prev_entry)(table, LISH_MEMBER_(entry, type, member), \
					    IHASH_OFFSET_(type, member)))
LISH_API void *(ihash_prev_entry)(const struct ihash *table, const struct ihash_node *node,
				  size_t offset);

/**
 * ihash_pop_entry() - remove and return an object
 *
 * Return: the first object; NULL if the table is empty.
 */
#define ihash_pop_entry(table, type, member) \
	LISH_CAST_(type, (ihash_pop_entry)(table, IHASH_OFFSET_(type, member)))
LISH_API void *(ihash_pop_entry)(struct ihash *table, size_t offset);

/* Hashes. Equal keys have equal hashes on every machine, except by ihash_pointer(). */

/**
 * ihash_u32() - hash of a number of 32 bits: the number
 * @key: the number
 *
 * The table mixes hashes, so any number that you have is as good.
 */
LISH_INLINE uint32_t ihash_u32(uint32_t key)
{
	return key;
}

/**
 * ihash_u64() - hash of a number of 64 bits
 * @key: the number
 */
LISH_INLINE uint32_t ihash_u64(uint64_t key)
{
	return (uint32_t)key + (uint32_t)(key >> 32) * 0x85ebca6bu;
}

/**
 * ihash_pointer() - hash of an address
 * @key: the address
 *
 * Two runs have other addresses, so candidates of one hash may differ. Loops do not depend on
 * hashes.
 */
LISH_INLINE uint32_t ihash_pointer(const void *key)
{
	return ihash_u64((uintptr_t)key);
}

/**
 * ihash_bytes() - hash of bytes
 * @key: the bytes; NULL if there are none
 * @size: how many
 *
 * FNV-1a. Strangers can choose bytes of equal hashes: see ihash_bytes_seeded().
 */
LISH_API uint32_t ihash_bytes(const void *key, size_t size);

/**
 * ihash_string() - hash of a string
 * @key: the string
 *
 * As ihash_bytes() without the final zero.
 */
LISH_API uint32_t ihash_string(const char *key);

/**
 * struct ihash_seed - a secret of a program: fill it with random bytes
 */
struct ihash_seed {
	/** @word: any two numbers that strangers do not know */
	uint32_t word[2];
};

/**
 * ihash_bytes_seeded() - hash of bytes from strangers
 * @seed: the secret
 * @key: the bytes; NULL if there are none
 * @size: how many
 *
 * HalfSipHash-1-3 (J.-P. Aumasson, D. J. Bernstein), as Linux has for its tables. Who does not
 * know the seed cannot choose keys of one chain.
 */
LISH_API uint32_t ihash_bytes_seeded(const struct ihash_seed *seed, const void *key, size_t size);

/**
 * ihash_string_seeded() - hash of a string from strangers
 * @seed: the secret
 * @key: the string
 *
 * As ihash_bytes_seeded() without the final zero.
 */
LISH_API uint32_t ihash_string_seeded(const struct ihash_seed *seed, const char *key);

/**
 * ihash_u64_seeded() - hash of a number from strangers
 * @seed: the secret
 * @key: the number
 *
 * As ihash_bytes_seeded() of its bytes, the lowest first.
 */
LISH_API uint32_t ihash_u64_seeded(const struct ihash_seed *seed, uint64_t key);

struct ihash_loop;

/* The common end of a loop is no call. */
LISH_INLINE void ihash_close_inline_(struct ihash_loop *loop);
#if LISH_FAST_
#define IHASH_OPEN_ ihash_open_inline_
#define IHASH_OPEN_PRESENT_(loop, table) ihash_open_inline_(loop, table, LISH_WALK_PRESENT_)
#define IHASH_CLOSE_ ihash_close_inline_
#else
#define IHASH_OPEN_ ihash_loop_open_
#define IHASH_OPEN_PRESENT_ ihash_loop_open_present_
#define IHASH_CLOSE_ ihash_loop_end
#endif

/**
 * ihash_loop_end() - end a loop by hand
 * @loop: the loop
 *
 * In any order; a second end does nothing.
 */
LISH_API void ihash_loop_end(struct ihash_loop *loop);

/**
 * struct ihash_loop - a running loop
 *
 * Private: its place in the table, and the loop that was opened before it.
 */
struct ihash_loop {
	/* private: */
	struct lish_walk_ walk;
	LISH_CLEANUP_DTOR(ihash_loop, IHASH_CLOSE_)
};

/**
 * ihash_loop_begin() - begin a loop by hand
 * @loop: initialised by LISH_LOOP_INIT; must stay in place until the loop ends
 * @table: the table, empty or not
 *
 * As ihash_for_each_entry(), for loops that go on from call to call, and for compilers
 * without LISH_HAS_CLEANUP. Example: Documentation/loops.rst.
 */
LISH_API void ihash_loop_begin(struct ihash_loop *loop, struct ihash *table);

/**
 * ihash_loop_next() - the next element of a loop by hand
 * @loop: the loop
 *
 * Return: the node; NULL if the loop has ended.
 */
LISH_API struct ihash_node *ihash_loop_next(struct ihash_loop *loop);

/**
 * ihash_stop() - end all running loops at their next step
 * @table: the table, which may then be freed with its elements
 *
 * Candidate loops are not registered, and go on.
 */
LISH_API void ihash_stop(struct ihash *table);

/* Open a loop in any memory. Return the head; NULL if there is nothing to visit. */
LISH_API struct lish_link_ *ihash_loop_open_(struct ihash_loop *loop, struct ihash *table,
					     enum lish_walk_kind_ kind);
LISH_API struct lish_link_ *ihash_loop_open_present_(struct ihash_loop *loop, struct ihash *table);
/* start: an object in the table, or NULL. */
LISH_API struct lish_link_ *ihash_loop_open_from_(struct ihash_loop *loop, struct ihash *table,
						  const void *start, size_t offset);

/* An empty table is not opened by a call. */
LISH_INLINE struct lish_link_ *ihash_open_inline_(struct ihash_loop *loop, struct ihash *table,
						  enum lish_walk_kind_ kind)
{
	const struct lish_link_ *head = &table->walks.head;

	if (head->next == head)
		return NULL;
	return kind == LISH_WALK_PRESENT_ ? ihash_loop_open_present_(loop, table) :
					    ihash_loop_open_(loop, table, kind);
}

LISH_INLINE void ihash_close_inline_(struct ihash_loop *loop)
{
	if (!lish_loop_shut_(&loop->walk.loop))
		ihash_loop_end(loop);
}

/* The object of a link; NULL of the head. */
LISH_INLINE void *ihash_object_(const struct lish_link_ *head, struct lish_link_ *link,
				size_t offset)
{
	return link == head ? NULL : (char *)link - offset;
}

/* The next object, or NULL. Files that are not optimised call the library's, which is this one. */
LISH_INLINE void *ihash_step_inline_(struct ihash_loop *loop, struct lish_walk_cursor_ *cur,
				     enum lish_walk_kind_ kind, size_t offset)
{
	struct lish_link_ *link = lish_walk_short_(&loop->walk, cur, kind, LISH_HALF_OWNED_);

	if (lish_likely(link != NULL)) {
		cur->at = link;
		return ihash_object_(cur->head, link, offset);
	}
	link = (struct lish_link_ *)(void *)ihash_loop_next(loop);
	cur->at = link;
	return link ? (char *)link - offset : NULL;
}

/* A loop that is not registered and writes nothing. */
LISH_API LISH_COLD void ihash_lost_place_(struct lish_walk_cursor_ cur);

LISH_INLINE struct lish_walk_cursor_ ihash_open_const_(const struct ihash *table)
{
	/* Through an integer, which drops const: the cursor is never written through. */
	return lish_walk_at_((struct lish_link_ *)(uintptr_t)&table->walks.head);
}

LISH_INLINE void *ihash_step_const_inline_(struct lish_walk_cursor_ *cur, size_t offset)
{
	struct lish_link_ *link = lish_walk_step_const_(cur, LISH_HALF_OWNED_);

	if (LISH_CHECK < 1 || lish_likely(link != NULL))
		return ihash_object_(cur->head, link, offset);
	ihash_lost_place_(*cur);
	return NULL;
}

/*
 * The number of a hash in the wide row. The high bits of the product depend on all bits of the hash
 * (D. Knuth, The Art of Computer Programming 3, 6.4: multiplication by the golden ratio).
 */
LISH_INLINE uint32_t ihash_number_(const struct ihash *table, uint32_t hash)
{
	return (hash * 0x9e3779b9u) >> table->shift;
}

/*
 * The bucket of a hash. whole is a borrow: 1 unless wide / 2 is below split. Hashes would take a
 * branch at random, and gcc keeps the result of a comparison in a part of a register, which then
 * waits for the look-up before.
 */
LISH_INLINE struct ihash_node **ihash_bucket_(const struct ihash *table, uint32_t hash)
{
	const uint32_t wide = ihash_number_(table, hash);
	const uint32_t whole = (table->split - 1 - (wide >> 1)) >> 31;

	return table->rows[whole] + (wide >> whole);
}

/*
 * struct ihash_cursor_ - the place of a candidate loop, in registers. After a change of chains, the
 * next step looks for at, or else for next, in the chain, by their addresses alone.
 */
struct ihash_cursor_ {
	const struct ihash *of; /* NULL: the loop has ended */
	struct ihash_node *at;
	struct ihash_node *next; /* behind at in its chain, whatever its hash */
	uint32_t hash;
	uint32_t changes;
	uint32_t left; /* of the chain, at most: it may lead round */
};

/*
 * Where a loop goes on after a change: a node in the chain, NULL at its end; at, if the place is
 * lost. Pure, so that a body that changes nothing does not ask.
 */
LISH_API LISH_COLD LISH_PURE_ struct ihash_node *
ihash_look_again_(const struct ihash *table, uint32_t hash, struct ihash_node *at,
		  const struct ihash_node *next);
/* Reports why a loop ends. */
LISH_API LISH_COLD void ihash_look_lost_(const struct ihash *table, const struct ihash_node *node,
					 enum lish_reason reason);

/* In C++ the tag would mean the class in its members. */
LISH_INLINE const struct ihash *ihash_none_(void)
{
	return NULL;
}

LISH_INLINE struct ihash_cursor_ ihash_look_inline_(const struct ihash *table, uint32_t hash)
{
	struct ihash_cursor_ look = { NULL, NULL, NULL, hash, 0, 0 };

	if (LISH_CHECK >= 1 && lish_unlikely(!table->rows[IHASH_BASE_])) {
		ihash_look_lost_(table, NULL, LISH_UNINITIALIZED);
		return look;
	}
	look.of = table;
	look.next = *ihash_bucket_(table, hash);
	look.changes = table->changes;
	look.left = table->walks.count;
	return look;
}

/*
 * Returns the next candidate, or NULL at the end. With a reason, the loop ends at that node.
 * Only a loop that goes on in a chain counts off left: the first candidate costs nothing.
 */
LISH_INLINE struct ihash_node *ihash_look_on_(struct ihash_cursor_ *look,
					      enum lish_reason *reason)
{
	struct ihash_node *node = look->next;

	*reason = LISH_OK;
	if (lish_likely(look->changes == look->of->changes)) {
		if (LISH_CHECK >= 1 && look->at && lish_unlikely(!--look->left)) {
			*reason = node ? LISH_BROKEN_LINKS : LISH_OK;
			return node;
		}
	} else {
		look->changes = look->of->changes;
		look->left = look->of->walks.count;
		node = ihash_look_again_(look->of, look->hash, look->at, node);
		if (node && node == look->at) {
			*reason = LISH_LOST_PLACE;
			return NULL;
		}
	}
	while (node) {
		if (LISH_CHECK >= 1 && lish_unlikely(node->table != look->of))
			break;
		if (node->hash == look->hash) {
			look->at = node;
			look->next = node->chain;
			return node;
		}
		node = node->chain;
		if (LISH_CHECK >= 1 && lish_unlikely(!--look->left))
			break;
	}
	if (LISH_CHECK >= 1 && lish_unlikely(node != NULL))
		*reason = LISH_BROKEN_LINKS;
	return node;
}

LISH_INLINE void *ihash_look_step_inline_(struct ihash_cursor_ *look, size_t offset)
{
	enum lish_reason reason;
	struct ihash_node *node = ihash_look_on_(look, &reason);

	if (lish_unlikely(reason != LISH_OK)) {
		ihash_look_lost_(look->of, node, reason);
		return NULL;
	}
	return node ? (char *)node - offset : NULL;
}

#if LISH_INLINES_
#define IHASH_STEP_ ihash_step_inline_
#define IHASH_STEP_CONST_ ihash_step_const_inline_
#define IHASH_LOOK_ ihash_look_inline_
#define IHASH_LOOK_STEP_ ihash_look_step_inline_
#else
#define IHASH_STEP_(loop, cur, kind, offset)                            \
	(((kind) == LISH_WALK_FORWARD_ ? ihash_step_ : ihash_step_as_)( \
		loop, cur, kind, offset))
#define IHASH_STEP_CONST_ ihash_step_const_
#define IHASH_LOOK_ ihash_look_
#define IHASH_LOOK_STEP_ ihash_look_step_
#endif
/* The first one is for LISH_WALK_FORWARD_ alone. */
LISH_API void *ihash_step_(struct ihash_loop *loop, struct lish_walk_cursor_ *cur,
			   enum lish_walk_kind_ kind, size_t offset);
LISH_API void *ihash_step_as_(struct ihash_loop *loop, struct lish_walk_cursor_ *cur,
			      enum lish_walk_kind_ kind, size_t offset);
LISH_API void *ihash_step_const_(struct lish_walk_cursor_ *cur, size_t offset);
LISH_API struct ihash_cursor_ ihash_look_(const struct ihash *table, uint32_t hash);
LISH_API void *ihash_look_step_(struct ihash_cursor_ *look, size_t offset);

#define IHASH_LOOP_(pos, open, kind, type, member)                             \
	LISH_LOOP_(pos, ihash_loop, walk.loop, LISH_CLEANUP, IHASH_CLOSE_,     \
		   &pos##_loop_, struct lish_walk_cursor_, lish_walk_at_(open), \
		   pos##_at_.head, type,                                       \
		   IHASH_STEP_(&pos##_loop_, &pos##_at_, kind,                 \
			       IHASH_OFFSET_(type, member)))

/**
 * ihash_for_each_entry() - loop over the objects
 *
 * The body may change the table in any way. Elements added after @pos are visited; a body that
 * always adds there never ends.
 * The loop may be left by break, return, goto or a C++ exception.
 */
#define ihash_for_each_entry(pos, table, type, member)                            \
	IHASH_LOOP_(pos, IHASH_OPEN_(&pos##_loop_, table, LISH_WALK_FORWARD_),      \
		    LISH_WALK_FORWARD_, type, member)

/**
 * ihash_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for ihash_for_each_entry().
 */
#define ihash_for_each_entry_safe(pos, table, type, member) \
	ihash_for_each_entry(pos, table, type, member)

/**
 * ihash_for_each_entry_reverse() - loop over the objects from the last to the first
 *
 * As ihash_for_each_entry(), but does not visit additions.
 */
#define ihash_for_each_entry_reverse(pos, table, type, member)                    \
	IHASH_LOOP_(pos, IHASH_OPEN_(&pos##_loop_, table, LISH_WALK_REVERSE_),      \
		    LISH_WALK_REVERSE_, type, member)

/**
 * ihash_for_each_entry_from() - loop over the objects from a given one on
 * @start: the first object, in @table; NULL visits nothing
 *
 * As ihash_for_each_entry().
 */
#define ihash_for_each_entry_from(pos, table, start, type, member)                        \
	IHASH_LOOP_(pos,                                                                  \
		    ihash_loop_open_from_(&pos##_loop_, table, LISH_OBJECT_(start, type), \
					  IHASH_OFFSET_(type, member)),                   \
		    LISH_WALK_FORWARD_, type, member)

/**
 * ihash_for_each_entry_present() - loop over the objects that are in the table now
 *
 * Skips every element that was added, or moved, after the loop began.
 */
#define ihash_for_each_entry_present(pos, table, type, member)        \
	IHASH_LOOP_(pos, IHASH_OPEN_PRESENT_(&pos##_loop_, table),    \
		    LISH_WALK_PRESENT_, type, member)

/**
 * ihash_for_each_entry_const() - loop over the objects of a table that does not change
 *
 * The body must not change the table, which does not know of this loop. Several
 * threads may run it at once; longjmp() may leave it.
 */
#define ihash_for_each_entry_const(pos, table, type, member)            \
	LISH_LOOK_(pos, struct lish_walk_cursor_,                       \
		   ihash_open_const_(table), pos##_at_.head,            \
		   LISH_NO_(struct lish_link_), type,                   \
		   IHASH_STEP_CONST_(&pos##_at_, IHASH_OFFSET_(type, member)))

/**
 * ihash_for_each_hash_entry() - loop over the objects of one hash: candidates for a key
 *
 * The one that was added last comes first. Compare the keys: other keys may have this hash.
 *
 * The body may add elements, which the loop does not visit. It may remove the current one, or
 * others. A body that removed the current one, and also removes others or lets the table grow,
 * leaves the loop by break. Else the loop may lose its place: it ends, and level 1 reports
 * LISH_LOST_PLACE if candidates are left.
 *
 * The table does not know of this loop, which writes nothing. Several threads may run it at
 * once; longjmp() may leave it.
 */
#define ihash_for_each_hash_entry(pos, table, hash, type, member)                \
	LISH_LOOK_(pos, struct ihash_cursor_, IHASH_LOOK_(table, hash),            \
		   pos##_at_.of, ihash_none_(), type,                         \
		   IHASH_LOOK_STEP_(&pos##_at_, IHASH_OFFSET_(type, member)))

LISH_C_END

#endif /* LINUX_ISH_IHASH_H */
