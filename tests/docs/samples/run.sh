# SPDX-License-Identifier: MIT
#
# The storm: options, output, and that the same seed is the same battle with
# every compiler, optimisation and check level. The other samples: what they print.
. scripts/script-check.sh

small='--objects 3000 --frames 60'

hash_of() {
	sed -n 's/.*hash \([0-9a-f]*\)$/\1/p' "$1"
}

hash=''
for cc in $COMPILERS; do
	for how in '-O0 -DLISH_CHECK=2' '-O2 -DLISH_CHECK=0' -O2 -Os; do
		storm=$WORK/storm
		# The level is that of the library.
		case $how in
		*LISH_CHECK*) library=$SOURCES ;;
		*) library=$LIBRARY ;;
		esac
		expect "$cc $how builds the storm" \
			"$cc" -std=c99 $WARNINGS $how -Iinclude \
			samples/storm.c $library -o "$storm" || continue
		expect "the storm runs ($cc $how)" "$storm" $small
		new=$(hash_of "$WORK/output")
		if [ -z "$new" ]; then
			flunk 'the storm prints no hash' "$WORK/output"
		elif [ -n "$hash" ] && [ "$hash" != "$new" ]; then
			flunk "$cc $how: hash $new instead of $hash"
		else
			pass
		fi
		hash=$new
	done
done

storm=$WORK/storm
"$storm" $small --seed 2 >"$WORK/other"
if [ "$(hash_of "$WORK/other")" = "$hash" ]; then
	flunk 'another seed is the same battle'
else
	pass
fi
expect 'each container asks for no memory in frames' awk '
	/^container/ { table = 1; next }
	/^state/ { table = 0 }
	table { rows++; if ($NF != 0) exit 1 }
	END { exit rows < 3 }' "$WORK/other"
expect '--help' "$storm" --help
expect 'the picture is written' "$storm" $small --svg "$WORK/storm.svg"
expect 'the picture is whole' sh -c \
	"head -c 4 '$WORK/storm.svg' | grep -q '<svg' &&
	tail -n 1 '$WORK/storm.svg' | grep -q '</svg>'"

# Nonsense: exit code 2 and a line that names it.
for bad in '--objects 0' '--objects 10000001' '--objects -1' '--objects 1x' \
	'--objects' '--frames 0' '--frames 99999999999999999999' '--seed x' \
	'--svg' '--nonsense' 'file'; do
	"$storm" $bad >"$WORK/output" 2>&1
	status=$?
	if [ $status = 2 ] && grep -qF -- "${bad%% *}" "$WORK/output"; then
		pass
	else
		flunk "storm $bad: status $status" "$WORK/output"
	fi
done
"$storm" $small --svg /nonexistent/x.svg >"$WORK/output" 2>&1
expect 'a picture that cannot be written is status 1' test $? = 1
(ulimit -v 400000 && "$storm" --objects 10000000) >"$WORK/output" 2>&1
expect 'too many objects for the memory there is: status 1' test $? = 1

# prints NAME TEXT: the sample prints that line, with each compiler, each time
prints() {
	for cc in $COMPILERS; do
		for how in '-O0 -DLISH_CHECK=2' '-O2'; do
			expect "$cc $how builds samples/$1.c" \
				"$cc" -std=c99 $WARNINGS $how -Iinclude \
				"samples/$1.c" "$LIBRARY" -lpthread \
				-o "$WORK/$1" || continue
			expect "samples/$1.c runs ($cc $how)" "$WORK/$1"
			expect "samples/$1.c prints: $2" \
				test "$("$WORK/$1")" = "$2"
		done
	done
}

# shows NAME [OTHER.c]: what the sample prints is in tests/docs/samples/NAME.out, after the
# line with its licence
shows() {
	sample=$1
	other=${2-}
	for cc in $COMPILERS; do
		for how in '-O0 -DLISH_CHECK=2' '-O2 -DLISH_CHECK=0' '-O2'; do
			expect "$cc $how builds samples/$sample.c" \
				"$cc" -std=c99 $WARNINGS $how -Iinclude \
				"samples/$sample.c" ${other:+"samples/$other"} \
				"$LIBRARY" -o "$WORK/$sample" || continue
			"$WORK/$sample" >"$WORK/printed" 2>&1 ||
				flunk "samples/$sample.c fails" "$WORK/printed"
			expect "samples/$sample.c prints what it should ($cc $how)" \
				sh -c "sed 1d 'tests/docs/samples/$sample.out' |
					diff - '$WORK/printed'"
		done
	done
}

for sample in signals server chat timers lru particles entity shapes savegame sphere \
	sessions netcode desync; do
	shows $sample
done
shows game game-world.c
# Coroutines, where C++20 has them.
knows_coroutines() {
	printf '#include <coroutine>\nint has[__cpp_impl_coroutine > 0];\n' >"$WORK/coroutine.cc"
	"$1" -std=c++20 -fsyntax-only "$WORK/coroutine.cc" 2>/dev/null
}
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	knows_coroutines "$cxx" || {
		echo "skip: samples/coroutine.cpp: $cxx has no coroutines"
		continue
	}
	for how in '-O0 -DLISH_CHECK=2' -O2; do
		expect "$cxx $how builds samples/coroutine.cpp" "$cxx" -std=c++20 -Wall -Wextra $how \
			-Iinclude samples/coroutine.cpp "$LIBRARY" -o "$WORK/coroutine" || continue
		"$WORK/coroutine" >"$WORK/printed" 2>&1 ||
			flunk 'samples/coroutine.cpp fails' "$WORK/printed"
		expect "samples/coroutine.cpp prints what it should ($cxx $how)" sh -c \
			"sed 1d tests/docs/samples/coroutine.out | diff - '$WORK/printed'"
	done
