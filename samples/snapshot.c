/* SPDX-License-Identifier: MIT */
/*
 * snapshot.c - pools that go to a file, and into another process
 *
 * Ships chase each other: each has a handle to another ship, and a crate that it
 * knows by index. The first process plays for a while. It writes saves of both
 * pools to a file: of a ship the saved part, of a crate all bytes. Then it runs this
 * program again, which loads the file.
 *
 * In the second process all objects have other addresses. It initialises the nodes of
 * the ships and links them again. The same handles find the ships, the same indices
 * find the crates. Both processes play on, and must reach the same state.
 *
 * A whole world that goes back within one process: rollback.c.
 *
 *	cc -Iinclude samples/snapshot.c build/liblinux-ish.a
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux-ish/save.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

#define SHIPS 100
#define CRATES 60

struct ship {
	struct slotpool_idx slot;
	struct ship_state { /* the saved part */
		struct slotpool_handle target;
		unsigned int x, heat;
		unsigned int lit;   /* a number that grows; 0: does not burn */
		unsigned int crate; /* index, plus one; 0: none */
	} state;
	struct walklist_node burning; /* not saved: links are addresses */
};

/* Raise the version when a member of the state changes its meaning. */
static const struct slotpool_format format = {
	.offset = offsetof(struct ship, state),
	.size = sizeof(struct ship_state),
	.version = 1,
};

struct crate { /* no links, no pointers */
	struct slotpool_idx memory;
	unsigned int worth;
	struct slotpool_handle aboard;
};

static struct slotpool ships; /* grows */
SLOTPOOL_DEFINE_STATIC(crates, struct crate, memory, CRATES);
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
	if (s->state.crate)
		slotpool_free_at(&crates, s->state.crate - 1);
	walklist_leave(&s->burning);
	slotpool_free(&ships, &s->slot);
}

static void launch(unsigned int x)
{
	struct ship *s = slotpool_zalloc_entry(&ships, struct ship, slot);
	struct crate *c;

	if (!s)
		return;
	s->state.x = x;
	c = slotpool_zalloc_entry(&crates, struct crate, memory);
	if (!c)
		return;
	c->worth = x + 1;
	c->aboard = slotpool_handle_of(&ships, &s->slot);
	s->state.crate =
		(unsigned int)slotpool_index_of(&crates, &c->memory) + 1;
}

static void chase(struct ship *s)
{
	struct ship *target =
		slotpool_get_entry(&ships, s->state.target, struct ship, slot);

	if (!target) { /* gone: find another one */
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
	for (; frames; frames--) {
		launch(frames % 97);
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
	/* Each crate is aboard the ship that says so. */
	slotpool_for_each_entry(s, &ships, struct ship, slot) {
		const struct crate *c =
			slotpool_at_entry(&crates, s->state.crate - 1,
					  const struct crate, memory);

		if (c && slotpool_get_entry(&ships, c->aboard, struct ship,
					    slot) == s)
			hash = hash * 31 + c->worth;
	}
	return hash;
}

/* The size of the first save, and both saves. */
static int save(FILE *file)
{
	const size_t of_ships = slotpool_save_size(&ships, &format);
	const size_t of_crates = slotpool_save_size(&crates, NULL);
	char *snapshot = (char *)malloc(of_ships + of_crates);
	int err = -1;

	if (snapshot && !slotpool_save(&ships, snapshot, of_ships, &format) &&
	    !slotpool_save(&crates, snapshot + of_ships, of_crates, NULL) &&
	    fwrite(&of_ships, sizeof(of_ships), 1, file) == 1 &&
	    fwrite(snapshot, of_ships + of_crates, 1, file) == 1)
		err = 0;
	free(snapshot);
	return err;
}

static int by_lit(void *ctx, const struct walklist_node *a,
		  const struct walklist_node *b)
{
	const unsigned int x =
		container_of(a, const struct ship, burning)->state.lit;
	const unsigned int y =
		container_of(b, const struct ship, burning)->state.lit;

	(void)ctx;
	return (x > y) - (x < y);
}

static int load(FILE *file)
{
	static char snapshot[65536];
	const size_t size = fread(snapshot, 1, sizeof(snapshot), file);
	struct slotpool_loading loads[2];
	size_t of_ships;

	/* In front of the saves stands the size of the first one. It may be damaged too. */
	if (size < sizeof(of_ships))
		return -1;
	memcpy(&of_ships, snapshot, sizeof(of_ships));
	if (of_ships > size - sizeof(of_ships))
		return -1;
	loads[0].pool = &ships;
	loads[0].buffer = snapshot + sizeof(of_ships);
	loads[0].size = of_ships;
	loads[0].format = &format;
	loads[1].pool = &crates;
	loads[1].buffer = snapshot + sizeof(of_ships) + of_ships;
	loads[1].size = size - sizeof(of_ships) - of_ships;
	loads[1].format = NULL;
	/* Ships and crates name each other. If one save is damaged, neither pool changes. */
	if (slotpool_load_all(loads, 2))
		return -1;
	/*
	 * Links are not in the file: link the ships again. No ship was here before the load, so
	 * the bytes that are not saved are zero, and so are the nodes.
	 */
	slotpool_for_each_entry(s, &ships, struct ship, slot) {
		if (s->state.lit)
			walklist_add_tail(&burning, &s->burning);
		if (s->state.lit > fires)
			fires = s->state.lit;
	}
	walklist_sort(&burning, by_lit, NULL);
	return 0;
}

/* Runs this program again, with the file as its standard input. */
static int run_another_process(const char *program)
{
	FILE *file = tmpfile();
	int status = -1;
	pid_t child;

	if (!file || save(file) || fflush(file))
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
	printf("%s: %u ships, %u burn, %u crates, hash %08x\n", where,
	       (unsigned int)slotpool_count(&ships),
	       (unsigned int)walklist_count(&burning),
	       (unsigned int)slotpool_count(&crates), hash_of_state());
}

int main(int argc, char **argv)
{
	struct lish_config config = LISH_CONFIG_INIT;
	int err = 0;

	config.limit = SHIPS;
	if (slotpool_init(&ships, struct ship, slot, &config))
		return 1;
	if (argc > 1) {
		if (strcmp(argv[1], "load") || load(stdin))
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
	walklist_forget(&burning); /* its ships go with their pool */
	slotpool_destroy(&ships);
	return err != 0;
}
