// SPDX-License-Identifier: MIT
/*
 * The cold side of listpool: settings, growth, hooks, reports, validation, and
 * loops as far as they are not those of walklist.
 */
#define LISH_LIB_
#include <linux-ish/listpool.h>

void listpool_refuse_(const char *op, const struct listpool *pool,
		      const void *object)
{
	const struct listpool_node *node =
		object ? listpool_node_of_(pool, object) : NULL;
	enum lish_reason reason = lish_chunks_reason_(&pool->chunks, object,
						      node ? &node->slot : NULL,
						      pool->slots.border);

	if (node &&
	    listpool_names_(pool, node->slot & ~LISH_IN_HOOK_, object) &&
	    !listpool_linked_(node))
		reason = LISH_BROKEN_LINKS;
	lish_misuse_(op, pool, object, reason);
}
LISH_EXPORT(listpool_refuse_)

void listpool_refuse_place_(const char *op, const struct listpool *pool,
			    const struct ilist_node *place)
{
	lish_misuse_(op, pool, place == &pool->head.link ? NULL : place,
		    pool->chunks.size ? LISH_BROKEN_LINKS : LISH_UNINITIALIZED);
}
LISH_EXPORT(listpool_refuse_place_)

void listpool_refuse_zero_(const char *op, const struct listpool *pool)
{
	lish_misuse_(op, pool, NULL, LISH_UNINITIALIZED);
}
LISH_EXPORT(listpool_refuse_zero_)

