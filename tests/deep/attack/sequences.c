// SPDX-License-Identifier: MIT
/*
 * What n steps of a sequence cost, for sequences that look for a quadratic. Costs are
 * counted, not timed: each basic block that is executed, in the library and in its
 * inline code, which the compiler makes call __sanitizer_cov_trace_pc(); and each 8
 * bytes that are copied or set, for which the linker wraps libc's functions.
 *
 *   sequences N   a line for each sequence: its name, and what N steps cost
 *
 * With PLANT the first sequence is quadratic.
 */
#include "uses.h"
#include "by_hand.h"
#include <stdio.h>
#include <string.h>

void __sanitizer_cov_trace_pc(void);
static uint64_t cost;

__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
	cost++;
}

void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memset(void *to, int byte, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memset(void *to, int byte, size_t size);

void *__wrap_memmove(void *to, const void *from, size_t size)
{
	cost += size / 8;
	return __real_memmove(to, from, size);
}

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
	cost += size / 8;
	return __real_memcpy(to, from, size);
}

void *__wrap_memset(void *to, int byte, size_t size)
{
	cost += size / 8;
	return __real_memset(to, byte, size);
}

/* What is made at the tail does not go into holes. */
#define use_slotpool_add(pool, object) \
	slotpool_alloc_entry(pool, struct slotpool_obj, node)

static uint32_t n, *order;

/* 0 as they came, 1 backwards, 2 at random, 3 from both ends, 4 every second */
#define ORDERS 5
static void arrange(int kind)
{
	uint64_t random = 1;
	uint32_t i, j, t;

	for (i = 0; i < n; i++) {
		order[i] = i;
		if (kind == 1)
			order[i] = n - 1 - i;
		if (kind == 3)
			order[i] = i & 1 ? n - 1 - i / 2 : i / 2;
		if (kind == 4)
			order[i] = i < (n + 1) / 2 ? 2 * i :
						     2 * (i - (n + 1) / 2) + 1;
	}
	for (i = n; kind == 2 && i-- > 1;) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		j = (uint32_t)(random >> 33) % (i + 1);
		t = order[i];
		order[i] = order[j];
		order[j] = t;
	}
}

static void begin(void)
{
	cost = 0;
}

static void tell(const char *container, const char *sequence, int kind)
{
	uint64_t was = cost;
#ifdef PLANT
	static bool first = true;
#endif

#ifdef PLANT
	if (first)
		was += (uint64_t)n * n;
	first = false;
#endif
	printf("%s-%s-%d %llu\n", container, sequence, kind,
	       (unsigned long long)was);
}

#define FILL(X)                                               \
	do {                                                  \
		for (i = 0; i < n; i++) {                     \
			in_##X[i] = use_##X##_add(&c, &o_##X[i]); \
			in_##X[i]->value = i;                 \
		}                                             \
	} while (0)

