// SPDX-License-Identifier: MIT
/*
 * Short passes over Boost.Intrusive's list, where it is installed.
 */
#include "short.h"

extern "C" {
extern const struct short_contestant SHORT_TABLE(short_boost, LAYOUT)[];
}

#if __has_include(<boost/intrusive/list.hpp>)
#include <boost/intrusive/list.hpp>

namespace
{
namespace bi = boost::intrusive;
typedef bi::list_member_hook<bi::link_mode<bi::normal_link> > hook;

struct object {
	uint64_t value;
	hook node;
	unsigned char rest[40];
};

typedef bi::list<object, bi::member_hook<object, hook, &object::node>,
		 bi::constant_time_size<false> >
	list;

void *make(uint32_t members)
{
	list *lists = new list[SHORT_CONTAINERS];
	object *objects = new object[SHORT_CONTAINERS * members + 1];

	for (uint32_t i = 0; i < SHORT_CONTAINERS; i++)
		for (uint32_t m = 0; m < members; m++) {
			objects->value = 1;
			lists[i].push_back(*objects++);
		}
	return lists;
}

uint64_t pass(void *containers)
{
	list *lists = static_cast<list *>(containers);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < SHORT_CONTAINERS; i++)
		for (object &o : lists[i])
			sum += o.value;
	return sum;
}
} // namespace

const struct short_contestant SHORT_TABLE(short_boost, LAYOUT)[] = {
	{ "Boost list", make, pass },
	{ nullptr, nullptr, nullptr },
};
#else
const struct short_contestant SHORT_TABLE(short_boost, LAYOUT)[] = {
	{ nullptr, nullptr, nullptr },
};
#endif
