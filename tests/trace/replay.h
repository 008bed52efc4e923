/* SPDX-License-Identifier: MIT */
/*
 * replay.h - between the replayer of recorded histories and its systems
 *
 * A recorded history is what a small game-object container once answered to a
 * random series of operations. Each such system maps to a container of ours;
 * its adapter is one file with one struct system, listed in systems.c.
 *
 *   parse.c     a file becomes a struct script, or a message that says why not
 *   run.c       a script is run; answers and visits are compared
 *   objects.c   which object an id means
 *   systems.c   the systems
 *   replay.c    the command line, the table, the summary
 */
#ifndef LINUX_ISH_TRACE_REPLAY_H
#define LINUX_ISH_TRACE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux-ish/bug.h>
#include <linux-ish/mem.h>

/* A line has fewer bytes than that. */
#define TRACE_LINE_SIZE 600
/* Ids and sizes are below that: a damaged file must not ask for all RAM. */
#define TRACE_NUMBER_LIMIT (1u << 24)
/* So many loops may stand inside each other. */
#define TRACE_LOOP_DEPTH 64

/*
 * One operation while it runs: what it was told, what it answers. For foreach
 * also how far the recorded visits are.
 */
struct call {
	const uint32_t *arg;
	size_t args;

	/* private */
	struct replay *replay;
	const char *recorded; /* NULL if nothing was */
	char answer[TRACE_LINE_SIZE + 16];
	size_t length;
	uint32_t listed, digest;
	const struct line *stand; /* a visit or skip line, or NULL */
	uint32_t left;		  /* of its elements */
};

/*
 * What an operation answers:
 * - SAYS_NOTHING: no answer is recorded
 * - SAYS_VALUE: a number, or one of the operation's words
 * - SAYS_LIST: ids
 * - SAYS_DIGEST: how many ids, and their digest; run() lists them all the same
 * - SAYS_VISITS: it is foreach: run() loops and calls visit()
 */
enum says { SAYS_NOTHING, SAYS_VALUE, SAYS_LIST, SAYS_DIGEST, SAYS_VISITS };

/*
 * An operation. args has a letter for each argument: i is an id, n a size, k
 * the number of a container, + one or more ids. words are the answers that are
 * no number, separated by spaces.
 */
struct operation {
	const char *name;
	const char *args;
	enum says says;
	void (*run)(struct call *call);
	const char *words;
};

/*
 * A system. setup() makes it as it is at the start of a file, teardown() gives
 * back what it took; check() says whether the container is whole.
 */
struct system {
	const char *name;
	const struct operation *operations; /* ends with a NULL name */
	uint32_t containers;		    /* k is below that */
	bool loops_nest;
	void (*setup)(void);
	void (*teardown)(void);
	enum lish_reason (*check)(void);
};

/* Ends with NULL. */
extern const struct system *const systems[];

/* The answer, for operations that have one: exactly one of these per call. */
void answer(struct call *call, uint32_t number);
void answer_word(struct call *call, const char *word);
/* What an int function of ours returned: 1 for success, 0 for a refusal. */
void answer_done(struct call *call, int err);
/* One more element of a list that is answered. */
void list(struct call *call, uint32_t id);
/*
 * From the body of foreach's loop: it stands on id. Runs what was recorded for
 * this visit. False: leave the loop by break.
 */
bool visit(struct call *call, uint32_t id);
/* False if no id was recorded as the answer. */
bool recorded_id(const struct call *call, uint32_t *id);
/* What is wrong with this call beyond its answer, printf-like. */
void complain(struct call *call, const char *format, ...);

/*
 * The objects that ids are names of: of one size, zero at first, made when
 * first asked for. They never move.
 */
struct objects {
	size_t size;
	void **at;
	uint32_t capacity;
};

#define OBJECTS_INIT(type) { sizeof(type), NULL, 0 }

/* The object named id; on the first call a zero-filled one. */
void *object(struct objects *objects, uint32_t id);
void objects_free(struct objects *objects);

/*
 * For systems that make their objects themselves: what is handed out for the
 * first time gets the next name, from 0 up; handed out again it keeps its name.
 */
struct names {
	void **at; /* NULL: the object's memory is gone */
	uint32_t count;
	size_t room;
};

/* What an object that has no name yet says instead. It begins with its name, a uint32_t. */
#define NO_NAME UINT32_MAX

/* The hooks of a pool of such objects. */
extern const struct lish_pool_hooks names_hooks;

/* The next name is that of the object. */
uint32_t names_add(struct names *names, void *object);
/* The name id is taken already; from now on it is that of the object. */
void names_bind(struct names *names, uint32_t id, void *object);
/* The object with that name; NULL if there is none, or not any more. */
void *names_find(const struct names *names, uint32_t id);
/* The same for the call's argument; NULL, after a complaint, if there is none. */
void *names_find_for(struct call *call, const struct names *names);
/* The answer is the name of the object, which may get one; none, if that is NULL. */
void names_answer(struct call *call, struct names *names, void *object, const char *none);
/* The memory of all named objects is gone; the names stay taken. */
void names_forget(struct names *names);
void names_free(struct names *names);

/* Memory, zero-filled; there is no way on without, so this never fails. */
void *take_memory(size_t count, size_t size);
/* An array of count elements of size, which has room for one more at least. */
void *room_for_one(void *array, size_t count, size_t *room, size_t size);

/*
 * Between parse.c, run.c and replay.c
 */

enum line_kind {
	LINE_CALL,
	LINE_FOREACH,
	LINE_VISIT,
	LINE_SKIP,
	LINE_END,
	LINE_BREAK
};

struct line {
	enum line_kind kind;
	unsigned int number;	    /* in the file, from 1 */
	const struct operation *op; /* of a call or foreach */
	const char *text;	    /* the whole line */
	const char *answer;	    /* what was recorded, or NULL */
	bool advisory;
	size_t first_arg, args; /* in the script's numbers */
};

/*
 * A file that is sound: operations known, arguments as they must be, loops
 * closed. It holds at least one line for each visit() that succeeds.
 */
struct script {
	const char *file;
	const struct system *system;
	struct line *lines;
	size_t count;
	uint32_t *numbers;
	char *text;
};

/* False, after a message, if the file cannot be read or is not sound. */
bool script_load(struct script *script, const char *file);
void script_free(struct script *script);

struct result {
	unsigned long answers;	/* compared: -> */
	unsigned long advisory; /* ~> */
	unsigned long differ;	/* of the advisory ones */
	unsigned long visits;	/* elements that loops stood on */
	unsigned long wrong;	/* lines */
};

/* Adds to result; says where the first wrong line is. */
void script_run(const struct script *script, struct result *result);

#endif /* LINUX_ISH_TRACE_REPLAY_H */
