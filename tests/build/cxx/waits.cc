/* SPDX-License-Identifier: MIT */
/*
 * Loops that wait, in coroutines and in fibres: up to eight over one container, in any order,
 * while elements come and go between their steps, and some never end. Each visits what is in
 * the container, and each element that stayed all the time exactly once.
 */
#include <cstdint>
#include <cstdio>
#include <memory>

#if defined(__cpp_impl_coroutine)
#include <coroutine>
#endif
#if defined(__GLIBC__)
#include <ucontext.h>
#endif

#include "check.h"
#include "things.h"

enum { THINGS = 40, LOOPS = 8, ROUNDS = 4000 };

static unsigned int reports;

static void count_reports(const lish_fault *)
{
	reports++;
}

static uint32_t seed = 1;

static uint32_t any(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static thing things[THINGS];
static bool in[THINGS];
static unsigned int since[THINGS], now;

/* What one loop has seen. */
struct seen {
	bool running;
	unsigned int start;
	unsigned char times[THINGS];

	void begin()
	{
		*this = seen();
		start = ++now;
		running = true;
	}
	void visit(const thing &t)
	{
		CHECK(in[&t - things]);
		times[&t - things]++;
	}
	void end()
	{
		running = false;
		for (int i = 0; i < THINGS; i++)
			if (in[i])
				CHECK(since[i] < start ? times[i] == 1 : times[i] <= 1);
	}
};
static seen loops[LOOPS];

/* Things come and go, where loops see it at once. A locked list waits for its loops. */
template <class C> static void change(C &c)
{
	const uint32_t i = any(THINGS);

	if (in[i])
		c.del(things[i]);
	else
		add(c, things[i]);
	in[i] = !in[i];
	since[i] = ++now;
	for (seen &s : loops)
		s.times[i] = 0;
}
static void change(locklist_things &c)
{
	const uint32_t i = any(THINGS);

	for (const seen &s : loops)
		if (s.running)
			return;
	if (c.contains(things[i]))
		c.del(things[i]);
	else
		add(c, things[i]);
	in[i] = !in[i];
	since[i] = ++now;
}

/* Starts, goes on with and destroys loops, which T has. */
template <template <class> class T, class C> static void wait()
{
	C c;
	std::unique_ptr<T<C>> tasks[LOOPS];

	for (int round = 0; round < ROUNDS; round++) {
		const uint32_t k = any(LOOPS);

		if (!tasks[k] || !loops[k].running) {
			tasks[k].reset();
			tasks[k].reset(new T<C>(c, loops[k]));
		} else if (T<C>::ends_early && any(30) == 0) {
			tasks[k].reset();
			loops[k].running = false;
		}
		if (tasks[k])
			tasks[k]->run();
		change(c);
	}
	for (uint32_t k = 0; k < LOOPS; k++) {
		while (!T<C>::ends_early && tasks[k] && loops[k].running)
			tasks[k]->run();
		tasks[k].reset();
		loops[k].running = false;
	}
	CHECK(reports == 0);
	c.clear();
	for (int i = 0; i < THINGS; i++)
		in[i] = false;
}

template <template <class> class T> static void all()
{
	wait<T, walklist_things>();
	wait<T, locklist_things>();
	wait<T, dense_things>();
	wait<T, rwarray_things>();
}

#if defined(__cpp_impl_coroutine)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant" /* of what gcc makes of one */
#endif
template <class C> class coroutine {
	struct script {
		struct promise_type {
			script get_return_object()
			{
				return { std::coroutine_handle<promise_type>::from_promise(*this) };
			}
			std::suspend_always initial_suspend() noexcept { return {}; }
			std::suspend_always final_suspend() noexcept { return {}; }
			void return_void() {}
			void unhandled_exception() {}
		};
		std::coroutine_handle<promise_type> at;
	} script_;

	static script walk(C &c, seen &s)
	{
		s.begin();
		for (thing &t : c) {
			s.visit(t);
			co_await std::suspend_always();
		}
		s.end();
	}

public:
	static constexpr bool ends_early = true;
	coroutine(C &c, seen &s) : script_(walk(c, s)) {}
	~coroutine() { script_.at.destroy(); }
	void run() { script_.at.resume(); }
};
#endif

#if defined(__GLIBC__)
/* A stack of its own. Its loops run to their ends: nothing unwinds a stack. */
template <class C> class fibre {
	ucontext_t here_, there_;
	C &c_;
	seen &s_;
	std::unique_ptr<char[]> stack_;

	static fibre *starting;
	static void start()
	{
		fibre *self = starting;

		self->s_.begin();
		for (thing &t : self->c_) {
			self->s_.visit(t);
			swapcontext(&self->there_, &self->here_);
		}
		self->s_.end();
		setcontext(&self->here_);
	}

public:
	static constexpr bool ends_early = false;
	fibre(C &c, seen &s) : here_(), there_(), c_(c), s_(s), stack_(new char[65536])
	{
		getcontext(&there_);
		there_.uc_stack.ss_sp = stack_.get();
		there_.uc_stack.ss_size = 65536;
		there_.uc_link = nullptr;
		makecontext(&there_, start, 0);
	}
	void run()
	{
		starting = this;
		swapcontext(&here_, &there_);
	}
};
template <class C> fibre<C> *fibre<C>::starting;
#endif

int main()
{
	lish_set_report(count_reports);
#if defined(__cpp_impl_coroutine)
	all<coroutine>();
#endif
#if defined(__GLIBC__)
	all<fibre>();
#endif
	CHECK(reports == 0);
	return finish();
}
