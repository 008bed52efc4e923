// SPDX-License-Identifier: MIT
#include "script.h"

uint32_t dice_throw(struct dice *dice, uint32_t limit)
{
	uint64_t z = dice->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	z ^= z >> 31;
	return (uint32_t)((z >> 32) * limit >> 32);
}

void dice_draw(struct dice *dice, uint32_t *ids, uint32_t n, uint32_t k)
{
	uint32_t i, other, id;

	for (i = 0; i < k; i++) {
		other = i + dice_throw(dice, n - i);
		id = ids[i];
		ids[i] = ids[other];
		ids[other] = id;
	}
}

void *bench_memory(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory)
		abort();
	return memory;
}

uint32_t *script_ascending(uint32_t n)
{
	uint32_t *ids = (uint32_t *)bench_memory(n, sizeof(*ids));
	uint32_t i;

	for (i = 0; i < n; i++)
		ids[i] = i;
	return ids;
}

uint32_t *script_shuffled(struct dice *dice, uint32_t n)
{
	uint32_t *ids = script_ascending(n);

	dice_draw(dice, ids, n, n);
	return ids;
}

uint32_t *script_frames(struct dice *dice, uint32_t *ids, uint32_t n,
			uint32_t frames, uint32_t batch)
{
	uint32_t *script = (uint32_t *)bench_memory((size_t)frames * batch,
						    sizeof(*script));
	uint32_t i;

	for (i = 0; i < frames; i++) {
		dice_draw(dice, ids, n, batch);
		memcpy(script + (size_t)i * batch, ids, batch * sizeof(*ids));
	}
	return script;
}

void model_init(struct model *model, uint32_t n)
{
	model->n = n;
	model->count = 0;
	model->order = (uint32_t *)bench_memory(n, sizeof(*model->order));
	model->live = (bool *)bench_memory(n, sizeof(*model->live));
}

void model_destroy(struct model *model)
{
	free(model->order);
	free(model->live);
}

void model_fill(struct model *model, const uint32_t *ids, uint32_t count)
{
	uint32_t i;

	for (i = 0; i < count; i++) {
		model->live[ids[i]] = true;
		model->order[model->count++] = ids[i];
	}
}

void model_kill(struct model *model, const uint32_t *ids, uint32_t count)
{
	uint32_t i, left = 0;

	for (i = 0; i < count; i++)
		model->live[ids[i]] = false;
	for (i = 0; i < model->count; i++)
		if (model->live[model->order[i]])
			model->order[left++] = model->order[i];
	model->count = left;
}

struct bench_tally model_tally(const struct model *model)
{
	struct bench_tally tally = { model->count, 0, 0, 0, 0 };
	uint32_t i;

	for (i = 0; i < model->count; i++) {
		tally.ids += bench_hash(model->order[i]);
		tally.order = tally.order * 31 + model->order[i];
	}
	return tally;
}

int64_t script_age(const uint32_t *victims, uint32_t n, uint32_t frames,
		   uint32_t batch, bool behind)
{
	uint32_t *age = (uint32_t *)bench_memory(n, sizeof(*age));
	int64_t sum = 0;
	uint32_t f, i;

	for (i = 0; i < n; i++)
		age[i] = frames;
	for (f = 0; f < frames; f++)
		for (i = 0; i < batch; i++)
			age[victims[(size_t)f * batch + i]] =
				frames - f - behind;
	for (i = 0; i < n; i++)
		sum += age[i];
	free(age);
	return sum;
}
