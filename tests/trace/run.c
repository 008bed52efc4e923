// SPDX-License-Identifier: MIT
/*
 * Runs a script. A loop of the script is a real loop of the container: foreach
 * calls the system, whose loop calls visit() in its body, which runs the lines
 * up to the next visit and returns into the loop. Loops inside loops nest the
 * same way, as calls.
 */
#include "replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct replay {
	const struct script *script;
	size_t at;		   /* line that runs next */
	const struct line *blamed; /* so that a line counts once */
	const struct line *now;	   /* line that runs, for reports */
	bool told;
	struct result *result;
};

/* The hook for reports has no argument to find it by. */
static struct replay *running;

static const struct line *next_line(const struct replay *replay)
{
	return &replay->script->lines[replay->at];
}

static void blame_va(struct replay *replay, const struct line *line,
		     const char *format, va_list args)
{
	if (replay->blamed == line)
		return;
	replay->blamed = line;
	replay->result->wrong++;
	if (replay->told)
		return;
	replay->told = true;
	printf("%s:%u: wrong: %s: ", replay->script->file, line->number,
	       line->text);
	vprintf(format, args);
	putchar('\n');
}

static void blame(struct replay *replay, const struct line *line,
		  const char *format, ...)
{
	va_list args;

	va_start(args, format);
	blame_va(replay, line, format, args);
	va_end(args);
}

void complain(struct call *call, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	blame_va(call->replay, call->replay->now, format, args);
	va_end(args);
}

/* No history holds a misuse: a report is a fault of the container. */
static void on_report(const struct lish_fault *fault)
{
	blame(running, running->now, "%s reports: %s", fault->operation,
	      lish_reason_text(fault->reason));
}

void answer(struct call *call, uint32_t number)
{
	char text[16];

	snprintf(text, sizeof(text), "%lu", (unsigned long)number);
	answer_word(call, text);
}

void answer_word(struct call *call, const char *word)
{
	call->length = strlen(word);
	memcpy(call->answer, word, call->length + 1);
}

void answer_done(struct call *call, int err)
{
	answer(call, err ? 0 : 1);
}

void list(struct call *call, uint32_t id)
{
	char text[16];
	size_t length;

	call->digest = call->digest * 31 + id;
	/* What is longer than a line equals none; a message shows its begin. */
	length = (size_t)snprintf(text, sizeof(text), "%s%lu",
				  call->listed++ ? " " : "", (unsigned long)id);
	if (call->length + length >= sizeof(call->answer))
		return;
	memcpy(call->answer + call->length, text, length + 1);
	call->length += length;
}

bool recorded_id(const struct call *call, uint32_t *id)
{
	if (!call->recorded || *call->recorded < '0' || *call->recorded > '9')
		return false;
	*id = (uint32_t)strtoul(call->recorded, NULL, 10);
	return true;
}

static void compare(struct replay *replay, const struct line *line,
		    const struct call *call)
{
	const bool same = !strcmp(call->answer, line->answer);

	if (line->advisory) {
		replay->result->advisory++;
		replay->result->differ += !same;
		return;
	}
	replay->result->answers++;
	if (!same)
		blame(replay, line, "answered%s%s",
		      *call->answer ? " " : " with nothing", call->answer);
}

static void check(struct replay *replay, const struct line *line)
{
	enum lish_reason reason = replay->script->system->check();

	if (reason != LISH_OK)
		blame(replay, line, "the container is damaged: %s",
		      lish_reason_text(reason));
}

static void begin_call(struct call *call, struct replay *replay,
		       const struct line *line)
{
	memset(call, 0, sizeof(*call));
	call->arg = replay->script->numbers + line->first_arg;
	call->args = line->args;
	call->replay = replay;
	call->recorded = line->answer;
	replay->now = line;
}

static void run_call(struct replay *replay)
{
	const struct line *line = next_line(replay);
	const enum says says = line->op->says;
	struct call call;

	replay->at++;
	begin_call(&call, replay, line);
	line->op->run(&call);
	if (says == SAYS_DIGEST)
		snprintf(call.answer, sizeof(call.answer), "%lu %lu",
			 (unsigned long)call.listed,
			 (unsigned long)call.digest);
	if (line->answer)
		compare(replay, line, &call);
	check(replay, line);
}

static void run_loop(struct replay *replay);

/* Up to the next line that moves or ends the loop around, or to the end. */
static void run_lines(struct replay *replay)
{
	while (replay->at < replay->script->count) {
		switch (next_line(replay)->kind) {
		case LINE_CALL:
			run_call(replay);
			break;
		case LINE_FOREACH:
			run_loop(replay);
			break;
		default:
			return;
		}
	}
}

bool visit(struct call *call, uint32_t id)
{
	struct replay *replay = call->replay;
	const struct line *line = call->stand;
	const uint32_t *arg;

	replay->result->visits++;
	if (!call->left) {
		line = next_line(replay);
		if (line->kind == LINE_END) {
			blame(replay, line, "the loop goes on with %lu",
			      (unsigned long)id);
			return false;
		}
		replay->at++;
		call->stand = line;
		call->left = line->kind == LINE_SKIP
				     ? replay->script->numbers[line->first_arg]
				     : (uint32_t)line->args;
		call->digest = 0;
	}
	replay->now = line;
	arg = replay->script->numbers + line->first_arg;
	call->left--;
	if (line->kind == LINE_SKIP) {
		call->digest = call->digest * 31 + id;
		if (!call->left && call->digest != arg[1])
			blame(replay, line, "the digest is %lu",
			      (unsigned long)call->digest);
	} else if (arg[line->args - 1 - call->left] != id) {
		blame(replay, line, "the loop stands on %lu",
		      (unsigned long)id);
	}
	if (call->left)
		return true;
	run_lines(replay);
	line = next_line(replay);
	replay->now = line;
	return line->kind != LINE_BREAK;
}

/*
 * What was recorded of a loop that ended too early: its operations still run,
 * so that what follows has a chance to be right.
 */
static void run_rest_of_loop(struct replay *replay, const struct call *call)
{
	const struct line *line;

	if (call->left)
		blame(replay, call->stand, "the loop ends %lu elements earlier",
		      (unsigned long)call->left);
	/* visit() has run what belongs to a line only when it was complete. */
	if (call->left)
		run_lines(replay);
	for (;;) {
		line = next_line(replay);
		replay->at++;
		if (line->kind == LINE_END || line->kind == LINE_BREAK)
			return;
		blame(replay, line, "the loop has ended already");
		run_lines(replay);
	}
}

static void run_loop(struct replay *replay)
{
	const struct line *line = next_line(replay);
	struct call call;

	replay->at++;
	begin_call(&call, replay, line);
	line->op->run(&call);
	run_rest_of_loop(replay, &call);
	check(replay, line);
}

void script_run(const struct script *script, struct result *result)
{
	struct replay replay = { 0 };
	lish_report_fn hook;

	replay.script = script;
	replay.result = result;
	running = &replay;
	hook = lish_set_report(on_report);
	script->system->setup();
	run_lines(&replay);
	script->system->teardown();
	lish_set_report(hook);
	running = NULL;
}
