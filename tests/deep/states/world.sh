# SPDX-License-Identifier: MIT
#
# One world, for run.sh, which has several tried at a time:
#   world.sh native|random|asan|valgrind CC LEVEL SOURCE FLAGS...
#   world.sh planted CC N          the Nth of the lines that are made wrong
# A line in $WORK/passed or $WORK/failed; figures and failures are printed.
set -u
how=$1
cc=$2
shift 2
base=$WORK/$(echo "$how-$cc-$*" | tr -c 'A-Za-z0-9\n' _)
output=$base.out

# done_with STATUS WHAT: all that is said is said at once
done_with() {
	if [ "$1" = 0 ]; then
		echo "$2" >>"$WORK/passed"
	else
		echo "$2" >>"$WORK/failed"
		printf '%s\n' "FAILED: $2" "$(sed 's/^/    /' "$output")"
	fi
	exit
}

# limited PROGRAM: a line that is wrong may make a loop without an end; 5 s of CPU
limited() {
	(
		ulimit -S -t 5
		"$1" >"$output" 2>&1
		exit $?
	) 2>/dev/null
}

if [ "$how" = planted ]; then
	line=$(grep -v '^#' tests/deep/states/planted | sed -n "$1p")
	what="planted: $line"
	file=${line%% ||| *} line=${line#* ||| }
	old=${line%% ||| *} line=${line#* ||| }
	new=${line%% ||| *}
	set -- ${line#* ||| }
	world=tests/deep/states/$1.c
	shift
	flags="-std=c99 -w -DLISH_CHECK=1 $*"
	mkdir "$base"
	cp -r include lib "$base/"
	sed -i "s|$old|$new|" "$base/$file"
	! cmp -s "$file" "$base/$file" 2>"$output" ||
		done_with 1 "$what: there is no such line any more"
	# Of a header all is made anew, of a file only its object.
	objects=''
	for source in $SOURCES; do
		object=$WORK/plain-$(echo "$source" | tr / _).o
		case $file in
		"$source" | *.h)
			object=$base/$(echo "$source" | tr / _).o
			"$cc" -std=c99 -w -I"$base/include" -c "$base/$source" \
				-o "$object" >"$output" 2>&1 ||
				done_with 1 "$what: $source does not compile"
			;;
		esac
		objects="$objects $object"
	done
	"$cc" $flags -Iinclude "$world" "$WORK"/plain-*.o -o "$base/right" \
		>"$output" 2>&1 &&
		"$cc" $flags -I"$base/include" "$world" $objects \
			-o "$base/wrong" >"$output" 2>&1 ||
		done_with 1 "$what: does not compile"
	limited "$base/right" || done_with 1 "$what: fails without it"
	limited "$base/wrong"
	status=$?
	# It says what failed, or does not come to its end.
	grep -q FAILED "$output" || [ $status -gt 128 ]
	done_with $? "$what: no state shows it"
fi

level=$1
source=$2
shift 2
what="$source $*, $how, $cc, level $level"
flags='-O2'
objects=$WORK/level-$level.a
case $how in
asan)
	flags='-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all'
	objects=$(echo "$WORK"/asan-*.o)
	;;
random)
	flags='-O0 -DSTATES_AT_RANDOM'
	export SEED=1 N=30000
	;;
valgrind) flags='-O2 -g1 -gdwarf-4 -DSTATES_WATCHED=1' ;;
esac
# WALKS may be 0.
"$cc" -std=c99 $WARNINGS -Wno-type-limits $flags -Iinclude "$@" \
	-DLISH_CHECK="$level" "tests/deep/states/$source.c" $objects -o "$base" \
	>"$output" 2>&1 || done_with 1 "$what: does not compile"
case $how in
valgrind) set -- valgrind -q --error-exitcode=9 "$base" ;;
*) set -- "$base" ;;
esac
"$@" >"$output" 2>&1
status=$?
[ $status != 0 ] || [ "$how" != native ] || cat "$output"
done_with $status "$what"
