/* SPDX-License-Identifier: MIT */
/*
 * report.h - what was measured: table, CSV, verdicts
 */
#ifndef LISH_BENCH_REPORT_H
#define LISH_BENCH_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MAX_REPEATS 32

double report_median(const double *samples, unsigned int n);

/*
 * One result: ns, in each of some rounds, all the same number of them. The
 * figure is their median. Of two results the ratio is taken in each round, and
 * the median of these: what slows the machine for a while slows both.
 * Both strings must last.
 */
void report_add(const char *work, const char *container, uint32_t n,
		const double *rounds, unsigned int repeats);

void report_table(FILE *out);
void report_csv(FILE *out);

/* Text for people, lines "bar,goal,measured,met" for programs. */
void report_verdicts(FILE *out, FILE *csv);

#endif /* LISH_BENCH_REPORT_H */
