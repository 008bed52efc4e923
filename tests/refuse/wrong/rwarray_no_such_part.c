/* SPDX-License-Identifier: MIT */
/* reported: the first and the last element are no range */
#include <linux-ish/rwarray.h>

RWARRAY_DEFINE_STATIC(array, 4);

int main(void)
{
	return (int)rwarray_span(&array, 4, 4).count;
}
