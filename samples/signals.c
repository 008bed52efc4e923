/* SPDX-License-Identifier: MIT */
/*
 * signals.c - listeners that leave, and join, while they are notified
 *
 * A signal is a walklist. A listener may remove itself or any other, add new
 * listeners, and free itself in its own callback. A listener leaves without knowing
 * its signal, so a destructor is one line.
 *
 * Uses of walklist: add_tail, leave, stop and two loops. emit() also notifies
 * listeners that join during the call, emit_present() does not.
 *
 *	cc -Iinclude samples/signals.c build/liblinux-ish.a
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux-ish/walklist.h>

struct listener {
	void (*notify)(struct listener *l, void *data);
	struct walklist_node link;
};

struct signal {
	struct walklist listeners;
};

static void signal_init(struct signal *s)
{
	walklist_init(&s->listeners);
}

static void signal_connect(struct signal *s, struct listener *l,
			   void (*notify)(struct listener *l, void *data))
{
	l->notify = notify;
	walklist_add_tail(&s->listeners, &l->link);
}

static void signal_disconnect(struct listener *l)
{
	walklist_leave(&l->link);
}

static void emit(struct signal *s, void *data)
{
	walklist_for_each_entry(l, &s->listeners, struct listener, link)
		l->notify(l, data);
}

static void emit_present(struct signal *s, void *data)
{
	walklist_for_each_entry_present(l, &s->listeners, struct listener, link)
		l->notify(l, data);
}

/* A window that is destroyed by its own click, and other windows. */

struct window {
	const char *name;
	struct listener on_click;
	struct window *kills;
};

static struct signal clicked;

static struct window *window_new(const char *name, struct window *kills,
				 void (*notify)(struct listener *l, void *data))
{
	/* Zeroed: a node of zeros is in no list. */
	struct window *w = (struct window *)calloc(1, sizeof(*w));

	if (!w)
		exit(1);
	w->name = name;
	w->kills = kills;
	signal_connect(&clicked, &w->on_click, notify);
	return w;
}

static void window_free(struct window *w)
{
	signal_disconnect(&w->on_click);
	free(w);
}

static void say(struct listener *l, void *data)
{
	const struct window *w = container_of(l, struct window, on_click);

	printf(" %s(%s)", w->name, (const char *)data);
}

static void kill_and_die(struct listener *l, void *data)
{
	struct window *w = container_of(l, struct window, on_click);

	say(l, data);
	if (w->kills)
		window_free(w->kills);
	window_free(w);
}

static void open_another(struct listener *l, void *data)
{
	say(l, data);
	window_new("new", NULL, say);
}

static void stop_all(struct listener *l, void *data)
{
	say(l, data);
	walklist_stop(&clicked.listeners);
}

int main(void)
{
	char one[] = "1", two[] = "2", three[] = "3";
	struct window *victim, *modal;

	signal_init(&clicked);
	window_new("a", NULL, say);
	victim = window_new("victim", NULL, say);
	window_new("killer", NULL, kill_and_die)->kills = victim;
	window_new("opener", NULL, open_another);
	window_new("z", NULL, say);

	printf("first:");
	emit(&clicked, one);
	printf("\nagain:");
	emit_present(&clicked, two);

	modal = window_new("modal", NULL, stop_all);
	walklist_move(&clicked.listeners, &modal->on_click.link);
	printf("\nmodal:");
	emit(&clicked, three);
	printf("\n%u listen\n",
	       (unsigned int)walklist_count(&clicked.listeners));

	while (walklist_count(&clicked.listeners))
		window_free(walklist_first_entry(&clicked.listeners,
						 struct window, on_click.link));
	return 0;
}
