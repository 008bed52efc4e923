/* SPDX-License-Identifier: MIT */
/*
 * With faults that each linter knows: where it does not find these, it has not looked,
 * or an exception hides more than it should.
 *
 * gcc_analyzer: -Wanalyzer-use-after-free
 * gcc_analyzer: leak of ‘planted_number’ [CWE-401] [-Wanalyzer-malloc-leak]
 * cppcheck: deallocuse
 * cppcheck: memleak
 * sparse: Using plain integer as NULL pointer
 * clang_tidy: Use of memory after it is freed
 * clang_tidy: Potential leak of memory pointed to by 'planted_number'
 * scan_build: Use of memory after it is freed
 * scan_build: Potential leak of memory pointed to by 'planted_number'
 * kernel_doc: member 'parameter' not described in 'planted_without'
 * checkpatch: OPEN_BRACE
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

int planted_leak(void);
int planted_leak(void)
{
	int *planted_number = malloc(sizeof(*planted_number));

	if (!planted_number)
		return 0;
	*planted_number = 1;
	return *planted_number;
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
