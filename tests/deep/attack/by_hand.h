/* SPDX-License-Identifier: MIT */
/*
 * A locklist has no loops by hand. These do the same by its private names, so that it
 * stands beside the other containers.
 */
struct locklist_loop {
	struct locklist_loop_ loop;
	struct locklist_node *at;
};

static void locklist_loop_begin(struct locklist_loop *loop, struct locklist *list)
{
	loop->at = locklist_loop_lock_(&loop->loop, list);
}

static struct locklist_node *locklist_loop_next(struct locklist_loop *loop)
{
	if (loop->at)
		loop->at = locklist_step_(&loop->loop, loop->at);
	return loop->at;
}

static void locklist_loop_end(struct locklist_loop *loop)
{
	locklist_loop_close_(&loop->loop);
}
