/* SPDX-License-Identifier: MIT */
/*
 * A host that replaces its game: host OLD.so NEW.so. The memory of the game stays, the code goes
 * to another address. Both have "int game(void *memory, int reloaded)", which returns the line of
 * its first failure, or 0.
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
	void *memory = calloc(1, 1 << 16), *code[2];
	game_fn game[2];
	int i, failed;

	for (i = 0; i < 2; i++) {
		code[i] = argc == 3 ? dlopen(argv[i + 1], RTLD_NOW | RTLD_LOCAL) : NULL;
		if (!code[i]) {
			fprintf(stderr, "%s\n", dlerror());
			return 2;
		}
		game[i] = game_of(code[i]);
	}
	if (game[0] == game[1])
		return 3;
	failed = game[0](memory, 0);
	dlclose(code[0]);
	if (!failed)
		failed = game[1](memory, 1);
	if (failed)
		fprintf(stderr, "line %d\n", failed);
	dlclose(code[1]);
	free(memory);
	return failed != 0;
}
