/* SPDX-License-Identifier: MIT */
/*
 * The mistakes that every container refuses. run.sh makes a program of each for every
 * container; what stands above the first belongs to all of them.
 */
#include <linux-ish/@OTHER@.h>
#include <linux-ish/@X@.h>

struct bullet {
	long ttl;
	struct @OTHER@_node other;
	struct @N@ node;
};

struct spark {
	struct @N@ node;
};

/* mistake swapped: container and node are swapped */
int change(struct @X@ *bullets, struct @N@ *node)
{
	return (WRONG(@CALL@(node, bullets), @CALL@(bullets, node)), 0);
}

/* mistake container_as_node: the container is passed as a node of itself */
int change(struct @X@ *bullets, struct @N@ *node)
{
	(void)node;
	return (@CALL@(bullets, WRONG(bullets, node)), 0);
}

/* mistake object_as_node: the object is passed, and not the node in it */
int change(struct @X@ *bullets, struct bullet *b)
{
	return (@CALL@(bullets, WRONG(b, &b->node)), 0);
}

/* mistake pointer_to_pointer: the address of a pointer is passed */
int change(struct @X@ *bullets, struct @N@ *node)
{
	return (@CALL@(bullets, WRONG(&node, node)), 0);
}

/* mistake foreign_node: the object is passed by its node of another container */
int change(struct @X@ *bullets, struct bullet *b)
{
	return (@CALL@(bullets, WRONG(&b->other, &b->node)), 0);
}

/* mistake foreign_member: the member is a node of another container */
/* needs: @X@_for_each_entry */
void age(struct @X@ *bullets)
{
	@X@_for_each_entry(b, bullets, struct bullet, WRONG(other, node))
		b->ttl--;
}

/* mistake foreign_member_of_first: the member is a node of another container */
/* needs: @X@_first_entry */
struct bullet *front(struct @X@ *bullets)
{
	return @X@_first_entry(bullets, struct bullet, WRONG(other, node));
}

/* mistake foreign_member_of_alloc: the member is a node of another container */
/* needs: @X@_alloc_entry */
struct bullet *fire(struct @X@ *bullets)
{
	return @X@_alloc_entry(bullets, struct bullet, WRONG(other, node));
}

/* mistake foreign_member_of_init: the member is a node of another container */
/* needs: @X@_alloc_entry */
int make(struct @X@ *bullets)
{
	return @X@_init(bullets, struct bullet, WRONG(other, node), NULL);
}

/* mistake wrong_member: the member is no node */
/* needs: @X@_for_each_entry */
void age(struct @X@ *bullets)
{
	@X@_for_each_entry(b, bullets, struct bullet, WRONG(ttl, node))
		b->ttl--;
}

/* mistake wrong_member_of_first: the member is no node */
/* needs: @X@_first_entry */
struct bullet *front(struct @X@ *bullets)
{
	return @X@_first_entry(bullets, struct bullet, WRONG(ttl, node));
}

/* mistake wrong_member_of_alloc: the member is no node */
/* needs: @X@_alloc_entry */
struct bullet *fire(struct @X@ *bullets)
{
	return @X@_alloc_entry(bullets, struct bullet, WRONG(ttl, node));
}

/* mistake wrong_member_of_init: the member is no node */
/* needs: @X@_alloc_entry */
int make(struct @X@ *bullets)
{
	return @X@_init(bullets, struct bullet, WRONG(ttl, node), NULL);
}

/* mistake wrong_type: the cursor is not of the type that is wanted */
/* needs: @X@_for_each_entry */
struct bullet *any(struct @X@ *bullets)
{
	struct bullet *found = NULL;

	@X@_for_each_entry(b, bullets, struct WRONG(spark, bullet), node)
		found = b;
	return found;
}

/* mistake wrong_type_of_first: the object is not of the type that is wanted */
/* needs: @X@_first_entry */
struct bullet *front(struct @X@ *bullets)
{
	return @X@_first_entry(bullets, struct WRONG(spark, bullet), node);
}

/* mistake wrong_type_of_alloc: the object is not of the type that is wanted */
/* needs: @X@_alloc_entry */
struct bullet *fire(struct @X@ *bullets)
{
	return @X@_alloc_entry(bullets, struct WRONG(spark, bullet), node);
}

/* mistake const_cursor: the loop visits const objects, its body writes to them */
/* needs: @X@_for_each_entry */
void age(struct @X@ *bullets)
{
	@X@_for_each_entry(b, bullets, WRONG(const struct bullet, struct bullet), node)
		b->ttl--;
}

/* mistake cursor_outlives_loop: the cursor is used after its loop */
/* needs: @X@_for_each_entry */
struct bullet *last(struct @X@ *bullets)
{
	struct bullet *found = NULL;

	@X@_for_each_entry(b, bullets, struct bullet, node)
		found = b;
	return WRONG(b, found);
}

/* mistake start_of_node: a loop begins at a node, not at the object it is in */
/* needs: @X@_for_each_entry_from */
void age(struct @X@ *bullets, struct bullet *start)
{
	@X@_for_each_entry_from(b, bullets, WRONG(&start->node, start), struct bullet, node)
		b->ttl--;
}

/* mistake next_of_node: the next entry is asked of a node, not of the object it is in */
/* needs: @X@_next_entry */
struct bullet *after(struct @X@ *bullets, struct bullet *bullet)
{
	return @X@_next_entry(bullets, WRONG(&bullet->node, bullet), struct bullet, node);
}

/* mistake packed_at_start: objects at any address, the node at their start */
/* needs: @X@_for_each_entry */
struct WRONG(__attribute__((__packed__)), ) shell {
	struct @N@ node;
	char kind;
};

