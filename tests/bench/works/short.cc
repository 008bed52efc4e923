// SPDX-License-Identifier: MIT
/*
 * A pass over few members: many games and servers have thousands of containers
 * with none, one or two members in each. 10 000 containers of a kind are passed
 * over, again and again. What is done with ours comes from tests/uses.sh.
 */
#include "works.h"
#include "uses.h"

#include <vector>

#if __has_include(<boost/intrusive/list.hpp>)
#include <boost/intrusive/list.hpp>
#define HAVE_BOOST 1
#endif
#ifdef WORKS_WAYLAND
#include <wayland-server-core.h>
#define HAVE_WAYLAND 1
#endif

namespace
{

const uint32_t containers = 10000;

/* Lists leave nothing behind. */
void end(struct ilist *)
{
}

void end(struct walklist *)
{
}

#define DESTROYED(X)            \
	void end(struct X *c)   \
	{                       \
		X##_destroy(c); \
	}
DESTROYED(locklist)
DESTROYED(dense)
DESTROYED(rwarray)
DESTROYED(densepool)
DESTROYED(listpool)
DESTROYED(slotpool)

void end(struct ihash *c)
{
	ihash_clear(c);
	ihash_destroy(c);
}

/*
 * Many is the type of all the containers: many(members), pass(), which returns
 * how many members it has seen.
 */
template <class Many> void run(struct works_run *run)
{
	const uint32_t passes = run->quick ? 20 : 30;
	Many many(run->size);

	run->sum = many.pass();
	bench_start(&run->watch);
	for (uint32_t i = 0; i < passes; i++)
		run->sum += many.pass();
	bench_stop(&run->watch);
	run->units = (double)passes * containers;
}

#define MANY(X)                                                              \
	struct many_##X {                                                    \
		block<struct X> c;                                           \
		block<struct X##_obj> objects;                               \
                                                                             \
		explicit many_##X(uint32_t members)                          \
		    : c(containers), objects(containers * members + 1)       \
		{                                                            \
			struct X##_obj *o = objects.items;                   \
                                                                             \
			for (uint32_t i = 0; i < containers; i++) {          \
				use_##X##_init(&c[i], members);              \
				for (uint32_t m = 0; m < members; m++)       \
					use_##X##_add(&c[i], o++);           \
			}                                                    \
		}                                                            \
                                                                             \
		~many_##X()                                                  \
		{                                                            \
			for (uint32_t i = 0; i < containers; i++)            \
				end(&c[i]);                                  \
		}                                                            \
                                                                             \
		uint64_t pass()                                              \
		{                                                            \
			uint64_t sum = 0;                                    \
                                                                             \
			for (uint32_t i = 0; i < containers; i++)            \
				X##_for_each_entry(o, &c[i], struct X##_obj, \
						   node) sum += o->value;    \
			return sum;                                          \
		}                                                            \
	};

USE_CONTAINERS(MANY)

/* Many small pools want their memory in place: a chunk has room for 64. */
#define FIXED(X, STORAGE)                                                    \
	template <uint32_t N> struct fixed_##X {                             \
		struct one {                                                 \
			struct X c;                                          \
			STORAGE(memory, struct X##_obj, N);                  \
		};                                                           \
                                                                             \
		block<one> all;                                              \
                                                                             \
		explicit fixed_##X(uint32_t members) : all(containers)       \
		{                                                            \
			for (uint32_t i = 0; i < containers; i++) {          \
				X##_init_in(&all[i].c, struct X##_obj, node, \
					    &all[i].memory, NULL);           \
				for (uint32_t m = 0; m < members; m++)       \
					use_##X##_add(&all[i].c, nullptr);   \
			}                                                    \
		}                                                            \
                                                                             \
		~fixed_##X()                                                 \
		{                                                            \
			for (uint32_t i = 0; i < containers; i++)            \
				end(&all[i].c);                              \
		}                                                            \
                                                                             \
		uint64_t pass()                                              \
		{                                                            \
			uint64_t sum = 0;                                    \
                                                                             \
			for (uint32_t i = 0; i < containers; i++)            \
				X##_for_each_entry(o, &all[i].c,             \
						   struct X##_obj, node)     \
					sum += o->value;                     \
			return sum;                                          \
		}                                                            \
	};

FIXED(densepool, DENSEPOOL_STORAGE)
FIXED(listpool, LISTPOOL_STORAGE)
FIXED(slotpool, SLOTPOOL_STORAGE)

template <template <uint32_t> class Fixed> void run_fixed(struct works_run *at)
{
	switch (at->size) {
	case 0:
	case 1:
		return run<Fixed<1>>(at);
	case 2:
		return run<Fixed<2>>(at);
	case 4:
		return run<Fixed<4>>(at);
	default:
		return run<Fixed<8>>(at);
	}
}

