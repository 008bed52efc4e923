/* SPDX-License-Identifier: MIT */
/*
 * linux-ish.hpp: the pools as classes. Each object is constructed once and destructed
 * once, also one that clears the bytes around it, throws, is assigned to, or is
 * destroyed inside loops. Destructors make, destroy and clear. The last part is C's: a constructor that zeroes the node of
 * a live object is reported at the next touch.
 */
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include <linux-ish/linux-ish.hpp>
#include "check.h"

static unsigned int reports;
static lish_reason reason;

static void count_reports(const lish_fault *fault)
{
	reports++;
	reason = fault->reason;
}

static int living;

/* Virtual, without a default constructor; with nodes that its constructor zeroes. */
class unit {
public:
	explicit unit(int number) : n(number), name(std::to_string(number))
	{
		if (number < 0)
			throw number;
		living++;
	}
	unit(const unit &from) : n(from.n), name(from.name) { living++; }
	unit &operator=(const unit &) = default;
	virtual ~unit() { living--; }

	int n;
	std::string name;
	ipool_idx own_i{};
	listpool_node own_l{};
	slotpool_idx own_s{};
};

/* Aligned more than malloc() aligns. */
struct alignas(64) wide {
	char bytes[64];
};

/* Makes others while it is made. */
template <class P> struct parent {
	parent(P &pool, int children)
	{
		living++;
		if (children)
			first = pool.make(pool, children - 1);
	}
	~parent() { living--; }
	parent(const parent &) = delete;
	parent &operator=(const parent &) = delete;
	parent *first = nullptr;
};

struct in_ipool;
struct in_densepool;
struct in_listpool;
struct in_slotpool;
struct in_ipool : parent<lish::ipool<in_ipool>> {
	using parent::parent;
};
struct in_densepool : parent<lish::densepool<in_densepool>> {
	using parent::parent;
};
struct in_listpool : parent<lish::listpool<in_listpool>> {
	using parent::parent;
};
struct in_slotpool : parent<lish::slotpool<in_slotpool>> {
	using parent::parent;
};

/* What all pools do. */
template <class P, class W, class Nested> static void makes()
{
	{
		P pool;
		unit *all[70];

		for (int n = 0; n < 70; n++) {
			all[n] = pool.make(n);
			CHECK(all[n] && all[n]->n == n && pool.contains(*all[n]));
		}
		CHECK(pool.count() == 70 && living == 70);
		for (int n = 0; n < 70; n += 3)
			pool.destroy(*all[n]);
		CHECK(pool.count() == 46 && living == 46 && !pool.contains(*all[3]));
		*all[1] = *all[2]; /* not the node */
		CHECK(pool.contains(*all[1]) && all[1]->name == "2");
		pool.destroy(*all[1]);
		CHECK(reports == 0);

		/* Twice: reported, and not destructed again. */
		if (LISH_CHECK >= 1) {
			pool.destroy(*all[1]);
			CHECK(reports == 1 && reason == LISH_NOT_LIVE && living == 45);
			reports = 0;
		}

		bool caught = false;
		try {
			pool.make(-1);
		} catch (int n) {
			caught = n == -1;
		}
		CHECK(caught && pool.count() == 45 && living == 45);
		CHECK(pool.make(7)->n == 7);
		pool.clear();
		CHECK(pool.count() == 0 && living == 0);
		for (int n = 0; n < 5; n++)
			CHECK(pool.make(n));
		CHECK(pool.reserve(100) == 0 && pool.stats().capacity >= 100);
		pool.trim();
	}
	CHECK(living == 0);
	{
		lish::fixed<P, 2> two;

		CHECK(two.make(1) && two.make(2) && !two.make(3));
		CHECK(living == 2 && two.stats().capacity == 2);
	}
	CHECK(living == 0);
	{
		W pool;

		for (int n = 0; n < 100; n++) {
			wide *w = pool.make();

			CHECK(reinterpret_cast<uintptr_t>(w) % 64 == 0);
			std::memset(w, -1, sizeof(*w));
		}
		CHECK(pool.count() == 100);
	}
	{
		Nested pool;

		CHECK(pool.make(pool, 9) && pool.count() == 10 && living == 10);
	}
	CHECK(living == 0 && reports == 0);
}

