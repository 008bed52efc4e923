// SPDX-License-Identifier: MIT
/*
 * ihash_keys.c - hashes of keys for ihash
 *
 * Bytes are read one by one: they may lie at any address, and each machine gets the same hash.
 */
#define LISH_LIB_
#include <linux-ish/ihash.h>

/* FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo. */
#define FNV_START_ 0x811c9dc5u
#define FNV_PRIME_ 0x01000193u

uint32_t ihash_bytes(const void *key, size_t size)
{
	const unsigned char *bytes = (const unsigned char *)key;
	uint32_t hash = FNV_START_;

	while (size--)
		hash = (hash ^ *bytes++) * FNV_PRIME_;
	return hash;
}

/* Firmware may have no strlen(). */
static size_t ihash_length_(const char *key)
{
	size_t n = 0;

	while (key[n])
		n++;
	return n;
}

uint32_t ihash_string(const char *key)
{
	return ihash_bytes(key, ihash_length_(key));
}

/*
 * HalfSipHash-1-3, of J.-P. Aumasson and D. J. Bernstein: one round for each word of the key,
 * three at the end, four words of state.
 */

static LISH_WRAPS_ uint32_t ihash_rotated_(uint32_t word, unsigned int bits)
{
	return word << bits | word >> (32 - bits);
}

static LISH_WRAPS_ void ihash_sip_round_(uint32_t *v)
{
	v[0] += v[1];
	v[1] = ihash_rotated_(v[1], 5) ^ v[0];
	v[0] = ihash_rotated_(v[0], 16);
	v[2] += v[3];
	v[3] = ihash_rotated_(v[3], 8) ^ v[2];
	v[0] += v[3];
	v[3] = ihash_rotated_(v[3], 7) ^ v[0];
	v[2] += v[1];
	v[1] = ihash_rotated_(v[1], 13) ^ v[2];
	v[2] = ihash_rotated_(v[2], 16);
}

static void ihash_sip_word_(uint32_t *v, uint32_t word)
{
	v[3] ^= word;
	ihash_sip_round_(v);
	v[0] ^= word;
}

uint32_t ihash_bytes_seeded(const struct ihash_seed *seed, const void *key, size_t size)
{
	const unsigned char *bytes = (const unsigned char *)key;
	uint32_t v[4] = { 0, 0, 0x6c796765u, 0x74656462u };
	uint32_t word = 0;
	size_t i;

	v[0] = seed->word[0];
	v[1] = seed->word[1];
	v[2] ^= seed->word[0];
	v[3] ^= seed->word[1];
	for (i = 0; i < size; i++) {
		word |= (uint32_t)bytes[i] << (i % 4 * 8);
		if (i % 4 == 3) {
			ihash_sip_word_(v, word);
			word = 0;
		}
	}
	/* The rest of the bytes, and the low byte of their number on top. */
	ihash_sip_word_(v, word | (uint32_t)size << 24);
	v[2] ^= 0xff;
	ihash_sip_round_(v);
	ihash_sip_round_(v);
	ihash_sip_round_(v);
	return v[1] ^ v[3];
}

uint32_t ihash_string_seeded(const struct ihash_seed *seed, const char *key)
{
	return ihash_bytes_seeded(seed, key, ihash_length_(key));
}

uint32_t ihash_u64_seeded(const struct ihash_seed *seed, uint64_t key)
{
	unsigned char bytes[8];
	unsigned int i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(key >> 8 * i);
	return ihash_bytes_seeded(seed, bytes, sizeof(bytes));
}
