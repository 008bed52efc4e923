/* SPDX-License-Identifier: MIT */
/*
 * Two decisions. One condition of them, and no other, is never shown to decide: it is in
 * scripts/mcdc/gaps, so that it is an error if nothing is told of it.
 */
static int shown(int a, int b)
{
	return a && b;
}

static int not_shown(int a, int b)
{
	return a || b;
}

int main(void)
{
	int sum = shown(0, 1) + shown(1, 0) + shown(1, 1);

	return sum + not_shown(0, 0) + not_shown(1, 0) != 2;
}
