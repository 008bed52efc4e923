// SPDX-License-Identifier: MIT
/*
 * caller.c - file and offset of a code address, as addr2line takes them
 *
 * A position-independent program has other addresses in each run, so the address alone
 * does not name a line. Linked only if it is used.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>
/* tcc cannot read <link.h>. */
#if LISH_HOSTED && defined(__linux__) && !defined(__TINYC__)
#include <link.h>
#include <sys/auxv.h>

/* glibc declares both only with _GNU_SOURCE, which is too late in a single file. */
struct dl_phdr_info;
#if defined(__GLIBC__) && !defined(__USE_GNU) && !defined(_GNU_SOURCE)
#ifdef __cplusplus
extern "C"
#endif
int dl_iterate_phdr(int (*tell)(struct dl_phdr_info *info, size_t size,
				void *data),
		    void *data);
#endif
struct lish_object_ {
	uintptr_t base;
	const char *name;
	const ElfW(Phdr) *segments;
	uint16_t count;
};

struct lish_place_ {
	uintptr_t address;
	const char *name;
};

/* If the address lies in this object, make it the address in the object's file. */
static LISH_WRAPS_ int lish_find_in_(struct dl_phdr_info *info, size_t size,
				     void *data)
{
	const struct lish_object_ *object =
		(const struct lish_object_ *)(const void *)info;
	struct lish_place_ *place = (struct lish_place_ *)data;
	unsigned int i;

	(void)size;
	for (i = 0; i < object->count; i++) {
		const ElfW(Phdr) *segment = &object->segments[i];

		if (segment->p_type == PT_LOAD &&
		    place->address - object->base - segment->p_vaddr <
			    segment->p_memsz) {
			place->address -= object->base;
			place->name = object->name;
			return 1;
		}
	}
	return 0;
}

const char *lish_caller_file(const void *caller, uintptr_t *offset)
{
	struct lish_place_ place = { (uintptr_t)caller, NULL };

	if (caller && dl_iterate_phdr(lish_find_in_, &place) &&
	    (!*place.name || !strcmp(place.name, "/proc/self/exe")))
		/* The program itself, which has no name, or that one with a static musl. */
		place.name = (const char *)(uintptr_t)getauxval(AT_EXECFN);
	*offset = place.address;
	return place.name;
}
#else
const char *lish_caller_file(const void *caller, uintptr_t *offset)
{
	*offset = (uintptr_t)caller;
	return NULL;
}
#endif
