/* SPDX-License-Identifier: MIT */
/*
 * slotpool_lease.h - births and deaths of a slotpool that many threads make in one frame
 *
 * A lease has slots for births and room for deaths. The owner of the pool lends slots to all
 * leases, then each job allocates from and frees into a lease of its own, without a lock. Last, the
 * owner commits all leases at once.
 *
 *	slotpool_lend(&bullets, leases, PARTS);
 *	... run the jobs, with a lease for each part of the work ...
 *	slotpool_commit(&bullets, leases, PARTS);
 *
 * A job writes its lease and the objects that it got, never the pool. So other threads may get
 * handles and loop meanwhile. A handle of a birth finds the object everywhere at once. Loops,
 * indices and slotpool_contains() know the object after the commit. A freed object stays as it is
 * until the commit.
 *
 * The result depends on the order of the leases and on the calls for each, never on threads or
 * time. Give each part of the work a lease, not each thread: then any number of threads makes the
 * same state.
 *
 * Use something else if
 *   - one thread makes all births and deaths:  slotpool_alloc_entry(), slotpool_free()
 *   - other threads only ask for objects:      inbox, samples/spawn.c
 *
 * Between slotpool_lend() and slotpool_commit() the pool does not grow, nor call config.full.
 * clear, trim, reserve, destroy, save, load, rebind and alloc_at are reported: LISH_LEASED. Other
 * births and deaths of the owner go on while no job runs.
 *
 * Cost: lend and commit O(slots and deaths of the leases), all others O(1). Allocates nothing
 * except that lend lets the pool grow.
 *
 * Parameters that a call does not describe:
 *   @lease: a lease of the caller alone
 *   @node: node of any object
 *   @type: object type
 *   @member: its struct slotpool_idx
 */
#ifndef LINUX_ISH_SLOTPOOL_LEASE_H
#define LINUX_ISH_SLOTPOOL_LEASE_H

#include "slotpool.h"

LISH_NATURAL_(slotpool_lease);

/**
 * struct slotpool_death - room for one death in a lease
 * @object: private: handle of the object
 * @from: private: return address of the call; NULL: by handle, not reported
 */
struct slotpool_death {
	struct slotpool_handle object;
	const void *from;
};

/**
 * struct slotpool_lease - slots for births and room for deaths
 *
 * All zero: has room for nothing. Must not move while its slots are lent.
 *
 * Private: the lent slots, and the deaths that are noted.
 */
struct slotpool_lease {
	/* private: NULL unless its slots are lent */
	struct slotpool *pool;
	/* of the lent slots, in the order of their births */
	uint32_t *indices;
	/* what was freed, in the order of the calls */
	struct slotpool_death *deaths;
	/* slots that the pool has lent */
	uint32_t lent;
	/* those of them that are born */
	uint32_t born;
	/* deaths that are noted */
	uint32_t died;
	/* room of slots and of deaths */
	uint32_t most_births;
	uint32_t most_deaths;
};

/* The member name stops other memory. No tag: C would show it outside. */
#define SLOTPOOL_LEASE_STORAGE_(births, deaths)     \
	{                                           \
		uint32_t lease_indices[births];     \
		struct slotpool_death dead[deaths]; \
	}

/**
 * SLOTPOOL_LEASE_STORAGE() - declare the memory of a lease
 * @mem: name of the variable or member
 * @births: objects that it can allocate from one commit to the next, a constant above 0
 * @deaths: objects that it can free from one commit to the next, a constant above 0
 */
#define SLOTPOOL_LEASE_STORAGE(mem, births, deaths) \
	struct SLOTPOOL_LEASE_STORAGE_(births, deaths) mem

#define SLOTPOOL_LEASE_ROOM_(array) (sizeof(array) / sizeof(*(array)))

/**
 * SLOTPOOL_LEASE_INIT() - initialiser of a lease
 * @mem: a SLOTPOOL_LEASE_STORAGE()
 *
 * A constant if @mem is static.
 */
#define SLOTPOOL_LEASE_INIT(mem)                                               \
	{ LISH_NO_(struct slotpool), (mem).lease_indices, (mem).dead, 0, 0, 0, \
	  SLOTPOOL_LEASE_ROOM_((mem).lease_indices), SLOTPOOL_LEASE_ROOM_((mem).dead) }

/**
 * SLOTPOOL_LEASE_DEFINE_STATIC() - define a lease for this file
 * @name: name of the variable
 * @births: objects that it can allocate from one commit to the next, a constant above 0
 * @deaths: objects that it can free from one commit to the next, a constant above 0
 *
 * Also works in a function.
 */
