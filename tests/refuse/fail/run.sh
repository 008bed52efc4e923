# SPDX-License-Identifier: MIT
#
# Mistakes that must not compile. Each program has the mistake under #ifdef
# WRONG and the right form in the #else: it must compile without, and must not
# with WRONG. -Werror=incompatible-pointer-types is the default of gcc 14 and
# clang 22; C++ is always that strict.
#
# The files in each/ are made into one program for each container X: @X@ is its
# name, @XX@ in capitals, @N@ its node, @CALL@ a call that takes the container and
# a node, @OTHER@ another container, @DEFINE@ what a pool's DEFINE wants to know of
# the type, @SELF@ what its INIT wants to know of itself. What has @POOL@ in it is
# made once for each other pool; @POOLS@ is that in capitals. A line "needs: NAME"
# leaves out the containers that have no NAME, "flags: FLAGS" adds to the command,
# "plain": it must not compile without that flag either.
# What only one container has is a file here, X_MISTAKE.c; its name is free to choose,
# but what has "wrong_member" in it must be one error and not a page of them.
. scripts/script-check.sh

sh tests/uses.sh --containers >"$WORK/containers"
pools=$(awk '$3 ~ /_free$/ { print $1 }' "$WORK/containers")
while read -r X node call; do
	other=ilist
	[ "$X" != ilist ] || other=walklist
	XX=$(echo "$X" | tr a-z A-Z)
	define=''
	self=''
	case $call in
	*_free) define=', struct bullet, node' ;;
	esac
	[ "$X" != listpool ] || self='bullets, '
	for template in tests/refuse/fail/each/*.c; do
		pool=''
		! grep -q @POOL@ "$template" || pool=$(echo "$pools" | grep -vx "$X")
		for pool in ${pool:-none}; do
			POOL=$(echo "$pool" | tr a-z A-Z)
			file=$WORK/$(basename "$template" .c)_$X
			[ "$pool" = none ] || file=${file}_$pool
			file=$file.c
			sed -e "s/@X@/$X/g" -e "s/@XX@/$XX/g" -e "s/@N@/$node/g" \
				-e "s/@CALL@/$call/g" -e "s/@OTHER@/$other/g" \
				-e "s/@POOL@/$pool/g" -e "s/@POOLS@/$POOL/g" \
				-e "s/@DEFINE@/$define/g" -e "s/@SELF@/$self/g" \
				"$template" >"$file"
			need=$(sed -n 's|^/\* needs: \(.*\) \*/$|\1|p' "$file")
			[ -z "$need" ] ||
				grep -q "^[^ *].*\\b$need(" \
					"include/linux-ish/$X.h" ||
				rm "$file"
		done
	done
done <"$WORK/containers"
files="$(ls tests/refuse/fail/*.c) $(ls "$WORK"/*.c)"

# mistake COMMAND...: the file must not compile with the mistake, and a member
# that is no node must be one error
mistake() {
	# Some warnings, which flags make errors, come only with code.
	how=-fsyntax-only
	[ -z "$flags" ] || how="-c -o $WORK/wrong.o"
	if "$@" -Iinclude $how $flags -DWRONG "$file" \
		>"$WORK/output" 2>&1; then
		flunk "$1 compiles $file with the mistake in it"
		return
	fi
	pass
	case $file in
	*wrong_member*)
		errors=$(grep -c 'error:' "$WORK/output")
		expect "$file is one error, not $errors ($*)" \
			test "$errors" = 1
		;;
	esac
}

# with LINE: the files that have it, each between two spaces
with() {
	echo "" $(grep -l "^/\* $1 \*/\$" $files) ""
}
flagged=$(with 'flags: .*')
plain=$(with plain)

# In C++ the compilers take the programs in turn: each sees each template, with half of
# the containers.
compilers=0
for cc in $COMPILERS; do
	[ -z "$(cxx_of "$cc")" ] || compilers=$((compilers + 1))
done
begin=0
for cc in $COMPILERS; do
	cxx=''
	[ -n "$SHORT" ] || cxx=$(cxx_of "$cc")
	[ -z "$cxx" ] || begin=$((begin + 1))
	turn=$begin
	c99="$cc -std=c99 -Werror=incompatible-pointer-types"
	c11="$cc -std=c11 -Werror=incompatible-pointer-types"
	# All in one call: a failure names its file.
	expect "all programs are right without WRONG ($cc)" \
		$c99 -Iinclude -fsyntax-only $files
	[ -n "$SHORT" ] ||
		expect "all programs are right without WRONG in C11 ($cc)" $c11 \
			-Iinclude -fsyntax-only $files
	[ -z "$cxx" ] ||
		expect "all programs are right without WRONG ($cxx)" "$cxx" \
			-x c++ -std=c++11 -Iinclude -fsyntax-only $files
	for file in $files; do
		flags=''
		case $flagged in
		*" $file "*) flags=$(sed -n 's|^/\* flags: \(.*\) \*/$|\1|p' "$file") ;;
		esac
		mistake $c99
		case $plain in
		*" $file "*) mistake "$cc" -std=c99 ;;
		esac
		case $file in
		*wrong_member*) [ -n "$SHORT" ] || mistake $c11 ;;
		esac
		[ -n "$cxx" ] || continue
		turn=$(((turn + 1) % compilers))
		[ $turn != 0 ] || mistake "$cxx" -x c++ -std=c++11
	done
done
finish