#define PLAIN(X)                                                              \
	static struct X##_obj *o_##X, **in_##X;                               \
	static void plain_##X(void)                                           \
	{                                                                     \
		static struct X c;                                            \
		uint32_t i;                                                   \
		int kind;                                                     \
                                                                              \
		o_##X = (struct X##_obj *)calloc(n, sizeof(*o_##X));          \
		in_##X = (struct X##_obj **)calloc(n, sizeof(*in_##X));       \
		if (!o_##X || !in_##X)                                        \
			abort();                                              \
		use_##X##_init(&c, n);                                        \
		begin();                                                      \
		FILL(X);                                                      \
		tell(#X, "fill", 0);                                          \
		for (kind = 0; kind < ORDERS; kind++) {                       \
			arrange(kind);                                        \
			begin();                                              \
			for (i = 0; i < n; i++)                               \
				use_##X##_remove(&c, in_##X[order[i]]);       \
			FILL(X);                                              \
			tell(#X, "empty-fill", kind);                         \
			begin();                                              \
			for (i = 0; i < n; i++) {                             \
				use_##X##_remove(&c, in_##X[order[i]]);       \
				in_##X[order[i]] = use_##X##_add(             \
					&c, in_##X[order[i]]);                \
			}                                                     \
			tell(#X, "one-out-one-in", kind);                     \
		}                                                             \
		/* Then nearly empty, with all that was once there */         \
		arrange(2);                                                   \
		for (i = 1; i < n; i++)                                       \
			use_##X##_remove(&c, in_##X[order[i]]);               \
		begin();                                                      \
		for (i = 0; i < n; i++) {                                     \
			in_##X[order[1]] = use_##X##_add(&c, in_##X[order[1]]); \
			use_##X##_remove(&c, in_##X[order[1]]);               \
		}                                                             \
		tell(#X, "nearly-empty", 0);                                  \
		use_##X##_remove(&c, in_##X[order[0]]);                       \
	}

#define LOOPED(X)                                                             \
	static int cmp_##X(void *ctx, const X##_member_ *a, const X##_member_ *b) \
	{                                                                     \
		const uint64_t one = container_of(a, struct X##_obj, node)->value; \
		const uint64_t two = container_of(b, struct X##_obj, node)->value; \
                                                                              \
		(void)ctx;                                                    \
		return (one > two) - (one < two);                             \
	}                                                                     \
	static void deep_##X(struct X *c, uint32_t depth)                     \
	{                                                                     \
		X##_for_each_entry(o, c, struct X##_obj, node) {              \
			(void)o;                                              \
			if (depth > 1)                                        \
				deep_##X(c, depth - 1);                       \
			break;                                                \
		}                                                             \
	}                                                                     \
	static void looped_##X(void)                                          \
	{                                                                     \
		static struct X c;                                            \
		uint32_t i;                                                   \
		int kind;                                                     \
                                                                              \
		use_##X##_init(&c, n);                                        \
		FILL(X);                                                      \
		for (kind = 0; kind < ORDERS; kind++) {                       \
			arrange(kind);                                        \
			for (i = 0; i < n; i++)                               \
				in_##X[order[i]]->value = i;                  \
			begin();                                              \
			X##_sort(&c, cmp_##X, NULL);                          \
			tell(#X, "sort", kind);                               \
		}                                                             \
		begin();                                                      \
		i = 0;                                                        \
		X##_for_each_entry(o, &c, struct X##_obj, node) {             \
			o = use_##X##_add(&c, (use_##X##_remove(&c, o), o));  \
			if (++i == n)                                         \
				break;                                        \
		}                                                             \
		tell(#X, "round-and-round", 0);                               \
		begin();                                                      \
		for (i = 0; i < n; i++) {                                     \
			X##_for_each_entry(o, &c, struct X##_obj, node)       \
				break;                                        \
		}                                                             \
		tell(#X, "break-at-once", 0);                                 \
		begin();                                                      \
		deep_##X(&c, n);                                              \
		tell(#X, "nested", 0);                                        \
		begin();                                                      \
		X##_for_each_entry(o, &c, struct X##_obj, node)               \
			use_##X##_remove(&c, o);                              \
		tell(#X, "all-out-in-a-loop", 0);                             \
	}

typedef struct dense_idx dense_member_;
typedef struct densepool_idx densepool_member_;
typedef struct ihash_node ihash_member_;
typedef struct rwarray_idx rwarray_member_;
typedef struct listpool_node listpool_member_;
typedef struct locklist_node locklist_member_;
typedef struct walklist_node walklist_member_;
#define LOOPED_(V) V(dense) V(densepool) V(rwarray) V(listpool) V(walklist) \
	V(ihash) V(locklist)
/* They have no order, or one that is not sorted. */
#define locklist_sort(list, cmp, ctx) ((void)(cmp), (void)(ctx))
#define ihash_sort(table, cmp, ctx) ((void)(cmp), (void)(ctx))
#define densepool_sort(pool, cmp, ctx) ((void)(cmp), (void)(ctx))

USE_REMOVERS(PLAIN)
LOOPED_(LOOPED)

/* Changes that wait, at each unlock one of them, beside many that do not */
static void locked(void)
{
	struct locklist c;
	uint32_t i;
	int kind;

	locklist_init(&c);
	FILL(locklist);
	for (kind = 0; kind < ORDERS; kind++) {
		arrange(kind);
		begin();
		for (i = 0; i < n; i++) {
			locklist_lock(&c);
			use_locklist_remove(&c, in_locklist[order[i]]);
			locklist_unlock(&c);
		}
		tell("locklist", "one-per-lock", kind);
		begin();
		locklist_lock(&c);
		FILL(locklist);
		for (i = 0; i < n; i += 2)
			use_locklist_remove(&c, in_locklist[order[i]]);
		for (i = 0; i < n; i += 2)
			use_locklist_add(&c, in_locklist[order[i]]);
		locklist_unlock(&c);
		tell("locklist", "all-in-a-lock", kind);
	}
}

/* Orders that search, where all but a few slots are taken, or all but a few free */
static void searched(const char *name, enum lish_reuse slots)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct slotpool c;
	uint32_t i;
	int kind;

	config.initial = n;
	config.reuse = slots;
	if (slotpool_init(&c, struct slotpool_obj, node, &config))
		abort();
	begin();
	FILL(slotpool);
	tell(name, "fill", 0);
	for (kind = 0; kind < ORDERS; kind++) {
		arrange(kind);
		begin();
		for (i = 0; i < n; i++) {
			use_slotpool_remove(&c, in_slotpool[order[i]]);
			in_slotpool[order[i]] = use_slotpool_add(&c, NULL);
		}
		tell(name, "one-out-one-in", kind);
		begin();
		for (i = 0; i < n; i++)
			use_slotpool_remove(&c, in_slotpool[order[i]]);
		FILL(slotpool);
		tell(name, "empty-fill", kind);
	}
	slotpool_destroy(&c);
}

#define CALL_PLAIN(X) plain_##X();
#define CALL_LOOPED(X) looped_##X();

int main(int argc, char **argv)
{
	n = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
	order = (uint32_t *)calloc(n ? n : 1, sizeof(*order));
	if (!n || !order)
		return 2;
	USE_REMOVERS(CALL_PLAIN)
	LOOPED_(CALL_LOOPED)
	locked();
	searched("lowest", LISH_LOWEST);
	searched("next", LISH_NEXT);
	return 0;
}
