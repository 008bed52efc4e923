// SPDX-License-Identifier: MIT
/*
 * From a file to a script. All that can be wrong with a file is found here,
 * before anything runs: inside of a library's loop it would be too late.
 */
#include "replay.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of n bytes has at most so many tokens. */
#define TOKENS (TRACE_LINE_SIZE / 2)

struct parser {
	struct script *script;
	unsigned int number; /* of the line */
	char copy[TRACE_LINE_SIZE];
	const char *token[TOKENS];
	size_t tokens, token_at;
	size_t lines_room, numbers, numbers_room;
	unsigned int depth;
	bool stands; /* the innermost loop was recorded on an element */
};

static bool fault(const struct parser *p, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%u: ", p->script->file, p->number);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return false;
}

/* Decimal, without a sign, a leading zero, or anything behind it. */
static bool number_of(const char *token, uint32_t *number)
{
	uint64_t n = 0;
	const char *c;

	if (!*token || (*token == '0' && token[1]))
		return false;
	for (c = token; *c; c++) {
		if (*c < '0' || *c > '9')
			return false;
		n = n * 10 + (uint64_t)(*c - '0');
		if (n > UINT32_MAX)
			return false;
	}
	*number = (uint32_t)n;
	return true;
}

static const char *peek(const struct parser *p)
{
	return p->token_at < p->tokens ? p->token[p->token_at] : NULL;
}

static bool is_arrow(const char *token)
{
	return !strcmp(token, "->") || !strcmp(token, "~>");
}

static bool is_word_of(const char *token, const char *words)
{
	const size_t length = strlen(token);
	const char *end;

	for (; words && *words; words = *end ? end + 1 : end) {
		end = words + strcspn(words, " ");
		if ((size_t)(end - words) == length &&
		    !strncmp(words, token, length))
			return true;
	}
	return false;
}

static void keep_number(struct parser *p, uint32_t number)
{
	struct script *script = p->script;

	script->numbers = room_for_one(script->numbers, p->numbers,
				       &p->numbers_room, sizeof(uint32_t));
	script->numbers[p->numbers++] = number;
}

/* The next token must be a number below limit (0: any that fits). */
static bool parse_number(struct parser *p, const char *what, uint32_t limit)
{
	const char *token = peek(p);
	uint32_t number;

	if (!token || is_arrow(token))
		return fault(p, "%s: %s is missing", p->token[0], what);
	if (!number_of(token, &number))
		return fault(p, "%s: %s is no decimal number that fits: %s",
			     p->token[0], what, token);
	if (limit && number >= limit)
		return fault(p, "%s: %s is not below %u: %s", p->token[0], what,
			     (unsigned int)limit, token);
	keep_number(p, number);
	p->token_at++;
	return true;
}

static bool parse_ids(struct parser *p)
{
	do {
		if (!parse_number(p, "an id", TRACE_NUMBER_LIMIT))
			return false;
	} while (peek(p) && !is_arrow(peek(p)));
	return true;
}

static bool parse_args(struct parser *p, const char *args)
{
	for (; *args; args++) {
		if (*args == 'i' &&
		    !parse_number(p, "the id", TRACE_NUMBER_LIMIT))
			return false;
		if (*args == 'n' &&
		    !parse_number(p, "the size", TRACE_NUMBER_LIMIT))
			return false;
		if (*args == 'k' &&
		    !parse_number(p, "the container's number",
				  p->script->system->containers))
			return false;
		if (*args == '+' && !parse_ids(p))
			return false;
	}
	return true;
}

/* What stands behind the arrow; the text of it is compared later. */
static bool parse_answer(struct parser *p, const struct line *line)
{
	const struct operation *op = line->op;
	const size_t count = p->tokens - p->token_at;
	const char *token;
	uint32_t number;

	if (op->says == SAYS_NOTHING)
		return fault(p, "%s has no answer", op->name);
	if (op->says == SAYS_VALUE && count != 1)
		return fault(p, "%s: the answer is one word or number",
			     op->name);
	if (op->says == SAYS_DIGEST && count != 2)
		return fault(p, "%s: the answer is a count and a digest",
			     op->name);
	for (; (token = peek(p)) != NULL; p->token_at++) {
		if (op->says == SAYS_VALUE && is_word_of(token, op->words))
			continue;
		/* The estimate of an original may be negative. */
		if (line->advisory && *token == '-')
			token++;
		if (!number_of(token, &number))
			return fault(p, "%s: this is no answer of it: %s",
				     op->name, peek(p));
	}
	return true;
}

