/* SPDX-License-Identifier: MIT */
/* What the mistakes of mistakes.list use. */
#include <linux-ish/dense.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

struct ball {
	int ttl;
	struct walklist_node link;
	struct slotpool_idx slot;
	struct dense_idx part;
	struct walklist_node links[2];
	unsigned flag : 3;
};
struct other {
	int ttl;
	struct walklist_node link;
};
struct __attribute__((__packed__)) tight {
	char c;
	struct walklist_node link;
};
struct later;
extern struct walklist balls;
extern struct slotpool pool;
extern struct dense parts;
extern struct ball b;
extern const struct walklist frozen;
void use(struct ball *p);
