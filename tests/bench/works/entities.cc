// SPDX-License-Identifier: MIT
/*
 * Entities that kill each other by handle. Each aims at another one: in each
 * frame it looks its target up, hurts it, or finds it gone and aims anew. Who
 * is hurt enough dies in a second pass, and another is born with his number.
 * About one in twenty dies in a frame.
 */
#include "works.h"

#include <memory>
#include <vector>

#include <linux-ish/slotpool.h>

namespace
{

template <class Handle> struct entity_of {
	uint32_t id;
	int32_t health, damage, power;
	Handle target;
};

/*
 * World: typedef handle, entity; birth(), which returns a handle; get(handle),
 * NULL if it died; each(f), in which those leave for which f is true.
 */
template <class World> struct war {
	typedef typename World::handle handle;
	typedef typename World::entity entity;

	World world;
	std::vector<handle> of; /* by number */
	std::vector<uint32_t> dead;
	uint64_t sum = 0;
	uint32_t n;

	explicit war(uint32_t n) : of(n), n(n)
	{
		for (uint32_t id = 0; id < n; id++)
			birth(id, 0);
		dead.reserve(n);
	}

	void birth(uint32_t id, uint32_t frame)
	{
		const handle handle = world.birth();
		entity *e = world.get(handle);

		e->id = id;
		e->health = 50 + (int32_t)(bench_hash(id ^ frame << 8) % 100);
		e->damage = 0;
		e->power = 1 + (int32_t)(id % 8);
		e->target = World::nobody();
		of[id] = handle;
	}

	void frame(uint32_t frame)
	{
		uint64_t lost = 0, deaths = 0;

		world.each([&](entity *e) {
			entity *target = world.get(e->target);

			if (target) {
				target->damage += e->power;
				return false;
			}
			lost++;
			e->target = of[bench_hash(e->id * 31 + frame) % n];
			return false;
		});
		world.each([&](entity *e) {
			e->health -= e->damage;
			e->damage = 0;
			if (e->health > 0)
				return false;
			deaths += bench_hash(e->id);
			dead.push_back(e->id);
			return true;
		});
		for (uint32_t id : dead)
			birth(id, frame);
		dead.clear();
		sum = sum * 31 + lost * 7 + deaths;
	}
};

template <class World> void run(struct works_run *run)
{
	const uint32_t frames = 1 + (run->quick ? 200000 : 2000000) / run->size;
	war<World> war(run->size);
	uint32_t f;

	for (f = 1; f <= 40; f++)
		war.frame(f);
	bench_start(&run->watch);
	for (; f <= 40 + frames; f++)
		war.frame(f);
	bench_stop(&run->watch);
	run->units = (double)frames * run->size;
	run->sum = war.sum;
}

struct by_slotpool {
	typedef struct slotpool_handle handle;

	typedef entity_of<handle> entity;

	struct object {
		entity e;
		struct slotpool_idx slot;
		char rest[64 - sizeof(entity) - sizeof(struct slotpool_idx)];
	};

	struct slotpool pool;

	by_slotpool()
	{
		if (slotpool_init(&pool, object, slot, NULL))
			abort();
	}

	~by_slotpool()
	{
		slotpool_destroy(&pool);
	}

	static handle nobody()
	{
		return handle();
	}

	handle birth()
	{
		object *o = slotpool_alloc_entry(&pool, object, slot);

		return slotpool_handle_of(&pool, &o->slot);
	}

	entity *get(handle handle)
	{
		object *o = slotpool_get_entry(&pool, handle, object, slot);

		return o ? &o->e : nullptr;
	}

	template <class F> void each(F leaves)
	{
		slotpool_for_each_entry (o, &pool, object, slot)
			if (leaves(&o->e))
				slotpool_free(&pool, &o->slot);
	}
};

/* By hand: slots with a generation and a threaded free list. */
struct by_slots {
	struct handle {
		uint32_t index, generation;
	};

	typedef entity_of<handle> entity;

	struct slot {
		entity e;
		uint32_t generation; /* odd: alive */
		uint32_t next_free;
		char rest[64 - sizeof(entity) - 2 * sizeof(uint32_t)];
	};

	std::vector<slot> slots;
	uint32_t first_free = UINT32_MAX;

	static handle nobody()
	{
		return { 0, 0 };
	}

	handle birth()
	{
		uint32_t i = first_free;

		if (i == UINT32_MAX) {
			i = (uint32_t)slots.size();
			slots.emplace_back();
			slots[i].generation = 0;
		} else {
			first_free = slots[i].next_free;
		}
		return { i, ++slots[i].generation };
	}

