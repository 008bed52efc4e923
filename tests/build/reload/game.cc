/* SPDX-License-Identifier: MIT */
/* Classes of containers in memory of the host, before a reload and after. */
#include <new>

#include <linux-ish/linux-ish.hpp>

extern "C" int game(void *memory, int reloaded);

namespace
{

/* No virtual function: its address would be that of the old code. */
struct thing : lish::hook<walklist_node> {
	explicit thing(int number) : n(number) {}
	int n;
	dense_idx d{};
	rwarray_idx r{};
	iheap_idx h{};
};

struct state {
	lish::walklist<thing> list;
	lish::dense<thing, &thing::d> dense;
	lish::rwarray<thing, &thing::r> rwarray;
	lish::iheap<thing, &thing::h> iheap;
	lish::slotpool<thing> objects;
	lish::densepool<thing> densepool;
	lish::listpool<thing> listpool;
	lish::ipool<thing> ipool;
	lish::fixed<lish::slotpool<thing>, 8> few;
	lish::handle<thing> last;
	lish::dense<thing, &thing::d> pointers;
};

void *get(lish_mem *, size_t size, size_t align)
{
	return lish_mem_default.alloc(&lish_mem_default, size, align);
}

void put(lish_mem *, void *block, size_t size, size_t align)
{
	lish_mem_default.free(&lish_mem_default, block, size, align);
}

lish_mem mem = { get, put, nullptr, nullptr };

bool grow(state &s, int n)
{
	for (int i = 0; i < n; i++) {
		thing *t = s.objects.make(i);

		if (!t || !s.densepool.make(i) || !s.listpool.make(i) || !s.ipool.make(i) ||
		    s.dense.add(*t) || s.rwarray.add_tail(*t) || s.iheap.add(*t, -i))
			return false;
		s.list.add_tail(*t);
		s.last = s.objects.handle_of(*t);
	}
	return true;
}

#ifdef NOTICED
int reports;

void note(const lish_fault *fault)
{
	reports += fault->reason == LISH_RELOADED ? 1 : 1000;
}

bool forget(state &s)
{
	bool told;

	lish_set_report(note);
	told = s.ipool.reserve(20000) == -EINVAL && s.pointers.reserve(20000) == -EINVAL;
	lish_set_report(nullptr);
	return told && reports == 2;
}
#else
bool forget(state &)
{
	return true;
}
#endif

} // namespace

extern "C" int game(void *memory, int reloaded)
{
	lish_config config = LISH_CONFIG_INIT;

	config.mem = &mem;
	if (!reloaded) {
		state *s = new (memory) state;

		if (!s->few.make(1) || !grow(*s, 100))
			return __LINE__;
		s->ipool.~ipool();
		new (&s->ipool) lish::ipool<thing>(config);
		s->pointers.~dense();
		new (&s->pointers) lish::dense<thing, &thing::d>(config);
		return s->ipool.make(1) ? 0 : __LINE__;
	}
	state &s = *static_cast<state *>(memory);
	int visits = 0;

	if (!forget(s))
		return __LINE__;
	s.pointers.rebind(config);
	s.dense.rebind();
	s.objects.rebind();
	s.ipool.rebind(config);
	if (!grow(s, 20000) || s.objects.get(s.last)->n != 19999 || s.iheap.first()->n != 19999)
		return __LINE__;
	for (thing &t : s.list) {
		visits++;
		s.dense.del(t);
		s.rwarray.del(t);
		s.iheap.del(t);
		s.objects.destroy(t);
	}
	if (visits != 20100 || s.list.count() || s.few.count() != 1)
		return __LINE__;
	s.~state();
	return 0;
}