struct hand_node {
	struct hand_node *next, *prev;
};

struct hand {
	struct hand_node head;
};

struct hand_obj {
	uint64_t value;
	struct hand_node node;
	unsigned char rest[40];
};

inline void use_hand_init(struct hand *c, uint32_t)
{
	c->head.next = c->head.prev = &c->head;
}

inline void use_hand_add(struct hand *c, struct hand_obj *o)
{
	o->value = 1;
	o->node.prev = c->head.prev;
	o->node.next = &c->head;
	c->head.prev = c->head.prev->next = &o->node;
}

void end(struct hand *)
{
}

#define HAND_OBJ(at)                                                        \
	((struct hand_obj *)(void *)((char *)(at)-offsetof(struct hand_obj, \
							   node)))
#define hand_for_each_entry(o, c, type, member)                            \
	for (type *o = HAND_OBJ((c)->head.next); &o->member != &(c)->head; \
	     o = HAND_OBJ(o->member.next))

MANY(hand)

/* A vector of pointers for each. */
struct vectors {
	struct object {
		uint64_t value;
		unsigned char rest[56];
	};

	std::vector<std::vector<object *>> c;
	block<object> objects;

	explicit vectors(uint32_t members)
	    : c(containers), objects(containers * members + 1)
	{
		object *o = objects.items;

		for (std::vector<object *> &it : c)
			for (uint32_t m = 0; m < members; m++) {
				o->value = 1;
				it.push_back(o++);
			}
	}

	uint64_t pass()
	{
		uint64_t sum = 0;

		for (const std::vector<object *> &it : c)
			for (const object *o : it)
				sum += o->value;
		return sum;
	}
};

#ifdef HAVE_BOOST
namespace bi = boost::intrusive;

struct boost_lists {
	typedef bi::list_member_hook<bi::link_mode<bi::normal_link>> hook;

	struct object {
		uint64_t value;
		hook node;
		unsigned char rest[40];
	};

	typedef bi::list<object, bi::member_hook<object, hook, &object::node>,
			 bi::constant_time_size<false>>
		list;

	std::vector<list> c;
	std::vector<object> objects;

	explicit boost_lists(uint32_t members)
	    : c(containers), objects(containers * members + 1)
	{
		object *o = objects.data();

		for (list &it : c)
			for (uint32_t m = 0; m < members; m++) {
				o->value = 1;
				it.push_back(*o++);
			}
	}

	uint64_t pass()
	{
		uint64_t sum = 0;

		for (list &it : c)
			for (const object &o : it)
				sum += o.value;
		return sum;
	}
};
#define BOOST peer("Boost list", run<boost_lists>)
#else
#define BOOST missing("Boost list", "libboost-dev")
#endif

#ifdef HAVE_WAYLAND
/* A signal calls each listener; that is what its pass is. */
struct signals {
	struct object {
		uint64_t value;
		struct wl_listener node;
		unsigned char rest[32];
	};

	block<struct wl_signal> c;
	block<object> objects;

	static void notify(struct wl_listener *listener, void *data)
	{
		object *o = reinterpret_cast<object *>(
			reinterpret_cast<char *>(listener) -
			offsetof(object, node));

		*static_cast<uint64_t *>(data) += o->value;
	}

	explicit signals(uint32_t members)
	    : c(containers), objects(containers * members + 1)
	{
		object *o = objects.items;

		for (uint32_t i = 0; i < containers; i++) {
			wl_signal_init(&c[i]);
			for (uint32_t m = 0; m < members; m++, o++) {
				o->value = 1;
				o->node.notify = notify;
				wl_signal_add(&c[i], &o->node);
			}
		}
	}

	uint64_t pass()
	{
		uint64_t sum = 0;

		for (uint32_t i = 0; i < containers; i++)
			wl_signal_emit(&c[i], &sum);
		return sum;
	}
};
#define WAYLAND peer("wl_signal", run<signals>)
#else
#define WAYLAND missing("wl_signal", "libwayland-dev")
#endif

#define OURS(X) ours(#X, run<many_##X>),

const struct works_column columns[] = {
	{ "0", 0, false }, { "1", 1, false }, { "2", 2, false },
	{ "4", 4, false }, { "8", 8, false },
};

const struct works_contestant contestants[] = {
	peer("hand list", run<many_hand>),
	USE_CONTAINERS(OURS)
		ours("densepool-fixed", run_fixed<fixed_densepool>),
	ours("listpool-fixed", run_fixed<fixed_listpool>),
	ours("slotpool-fixed", run_fixed<fixed_slotpool>),
	peer("vector<T*>", run<vectors>),
	BOOST,
	WAYLAND,
};

} // namespace

WORK("short", "one pass over a container of so many members")
