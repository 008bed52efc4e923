# SPDX-License-Identifier: MIT
#
# What was compiled differently goes together. Structs are laid out the same at all check levels, in
# all dialects and by all compilers for a machine. Programs compute the same at every optimisation.
# Compilers and check levels mix in one program.
. scripts/script-check.sh

first=${COMPILERS%% *}

# Layouts

# sizes FILE COMMAND...: the size and alignment of each struct, a line of the assembler each
sizes() {
	"$@" -w -S -o - "$WORK/layout.c" | sed -n 's/.*layout:\([a-z0-9_]* [0-9][0-9]*\).*/\1/p' \
		>"$WORK/sizes"
	[ -s "$WORK/sizes" ]
}

# alike WHAT COMMAND...: compiled so, the structs have the sizes of $WORK/model
alike() {
	subject="the layout, $1"
	shift
	expect "$subject, can be asked" sizes "$@"
	expect "$subject" diff "$WORK/model" "$WORK/sizes"
}

# layout TOP: a program that says them, of the headers of TOP that every machine can include
layout() {
	headers=$(find "$1/include/linux-ish" -name '*.h' |
		grep -Ev '/kernel/|/compat/|/inbox|/heap\.h|/ground/compiler\.h' | LC_ALL=C sort)
	echo "$headers" | sed 's|.*/include/\(.*\)|#include <\1>|'
	echo '#define SAY(type) __asm__("# layout:" #type " %c0" : : "i" \
		(sizeof(struct type) * 100 + LISH_ALIGNOF(struct type)))
	void say(void);
	void say(void) {'
	cat $headers | sed -n 's/^struct \([a-z0-9_]*\) {$/SAY(\1);/p'
	echo '}'
}
layout . >"$WORK/layout.c"
ours=$headers
expect 'the layout can be asked' sizes "$first" -Iinclude
mv "$WORK/sizes" "$WORK/model"
expect 'it has all structs' test "$(wc -l <"$WORK/model")" = "$(grep -c '^SAY' "$WORK/layout.c")"
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	for flags in '-std=gnu99 -DLISH_CHECK=0' '-std=gnu99 -DLISH_CHECK=2' '-std=gnu2x -Os -fPIC' \
		'-DLISH_TRAP -DLISH_HOSTED=0' '-DLISH_SHARED -DLISH_NO_POISON -DLISH_NO_HINTS' \
		'-DLISH_NO_CTZ -DLISH_NO_DIVIDE -DLISH_NO_GNU_ATOMICS' -D__SANITIZE_ADDRESS__=1; do
		alike "$cc $flags" "$cc" $flags -Iinclude
	done
	for flags in -DLISH_CHECK=0 '-std=gnu++20 -DLISH_CHECK=2 -DLISH_NO_CLEANUP_ATTRIBUTE'; do
		[ -z "$cxx" ] || alike "$cxx $flags" "$cxx" -x c++ $flags -Iinclude
	done
done

# Other machines: each is compared with itself.
asked=0
for machine in i686-linux-gnu aarch64-linux-gnu arm-linux-gnueabihf riscv64-linux-gnu \
	powerpc-linux-gnu mips-linux-gnu s390x-linux-gnu arm-none-eabi riscv64-unknown-elf avr \
	x86_64-w64-mingw32; do
	cc=$machine-gcc
	command -v "$cc" >/dev/null 2>&1 || continue
	asked=$((asked + 1))
	case $machine in
	*-none-eabi | *-elf | avr) cc="$cc -ffreestanding" ;;
	esac
	expect "the layout for $machine can be asked" sizes $cc -DLISH_CHECK=0 -Iinclude
	mv "$WORK/sizes" "$WORK/model"
	alike "$cc, level 2" $cc -DLISH_CHECK=2 -O2 -DLISH_TRAP -Iinclude
done
[ $asked -gt 0 ] || echo 'skip: no compilers for other machines: layouts of this one'

# A member that depends on the level must be seen.
mkdir -p "$WORK/plant"
cp -r include "$WORK/plant/"
sed '/^struct lish_loop_ {$/a\	char odd[1 + 8 * LISH_CHECK];' include/linux-ish/core/loop.h \
	>"$WORK/plant/include/linux-ish/core/loop.h"
