/* SPDX-License-Identifier: MIT */
/*
 * The default allocator, and how arrays grow.
 */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include "../../lib/ground/mem.h"
#include "../../lib/ground/os.h"
#include "test.h"

TEST(memory_is_aligned_as_asked)
{
	struct lish_mem *mem = &lish_mem_default;
	size_t align;
	char *ptr;

	for (align = 1; align <= 4096; align *= 2) {
		ptr = (char *)mem->alloc(mem, 100, align);
		assert_non_null(ptr);
		assert_int_equal((uintptr_t)ptr % align, 0);
		memset(ptr, 0x5a, 100);
		mem->free(mem, ptr, 100, align);
	}
}

TEST(a_size_that_overflows_is_refused)
{
	struct lish_mem *mem = &lish_mem_default;
	char old[4];

	assert_null(mem->alloc(mem, (size_t)-8, 64));
	assert_null(lish_array_resize_(mem, old, 4, 4, 0x7fffffff, (size_t)-1 / 8));
}

TEST(resize_moves_what_is_used)
{
	struct test_mem mem = TEST_MEM_INIT;
	uint32_t *array, *more;

	array = (uint32_t *)lish_array_resize_(&mem.mem, NULL, 0, 0, 2, sizeof(*array));
	assert_non_null(array);
	array[0] = 7;
	array[1] = 8;
	/* no memory: the old one is as it was */
	mem.fail_at = 2;
	assert_null(lish_array_resize_(&mem.mem, array, 2, 2, 4, sizeof(*array)));
	assert_int_equal(array[1], 8);
	more = (uint32_t *)lish_array_resize_(&mem.mem, array, 1, 2, 4, sizeof(*array));
	assert_non_null(more);
	assert_int_equal(more[0], 7);
	assert_int_equal(mem.bytes, 4 * sizeof(*array));
	mem.mem.free(&mem.mem, more, 4 * sizeof(*array), sizeof(void *));
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(mem.frees, 2);
}

TEST(decommit_leaves_a_block_of_zeros_or_changes_nothing)
{
	struct lish_mem *mem = &lish_mem_default;
	const uint32_t sizes[] = { 4096, 65536, 131072, 1000000 };
	unsigned char *block;
	size_t i, at, size;
	bool done;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		size = (size_t)sizes[i];
		/* Small machines have no such block. */
		block = size == sizes[i] ? (unsigned char *)mem->alloc(mem, size, 64) : NULL;
		if (!block)
			continue;
		memset(block, 7, size);
		done = mem->decommit(mem, block, size, 64);
		assert_true(!done || sizes[i] >= 131072);
		for (at = 0; at < size; at++)
			assert_int_equal(block[at], done ? 0 : 7);
		/* No page begins there. */
		assert_false(mem->decommit(mem, block + 1, size, 1));
		memset(block, 8, size);
		mem->free(mem, block, size, 64);
	}
}

/* Where a pointer has 16 bits nothing of this has room, and nothing grows. */
#if UINTPTR_MAX > 0xffff
/*
 * Growth of each container: an allocator that can resize hands out memory of a
 * pattern, and what differs from it after a call was copied or zeroed by that
 * call. It holds one block per array, and a chunk is forgotten at once.
 */
#define PATTERN 0x5a
#define BLOCKS 16u
#define CHUNK 65536u

struct counting_mem {
	struct lish_mem mem;
	struct counted {
		unsigned char *start;
		size_t from, size;
	} fresh[BLOCKS];
	unsigned int count;
};

static void counting_note(struct counting_mem *mem, void *start, size_t from, size_t size)
{
	struct counted *fresh = &mem->fresh[mem->count++];

	assert_in_range(mem->count, 1, BLOCKS);
	memset((char *)start + from, PATTERN, size - from);
	fresh->start = (unsigned char *)start;
	fresh->from = from;
	fresh->size = size;
}

static void *counting_alloc(struct lish_mem *mem, size_t size, size_t align)
{
	void *ptr = lish_mem_default.alloc(&lish_mem_default, size, align);

	counting_note((struct counting_mem *)mem, ptr, 0, size);
	return ptr;
}

