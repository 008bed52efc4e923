# SPDX-License-Identifier: MIT
#
# Every state: each world of tests/states/worlds at each check level, natively and,
# the quick ones, under ASan, UBSan and Valgrind. FULL=1: the large worlds too.
#
# Then the same worlds on a library that is wrong: each line of "planted" changes
# one of its lines, and a world must notice.
. scripts/script-check.sh

# world HOW LEVEL FLAGS...: the rest of the line says which
world() {
	how=$1
	level=$2
	shift 2
	source=$1
	shift
	program=$WORK/$source-$how-$level-$(echo "$*" | tr -cd 'A-Z0-9')
	case $how in
	asan) flags='-O1 -fsanitize=address,undefined -fno-sanitize-recover=all' ;;
	*) flags='-O2' ;;
	esac
	# WALKS may be 0.
	"$cc" -std=c99 $WARNINGS -Wno-type-limits $flags -g -gdwarf-4 -Iinclude \
		"$@" -DLISH_CHECK=$level tests/states/$source.c \
		${objects:-$LIBRARY} -o "$program" >"$WORK/output" 2>&1 || {
		flunk "$source $* does not compile" "$WORK/output"
		return
	}
	case $how in
	valgrind) set -- valgrind -q --error-exitcode=9 "$program" ;;
	*) set -- "$program" ;;
	esac
	if "$@" >"$WORK/output" 2>&1; then
		pass
		[ $how != native ] || cat "$WORK/output"
	else
		flunk "$source, $how, level $level" "$WORK/output"
	fi
}

# library NAME FLAGS...: objects of the library, built so
library() {
	objects=''
	name=$1
	shift
	for file in $SOURCES; do
		object=$WORK/$name-$(echo "$file" | tr / _).o
		"$cc" -std=c99 -g -gdwarf-4 -Iinclude "$@" -c "$file" \
			-o "$object" || flunk "$file does not compile"
		objects="$objects $object"
	done
}

worlds() {
	sed -n "s/^$1 *//p" tests/states/worlds
}

levels='2 1 0'
for cc in $COMPILERS; do
	for level in $levels; do
		worlds quick >"$WORK/list"
		[ -z "${FULL-}" ] || [ $level != 1 ] || worlds full >>"$WORK/list"
		while read -r line; do
			world native $level $line
		done <"$WORK/list"
	done
	# What differs by level was seen by then.
	levels=1
done

cc=${COMPILERS%% *}
worlds quick >"$WORK/list"
if scripts/can-sanitize.sh "$cc"; then
	library asan -O1 -fsanitize=address,undefined \
		-fno-sanitize-recover=all
	while read -r line; do
		case $line in
		inbox* | pools*FIRST* | pools*POOL=1*GROW*) ;;
		*) [ -n "${FULL-}" ] || continue ;;
		esac
		world asan 1 $line
	done <"$WORK/list"
	objects=''
else
	echo 'skip: no sanitizers: worlds are not tried under them'
fi
if command -v valgrind >/dev/null 2>&1; then
	while read -r line; do
		case $line in
		inbox* | pools*FIRST*) world valgrind 1 $line ;;
		esac
	done <"$WORK/list"
else
	echo 'skip: no valgrind: worlds are not tried under it'
fi

# planted FILE OLD NEW WORLD...: with NEW instead of OLD, both in the language of
# sed, the world must fail.
planted() {
	file=$1
	old=$2
	new=$3
	shift 3
	source=$1
	shift
	rm -rf "$WORK/wrong"
	mkdir "$WORK/wrong"
	cp -r include lib "$WORK/wrong/"
	sed -i "s|$old|$new|" "$WORK/wrong/$file"
	if cmp -s "$file" "$WORK/wrong/$file"; then
		flunk "planted: there is no $old in $file any more"
		return
	fi
	(cd "$WORK/wrong" && "$cc" -std=c99 -O1 -Iinclude "$@" \
		-DLISH_CHECK=1 "$top/tests/states/$source.c" $SOURCES \
		-o program) >"$WORK/output" 2>&1 || {
		flunk "planted in $file: does not compile" "$WORK/output"
		return
	}
	if timeout 60 "$WORK/wrong/program" >"$WORK/output" 2>&1; then
		flunk "planted in $file, $old: no state shows it"
	else
		pass
	fi
}

top=$PWD
planted include/linux-ish/core/ring.h 'if (before_b == a)' 'if (0)' \
	ilist -DNODES=3 -DLISTS=1
planted lib/core/walk.c 'link->next :$' 'link->prev :' \
	walklist -DNODES=3 -DWALKS=1
planted lib/locklist.c 'list->fresh = node->true_next;' ';' \
	locklist -DNODES=3 -DLISTS=1 -DWALKS=0
planted lib/core/parts.c 'part->end == bound;' '0;' \
	arrays -DNODES=4 -DSLOTS=4 -DWALKS=1
planted lib/rwarray.c 'rwarray_call_all("rwarray_trim", array);' ';' \
	arrays -DRWARRAY=1 -DNODES=4 -DSLOTS=3 -DWALKS=1 -DGROW=1
planted include/linux-ish/inbox.h 'return last == INBOX_END_;' 'return 1;' \
	inbox -DNODES=3 -DBOXES=1
planted include/linux-ish/slotpool.h 'pool->retired++;' ';' pools -DPOOL=2
planted lib/slotpool.c 'extra->full.full. &= ~slotpool_mask_(word);' ';' \
	pools -DPOOL=2 -DLOWEST=1
planted include/linux-ish/densepool.h 'mark = place + 1;' 'mark = place;' \
	pools -DPOOL=4 -DFIRST=0 -DSLOTS=4
finish
