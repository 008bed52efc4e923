/* SPDX-License-Identifier: MIT */
/* sys/queue.h of BSD: TAILQ, LIST, STAILQ and SLIST. */
#include <sys/queue.h>
#include <linux-ish/ilist.h>

struct o {
	char name;
	TAILQ_ENTRY(o) t;
	LIST_ENTRY(o) li;
	STAILQ_ENTRY(o) st;
	SLIST_ENTRY(o) sl;
	struct ilist_node l;
};

static struct o objects[26];
static TAILQ_HEAD(tailq, o) t, t2;
static LIST_HEAD(, o) li;
static STAILQ_HEAD(, o) st, st2;
static SLIST_HEAD(, o) sl;
static struct ilist i, i2;
static enum { TAIL, LIST, STAIL, SINGLE } kind;

#include "orders.h"

static void fill(void)
{
	const char *letter;

	memset(objects, 0, sizeof(objects));
	TAILQ_INIT(&t);
	TAILQ_INIT(&t2);
	LIST_INIT(&li);
	STAILQ_INIT(&st);
	STAILQ_INIT(&st2);
	SLIST_INIT(&sl);
	ilist_init(&i);
	ilist_init(&i2);
	for (letter = "abcdefghijklmnopqrstuvwxyz"; *letter; letter++)
		O(*letter)->name = *letter;
	for (letter = "abcd"; *letter; letter++) {
		TAILQ_INSERT_TAIL(&t, O(*letter), t);
		STAILQ_INSERT_TAIL(&st, O(*letter), st);
		ilist_add_tail(&i, &O(*letter)->l);
	}
	for (letter = "dcba"; *letter; letter++) {
		LIST_INSERT_HEAD(&li, O(*letter), li);
		SLIST_INSERT_HEAD(&sl, O(*letter), sl);
	}
	for (letter = "xyz"; *letter; letter++) {
		TAILQ_INSERT_TAIL(&t2, O(*letter), t);
		STAILQ_INSERT_TAIL(&st2, O(*letter), st);
		ilist_add_tail(&i2, &O(*letter)->l);
	}
}

static void show(void)
{
	struct o *o;

	if (kind == TAIL)
		TAILQ_FOREACH(o, &t, t)
			note(there, o->name);
	else if (kind == LIST)
		LIST_FOREACH(o, &li, li)
			note(there, o->name);
	else if (kind == STAIL)
		STAILQ_FOREACH(o, &st, st)
			note(there, o->name);
	else
		SLIST_FOREACH(o, &sl, sl)
			note(there, o->name);
	note(there, ';');
	if (kind == TAIL)
		TAILQ_FOREACH(o, &t2, t)
			note(there, o->name);
	else if (kind == STAIL)
		STAILQ_FOREACH(o, &st2, st)
			note(there, o->name);
	ilist_for_each_entry(p, &i, struct o, l)
		note(here, p->name);
	note(here, ';');
	if (kind == TAIL || kind == STAIL)
		ilist_for_each_entry(p, &i2, struct o, l)
			note(here, p->name);
}

static void swap(struct ilist *a, struct ilist *b)
{
	struct ilist third = ILIST_INIT(third);

	ilist_splice(&third, a);
	ilist_splice(a, b);
	ilist_splice(b, &third);
}

