# SPDX-License-Identifier: MIT
#
# Does a test fail without each check of the quick paths? Takes the checks of list out of a copy
# of the library, one after the other, and makes the mistakes and runs the unit tests of that
# container: one must fail. TEST=checks ONLY=dense tries one container.
. scripts/script-check.sh

cc=${COMPILERS%% *}
tree=$WORK/tree
ONLY=${ONLY-}
cases=$PWD/$WORK
case $WORK in /*) cases=$WORK ;; esac
seconds=30

# built CONTAINER: the programs of its mistakes and of its unit tests, but for the library
built() {
	[ ! -e "$WORK/$1.built" ] || return 0
	awk -v what=cases -f tests/refuse/misuse/misuse.awk "tests/refuse/misuse/$1.list" \
		>"$WORK/$1.cases"
	"$cc" -std=c11 -O0 -w -DLISH_CHECK=1 "-DLIST=\"$1.list\"" \
		"-DCASES=\"$cases/$1.cases\"" -Iinclude \
		-c "tests/refuse/misuse/$1.c" -o "$WORK/$1.misuse.o" || return 1
	for test in tests/unit/"$1"_test.c tests/unit/"$1"_*_test.c; do
		[ ! -e "$test" ] || "$cc" -std=c99 -O0 -w -DLISH_CHECK=1 -Iinclude -Itests/unit -c "$test" \
			-o "$WORK/$1.$(basename "$test" .c).o" || return 1
	done
	: >"$WORK/$1.built"
}

# linked CONTAINER OBJECTS...: each of its programs
linked() {
	container=$1
	shift
	for object in "$WORK/$container".*.o; do
		"$cc" "$object" "$@" "$LIBRARY" -lcmocka -lpthread -o "${object%.o}" || return 1
	done
}

# holds CONTAINER: do all its programs say that all is well?
holds() {
	for program in "$WORK/$1".*.o; do
		timeout $seconds "${program%.o}" >"$WORK/said" 2>&1 || return 1
		! grep -q '[1-9][0-9]* failed$' "$WORK/said" || return 1
	done
}

# quick CONTAINER: the test that compares quick paths with full ones, which has dense.c in itself
quick() {
	[ "$1" = dense ] || return 0
	"$cc" -std=c99 -O0 -w -DLISH_CHECK=1 -I"$tree/include" "$tree/tests/unit/quick_test.c" \
		"$LIBRARY" -lcmocka -o "$WORK/quick" && timeout $seconds "$WORK/quick" >"$WORK/said" 2>&1
}

# taken_out FILE FUNCTION CHECK INSTEAD: the file without it; fails if it is not there
taken_out() {
	FUNCTION=$2 CHECK=$3 INSTEAD=$4 awk '
		/^[^ \t\/#*]/ && (at = index($0, ENVIRON["FUNCTION"])) &&
		substr($0, at + length(ENVIRON["FUNCTION"]), 1) == "(" &&
		(at == 1 || substr($0, at - 1, 1) !~ /[a-z0-9_]/) { inside = !done }
		/^}/ { inside = 0 }
		inside && (at = index($0, ENVIRON["CHECK"])) {
			$0 = substr($0, 1, at - 1) ENVIRON["INSTEAD"] \
				substr($0, at + length(ENVIRON["CHECK"]))
			inside = 0
			done = 1
		}
		{ print }
		END { exit !done }' "$1"
}

mkdir -p "$tree/tests"
cp -r lib include "$tree"
cp -r tests/unit "$tree/tests"
[ -n "${LIBRARY-}" ] || flunk 'there is no library'
sed -e '/^#/d' -e 's/ *| */|/g' tests/deep/checks/list >"$WORK/rows"
while IFS='|' read -r container file function check instead; do
	[ -z "$ONLY" ] || [ "$ONLY" = "$container" ] || continue
	if [ ! -e "$WORK/$container.built" ]; then
		expect "the tests of $container compile" built "$container"
		expect "the tests of $container link" linked "$container"
		expect "$container as it is" holds "$container"
		expect "the quick paths of $container as they are" quick "$container"
	fi
	if ! taken_out "$file" "$function" "$check" "$instead" >"$tree/$file"; then
		flunk "$file: $function() has no check $check: correct tests/deep/checks/list"
	elif ! "$cc" -std=c99 -O0 -w -I"$tree/include" -c "$tree/lib/$container.c" \
		-o "$WORK/without.o" 2>"$WORK/output" ||
		! linked "$container" "$WORK/without.o" 2>"$WORK/output"; then
		flunk "$file: $function() does not compile without $check" "$WORK/output"
	elif holds "$container" && quick "$container"; then
		flunk "$container: no test fails without $check in $function()"
	else
		pass
	fi
	cp "$file" "$tree/$file"
done <"$WORK/rows"
finish
