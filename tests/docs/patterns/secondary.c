/* SPDX-License-Identifier: MIT */
/* The secondary map of patterns.rst as a list of pointers, on a _safe loop. */
#include <stdio.h>
#include <stdlib.h>
#include <linux-ish/compat/list.h>

struct fire { struct ship *ship; int heat; struct list_head in; };
struct ship { const char *name; int hull; struct fire fire; };

static LIST_HEAD(fires);
static struct ship *bea;

static struct ship *launch(const char *name, int heat)
{
	struct ship *s = (struct ship *)calloc(1, sizeof(*s));

	if (!s)
		exit(1);
	s->name = name;
	s->hull = 3;
	s->fire.ship = s;
	s->fire.heat = heat;
	list_add_tail(&s->fire.in, &fires);
	return s;
}

static void sink(struct ship *s)
{
	list_del(&s->fire.in);
	free(s);
}

int main(void)
{
	struct fire *f, *next;

	launch("Ada", 3);
	bea = launch("Bea", 1);
	list_for_each_entry_safe(f, next, &fires, in) {
		printf("%s burns\n", f->ship->name);
		f->ship->hull -= f->heat;
		if (f->ship->hull <= 0) {
			sink(bea);
			sink(f->ship);
		}
	}
	return 0;
}
