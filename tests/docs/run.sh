# SPDX-License-Identifier: MIT
#
# Every example in the README and in Documentation/ is compiled, run, and its
# output compared with what the page says. A page holds its programs in blocks
# of C (or C++), each complete; the next block after a line "Output" is what
# that program prints.
. scripts/script-check.sh

# blocks PAGE: writes PAGE-N.c (or .cc) and PAGE-N.out to $WORK
blocks() {
	awk -v base="$WORK/$(basename "$1")" '
	function begin(kind) {
		if (kind == "out") {
			file = sprintf("%s-%d.out", base, n)
		} else {
			n++
			file = sprintf("%s-%d.%s", base, n, kind)
			print FILENAME ":" FNR >(base "-" n ".where")
		}
		printf "" >file
		inside = 1
		indent = -1
		pending = ""
	}
	# Markdown: fenced blocks
	/^```/ {
		if (fenced) {
			fenced = inside = 0
		} else {
			fenced = 1
			if ($0 == "```c") begin("c")
			else if ($0 == "```cpp") begin("cc")
			else if (output) begin("out")
			output = 0
		}
		next
	}
	fenced {
		if (inside) print >file
		next
	}
	# reStructuredText: indented blocks
	inside && /^[^ \t]/ { inside = 0 }
	inside {
		if ($0 ~ /^[ \t]*$/) {
			pending = pending "\n"
			next
		}
		if (indent < 0) {
			match($0, /^[ \t]*/)
			indent = RLENGTH
			pending = ""
		}
		printf "%s%s\n", pending, substr($0, indent + 1) >file
		pending = ""
		next
	}
	/^\.\. code-block:: c$/ { begin("c"); next }
	/^\.\. code-block:: cpp$/ { begin("cc"); next }
	/^Output:*$/ {
		if ($0 ~ /::$/) begin("out")
		else output = 1
	}
	' "$1"
}

for page in README.md Documentation/*.rst; do
	blocks "$page"
done

examples=0
for where in "$WORK"/*.where; do
	[ -e "$where" ] || continue
	examples=$((examples + 1))
	base=${where%.where}
	what=$(cat "$where")
	if [ ! -s "$base.out" ]; then
		flunk "$what: the page has no output of the example"
		continue
	fi
	for cc in $COMPILERS; do
		if [ -e "$base.c" ]; then
			set -- "$cc" -std=c99 $WARNINGS -Wno-unused-parameter \
				"$base.c"
		else
			cxx=$(cxx_of "$cc")
			[ -n "$cxx" ] || continue
			set -- "$cxx" -std=c++11 $CXX_USER_WARNINGS "$base.cc"
		fi
		if ! "$@" -Iinclude "$LIBRARY" -o "$base.run" \
			>"$WORK/output" 2>&1; then
			flunk "$what: does not compile with $cc" "$WORK/output"
		elif ! "$base.run" >"$base.printed" 2>&1; then
			flunk "$what: fails" "$base.printed"
		elif ! diff "$base.out" "$base.printed" >"$WORK/output"; then
			flunk "$what: prints something else" "$WORK/output"
		else
			pass
		fi
	done
done
# The first example of the README with the command under it, beside the library.
here=$PWD/$WORK/here
case $WORK in /*) here=$WORK/here ;; esac
mkdir -p "$here"
ln -s "$PWD" "$here/linux-ish"
cp "$WORK/README.md-1.c" "$here/game.c"
sed -n '/^```sh$/,/^```$/p' README.md | sed -n '2p' >"$here/command"
for cc in cc $([ -n "$SHORT" ] || echo clang musl-gcc c++); do
	command -v $cc >/dev/null 2>&1 || continue
	expect "the README: its first command ($cc)" sh -c "cd '$here' && rm -f a.out &&
		grep -q '^cc ' command && sed 's/^cc /$cc -w /' command | sh | diff ../README.md-1.out -"
done

# The first two ways in that the README names, each in an empty folder, as it says. The
# first one has another line of #include.
for n in 1 2; do
	way=$PWD/$WORK/way$n
	case $WORK in /*) way=$WORK/way$n ;; esac
	mkdir -p "$way"
	ln -s "$PWD" "$way/linux-ish"
	cp "$WORK/README.md-1.c" "$way/game.c"
	sed -n "/^# $n\\. /,/^\(\`\`\`\)*\$/p" README.md | grep -v '^[`]' >"$way/way.sh"
	[ $n = 2 ] || sed 's|<linux-ish/.*>|"linux-ish.h"|' "$WORK/README.md-1.c" \
		>"$way/game.c"
	expect "the README: way $n, in an empty folder" \
		env -u MAKEFLAGS -u MAKELEVEL sh -c "cd '$way' &&
			sh -e way.sh >/dev/null && ./a.out | diff ../README.md-1.out -"
done

# told HEADER: a struct of which kernel-doc prints no member says what it holds
told() {
	"$kernel_doc" -rst "$(plain "$1" "$WORK/plain")" 2>/dev/null | awk '
		/^    struct .* \{$/ { name = $2; getline; if ($1 == "};") silent = name }
		/^Private: / { silent = "" }
		/^\.\. c:/ && silent { exit }
		END { if (silent) print silent ": no line \"Private: \""; exit silent != "" }'
}

# Every public name is described, and every parameter of it: there, or in the head of the file.
. scripts/docs/plain.sh
kernel_doc=$(ls /usr/lib/linux-kbuild-*/scripts/kernel-doc 2>/dev/null | tail -n 1)
if [ -n "$SHORT" ]; then
	:
