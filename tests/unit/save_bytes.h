/* SPDX-License-Identifier: MIT */
/*
 * save_bytes.h - the format of a save, written down once more: to make ones that are whole,
 * but wrong
 */
#ifndef LINUX_ISH_SAVE_BYTES_H
#define LINUX_ISH_SAVE_BYTES_H

#include <stdint.h>
#include <string.h>

struct save_head {
	uint32_t magic, format;
	uint64_t bytes, sum;
	uint32_t pointer_size, order, index_bits, node, saved, version;
	uint32_t used, border, free, count, retired, next, numbers, floor, aged, reserved;
};

/* The same as places of words. */
enum {
	SAVE_MAGIC, SAVE_FORMAT, SAVE_BYTES, SAVE_SUM = 4, SAVE_POINTER = 6, SAVE_ORDER, SAVE_BITS,
	SAVE_NODE, SAVE_SAVED, SAVE_VERSION, SAVE_USED, SAVE_BORDER, SAVE_FREE, SAVE_COUNT,
	SAVE_RETIRED, SAVE_NEXT, SAVE_NUMBERS, SAVE_FLOOR, SAVE_AGED, SAVE_RESERVED,
	SAVE_BODY
};

static inline uint64_t save_step(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum << 31 | sum >> 33;
}

static inline uint64_t save_sum_of(uint64_t sum, const unsigned char *at, size_t size)
{
	uint64_t lanes[4], words[4];
	unsigned int i;

	lanes[0] = sum;
	lanes[1] = ~sum;
	lanes[2] = sum ^ 0x5555555555555555u;
	lanes[3] = ~lanes[2];
	for (;;) {
		memset(words, 0, sizeof(words));
		memcpy(words, at, size < 32 ? size : 32);
		for (i = 0; i < 4; i++)
			lanes[i] = save_step(lanes[i], words[i]);
		if (size < 32)
			break;
		at += 32;
		size -= 32;
	}
	return save_step(save_step(save_step(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

/* Bytes of the save, by its numbers. */
static inline uint64_t save_bytes_of(const void *save)
{
	struct save_head head;

	memcpy(&head, save, sizeof(head));
	return sizeof(head) + 4 * ((uint64_t)head.numbers + head.free) +
	       (uint64_t)head.count * head.saved;
}

/* Make size and sum right, if all of its bytes are there. */
static inline void save_seal(void *save, size_t room)
{
	unsigned char *at = (unsigned char *)save;
	const uint64_t bytes = save_bytes_of(save);
	uint64_t sum;

	if (bytes > room)
		return;
	memcpy(at + 4 * SAVE_BYTES, &bytes, sizeof(bytes));
	sum = save_sum_of(save_sum_of(0, at, 4 * SAVE_SUM), at + 4 * SAVE_POINTER,
			  (size_t)bytes - 4 * SAVE_POINTER);
	memcpy(at + 4 * SAVE_SUM, &sum, sizeof(sum));
}

#endif /* LINUX_ISH_SAVE_BYTES_H */