	entity *get(handle handle)
	{
		slot *at;

		if (handle.index >= slots.size())
			return nullptr;
		at = &slots[handle.index];
		return at->generation == handle.generation ? &at->e : nullptr;
	}

	template <class F> void each(F leaves)
	{
		for (uint32_t i = 0; i < slots.size(); i++)
			if (slots[i].generation & 1 && leaves(&slots[i].e)) {
				slots[i].generation++;
				slots[i].next_free = first_free;
				first_free = i;
			}
	}
};

/*
 * By hand: as the resource pools of graphics libraries do it. A handle is the index and a counter
 * that rises at each birth, a stack has the free indices, and a slot has its handle, or 0.
 */
struct by_ids {
	typedef uint64_t handle;
	typedef entity_of<handle> entity;

	struct slot {
		entity e;
		handle self;
		char rest[64 - sizeof(entity) - sizeof(handle)];
	};

	std::vector<slot> slots;
	std::vector<uint32_t> births, stack;

	static handle nobody()
	{
		return 0;
	}

	handle birth()
	{
		uint32_t i = (uint32_t)slots.size();

		if (stack.empty()) {
			slots.emplace_back();
			births.push_back(0);
		} else {
			i = stack.back();
			stack.pop_back();
		}
		return slots[i].self = (uint64_t)++births[i] << 32 | i;
	}

	entity *get(handle handle)
	{
		slot *at = &slots[(uint32_t)handle];

		return (uint32_t)handle < slots.size() && at->self == handle ? &at->e : nullptr;
	}

	template <class F> void each(F leaves)
	{
		for (uint32_t i = 0; i < slots.size(); i++)
			if (slots[i].self && leaves(&slots[i].e)) {
				slots[i].self = 0;
				stack.push_back(i);
			}
	}
};

/*
 * By hand: values side by side, the last one moved into the gap, and slots that
 * say where each lies. What slot maps and entity systems do.
 */
struct by_values {
	struct handle {
		uint32_t index, generation;
	};

	typedef entity_of<handle> entity;

	struct value {
		entity e;
		uint32_t slot;
		char rest[64 - sizeof(entity) - sizeof(uint32_t)];
	};

	struct slot {
		uint32_t generation;
		uint32_t place; /* or the next free slot */
	};

	std::vector<value> values;
	std::vector<slot> slots;
	uint32_t first_free = UINT32_MAX;

	static handle nobody()
	{
		return { 0, 0 };
	}

	handle birth()
	{
		uint32_t i = first_free;

		if (i == UINT32_MAX) {
			i = (uint32_t)slots.size();
			slots.push_back({ 0, 0 });
		} else {
			first_free = slots[i].place;
		}
		slots[i].place = (uint32_t)values.size();
		values.emplace_back();
		values.back().slot = i;
		return { i, ++slots[i].generation };
	}

	entity *get(handle handle)
	{
		if (handle.index >= slots.size() ||
		    slots[handle.index].generation != handle.generation)
			return nullptr;
		return &values[slots[handle.index].place].e;
	}

	template <class F> void each(F leaves)
	{
		for (uint32_t i = 0; i < values.size();) {
			slot *gone = &slots[values[i].slot];

			if (!leaves(&values[i].e)) {
				i++;
				continue;
			}
			gone->generation++;
			gone->place = first_free;
			first_free = values[i].slot;
			values[i] = values.back();
			values.pop_back();
			if (i < values.size())
				slots[values[i].slot].place = i;
		}
	}
};

/* The standard's: what is shared is the entity, the handles are weak. */
struct by_weak_ptr {
	struct entity {
		uint32_t id;
		int32_t health, damage, power;
		std::weak_ptr<entity> target;
	};

	typedef std::weak_ptr<entity> handle;

	std::vector<std::shared_ptr<entity>> all;

	static handle nobody()
	{
		return handle();
	}

	handle birth()
	{
		all.push_back(std::make_shared<entity>());
		return all.back();
	}

	entity *get(const handle &handle)
	{
		return handle.lock().get();
	}

	template <class F> void each(F leaves)
	{
		for (size_t i = 0; i < all.size();) {
			if (!leaves(all[i].get())) {
				i++;
				continue;
			}
			all[i] = std::move(all.back());
			all.pop_back();
		}
	}
};

const struct works_column columns[] = {
	{ "1k", 1000, false },
	{ "10k", 10000, false },
	{ "200k", 200000, true },
};

const struct works_contestant contestants[] = {
	peer("hand slots", run<by_slots>),
	peer("hand ids", run<by_ids>),
	peer("hand values", run<by_values>),
	ours("slotpool", run<by_slotpool>),
	peer("weak_ptr", run<by_weak_ptr>),
};

} // namespace

WORK("entities", "an entity in a frame of so many")
