# SPDX-License-Identifier: MIT
#
# Hot reload: the code of a game is replaced while its containers live on in memory of the
# host. The library is in the game, and is loaded anew with it, or in the host, and stays. Only
# the first tells that an address was not given again.
. scripts/script-check.sh

# loads COMPILER-OF-GAME FILE WAY: the game twice, at two addresses
loads() {
	for copy in old new; do
		cp "$WORK/game.so" "$WORK/$copy.so"
	done
	expect "$2 is reloaded, the library in the $3 ($1)" \
		"$WORK/host-$3" "$WORK/old.so" "$WORK/new.so"
	expect "$2 is reloaded in its place, the library in the $3 ($1)" \
		"$WORK/host-$3" "$WORK/old.so" "$WORK/new.so" close
}

echo 'int main(void) { return 0; }' >"$WORK/empty.c"
for cc in $COMPILERS; do
	"$cc" -shared -fPIC "$WORK/empty.c" -ldl -o "$WORK/empty.so" 2>/dev/null || {
		echo "skip: $cc makes no shared objects"
		continue
	}
	flags='-O1 -fPIC -Iinclude'
	expect "the library, position-independent ($cc)" sh -c "
		for file in $(echo $SOURCES); do
			'$cc' -std=c99 $flags -c \$file -o '$WORK/'\$(echo \$file | tr / -).o || exit 1
		done"
	expect "the host ($cc)" "$cc" -std=c99 $WARNINGS -O1 tests/build/reload/host.c -ldl \
		-o "$WORK/host-game"
	expect "the host with the library ($cc)" "$cc" -std=c99 $WARNINGS -O1 -rdynamic \
		tests/build/reload/host.c -Wl,--whole-archive "$WORK"/lib-*.o \
		-Wl,--no-whole-archive -ldl -o "$WORK/host-host"
	for file in game.c game.cc; do
		compiler=$cc
		standard=-std=c11
		if [ $file = game.cc ]; then
			compiler=$(cxx_of "$cc")
			standard=-std=c++11
		fi
		[ -n "$compiler" ] || continue
		expect "$file, with the library ($compiler)" "$compiler" $standard $flags -shared \
			-fvisibility=hidden -DNOTICED -Dgame='__attribute__((visibility("default"))) game' \
			"tests/build/reload/$file" "$WORK"/lib-*.o -Wl,-Bsymbolic -o "$WORK/game.so" &&
			loads "$compiler" $file game
		expect "$file, without it ($compiler)" "$compiler" $standard $flags -shared \
			"tests/build/reload/$file" -o "$WORK/game.so" &&
			loads "$compiler" $file host
	done
done
finish
