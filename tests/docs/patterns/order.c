/* SPDX-License-Identifier: MIT */
/* The order of patterns.rst as a list of its own, on a _safe loop. */
#include <stdio.h>
#include <stdlib.h>
#include <linux-ish/compat/list.h>

struct sprite { const char *name; struct sprite *hides; struct list_head in; };

static LIST_HEAD(order);

static struct sprite *show(const char *name, struct sprite *hides)
{
	struct sprite *s = (struct sprite *)calloc(1, sizeof(*s));

	if (!s)
		exit(1);
	s->name = name;
	s->hides = hides;
	list_add(&s->in, &order);
	return s;
}

static void draw(void)
{
	struct sprite *s, *next;

	list_for_each_entry_safe(s, next, &order, in) {
		printf("%s\n", s->name);
		if (s->hides) {
			list_del(&s->hides->in);
			free(s->hides);
		}
	}
}

int main(void)
{
	show("sky", show("cloud", show("sun", NULL)));
	draw();
	return 0;
}