template <class R> static std::string seen(R &&range)
{
	std::string s;

	for (const unit &u : range)
		s += u.name + " ";
	return s;
}

template <class P> static int leave_by_return(P &pool)
{
	for (unit &u : pool)
		for (unit &v : pool)
			if (v.n == 2)
				return u.n;
	return -1;
}

template <class P> static bool leave_by_throw(P &pool)
{
	try {
		for (unit &u : pool) {
			(void)u;
			pool.make(-1);
		}
	} catch (int) {
		return true;
	}
	return false;
}

/* Loops whose bodies make and destroy. */
template <class P> static void loops()
{
	P pool;
	const P &same = pool;
	int visits = 0;

	CHECK(seen(pool).empty());
	for (int n = 6; n-- > 0;)
		CHECK(pool.make(n));
	CHECK(seen(pool) == seen(same) && seen(same) == seen(pool.const_range()));
	CHECK(leave_by_return(pool) >= 0 && leave_by_throw(pool));
	for (unit &u : pool) {
		visits++;
		if (u.n % 2)
			pool.destroy(u);
		else
			for (unit &v : pool)
				if (v.n == u.n + 1)
					pool.destroy(v);
	}
	CHECK(visits >= 3 && pool.count() == 3 && living == 3);
	visits = 0;
	for (unit &u : pool.reverse()) {
		visits++;
		pool.destroy(u);
	}
	CHECK(visits == 3 && pool.count() == 0 && living == 0 && reports == 0);
}

static void listpools()
{
	lish::listpool<unit> pool;

	unit *b = pool.make(2), *d = pool.make_tail(4);
	unit *a = pool.make_before(*b, 1), *c = pool.make_after(*b, 3);
	CHECK(seen(pool) == "1 2 3 4 " && seen(pool.reverse()) == "4 3 2 1 ");
	CHECK(pool.first() == a && pool.last() == d && pool.next(*a) == b &&
	      pool.prev(*d) == c && seen(pool.from(*c)) == "3 4 ");
	pool.move(*d);
	pool.move_tail(*a);
	pool.move_before(*c, *a);
	pool.move_after(*c, *d);
	CHECK(seen(pool) == "2 1 3 4 ");
	int visits = 0;
	for (unit &u : pool.present()) {
		pool.make_tail(u.n);
		visits++;
	}
	CHECK(visits == 4 && pool.count() == 8);
	for (unit &u : pool) {
		pool.destroy(u);
		pool.stop();
	}
	CHECK(pool.count() == 7 && reports == 0);
}

static void densepools()
{
	lish::densepool<unit> pool;

	for (int n = 0; n < 4; n++)
		pool.make(n);
	CHECK(seen(pool.present()) == "0 1 2 3 " && seen(pool.span(1, 2)) == "2 3 ");
	for (unit &u : pool.frozen())
		CHECK(pool.contains(u) && pool.count() == 4);
	CHECK(reports == 0);
}

static void slotpools()
{
	lish::slotpool<unit> pool;
	lish::handle<unit> none, one;
	unit *u = pool.make(1);

	one = pool.handle_of(*u);
	CHECK(!none && one && none != one && pool.get(one) == u && !pool.get(none));
	CHECK(lish::handle<unit>::from_u64(one.to_u64()) == one);
	CHECK(pool.index_of(*u) == 0 && pool.at(0) == u && !pool.at(1));
	pool.destroy(*u);
	CHECK(!pool.get(one));
	u = pool.make(2);
	CHECK(!pool.get(one) && pool.handle_of(*u) != one);
	pool.make_tail(3);
	CHECK(pool.next_live(1) == 1 && seen(pool.span(0, 1)) == "2 3 ");
	static_assert(sizeof(one) == 8, "a handle has 64 bits");

	lish_config ten = LISH_CONFIG_INIT;
	ten.index_bits = 10;
	lish::slotpool<unit> small(ten);
	u = small.make(4);
	const uint32_t number = small.to_u32(small.handle_of(*u));
	CHECK(number && small.get_u32(number) == u && !small.get_u32(0));
	small.destroy(*u);
	CHECK(!small.get_u32(number) && small.to_u32(none) == 0);
	CHECK(reports == 0);
}

