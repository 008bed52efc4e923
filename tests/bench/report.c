// SPDX-License-Identifier: MIT
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 16

struct result {
	const char *work;
	const char *container;
	const char *column;
	double figure;
	unsigned int rounds;
	double in[MAX_REPEATS];
};

struct note {
	const char *work;
	const char *what;
	bool is_time;
};

static struct result *results;
static size_t count, room;
static struct note notes[64];
static size_t note_count;

static int compare(const void *a, const void *b)
{
	const double left = *(const double *)a, right = *(const double *)b;

	return left < right ? -1 : left > right;
}

double report_median(const double *samples, unsigned int n)
{
	double sorted[MAX_REPEATS];

	memcpy(sorted, samples, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

void report_add(const char *work, const char *container, const char *column,
		const double *rounds, unsigned int repeats)
{
	struct result *result;

	if (count == room) {
		room = room ? 2 * room : 1024;
		results = (struct result *)realloc(results,
						   room * sizeof(*results));
		if (!results)
			abort();
	}
	result = &results[count++];
	result->work = work;
	result->container = container;
	result->column = column;
	result->figure = report_median(rounds, repeats);
	result->rounds = repeats;
	memcpy(result->in, rounds, repeats * sizeof(*rounds));
}

const char *report_size(uint32_t n)
{
	static char names[MAX_COLUMNS][12];
	char name[sizeof(names[0])];
	size_t i;

	snprintf(name, sizeof(name), "%u", n);
	for (i = 0; names[i][0] && strcmp(names[i], name); i++)
		if (i + 1 == MAX_COLUMNS)
			abort();
	return strcpy(names[i], name);
}

void report_work(const char *work, const char *what, bool is_time)
{
	if (note_count == sizeof(notes) / sizeof(notes[0]))
		abort();
	notes[note_count].work = work;
	notes[note_count].what = what;
	notes[note_count++].is_time = is_time;
}

static const struct note *note_of(const char *work)
{
	size_t i;

	for (i = 0; i < note_count; i++)
		if (!strcmp(notes[i].work, work))
			return &notes[i];
	return NULL;
}

static const struct result *find(const char *work, const char *container,
				 const char *column)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (!strcmp(results[i].column, column) &&
		    !strcmp(results[i].work, work) &&
		    (!container || !strcmp(results[i].container, container)))
			return &results[i];
	return NULL;
}

/* How much more, or how many times; NAN where one of them was not measured. */
static double compared(const struct result *a, const struct result *b,
		       bool how_much)
{
	double rounds[MAX_REPEATS];
	unsigned int i;

	if (!a || !b)
		return (double)NAN;
	for (i = 0; i < a->rounds; i++)
		rounds[i] =
			how_much ? a->in[i] - b->in[i] : a->in[i] / b->in[i];
	return report_median(rounds, a->rounds);
}

/* The first contestant of a work is what the others are measured by. */
static double ratio(const struct result *result)
{
	const struct note *note = note_of(result->work);

	if (note && !note->is_time)
		return (double)NAN;
	return compared(result, find(result->work, NULL, result->column),
			false);
}

/* Quoted: names have commas. */
static void print_field(FILE *out, const char *text)
{
	fprintf(out, strchr(text, ',') ? "\"%s\"," : "%s,", text);
}

void report_csv(FILE *out)
{
	double times;
	size_t i;

	fprintf(out, "work,container,n,figure,ratio\n");
	for (i = 0; i < note_count; i++)
		if (notes[i].what)
			fprintf(out, "note,%s,\"%s\",,\n", notes[i].work, notes[i].what);
	for (i = 0; i < count; i++) {
		print_field(out, results[i].work);
		print_field(out, results[i].container);
		print_field(out, results[i].column);
		fprintf(out, "%.4g,", results[i].figure);
		times = ratio(&results[i]);
		if (isfinite(times))
			fprintf(out, "%.3g", times);
		fprintf(out, "\n");
	}
}

/* Is there an earlier result of this work, and container if one is given? */
static bool seen_before(size_t i, const char *work, const char *container)
{
	while (i-- > 0)
		if (!strcmp(results[i].work, work) &&
		    (!container || !strcmp(results[i].container, container)))
			return true;
	return false;
}

static void table_of(FILE *out, const char *work)
{
	const struct note *note = note_of(work);
	const bool has_ratios = !note || note->is_time;
	const char *columns[MAX_COLUMNS];
	unsigned int width = 0, k;
	const struct result *result;
	double times;
	size_t i;

	for (i = 0; i < count; i++) {
		if (strcmp(results[i].work, work))
			continue;
		for (k = 0; k < width && strcmp(columns[k], results[i].column);
		     k++)
			;
		if (k == width && k < MAX_COLUMNS)
			columns[width++] = results[i].column;
	}
	fprintf(out, "\n%-24s", work);
	for (k = 0; k < width; k++)
		fprintf(out, "  %10s%s", columns[k],
			has_ratios ? "  times" : "");
	fprintf(out, "\n");
	if (note && note->what)
		fprintf(out, "  (%s)\n", note->what);
	for (i = 0; i < count; i++) {
		if (strcmp(results[i].work, work) ||
		    seen_before(i, work, results[i].container))
			continue;
		fprintf(out, "  %-22s", results[i].container);
		for (k = 0; k < width; k++) {
			result = find(work, results[i].container, columns[k]);
			if (result)
				fprintf(out,
					result->figure < 999.5 ? "  %10.3g"
							       : "  %10.0f",
					result->figure);
			else
				fprintf(out, "  %10s", "-");
			if (!has_ratios)
				continue;
			times = result ? ratio(result) : (double)NAN;
			if (isfinite(times))
				fprintf(out, "  %5.3g", times);
			else
				fprintf(out, "  %5s", "");
		}
		fprintf(out, "\n");
	}
}

void report_table(FILE *out)
{
	size_t i;

	fprintf(out, "ns per object or operation, by number of objects;\n"
		     "times: what the first contestant needs\n");
	for (i = 0; i < count; i++)
		if (!seen_before(i, results[i].work, NULL))
			table_of(out, results[i].work);
}

static unsigned int met_count, missed_count, unknown_count;

/* Of memory a hundredth of a byte is what a block loses to alignment. */
static bool is_met(const struct bar *bar, double measured)
{
	return measured <= bar->goal + (bar->measure == AMOUNT ? 0.01 : 0);
}

/* As 100k of 100000. */
static void print_column(char *text, size_t size, const char *column)
{
	char *end;
	unsigned long n = strtoul(column, &end, 10);

	if (*end || n < 1000 || n % 1000)
		snprintf(text, size, "%s", column);
	else if (n % 1000000)
		snprintf(text, size, "%luk", n / 1000);
	else
		snprintf(text, size, "%luM", n / 1000000);
}

static void verdict(FILE *out, FILE *csv, const struct bar *bar,
		    const char *column, double measured)
{
	const char *met = "not measured";
	char text[128], size[32], figure[32] = "-", goal[32];
	const char *sign = bar->measure == MORE	    ? "%+.2f ns"
			   : bar->measure == AMOUNT ? "%.3g B"
						    : "%.3g x";

	print_column(size, sizeof(size), column);
	snprintf(text, sizeof(text), "%s %s%s%s%s%s%s%s", bar->container,
		 bar->work, *size ? " " : "", size,
		 bar->other ? " against " : "", bar->other ? bar->other : "",
		 bar->other_column ? " " : "",
		 bar->other_column ? bar->other_column : "");
	snprintf(goal, sizeof(goal), sign, bar->goal);
	if (isfinite(measured)) {
		snprintf(figure, sizeof(figure), sign, measured);
		met = is_met(bar, measured) ? "yes" : "no";
		if (is_met(bar, measured))
			met_count++;
		else
			missed_count++;
	} else {
		unknown_count++;
	}
	fprintf(out, "  %-58s %9s  %9s  %s\n", text, goal, figure, met);
	print_field(csv, text);
	fprintf(csv, "%s,%s,%s\n", goal, figure, met);
}

static double measured_at(const struct bar *bar, const char *column)
{
	const struct result *result = find(bar->work, bar->container, column);

	if (bar->measure == AMOUNT)
		return result ? result->figure : (double)NAN;
	return compared(result,
			find(bar->work, bar->other,
			     bar->other_column ? bar->other_column : column),
			bar->measure == MORE);
}

/* A quick run leaves columns out, and says nothing about them. */
static bool was_measured(const struct bar *bar, const char *column)
{
	return find(bar->work, NULL, column) != NULL;
}

static void verdicts_of(FILE *out, FILE *csv, const struct bar *bar)
{
	double measured, worst = (double)NAN;
	char column[32], worst_column[32] = "";
	const char *at = bar->columns;
	int length;

	while (sscanf(at, "%31s%n", column, &length) == 1) {
		at += length;
		if (!was_measured(bar, column))
			continue;
		measured = measured_at(bar, column);
		if (bar->measure != WORST) {
			verdict(out, csv, bar, column, measured);
		} else if (isfinite(measured) && !(worst >= measured)) {
			worst = measured;
			strcpy(worst_column, column);
		}
	}
	if (bar->measure == WORST)
		verdict(out, csv, bar, worst_column, worst);
}

void report_verdicts(FILE *out, FILE *csv, const struct bar *bars,
		     size_t bar_count)
{
	size_t i;

	fprintf(out, "\n  %-58s %9s  %9s  %s\n", "bar, the project's own",
		"at most", "measured", "met");
	fprintf(csv, "bar,goal,measured,met\n");
	for (i = 0; i < bar_count; i++)
		verdicts_of(out, csv, &bars[i]);
	fprintf(out,
		"\n%u bars met, %u missed, %u not measured. A missed bar is a "
		"speed that was not\nreached, on this machine and in this run: "
		"not a failure.\n",
		met_count, missed_count, unknown_count);
}
