// SPDX-License-Identifier: MIT
/*
 * bench - the driver: plays the script to all contestants, in turn, and times
 * their loops
 *
 * What is measured are works. They come in groups, which begin with the same
 * state. For each work, in each of several repetitions, each contestant takes
 * its turn in each of its code layouts: the loop runs to be warm, then it is
 * timed, then the state is walked and compared with what the script says. The
 * result is the median of the repetitions, and the best of the layouts.
 */
#include "bench.h"
#include "pin.h"
#include "report.h"
#include "script.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#define MAX_ENTRANTS 64
#define MAX_FILTERS 16
#define CHURN_FRAMES 60

/* After one run, what the second one finds is still not what the third finds. */
#define WARM_UPS 2
/* With so many passes in a sample the first ones do not matter. */
#define WARM_BY_ITSELF 30
/* Beyond this no cache is left warm. */
#define WARM_UP_TO 100000
/* Up to this it matters to sort where its code lies. */
#define SORT_LAYOUTS_UP_TO 100000
/* Beyond this --quick is: a quarter of the visits, one layout, one level. */
#define QUICK_BEYOND 10000

enum group { FRESH, CHURNED, ORDER, SPARSE, PEAK, GROUPS };

static const struct work {
	const char *name;
	enum group group;
	enum bench_loop loop;
	unsigned int percent; /* SPARSE: live; REMOVE: how many leave */
	enum bench_sort sort;
} works[] = {
	{ "fresh", FRESH, BENCH_WALK, 0, BENCH_RANDOM },
	{ "churned", CHURNED, BENCH_WALK, 0, BENCH_RANDOM },
	{ "frame", CHURNED, BENCH_FRAME, 10, BENCH_RANDOM },
	{ "remove0", CHURNED, BENCH_REMOVE, 0, BENCH_RANDOM },
	{ "remove1", CHURNED, BENCH_REMOVE, 1, BENCH_RANDOM },
	{ "remove10", CHURNED, BENCH_REMOVE, 10, BENCH_RANDOM },
	{ "remove50", CHURNED, BENCH_REMOVE, 50, BENCH_RANDOM },
	{ "pair", CHURNED, BENCH_PAIR, 0, BENCH_RANDOM },
	{ "chain", CHURNED, BENCH_CHAIN, 0, BENCH_RANDOM },
	{ "lookup", CHURNED, BENCH_LOOKUP, 0, BENCH_RANDOM },
	{ "clear", ORDER, BENCH_CLEAR, 0, BENCH_RANDOM },
	{ "link", ORDER, BENCH_LINK, 0, BENCH_RANDOM },
	{ "unlink", ORDER, BENCH_UNLINK, 0, BENCH_RANDOM },
	{ "sort-random", ORDER, BENCH_SORT, 0, BENCH_RANDOM },
	{ "sort-shuffled", ORDER, BENCH_SORT, 0, BENCH_SHUFFLED },
	{ "sort-nearly", ORDER, BENCH_SORT, 0, BENCH_NEARLY },
	{ "live100", SPARSE, BENCH_WALK, 100, BENCH_RANDOM },
	{ "live50", SPARSE, BENCH_WALK, 50, BENCH_RANDOM },
	{ "live10", SPARSE, BENCH_WALK, 10, BENCH_RANDOM },
	{ "live1", SPARSE, BENCH_WALK, 1, BENCH_RANDOM },
	{ "peak", PEAK, BENCH_WALK, 0, BENCH_RANDOM },
};
#define WORKS (sizeof(works) / sizeof(works[0]))

/* The works in which lists have nothing to show that others have not shown. */
static const char *const sparse_ones[] = {
	"raw",	     "hand slots", "flags",	    "dense",
	"densepool", "slotpool",   "colony",
	"vector<T*>",
};
/* Removal at other rates than one in ten compares these. */
static const char *const rate_ones[] = {
	"raw", "hand values", "hand slots", "pointers", "dense", "rwarray", "densepool", "slotpool",
	"walklist", "colony", "vector<T*>",
};

/* A kind of state, and all that can run on it: layouts, check levels. */
struct entrant {
	const char *name;
	unsigned int flavour;
	const char *label[2]; /* by check level; the first for peers too */
	struct bench_contestant *runners[2][BENCH_LAYOUTS];
	struct box *box;
};

static struct bench_contestant *enlisted, **enlisted_end = &enlisted;
static struct entrant entrants[MAX_ENTRANTS];
static size_t entrant_count;

