// SPDX-License-Identifier: MIT
/*
 * Memory of the replayer, and which object an id is the name of.
 */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
	if (memory)
		return memory;
	fprintf(stderr, "trace_replay: out of memory\n");
	exit(1);
}

void *take_memory(size_t count, size_t size)
{
	return need(calloc(count ? count : 1, size));
}

void *room_for_one(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room ? *room * 2 : 64;
	return need(realloc(array, *room * size));
}

void *object(struct objects *objects, uint32_t id)
{
	uint32_t capacity = objects->capacity;
	void **bigger;

	if (id >= capacity) {
		while (id >= capacity)
			capacity = capacity ? capacity * 2 : 64;
		bigger = take_memory(capacity, sizeof(*bigger));
		if (objects->capacity)
			memcpy(bigger, objects->at,
			       objects->capacity * sizeof(*bigger));
		free(objects->at);
		objects->at = bigger;
		objects->capacity = capacity;
	}
	if (!objects->at[id])
		objects->at[id] = take_memory(1, objects->size);
	return objects->at[id];
}

void objects_free(struct objects *objects)
{
	uint32_t id;

	for (id = 0; id < objects->capacity; id++)
		free(objects->at[id]);
	free(objects->at);
	objects->at = NULL;
	objects->capacity = 0;
}
