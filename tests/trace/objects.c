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
	if (!memory) {
		fprintf(stderr, "trace_replay: out of memory\n");
		exit(1);
	}
	return memory;
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

uint32_t names_add(struct names *names, void *object)
{
	names->at = room_for_one(names->at, names->count, &names->room,
				 sizeof(*names->at));
	names->at[names->count] = object;
	return names->count++;
}

void names_bind(struct names *names, uint32_t id, void *object)
{
	names->at[id] = object;
}

void *names_find(const struct names *names, uint32_t id)
{
	return id < names->count ? names->at[id] : NULL;
}

void *names_find_for(struct call *call, const struct names *names)
{
	void *object = names_find(names, call->arg[0]);

	if (!object)
		complain(call, "there is no such object");
	return object;
}

static void make_unnamed(void *ctx, void *object)
{
	(void)ctx;
	*(uint32_t *)object = NO_NAME;
}

const struct lish_pool_hooks names_hooks = { make_unnamed, NULL, NULL, NULL };

void names_answer(struct call *call, struct names *names, void *object, const char *none)
{
	uint32_t *id = object;

	if (!object) {
		answer_word(call, none);
		return;
	}
	if (*id == NO_NAME)
		*id = names_add(names, object);
	answer(call, *id);
}

void names_forget(struct names *names)
{
	uint32_t id;

	for (id = 0; id < names->count; id++)
		names->at[id] = NULL;
}

void names_free(struct names *names)
{
	free(names->at);
	memset(names, 0, sizeof(*names));
}
