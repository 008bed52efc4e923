# SPDX-License-Identifier: MIT
#
# What was compiled differently goes together. Structs are laid out the same at all check levels, in
# all dialects and by all compilers for a machine. Programs compute the same at every optimisation.
# Compilers and check levels mix in one program.
. scripts/script-check.sh

first=${COMPILERS%% *}

# Layouts

# headers LEFT-OUT: all but those for kernels, and such
headers() {
	find "$top"/include/linux-ish -name '*.h' | grep -Ev "/kernel/$1" |
		LC_ALL=C sort
}

# dump_source DIR LEFT-OUT: a program with the layout of all structs
dump_source() {
	top=$1
	headers "$2" | sed 's|.*/include/\(.*\)|#include <\1>|'
	awk -f tests/build/abi/layout.awk $(headers "$2")
}
dump_source . '' >"$WORK/layout.c"
# inbox, and the lists of the kernel's names, need more than bare metal has.
dump_source . '|/inbox|/compat/' >"$WORK/layout-bare.c"

# rows FILE OBJECT COMMAND...: compile it, and get the rows out of the object
rows() {
	source=$1
	object=$2
	shift 2
	"$@" -w -c "$source" -o "$WORK/$object.o" &&
		"${OBJCOPY:-objcopy}" -O binary -j .layout "$WORK/$object.o" \
			"$WORK/$object.rows" && [ -s "$WORK/$object.rows" ]
}

# same OBJECT OBJECT: the rows of both; says which are not
same() {
	cmp -s "$WORK/$1.rows" "$WORK/$2.rows" && return
	for object in "$1" "$2"; do
		od -An -v -w64 -tx4z "$WORK/$object.rows" >"$WORK/$object.text"
	done
	diff "$WORK/$1.text" "$WORK/$2.text"
	return 1
}

# alike WHAT OBJECT FILE COMMAND...: compiled so, FILE has the rows of OBJECT
alike() {
	subject="the layout, $1"
	model=$2
	file=$3
	shift 3
	expect "$subject, can be asked" rows "$file" other "$@"
	expect "$subject" same "$model" other
}

expect 'the layout can be asked' rows "$WORK/layout.c" model \
	"$first" -std=c99 -Iinclude