elif [ -n "$kernel_doc" ]; then
	for header in include/linux-ish/*.h; do
		expect "kernel-doc of $header" "$kernel_doc" -none -Werror \
			"$(plain "$header" "$WORK/plain")"
		expect "private members in the kernel-doc of $header" told "$header"
	done
	mkdir -p "$WORK/undescribed" "$WORK/silent"
	sed '/^ \* Private: /d' include/linux-ish/ilist.h >"$WORK/silent/ilist.h"
	told "$WORK/silent/ilist.h" >"$WORK/said"
	expect 'planted: a struct does not say what it holds' grep -q '^ilist_node: ' "$WORK/said"
	sed -e '/^ \*   @box: /d' -e '/^ \* @chain: /d' include/linux-ish/inbox.h \
		>"$WORK/undescribed/inbox.h"
	"$kernel_doc" -none "$(plain "$WORK/undescribed/inbox.h" "$WORK/plain")" \
		>"$WORK/said" 2>&1
	for name in box chain; do
		expect "planted: neither a call nor the head describes @$name" \
			grep -q "'$name' not described" "$WORK/said"
	done
else
	echo 'skip: no kernel-doc: the comments of the headers are not checked'
fi

# includes TREE: where the drawing of design.rst and the includes of TREE differ
includes() {
	(cd "$1" && find include lib -name '*.[ch]' -o -name '*.hpp' | grep -v /heap.h |
		xargs awk -f "$OLDPWD/tests/docs/includes.awk" \
			"$OLDPWD/Documentation/design.rst")
}
includes . >"$WORK/includes"
expect "each include goes down in the drawing of design.rst: $(cat "$WORK/includes")" \
	test ! -s "$WORK/includes"
mkdir -p "$WORK/built"
cp -r include lib "$WORK/built/"
rm "$WORK/built/lib/world.c"
echo >"$WORK/built/lib/core/new.c"
echo '#include "../walklist.h"' >>"$WORK/built/include/linux-ish/core/walk.h"
expect 'planted: a file that is not drawn, one that is gone, and an include upwards' \
	test "$(includes "$WORK/built" | wc -l)" = $((3 + $(wc -l <"$WORK/includes")))

# circles KBUILD: files of lib/ that call each other, by the calls that Kbuild lists. The orders of
# slotpool end in its births and deaths.
circles() {
	sed -n 's|^lish-calls-\([a-z_/]*\) := |\1 |p' "$1" |
		awk '{ for (i = 2; i <= NF; i++) print $1, $i }' |
		grep -vx 'slotpool_orders slotpool' | tsort 2>&1 >/dev/null
}
expect "files call each other in one direction: $(circles Kbuild)" test -z "$(circles Kbuild)"
sed 's/^lish-calls-mem := /&core\/pool_growth /' Kbuild >"$WORK/Kbuild"
expect 'planted: a circle' test -n "$(circles "$WORK/Kbuild")"

# Folders of tests/ without a line in the README beside them, and lines without a folder.
odd_folders() {
	{ ls -d */*/; awk 'FNR > 2 && $1 ~ /\/$/ { print substr(FILENAME, 1,
		length(FILENAME) - 6) $1 }' */README; } | sort | uniq -u
}
expect "in one of the folder and its README: $(cd tests && odd_folders)" \
	test -z "$(cd tests && odd_folders)"
