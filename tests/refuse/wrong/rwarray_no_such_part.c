/* SPDX-License-Identifier: MIT */
/* reported: the span or the setting does not exist */
#include <linux-ish/rwarray.h>

RWARRAY_DEFINE_STATIC(array, 4);

int main(void)
{
	return (int)rwarray_span(&array, 4, 4).count;
}