static struct options {
	uint32_t sizes[4];
	size_t size_count;
	const char *work[MAX_FILTERS];
	size_t work_count;
	const char *container[MAX_FILTERS];
	size_t container_count;
	unsigned int repeats;
	uint32_t visits; /* of objects, in one timed sample */
	unsigned int layouts;
	bool quick;
	bool counting;
	bool is_part; /* not all sizes */
	const char *out;
} options = {
	.repeats = 7,
	.visits = 400000,
	.layouts = BENCH_LAYOUTS,
};

static unsigned long passed, failed;
static bool pinned;
static double load;
static uint64_t watch_cost;
static struct dice dice;

void bench_enlist(struct bench_contestant *contestant)
{
	*enlisted_end = contestant;
	enlisted_end = &contestant->next;
}

static char *join(const char *a, const char *b, const char *c)
{
	char *text = (char *)bench_memory(strlen(a) + strlen(b) + strlen(c) + 1,
					  1);

	return strcat(strcat(strcpy(text, a), b), c);
}

static struct entrant *entrant_of(const struct bench_contestant *contestant,
				  unsigned int flavour)
{
	struct entrant *entrant;
	size_t i;

	for (i = 0; i < entrant_count; i++)
		if (!strcmp(entrants[i].name, contestant->name) &&
		    entrants[i].flavour == flavour)
			return &entrants[i];
	if (entrant_count == MAX_ENTRANTS)
		abort();
	entrant = &entrants[entrant_count++];
	entrant->name = contestant->name;
	entrant->flavour = flavour;
	entrant->label[0] = join(contestant->name,
				 contestant->flavours[flavour], "");
	entrant->label[1] = join(entrant->label[0], "-level0", "");
	return entrant;
}

static bool among(const char *name, const char *const *names, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (!strcmp(name, names[i]))
			return true;
	return !count;
}

#define AMONG(name, names) among(name, names, sizeof(names) / sizeof(*(names)))

static void gather_entrants(void)
{
	struct bench_contestant *c;
	unsigned int flavour;

	for (c = enlisted; c; c = c->next) {
		if (!among(c->name, options.container,
			   options.container_count) ||
		    (unsigned int)c->layout >= options.layouts)
			continue;
		if (c->missing) {
			if (!c->layout)
				printf("skip: %s is not measured, install %s\n",
				       c->name, c->missing);
			continue;
		}
		for (flavour = 0; flavour < 4 && c->flavours[flavour];
		     flavour++)
			entrant_of(c, flavour)
				->runners[c->level == 0][c->layout] = c;
	}
}

static struct bench_contestant *any_runner(const struct entrant *entrant)
{
	return entrant->runners[0][0];
}

static bool takes_part(const struct entrant *entrant, const struct work *work)
{
	const struct bench_contestant *c = any_runner(entrant);

	if (!c || !c->loop[work->loop])
		return false;
	if (work->group == SPARSE)
		return AMONG(entrant->name, sparse_ones);
	if (work->loop == BENCH_REMOVE && work->percent != 10)
		return AMONG(entrant->name, rate_ones);
	return true;
}

static bool in_group(const struct entrant *entrant, enum group group)
{
	size_t i;

	for (i = 0; i < WORKS; i++)
		if (works[i].group == group && takes_part(entrant, &works[i]))
			return true;
	return false;
}

static bool is_wanted(const struct work *work)
{
	return among(work->name, options.work, options.work_count);
}

/* One more result: is it what it should be? */
static void expect(bool right, const char *what, const char *who,
		   const char *work, uint32_t n)
{
	if (right) {
		passed++;
		return;
	}
	failed++;
	fprintf(stderr, "wrong: %s of %s in %s at %u\n", what, who, work, n);
}

/* Are these the objects that the script left, so many passes older? */
static bool same_objects(const struct bench_tally *found,
			 const struct bench_tally *expected)
{
	return found->count == expected->count && found->ids == expected->ids &&
	       found->aged == expected->aged && found->moved == found->aged;
}

/* The script of a group's beginning, played to the model or to a container. */
struct player {
	struct model *model;
	struct entrant *entrant;
};

static void play_fill(const struct player *player, const uint32_t *ids,
		      uint32_t count)
{
	if (player->model)
		model_fill(player->model, ids, count);
	else
		any_runner(player->entrant)
			->fill(player->entrant->box, ids, count);
}