mkdir -p "$WORK/folders/deep/unknown"
printf 'What.\n\nmissing/  is not there\n' >"$WORK/folders/deep/README"
expect 'planted: a folder without a line and a line without a folder' \
	test "$(cd "$WORK/folders" && odd_folders | wc -l)" = 2

# TEST= finds tests by the words in their names, and runs these alone.
found() {
	sh tests/find.sh "$1" | cut -f 1 | sort -u | tr '\n' ' '
}
expect 'a row of a table of misuse is found' test "$(found 'object twice')" = 'refuse/misuse '
expect 'a program that must not compile is found' \
	test "$(found cursor_outlives)" = 'refuse/fail '
expect 'a unit test is found' test "$(found 'Removes the next')" = 'walklist_test '
expect 'nothing is found' test -z "$(found 'zero_point twice')"
cat >"$WORK/chosen.c" <<'END'
#include "test.h"
TEST(one_passes) {}
TEST(another_fails) { fail(); }
TEST_MAIN(NULL, NULL)
END
expect 'two tests' "${COMPILERS%% *}" -std=c99 -Iinclude -Itests/unit "$WORK/chosen.c" \
	"$LIBRARY" -lcmocka -o "$WORK/chosen"
expect 'one is chosen, and passes' env 'LISH_TEST=*pass*' "$WORK/chosen"
expect 'the other is chosen, and fails' sh -c "! LISH_TEST='*fail*' '$WORK/chosen'"

# The release, where readers look for it first.
number=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ {
	printf "%s%s", dot, $3; dot = "." }' include/linux-ish/version.h)
for page in README.md Documentation/index.rst; do
	expect "$page names release $number" grep -q "^- \*\*Version:\*\* $number\>" "$page"
done

# Each reason of a report has its row in the page, and so has each macro that a
# program may define; but for one that only our tests define.
for reason in $(sed -n 's/^\t\(LISH_[A-Z_]*\)\( = 0\)\{0,1\},\{0,1\}$/\1/p' \
	include/linux-ish/bug.h); do
	[ "$reason" = LISH_OK ] && continue
	expect "reports.rst has a row for $reason" \
		grep -q "^\`\`$reason\`\`  " Documentation/reports.rst
done
expect 'bug.h has reasons' test "$(grep -c '^``LISH_[A-Z_]*``  ' \
	Documentation/reports.rst)" -gt 21
for macro in $(grep -hoE '(^# *if(n?def) |defined\()LISH_[A-Z_]+[A-Z]\b' \
	include/linux-ish/*.h include/linux-ish/*/*.h lib/*.c lib/*/*.c |
	sed 's/.*LISH/LISH/' | sort -u | grep -vx LISH_NO_GNU_ATOMICS); do
	grep -q "\`\`$macro[(\`]" Documentation/reports.rst || echo "$macro"
done >"$WORK/macros"
expect "reports.rst has all macros that the headers ask for: $(cat "$WORK/macros")" \
	test ! -s "$WORK/macros"
twice=$(sed -n 's/^``\(LISH_[A-Z_]*\)[`(].*/\1/p' Documentation/reports.rst |
	sort | uniq -d)
expect "reports.rst has a row each, and one: $twice" test -z "$twice"