#define SLOTPOOL_LEASE_DEFINE_STATIC(name, births, deaths)              \
	static SLOTPOOL_LEASE_STORAGE(name##_storage_, births, deaths); \
	static struct slotpool_lease name = SLOTPOOL_LEASE_INIT(name##_storage_)

LISH_C_BEGIN

/**
 * slotpool_lease_init() - initialise a lease
 * @lease: any memory
 * @indices: array of @births numbers of any content; NULL if @births is 0
 * @births: objects that the lease can allocate from one commit to the next
 * @deaths: array of @n struct slotpool_death of any content; NULL if @n is 0
 * @n: objects that the lease can free from one commit to the next
 *
 * The arrays must stay. Forgets slots that are lent: commit first.
 */
LISH_API void slotpool_lease_init(struct slotpool_lease *lease, uint32_t *indices,
				  uint32_t births, struct slotpool_death *deaths, uint32_t n);

/**
 * slotpool_lease_init_in() - initialise a lease in declared memory
 * @lease: any memory
 * @mem: pointer to a SLOTPOOL_LEASE_STORAGE() of any content
 */
#define slotpool_lease_init_in(lease, mem)                                         \
	slotpool_lease_init(lease, (mem)->lease_indices,                           \
			    SLOTPOOL_LEASE_ROOM_((mem)->lease_indices), (mem)->dead, \
			    SLOTPOOL_LEASE_ROOM_((mem)->dead))

/**
 * slotpool_lend() - lend slots to leases
 * @pool: the pool
 * @leases: array of pointers to leases that are not lent to
 * @n: number of pointers
 *
 * Only the owner of the pool calls it, while no job runs. Fills the leases in the order of the
 * array. Grows the pool once, and runs make. If there are too few slots, each lease gets as many as
 * the others, up to its room. Other leases may be out, 65 535 in all: more get no slot. A lease
 * that is out or NULL is reported and left out, which does not change the result. Misuse in a hook.
 *
 * Context: May sleep if it grows.
 * Return: 0; -ENOSPC or -ENOMEM if there were too few slots, or too many leases; -EINVAL for a call
 * in a hook, a pool that is not valid, or @leases NULL: it lends nothing.
 */
LISH_MUST_CHECK LISH_API int slotpool_lend(struct slotpool *pool,
					   struct slotpool_lease *const *leases, uint32_t n);

/**
 * slotpool_commit() - make the births and deaths of leases
 * @pool: the pool of all leases
 * @leases: array of pointers to leases that slotpool_lend() filled
 * @n: number of pointers
 *
 * Only the owner of the pool calls it, when the jobs are over. First come the births of all, then
 * the deaths of all, each lease by lease in the order of the array. Slots that were not used are
 * free again between the two, the last one first. Runs fini. A lease that is of another pool, or
 * that is not out, is reported and left out. So is the death of an object that is dead already,
 * with the address of the call that asked for it. Misuse in a hook.
 */
LISH_API void slotpool_commit(struct slotpool *pool, struct slotpool_lease *const *leases,
			      uint32_t n);

/* The same for C++: end destroys each object that dies, and frees it. */
typedef void slotpool_end_fn_(struct slotpool *pool, void *object);
LISH_API void slotpool_commit_by_(struct slotpool *pool, struct slotpool_lease *const *leases,
				  uint32_t n, slotpool_end_fn_ *end);

/**
 * slotpool_lease_alloc_entry() - allocate an object in a job
 *
 * The bytes are as free or the make hook left them. Runs init here, in the job. A wrong @type is
 * reported, and so is a lease that is not out.
 *
 * Return: the object; NULL if no slot is left.
 */
#define slotpool_lease_alloc_entry(lease, type, member) \
	LISH_CAST_(type, (slotpool_lease_alloc_entry)(lease, SLOTPOOL_TYPE_(type, member)))
LISH_API void *(slotpool_lease_alloc_entry)(struct slotpool_lease *lease, uintptr_t type);

/**
 * slotpool_lease_zalloc_entry() - allocate an object of zeros in a job
 *
 * As slotpool_lease_alloc_entry(). Zeroes all but the node, before init.
 *
 * Return: the object, or NULL.
 */
#define slotpool_lease_zalloc_entry(lease, type, member) \
	LISH_CAST_(type, (slotpool_lease_zalloc_entry)(lease, SLOTPOOL_TYPE_(type, member)))
LISH_API void *(slotpool_lease_zalloc_entry)(struct slotpool_lease *lease, uintptr_t type);

/* For C++: the constructor of this birth threw. */
LISH_API void slotpool_lease_undo_(struct slotpool_lease *lease, const struct slotpool_idx *node);

/**
 * slotpool_lease_free() - free an object in a job
 * @node: node of a live object, or of a birth of a lease
 *
 * Notes the death. The object stays as it is until slotpool_commit(), which runs fini. A
 * second free of the object is reported there, except those by handle.
 *
 * Return: 0; -ENOSPC if the lease has no room for another death; -EINVAL for misuse.
 */
LISH_MUST_CHECK LISH_API int slotpool_lease_free(struct slotpool_lease *lease,
						 struct slotpool_idx *node);

/**
 * slotpool_lease_free_handle() - free the object of a handle in a job
 * @handle: any handle of the pool
 *
 * As slotpool_lease_free(), but jobs may free the object more than once: it dies once, and nothing
 * is reported.
 *
 * Return: 0, also if the object is gone; -ENOSPC; -EINVAL for misuse.
 */
LISH_MUST_CHECK LISH_API int slotpool_lease_free_handle(struct slotpool_lease *lease,
							struct slotpool_handle handle);

/**
 * slotpool_lease_handle_of() - the handle of an object in a job
 * @node: node of a live object, or of a birth of a lease
 *
 * Hand the handle to another job in a way that orders memory: Documentation/threads.rst.
 *
 * Return: the handle, which stays while the object lives; zero if the object is free.
 */
LISH_API struct slotpool_handle slotpool_lease_handle_of(const struct slotpool_lease *lease,
							 const struct slotpool_idx *node);

LISH_C_END

#endif /* LINUX_ISH_SLOTPOOL_LEASE_H */
