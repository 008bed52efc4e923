/* SPDX-License-Identifier: MIT */
/*
 * locklist, densepool and listpool have no loops by hand. These do the same by private
 * names, so that the three stand beside the other containers.
 */
struct locklist_loop {
	struct locklist_loop_ loop;
	struct locklist_place_ place;
};

static void locklist_loop_begin(struct locklist_loop *loop, struct locklist *list)
{
	loop->place = locklist_at_(locklist_open_(&loop->loop, list));
}

static struct locklist_node *locklist_loop_next(struct locklist_loop *loop)
{
	return loop->place.at ? (struct locklist_node *)locklist_step_(&loop->loop, &loop->place, 0) : NULL;
}

static void locklist_loop_end(struct locklist_loop *loop)
{
	locklist_close_(&loop->loop);
}

struct densepool_loop {
	struct densepool_loop_ loop;
};

static void densepool_loop_begin(struct densepool_loop *loop, struct densepool *pool)
{
	(void)densepool_open_(pool, &loop->loop, LISH_PART_PLAIN_);
}

static uint32_t *densepool_loop_next(struct densepool_loop *loop)
{
	return (uint32_t *)densepool_next_(&loop->loop, LISH_PART_PLAIN_);
}

static void densepool_loop_end(struct densepool_loop *loop)
{
	densepool_close_(&loop->loop);
}

struct listpool_loop {
	struct listpool_loop_ loop;
};

static void listpool_loop_begin(struct listpool_loop *loop, struct listpool *pool)
{
	(void)listpool_open_(&loop->loop, pool, LISH_WALK_FORWARD_);
}

static struct lish_link_ *listpool_loop_next(struct listpool_loop *loop)
{
	return listpool_next_(&loop->loop);
}

static void listpool_loop_end(struct listpool_loop *loop)
{
	listpool_close_(&loop->loop);
}
