/* SPDX-License-Identifier: MIT */
/*
 * inbox in C++: objects of a class that other threads push, drains left in every
 * way.
 */
#include <stdexcept>

#include <linux-ish/inbox.h>
#include "check.h"

class request {
public:
	explicit request(int what) : number(what), sent()
	{
	}
	int number;
	inbox_node sent;
};

static INBOX_DEFINE(box);
INBOX_DEFINE(external_box);

class server {
public:
	server() : own()
	{
		inbox_init(&own);
	}
	inbox own;
};

static int first_number(inbox *from)
{
	inbox_drain_entry(r, from, const request, sent)
		return r->number;
	return -1;
}

static void until_throw(inbox *from)
{
	try {
		inbox_drain_entry(r, from, request, sent) {
			if (r->number == 2)
				throw std::runtime_error("enough");
		}
	} catch (const std::runtime_error &) {
	}
}

int main()
{
	request a(1), b(2), c(3), d(4);
	server s;
	inbox local = INBOX_INIT;
	inbox_chain burst = {};
	int sum = 0;

	CHECK(inbox_push(&box, &a.sent) == 1);
	CHECK(inbox_push(&box, &b.sent) == 0);
	CHECK(inbox_push(&box, &b.sent) == -EEXIST);
	CHECK(inbox_push(&box, &c.sent) == 0);
	CHECK(inbox_push(&box, &d.sent) == 0);
	until_throw(&box);
	CHECK(first_number(&box) == 3);
	CHECK(inbox_pop_entry(&box, request, sent) == &d);
	CHECK(inbox_pop_entry(&box, request, sent) == nullptr);
	CHECK(first_number(&box) == -1);
	CHECK(inbox_empty(&box));
	lish_sure(inbox_push(&s.own, &a.sent));
	lish_sure(inbox_push(&s.own, &b.sent));
	inbox_drain_entry(r, &s.own, request, sent) {
		sum += r->number;
		lish_sure(inbox_push(&local, &r->sent));
	}
	CHECK(sum == 3);
	CHECK(inbox_pop_entry(&local, request, sent) == &a);
	CHECK(inbox_check(&local, nullptr) == LISH_OK);
	inbox_clear(&local);
	CHECK(b.sent.next == 0);
	CHECK(inbox_push_chain(&local, &burst) == 0);
	CHECK(inbox_chain_add_tail(&burst, &c.sent) == 0);
	CHECK(inbox_chain_add_tail(&burst, &a.sent) == 0);
	CHECK(inbox_chain_add_tail(&burst, &a.sent) == -EEXIST);
	CHECK(inbox_push_chain(&local, &burst) == 1);
	CHECK(inbox_pop_entry(&local, request, sent) == &c);
	CHECK(inbox_pop_entry(&local, request, sent) == &a);
	CHECK(inbox_empty(&external_box));
	return finish();
}