bool listpool_whole_ok_(const char *op, const struct listpool *pool)
{
	const struct listpool_node *fault;
	const enum lish_reason reason = listpool_check(pool, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, pool, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(listpool_whole_ok_)

/* An empty pool, of which nothing else is known yet. */
static void make_list(struct listpool *pool)
{
	memset(pool, 0, sizeof(*pool));
	pool->head.link.next = &pool->head.link;
	pool->head.link.prev = &pool->head.link;
}

static void release(struct listpool *pool)
{
	lish_slots_free_(&pool->chunks, &pool->slots);
	lish_chunks_release_(&pool->chunks);
	memset(pool, 0, sizeof(*pool));
}

int listpool_init_(struct listpool *pool, size_t size, size_t align,
		   size_t offset, const struct lish_config *config)
{
	int err;

	make_list(pool);
	err = lish_chunks_init_(&pool->chunks, size, align, offset,
				sizeof(struct listpool_node), config);
	if (!err && config && config->initial)
		err = listpool_reserve(pool, config->initial);
	if (err)
		release(pool);
	return err;
}
LISH_EXPORT(listpool_init_)

int listpool_init_in_(struct listpool *pool, size_t size, size_t align,
		      size_t offset, uint32_t n, void *block, size_t bytes,
		      const struct lish_config *config)
{
	struct lish_block_ rest;
	int err;

	rest.at = (char *)block;
	rest.left = bytes;
	make_list(pool);
	err = lish_chunks_init_in_(&pool->chunks, size, align, offset,
				   sizeof(struct listpool_node), n, &rest,
				   config);
	if (!err)
		err = lish_slots_init_in_(&pool->slots, n, &rest);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}
LISH_EXPORT(listpool_init_in_)

/* Nothing is live: forget the list, and in which order slots were freed. */
static void start_over(struct listpool *pool)
{
	struct ilist_node *head = &pool->head.link;

	walklist_fix_reset_(pool->loops);
	head->next = head;
	head->prev = head;
	pool->head.hint = 0;
	pool->chunks.peak =
		lish_chunks_peak_(&pool->chunks, pool->slots.border);
	lish_slots_reset_(&pool->slots);
}

int listpool_set_hooks(struct listpool *pool,
		       const struct lish_pool_hooks *hooks, void *ctx)
{
	int err;

	if (pool->slots.count)
		return -EBUSY;
	err = lish_chunks_set_hooks_("listpool_set_hooks", pool, &pool->chunks,
				     hooks, ctx);
	/* make is called in the order of the slots. */
	if (!err)
		start_over(pool);
	return err;
}
LISH_EXPORT(listpool_set_hooks)

int listpool_grow_(const char *op, struct listpool *pool)
{
	return lish_slots_grow_(op, pool, &pool->chunks, &pool->slots);
}
LISH_EXPORT(listpool_grow_)

int listpool_reserve(struct listpool *pool, uint32_t n)
{
	return lish_slots_reserve_("listpool_reserve", pool, &pool->chunks,
				   &pool->slots, n);
}
LISH_EXPORT(listpool_reserve)

void listpool_born_(struct listpool *pool, struct listpool_node *node,
		    bool zero)
{
	lish_chunks_born_(&pool->chunks, node->slot - 1,
			  listpool_object_(pool, node), &node->slot, zero);
}
LISH_EXPORT(listpool_born_)

void listpool_bury_(struct listpool *pool, struct listpool_node *node)
{
	void *object = listpool_object_(pool, node);

	lish_chunks_dying_(&pool->chunks, object, &node->slot);
	listpool_drop_(pool, node);
	lish_chunks_dead_(&pool->chunks, object);
}
LISH_EXPORT(listpool_bury_)

/*
 * Free all, from the last one, with hooks that may free and alloc others
 * meanwhile. The stack of free slots is forgotten each time, so that they can
 * take only what they freed themselves, and there is an end.
 */
static void bury_all(struct listpool *pool)
{
	struct ilist_node *head = &pool->head.link;

	lish_chunks_close_(&pool->chunks);
	while (head->prev != head) {
		pool->slots.free = 0;
		listpool_bury_(pool, listpool_of_link_(head->prev));
	}
	lish_chunks_open_(&pool->chunks);
}

int listpool_clear(struct listpool *pool)
{
	const int err =
		lish_chunks_settled_("listpool_clear", pool, &pool->chunks);

	if (err)
		return err;
	if (lish_chunks_must_visit_(&pool->chunks))
		bury_all(pool);
	start_over(pool);
	return 0;
}
LISH_EXPORT(listpool_clear)

int listpool_trim(struct listpool *pool)
{
	struct lish_chunks *chunks = &pool->chunks;
	const int err = lish_chunks_settled_("listpool_trim", pool, chunks);
	uint32_t top = pool->slots.border;

	if (err || !chunks->mem)
		return err;
	while (top && !listpool_at(pool, top - 1))
		top--;
	lish_slots_trim_(chunks, &pool->slots, top);
	return 0;
}
LISH_EXPORT(listpool_trim)

void listpool_destroy(struct listpool *pool)
{
	if (pool->loops) {
		lish_misuse_("listpool_destroy", pool, NULL, LISH_LOOPED);
		return;
	}
	if (!lish_chunks_may_destroy_("listpool_destroy", pool, &pool->chunks))
		return;
	(void)listpool_clear(pool);
	lish_chunks_shrink_(&pool->chunks, 0);
	release(pool);
}
LISH_EXPORT(listpool_destroy)

bool listpool_owns(const struct listpool *pool, const void *ptr)
{
	return listpool_ready_("listpool_owns", pool) &&
	       lish_chunks_find_(&pool->chunks, ptr) >= 0;
}
LISH_EXPORT(listpool_owns)

/* The user's comparison, to be called with what ilist's sort has. */
struct by_node {
	listpool_cmp_fn cmp;
	void *ctx;
};

static int compare_links(void *ctx, const struct ilist_node *a,
			 const struct ilist_node *b)
{
	const struct by_node *by = (const struct by_node *)ctx;

	return by->cmp(by->ctx, (const struct listpool_node *)(const void *)a,
		       (const struct listpool_node *)(const void *)b);
}

int listpool_sort(struct listpool *pool, listpool_cmp_fn cmp, void *ctx)
{
	struct by_node by;

	if (!pool->chunks.size) {
		listpool_refuse_zero_("listpool_sort", pool);
		return -EINVAL;
	}
	if (pool->loops)
		return -EBUSY;
	by.cmp = cmp;
	by.ctx = ctx;
	ilist_sort_ring_(&pool->head.link, compare_links, &by);
	return 0;
}
LISH_EXPORT(listpool_sort)

/* What is wrong with the slots; fault is NULL, or the node at fault. */
static enum lish_reason check_slots(const struct listpool *pool,
				    const struct listpool_node **fault)
{
	const struct lish_chunks *chunks = &pool->chunks;
	const struct lish_slots *slots = &pool->slots;
	const struct listpool_node *node;
	uint32_t i, live = 0;

	if (slots->border > chunks->capacity || slots->free > slots->border)
		return LISH_BAD_COUNT;
	for (i = 0; i < slots->border; i++) {
		node = listpool_node_of_(pool, lish_chunks_at_(chunks, i));
		if (!node->slot)
			continue;
		if ((node->slot & ~LISH_IN_HOOK_) != i + 1) {
			*fault = node;
			return LISH_BAD_INDEX;
		}
		live++;
	}
	for (i = 0; i < slots->free; i++) {
		if (slots->stack[i] >= slots->border)
			return LISH_BAD_INDEX;
		node = listpool_node_of_(
			pool, lish_chunks_at_(chunks, slots->stack[i]));
		if (node->slot) {
			*fault = node;
			return LISH_BAD_INDEX;
		}
	}
	if (live != slots->count ||
	    (!chunks->closed && slots->free + live != slots->border))
		return LISH_BAD_COUNT;
	return LISH_OK;
}

/* What is wrong with the list: it must hold all that is live. */
static enum lish_reason check_list(const struct listpool *pool,
				   const struct listpool_node **fault)
{
	const struct ilist_node *head = &pool->head.link;
	const struct ilist_node *broken = ilist_broken_node_(head);
	struct ilist_node *link;
	struct listpool_node *node;
	uint32_t count = 0;

	if (broken) {
		if (broken != head)
			*fault = (const struct listpool_node *)(const void *)
				broken;
		return LISH_BROKEN_LINKS;
	}
	for (link = head->next; link != head; link = link->next) {
		node = listpool_of_link_(link);
		if (!listpool_is_live(pool, listpool_object_(pool, node))) {
			*fault = node;
			return LISH_BAD_INDEX;
		}
		count++;
	}
	return count == pool->slots.count ? LISH_OK : LISH_BAD_COUNT;
}

enum lish_reason listpool_check(const struct listpool *pool,
				const struct listpool_node **fault)
{
	const struct listpool_node *found = NULL;
	enum lish_reason reason = LISH_UNINITIALIZED;

	if (pool->chunks.size)
		reason = check_slots(pool, &found);
	if (!reason)
		reason = check_list(pool, &found);
	if (fault)
		*fault = found;
	return reason;
}
LISH_EXPORT(listpool_check)

/* Loops. */

void listpool_added_(struct listpool *pool, struct listpool_node *node,
		     const struct ilist_node *base, bool before)
{
	walklist_fix_add_(pool->loops, &node->link, &node->link, base, before);
	if (walklist_oldest_(pool->loops))
		node->hint = pool->stamp << 1 | 1;
}
LISH_EXPORT(listpool_added_)

void listpool_hint_stamped_(const struct listpool_loop *loop,
			    struct listpool_node *node, uint32_t hint)
{
	const uint32_t oldest = walklist_oldest_(*loop->walk.chain);

	if (!oldest || node->hint >> 1 < oldest)
		node->hint = hint;
}
LISH_EXPORT(listpool_hint_stamped_)

static bool begin(const char *op, struct listpool_loop *loop,
		  struct listpool *pool, bool reverse)
{
	struct ilist_node *head = &pool->head.link;

	return walklist_open_(op, &loop->walk, &pool->loops, head, head,
			      reverse, false);
}

void listpool_loop_begin(struct listpool_loop *loop, struct listpool *pool)
{
	begin("listpool_loop_begin", loop, pool, false);
}
LISH_EXPORT(listpool_loop_begin)

void listpool_loop_begin_reverse(struct listpool_loop *loop,
				 struct listpool *pool)
{
	begin("listpool_loop_begin_reverse", loop, pool, true);
}
LISH_EXPORT(listpool_loop_begin_reverse)

/* A loop from an object stands on a ghost in front of it. */
static void begin_from(const char *op, struct listpool_loop *loop,
		       struct listpool *pool, const void *object, bool reverse)
{
	const struct ilist_node *link;

	if (object && !listpool_is_live(pool, object)) {
		listpool_refuse_(op, pool, object);
		object = NULL;
	}
	if (!object) {
		/* From nowhere: it has ended already. */
		loop->walk.chain = NULL;
		loop->walk.head = NULL;
		return;
	}
	link = &listpool_node_of_(pool, object)->link;
	walklist_open_(op, &loop->walk, &pool->loops, &pool->head.link,
		       reverse ? link->next : link->prev, reverse, true);
}

void listpool_loop_begin_from(struct listpool_loop *loop, struct listpool *pool,
			      const void *object)
{
	begin_from("listpool_loop_begin_from", loop, pool, object, false);
}
LISH_EXPORT(listpool_loop_begin_from)

void listpool_loop_begin_from_reverse(struct listpool_loop *loop,
				      struct listpool *pool, const void *object)
{
	begin_from("listpool_loop_begin_from_reverse", loop, pool, object,
		   true);
}
LISH_EXPORT(listpool_loop_begin_from_reverse)

/* Beyond this many stamps they begin anew, as 31 bits have to suffice. */
#define STAMP_LIMIT (1u << 30)

static void restart_stamps(struct listpool *pool)
{
	struct ilist_node *link;

	for (link = pool->head.link.next; link != &pool->head.link;
	     link = link->next)
		listpool_of_link_(link)->hint = 0;
	pool->stamp = 0;
}

void listpool_loop_begin_present(struct listpool_loop *loop,
				 struct listpool *pool)
{
	if (!begin("listpool_loop_begin_present", loop, pool, false))
		return;
	if (pool->stamp >= STAMP_LIMIT && !walklist_oldest_(pool->loops))
		restart_stamps(pool);
	loop->walk.since = ++pool->stamp;
}
LISH_EXPORT(listpool_loop_begin_present)

struct listpool_node *listpool_loop_next(struct listpool_loop *loop)
{
	struct walklist_cursor_ cur;
	struct listpool_node *node;

	if (!loop->walk.chain)
		return NULL;
	cur = walklist_cursor_of_(&loop->walk);
	if (loop->walk.reverse)
		node = listpool_back_(loop, &cur);
	else if (loop->walk.since)
		node = listpool_present_(loop, &cur);
	else
		node = listpool_forward_(loop, &cur);
	loop->walk.wait = cur.wait;
	if (!node)
		listpool_loop_end(loop);
	return node;
}
LISH_EXPORT(listpool_loop_next)

void listpool_loop_end(struct listpool_loop *loop)
{
	walklist_loop_end(&loop->walk);
}
LISH_EXPORT(listpool_loop_end)

void listpool_abandon(struct listpool *pool)
{
	if (listpool_ready_("listpool_abandon", pool))
		pool->loops = NULL;
}
LISH_EXPORT(listpool_abandon)
