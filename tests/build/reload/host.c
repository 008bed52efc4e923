/* SPDX-License-Identifier: MIT */
/*
 * A host that replaces its game: host OLD.so NEW.so [close]. The memory of the game stays. The new
 * code goes to another address; or the old code is closed first, and most systems put the new code
 * in its place. Both have "int game(void *memory, int reloaded)", which returns the line of its first
 * failure, or 0.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef int (*game_fn)(void *memory, int reloaded);

/* POSIX has functions in pointers to objects. */
static game_fn game_of(void *code)
{
	union {
		void *object;
		game_fn function;
	} game;

	game.object = dlsym(code, "game");
	return game.function;
}

int main(int argc, char **argv)
{
	void *memory = calloc(1, 1 << 16), *code, *old = NULL;
	int i, failed = argc < 3 ? 2 : 0;

	for (i = 0; i < 2 && !failed; i++) {
		if (old && argc > 3) {
			dlclose(old);
			old = NULL;
		}
		code = dlopen(argv[i + 1], RTLD_NOW | RTLD_LOCAL);
		if (!code) {
			fprintf(stderr, "%s\n", dlerror());
			return 2;
		}
		if (old)
			dlclose(old);
		failed = game_of(code)(memory, i);
		old = code;
	}
	if (failed)
		fprintf(stderr, "line %d\n", failed);
	if (old)
		dlclose(old);
	free(memory);
	return failed != 0;
}
