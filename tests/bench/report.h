/* SPDX-License-Identifier: MIT */
/*
 * report.h - what was measured: table, CSV, verdicts
 */
#ifndef LISH_BENCH_REPORT_H
#define LISH_BENCH_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Both strings must last. */
void report_add(const char *work, const char *container, uint32_t n, double ns);

/* NAN where that was not measured. */
double report_ns(const char *work, const char *container, uint32_t n);

void report_table(FILE *out);
void report_csv(FILE *out);

/* Text for people, lines "bar,goal,measured,met" for programs. */
void report_verdicts(FILE *out, FILE *csv);

#endif /* LISH_BENCH_REPORT_H */
