/* SPDX-License-Identifier: MIT */
/*
 * snapshot.c - a pool that goes to a file, and into another process
 *
 * Ships chase each other: each has a handle to another one. The first process
 * plays for a while and writes a snapshot of the pool, of what counts of each
 * ship, to a file. It runs this program again, which loads the file: there the
 * ships have other addresses, are linked to nothing, and are found by the same
 * handles. Both play on, and must come to the same state.
 *
 * A whole world that goes back within one process: rollback.c.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#define SHIPS 100

struct ship {
	struct slotpool_idx slot;
	struct ship_state { /* what a file keeps of it */
		struct slotpool_handle target;
		unsigned int x, heat;
		unsigned int lit; /* a number that grows; 0: does not burn */
	} state;
	struct walklist_node burning; /* links are of this process */
};

SLOTPOOL_DEFINE_STATIC(ships, struct ship, slot, SHIPS);
static WALKLIST_DEFINE(burning); /* in the order in which they were lit */
static unsigned int fires;

static void burn(struct ship *s)
{
	s->state.heat += 2;
	if (!s->state.lit) {
		s->state.lit = ++fires;
		walklist_add_tail(&burning, &s->burning);
	}
}

static void sink(struct ship *s)
{
	walklist_leave(&s->burning);
	slotpool_free(&ships, &s->slot);
}

static void chase(struct ship *s)
{
	struct ship *target =
		slotpool_get_entry(&ships, s->state.target, struct ship, slot);

	if (!target) { /* gone: another one, if there is one */
		target = slotpool_at_entry(&ships, s->state.x % SHIPS,
					   struct ship, slot);
		if (target)
			s->state.target =
				slotpool_handle_of(&ships, &target->slot);
	} else if (s->state.x == target->state.x) {
		burn(target);
	}
	s->state.x = (s->state.x * 5 + s->slot.slot) % 97;
}

static void play(unsigned int frames)
{
	struct ship *born;

	for (; frames; frames--) {
		born = slotpool_zalloc_entry(&ships, struct ship, slot);
		if (born)
			born->state.x = frames % 97;
		slotpool_for_each_entry(s, &ships, struct ship, slot)
			chase(s);
		walklist_for_each_entry(s, &burning, struct ship, burning)
			if (++s->state.heat > 6)
				sink(s);
	}
}

static unsigned int hash_of_state(void)
{
	unsigned int hash = 0;

	slotpool_for_each_entry(s, &ships, struct ship, slot)
		hash = hash * 31 + s->state.target.slot +
		       s->state.target.generation + s->state.x + s->slot.slot;
	walklist_for_each_entry(s, &burning, struct ship, burning)
		hash = hash * 31 + s->slot.slot;
	return hash;
}

static int save_ships(FILE *file)
{
	const size_t size = slotpool_save_size(&ships);
	void *snapshot = malloc(size);
	int err = -1;

	if (snapshot && !slotpool_save(&ships, snapshot, size) &&
	    fwrite(snapshot, size, 1, file) == 1)
		err = 0;
	free(snapshot);
	return err;
}

static int by_lit(void *ctx, const struct walklist_node *a,
		  const struct walklist_node *b)
{
	const unsigned int x =
		walklist_entry(a, const struct ship, burning)->state.lit;
	const unsigned int y =
		walklist_entry(b, const struct ship, burning)->state.lit;

	(void)ctx;
	return (x > y) - (x < y);
}

static int load_ships(FILE *file)
{
	static char snapshot[65536];

	/* Checked as a whole: what is damaged is refused, and changes nothing.
	 */
	if (slotpool_load(&ships, snapshot,
			  fread(snapshot, 1, sizeof(snapshot), file)))
		return -1;
	/* Links are not in the file, so lists are made of what is. */
	slotpool_for_each_entry(s, &ships, struct ship, slot) {
		if (s->state.lit)
			walklist_add_tail(&burning, &s->burning);
		if (s->state.lit > fires)
			fires = s->state.lit;
	}
	walklist_sort(&burning, by_lit, NULL);
	return 0;
}

/* This program again, which finds the file where its input comes from. */
static int run_another_process(const char *program)
{
	FILE *file = tmpfile();
	int status = -1;
	pid_t child;

	if (!file || save_ships(file) || fflush(file))
		return -1;
	rewind(file);
	fflush(stdout);
	child = fork();
	if (!child) {
		dup2(fileno(file), STDIN_FILENO);
		execlp(program, program, "load", (char *)NULL);
		_exit(127);
	}
	if (child > 0)
		waitpid(child, &status, 0);
	fclose(file);
	return status;
}

static void print_state(const char *where)
{
	printf("%s: %u ships, %u burn, hash %08x\n", where,
	       (unsigned int)slotpool_count(&ships),
	       (unsigned int)walklist_count(&burning), hash_of_state());
}

int main(int argc, char **argv)
{
	int err = 0;

	slotpool_set_saved(&ships, offsetof(struct ship, state),
			   sizeof(struct ship_state));
	if (argc > 1) {
		if (strcmp(argv[1], "load") || load_ships(stdin))
			return 1;
		print_state("loaded");
		play(500);
		print_state("played on");
	} else {
		play(1000);
		print_state("saved");
		err = run_another_process(argv[0]);
		play(500);
		print_state("the first one plays on");
	}
	return err != 0;
}