/* The arguments, then perhaps an arrow and an answer, then nothing. */
static bool parse_call(struct parser *p, struct line *line)
{
	const char *token;

	if (!parse_args(p, line->op->args))
		return false;
	token = peek(p);
	if (!token)
		return true;
	if (!is_arrow(token))
		return fault(p, "%s: an argument too many: %s", line->op->name,
			     token);
	p->token_at++;
	line->advisory = *token == '~';
	/* Copy and text have the same offsets; an empty answer is no token. */
	line->answer = line->text + (token - p->copy) + 2;
	if (*line->answer)
		line->answer++;
	return parse_answer(p, line);
}

static bool parse_loop_line(struct parser *p, struct line *line)
{
	if (!p->depth)
		return fault(p, "%s outside of a loop", p->token[0]);
	switch (line->kind) {
	case LINE_VISIT:
		p->stands = true;
		if (!parse_ids(p))
			return false;
		break;
	case LINE_SKIP:
		p->stands = true;
		if (!parse_number(p, "the count", 0) ||
		    !parse_number(p, "the digest", 0))
			return false;
		if (!p->script->numbers[line->first_arg])
			return fault(p, "skip: the count is 0");
		break;
	default:
		if (line->kind == LINE_BREAK && !p->stands)
			return fault(p,
				     "break before the loop visits anything");
		p->depth--;
		/* The loop around it stands on something: it came this far. */
		p->stands = true;
		break;
	}
	if (peek(p))
		return fault(p, "%s: an argument too many: %s", p->token[0],
			     peek(p));
	return true;
}

static bool parse_foreach(struct parser *p, struct line *line)
{
	if (p->depth && !p->script->system->loops_nest)
		return fault(p, "loops of %s do not nest",
			     p->script->system->name);
	if (p->depth == TRACE_LOOP_DEPTH)
		return fault(p, "more than %d loops inside each other",
			     TRACE_LOOP_DEPTH);
	if (p->depth && !p->stands)
		return fault(p, "an operation before the loop visits anything");
	if (p->tokens > 1)
		return fault(p, "foreach: an argument too many: %s",
			     p->token[1]);
	line->kind = LINE_FOREACH;
	p->depth++;
	p->stands = false;
	return true;
}

static const struct operation *find_operation(const struct system *system,
					      const char *name)
{
	const struct operation *op;

	for (op = system->operations; op->name; op++)
		if (!strcmp(op->name, name))
			return op;
	return NULL;
}

static bool parse_operation(struct parser *p, struct line *line)
{
	static const char *const words[] = { [LINE_VISIT] = "visit",
					     [LINE_SKIP] = "skip",
					     [LINE_END] = "end",
					     [LINE_BREAK] = "break" };
	const char *name = p->token[0];
	int kind;

	p->token_at = 1;
	for (kind = LINE_VISIT; kind <= LINE_BREAK; kind++) {
		if (strcmp(name, words[kind]))
			continue;
		line->kind = (enum line_kind)kind;
		return parse_loop_line(p, line);
	}
	line->op = find_operation(p->script->system, name);
	if (!line->op)
		return fault(p, "%s has no operation %s",
			     p->script->system->name, name);
	if (line->op->says == SAYS_VISITS)
		return parse_foreach(p, line);
	if (p->depth && !p->stands)
		return fault(p, "an operation before the loop visits anything");
	/* What is being looped over goes then: no history does that. */
	if (p->depth && (!strcmp(name, "new") || !strcmp(name, "reset")))
		return fault(p, "%s inside a loop", name);
	line->kind = LINE_CALL;
	return parse_call(p, line);
}

