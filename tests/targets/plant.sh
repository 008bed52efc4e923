#!/bin/sh
# SPDX-License-Identifier: MIT
#
# plant.sh TARGET FOLDER	- is what goes wrong on a target noticed?
#
# A copy of the tree in the folder gets four faults at once: a file that does not
# compile without a warning, a unit test that fails, a history with another
# answer, and a battle that goes another way. target.sh must name all four. Prints
# what was not noticed, and fails then. A target that is not here is not tried.
set -u

target=$1
folder=$2
: "${WARNINGS=$(MAKEFLAGS= make -s WERROR=1 print-warnings)}"
rm -rf "$folder"
mkdir -p "$folder"
cp -r Kbuild include lib samples tests "$folder/"

# plant FILE SED
plant() {
	sed "$2" "$1" >"$folder/$1"
	! cmp -s "$1" "$folder/$1" || {
		echo "$target: the fault is not in $1: it looks different now"
		exit 1
	}
}

plant tests/unit/mem_test.c '$a\
static const char *const planted_ = 5;'
plant tests/unit/bug_test.c 's/assert_int_equal(/assert_int_equal(1 + /'
plant tests/trace/data/pool_001.txt '0,/ -> /s/ -> .*/ -> 77/'
plant samples/storm.c 's/define LEADERS 16/define LEADERS 17/'

said=$(
	cd "$folder" && QUICK=1 ONLY='mem_test bug_test' OUT=made \
		WARNINGS="$WARNINGS" sh tests/targets/target.sh "$target"
)
status=$?
case $said in
*' skip: '*) exit 0 ;;
esac
missed=0
for what in 'does not compile, or with warnings' 'bug_test fails' \
	'histories' 'storm --objects 3000 --frames 400: hash'; do
	case $said in
	*"$target: $what"*) ;;
	*'compiled only'*) ;;
	*)
		echo "$target: not noticed: $what"
		missed=1
		;;
	esac
done
if [ $status = 0 ]; then
	echo "$target: the planted fault is no failure"
	missed=1
fi
[ $missed = 0 ] || echo "$said"
exit $missed
