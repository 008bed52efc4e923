/* SPDX-License-Identifier: MIT */
/*
 * What clang's "-mllvm -wasm-enable-sjlj" calls for setjmp() and longjmp()
 *
 * A call of setjmp() gets a number, which it leaves in its jmp_buf. The function
 * that called keeps a table of its calls: number and label, ended by number 0.
 * longjmp() throws; each function with such a table catches, and asks whether the
 * number is one of its own.
 */
#include <stdint.h>
#include <stdlib.h>

#include "setjmp.h"

struct entry {
	unsigned long number;
	uint32_t label;
};

/* What is thrown; clang reads both members. */
static struct {
	void *env;
	int value;
} thrown;

static uint32_t second_result;

void setTempRet0(uint32_t value);
uint32_t getTempRet0(void);
struct entry *saveSetjmp(unsigned long *env, uint32_t label, struct entry *table,
			 uint32_t size);
uint32_t testSetjmp(unsigned long number, const struct entry *table,
		    uint32_t size);
_Noreturn void __wasm_longjmp(void *env, int value);

void setTempRet0(uint32_t value)
{
	second_result = value;
}

uint32_t getTempRet0(void)
{
	return second_result;
}

/* Returns the table, which may have grown, and its size besides. */
struct entry *saveSetjmp(unsigned long *env, uint32_t label, struct entry *table,
			 uint32_t size)
{
	static unsigned long last;
	uint32_t i;

	for (i = 0; i < size && table[i].number; i++)
		;
	if (i + 1 >= size) {
		size *= 2;
		table = realloc(table, (size + 1) * sizeof(*table));
		if (!table)
			abort();
	}
	*env = ++last;
	table[i].number = last;
	table[i].label = label;
	table[i + 1].number = 0;
	second_result = size;
	return table;
}

/* The label of that call, or 0: it was none of this function's. */
uint32_t testSetjmp(unsigned long number, const struct entry *table,
		    uint32_t size)
{
	uint32_t i;

	for (i = 0; i < size && table[i].number; i++)
		if (table[i].number == number)
			return table[i].label;
	return 0;
}

_Noreturn void __wasm_longjmp(void *env, int value)
{
	thrown.env = env;
	thrown.value = value ? value : 1;
	__builtin_wasm_throw(1, &thrown);
}
