# SPDX-License-Identifier: MIT
#
# Every state: each world of tests/deep/states/worlds at each check level, natively and,
# the quick ones, under ASan, UBSan and Valgrind. FULL=1: the full ones too. And those of
# tests/deep/states/large at random: with SHORT=1 these alone. JOBS=n: so many at a time.
#
# Then the same worlds on a library that is wrong: tests/deep/states/planted says where,
# and a world must notice.
. scripts/script-check.sh

# library NAME FLAGS...: objects of the library, built so
library() {
	name=$1
	shift
	for file in $SOURCES; do
		"$cc" -std=c99 -Iinclude "$@" -c "$file" \
			-o "$WORK/$name-$(echo "$file" | tr / _).o" ||
			flunk "$file does not compile"
	done
}

worlds() {
	sed -n "s/^$1 *//p" tests/deep/states/worlds
}

# try_all: the worlds that $WORK/list names
try_all() {
	: >"$WORK/passed"
	: >"$WORK/failed"
	export WORK WARNINGS SOURCES
	xargs -P "${JOBS:-1}" -L 1 sh tests/deep/states/world.sh <"$WORK/list"
	passed=$((passed + $(wc -l <"$WORK/passed")))
	failed=$((failed + $(wc -l <"$WORK/failed")))
	[ $((passed + failed)) -ge "$(wc -l <"$WORK/list")" ] ||
		flunk 'not all worlds came to an end'
	finish
}

ln -sf "$PWD/$LIBRARY" "$WORK/level-1.a"
# make check has tried these.
case "${AFTER-}" in
*check*) ;;
*) grep -v '^#' tests/deep/states/large | sed "s/^/random ${COMPILERS%% *} 1 /" ;;
esac >"$WORK/list"
if [ -n "$SHORT" ]; then
	try_all
	exit
fi

# What takes longest comes first.
[ -z "${FULL-}" ] || for cc in $COMPILERS; do
	worlds full | sed "s/^/native $cc 1 /"
done >>"$WORK/list"
levels='2 1 0'
for cc in $COMPILERS; do
	for level in $levels; do
		worlds quick | sed "s/^/native $cc $level /"
	done
	# What differs by level was seen by then.
	levels=1
done >>"$WORK/list"

cc=${COMPILERS%% *}
# A library for each level.
for level in 0 2; do
	library_of "$cc" $level
	ln -sf "$(basename "$library")" "$WORK/level-$level.a"
done
if command -v valgrind >/dev/null 2>&1; then
	worlds quick | grep -e '^inbox' -e '^pools.*FIRST' |
		sed "s/^/valgrind $cc 1 /"
else
	echo 'skip: no valgrind: worlds are not tried under it' >&2
fi >>"$WORK/list"
if scripts/can-sanitize.sh "$cc"; then
	library asan -O1 -g1 -fsanitize=address,undefined \
		-fno-sanitize-recover=all
	few='^inbox|^pools.*FIRST|^pools.*POOL=1.*GROW'
	worlds quick | grep -E "${FULL:+.|}$few" | sed "s/^/asan $cc 1 /"
else
	echo 'skip: no sanitizers: worlds are not tried under them' >&2
fi >>"$WORK/list"
library plain
grep -v '^#' tests/deep/states/planted | sed "=;d" | sed "s/^/planted $cc /" \
	>>"$WORK/list"

try_all
