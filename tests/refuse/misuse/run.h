/* SPDX-License-Identifier: MIT */
/*
 * run.h - mistakes, made one by one
 *
 * Included by the program of a container, after a struct world w that holds all
 * there is, begin(), which makes it, and is_whole(), which has each container
 * checked. CASES is what misuse.awk made of the container's list. Each case is a
 * process of its own, so that it may die, and the next one finds a new world.
 */
#ifndef LINUX_ISH_MISUSE_RUN_H
#define LINUX_ISH_MISUSE_RUN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux-ish/bug.h>

enum outcome {
	TOLD,   /* one report, and the call is refused */
	DIES,   /* of a segmentation fault */
	BREAKS, /* in silence; the container is not whole any more */
	SILENT, /* nothing happens */
	ASAN    /* AddressSanitizer ends the program */
};

/* Given by run.sh, for cases "at asan". */
/* What the tables call the level. A library that is preloaded may have another one than the file. */
#ifndef LEVEL
#define LEVEL LISH_CHECK
#endif
#ifndef UNDER_ASAN
#define UNDER_ASAN 0
#endif

/* What a case may do besides: */
#define CHANGES 1 /* bytes: a loop is cut off, say */
#define BROKEN  2 /* the container was not whole before, nor is it after */
#define TWICE   4 /* there are two reports, and the last one counts */

struct one {
	void (*run)(void);
	int line;
	enum outcome outcome;
	const char *operation;
	enum lish_reason reason;
	unsigned int flags;
};

/* What the case did, for the process that judges it: it is in the same one. */
static struct world before;
static bool is_so, is_same, has_ended, may_report;
static unsigned int reports, early;
static struct lish_fault told;

static void note(const struct lish_fault *fault)
{
	if (!may_report) {
		early++;
		return;
	}
	reports++;
	told = *fault;
}

#ifdef LISH_TRAP
/* On x86 the program goes on behind the trap. */
static void note_trap(int signal)
{
	static const struct lish_fault unknown;

	(void)signal;
	note(&unknown);
}
#endif

static LISH_NOINLINE void case_begins(void)
{
	/* Under ASan some of it may not be read, and nothing is compared. */
	if (!UNDER_ASAN)
		memcpy(&before, &w, sizeof(w));
	may_report = true;
}

static LISH_NOINLINE void case_ends(void)
{
	may_report = false;
	is_same = UNDER_ASAN || memcmp(&before, &w, sizeof(w)) == 0;
	has_ended = true;
}

#include CASES

static int complain(const struct one *c, const char *what)
{
	printf(LIST ":%d: at level %d: %s\n", c->line, LEVEL, what);
	if (told.operation)
		printf("\tthe last of %u reports: %s: %s\n", reports,
		       told.operation, lish_reason_text(told.reason));
	fflush(stdout);
	return 1;
}

static int judge(const struct one *c)
{
	unsigned int wanted = c->outcome != TOLD ? 0 : c->flags & TWICE ? 2 : 1;

	if (c->outcome == DIES || c->outcome == ASAN)
		return complain(c, "it lives");
	if (!has_ended)
		return complain(c, "the case did not come to its end");
	if (early)
		return complain(c, "a report before the mistake");
	if (reports != wanted)
		return complain(c, reports ? "too many reports" :
					     "not reported");
	if (told.operation && strcmp(told.operation, c->operation) != 0)
		return complain(c, "reported of another call");
	if (told.operation && told.reason != c->reason)
		return complain(c, "reported for another reason");
	if (!is_so)
		return complain(c, "another result");
	if (!(c->flags & CHANGES) && c->outcome != BREAKS && !is_same)
		return complain(c, "something has changed");
	if (is_whole() == (c->outcome == BREAKS || (c->flags & BROKEN)))
		return complain(c, is_whole() ? "all is whole" :
						"the container is broken");
	return 0;
}

static bool try_one(const struct one *c)
{
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		alarm(20);
		if (c->outcome == DIES || c->outcome == ASAN)
			fclose(stderr);
#ifdef LISH_TRAP
		signal(SIGTRAP, note_trap);
#else
		lish_set_report(note);
#endif
		is_so = true;
		begin();
		c->run();
		_exit(judge(c));
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("fork");
		exit(1);
	}
	if (c->outcome == DIES && WIFSIGNALED(status))
		return WTERMSIG(status) == SIGSEGV;
	if (c->outcome == ASAN && WIFEXITED(status) && WEXITSTATUS(status) == 99)
		return true;
	if (WIFSIGNALED(status))
		complain(c, "the program is killed");
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void)
{
	unsigned int passed = 0, failed = 0;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (try_one(&cases[i]))
			passed++;
		else
			failed++;
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed;
}

#endif /* LINUX_ISH_MISUSE_RUN_H */