# Each row of a table that begins with a call has all its arguments, and the result
# that the header says.
scripts/api-matrix.sh names >"$WORK/names"
for page in Documentation/*.rst; do
	awk -F '\t' -v page="$page" '
	FNR == NR {
		if ($3 == "function" || $3 == "macro") {
			kind[$7] = $3
			result[$7] = $4
			arguments[$7] = $5 == "" ? 0 : split($5, p, ";")
		}
		next
	}
	/^=+( +=+)+$/ { rule = (rule + 1) % 3 }
	rule == 2 && /^``[^`]*\)``/ {
		call = substr($0, 3)
		sub(/``.*/, "", call)
		if (!match(call, /[A-Za-z_0-9]+\(/))
			next
		name = substr(call, RSTART, RLENGTH - 1)
		before = substr(call, 1, RSTART - 1)
		inside = substr(call, RSTART + RLENGTH)
		sub(/\)$/, "", inside)
		# A bare name() is a mention: of contexts, say.
		if (!(name in kind) || inside == "" && arguments[name])
			next
		n = inside == "" ? 0 : split(inside, p, ",")
		if (n != arguments[name] || inside ~ /\.\.\./) {
			print page ": " call ": " arguments[name] " arguments"
			bad = 1
		}
		gsub(/const |LISH_[A-Z_]+ | $/, "", before)
		gsub(/const |LISH_[A-Z_]+ | $/, "", result[name])
		if (kind[name] == "function" && before != result[name] &&
		    (before != "" || result[name] != "void")) {
			print page ": " call ": returns " result[name]
			bad = 1
		}
	}
	END { exit bad }' "$WORK/names" "$page" >"$WORK/output" ||
		flunk "tables of $page" "$WORK/output"
done

# pictures FOLDER: what is wrong with the pictures of states in its pages. Each has
# words for who does not see it, and is what its description says; each description
# is drawn, and shown.
pictures() {
	(cd "$1" && grep -n '^\.\. image:: pictures/.*\.svg$' *.rst) |
		while IFS=: read -r page line name; do
		name=$(basename "${name##* }" .svg)
		sed "$((line + 1))!d" "$1/$page" | grep -q '^   :alt: ..' ||
			echo "$page:$line: no :alt:"
		[ -e "$1/pictures/$name.svg" ] ||
			echo "$page:$line: there is no picture $name"
		echo "$name" >>"$WORK/shown"
	done
	for file in "$1"/pictures/*.states; do
		name=$(basename "$file" .states)
		awk -f scripts/docs/states.awk "$file" |
			cmp -s - "$1/pictures/$name.svg" ||
			echo "$name.svg is not what $name.states says: make state-pictures"
		grep -qx "$name" "$WORK/shown" || echo "no page shows $name"
	done
	rm -f "$WORK/shown"
}
pictures Documentation >"$WORK/pictures"
expect "pictures of states: $(cat "$WORK/pictures")" test ! -s "$WORK/pictures"
# The test can fail.
mkdir -p "$WORK/planted"
cp -R Documentation/*.rst Documentation/pictures "$WORK/planted"
echo 'note planted' >>"$WORK/planted/pictures/dense.states"
rm "$WORK/planted/pictures/ilist.svg"
sed 's/^   :alt:/   :planted:/' Documentation/inbox.rst >"$WORK/planted/inbox.rst"
sed '/image::/d' Documentation/ipool.rst >"$WORK/planted/ipool.rst"
pictures "$WORK/planted" >"$WORK/pictures" 2>/dev/null
expect "planted mistakes in pictures: $(cat "$WORK/pictures")" \
	test "$(grep -c . "$WORK/pictures")" = 5

# parts code|comments FILE...: what of C files is the one or the other
parts() {
	want=$1
	shift
	awk -v want="$want" '{
		code = comment = ""
		while ($0 != "") {
			at = index($0, inside ? "*/" : "/*")
			piece = at ? substr($0, 1, at - 1) : $0
			if (inside)
				comment = comment piece
			else
				code = code piece " "
			$0 = at ? substr($0, at + 2) : ""
			if (at)
				inside = !inside
		}
		print want == "code" ? code : comment
	}' "$@"
}

# names: the words on standard input that look like names of ours, a line each
containers=$(cd include/linux-ish && grep -l 'for_each_entry\|_alloc_entry(\|drain_[a-z]*(' *.h |
	sed 's/\.h$//' | tr '\n' '|')
names() {
	tr -c 'A-Za-z0-9_.*' '\n' | sed 's/\.*$//' |
		grep -E "^(${containers}lish|X)_[a-z0-9_]*[a-z0-9]\$|^LISH_[A-Z0-9_]*[A-Z0-9]\$" |
		sort -u
}

# stale PAGE: names in it that neither the library nor an example on it has, nor are
# those of files. X stands for any container.
stale() {
	case $1 in
	*.[ch]) parts comments "$1" ;;
	# All but the cells with names of tests, which tests/docs/requirements looks at.
	# First guesses are names that are not ours.
	*/migrating.rst) awk '/^First guesses$/ { cut = 1 } /^list\.h of Linux$/ { cut = 0 }
		cut && /^``/ { sub(/^[^ ]+(, [^ ]+)* +/, "") } { print }' "$1" ;;
	# Names of 1.x stand in the first column, and in the script of sed.
	*/from-1x.rst) sed -E '/sed -i/,/\*\.cpp/d; s/^``.{39}//' "$1" ;;
	*/requirements.rst) awk '/^   [0-9]+, "|^[^ ]/ { n = 0 }
		!n { n = sub(/", ".*/, ""); print }' "$1" ;;
	*) cat "$1" ;;
	esac | names >"$WORK/said"
	base=$WORK/$(basename "$1")
	cat "$WORK/known" "$base"-*.c "$base"-*.cc 2>/dev/null |
		tr -c 'A-Za-z0-9_' '\n' | sort -u | comm -13 - "$WORK/said"
}
{
	find include lib tests scripts -name '*.[ch]' | sed 's|.*/||; s/\.[ch]$//'
	for file in include/linux-ish/*.h include/linux-ish/*/*.h lib/*.[ch] lib/*/*.[ch]; do
		parts code "$file"
	done
} | tr -c 'A-Za-z0-9_' '\n' | sort -u >"$WORK/code"
sed -nE "s/^(${containers%|})_/X_/p" "$WORK/code" | sort -u - "$WORK/code" >"$WORK/known"
for page in README.md Documentation/*.rst include/linux-ish/*.h include/linux-ish/*/*.h \
	lib/*.[ch] lib/*/*.[ch]; do
	stale "$page" | sed "s|^|$page: |"
