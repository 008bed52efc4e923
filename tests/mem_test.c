/* SPDX-License-Identifier: MIT */
/*
 * The default allocator, and how arrays grow.
 */
#include "test.h"

static void memory_is_aligned_as_asked(void **state)
{
	struct lish_mem *mem = &lish_mem_default;
	size_t align;
	char *ptr;

	(void)state;
	for (align = 1; align <= 4096; align *= 2) {
		ptr = (char *)mem->alloc(mem, 100, align);
		assert_non_null(ptr);
		assert_int_equal((uintptr_t)ptr % align, 0);
		memset(ptr, 0x5a, 100);
		mem->free(mem, ptr, 100, align);
	}
}

static void a_size_that_overflows_is_refused(void **state)
{
	struct lish_mem *mem = &lish_mem_default;
	char old[4];

	(void)state;
	assert_null(mem->alloc(mem, (size_t)-8, 64));
	assert_null(lish_array_resize_(mem, old, 4, 4, 0x7fffffff,
				       (size_t)-1 / 8));
}

static void resize_moves_what_is_used(void **state)
{
	struct test_mem mem = TEST_MEM_INIT;
	uint32_t *array, *more;

	(void)state;
	array = (uint32_t *)lish_array_resize_(&mem.mem, NULL, 0, 0, 2,
					       sizeof(*array));
	assert_non_null(array);
	array[0] = 7;
	array[1] = 8;
	/* no memory: the old one is as it was */
	mem.fail_at = 2;
	assert_null(lish_array_resize_(&mem.mem, array, 2, 2, 4,
				       sizeof(*array)));
	assert_int_equal(array[1], 8);
	more = (uint32_t *)lish_array_resize_(&mem.mem, array, 1, 2, 4,
					      sizeof(*array));
	assert_non_null(more);
	assert_int_equal(more[0], 7);
	assert_int_equal(mem.bytes, 4 * sizeof(*array));
	mem.mem.free(&mem.mem, more, 4 * sizeof(*array), sizeof(void *));
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(mem.frees, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_aligned_as_asked),
		cmocka_unit_test(a_size_that_overflows_is_refused),
		cmocka_unit_test(resize_moves_what_is_used),
	};

	return run_test_group(tests);
}