/* A constructor that gets the handle of its object, which finds the object already. */
struct knowing {
	knowing(lish::handle<knowing> h, const lish::slotpool<knowing> &pool, int number)
		: self(h), found(pool.get(h)), n(number)
	{
		if (number < 0)
			throw number;
	}
	lish::handle<knowing> self;
	knowing *found;
	int n;
};

static void indexed()
{
	lish::slotpool<unit> pool;
	unit *u = pool.make_at(70, 7);

	CHECK(u && pool.index_of(*u) == 70 && u->n == 7 && !pool.make_at(70, 8));
	CHECK(pool.prev_live(100) == 70 && pool.prev_live(69) == -1 && pool.prev_live(70) == 70);
	CHECK(!pool.destroy_at(69) && pool.destroy_at(70) && pool.count() == 0 && living == 0);
	CHECK(slotpool_check(&pool.c(), nullptr) == LISH_OK);

	lish::ipool<unit> unordered;
	unit *first = unordered.make(1), *both[2] = { unordered.make(2), first };
	unordered.destroy_bulk(both, 2);
	CHECK(unordered.count() == 0);
	CHECK(unordered.make(1) && unordered.destroy_at(0) && !unordered.destroy_at(0));
	CHECK(living == 0);

	lish::fixed<lish::slotpool<knowing>, 2> self;
	knowing *k = self.make_with_handle(self, 3);
	CHECK(k && k->n == 3 && k->found == k && self.get(k->self) == k);
	bool caught = false;
	try {
		self.make_with_handle(self, -1);
	} catch (int) {
		caught = true;
	}
	CHECK(caught && self.count() == 1);
	CHECK(self.make_with_handle(self, 4) && !self.make_with_handle(self, 5));
	CHECK(reports == 0);
}

struct bytes {
	int n;
	char text[12];
};

/* Rollback: what was destroyed is back, with its handle; what was made is gone. */
static void saved()
{
	lish::slotpool<bytes> pool;
	std::string state;
	int sum = 0;

	for (int n = 0; n < 100; n++)
		CHECK(pool.make(bytes{ n, "text" }));
	bytes *b = pool.at(50);
	const lish::handle<bytes> h = pool.handle_of(*b);
	state.resize(pool.save_size());
	CHECK(pool.save(&state[0], 1) == -ENOSPC && pool.save(&state[0], state.size()) == 0);
	pool.destroy(*b);
	bytes *late = pool.make(bytes{ 999, "" });
	const lish::handle<bytes> gone = pool.handle_of(*late);
	CHECK(!pool.get(h) && pool.get(gone));
	CHECK(pool.load(&state[0], 9) == -EIO && !pool.get(h));
	CHECK(pool.load(state.data(), state.size()) == 0 && pool.count() == 100);
	CHECK(pool.get(h) == b && b->n == 50 && !std::strcmp(b->text, "text") && !pool.get(gone));
	for (const bytes &x : pool)
		sum += x.n;
	CHECK(sum == 99 * 50);
	CHECK(reports == 0);
}

/* Two pools come back together, or neither. */
static void saved_together()
{
	lish::slotpool<bytes> ships, shots, later_ships, later_shots;
	std::string one, two;

	CHECK(ships.make(bytes{ 1, "ship" }) && shots.make(bytes{ 2, "shot" }));
	one.resize(ships.save_size());
	two.resize(shots.save_size());
	CHECK(ships.save(&one[0], one.size()) == 0 && shots.save(&two[0], two.size()) == 0);
	const lish::loading torn[] = { later_ships.loading(one.data(), one.size()),
				       later_shots.loading(two.data(), 9) };
	CHECK(lish::load_all(torn) == -EIO && later_ships.count() + later_shots.count() == 0);
	const lish::loading whole[] = { later_ships.loading(one.data(), one.size()),
					later_shots.loading(two.data(), two.size()) };
	CHECK(lish::load_all(whole) == 0 && later_ships.at(0)->n == 1 && later_shots.at(0)->n == 2);
	CHECK(reports == 0);
}