static void play_kill(const struct player *player, const uint32_t *ids,
		      uint32_t count)
{
	if (player->model)
		model_kill(player->model, ids, count);
	else
		any_runner(player->entrant)
			->kill(player->entrant->box, ids, count);
}

/*
 * A program walks in each frame: holes are closed, hints are set. Here it is
 * every fourth one, which comes to the same and is over before long.
 */
static void play_walk(const struct player *player)
{
	if (!player->model)
		any_runner(player->entrant)->look(player->entrant->box, true);
}

struct stage {
	uint32_t n;
	uint32_t live; /* while the works of the group run */
	uint32_t *ascending;
	uint32_t *deaths; /* the ids in the order in which they die for good */
	uint32_t *churn;
	uint32_t churned; /* in each frame */
};

static void stage_init(struct stage *stage, enum group group, uint32_t n)
{
	stage->n = n;
	stage->live = group == PEAK ? n - n / 4 * 3 : n;
	stage->ascending = script_ascending(n);
	stage->deaths = script_shuffled(&dice, n);
	stage->churned = stage->live / 10;
	stage->churn = NULL;
	if (group == CHURNED || group == PEAK)
		stage->churn = script_frames(&dice,
					     stage->deaths + n - stage->live,
					     stage->live, CHURN_FRAMES,
					     stage->churned);
}

static void stage_destroy(struct stage *stage)
{
	free(stage->ascending);
	free(stage->deaths);
	free(stage->churn);
}

static void stage_play(const struct stage *stage, const struct player *player)
{
	const uint32_t *ids = stage->churn;
	unsigned int f;

	play_fill(player, stage->ascending, stage->n);
	play_kill(player, stage->deaths, stage->n - stage->live);
	play_walk(player);
	for (f = 0; ids && f < CHURN_FRAMES; f++) {
		play_kill(player, ids, stage->churned);
		play_fill(player, ids, stage->churned);
		if (f % 4 == 3)
			play_walk(player);
		ids += stage->churned;
	}
}

/* A work at one size: what all contestants are given, and must end with. */
struct task {
	const struct work *work;
	struct bench_job job;
	uint32_t *victims, *births;
	double units; /* what the time is divided by */
	struct bench_tally expected;
	uint64_t sum;
};

static void task_init(struct task *task, const struct work *work,
		      const struct model *model)
{
	struct bench_job *job = &task->job;
	const uint32_t n = model->n;
	uint32_t visits = options.visits;
	uint32_t *ids;

	if (options.quick && n > QUICK_BEYOND)
		visits /= 4;
	memset(task, 0, sizeof(*task));
	task->work = work;
	task->expected = model_tally(model);
	job->n = n;
	job->sort = work->sort;
	job->watch.counting = options.counting;
	job->repeat = visits / (model->count ? model->count : 1);
	ids = script_shuffled(&dice, n);
	task->births = script_ascending(n);
	task->victims = ids;
	switch (work->loop) {
	case BENCH_FRAME:
	case BENCH_REMOVE:
		job->repeat += !job->repeat;
		job->batch = n * work->percent / 100;
		task->victims = script_frames(&dice, ids, n, job->repeat,
					      job->batch);
		free(ids);
		task->expected.aged = script_age(task->victims, n, job->repeat,
						 job->batch,
						 work->loop == BENCH_REMOVE);
		break;
	case BENCH_PAIR:
		job->repeat = visits / 5;
		job->batch = job->repeat;
		task->victims = script_frames(&dice, ids, n, job->batch, 1);
		free(ids);
		break;
	case BENCH_CLEAR:
	case BENCH_SORT:
	case BENCH_LINK:
	case BENCH_UNLINK:
		job->repeat /= 5;
		if (work->sort == BENCH_SHUFFLED || work->loop == BENCH_LINK)
			dice_draw(&dice, task->births, n, n);
		break;
	default:
		break;
	}
	job->repeat += !job->repeat;
	if (work->loop == BENCH_WALK)
		task->expected.aged = (int64_t)model->count * job->repeat;
	if (work->loop == BENCH_CHAIN || work->loop == BENCH_LOOKUP)
		task->sum = (uint64_t)n * (n - 1) / 2 * job->repeat;
	if (work->loop == BENCH_REMOVE)
		task->sum = n - job->batch;
	task->expected.moved = task->expected.aged;
	task->units = job->repeat;
	if (work->loop != BENCH_PAIR)
		task->units *= model->count;
	job->victims = task->victims;
	job->births = task->births;
}