static void counting_forget(struct lish_mem *mem, const void *ptr)
{
	struct counting_mem *t = (struct counting_mem *)mem;
	unsigned int i;

	for (i = 0; i < t->count; i++) {
		if (t->fresh[i].start == ptr)
			t->fresh[i] = t->fresh[--t->count];
	}
}

static void counting_free(struct lish_mem *mem, void *ptr, size_t size, size_t align)
{
	counting_forget(mem, ptr);
	lish_mem_default.free(&lish_mem_default, ptr, size, align);
}

/* What it does with the old part is for the allocator to answer. */
static void *counting_resize(struct lish_mem *mem, void *ptr, size_t old_size, size_t new_size,
			     size_t align)
{
	counting_forget(mem, ptr);
	ptr = lish_mem_default.resize(&lish_mem_default, ptr, old_size, new_size, align);
	counting_note((struct counting_mem *)mem, ptr, old_size, new_size);
	return ptr;
}

/* How many bytes did the last call write to what is new? */
static size_t counting_written(struct counting_mem *mem)
{
	size_t written = 0, i;

	while (mem->count) {
		const struct counted *fresh = &mem->fresh[--mem->count];

		for (i = fresh->from; i < fresh->size; i++)
			written += fresh->start[i] != PATTERN;
	}
	return written;
}

/* The least object that all of them take. */
struct thing {
	struct dense_idx dense;
	struct rwarray_idx rwarray;
	union {
		struct ipool_idx ipool;
		struct densepool_idx densepool;
		struct listpool_node listpool;
		struct slotpool_idx slotpool;
	} memory;
};

/* At level 2 each call looks at all of them. */
#define THINGS (LISH_CHECK >= 2 ? 2000u : 140000u)

