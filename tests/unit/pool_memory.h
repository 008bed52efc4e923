/* SPDX-License-Identifier: MIT */
/*
 * pool_memory.h - tests of the memory of densepool and listpool, included by the tests of
 * each: CALL(name) is its call, MADE(NAME) its macro in capitals, struct NODE its node
 */

/* Objects that want more than malloc() gives. */
struct line {
	struct NODE node;
	char text[100];
} __attribute__((aligned(64)));

struct page {
	struct NODE node;
} __attribute__((aligned(4096)));

TEST(alignment_is_that_of_the_type)
{
	static MADE(STORAGE)(room, struct line, 3);
	MADE(DEFINE_STATIC)(lines, struct line, node, 4);
	struct lish_config config = config_of(200);
	void *object;
	int i;

	/* 200 pages are more than there is. */
	if ((size_t)-1 <= 65535)
		return;
	if (LISH_ALIGNOF(struct line) < 64)
		skip(); /* tcc does not know the attribute */
	for (i = 0; i < 3; i++) {
		object = CALL(alloc_entry)(&lines, struct line, node);
		assert_int_equal((uintptr_t)object % 64, 0);
	}
	assert_int_equal(CALL(init)(&pool, struct page, node, &config), 0);
	for (i = 0; i < 200; i++) {
		object = CALL(alloc_entry)(&pool, struct page, node);
		assert_non_null(object);
		assert_int_equal((uintptr_t)object % 4096, 0);
	}
	CALL(destroy)(&pool);
	CALL(init_in)(&pool, struct line, node, &room, NULL);
	for (i = 0; i < 3; i++) {
		object = CALL(alloc_entry)(&pool, struct line, node);
		assert_int_equal((uintptr_t)object % 64, 0);
	}
	/* What lies beside the objects lies after them. */
	assert_int_equal(CALL(check)(&pool, NULL), LISH_OK);
	CALL(free)(&pool, &room.objects[1].node);
	assert_ptr_equal(CALL(alloc_entry)(&pool, struct line, node), &room.objects[1]);
}

TEST(with_no_grow_only_reserve_allocates)
{
	struct lish_config config = config_of(0);
	struct bullet *b[64];

	config.no_grow = true;
	assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), 0);
	assert_null(take());
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(CALL(reserve)(&pool, 1), 0);
	fill(b, 64);
	assert_null(take());
	assert_int_equal(CALL(stats)(&pool).capacity, 64);
	assert_int_equal(CALL(stats)(&pool).failed, 2);
	assert_int_equal(CALL(reserve)(&pool, 65), 0);
	assert_non_null(take());
	assert_whole();
}

TEST(with_a_limit_no_alloc_copies_anything)
{
	uint32_t i, asked, frees, first = 0;
	size_t bytes;

	if ((size_t)-1 <= 65535)
		return;
	make_pool(4096);
	for (i = 0; i < 4096; i++) {
		asked = mem.allocs;
		frees = mem.frees;
		bytes = mem.bytes;
		assert_non_null(take());
		/* Who gives back an array has copied it. */
		assert_int_equal(mem.frees, frees);
		if (!i) {
			first = mem.allocs - asked;
			continue;
		}
		assert_true(mem.allocs - asked <= 1);
		assert_true(mem.bytes - bytes <= 64 * sizeof(struct bullet));
	}
	assert_true(first <= 3);
	assert_null(take());
}