static void task_destroy(struct task *task)
{
	free(task->victims);
	free(task->births);
}

/* Runs the loop once and checks what came out. Returns ns per unit. */
static double sample(const struct task *task, struct entrant *entrant,
		     const struct bench_contestant *runner)
{
	struct bench_job job = task->job;
	struct bench_tally found;
	int64_t ns;

	runner->loop[task->work->loop](entrant->box, &job);
	found = runner->look(entrant->box, true);
	expect(same_objects(&found, &task->expected) && job.sum == task->sum,
	       "result", entrant->label[runner->level == 0], task->work->name,
	       job.n);
	ns = (int64_t)(job.watch.ns - job.watch.times * watch_cost);
	return ns > 0 ? (double)ns / task->units : 0;
}

/* Under callgrind: the instructions of one run become a profile of their own. */
static void count_sample(const struct task *task, struct entrant *entrant,
			 const struct bench_contestant *runner)
{
#if BENCH_CAN_COUNT
	char label[128];

	snprintf(label, sizeof(label), "%s,%s,%u,%.0f", task->work->name,
		 entrant->label[runner->level == 0], task->job.n, task->units);
	CALLGRIND_ZERO_STATS;
	sample(task, entrant, runner);
	CALLGRIND_DUMP_STATS_AT(label);
#else
	(void)task;
	(void)entrant;
	(void)runner;
#endif
}

static bool runs(const struct task *task, const struct bench_contestant *runner)
{
	if (!runner || !runner->loop[task->work->loop])
		return false;
	if (options.quick && task->job.n > QUICK_BEYOND &&
	    (runner->layout || !runner->level))
		return false;
	if (task->work->loop != BENCH_SORT)
		return true;
	/* It waits for memory then, wherever its code lies, and for seconds. */
	if (task->job.n > SORT_LAYOUTS_UP_TO && runner->layout)
		return false;
	return !runner->library_sort || runner->level;
}

static double samples[MAX_ENTRANTS][2][BENCH_LAYOUTS][MAX_REPEATS + 1];

/*
 * An entrant's turn. The others have taken the cache away: the first runner
 * would pay for all of them, so some runs are not timed.
 */
static void take_turn(const struct task *task, size_t i, unsigned int round)
{
	struct entrant *entrant = &entrants[i];
	const double passes = task->units / (double)task->expected.count;
	const bool is_useless = task->expected.count > WARM_UP_TO ||
				task->work->loop == BENCH_SORT ||
				passes > WARM_BY_ITSELF || options.counting;
	unsigned int warm_ups = is_useless    ? 0 :
				options.quick ? 1 :
						WARM_UPS;
	unsigned int turn, level, layout;

	for (turn = 0; turn < 2; turn++)
		for (layout = 0; layout < BENCH_LAYOUTS; layout++) {
			struct bench_contestant *runner;

			/* Neither level is always the first. */
			level = (turn + round) & 1;
			runner = entrant->runners[level][layout];
			if (!runs(task, runner))
				continue;
			if (options.counting) {
				count_sample(task, entrant, runner);
				continue;
			}
			for (; warm_ups; warm_ups--)
				sample(task, entrant, runner);
			samples[i][level][layout][round] =
				sample(task, entrant, runner);
		}
}

static void run_turns(const struct task *task)
{
	unsigned int round;
	size_t i;

	/* Round 0 is forgotten: for what is not warmed up in each turn. */
	for (round = task->expected.count <= WARM_UP_TO; round <= options.repeats; round++)
		for (i = 0; i < entrant_count; i++)
			if (entrants[i].box &&
			    takes_part(&entrants[i], task->work))
				take_turn(task, i, round);
}

static void report_turns(const struct task *task)
{
	unsigned int level, layout;
	const double *best;
	double least, ns;
	size_t i;

	for (i = 0; i < entrant_count; i++) {
		if (!entrants[i].box || !takes_part(&entrants[i], task->work))
			continue;
		for (level = 0; level < 2; level++) {
			best = NULL;
			least = (double)INFINITY;
			for (layout = 0; layout < BENCH_LAYOUTS; layout++) {
				if (!runs(task,
					  entrants[i].runners[level][layout]))
					continue;
				ns = report_median(
					samples[i][level][layout] + 1,
					options.repeats);
				if (ns >= least)
					continue;
				least = ns;
				best = samples[i][level][layout] + 1;
			}
			if (best)
				report_add(task->work->name,
					   entrants[i].label[level],
					   report_size(task->job.n), best,
					   options.repeats);
		}
	}
}

