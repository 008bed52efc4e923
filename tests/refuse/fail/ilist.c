/* SPDX-License-Identifier: MIT */
#include <linux-ish/ilist.h>

struct bullet {
	int ttl;
	struct ilist_node link;
	struct ilist children;
};

/* mistake add_swapped: list and node are swapped */
void add(struct ilist *list, struct ilist_node *node)
{
	WRONG(ilist_add(node, list), ilist_add(list, node));
}

/* mistake list_as_element: the list itself is taken for an element */
struct bullet *owner(struct bullet *b)
{
	return container_of(WRONG(&b->children, &b->link), struct bullet, link);
}

/* mistake node_as_list: an element is no list */
void adopt(struct bullet *parent, struct bullet *child)
{
	ilist_splice(WRONG(&parent->link, &parent->children), &child->children);
}

/* mistake const_object: container_of gives a const object, which is written to */
void age(struct ilist_node *node)
{
	container_of(node, WRONG(const struct bullet, struct bullet), link)->ttl--;
}
