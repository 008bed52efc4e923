/* SPDX-License-Identifier: MIT */
/*
 * sphere.c - a turning sphere of points, and two buttons: add 50, remove 50
 *
 * The classic demonstration of an object pool. The points lie in a listpool: memory,
 * and a list in the order of creation. A removed point goes back to the pool, and the
 * next creation reuses it. The place of a point depends on its number and on the count
 * of points, so all points move when some come or go.
 *
 *	sphere [--svg FILE] [BUTTONS]
 *
 * BUTTONS are the pressed buttons, one a frame: + adds 50, - removes 50, . only turns.
 * The default is "++.+-..". Prints the last frame in characters, and how many points
 * the pool has made. With --svg it also writes the last frame as a picture.
 *
 * Integers only: a table of sines, and the golden angle in 1/4096 of a turn.
 *
 *	cc -Iinclude samples/sphere.c build/liblinux-ish.a
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <linux-ish/listpool.h>

#define STEP 50
#define MOST 1000
#define COLUMNS 61
#define ROWS 29

struct point {
	struct listpool_node node;
	int x, y, z; /* on a sphere of radius 1024 */
};

static struct listpool points;
static int made;

/* Called for a point that the pool has never allocated before. */
static void make(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	made++;
}

static const struct lish_pool_hooks hooks = { .make = make };

/* sin(angle) * 1024; a turn has 4096 angles. Bhaskara's formula. */
static int sine(int angle)
{
	const int half = angle & 2047, p = half * (2048 - half) / 64;
	const int value = 4096 * p / (81920 - p);

	return angle & 2048 ? -value : value;
}

static int cosine(int angle)
{
	return sine(angle + 1024);
}

static int root(int n)
{
	int r = 0;

	while ((r + 1) * (r + 1) <= n)
		r++;
	return r;
}

/* Places all points on a spiral from pole to pole. */
static void arrange(void)
{
	const int n = (int)listpool_count(&points);
	int i = 0, ring;

	listpool_for_each_entry(p, &points, struct point, node) {
		p->y = (2 * i + 1 - n) * 1024 / n;
		ring = root(1024 * 1024 - p->y * p->y);
		p->x = ring * cosine(i * 1565) / 1024; /* 0.382 of a turn */
		p->z = ring * sine(i * 1565) / 1024;
		i++;
	}
}

static void add(void)
{
	int i;

	for (i = 0; i < STEP; i++)
		if (!listpool_alloc_tail_entry(&points, struct point, node))
			break;
	arrange();
}

/* Oldest first. The body may free the current point. */
static void take_away(void)
{
	int left = STEP;

	listpool_for_each_entry(p, &points, struct point, node) {
		if (!left--)
			break;
		listpool_free(&points, &p->node);
	}
	arrange();
}

/* Turned about the axis, and tilted to the viewer by a twelfth of a turn. */
static void turned(const struct point *p, int angle, int *x, int *y, int *z)
{
	const int depth = (p->z * cosine(angle) - p->x * sine(angle)) / 1024;

	*x = (p->x * cosine(angle) + p->z * sine(angle)) / 1024;
	*y = (p->y * cosine(341) - depth * sine(341)) / 1024;
	*z = (p->y * sine(341) + depth * cosine(341)) / 1024;
}

static void print(int angle)
{
	char field[ROWS][COLUMNS + 1];
	int x, y, z, row, column;
	char *at;

	for (row = 0; row < ROWS; row++) {
		memset(field[row], ' ', COLUMNS);
		field[row][COLUMNS] = 0;
	}
	listpool_for_each_entry(p, &points, const struct point, node) {
		turned(p, angle, &x, &y, &z);
		row = (y + 1060) * ROWS / 2120;
		column = (x + 1060) * COLUMNS / 2120;
		at = &field[row][column];
		/* Points in front cover points behind. */
		if (z < 0 && *at != 'o' && *at != 'O')
			*at = '.';
		else if (z >= 0 && *at != 'O')
			*at = z > 600 ? 'O' : 'o';
	}
	for (row = 0; row < ROWS; row++) {
		for (at = field[row] + COLUMNS;
		     at > field[row] && at[-1] == ' ';)
			*--at = 0;
		printf("%s\n", field[row]);
	}
}

static bool draw(const char *path, int angle)
{
	FILE *out = fopen(path, "w");
	int x, y, z, shade;
	bool failed;

	if (!out)
		return false;
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"440\" "
		     "height=\"440\" viewBox=\"-1100 -1100 2200 2200\">\n"
		     "<rect x=\"-1100\" y=\"-1100\" width=\"2200\" "
		     "height=\"2200\" fill=\"#10131a\"/>\n");
	listpool_for_each_entry(p, &points, const struct point, node) {
		turned(p, angle, &x, &y, &z);
		shade = 80 + (z + 1024) * 175 / 2048;
		fprintf(out,
			"<circle cx=\"%d\" cy=\"%d\" r=\"%d\" "
			"fill=\"#%02x%02x60\"/>\n",
			x, y, 14 + (z + 1024) / 64, (unsigned int)shade,
			(unsigned int)shade);
	}
	fprintf(out, "</svg>\n");
	failed = ferror(out) != 0;
	return !(fclose(out) || failed);
}

int main(int argc, char **argv)
{
	const char *buttons = "++.+-..", *svg = NULL;
	struct lish_config config = LISH_CONFIG_INIT;
	struct lish_stats stats;
	int angle = 0, i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--svg") && i + 1 < argc)
			svg = argv[++i];
		else
			buttons = argv[i];
	}
	config.initial = STEP;
	config.limit = MOST;
	config.hooks = &hooks;
	if (listpool_init(&points, struct point, node, &config) < 0)
		return 1;
	for (; *buttons; buttons++) {
		if (*buttons == '+')
			add();
		else if (*buttons == '-')
			take_away();
		angle += 60;
	}
	print(angle);
	stats = listpool_stats(&points);
	printf("%u points, at most %u, %d ever made\n",
	       (unsigned int)stats.count, (unsigned int)stats.peak, made);
	if (svg && !draw(svg, angle)) {
		fprintf(stderr, "sphere: cannot write '%s'\n", svg);
		return 1;
	}
	listpool_destroy(&points);
	return 0;
}
