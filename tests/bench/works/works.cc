// SPDX-License-Identifier: MIT
/*
 * works - plays all works with all their contestants, in turn, and makes a
 * table of each
 *
 * In each of several rounds each contestant plays in each of its code layouts.
 * The figure is the median of the rounds and the best of the layouts. A result
 * that differs from that of the first contestant makes the run fail.
 */
#include "works.h"
#include "../pin.h"
#include "../report.h"

#include <dlfcn.h>
#include <stdio.h>

#define MAX_ENTRANTS 96
#define MAX_FILTERS 16

struct works_malloc works_mallocs[MALLOCS] = {
	{ "glibc malloc", nullptr, nullptr, malloc, free },
	{ "mimalloc", "libmimalloc.so", "libmimalloc-dev", nullptr, nullptr },
	{ "jemalloc", "libjemalloc.so", "libjemalloc-dev", nullptr, nullptr },
};

namespace
{

/* A contestant as a line of its table. */
struct entrant {
	const char *name;
	const struct works_contestant *layouts[BENCH_LAYOUTS];
	double samples[BENCH_LAYOUTS][WORKS_FIGURES][MAX_REPEATS];
	bool cannot;
};

struct work *enlisted, **enlisted_end = &enlisted;
struct entrant entrants[MAX_ENTRANTS];
size_t entrant_count;

struct {
	const char *work[MAX_FILTERS];
	size_t work_count;
	const char *container[MAX_FILTERS];
	size_t container_count;
	unsigned int repeats = 7;
	bool quick = false;
	const char *out = nullptr;
} options;

unsigned long right, wrong;
uint64_t watch_cost;
bool pinned;

void load_mallocs()
{
	for (struct works_malloc &it : works_mallocs) {
		void *library;

		if (!it.library)
			continue;
		library = dlopen(it.library, RTLD_NOW | RTLD_LOCAL);
		if (!library) {
			printf("skip: %s is not measured, install %s (%s)\n",
			       it.name, it.package, dlerror());
			continue;
		}
		it.alloc = reinterpret_cast<void *(*)(size_t)>(
			dlsym(library, "malloc"));
		it.free = reinterpret_cast<void (*)(void *)>(
			dlsym(library, "free"));
	}
}

bool among(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(name, names[i]))
			return true;
	return !count;
}

const char *name_of(const struct work *work, const struct works_contestant *it)
{
	const char *name =
		it->name ? it->name : works_mallocs[it->malloc].name;
	const char *end = work->level ? "" : "-level0";
	char *text = static_cast<char *>(malloc(strlen(name) + 8));

	if (!text)
		abort();
	return strcat(strcpy(text, name), end);
}

void enter(const struct work *work, const struct works_contestant *it)
{
	const char *name = name_of(work, it);
	size_t i;

	if (!among(name, options.container, options.container_count))
		return;
	for (i = 0; i < entrant_count && strcmp(entrants[i].name, name); i++)
		;
	if (i == MAX_ENTRANTS)
		abort();
	if (i == entrant_count) {
		memset(static_cast<void *>(&entrants[i]), 0,
		       sizeof(entrants[i]));
		entrants[i].name = name;
		entrant_count++;
	}
	entrants[i].layouts[work->layout] = it;
}

/* From all object files that have this work. */
void gather(const struct work *first)
{
	entrant_count = 0;
	for (size_t i = 0; i < first->contestant_count; i++)
		for (const struct work *work = enlisted; work;
		     work = work->next) {
			const struct works_contestant *it =
				&work->contestants[i];

			if (strcmp(work->name, first->name))
				continue;
			/* Checks make no spikes, and take no memory. */
			if (!work->level && (!it->is_ours || work->figures[0]))
				continue;
			if (it->missing) {
				if (!work->layout)
					printf("skip: %s is not measured, "
					       "install %s\n",
					       it->name, it->missing);
			} else if (it->malloc < 0 ||
				   works_mallocs[it->malloc].alloc) {
				enter(work, it);
			}
		}
}

/* The column, or the columns: of a work with two figures each size has two. */
const char *label(const struct work *work, size_t column, size_t figure)
{
	const char *size = work->columns[column].label;
	const char *which = work->figures[figure];
	char *text;

	if (!which || !*which)
		return size;
	text = static_cast<char *>(malloc(strlen(which) + strlen(size) + 2));
	if (!text)
		abort();
	sprintf(text, "%s-%s", which, size);
	return text;
}

/* Sums of all contestants are compared with that of the first. */
struct judge {
	bool has_sum;
	uint64_t sum;
	const char *from;
};

void play(const struct work *work, size_t column, struct entrant *entrant,
	  unsigned int layout, unsigned int round, struct judge *judge)
{
	struct works_run run;
	int64_t ns;

	memset(&run, 0, sizeof(run));
	run.size = work->columns[column].size;
	run.quick = options.quick;
	entrant->layouts[layout]->run(&run);
	entrant->cannot |= run.cannot;
	if (run.cannot)
		return;
	if (!judge->has_sum) {
		judge->has_sum = true;
		judge->sum = run.sum;
		judge->from = entrant->name;
	}
	if (run.sum == judge->sum) {
		right++;
	} else {
		wrong++;
		fprintf(stderr, "wrong: %s in %s at %s: not the result of %s\n",
			entrant->name, work->name, work->columns[column].label,
			judge->from);
	}
	if (!work->figures[0]) {
		ns = static_cast<int64_t>(run.watch.ns -
					  run.watch.times * watch_cost);
		run.figure[0] =
			static_cast<double>(ns > 0 ? ns : 0) / run.units;
	}
	for (unsigned int f = 0; f < WORKS_FIGURES; f++)
		entrant->samples[layout][f][round] = run.figure[f];
}

