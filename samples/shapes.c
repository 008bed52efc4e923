/* SPDX-License-Identifier: MIT */
/*
 * shapes.c - objects of several types in one list
 *
 * The node is in the base, and the base is a member of each type. The loop visits
 * bases. A table of functions, or a tag, tells the type, and container_of() leads from
 * the base to the object. Types may differ in size and in the source of their memory:
 * here two pools and a static variable.
 *
 *	cc -Iinclude samples/shapes.c build/liblinux-ish.a
 */
#include <stdio.h>

#include <linux-ish/ipool.h>
#include <linux-ish/walklist.h>

struct shape;

struct shape_type {
	const char *name;
	int (*area)(const struct shape *s);
	void (*free)(struct shape *s);
};

struct shape {
	const struct shape_type *type;
	struct walklist_node link;
};

struct square {
	struct ipool_idx memory;
	struct shape shape;
	int side;
};

struct triangle {
	int base, height;
	struct shape shape;
	struct ipool_idx memory;
};

struct point {
	struct shape shape;
};

IPOOL_DEFINE_STATIC(squares, struct square, memory, 8);
IPOOL_DEFINE_STATIC(triangles, struct triangle, memory, 8);
static WALKLIST_DEFINE(shapes);

static int square_area(const struct shape *s)
{
	const struct square *q = container_of(s, const struct square, shape);

	return q->side * q->side;
}

static void square_free(struct shape *s)
{
	ipool_free(&squares, &container_of(s, struct square, shape)->memory);
}

static int triangle_area(const struct shape *s)
{
	const struct triangle *t =
		container_of(s, const struct triangle, shape);

	return t->base * t->height / 2;
}

static void triangle_free(struct shape *s)
{
	ipool_free(&triangles,
		   &container_of(s, struct triangle, shape)->memory);
}

static int no_area(const struct shape *s)
{
	(void)s;
	return 0;
}

static void no_free(struct shape *s)
{
	(void)s;
}

static const struct shape_type square_type = { "square", square_area,
					       square_free };
static const struct shape_type triangle_type = { "triangle", triangle_area,
						 triangle_free };
static const struct shape_type point_type = { "point", no_area, no_free };

static void add(struct shape *s, const struct shape_type *type)
{
	s->type = type;
	walklist_add_tail(&shapes, &s->link);
}

static void add_square(int side)
{
	struct square *q = ipool_zalloc_entry(&squares, struct square, memory);

	if (!q)
		return;
	q->side = side;
	add(&q->shape, &square_type);
}

static void add_triangle(int base, int height)
{
	struct triangle *t =
		ipool_zalloc_entry(&triangles, struct triangle, memory);

	if (!t)
		return;
	t->base = base;
	t->height = height;
	add(&t->shape, &triangle_type);
}

int main(void)
{
	static struct point point;
	int sum = 0;

	add_square(3);
	add_triangle(4, 6);
	add(&point.shape, &point_type);
	add_square(5);
	walklist_for_each_entry(s, &shapes, struct shape, link) {
		printf("%s %d\n", s->type->name, s->type->area(s));
		sum += s->type->area(s);
		/* Remove small shapes of any type. */
		if (s->type->area(s) < 10) {
			walklist_leave(&s->link);
			s->type->free(s);
		}
	}
	printf("sum %d, %u left, %u of them squares\n", sum,
	       (unsigned int)walklist_count(&shapes),
	       (unsigned int)ipool_count(&squares));
	return 0;
}
