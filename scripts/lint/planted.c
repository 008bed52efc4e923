/* SPDX-License-Identifier: MIT */
/*
 * With faults, one at least that each linter knows: where it finds nothing here, it
 * has not looked.
 */
#include <stdlib.h>

int planted_after_free(void);
int planted_after_free(void)
{
	int *number = malloc(sizeof(*number));

	if (!number)
		return 0;
	*number = 1;
	free(number);
	number[0] += number[1];
	return *number;
}

int *planted_null(void);
int *planted_null(void)
{
	return 0;
}

/**
 * planted_without() - a function with a parameter of which nothing is said
 *
 * Return: nothing.
 */
int planted_without(int parameter);

int planted_style(int a);
int planted_style(int a){
	if(a == 1) { return 2; }
	return 0;
}