/* begin: makes c; grow: takes one more; end: destroys it */
#define GROWTH(name, type, begin, grow, end)                                                    \
	TEST(name##_never_copies_more_than_a_chunk)                                             \
	{                                                                                       \
		struct counting_mem mem = { { counting_alloc, counting_free, counting_resize, NULL }, \
					    { { NULL, 0, 0 } },                                 \
					    0 };                                                \
		struct lish_config config = LISH_CONFIG_INIT;                                   \
		struct thing *all;                                                              \
		size_t written, worst = 0;                                                      \
		struct type c;                                                                  \
		uint32_t i;                                                                     \
                                                                                                \
		/* Without an operating system arrays are copied. */                            \
		if (!lish_mem_default.resize)                                                   \
			return;                                                                 \
		all = (struct thing *)calloc(THINGS, sizeof(*all));                             \
		assert_non_null(all);                                                           \
		config.mem = &mem.mem;                                                          \
		if (!strcmp(#name, "lowest"))                                                   \
			config.reuse = LISH_LOWEST;                                             \
		assert_int_equal(begin, 0);                                                     \
		for (i = 0; i < THINGS; i++) {                                                  \
			assert_true(grow);                                                      \
			written = counting_written(&mem);                                       \
			if (written > worst)                                                    \
				worst = written;                                                \
		}                                                                               \
		assert_in_range(worst, 1, CHUNK);                                               \
		end;                                                                            \
		free(all);                                                                      \
	}

GROWTH(dense, dense, dense_init(&c, &config), !dense_add(&c, &all[i].dense), dense_destroy(&c))
GROWTH(rwarray, rwarray, rwarray_init(&c, &config), !rwarray_add_tail(&c, &all[i].rwarray),
       rwarray_destroy(&c))
GROWTH(ipool, ipool, ipool_init(&c, struct thing, memory.ipool, &config),
       ipool_alloc_entry(&c, struct thing, memory.ipool), ipool_destroy(&c))
GROWTH(densepool, densepool, densepool_init(&c, struct thing, memory.densepool, &config),
       densepool_alloc_entry(&c, struct thing, memory.densepool), densepool_destroy(&c))
GROWTH(listpool, listpool, listpool_init(&c, struct thing, memory.listpool, &config),
       listpool_alloc_entry(&c, struct thing, memory.listpool), listpool_destroy(&c))
GROWTH(slotpool, slotpool, slotpool_init(&c, struct thing, memory.slotpool, &config),
       slotpool_alloc_entry(&c, struct thing, memory.slotpool), slotpool_destroy(&c))
GROWTH(lowest, slotpool, slotpool_init(&c, struct thing, memory.slotpool, &config),
       slotpool_alloc_entry(&c, struct thing, memory.slotpool), slotpool_destroy(&c))

/* So many bytes, of which each tells its place: is one somewhere else? */
static void number_bytes(unsigned char *ptr, size_t from, size_t to)
{
	for (; from < to; from++)
		ptr[from] = (unsigned char)(from * 7);
}

static size_t wrong_bytes(const unsigned char *ptr, size_t to)
{
	size_t wrong = 0, i;

	for (i = 0; i < to; i++)
		wrong += ptr[i] != (unsigned char)(i * 7);
	return wrong;
}

TEST(resize_keeps_the_content)
{
	static const size_t sizes[] = { 1000,	131071, 131072, 500000, 900000,
					131072, 131071, 1000,	300000, 10 };
	static const size_t aligns[] = { 8, 64, 8192 };
	volatile size_t too_large = (size_t)-1 / 16 * 15;
	struct lish_mem *mem = &lish_mem_default;
	size_t size = 100, a, n;
	unsigned char *ptr;
	void *moved;

	/* Without an operating system blocks do not grow. */
	if (!mem->resize)
		return;
	for (a = 0; a < ARRAY_SIZE(aligns); a++) {
		ptr = (unsigned char *)mem->alloc(mem, size, aligns[a]);
		number_bytes(ptr, 0, size);
		for (n = 0; n < ARRAY_SIZE(sizes); n++) {
			moved = mem->resize(mem, ptr, size, sizes[n], aligns[a]);
			assert_non_null(moved);
			assert_int_equal((uintptr_t)moved % aligns[a], 0);
			ptr = (unsigned char *)moved;
			if (size > sizes[n])
				size = sizes[n];
			assert_int_equal(wrong_bytes(ptr, size), 0);
			number_bytes(ptr, size, sizes[n]);
			size = sizes[n];
		}
		/* no such size: the block is as it was; tools would stop */
		if (lish_os_maps_(too_large, 8)) {
			assert_null(mem->resize(mem, ptr, size, too_large, aligns[a]));
			assert_int_equal(wrong_bytes(ptr, size), 0);
		}
		mem->free(mem, ptr, size, aligns[a]);
		size = 100;
	}
}
#endif

#ifdef LISH_OS_LARGE_
#include <sys/resource.h>

static long faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

/*
 * A copy would fault in a page each time it came to one. realloc copies where the
 * program has freed a large block before, and something lies behind this one.
 */
TEST(resize_of_a_large_block_touches_none_of_it)
{
	const size_t size = (size_t)16 << 20;
	struct lish_mem *mem = &lish_mem_default;
	void *volatile once = malloc(24u << 20);
	void *volatile behind;
	void *large;
	long before, after;

	free(once);
	large = mem->alloc(mem, size, 8);
	behind = malloc(1000);
	memset(large, 1, size);
	before = faults();
	large = mem->resize(mem, large, size, 2 * size, 8);
	after = faults();
	assert_non_null(large);
	mem->free(mem, large, 2 * size, 8);
	free(behind);
	/* Only bare: tools that look for lost memory get malloc's. */
	if (!lish_os_poisons_())
		assert_in_range(after - before, 0, 1000);
}

TEST(a_large_block_goes_back_to_the_system)
{
	const size_t size = (size_t)16 << 20;
	struct lish_mem *mem = &lish_mem_default;
	struct rlimit limit, room;
	unsigned int i, got = 0;
	void *large;

	if (lish_os_poisons_())
		return;
	/* More in all than there may be at a time, and than 32 bits can tell. */
	assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
	room = limit;
	room.rlim_cur = (rlim_t)2 << 30;
	assert_int_equal(setrlimit(RLIMIT_AS, &room), 0);
	for (i = 0; i < 300; i++) {
		large = mem->alloc(mem, size, 8);
		if (large) {
			got++;
			mem->free(mem, large, size, 8);
		}
	}
	assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
	assert_int_equal(got, 300);
}
#endif

TEST_MAIN(NULL, NULL)
