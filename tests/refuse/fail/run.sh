# SPDX-License-Identifier: MIT
#
# Mistakes that must not compile. Each file has those of one container, each.c those of
# all; deprecated.c belongs to none. A mistake goes from its line, "mistake NAME: what is
# wrong", to the next one. With what stands above the first it becomes a program of its
# own, in which WRONG(mistake, right) is one of the two: the right one must compile, the
# mistake must not. -Werror=incompatible-pointer-types is the default of gcc 14 and
# clang 22; C++ is always that strict.
#
# In each.c @X@ is the name of the container, @XX@ in capitals, @N@ its node, @CALL@ a
# call that takes the container and a node, @OTHER@ another container, @SELF@ what its
# INIT wants to know of itself. What has @POOL@ in it is made once for each other pool;
# @POOLS@ is that in capitals. A line "needs: NAME" leaves out the containers that have no
# NAME, "flags: FLAGS" adds to the command of the mistake, "plain": it must not compile
# without -Werror either. A "wrong_member" must be one error and not a page of them.
. scripts/script-check.sh

# cut FILE PREFIX: each mistake in FILE becomes a program, PREFIX-NAME.c
cut_mistakes() {
	awk -v prefix="$2" '
	/^\/\* mistake / {
		name = $3
		sub(/:$/, "", name)
		close(program)
		program = prefix "-" name ".c"
		printf "%s", above >program
	}
	program { print >program; next }
	{ above = above $0 "\n" }' "$1"
}

for file in tests/refuse/fail/*.c; do
	[ $file = tests/refuse/fail/each.c ] ||
		cut_mistakes $file "$WORK/$(basename $file .c)"
done
sh tests/uses.sh --containers >"$WORK/containers"
pools=$(awk '$3 ~ /_free$/ { print $1 }' "$WORK/containers")
mkdir "$WORK/each"
while read -r X node call; do
	other=ilist
	[ "$X" != ilist ] || other=walklist
	self=''
	[ "$X" != listpool ] || self='bullets, '
	sed -e "s/@X@/$X/g" -e "s/@XX@/$(echo "$X" | tr a-z A-Z)/g" -e "s/@N@/$node/g" \
		-e "s/@CALL@/$call/g" -e "s/@OTHER@/$other/g" -e "s/@SELF@/$self/g" \
		tests/refuse/fail/each.c >"$WORK/each.c"
	cut_mistakes "$WORK/each.c" "$WORK/each/$X"
	for file in "$WORK/each/$X"-*.c; do
		need=$(sed -n 's|^/\* needs: \(.*\) \*/$|\1|p' "$file")
		[ -z "$need" ] || grep -q "^[^ *].*\\b$need(" "include/linux-ish/$X.h" ||
			continue
		name=$WORK/$X-each-${file#"$WORK/each/$X-"}
		if ! grep -q @POOL@ "$file"; then
			mv "$file" "$name"
			continue
		fi
		for pool in $pools; do
			[ $pool = $X ] || sed -e "s/@POOL@/$pool/g" \
				-e "s/@POOLS@/$(echo $pool | tr a-z A-Z)/g" "$file" \
				>"${name%.c}-$pool.c"
		done
	done
done <"$WORK/containers"
rm -r "$WORK/each" "$WORK/each.c"
files=$(named '/\* mistake ' "$WORK"/*.c)

# compiles WHICH COMMAND...: with WRONG() as this, the mistake or the right form
compiles() {
	which=$1
	shift
	"$@" -Iinclude "-DWRONG(mistake, right)=$which"
}

# mistake COMMAND...: the file must not compile with the mistake, and a member
# that is no node must be one error
mistake() {
	# Some warnings, which flags make errors, come only with code.
	how=-fsyntax-only
	[ -z "$flags" ] || how="-c -o $WORK/wrong.o"
	if compiles mistake "$@" $how $flags "$file" >"$WORK/output" 2>&1; then
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

# The compilers take the programs in turn: each sees each template, with half of the containers. A
# wrong member is for all of them.
compilers=$(echo $COMPILERS | wc -w)
begin=0
for cc in $COMPILERS; do
	cxx=''
	[ -n "$SHORT" ] || cxx=$(cxx_of "$cc")
	begin=$((begin + 1))
	turn=$begin
	own=''
	tried=''
	for file in $files; do
		turn=$(((turn + 1) % compilers))
		case $turn,$file in
		0,*) own="$own $file" ;;
		*wrong_member*) ;;
		*) continue ;;
		esac
		tried="$tried $file"
	done
	c99="$cc -std=c99 -Werror=incompatible-pointer-types"
	c11="$cc -std=c11 -Werror=incompatible-pointer-types"
	# All in one call: a failure names its file.
	expect "its programs are right without the mistake ($cc)" \
		compiles right $c99 -fsyntax-only $tried
	[ -n "$SHORT" ] ||
		expect "its programs are right without the mistake in C11 ($cc)" \
			compiles right $c11 -fsyntax-only $own
	[ -z "$cxx" ] ||
		expect "its programs are right without the mistake ($cxx)" \
			compiles right "$cxx" -x c++ -std=c++11 -fsyntax-only $own
	for file in $tried; do
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
		case ${cxx:+$own } in
		*" $file "*) mistake "$cxx" -x c++ -std=c++11 ;;
		esac
	done
done
finish