/* The bytes of a line: what they may be, and where the tokens begin. */
static bool split(struct parser *p, const char *text, size_t length)
{
	char *c;

	if (length >= TRACE_LINE_SIZE)
		return fault(p, "the line has %lu bytes, more than %d",
			     (unsigned long)length, TRACE_LINE_SIZE - 1);
	memcpy(p->copy, text, length);
	p->copy[length] = '\0';
	for (c = p->copy; c < p->copy + length; c++) {
		if (*c == '\r')
			return fault(p, "the line ends with CR LF, not LF");
		if (*c < ' ' || *c > '~')
			return fault(p, "a byte that is not printable ASCII");
	}
	p->tokens = 0;
	if (p->copy[0] == '#')
		return true;
	for (c = p->copy;;) {
		if (*c == ' ' || !*c)
			return fault(p,
				     length ? "not single spaces between words"
					    : "the line is empty");
		p->token[p->tokens++] = c;
		c += strcspn(c, " ");
		if (!*c)
			return true;
		*c++ = '\0';
	}
}

static bool parse_line(struct parser *p, char *text, size_t length)
{
	struct script *script = p->script;
	struct line *line;

	if (!split(p, text, length))
		return false;
	if (!p->tokens)
		return true;
	script->lines = room_for_one(script->lines, script->count,
				     &p->lines_room, sizeof(*script->lines));
	line = &script->lines[script->count];
	memset(line, 0, sizeof(*line));
	line->number = p->number;
	line->text = text;
	line->first_arg = p->numbers;
	if (!parse_operation(p, line))
		return false;
	line->args = p->numbers - line->first_arg;
	script->count++;
	return true;
}

/* "# system NAME seed N" */
static bool parse_header(struct parser *p, const char *text, size_t length)
{
	static const char begin[] = "# system ", middle[] = " seed ";
	const char *name = text + sizeof(begin) - 1, *seed;
	const struct system *const *system;
	uint32_t number;

	if (!split(p, text, length))
		return false;
	seed = strncmp(text, begin, sizeof(begin) - 1) ? NULL
						       : strstr(name, middle);
	if (!seed || !number_of(seed + sizeof(middle) - 1, &number))
		return fault(p,
			     "the first line is not \"# system NAME seed N\"");
	for (system = systems; *system; system++)
		if (strlen((*system)->name) == (size_t)(seed - name) &&
		    !strncmp((*system)->name, name, (size_t)(seed - name)))
			break;
	if (!*system)
		return fault(p, "unknown system: %.*s", (int)(seed - name),
			     name);
	p->script->system = *system;
	return true;
}

static bool parse_text(struct parser *p, size_t length)
{
	char *text = p->script->text, *end = text + length, *stop;

	p->number = 1;
	if (!length)
		return fault(p, "the file is empty");
	for (; text < end; text = stop + 1, p->number++) {
		stop = memchr(text, '\n', (size_t)(end - text));
		if (!stop)
			return fault(p, "the line has no end: cut off?");
		*stop = '\0';
		if (!(p->number == 1
			      ? parse_header(p, text, (size_t)(stop - text))
			      : parse_line(p, text, (size_t)(stop - text))))
			return false;
	}
	p->number--;
	if (p->depth)
		return fault(p, "the file ends inside of a loop");
	return true;
}

/* The whole file, and a NUL behind it. */
static char *read_file(const char *file, size_t *length)
{
	FILE *in = fopen(file, "rb");
	char *text = NULL;
	size_t room = 0;
	int c;

	if (!in) {
		fprintf(stderr, "%s: cannot open: %s\n", file, strerror(errno));
		return NULL;
	}
	for (*length = 0; (c = getc(in)) != EOF; text[(*length)++] = (char)c)
		text = room_for_one(text, *length, &room, 1);
	if (ferror(in)) {
		fprintf(stderr, "%s: cannot read: %s\n", file, strerror(errno));
		fclose(in);
		free(text);
		return NULL;
	}
	fclose(in);
	text = room_for_one(text, *length, &room, 1);
	text[*length] = '\0';
	return text;
}

bool script_load(struct script *script, const char *file)
{
	struct parser parser = { 0 };
	size_t length;

	memset(script, 0, sizeof(*script));
	script->file = file;
	script->text = read_file(file, &length);
	if (!script->text)
		return false;
	parser.script = script;
	if (parse_text(&parser, length))
		return true;
	script_free(script);
	return false;
}

void script_free(struct script *script)
{
	free(script->lines);
	free(script->numbers);
	free(script->text);
	memset(script, 0, sizeof(*script));
}
