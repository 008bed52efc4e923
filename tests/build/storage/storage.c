// SPDX-License-Identifier: MIT
/*
 * Memories of one name: two members, and a variable; a member and an X_DEFINE.
 */
#include <stdio.h>
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>

struct spark {
	struct ipool_idx ipool;
	struct densepool_idx densepool;
	struct listpool_node listpool;
	struct slotpool_idx slotpool;
	struct dense_idx dense;
	struct rwarray_idx rwarray;
};

static struct spark sparks[10];

/* all: the initialiser of X_all */
#define POOL(X, XX, all)                                                          \
	static XX##_STORAGE(X##_memory, struct spark, 4);                         \
	static XX##_STORAGE(X##_five, struct spark, 5);                           \
	extern struct X X##_all;                                                  \
	struct X X##_all = all;                                                   \
	XX##_DEFINE_STATIC(X##_own, struct spark, X, 6);                          \
                                                                                  \
	struct X##_cell {                                                         \
		struct X pool;                                                    \
		XX##_STORAGE(X##_memory, struct spark, 2);                        \
		XX##_STORAGE(X##_all, struct spark, 1);                           \
	};                                                                        \
	struct X##_room {                                                         \
		struct X pool;                                                    \
		XX##_STORAGE(X##_memory, struct spark, 3);                        \
		XX##_STORAGE(X##_own, struct spark, 1);                           \
	};                                                                        \
                                                                                  \
	/* So many objects, and no more. */                                       \
	static int X##_holds(struct X *pool, uint32_t n)                          \
	{                                                                         \
		while (X##_alloc_entry(pool, struct spark, X))                    \
			;                                                         \
		return X##_count(pool) == n && X##_check(pool, NULL) == LISH_OK;  \
	}                                                                         \
                                                                                  \
	static int X##_right(void)                                                \
	{                                                                         \
		static struct X##_cell cell;                                      \
		static struct X##_room room;                                      \
		XX##_STORAGE(memory, struct spark, 7);                            \
		struct X file, stack;                                             \
                                                                                  \
		X##_init_in(&cell.pool, struct spark, X, &cell.X##_memory, NULL); \
		X##_init_in(&room.pool, struct spark, X, &room.X##_memory, NULL); \
		X##_init_in(&file, struct spark, X, &X##_memory, NULL);           \
		X##_init_in(&stack, struct spark, X, &memory, NULL);              \
		return X##_holds(&cell.pool, 2) && X##_holds(&room.pool, 3) &&    \
		       X##_holds(&file, 4) && X##_holds(&X##_all, 5) &&           \
		       X##_holds(&X##_own, 6) && X##_holds(&stack, 7) &&          \
		       X##_holds(&cell.pool, 2) && X##_holds(&room.pool, 3);      \
	}

#define ARRAY(X, XX, add)                                                        \
	static XX##_STORAGE(X##_memory, 4);                                      \
	static XX##_STORAGE(X##_five, 5);                                        \
	extern struct X X##_all;                                                 \
	struct X X##_all = XX##_INIT(X##_five);                                  \
	XX##_DEFINE_STATIC(X##_own, 6);                                          \
                                                                                 \
	struct X##_cell {                                                        \
		struct X array;                                                  \
		XX##_STORAGE(X##_memory, 2);                                     \
		XX##_STORAGE(X##_all, 1);                                        \
	};                                                                       \
	struct X##_room {                                                        \
		struct X array;                                                  \
		XX##_STORAGE(X##_memory, 3);                                     \
		XX##_STORAGE(X##_own, 1);                                        \
	};                                                                       \
                                                                                 \
	static int X##_holds(struct X *array, uint32_t n)                        \
	{                                                                        \
		uint32_t count;                                                  \
                                                                                 \
		while (!add(array, &sparks[X##_count(array)].X))                 \
			;                                                        \
		count = X##_count(array);                                        \
		X##_clear(array);                                                \
		return count == n && X##_check(array, NULL) == LISH_OK;          \
	}                                                                        \
                                                                                 \
	static int X##_right(void)                                               \
	{                                                                        \
		static struct X##_cell cell;                                     \
		static struct X##_room room;                                     \
		XX##_STORAGE(memory, 7);                                         \
		struct X file = XX##_INIT(X##_memory), stack;                    \
                                                                                 \
		X##_init_in(&cell.array, &cell.X##_memory);                      \
		X##_init_in(&room.array, &room.X##_memory);                      \
		X##_init_in(&stack, &memory);                                    \
		return X##_holds(&cell.array, 2) && X##_holds(&room.array, 3) && \
		       X##_holds(&file, 4) && X##_holds(&X##_all, 5) &&          \
		       X##_holds(&X##_own, 6) && X##_holds(&stack, 7);           \
	}

POOL(ipool, IPOOL, IPOOL_INIT(ipool_five, struct spark, ipool))
POOL(densepool, DENSEPOOL, DENSEPOOL_INIT(densepool_five, struct spark, densepool))
POOL(listpool, LISTPOOL,
     LISTPOOL_INIT(listpool_all, listpool_five, struct spark, listpool))
POOL(slotpool, SLOTPOOL, SLOTPOOL_INIT(slotpool_five, struct spark, slotpool))
ARRAY(dense, DENSE, dense_add)
ARRAY(rwarray, RWARRAY, rwarray_add_tail)

static int wrong(const char *name, int right)
{
	if (!right)
		printf("%s: a memory is too small, or too large\n", name);
	return !right;
}

int main(void)
{
	return wrong("ipool", ipool_right()) +
	       wrong("densepool", densepool_right()) +
	       wrong("listpool", listpool_right()) +
	       wrong("slotpool", slotpool_right()) +
	       wrong("dense", dense_right()) +
	       wrong("rwarray", rwarray_right());
}
