// SPDX-License-Identifier: MIT
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RAW "raw"

struct result {
	const char *work;
	const char *container;
	uint32_t n;
	double ns;
	unsigned int rounds;
	double in[MAX_REPEATS];
};

static struct result *results;
static size_t count, room;

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

void report_add(const char *work, const char *container, uint32_t n,
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
	result->n = n;
	result->ns = report_median(rounds, repeats);
	result->rounds = repeats;
	memcpy(result->in, rounds, repeats * sizeof(*rounds));
}

static const struct result *find(const char *work, const char *container,
				 uint32_t n)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (results[i].n == n && !strcmp(results[i].work, work) &&
		    !strcmp(results[i].container, container))
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
		rounds[i] = how_much ? a->in[i] - b->in[i] :
				       a->in[i] / b->in[i];
	return report_median(rounds, a->rounds);
}

/* What the work costs in the plain array; memory is no time. */
static double ratio_to_raw(const struct result *result)
{
	if (!strcmp(result->work, "memory"))
		return (double)NAN;
	return compared(result, find(result->work, RAW, result->n), false);
}

void report_csv(FILE *out)
{
	double times;
	size_t i;

	fprintf(out, "work,container,n,ns,ratio_to_raw\n");
	for (i = 0; i < count; i++) {
		fprintf(out, "%s,%s,%u,%.4g,", results[i].work,
			results[i].container, results[i].n, results[i].ns);
		times = ratio_to_raw(&results[i]);
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
	uint32_t sizes[8], n;
	unsigned int columns = 0, k;
	const struct result *result;
	double times;
	size_t i;

	for (i = 0; i < count; i++) {
		n = results[i].n;
		for (k = 0; k < columns && sizes[k] != n; k++)
			;
		if (k == columns && k < sizeof(sizes) / sizeof(sizes[0]) &&
		    !strcmp(results[i].work, work))
			sizes[columns++] = n;
	}
	fprintf(out, "\n%-24s", work);
	for (k = 0; k < columns; k++)
		fprintf(out, "  %8u  x raw", sizes[k]);
	fprintf(out, "\n");
	for (i = 0; i < count; i++) {
		if (strcmp(results[i].work, work) ||
		    seen_before(i, work, results[i].container))
			continue;
		fprintf(out, "  %-22s", results[i].container);
		for (k = 0; k < columns; k++) {
			result = find(work, results[i].container, sizes[k]);
			if (result)
				fprintf(out, "  %8.3g", result->ns);
			else
				fprintf(out, "  %8s", "-");
			times = result ? ratio_to_raw(result) : (double)NAN;
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

	fprintf(out, "ns per object or operation, by number of objects\n");
	for (i = 0; i < count; i++)
		if (!seen_before(i, results[i].work, NULL))
			table_of(out, results[i].work);
}

/*
 * The bars. Measured is what the container needs, divided by what the other
 * one needs for the same work.
 */
enum measure {
	RATIO,
	MORE, /* the difference, in ns, instead */
	WORST, /* the greatest ratio of all sizes */
	AMOUNT /* the figure itself */
};

enum { K1 = 1, K10 = 2, K100 = 4, M1 = 8, ALL = 15 };
static const uint32_t bar_sizes[] = { 1000, 10000, 100000, 1000000 };
static const char *const size_names[] = { "1k", "10k", "100k", "1M" };

static const struct bar {
	const char *work;
	const char *container;
	const char *other;
	double goal;
	enum measure measure;
	unsigned int sizes;
} bars[] = {
	{ "churned", "slotpool", RAW, 0.45, MORE, K1 | K10 | K100 },
	{ "churned", "slotpool", RAW, 1.15, RATIO, M1 },
	{ "live100", "slotpool-runs", RAW, 1.05, RATIO, ALL },
	{ "live50", "slotpool", "colony", 1, RATIO, K100 },
	{ "live10", "slotpool", "colony", 1, RATIO, K100 },
	{ "live1", "slotpool", "colony", 0.5, RATIO, K100 },
	{ "live1", "slotpool", "flags", 1 / 30., RATIO, K100 },
	{ "frame", "slotpool", RAW, 1.5, RATIO, K1 },
	{ "frame", "slotpool", RAW, 2, RATIO, K100 | M1 },
	{ "pair", "slotpool", "colony", 0.7, RATIO, K1 },
	{ "pair", "slotpool", "colony", 1.1, RATIO, K100 | M1 },
	{ "chain", "slotpool", RAW, 1.5, RATIO, ALL },
	{ "churned", "dense", RAW, 1.35, RATIO, K1 },
	{ "churned", "dense", RAW, 1.65, RATIO, K10 },
	{ "churned", "dense", RAW, 1.9, RATIO, K100 },
	{ "churned", "dense", RAW, 2.8, RATIO, M1 },
	{ "frame", "dense", "vector<T*>", 1, RATIO, K1 },
	{ "frame", "dense", "vector<T*>", 0.65, RATIO, K100 },
	{ "frame", "dense", "vector<T*>", 0.42, RATIO, M1 },
	{ "churned", "walklist", "Boost", 0.5, RATIO, K1 | K10 },
	{ "churned", "walklist", "Boost", 0.1, RATIO, M1 },
	{ "churned", "listpool", "Boost", 0.5, RATIO, K1 | K10 },
	{ "churned", "listpool", "Boost", 0.1, RATIO, M1 },
	{ "churned", "rwarray", "pointers", 2, RATIO, ALL },
	{ "remove0", "rwarray", "pointers", 1.5, RATIO, ALL },
	{ "remove1", "rwarray", "pointers", 1.5, RATIO, ALL },
	{ "remove10", "rwarray", "pointers", 1.5, RATIO, ALL },
	{ "remove50", "rwarray", "pointers", 1.5, RATIO, ALL },
	{ "sort-random", "ilist", "hand list", 1, RATIO, ALL },
	{ "sort-shuffled", "ilist", "hand list", 1, RATIO, ALL },
	{ "sort-nearly", "ilist", "hand list", 1, RATIO, ALL },
	{ "sort-random", "ilist-by-key", "hand list", 0.22, RATIO, ALL },
	{ "sort-shuffled", "ilist-by-key", "hand list", 0.22, RATIO,
	  ALL },

#define GROWN(work, container) \
	{ work, container, container "-fixed", 1.05, WORST, ALL }
	GROWN("churned", "dense"),
	GROWN("frame", "dense"),
	GROWN("churned", "rwarray"),
	GROWN("frame", "rwarray"),
	GROWN("pair", "ipool"),
	GROWN("churned", "densepool"),
	GROWN("frame", "densepool"),
	GROWN("churned", "listpool"),
	GROWN("frame", "listpool"),
	GROWN("churned", "slotpool"),
	GROWN("frame", "slotpool"),

#define CHECKED_FRAME(container) \
	{ "frame", container, container "-level0", 1.07, WORST, ALL }
#define CHECKED_CALL(work, container) \
	{ work, container, container "-level0", 1.5, WORST, ALL }
#define CHECKED(container) \
	CHECKED_FRAME(container), CHECKED_CALL("link", container), \
	CHECKED_CALL("unlink", container), CHECKED_CALL("pair", container)
	CHECKED("ilist"),
	CHECKED("walklist"),
	CHECKED("locklist"),
	CHECKED("dense"),
	CHECKED("rwarray"),
	CHECKED_CALL("pair", "ipool"),
	CHECKED("densepool"),
	CHECKED("listpool"),
	CHECKED("slotpool"),
	CHECKED_CALL("chain", "slotpool"),

	{ "memory", "dense", NULL, 8, AMOUNT, K100 | M1 },
	{ "memory", "rwarray", NULL, 8, AMOUNT, K100 | M1 },
	{ "memory", "densepool-fixed", NULL, 8, AMOUNT, K100 | M1 },
	{ "memory", "ipool-fixed", NULL, 4.2, AMOUNT, K100 | M1 },
	{ "memory", "listpool-fixed", NULL, 4.2, AMOUNT, K100 | M1 },
	{ "memory", "slotpool-fixed", NULL, 8.3, AMOUNT, K100 | M1 },
};

static bool has_size(uint32_t n)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (results[i].n == n)
			return true;
	return false;
}

static double measured_at(const struct bar *bar, uint32_t n)
{
	const struct result *result = find(bar->work, bar->container, n);

	if (bar->measure == AMOUNT)
		return result ? result->ns : (double)NAN;
	return compared(result, find(bar->work, bar->other, n),
			bar->measure == MORE);
}

static unsigned int met_count, missed_count, unknown_count;

/* Of memory a hundredth of a byte is what a block loses to alignment. */
static bool is_met(const struct bar *bar, double measured)
{
	return measured <= bar->goal + (bar->measure == AMOUNT ? 0.01 : 0);
}

static void verdict(FILE *out, FILE *csv, const struct bar *bar,
		    const char *size, double measured)
{
	const char *met = "not measured";
	char text[128], figure[32] = "-", goal[32];
	const char *sign = bar->measure == MORE	  ? "%+.2f ns" :
			   bar->measure == AMOUNT ? "%.3g B" :
						    "%.3g x";

	snprintf(text, sizeof(text), "%s %s%s%s%s%s", bar->container,
		 bar->work, *size ? " " : "", size,
		 bar->other ? " against " : "", bar->other ? bar->other : "");
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
	fprintf(csv, "%s,%s,%s,%s\n", text, goal, figure, met);
}

static void verdicts_of(FILE *out, FILE *csv, const struct bar *bar)
{
	double measured, worst = (double)NAN;
	const char *worst_size = "";
	unsigned int i;

	for (i = 0; i < sizeof(bar_sizes) / sizeof(bar_sizes[0]); i++) {
		if (!(bar->sizes & 1u << i) || !has_size(bar_sizes[i]))
			continue;
		measured = measured_at(bar, bar_sizes[i]);
		if (bar->measure != WORST) {
			verdict(out, csv, bar, size_names[i], measured);
		} else if (isfinite(measured) && !(worst >= measured)) {
			worst = measured;
			worst_size = size_names[i];
		}
	}
	if (bar->measure == WORST)
		verdict(out, csv, bar, worst_size, worst);
}

void report_verdicts(FILE *out, FILE *csv)
{
	size_t i;

	fprintf(out, "\n  %-58s %9s  %9s  %s\n", "bar", "at most", "measured",
		"met");
	fprintf(csv, "bar,goal,measured,met\n");
	for (i = 0; i < sizeof(bars) / sizeof(bars[0]); i++)
		verdicts_of(out, csv, &bars[i]);
	fprintf(out, "\n%u bars met, %u missed, %u not measured\n", met_count,
		missed_count, unknown_count);
}
