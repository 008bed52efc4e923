/* SPDX-License-Identifier: MIT */
/* The dispatcher of patterns.rst whose handler removes the next one, on a _safe loop. */
#include <stdio.h>
#include <stdlib.h>
#include <linux-ish/compat/list.h>

struct handler { const char *name; struct handler *old; struct list_head in; };

static LIST_HEAD(handlers);

static struct handler *handler_new(const char *name, struct handler *old)
{
	struct handler *h = (struct handler *)calloc(1, sizeof(*h));

	if (!h)
		exit(1);
	h->name = name;
	h->old = old;
	list_add(&h->in, &handlers);
	return h;
}

static void handler_free(struct handler *h)
{
	list_del(&h->in);
	free(h);
}

int main(void)
{
	struct handler *h, *next;

	handler_new("keyboard", handler_new("mouse", handler_new("touch", NULL)));
	list_for_each_entry_safe(h, next, &handlers, in) {
		printf("%s\n", h->name);
		if (h->old)
			handler_free(h->old);
		handler_free(h);
	}
	return 0;
}
