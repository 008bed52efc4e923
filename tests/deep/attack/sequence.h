/* SPDX-License-Identifier: MIT */
/*
 * sequence.h - random sequences of calls: a failure names its sequence, which can be tried again
 */
#ifndef ATTACK_SEQUENCE_H
#define ATTACK_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state, sequence;

static void must(bool so, const char *what)
{
	if (!so) {
		printf("sequence %llu: %s\n", (unsigned long long)sequence, what);
		exit(1);
	}
}

static uint32_t pick(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state * 2685821657736338717u >> 33) % n;
}

#endif /* ATTACK_SEQUENCE_H */