int main(void)
{
	struct o *o;

	ROW("TAILQ_INSERT_HEAD", TAILQ_INSERT_HEAD(&t, O('n'), t), ilist_add(&i, &O('n')->l));
	ROW("TAILQ_INSERT_TAIL", TAILQ_INSERT_TAIL(&t, O('n'), t), ilist_add_tail(&i, &O('n')->l));
	ROW("TAILQ_INSERT_AFTER", TAILQ_INSERT_AFTER(&t, O('b'), O('n'), t),
	    ilist_add_after(&O('b')->l, &O('n')->l));
	ROW("TAILQ_INSERT_BEFORE", TAILQ_INSERT_BEFORE(O('b'), O('n'), t),
	    ilist_add_before(&O('b')->l, &O('n')->l));
	ROW("TAILQ_REMOVE", TAILQ_REMOVE(&t, O('b'), t), ilist_del(&O('b')->l));
	ROW("TAILQ_FIRST, _LAST, _NEXT, _PREV",
	    (note(there, TAILQ_FIRST(&t)->name), note(there, TAILQ_LAST(&t, tailq)->name),
	     note(there, TAILQ_NEXT(O('b'), t)->name),
	     note(there, TAILQ_PREV(O('b'), tailq, t)->name)),
	    (note(here, ilist_first_entry(&i, struct o, l)->name),
	     note(here, ilist_last_entry(&i, struct o, l)->name),
	     note(here, ilist_next_entry(&i, O('b'), struct o, l)->name),
	     note(here, ilist_prev_entry(&i, O('b'), struct o, l)->name)));
	ROW("TAILQ_CONCAT", TAILQ_CONCAT(&t, &t2, t), ilist_splice_tail(&i, &i2));
	ROW("TAILQ_FOREACH_REVERSE",
	    { TAILQ_FOREACH_REVERSE(o, &t, tailq, t) note(there, o->name); },
	    { ilist_for_each_entry_reverse(p, &i, struct o, l) note(here, p->name); });
	ROW("while TAILQ_FIRST",
	    { while ((o = TAILQ_FIRST(&t)) != NULL) {
		    TAILQ_REMOVE(&t, o, t);
		    note(there, o->name);
	    } },
	    { ilist_drain_entry(p, &i, struct o, l) note(here, p->name); });
	/* glibc has neither TAILQ_SWAP nor TAILQ_REPLACE. */
	ROW("swap", { TAILQ_HEAD(, o) third; TAILQ_INIT(&third);
		      TAILQ_CONCAT(&third, &t, t); TAILQ_CONCAT(&t, &t2, t);
		      TAILQ_CONCAT(&t2, &third, t); },
	    swap(&i, &i2));
	kind = LIST;
	ROW("LIST_INSERT_HEAD", LIST_INSERT_HEAD(&li, O('n'), li), ilist_add(&i, &O('n')->l));
	ROW("LIST_INSERT_BEFORE", LIST_INSERT_BEFORE(O('a'), O('n'), li),
	    ilist_add_before(&O('a')->l, &O('n')->l));
	ROW("LIST_INSERT_AFTER", LIST_INSERT_AFTER(O('d'), O('n'), li),
	    ilist_add_after(&O('d')->l, &O('n')->l));
	ROW("LIST_REMOVE", LIST_REMOVE(O('a'), li), ilist_del(&O('a')->l));
	kind = STAIL;
	ROW("STAILQ_INSERT_TAIL", STAILQ_INSERT_TAIL(&st, O('n'), st),
	    ilist_add_tail(&i, &O('n')->l));
	ROW("STAILQ_REMOVE_HEAD", STAILQ_REMOVE_HEAD(&st, st),
	    (void)ilist_pop_entry(&i, struct o, l));
	ROW("STAILQ_REMOVE", STAILQ_REMOVE(&st, O('c'), o, st), ilist_del(&O('c')->l));
	ROW("STAILQ_CONCAT", STAILQ_CONCAT(&st, &st2), ilist_splice_tail(&i, &i2));
	kind = SINGLE;
	ROW("SLIST_INSERT_HEAD", SLIST_INSERT_HEAD(&sl, O('n'), sl), ilist_add(&i, &O('n')->l));
	ROW("SLIST_REMOVE_HEAD", SLIST_REMOVE_HEAD(&sl, sl),
	    (void)ilist_pop_entry(&i, struct o, l));
	ROW("SLIST_REMOVE", SLIST_REMOVE(&sl, O('c'), o, sl), ilist_del(&O('c')->l));
	return done();
}
