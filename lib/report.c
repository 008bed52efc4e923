// SPDX-License-Identifier: MIT
/*
 * report.c - the report hook and its default. If the program defines lish_report(),
 * nothing here is linked.
 */
#define LISH_LIB_
#include "ground/os.h"

#ifndef LISH_OWN_REPORT
#include <linux-ish/bug.h>

#include "ground/report.h"

#if LISH_OS_PRINTS_
/* GNU addr2line finds the header, not the user's line, in DWARF 5 of clang. */
#ifdef __clang__
#define FOR_CLANG "; better with llvm-addr2line"
#else
#define FOR_CLANG ""
#endif

static const char *lish_base_name_(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

#if LISH_NAMES_
/* Calls that a report prints. */
#define LISH_CALLS_ 8

/* Functions of libc that call back, such as qsort(), say nothing; nor does what calls main(). */
static bool lish_is_libc_(const char *file)
{
	return strncmp(lish_base_name_(file), "libc.so", 7) == 0 ||
	       strncmp(lish_base_name_(file), "libc-", 5) == 0;
}

/* The calls from the user's on: those of the library lead to no line of the program. */
static unsigned int lish_user_calls_(const struct lish_fault *fault, const void **calls)
{
	unsigned int n = lish_callers(fault, calls, LISH_CALLS_), own = 0;

	while (own < n && calls[own] != fault->caller)
		own++;
	if (own == n)
		return n;
	memmove(calls, calls + own, (n - own) * sizeof(*calls));
	return n - own;
}

/* Print the commands that turn calls into lines, one for each program or shared object. */
static void lish_print_calls_(const struct lish_fault *fault)
{
	const void *calls[LISH_CALLS_];
	const char *files[LISH_CALLS_], *file;
	uintptr_t offsets[LISH_CALLS_];
	unsigned int n = lish_user_calls_(fault, calls), i, j;

	for (i = 0; i < n; i++)
		files[i] = lish_caller_file(calls[i], &offsets[i]);
	for (i = 0; i < n; i++) {
		file = files[i];
		if (!file || lish_is_libc_(file))
			continue;
		fprintf(stderr, "linux-ish: addr2line -Cipf -e %s", file);
		for (j = i; j < n; j++) {
			if (files[j] != file)
				continue;
			fprintf(stderr, " 0x%lx", (unsigned long)offsets[j]);
			files[j] = NULL;
		}
		fprintf(stderr, " # needs -g" FOR_CLANG "\n");
	}
}

static void lish_print_fault_(const struct lish_fault *fault)
{
	/* The operation of lish_sure() is the text of a call, with its arguments. */
	if (fault->reason == LISH_NOT_SURE && fault->result)
		fprintf(stderr, "linux-ish: %s returned %s", fault->operation,
			lish_result_name_(fault->result));
	else
		fprintf(stderr, "linux-ish: %s(container %p, node %p)", fault->operation,
			fault->container, fault->node);
}

static void lish_print_reason_(const struct lish_fault *fault)
{
	if (fault->reason == LISH_NOT_EMPTY && fault->result)
		fprintf(stderr, ": live objects: %d", fault->result);
	fprintf(stderr, ": %s [%s]\n", lish_reason_text(fault->reason),
		lish_reason_name_(fault->reason));
}
#else
/* A brief report has no words, and one call. */
static void lish_print_calls_(const struct lish_fault *fault)
{
	uintptr_t offset;
	const char *file = lish_caller_file(fault->caller, &offset);

	if (file)
		fprintf(stderr, "linux-ish: addr2line -Cipf -e %s 0x%lx # needs -g" FOR_CLANG "\n",
			file, (unsigned long)offset);
}

static void lish_print_fault_(const struct lish_fault *fault)
{
	fprintf(stderr, "linux-ish: misuse(container %p, node %p)", fault->container, fault->node);
}

static void lish_print_reason_(const struct lish_fault *fault)
{
	fprintf(stderr, ": reason %d of enum lish_reason, result %d\n", (int)fault->reason,
		fault->result);
}
#endif

/* Print the fault, and the commands that name the user's line. */
static void lish_default_report_(const struct lish_fault *fault)
{
	uintptr_t offset = 0;
	const char *file = lish_caller_file(fault->caller, &offset);

	lish_print_fault_(fault);
	if (file)
		fprintf(stderr, ", called by %s+0x%lx", lish_base_name_(file),
			(unsigned long)offset);
	else
		fprintf(stderr, ", called by %p", fault->caller);
	lish_print_reason_(fault);
	lish_print_calls_(fault);
	abort();
}
#else
/* Ignore the fault: lish_reason_text() would link all texts. */
static void lish_default_report_(const struct lish_fault *fault)
{
	(void)fault;
	lish_trap_();
}
#endif

static lish_report_fn lish_hook_ = lish_default_report_;

lish_report_fn lish_set_report(lish_report_fn hook)
{
	lish_report_fn old = lish_hook_;

	lish_hook_ = hook ? hook : lish_default_report_;
	return old;
}

void lish_report(const struct lish_fault *fault)
{
	lish_hook_(fault);
}
#endif