int count(struct @X@ *bullets)
{
	int n = 0;

	@X@_for_each_entry(b, bullets, struct shell, node)
		n += b->kind;
	return n;
}

/* mistake packed_in_aligned: objects at even addresses, the node at an odd one in them */
/* needs: @X@_for_each_entry */
struct WRONG(__attribute__((__packed__, __aligned__(16))), ) shell {
	char kind;
	struct @N@ node;
};

int count(struct @X@ *bullets)
{
	int n = 0;

	@X@_for_each_entry(b, bullets, struct shell, node)
		n += b->kind;
	return n;
}

/* mistake flexible_array: the objects of a pool have no room for the array */
/* needs: @X@_alloc_entry */
/* flags: -pedantic-errors */
struct shell {
	struct @N@ node;
	int n;
	WRONG(int more[];, )
};

int begin(struct @X@ *pool)
{
	return @X@_init(pool, struct shell, node, NULL);
}

/* mistake lost_result: what may fail is not looked at */
/* needs: @X@_reserve */
/* flags: -Werror=unused-result */
int more(struct @X@ *bullets)
{
	WRONG(, return) @X@_reserve(bullets, 8);
	WRONG(return 0;, )
}

/* mistake lost_init: the result of a macro is not looked at */
/* needs: @X@_alloc_entry */
/* flags: -Werror=unused-result */
struct shell {
	struct @N@ node;
};

int begin(struct @X@ *pool)
{
	WRONG(, return) @X@_init(pool, struct shell, node, NULL);
	WRONG(return 0;, )
}

/* mistake init_by_address: INIT takes the STORAGE itself, not its address */
/* needs: @X@_idx_init */
/* plain */
static @XX@_STORAGE(slots, 4);
static struct @X@ bullets = @XX@_INIT(WRONG(&slots, slots));

struct @X@ *all(void)
{
	return &bullets;
}

/* mistake init_of_an_allocator: INIT of an array that grows; there is only a call */
/* needs: @X@_idx_init */
/* plain */
static struct @X@ bullets WRONG(= @XX@_INIT(&lish_mem_default), );

struct @X@ *all(void)
{
	return WRONG(0, @X@_init(&bullets, NULL)) ? NULL : &bullets;
}

/* mistake init_of_another: a pool is defined with the memory of another kind of pool */
/* needs: @X@_alloc_entry */
/* plain */
#include <linux-ish/@POOL@.h>

static WRONG(@POOLS@_STORAGE, @XX@_STORAGE)(memory, struct bullet, 4);
static struct @X@ bullets = @XX@_INIT(@SELF@memory, struct bullet, node);

struct @X@ *all(void)
{
	return &bullets;
}

/* mistake slots_by_value: init_in takes the address of the STORAGE */
/* needs: @X@_idx_init */
/* plain */
static @XX@_STORAGE(slots, 4);

void begin(struct @X@ *bullets)
{
	@X@_init_in(bullets, WRONG(slots, &slots));
}

/* mistake slots_by_pointer: a pointer to slots, not to a STORAGE of them */
/* needs: @X@_idx_init */
/* plain */
static uint32_t *pointers[4];
static @XX@_STORAGE(slots, 4);

void begin(struct @X@ *bullets)
{
	(void)pointers;
	@X@_init_in(bullets, WRONG(pointers, &slots));
}

/* mistake slots_of_a_pool: the slots are the memory of a pool */
/* needs: @X@_idx_init */
/* plain */
#include <linux-ish/@POOL@.h>

static @POOLS@_STORAGE(memory, struct bullet, 4);
static @XX@_STORAGE(slots, 4);

void begin(struct @X@ *bullets)
{
	(void)memory;
	@X@_init_in(bullets, WRONG(&memory, &slots));
}

/* mistake allocator_as_storage: an allocator in the place of a STORAGE */
/* needs: @X@_idx_init */
/* plain */
static @XX@_STORAGE(slots, 4);

void begin(struct @X@ *bullets, struct lish_mem *mem)
{
	(void)mem;
	@X@_init_in(bullets, WRONG(mem, &slots));
}

/* mistake storage_as_allocator: a STORAGE in the place of an allocator */
/* needs: @X@_idx_init */
static @XX@_STORAGE(slots, 4);

int begin(struct @X@ *bullets)
{
	struct lish_config config = LISH_CONFIG_INIT;

	(void)slots;
	config.mem = WRONG(&slots, &lish_mem_default);
	return @X@_init(bullets, &config);
}

/* mistake storage_of_others: the memory is for objects of another type */
/* needs: @X@_alloc_entry */
static @XX@_STORAGE(memory, struct WRONG(spark, bullet), 4);

void begin(struct @X@ *pool)
{
	@X@_init_in(pool, struct bullet, node, &memory, NULL);
}

/* mistake storage_of_an_array: the memory is the slots of an array */
/* needs: @X@_alloc_entry */
/* plain */
#include <linux-ish/dense.h>

static DENSE_STORAGE(slots, 4);
static @XX@_STORAGE(memory, struct bullet, 4);

void begin(struct @X@ *bullets)
{
	(void)slots;
	@X@_init_in(bullets, struct bullet, node, WRONG(&slots, &memory), NULL);
}

/* mistake storage_of_another: the memory is that of another kind of pool */
/* needs: @X@_alloc_entry */
/* plain */
#include <linux-ish/@POOL@.h>

static WRONG(@POOLS@_STORAGE, @XX@_STORAGE)(memory, struct bullet, 4);

void begin(struct @X@ *bullets)
{
	@X@_init_in(bullets, struct bullet, node, &memory, NULL);
}