static void run_work(const struct work *work, const struct model *model)
{
	struct task task;

	task_init(&task, work, model);
	run_turns(&task);
	if (!options.counting)
		report_turns(&task);
	task_destroy(&task);
}

/* Not timed, so no work of its own: what the full containers have allocated. */
static bool wants_memory(void)
{
	return !options.counting &&
	       among("memory", options.work, options.work_count);
}

static void report_memory(uint32_t n)
{
	struct bench_contestant *c;
	double bytes;
	size_t i;

	report_work("memory", "bytes beside the object, per object of capacity",
		    false);
	for (i = 0; i < entrant_count; i++) {
		c = any_runner(&entrants[i]);
		if (!entrants[i].box || !c->bytes)
			continue;
		bytes = c->bytes(entrants[i].box);
		report_add("memory", entrants[i].label[0], report_size(n),
			   &bytes, 1);
	}
}

static void run_group(enum group group, uint32_t n)
{
	struct model model;
	struct stage stage;
	struct bench_tally expected, found;
	struct bench_contestant *c;
	struct player player = { &model, NULL };
	uint32_t dead = 0, dying;
	size_t i, k;

	stage_init(&stage, group, n);
	model_init(&model, n);
	stage_play(&stage, &player);
	expected = model_tally(&model);
	player.model = NULL;
	for (i = 0; i < entrant_count; i++) {
		player.entrant = &entrants[i];
		c = any_runner(&entrants[i]);
		if (!c || !in_group(&entrants[i], group))
			continue;
		entrants[i].box = c->make(n, entrants[i].flavour);
		stage_play(&stage, &player);
		found = c->look(entrants[i].box, true);
		expect(same_objects(&found, &expected), "beginning",
		       entrants[i].label[0], "its group", n);
		expect(!c->ordered || found.order == expected.order, "order",
		       entrants[i].label[0], "its group", n);
	}
	if (group == ORDER && wants_memory())
		report_memory(n);
	for (k = 0; k < WORKS; k++) {
		if (works[k].group != group)
			continue;
		if (group == SPARSE) {
			dying = n - (uint32_t)((uint64_t)n * works[k].percent /
					       100) - dead;
			for (i = 0; i <= entrant_count; i++) {
				player.model = i ? NULL : &model;
				player.entrant = &entrants[i ? i - 1 : 0];
				if (!i || player.entrant->box)
					play_kill(&player, stage.deaths + dead,
						  dying);
			}
			dead += dying;
		}
		if (is_wanted(&works[k]))
			run_work(&works[k], &model);
	}
	for (i = 0; i < entrant_count; i++) {
		if (entrants[i].box)
			any_runner(&entrants[i])->destroy(entrants[i].box);
		entrants[i].box = NULL;
	}
	model_destroy(&model);
	stage_destroy(&stage);
}

static bool is_group_wanted(enum group group)
{
	size_t i;

	for (i = 0; i < WORKS; i++)
		if (works[i].group == group && is_wanted(&works[i]))
			return true;
	return group == ORDER && wants_memory();
}

/* What reading the clock costs, to be taken off again. */
static void measure_watch(void)
{
	struct bench_watch watch;
	unsigned int i;

	watch_cost = UINT64_MAX;
	for (i = 0; i < 1000; i++) {
		memset(&watch, 0, sizeof(watch));
		bench_start(&watch);
		bench_stop(&watch);
		if (watch.ns < watch_cost)
			watch_cost = watch.ns;
	}
}

static FILE *open_out(const char *name)
{
	char *path = join(options.out, "/", name);
	FILE *file = fopen(path, "w");

	if (!file) {
		fprintf(stderr, "bench: %s: %s\n", path, strerror(errno));
		exit(2);
	}
	free(path);
	return file;
}

static void print_verdicts(void)
{
	FILE *csv = options.out ? open_out("verdicts.csv") :
				  fopen("/dev/null", "w");

	if (!csv)
		exit(2);
	report_verdicts(stdout, csv, bench_bars, bench_bar_count);
	fclose(csv);
}

