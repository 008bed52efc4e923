/* SPDX-License-Identifier: MIT */
/*
 * coroutine.cpp - loops that wait: co_await in a range-for
 *
 * Two scripts walk along the same list of guards, one guard a frame. Between two frames
 * anything may happen to the list. The loops stay valid, and end in any order.
 *
 *	c++ -std=c++20 -Iinclude samples/coroutine.cpp build/liblinux-ish.a
 */
#include <coroutine>
#include <cstdio>
#include <exception>

#include <linux-ish/walklist.hpp>

struct guard {
	explicit guard(const char *called) : name(called) {}
	const char *name;
	walklist_node link{};
};

typedef lish::walklist<guard, &guard::link> guards;

/* A coroutine that runs until its next co_await. */
struct script {
	struct promise_type {
		script get_return_object() { return { handle::from_promise(*this) }; }
		std::suspend_always initial_suspend() noexcept { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() { std::terminate(); }
	};
	typedef std::coroutine_handle<promise_type> handle;
	handle at;

	void run() const
	{
		if (!at.done())
			at.resume();
	}
};

static const std::suspend_always next_frame{};

static script wake(guards &all)
{
	for (guard &g : all) {
		std::printf(" %s wakes.", g.name);
		co_await next_frame;
	}
	std::printf(" All are awake.");
}

static script greet(guards &all)
{
	for (guard &g : all) {
		std::printf(" %s is greeted.", g.name);
		co_await next_frame;
	}
}

int main()
{
	guard ann("Ann"), bob("Bob"), cid("Cid"), dan("Dan"), eve("Eve");
	guards all;

	for (guard *g : { &ann, &bob, &cid, &dan })
		all.add_tail(*g);
	const script first = wake(all), second = greet(all);

	for (int frame = 1; frame <= 5; frame++) {
		std::printf("frame %d:", frame);
		first.run();
		if (frame < 3)
			second.run();
		std::puts("");
		if (frame == 1)
			all.del(bob); /* who would be next in both */
		if (frame == 2)
			all.add_tail(eve);
		if (frame == 3)
			second.at.destroy(); /* in its loop */
	}
	first.at.destroy();
	return 0;
}
