# SPDX-License-Identifier: MIT
#
# long.sh soak|fuzz - the large worlds, at random or as a fuzzer decides
#
#   N        soak: steps in each world at each check level
#   SEED     soak: where to begin; else the time, which is printed
#   SECONDS_ fuzz: for all of it
set -u
what=$1
dir=build/$what
mkdir -p "$dir"
sources=$(make -s print-objects | sed 's/\.o/.c/g')
status=0
cc=${CC:-gcc}
[ "$what" != fuzz ] || cc=clang

# library FLAGS...: the library built so, once
library() {
	objects=''
	for source in $sources; do
		object=$dir/$(echo "$source" | tr / _).o
		"$cc" -std=c99 -w "$@" -Iinclude -c "$source" -o "$object" ||
			exit
		objects="$objects $object"
	done
}

worlds() {
	grep -v '^#' tests/deep/states/large
}

soak() {
	while read -r source size; do
		"$cc" -std=c99 -w $flags -Iinclude $size \
			-DSTATES_AT_RANDOM -DLISH_CHECK=$level \
			"tests/deep/states/$source.c" $objects -o "$dir/world" ||
			exit
		"$dir/world" || {
			echo "FAILED: $source $size at level $level"
			status=1
		}
	done
}

fuzz() {
	n=$(worlds | wc -l)
	each=$((${SECONDS_:-60} / (n + 1)))
	[ "$each" -gt 0 ] || each=1
	library -O1 -g -fsanitize=fuzzer-no-link,address,undefined
	flags='-std=c99 -w -O1 -g -fsanitize=fuzzer,address,undefined -Iinclude'
	flags="$flags -DSTATES_AT_RANDOM -DSTATES_FUZZ -DLISH_CHECK=1"
	{
		worlds
		echo snapshot
	} >"$dir/worlds"
	while read -r source size; do
		name=$source$(echo "$size" | tr -d ' =')
		mkdir -p "$dir/corpus$name"
		clang $flags $size "tests/deep/states/$source.c" $objects \
			-o "$dir/$name" || exit
		"$dir/$name" -max_total_time="$each" -max_len=2000 \
			-artifact_prefix="$dir/" -print_final_stats=1 \
			"$dir/corpus$name" >"$dir/$name.log" 2>&1 || {
			echo "FAILED: $name: $dir/$name.log"
			status=1
		}
		sed -n "s/^stat::number_of_executed_units: */$name: runs /p" \
			"$dir/$name.log"
	done <"$dir/worlds"
}

case $what in
soak)
	flags='-O1 -g'
	if scripts/can-sanitize.sh "$cc"; then
		flags="$flags -fsanitize=address,undefined"
	fi
	for level in 0 1 2; do
		library $flags -DLISH_CHECK=$level
		worlds >"$dir/worlds"
		soak <"$dir/worlds"
	done
	;;
fuzz)
	echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n);
		int LLVMFuzzerTestOneInput(const char *d, unsigned long n)
		{ return 0 * (*d + n); }' >"$dir/try.c"
	if clang -w -fsanitize=fuzzer "$dir/try.c" -o "$dir/try" 2>/dev/null; then
		fuzz
	else
		echo 'skip: no clang with libFuzzer: nothing is fuzzed'
	fi
	;;
esac
exit $status