static void print_machine(FILE *out)
{
	char line[256] = "unknown processor\n", *colon;
	FILE *info = fopen("/proc/cpuinfo", "r");

	if (info) {
		while (fgets(line, sizeof(line), info) &&
		       strncmp(line, "model name", 10))
			;
		fclose(info);
	}
	colon = strchr(line, ':');
	fprintf(out, "machine: %s", colon ? colon + 2 : line);
#ifdef __clang__
	fprintf(out, "compiler: clang %d.%d.%d at -O2\n", __clang_major__,
		__clang_minor__, __clang_patchlevel__);
#else
	fprintf(out, "compiler: gcc " __VERSION__ " at -O2\n");
#endif
	fprintf(out, "CPU time, %s; median of %u, best of %u layouts%s\n",
		pinned ? "pinned to one processor" : "not pinned",
		options.repeats, options.layouts,
		options.quick ? "; a quick run" : "");
	/* A busy machine takes the cache away, whoever's time is counted. */
	fprintf(out, "load at the beginning: %.1f\n", load);
}

static void usage(void)
{
	fprintf(stderr,
		"usage: bench [--n N] [--work NAME] [--container NAME]\n"
		"  [--repeats N] [--visits N] [--layouts N] [--out DIR]\n"
		"  [--quick] [--counts]\n"
		"--n, --work and --container may be given several times.\n");
	exit(2);
}

static uint32_t number(const char *text, uint32_t min, uint32_t max)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (*end || value < min || value > max)
		usage();
	return (uint32_t)value;
}

static void parse(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		const char *option = argv[i];
		const char *value;

		if (!strcmp(option, "--counts")) {
			options.counting = true;
			options.layouts = 1;
			options.repeats = 1;
			continue;
		}
		if (!strcmp(option, "--quick")) {
			options.quick = true;
			options.repeats = 3;
			continue;
		}
		value = argv[++i];
		if (!value)
			usage();
		if (!strcmp(option, "--n") && options.size_count < 4)
			options.sizes[options.size_count++] =
				number(value, 100, 10000000);
		else if (!strcmp(option, "--work") &&
			 options.work_count < MAX_FILTERS)
			options.work[options.work_count++] = value;
		else if (!strcmp(option, "--container") &&
			 options.container_count < MAX_FILTERS)
			options.container[options.container_count++] = value;
		else if (!strcmp(option, "--repeats"))
			options.repeats = number(value, 1, MAX_REPEATS);
		else if (!strcmp(option, "--visits"))
			options.visits = number(value, 1000, 100000000);
		else if (!strcmp(option, "--layouts"))
			options.layouts = number(value, 1, BENCH_LAYOUTS);
		else if (!strcmp(option, "--out"))
			options.out = value;
		else
			usage();
	}
	options.is_part = options.size_count;
	if (!options.size_count && options.quick) {
		options.size_count = 2;
		options.sizes[0] = 1000;
		options.sizes[1] = 100000;
	} else if (!options.size_count) {
		options.size_count = 4;
		options.sizes[0] = 1000;
		options.sizes[1] = 10000;
		options.sizes[2] = 100000;
		options.sizes[3] = 1000000;
	}
}

static void report_all(void)
{
	FILE *csv, *machine;

	report_table(stdout);
	/* What is left behind is whole. */
	if (options.is_part || options.work_count || options.container_count)
		return;
	print_verdicts();
	if (!options.out)
		return;
	csv = open_out("results.csv");
	report_csv(csv);
	fclose(csv);
	machine = open_out("machine.txt");
	print_machine(machine);
	fclose(machine);
}

int main(int argc, char **argv)
{
	size_t i, group;

	parse(argc, argv);
	setvbuf(stdout, NULL, _IOLBF, 0);
	pinned = pin_to_here();
	if (getloadavg(&load, 1) < 1)
		load = (double)NAN;
	gather_entrants();
	measure_watch();
	if (!options.counting)
		print_machine(stdout);
	for (i = 0; i < options.size_count; i++) {
		/* The same script, whatever else was measured. */
		for (group = 0; group < GROUPS; group++) {
			dice.state = options.sizes[i] + group;
			if (is_group_wanted((enum group)group))
				run_group((enum group)group, options.sizes[i]);
		}
		fprintf(stderr, "%u objects: done\n", options.sizes[i]);
	}
	if (!options.counting)
		report_all();
	printf("results: %lu right, %lu wrong\n", passed, failed);
	return failed || !passed;
}
