// SPDX-License-Identifier: MIT
/*
 * What a pass over few members costs: many games and servers have thousands of
 * containers with none, one or two members in each. 10 000 containers of each
 * kind are passed over again and again; the figure is one pass over one
 * container, in ns of CPU time: of each code layout the median of the rounds, of
 * the layouts the best.
 */
#include "short.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static const uint32_t members[] = { 0, 1, 2, 4, 8 };
#define SIZES (sizeof(members) / sizeof(members[0]))
#define ROUNDS 15
#define PASSES 20

extern const struct short_contestant short_ours_0[], short_ours_1[],
	short_ours_2[];
static const struct short_contestant *const ours[SHORT_LAYOUTS] = {
	short_ours_0, short_ours_1, short_ours_2
};
#ifdef SHORT_BOOST
extern const struct short_contestant short_boost_0[], short_boost_1[],
	short_boost_2[];
static const struct short_contestant *const boost[SHORT_LAYOUTS] = {
	short_boost_0, short_boost_1, short_boost_2
};
#endif

static double cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	const double left = *(const double *)a, right = *(const double *)b;

	return left < right ? -1 : left > right;
}

static double median(const struct short_contestant *it, void *containers,
		     uint32_t n)
{
	double times[ROUNDS];

	for (int round = 0; round < ROUNDS; round++) {
		const double before = cpu_ns();

		for (int pass = 0; pass < PASSES; pass++) {
			if (it->pass(containers) != (uint64_t)n *
							    SHORT_CONTAINERS) {
				fprintf(stderr, "%s: a pass missed members\n",
					it->name);
				exit(1);
			}
		}
		times[round] = (cpu_ns() - before) / PASSES / SHORT_CONTAINERS;
	}
	qsort(times, ROUNDS, sizeof(times[0]), compare);
	return times[ROUNDS / 2];
}

static void measure(const struct short_contestant *const *layouts,
		    const char *only)
{
	for (int row = 0; layouts[0][row].name; row++) {
		double best[SIZES];

		if (only && !strstr(layouts[0][row].name, only))
			continue;
		for (size_t s = 0; s < SIZES; s++) {
			/* One set of containers for all layouts: where it lies
			 * counts as well. */
			void *containers = layouts[0][row].make(members[s]);

			for (int l = 0; l < SHORT_LAYOUTS; l++) {
				const double ns = median(&layouts[l][row],
							 containers, members[s]);

				if (!l || ns < best[s])
					best[s] = ns;
			}
		}
		printf("%-12s", layouts[0][row].name);
		for (size_t s = 0; s < SIZES; s++)
			printf(" %8.1f", best[s]);
		printf("\n");
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : NULL;

	printf("ns per pass over");
	printf("\n%-12s", "members:");
	for (size_t s = 0; s < SIZES; s++)
		printf(" %8u", members[s]);
	printf("\n");
	measure(ours, only);
#ifdef SHORT_BOOST
	measure(boost, only);
#endif
	return 0;
}