/* What the destructor of each object does, while it has a pool. */
template <template <class> class P> struct acting {
	typedef P<acting> pool;
	static pool *in;
	static void (*act)(acting *self);
	acting *other = nullptr;

	acting() { living++; }
	~acting()
	{
		living--;
		if (act)
			act(this);
	}
	static void make(acting *)
	{
		for (int i = 0; i < 3; i++)
			in->make();
	}
	static void destroy_self(acting *self) { in->destroy(*self); }
	static void destroy_other(acting *self)
	{
		if (self->other)
			in->destroy(*self->other);
	}
	static void take_along(acting *self)
	{
		if (self->other)
			self->other->other = nullptr;
		destroy_other(self);
	}
	static void clear(acting *) { in->clear(); }
	static void trim(acting *) { in->trim(); }
	long *operator&() { return nullptr; }
	long *operator&() const { return nullptr; }
};
template <template <class> class P> typename acting<P>::pool *acting<P>::in;
template <template <class> class P> void (*acting<P>::act)(acting *);

template <class P> static void stop_all(P *) {}
template <class T> static void stop_all(lish::densepool<T> *pool) { pool->stop(); }
template <class T> static void stop_all(lish::listpool<T> *pool) { pool->stop(); }

/* As many reports, the last one for a hook. */
static void expect_in_hook(unsigned int n)
{
	CHECK(reports == n && (!n || reason == LISH_IN_HOOK));
	reports = 0;
}

template <template <class> class P> static void destructors()
{
	typedef acting<P> object;
	object *a, *b;

	{
		typename object::pool pool;

		object::in = &pool;
		for (int i = 0; i < 5; i++)
			pool.make();
		object::act = object::make;
		pool.clear();
		CHECK(pool.count() == 0 && living == 0);
		a = pool.make();
		CHECK(a && pool.contains(*a));
		pool.destroy(*a); /* not clear(): the destructor may make */
		CHECK(pool.count() == 3 && living == 3);
	} /* the destructors make none */
	CHECK(living == 0 && reports == 0);
	{
		typename object::pool pool;

		object::in = &pool;
		object::act = [](object *) { stop_all(object::in); };
		for (int i = 0; i < 100; i++)
			CHECK(pool.make());
		pool.clear();
		CHECK(living == 0);
		object::act = object::take_along;
		a = pool.make();
		b = pool.make();
		a->other = b;
		b->other = a;
		pool.destroy(*a);
		CHECK(living == 0 && pool.count() == 0 && reports == 0);
		a = pool.make();
		b = pool.make();
		a->other = b;
		b->other = a;
		pool.clear();
		CHECK(living == 0 && pool.count() == 0 && reports == 0);
	}
	if (LISH_CHECK >= 1) {
		typename object::pool pool;

		object::in = &pool;
		object::act = object::destroy_self;
		pool.destroy(*pool.make());
		expect_in_hook(1);
		CHECK(living == 0 && pool.count() == 0);
		object::act = object::destroy_other;
		a = pool.make();
		b = pool.make();
		a->other = b;
		b->other = a;
		pool.destroy(*a);
		expect_in_hook(1);
		CHECK(living == 0 && pool.count() == 0);
		object::act = object::clear;
		pool.make();
		pool.destroy(*pool.make());
		expect_in_hook(1);
		CHECK(living == 1 && pool.count() == 1);
		pool.clear();
		expect_in_hook(1);
		CHECK(living == 0 && pool.count() == 0);
		object::act = object::trim;
		pool.destroy(*pool.make());
		expect_in_hook(1);
		object::act = nullptr;
		CHECK(pool.make());
		pool.clear();
		pool.trim();
		CHECK(reports == 0);
	}
	object::act = nullptr;
	CHECK(living == 0);
}

/* A refused destroy() or clear() calls no destructor. */
static void frozen()
{
	lish::densepool<unit> pool;

	pool.make(0);
	pool.make(1);
	for (unit &u : pool.frozen()) {
		pool.destroy(u);
		CHECK(reports == 1 && reason == LISH_FROZEN);
		pool.clear();
		CHECK(reports == 2 && reason == LISH_FROZEN);
		reports = 0;
		for (unit &v : pool) {
			pool.destroy(v);
			CHECK(reports == 1 && living == 2);
			reports = 0;
		}
	}
	CHECK(pool.count() == 2 && living == 2);
	for (unit &u : pool)
		pool.destroy(u);
	CHECK(pool.count() == 0 && living == 0 && reports == 0);
}

struct plain_ship { int n; };

struct bold_ship {
	int n;
	~bold_ship() { effects++; }
	static int effects;
};
int bold_ship::effects;