count=$(($(wc -c <"$WORK/model.rows") / 64))
meant=$(grep -hE '^struct [a-z0-9_]+ \{$' \
	include/linux-ish/*.h include/linux-ish/core/*.h \
	include/linux-ish/ground/*.h include/linux-ish/compat/*.h | wc -l)
expect "it has all $meant structs" \
	test "$(grep -c '^WHOLE' "$WORK/layout.c")" = "$meant"
echo "$count rows of layout, $meant structs"

dialects='c99 c11 c17 c2x gnu99 c++11 c++20'
options='LISH_TRAP LISH_SHARED LISH_NO_STDIO LISH_NO_MALLOC LISH_HOSTED=0 LISH_NO_HINTS
	LISH_NO_CTZ LISH_NO_DIVIDE LISH_NO_GNU_ATOMICS LISH_NO_POISON LISH_LIB_
	LISH_NO_CLEANUP_ATTRIBUTE'
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	for dialect in $dialects; do
		run=$cc
		case $dialect in
		*++*) [ -n "$cxx" ] || continue
			run="$cxx -x c++" ;;
		esac
		levels=1
		case $dialect in c99 | c++11) levels='0 1 2' ;; esac
		for level in $levels; do
			alike "$run -std=$dialect, level $level" model \
				"$WORK/layout.c" $run -std=$dialect \
				-DLISH_CHECK=$level -Iinclude
		done
	done
	for option in $options; do
		alike "$cc -D$option" model "$WORK/layout.c" "$cc" -std=c99 \
			-D$option -DLISH_CHECK=2 -Iinclude
		[ -z "$cxx" ] ||
			alike "$cxx -D$option" model "$WORK/layout.c" "$cxx" \
				-x c++ -std=c++11 -D$option -Iinclude
	done
	for flags in -O0 -Os -O3 -fPIC -D__SANITIZE_ADDRESS__=1; do
		alike "$cc $flags" model "$WORK/layout.c" "$cc" -std=c99 \
			$flags -Iinclude
	done
done

# Other machines: each is compared with itself.
asked=0
for machine in i686-linux-gnu aarch64-linux-gnu arm-linux-gnueabihf \
	riscv64-linux-gnu powerpc-linux-gnu mips-linux-gnu s390x-linux-gnu \
	arm-none-eabi riscv64-unknown-elf avr x86_64-w64-mingw32; do
	cc=$machine-gcc
	command -v "$cc" >/dev/null 2>&1 || continue
	OBJCOPY=$machine-objcopy
	free=
	case $machine in
	*-none-eabi | *-elf | avr) free=-ffreestanding ;;
	esac
	set -- "$WORK/layout-bare.c" "$cc"
	if ! rows "$1" "$machine" "$cc" -std=c99 $free -Iinclude \
		>"$WORK/output" 2>&1; then
		flunk "the layout for $machine can be asked" "$WORK/output"
		continue
	fi
	asked=$((asked + 1))
	for how in '-DLISH_CHECK=0' '-DLISH_CHECK=2' -O2 \
		'-DLISH_HOSTED=0 -std=gnu11'; do
		alike "$cc $how" "$machine" "$@" -std=c99 $free $how -Iinclude
	done
	unset OBJCOPY
done
[ $asked -gt 0 ] || echo 'skip: no compilers for other machines: layouts of this one'

# Each of these must be seen: a member that depends on the level, and one that
# layout.awk does not understand.
plant() {
	rm -rf "$WORK/plant"
	mkdir -p "$WORK/plant"
	cp -r include "$WORK/plant/"
	awk -v line="$2" '{ print } /^struct lish_loop_ \{$/ { print line }' \
		include/linux-ish/core/loop.h \
		>"$WORK/plant/include/linux-ish/core/loop.h"
	dump_source "$WORK/plant" '' >"$WORK/plant.c"
	rows "$WORK/plant.c" plant-0 "$first" -std=c99 -DLISH_CHECK=0 \
		"-I$WORK/plant/include" >"$WORK/output" 2>&1 &&
		rows "$WORK/plant.c" plant-2 "$first" -std=c99 -DLISH_CHECK=2 \
			"-I$WORK/plant/include" >"$WORK/output" 2>&1 &&
		same plant-0 plant-2 >"$WORK/output"
	if [ $? = "$1" ]; then
		pass
	else
		flunk "a planted member: $2" "$WORK/output"
	fi
}
plant 0 '	char odd;'
plant 1 '	char odd[1 + LISH_CHECK];'
plant 1 '	unsigned int odd:3;'

# Nodes in structs of other libraries
for cc in $COMPILERS; do
	expect "the nodes have their sizes ($cc)" "$cc" -std=c99 -Iinclude -fsyntax-only \
		tests/build/abi/nodes.c
	set -- "$cc" -m32 -idirafter "/usr/include/$(uname -m)-linux-gnu" -fsyntax-only
	echo '#include <errno.h>' >"$WORK/try.c"
	if "$@" "$WORK/try.c" 2>/dev/null; then
		expect "the nodes have their sizes ($cc -m32)" "$@" -std=c99 -Iinclude \
			tests/build/abi/nodes.c
	else
		echo "skip: $cc -m32 has no headers: sizes of nodes with pointers of 32 bits"
	fi
done
sed 's/KEEPS(iheap_idx, 4/KEEPS(iheap_idx, 8/' tests/build/abi/nodes.c >"$WORK/nodes.c"
expect 'another size of a node is seen' sh -c "! '$first' -std=c99 -Iinclude -fsyntax-only \
	'$WORK/nodes.c' 2>&1"

# Determinism: a program that uses nearly everything, and the library, from the same
# sources, differently compiled

# storm COMMAND...: the hashes of a small and of a larger run
storm() {
	"$@" -w -std=c99 -Iinclude samples/storm.c $needed -o "$WORK/storm" &&
		for run in '--objects 3000 --frames 400' \
			'--objects 20000 --frames 60 --seed 7'; do
			"$WORK/storm" $run | sed -n 's/.*: hash //p'
		done >"$WORK/hashes"
}

# agrees WHAT COMMAND...: those are what the first one had
agrees() {
	subject="the storm, $1"
	shift
	expect "$subject, can be run" storm "$@"
	expect "$subject" diff "$WORK/storm.hashes" "$WORK/hashes"
}

needed=$(echo "$SOURCES" | tr ' ' '\n' |
	grep -vE '_save|inbox|world|compat')
expect 'the storm runs' storm "$first" -O0
cp "$WORK/hashes" "$WORK/storm.hashes"
expect 'its hash is the old one' \
	test "$(head -1 "$WORK/hashes")" = a5caa301
expect 'its second hash too' \
	test "$(sed -n 2p "$WORK/hashes")" = 41766825
for cc in $COMPILERS; do
	# The first compiler at all of them, the others at what differs most
	for flags in '-O1 -DLISH_CHECK=2' -O2 -Os '-O2 -flto' \
		'-O3 -march=native' '-O1 -fsanitize=undefined'; do
		case $cc,$flags in
		"$first",* | *,*-O3*native) ;;
		*) continue ;;
		esac
		# Not every compiler has its plugins, or sanitizers, installed.
		echo 'int main(void) { return 0; }' >"$WORK/empty.c"
		"$cc" $flags "$WORK/empty.c" -o "$WORK/empty" \
			>/dev/null 2>&1 || {
			echo "skip: no $cc $flags"
			continue
		}
		agrees "$cc $flags" "$cc" $flags
	done
done

# Two compilers in one program: a library by each, and all that use it
for cc in $COMPILERS; do
	name=$(basename "$cc")
	mkdir -p "$WORK/$name"
	for source in $SOURCES; do
		"$cc" -w -std=c99 -O1 -Iinclude -c "$source" \
			-o "$WORK/$name/$(echo "$source" | tr / _).o" || exit
	done
	ar rcs "$WORK/$name.a" "$WORK/$name"/*.o
done
needed=
for cc in $COMPILERS; do
	for library in $COMPILERS; do
		[ "$cc" != "$library" ] || continue
		needed=$WORK/$(basename "$library").a
		for level in 0 2; do
			agrees "$cc -O2, level $level, with $library's library" \
				"$cc" -O2 -DLISH_CHECK=$level
		done
	done
done
# ipool has no loop to compare by.
sh tests/uses.sh | sed '/USE_REMOVERS/s/ V(ipool)//' >"$WORK/uses.h"
parts=
for cc in $COMPILERS; do
	for level in 0 1 2; do
		part=$(basename "$cc" | tr -c 'a-z0-9\n' _)_${level}_
		parts="$parts $part"
		expect "the part $part compiles" "$cc" -w -std=c99 \
			-O$((level + 1)) -DLISH_CHECK=$level -DPART=$part \
			-Iinclude "-I$WORK" -c tests/build/abi/parts.c \
			-o "$WORK/part-$part.o"
	done
done
# mixed MAKES LOOPS: what one part makes another uses, and the first empties it
mixed() {
	"$first" -w -std=c99 -O0 -Iinclude "-I$WORK" -DMAKES=$1 -DADDS=$2 \
		-DLOOPS=$2 -DREMOVES=$1 tests/build/abi/parts.c "$WORK"/part-*.o \
		"$WORK/$(basename "$first").a" -o "$WORK/mixed" && "$WORK/mixed"
}
# Each with the next level, and with the same level of the next compiler
for makes in $parts; do
	loops=$(echo $parts $parts |
		sed "s/.*\b$makes \([^ ]*\) [^ ]* \([^ ]*\).*/\1 \2/")
	for part in $loops; do
		expect "made by $makes, used by $part" mixed $makes $part
	done
done
finish
