/* SPDX-License-Identifier: MIT */
/* reported: or its memory was never zeroed */
#include <stdlib.h>
#include <string.h>
#include <linux-ish/rwarray.h>

struct bullet {
	int ttl;
	struct rwarray_idx idx;
};

RWARRAY_DEFINE_STATIC(bullets, 8);

int main(void)
{
	struct bullet *b = (struct bullet *)malloc(sizeof(*b));

	if (!b)
		return 1;
	/* What malloc() may leave in it. */
	memset(b, 0xa5, sizeof(*b));
	return rwarray_add_tail(&bullets, &b->idx) != 0;
}