done >"$WORK/stale"
expect "names that do not exist: $(cat "$WORK/stale")" test ! -s "$WORK/stale"
# The test can fail.
{
	echo 'By ``ilist_add_sideways()`` or ``X_add_tail()`` or ``X_zap``: LISH_NONSENSE'
	cat Documentation/ilist.rst
} >"$WORK/planted/names.rst"
{
	echo '/* once dense_explode() */ int dense_in_code;'
	cat include/linux-ish/dense.h
} >"$WORK/planted/names.h"
stale "$WORK/planted/names.rst" >"$WORK/stale"
stale "$WORK/planted/names.h" >>"$WORK/stale"
expect "planted names: $(cat "$WORK/stale")" \
	[ "$(tr '\n' ' ' <"$WORK/stale")" = 'LISH_NONSENSE X_zap ilist_add_sideways dense_explode ' ]

# quoted PAGE: paragraphs of C in its literal blocks that no file of the library has, blanks and
# comments aside, and private names between its backquotes that none has
quoted() {
	cat include/linux-ish/*.h include/linux-ish/*/*.h lib/*.[ch] lib/*/*.[ch] >"$WORK/tree"
	parts code "$WORK/tree" | tr -d ' \t\n\\' >"$WORK/tree.code"
	awk '
		function end() {
			if (text ~ /[;{]|#define|^ *[A-Z_]+\(.*\)$/)
				print text
			text = ""
		}
		!/^   |^$/ { end(); inside = 0 }
		/^$/ { end() }
		inside && /^   / { text = text $0 " " }
		/::$/ { inside = 1 }
		END { end() }' "$1" | sed 's|/\*[^*]*\*/||g' | tr -d ' \t\\' |
		awk 'NR == FNR { tree = tree $0; next }
			$0 != "" && !index(tree, $0)' "$WORK/tree.code" -
	grep -o '``[A-Za-z_0-9]*_()``\|``[A-Za-z_0-9]*_``' "$1" | tr -d '`()' | grep -v '^X_' |
		sort -u | comm -23 - "$WORK/known"
}
for page in Documentation/contributing.rst Documentation/design.rst; do
	quoted "$page"
done >"$WORK/quoted"
expect "code that pages quote and the library does not have: $(cat "$WORK/quoted")" \
	test ! -s "$WORK/quoted"
# The test can fail.
sed 's/lish_refused(list, node, reason)/lish_asked(list, node)/
	s/``LISH_SLOW_``/``LISH_SLACK_``/' Documentation/contributing.rst \
	>"$WORK/planted/contributing.rst"
sed 's/walklist_unlink_(list/walklist_unlink_(walks/' Documentation/design.rst \
	>"$WORK/planted/design.rst"
for page in "$WORK/planted/contributing.rst" "$WORK/planted/design.rst"; do
	quoted "$page"
done >"$WORK/quoted"
expect "planted quotations: $(cat "$WORK/quoted")" test "$(grep -c . "$WORK/quoted")" = 3

# missing PAGE: what a Markdown page of the top leads to, and is not there
missing() {
	grep -o '](\([^)#]*\)' "$1" | cut -c3- | grep -v '^http\|^$' |
		while read -r file; do
			[ -e "$file" ] || echo "$file"
		done
}
for page in README.md CHANGELOG.md; do
	expect "links of $page to nowhere: $(missing $page)" [ -z "$(missing $page)" ]
done
sed 's/(Documentation\/performance\.rst)/(performance.rst)/' README.md \
	>"$WORK/planted.md"
expect 'a planted link to nowhere' \
	[ "$(missing "$WORK/planted.md")" = performance.rst ]

# titles PAGE: its sections, but for the one that only pools have
titles() {
	awk '/^=+$/ && last ~ /^[A-Z]/ { print last } { last = $0 }' "$1" |
		sed '/^Settings and hooks$/d'
}

# Each page of a container has an example, and the sections that the first has.
titles Documentation/ilist.rst >"$WORK/sections"
for page in $(cd include/linux-ish && grep -l 'for_each_entry\|_alloc_entry(\|drain_[a-z]*(' *.h); do
	name=${page%.h}
	[ -e "Documentation/$name.rst" ] || continue
	[ -e "$WORK/$name.rst-1.where" ] ||
		flunk "Documentation/$name.rst has no example"
	titles "Documentation/$name.rst" >"$WORK/titles"
	expect "the sections of Documentation/$name.rst" \
		diff "$WORK/sections" "$WORK/titles"
done

# What a report prints stands in the table of causes, in words and beside its name.
sed -n 's/^	\(LISH_[A-Z_]*\)\( = 0\)*,*$/\1/p' include/linux-ish/bug.h >"$WORK/reasons"
{
	echo '#include <linux-ish/bug.h>
	#include <stdio.h>
	int main(void)
	{'
	grep -v '^LISH_OK$' "$WORK/reasons" |
		sed 's/.*/puts("&"); puts(lish_reason_text(&));/'
	echo 'return 0; }'
} >"$WORK/reasons.c"
causes() {
	"${COMPILERS%% *}" -Iinclude "$WORK/reasons.c" "$LIBRARY" -o "$WORK/reasons" &&
		"$WORK/reasons" >"$WORK/texts" &&
		awk '
		FILENAME == ARGV[1] {
			if (/^``LISH_[A-Z_]*`` / || !/^ /)
				row = ""
			if (/^``LISH_[A-Z_]*`` /) {
				row = $1
				gsub(/`/, "", row)
				$1 = ""
			}
			if (row != "") {
				$1 = $1
				causes[row] = causes[row] " " $0
				gsub(/ +/, " ", causes[row])
			}
			next
		}
		FNR % 2 { name = $0; next }
		{
			reasons++
			if (!index(causes[name], "*" $0 "*")) {
				print name " is not there as: " $0
				bad = 1
			}
		}
		END { exit bad || reasons < 20 }' Documentation/reports.rst "$WORK/texts"
}
expect 'Documentation/reports.rst has each reason as it is printed' causes

# The size of each container stands on its page, and that of its node in the tables of README and
# choosing.rst, as a compiler for 64 and one for 32 bits have it.
containers=$(sh tests/uses.sh --containers | cut -d' ' -f1)
for X in $containers; do
	echo "#include <linux-ish/$X.h>"
	echo "char size_of_$X[sizeof(struct $X)];"
	sed -n "s/^LISH_NODE_(\(.*\));/char size_of_${X}_node[sizeof(struct \1)];/p" \
		"include/linux-ish/$X.h"
done >"$WORK/sizes.c"
# sizes COMPILER: "CONTAINER BYTES BYTES" a line: its own, and those of its node
sizes() {
	"$1" -Iinclude -fno-common -S "$WORK/sizes.c" -o "$WORK/sizes.s" &&
		sed -n 's/.*\.size[ \t]*size_of_\([a-z]*\)\(_node\)*, *\([0-9]*\).*/\1 \3/p' \
			"$WORK/sizes.s" |
		awk '$1 == before { print $1, bytes, $2 } { before = $1; bytes = $2 }'
}
# printed BITS: the pages have the numbers of $WORK/sizes
printed() {
	[ "$(wc -l <"$WORK/sizes")" = "$(echo "$containers" | wc -l)" ] || return
	while read -r X bytes node; do
		case $1 in
		64)
			is="\`\`struct $X\`\` takes $bytes bytes, [0-9]* on 32 bit"
			cell="$node \(/ [0-9]* \)*bytes"
			;;
		32)
			is="\`\`struct $X\`\` takes [0-9]* bytes, $bytes on 32 bit"
			cell="\([0-9]* / \)*$node bytes"
			;;
		esac
		tr '\n' ' ' <"Documentation/$X.rst" | grep -q "$is" || {
			echo "Documentation/$X.rst: $is"
			wrong=1
		}
		grep -q "(Documentation/$X.rst) | $cell" README.md || {
			echo "README.md: $X: $cell"
			wrong=1
		}
		grep -q "^\`\`$X\`\` *$cell" Documentation/choosing.rst || {
			echo "Documentation/choosing.rst: $X: $cell"
			wrong=1
		}
	done <"$WORK/sizes"
	[ -z "${wrong-}" ]
}
case $("${COMPILERS%% *}" -dumpmachine) in
x86_64*linux*)
	sizes "${COMPILERS%% *}" >"$WORK/sizes"
	expect 'sizes of containers and nodes, 64 bits' printed 64
	;;
*) echo 'skip: not x86-64 Linux: sizes of containers are not compared' ;;
esac
if command -v arm-linux-gnueabihf-gcc >/dev/null 2>&1; then
	sizes arm-linux-gnueabihf-gcc >"$WORK/sizes"
	expect 'sizes of containers and nodes, 32 bits' printed 32
else
	echo 'skip: no arm-linux-gnueabihf-gcc: sizes on 32 bits are not compared'
fi

# steps LEVEL: "LOOP INSTRUCTIONS" a line, those of a step and of a body that adds up a field
steps() {
	"$gcc" -std=gnu99 -O2 "-DLISH_CHECK=$1" -DLISH_NO_POISON -Iinclude tests/docs/steps.c $SOURCES \
		-lpthread -o "$WORK/steps" &&
		valgrind -q --tool=callgrind --toggle-collect=counted \
			"--callgrind-out-file=$WORK/steps.profile" "$WORK/steps" >&2 &&
		callgrind_annotate --inclusive=yes --threshold=100 "$WORK/steps.profile" |
		sed -n 's/^ *\([0-9,]*\) .*:\([a-z_]*\)_steps .*/\2 \1/p' | tr -d , |
			awk '{ printf "%s %.0f\n", $1, $2 / 1024 }' | sort
}
# The instructions of a step in choosing.rst, at levels 0 and 1
stepped() {
	steps 0 >"$WORK/steps.0" && steps 1 >"$WORK/steps.1" || return
	join "$WORK/steps.0" "$WORK/steps.1" >"$WORK/steps.both"
	[ "$(wc -l <"$WORK/steps.both")" = 12 ] || return
	while read -r name level0 level1; do
		grep -q "^\(.* \)*\`\`$name\`\` .*\b$level0, $level1\b" Documentation/choosing.rst || {
			echo "Documentation/choosing.rst: $name: $level0, $level1"
			wrong=1
		}
	done <"$WORK/steps.both"
	[ -z "${wrong-}" ]
}
gcc=${COMPILERS%% *}
case $("$gcc" --version | grep -c clang):$("$gcc" -dumpversion):$("$gcc" -dumpmachine) in
0:12*:x86_64*)
	if command -v callgrind_annotate >/dev/null 2>&1; then
		expect 'instructions of a step' stepped
	else
		echo 'skip: no valgrind: the instructions of a step are not counted'
	fi
	;;
*) echo 'skip: the instructions of a step are those of gcc 12 on x86-64' ;;
esac
finish
