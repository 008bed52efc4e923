// SPDX-License-Identifier: MIT
/*
 * trace_replay - replay recorded histories and compare the answers
 */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(FILE *out)
{
	const struct system *const *system;

	fprintf(out,
		"usage: trace_replay [--advisory] FILE...\n"
		"\n"
		"Replays recorded histories on the containers of linux-ish and compares each\n"
		"recorded answer (->) and each visit of a loop. Advisory answers (~>) may\n"
		"differ: --advisory prints how many there are and how many differ.\n"
		"\n"
		"Wrong lines are counted; the first of each file is shown. The last line of\n"
		"the output is \"N files, M answers, K wrong\".\n"
		"\n"
		"Exit status: 0 all is right, 1 something is wrong or a file cannot be\n"
		"replayed, 2 wrong usage.\n"
		"\n"
		"Systems:");
	for (system = systems; *system; system++)
		fprintf(out, " %s", (*system)->name);
	fputc('\n', out);
}

/* What the files of one system came to. */
struct total {
	unsigned long files;
	struct result result;
};

static void print_table(const struct total *totals, size_t count, bool advisory)
{
	size_t i;

	printf("%-14s %6s %8s %6s %8s", "system", "files", "answers", "wrong",
	       "visits");
	if (advisory)
		printf(" %9s %7s", "advisory", "differ");
	printf("\n");
	for (i = 0; i < count; i++) {
		const struct result *result = &totals[i].result;

		if (!totals[i].files)
			continue;
		printf("%-14s %6lu %8lu %6lu %8lu", systems[i]->name,
		       totals[i].files, result->answers, result->wrong,
		       result->visits);
		if (advisory)
			printf(" %9lu %7lu", result->advisory, result->differ);
		printf("\n");
	}
}

static size_t index_of(const struct system *system)
{
	size_t i;

	for (i = 0; systems[i] != system; i++)
		;
	return i;
}

/* False if some file was not sound. */
static bool replay_files(char **files, int count, struct total *totals)
{
	struct script script;
	struct total *total;
	bool sound = true;
	int i;

	for (i = 0; i < count; i++) {
		if (!script_load(&script, files[i])) {
			sound = false;
			continue;
		}
		total = &totals[index_of(script.system)];
		total->files++;
		script_run(&script, &total->result);
		script_free(&script);
	}
	return sound;
}

int main(int argc, char **argv)
{
	unsigned long files = 0, answers = 0, wrong = 0;
	struct total *totals;
	size_t count, i;
	bool sound, advisory = false;
	int first;

	for (first = 1; first < argc && argv[first][0] == '-'; first++) {
		if (!strcmp(argv[first], "--")) {
			first++;
			break;
		}
		if (!strcmp(argv[first], "--help") ||
		    !strcmp(argv[first], "-h")) {
			usage(stdout);
			return 0;
		}
		if (!strcmp(argv[first], "--advisory")) {
			advisory = true;
			continue;
		}
		fprintf(stderr, "trace_replay: unknown option %s\n",
			argv[first]);
		usage(stderr);
		return 2;
	}
	if (first >= argc) {
		fprintf(stderr, "trace_replay: no files given\n");
		usage(stderr);
		return 2;
	}
	for (count = 0; systems[count];)
		count++;
	totals = take_memory(count, sizeof(*totals));
	sound = replay_files(argv + first, argc - first, totals);
	for (i = 0; i < count; i++) {
		files += totals[i].files;
		answers += totals[i].result.answers;
		wrong += totals[i].result.wrong;
	}
	print_table(totals, count, advisory);
	free(totals);
	printf("%lu files, %lu answers, %lu wrong\n", files, answers, wrong);
	return sound && !wrong ? 0 : 1;
}
