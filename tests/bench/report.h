/* SPDX-License-Identifier: MIT */
/*
 * report.h - what was measured: table, CSV, verdicts
 *
 * A result is a figure of one contestant in one work, in one column of its
 * table: so many objects, say.
 */
#ifndef LISH_BENCH_REPORT_H
#define LISH_BENCH_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MAX_REPEATS 32

#ifdef __cplusplus
extern "C" {
#endif

double report_median(const double *samples, unsigned int n);

/*
 * One result: in each of some rounds, all the same number of them. The figure
 * is their median. Of two results the ratio is taken in each round, and the
 * median of these: what slows the machine for a while slows both. All strings
 * must last.
 */
void report_add(const char *work, const char *container, const char *column,
		const double *rounds, unsigned int repeats);

/* The column of so many objects. */
const char *report_size(uint32_t n);

/* What a work is, above its table; and that it is no time, so without ratios.
 */
void report_work(const char *work, const char *what, bool is_time);

/* The ratios in tables and CSV are those to the first result of the column. */
void report_table(FILE *out);
void report_csv(FILE *out);

/*
 * The bars. Measured is what the container needs, divided by what the other
 * one needs for the same work.
 */
enum measure {
	RATIO,
	MORE,  /* the difference, in ns, instead */
	WORST, /* the greatest ratio of all columns */
	AMOUNT /* the figure itself, in bytes */
};

struct bar {
	const char *work;
	const char *container;
	const char *other;
	double goal;
	enum measure measure;
	const char *columns;	  /* "1000 100000" */
	const char *other_column; /* NULL: the same */
};

/* Text for people, lines "bar,goal,measured,met" for programs. */
void report_verdicts(FILE *out, FILE *csv, const struct bar *bars,
		     size_t bar_count);

/* The bars of the one program, of the other. */
extern const struct bar bench_bars[], works_bars[];
extern const size_t bench_bar_count, works_bar_count;

#ifdef __cplusplus
}
#endif

#endif /* LISH_BENCH_REPORT_H */