void report_column(const struct work *work, size_t column, unsigned int rounds,
		   unsigned int layouts)
{
	for (size_t f = 0; f < WORKS_FIGURES; f++) {
		if (f && !work->figures[f])
			break;
		for (size_t i = 0; i < entrant_count; i++) {
			double *best = nullptr, least = 0;

			for (unsigned int l = 0; l < layouts; l++) {
				double *samples = entrants[i].samples[l][f];
				double figure;

				if (entrants[i].cannot ||
				    !entrants[i].layouts[l])
					continue;
				if (work->is_least)
					for (unsigned int r = 1; r < rounds;
					     r++)
						if (samples[r] < samples[0])
							samples[0] = samples[r];
				figure = report_median(
					samples, work->is_least ? 1 : rounds);
				if (best && figure >= least)
					continue;
				least = figure;
				best = samples;
			}
			if (best)
				report_add(work->name, entrants[i].name,
					   label(work, column, f), best,
					   work->is_least ? 1 : rounds);
		}
	}
}

void run_work(const struct work *work)
{
	gather(work);
	report_work(work->name, work->what,
		    !work->figures[0] || work->is_least);
	for (size_t c = 0; c < work->column_count; c++) {
		const bool is_large = work->columns[c].is_large;
		const unsigned int layouts =
			options.quick || is_large ? 1 : BENCH_LAYOUTS;
		/* Long ones show it in three rounds. */
		const unsigned int rounds =
			(work->is_least || is_large) && options.repeats > 3
				? 3
				: options.repeats;
		struct judge judge = { false, 0, nullptr };

		if (options.quick && is_large)
			continue;
		for (unsigned int r = 0; r < rounds; r++)
			for (size_t i = 0; i < entrant_count; i++)
				for (unsigned int l = 0; l < layouts; l++)
					if (entrants[i].layouts[l])
						play(work, c, &entrants[i], l,
						     r, &judge);
		report_column(work, c, rounds, layouts);
	}
	fprintf(stderr, "%s: done\n", work->name);
}

/* What reading the clock costs, to be taken off again. */
void measure_watch()
{
	watch_cost = UINT64_MAX;
	for (unsigned int i = 0; i < 1000; i++) {
		struct bench_watch watch = { 0, 0, false };

		bench_start(&watch);
		bench_stop(&watch);
		if (watch.ns < watch_cost)
			watch_cost = watch.ns;
	}
}

FILE *open_out(const char *name)
{
	char path[4096] = "/dev/null";
	FILE *file;

	if (options.out)
		snprintf(path, sizeof(path), "%s/%s", options.out, name);
	file = fopen(path, "w");
	if (!file) {
		perror(path);
		exit(2);
	}
	return file;
}

[[noreturn]] void usage()
{
	fprintf(stderr, "usage: works [--work NAME] [--container NAME]\n"
			"  [--repeats N] [--quick] [--out DIR]\n"
			"--work and --container may be given several times.\n");
	exit(2);
}

void parse(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *option = argv[i], *value;

		if (!strcmp(option, "--quick")) {
			options.quick = true;
			options.repeats = 2;
			continue;
		}
		value = argv[++i];
		if (!value)
			usage();
		if (!strcmp(option, "--work") &&
		    options.work_count < MAX_FILTERS)
			options.work[options.work_count++] = value;
		else if (!strcmp(option, "--container") &&
			 options.container_count < MAX_FILTERS)
			options.container[options.container_count++] = value;
		else if (!strcmp(option, "--repeats") && atoi(value) > 0 &&
			 atoi(value) <= MAX_REPEATS)
			options.repeats =
				static_cast<unsigned int>(atoi(value));
		else if (!strcmp(option, "--out"))
			options.out = value;
		else
			usage();
	}
}

void report_all()
{
	FILE *csv, *verdicts;

	report_table(stdout);
	/* What is left behind is whole. */
	if (options.work_count || options.container_count)
		return;
	csv = open_out("works.csv");
	report_csv(csv);
	fclose(csv);
	verdicts = open_out("works-verdicts.csv");
	report_verdicts(stdout, verdicts, works_bars, works_bar_count);
	fclose(verdicts);
}

bool is_first_of_its_name(const struct work *work)
{
	for (const struct work *it = enlisted; it != work; it = it->next)
		if (!strcmp(it->name, work->name))
			return false;
	return true;
}

} // namespace

void works_enlist(struct work *work)
{
	*enlisted_end = work;
	enlisted_end = &work->next;
}

int main(int argc, char **argv)
{
	parse(argc, argv);
	setvbuf(stdout, nullptr, _IOLBF, 0);
	pinned = pin_to_here();
	load_mallocs();
	measure_watch();
	printf("CPU time, %s; median of %u, best of %u layouts\n",
	       pinned ? "pinned to one processor" : "not pinned",
	       options.repeats, options.quick ? 1 : BENCH_LAYOUTS);
	for (const struct work *work = enlisted; work; work = work->next)
		if (among(work->name, options.work, options.work_count) &&
		    is_first_of_its_name(work))
			run_work(work);
	report_all();
	printf("results: %lu right, %lu wrong\n", right, wrong);
	return wrong || !right;
}
