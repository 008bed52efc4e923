// SPDX-License-Identifier: MIT
/*
 * X_check_in() on images of memory in which one to eight words were overwritten: with anything,
 * with addresses in the image, beside it and far away. Each image is a container with its memory
 * and its objects after random births and deaths, between two pages that nobody may read. So a read
 * outside of the image ends this program.
 *
 * What X_check() finds where all memory may be read, X_check_in() finds; a SIGSEGV of X_check()
 * counts as found. A whole image is whole for both.
 *
 *	inside IMAGES SEED
 */
#include <linux-ish/linux-ish.h>

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define OBJECTS 12

static char *image;
static size_t image_size;
static uint64_t state;

static uint64_t any(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1dU;
}

static unsigned int below(unsigned int n)
{
	return (unsigned int)(any() >> 32) % n;
}

#define THING(name, node_type)            \
	struct name##_thing {             \
		uint32_t before;          \
		struct node_type node;    \
		uint32_t behind;          \
	}

/* Of each container: make one in the image, and both checks. */
#define FACE(X, name)                                                                      \
	static enum lish_reason name##_looks(void)                                         \
	{                                                                                  \
		return X##_check(&((struct name##_image *)(void *)image)->all, NULL);      \
	}                                                                                  \
	static enum lish_reason name##_looks_in(void)                                      \
	{                                                                                  \
		return X##_check_in(&((struct name##_image *)(void *)image)->all, image,   \
				    image_size);                                           \
	}

/* Its objects are variables. */
#define OUTSIDE(X, node_type, memory, init, add, del)                                      \
	THING(X, node_type);                                                               \
	struct X##_image {                                                                 \
		struct X all;                                                              \
		memory;                                                                    \
		struct X##_thing things[OBJECTS];                                          \
	};                                                                                 \
	static void X##_set_up(void)                                                       \
	{                                                                                  \
		struct X##_image *in = (struct X##_image *)(void *)image;                  \
		bool is_in[OBJECTS] = { false };                                           \
		unsigned int i, n;                                                         \
                                                                                           \
		init;                                                                      \
		for (n = below(60); n; n--) {                                              \
			struct node_type *node;                                            \
			int err = 0;                                                       \
                                                                                           \
			i = below(OBJECTS);                                                \
			node = &in->things[i].node;                                        \
			is_in[i] = !is_in[i];                                              \
			if (is_in[i])                                                      \
				add;                                                       \
			else                                                               \
				del;                                                       \
			if (err)                                                           \
				abort();                                                   \
		}                                                                          \
	}                                                                                  \
	FACE(X, X)

/* A pool. */
#define INSIDE(X, name, STORAGE, node_type, config, death)                                 \
	THING(name, node_type);                                                            \
	struct name##_image {                                                              \
		struct X all;                                                              \
		STORAGE(memory, struct name##_thing, OBJECTS);                             \
	};                                                                                 \
	static void name##_set_up(void)                                                    \
	{                                                                                  \
		struct name##_image *in = (struct name##_image *)(void *)image;            \
		struct name##_thing *live[OBJECTS], *thing;                                \
		unsigned int n = 0, k, i;                                                  \
                                                                                           \
		X##_init_in(&in->all, struct name##_thing, node, &in->memory, config);             \
		for (k = below(60); k; k--) {                                              \
			if (n < OBJECTS && (!n || any() >> 63)) {                          \
				live[n++] = X##_alloc_entry(&in->all,                      \
							    struct name##_thing, node);    \
				continue;                                                  \
			}                                                                  \
			i = below(n);                                                      \
			thing = live[i];                                                   \
			live[i] = live[--n];                                               \
			death;                                                             \
		}                                                                          \
	}                                                                                  \
	FACE(X, name)

OUTSIDE(ilist, ilist_node, int none, ilist_init(&in->all),
	ilist_add_tail(&in->all, node), ilist_del(node))
OUTSIDE(walklist, walklist_node, int none, walklist_init(&in->all),
	walklist_add_tail(&in->all, node), walklist_del(&in->all, node))
OUTSIDE(locklist, locklist_node, int none, locklist_init(&in->all),
	err = locklist_add_tail(&in->all, node), locklist_del(&in->all, node))
OUTSIDE(ihash, ihash_node, IHASH_STORAGE(memory, 8), ihash_init_in(&in->all, &in->memory),
	ihash_add(&in->all, node, ihash_u32(i)), ihash_del(&in->all, node))
OUTSIDE(dense, dense_idx, DENSE_STORAGE(memory, OBJECTS), dense_init_in(&in->all, &in->memory),
	err = dense_add(&in->all, node), dense_del(&in->all, node))
OUTSIDE(rwarray, rwarray_idx, RWARRAY_STORAGE(memory, OBJECTS),
	rwarray_init_in(&in->all, &in->memory), err = rwarray_add_tail(&in->all, node),
	rwarray_del(&in->all, node))
OUTSIDE(iheap, iheap_idx, IHEAP_STORAGE(memory, OBJECTS), iheap_init_in(&in->all, &in->memory),
	err = iheap_add(&in->all, node, below(9)), iheap_del(&in->all, node))