/* A destructor changes no handle: a program without the effects has the same. */
static void handles()
{
	lish::slotpool<plain_ship> plain;
	lish::slotpool<bold_ship> bold;
	bool same = true;
	unsigned seed = 1;

	for (int i = 0; i < 20000; i++) {
		seed = seed * 1664525u + 1013904223u;
		const unsigned at = (seed >> 8) % 10;

		if (seed >> 23 == 0) {
			plain.clear();
			bold.clear();
		} else if (plain.at(at)) {
			plain.destroy_at(at);
			bold.destroy_at(at);
		} else {
			same = same && plain.handle_of(*plain.make()).to_u64() ==
					       bold.handle_of(*bold.make()).to_u64();
		}
	}
	CHECK(same && bold_ship::effects > 1000);
}

/* C's pools and a constructor that zeroes the node. */
struct zeroing {
	ipool_idx i;
	densepool_idx d;
	slotpool_idx s;
	listpool_node l;
	int n;
	zeroing() : i{}, d{}, s{}, l{}, n(1) {}
};

static void reported(const char *what, lish_reason expected)
{
	if (reports != 1 || reason != expected) {
		failed++;
		std::printf("%s: %u reports, %s\n", what, reports, lish_reason_text(reason));
	} else {
		passed++;
	}
	reports = 0;
}

static void zeroed()
{
	IPOOL_DEFINE_STATIC(ipools, zeroing, i, 4);
	DENSEPOOL_DEFINE_STATIC(densepools, zeroing, d, 4);
	SLOTPOOL_DEFINE_STATIC(slotpools, zeroing, s, 4);
	LISTPOOL_DEFINE_STATIC(listpools, zeroing, l, 4);
	zeroing *z;

	z = new (ipool_alloc_entry(&ipools, zeroing, i)) zeroing;
	ipool_free(&ipools, &z->i);
	reported("ipool_free", LISH_NOT_LIVE);
	z = new (densepool_alloc_entry(&densepools, zeroing, d)) zeroing;
	densepool_free(&densepools, &z->d);
	reported("densepool_free", LISH_BAD_INDEX);
	z = new (slotpool_alloc_entry(&slotpools, zeroing, s)) zeroing;
	slotpool_free(&slotpools, &z->s);
	reported("slotpool_free", LISH_BAD_INDEX);
	z = new (listpool_alloc_entry(&listpools, zeroing, l)) zeroing;
	listpool_free(&listpools, &z->l);
	reported("listpool_free", LISH_NOT_LIVE);
	listpool_for_each_entry(pos, &listpools, zeroing, l)
		CHECK(pos == z);
	reported("listpool_for_each_entry", LISH_BROKEN_LINKS);
}

/* The destructor of a pool reports objects that are live, once, and destroys them. */
template <template <class> class pool_of> static void told()
{
	lish_config config = LISH_CONFIG_INIT;

	config.ends_empty = true;
	{
		pool_of<unit> pool(config);

		pool.make(1);
		pool.make(2);
	}
	CHECK(reports == 1 && reason == LISH_NOT_EMPTY);
	{
		pool_of<unit> pool(config);

		pool.make(1);
		pool.clear();
	}
	{
		pool_of<unit> pool;

		pool.make(1);
	}
	CHECK(reports == 1);
	reports = 0;
}

int main()
{
	lish_set_report(count_reports);
	makes<lish::ipool<unit>, lish::ipool<wide>, lish::ipool<in_ipool>>();
	makes<lish::densepool<unit>, lish::densepool<wide>, lish::densepool<in_densepool>>();
	makes<lish::listpool<unit>, lish::listpool<wide>, lish::listpool<in_listpool>>();
	makes<lish::slotpool<unit>, lish::slotpool<wide>, lish::slotpool<in_slotpool>>();
	loops<lish::densepool<unit>>();
	loops<lish::listpool<unit>>();
	loops<lish::slotpool<unit>>();
	listpools();
	densepools();
	slotpools();
	indexed();
	saved();
	saved_together();
	handles();
	destructors<lish::ipool>();
	destructors<lish::densepool>();
	destructors<lish::listpool>();
	destructors<lish::slotpool>();
	told<lish::ipool>();
	told<lish::densepool>();
	told<lish::listpool>();
	told<lish::slotpool>();
	if (LISH_CHECK >= 1) {
		frozen();
		zeroed();
	}
	CHECK(living == 0);
	return finish();
}
