/* SPDX-License-Identifier: MIT */
/* The emitter of patterns.rst that dies in its own emit, on a _safe loop. */
#include <stdio.h>
#include <stdlib.h>
#include <linux-ish/compat/list.h>

struct button { const char *name; struct list_head clicked; };
struct listener { void (*call)(struct button *b); struct list_head on; };

static void greet(struct button *b)
{
	printf("%s was clicked\n", b->name);
}

static void end(struct button *b)
{
	free(b);
}

int main(void)
{
	static struct listener all[3] = { { .call = greet }, { .call = end }, { .call = greet } };
	struct button *b = (struct button *)calloc(1, sizeof(*b));
	struct listener *l, *next;

	if (!b)
		return 1;
	b->name = "OK";
	INIT_LIST_HEAD(&b->clicked);
	for (int i = 0; i < 3; i++)
		list_add_tail(&all[i].on, &b->clicked);
	list_for_each_entry_safe(l, next, &b->clicked, on)
		l->call(b);
	return 0;
}