OUTSIDE(inbox, inbox_node, int none, inbox_init(&in->all), (void)!inbox_push(&in->all, node),
	is_in[inbox_pop_entry(&in->all, struct inbox_thing, node) - in->things] = false)
INSIDE(ipool, ipool, IPOOL_STORAGE, ipool_idx, NULL, ipool_free(&in->all, &thing->node))
INSIDE(listpool, listpool, LISTPOOL_STORAGE, listpool_node, NULL,
       listpool_free(&in->all, &thing->node))
INSIDE(densepool, densepool, DENSEPOOL_STORAGE, densepool_idx, NULL,
       densepool_free(&in->all, &thing->node))
INSIDE(slotpool, slotpool, SLOTPOOL_STORAGE, slotpool_idx, NULL,
       slotpool_free(&in->all, &thing->node))

static const struct lish_config lowest = { .reuse = LISH_LOWEST };

INSIDE(slotpool, ordered, SLOTPOOL_STORAGE, slotpool_idx, &lowest,
       slotpool_free(&in->all, &thing->node))

static const struct face {
	const char *name;
	size_t size;
	void (*set_up)(void);
	enum lish_reason (*check)(void), (*check_in)(void);
} faces[] = {
#define ROW(name) { #name, sizeof(struct name##_image), name##_set_up, name##_looks, name##_looks_in }
	ROW(ilist), ROW(walklist), ROW(locklist), ROW(ihash), ROW(dense), ROW(rwarray),
	ROW(iheap), ROW(inbox), ROW(ipool), ROW(listpool), ROW(densepool), ROW(slotpool),
	ROW(ordered)
};

/* What may lie in a word that was overwritten. */
static uintptr_t word(uintptr_t was)
{
	const uintptr_t from = (uintptr_t)image;
	uintptr_t other;

	memcpy(&other, image + below((unsigned int)image_size / 4 - 1) * 4, sizeof(other));
	switch (below(9)) {
	case 0: return 0;
	case 1: return (uintptr_t)any();
	case 2: return from + below((unsigned int)image_size / 8) * 8;
	case 3: return from + below((unsigned int)image_size);
	case 4: return from + image_size - below(32);
	case 5: return from - 16 + below(32);
	case 6: return other;
	case 7: return was + below(9) - 4;
	default: return was ^ (uintptr_t)1 << below(8 * sizeof(was));
	}
}

static void overwrite(size_t size)
{
	unsigned int n = 1 + below(8);
	uintptr_t value;
	char *at;

	for (; n; n--) {
		at = image + below((unsigned int)(size / 4)) * 4;
		memcpy(&value, at, sizeof(value));
		value = word(value);
		/* 32 bits of it, or all. */
		memcpy(at, &value, any() >> 63 && at + sizeof(value) <= image + size ? sizeof(value) : 4);
	}
}

#ifdef INSIDE_ALONE
#define is_found(face) false
#else
static sigjmp_buf crashed;

static void on_crash(int signal)
{
	(void)signal;
	siglongjmp(crashed, 1);
}

/* Does X_check() find damage, or end by a signal? */
static bool is_found(const struct face *face)
{
	struct sigaction action;
	volatile bool found = true;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_crash;
	action.sa_flags = SA_NODEFER;
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	if (!sigsetjmp(crashed, 0))
		found = face->check() != LISH_OK;
	action.sa_handler = SIG_DFL;
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	return found;
}
#endif

int main(int argc, char **argv)
{
	const long page = sysconf(_SC_PAGESIZE);
	const unsigned long images = strtoul(argc > 1 ? argv[1] : "1000", NULL, 10);
	unsigned long i, found, wrong = 0;
	const struct face *face;
	char *memory;

	state = strtoul(argc > 2 ? argv[2] : "1", NULL, 10) * 2 + 1;
	image_size = (size_t)page;
	memory = mmap(NULL, image_size + 2 * (size_t)page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	if (memory == MAP_FAILED)
		return 2;
	image = memory + page;
	if (mprotect(image, image_size, PROT_READ | PROT_WRITE))
		return 2;
	for (face = faces; face < faces + sizeof(faces) / sizeof(*faces); face++) {
		if (face->size > image_size)
			return 2;
		for (i = found = 0; i < images; i++) {
			enum lish_reason reason;

			memset(image, 0, image_size);
			face->set_up();
			if (face->check() != LISH_OK || face->check_in() != LISH_OK) {
				printf("%s: a whole image is not whole\n", face->name);
				wrong++;
			}
			overwrite(face->size);
			/* X_check() would call it. */
			if (face->set_up == iheap_set_up)
				((struct iheap_image *)(void *)image)->all.cmp = NULL;
			reason = face->check_in();
			found += reason != LISH_OK;
			if (reason == LISH_OK && is_found(face)) {
				printf("%s, image %lu: not found\n", face->name, i);
				wrong++;
			}
		}
		printf("%s: %lu of %lu images are damaged\n", face->name, found, images);
	}
	return wrong != 0;
}