layout "$WORK/plant" >"$WORK/layout.c"
expect 'a planted member can be asked' sizes "$first" -DLISH_CHECK=0 "-I$WORK/plant/include"
mv "$WORK/sizes" "$WORK/model"
expect 'a planted member can be asked again' sizes "$first" -DLISH_CHECK=2 \
	"-I$WORK/plant/include"
expect 'a planted member that depends on the level' sh -c "! cmp -s '$WORK/model' '$WORK/sizes'"

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

# Switches that change a layout. Each one leaves all layouts alone, or is refused by the compiler or
# by the linker. What a file is tried with: all calls of inbox and of a slotpool.
cat >"$WORK/switched.c" <<'END'
#include <linux-ish/inbox.h>
#include <linux-ish/save.h>
#include <linux-ish/iheap.h>
struct object {
	struct inbox_node in;
	struct slotpool_idx idx;
};
int main(void)
{
	struct inbox box = INBOX_INIT;
	struct slotpool pool;
	const struct lish_config config = { .reuse = LISH_LOWEST, .index_bits = 8 };
	int err = slotpool_init(&pool, struct object, idx, &config);

	inbox_drain_entry(pos, &box, struct object, in)
		err++;
	return err;
}
END
# links LIBRARY COMMAND...
links() {
	library=$1
	shift
	"$@" -w -Iinclude "$WORK/switched.c" "$library" -o "$WORK/switched"
}
# stops WHAT COMMAND...: does not compile or link, and says why
stops() {
	what=$1
	shift
	if links "$LIBRARY" "$@" >"$WORK/said" 2>&1; then
		flunk "$what goes unnoticed"
	else
		expect "$what is named" grep -Eq 'pragma_pack_is_in_force|lish_release_' "$WORK/said"
	fi
}
for cc in $COMPILERS; do
	expect "a file without switches links ($cc)" links "$LIBRARY" "$cc"
	expect "-fshort-enums is in the layout ($cc)" sizes "$cc" -Iinclude
	mv "$WORK/sizes" "$WORK/model"
	for flags in -fshort-enums -fno-short-enums -fpack-struct=8 -fshort-wchar -funsigned-char; do
		"$cc" $flags -fsyntax-only "$WORK/try.c" 2>/dev/null || continue
		alike "$cc $flags" "$cc" $flags -Iinclude
	done
	for flags in -fpack-struct=1 -fpack-struct=2 -fpack-struct=4 -DLISH_APART=0 -DLISH_APART=32 \
		-DLISH_APART=128 -DLISH_APART=200 '-U__linux__ -U__unix__'; do
		stops "$cc $flags" "$cc" $flags
	done
	# Before any header of ours, also behind others of ours
	for header in $ours; do
		header=${header#./include/}
		grep -q '^struct .* {$' "include/$header" || continue
		for pack in 'pack(1)' 'pack(push, 2)' 'pack(4)'; do
			[ "$cc" = "$first" ] || [ "$pack" = 'pack(1)' ] || continue
			printf '#pragma %s\n#include <%s>\n' "$pack" "$header" >"$WORK/pack.c"
			expect "#pragma $pack before $header ($cc)" sh -c "! '$cc' -w -Iinclude \
				-fsyntax-only '$WORK/pack.c' >'$WORK/said' 2>&1 &&
				grep -q pragma_pack_is_in_force '$WORK/said'"
		done
	done
	printf '#include <linux-ish/%s>\n#pragma pack(1)\n#include <linux-ish/slotpool.h>\n' \
		ilist.h >"$WORK/pack.c"
	expect "#pragma pack between two headers ($cc)" sh -c "! '$cc' -w -Iinclude -fsyntax-only \
		'$WORK/pack.c' 2>/dev/null"
done

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
	# The first compiler at what differs most from -O0, the others at one; FULL=1: each at all
	if [ -n "${FULL-}" ]; then
		set -- '-O1 -DLISH_CHECK=2' -O2 -Os '-O2 -flto' '-O3 -march=native' \
			'-O1 -fsanitize=undefined'
	elif [ "$cc" = "$first" ]; then
		set -- '-O1 -DLISH_CHECK=2' '-O2 -flto' '-O1 -fsanitize=undefined'
	else
		set -- '-O3 -march=native'
	fi
	for flags in "$@"; do
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