done
# The game in C++, in each standard.
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	for how in '-std=c++11 -O0 -DLISH_CHECK=2' '-std=c++14 -O2 -DLISH_CHECK=0' \
		'-std=c++17 -O2' '-std=c++20 -O1'; do
		expect "$cxx $how builds samples/game.cpp" "$cxx" $CXX_USER_WARNINGS $how \
			-Iinclude samples/game.cpp "$LIBRARY" -o "$WORK/game-cpp" || continue
		"$WORK/game-cpp" >"$WORK/printed" 2>&1 ||
			flunk 'samples/game.cpp fails' "$WORK/printed"
		expect "samples/game.cpp prints what it should ($cxx $how)" sh -c \
			"sed 1d tests/docs/samples/game-cpp.out | diff - '$WORK/printed'"
	done
done

expect 'the sphere is drawn' "$WORK/sphere" --svg "$WORK/sphere.svg" ++
expect 'the picture of it is whole' sh -c "
	[ \$(grep -c '<circle' '$WORK/sphere.svg') = 100 ] &&
	tail -n 1 '$WORK/sphere.svg' | grep -q '</svg>'"
expect 'no sample is without a test' sh -c '
	for file in samples/*.c samples/*.cpp; do
		name=$(basename "$file" .c)
		grep -qwe "$name" tests/docs/samples/run.sh || { echo "$file"; exit 1; }
	done'

# sample FILE: builds it by the line in its first comment, and the page lists it
for file in samples/*.c samples/*.cpp; do
	name=${file##*/}
	expect "samples.rst lists $name" grep -q "^\`\`$name\`\`" Documentation/samples.rst
	[ "$name" = game-world.c ] && continue
	line=$(sed -n "1,/\*\//s|^ \*	\(c[c+]* .*samples/$name .*\)|\1|p" "$file")
	expect "$file says its build line" test -n "$line"
	case $line in *c++20*) knows_coroutines c++ || continue ;; esac
	expect "$file builds by that line" sh -c "$(echo "$line" |
		sed "s|build/liblinux-ish.a|'$LIBRARY'|") -o '$WORK/by-line'"
done

# The battle of jobs ends the same however many threads there are, and whoever built
# it.
first=''
for cc in $COMPILERS; do
	for how in '-O0 -DLISH_CHECK=2' '-O2 -DLISH_CHECK=0' '-O2'; do
		expect "$cc $how builds samples/jobs.c" \
			"$cc" -std=c99 $WARNINGS $how -Iinclude samples/jobs.c \
			"$LIBRARY" -lpthread -o "$WORK/jobs" || continue
		expect "samples/jobs.c runs ($cc $how)" "$WORK/jobs" 2000 30
		new=$(sed -n 's/.*hash //p' "$WORK/output")
		if [ "$(echo "$new" | wc -w)" != 3 ]; then
			flunk 'jobs prints no hashes' "$WORK/output"
		elif [ "$(echo "$new" | sort -u | wc -l)" != 1 ] ||
			[ "${first:-$new}" != "$new" ]; then
			flunk "jobs with $cc $how: another battle" "$WORK/output"
		else
			pass
		fi
		first=$new
	done
done

prints spawn '3000 spawned: 1000 1000 1000, 0 out of order'
prints homing 'sum 18003000, 0 are out, never more than 64: yes'
prints interrupt 'all came, 0 out of order, 4 of 4 buffers are home'
prints rollback \
	'2000 frames, 334 times 7 frames back: hash 9d8095ab, in time 9d8095ab'
prints snapshot 'saved: 69 ships, 4 burn, 59 crates, hash 5a36f0e1
loaded: 69 ships, 4 burn, 59 crates, hash 5a36f0e1
played on: 75 ships, 4 burn, 55 crates, hash 2e38f42e
the first one plays on: 75 ships, 4 burn, 55 crates, hash 2e38f42e'

# Planted: random numbers that lie outside of the block do not go back with it.
sed -e 's/w->random/outside/g' -e 's/^#define FRAMES/static uint32_t outside;\n&/' \
	samples/rollback.c >"$WORK/outside.c"
for cc in $COMPILERS; do
	expect "rollback.c with a state outside builds ($cc)" \
		"$cc" -std=c99 -Iinclude "$WORK/outside.c" "$LIBRARY" \
		-o "$WORK/outside" || continue
	"$WORK/outside" >"$WORK/output" 2>&1
	expect "rollback.c with a state outside notices ($cc)" test $? = 1
done

# The block as ASan sees it: freed objects are poisoned, and copied all the same.
echo 'int main(void) { return 0; }' >"$WORK/empty.c"
for cc in $COMPILERS; do
	if ! "$cc" -fsanitize=address "$WORK/empty.c" -o "$WORK/empty" \
		2>/dev/null || ! "$WORK/empty" 2>/dev/null; then
		echo "skip: rollback.c and snapshot.c under ASan: $cc has none"
		continue
	fi
	expect "rollback.c builds with ASan ($cc)" \
		"$cc" -std=gnu99 -O1 -g -fsanitize=address -Iinclude \
		samples/rollback.c "$LIBRARY" -o "$WORK/rollback-asan" ||
		continue
	expect "rollback.c runs under ASan ($cc)" "$WORK/rollback-asan"
	expect "snapshot.c builds with ASan ($cc)" \
		"$cc" -std=gnu99 -O1 -g -fsanitize=address -Iinclude \
		samples/snapshot.c "$LIBRARY" -o "$WORK/snapshot-asan" &&
		expect "snapshot.c runs under ASan ($cc)" "$WORK/snapshot-asan"
done
finish
