#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Tests of the replayer itself: what it does with good files, with wrong answers
# and with files that are damaged. Prints "N passed, N failed".
set -u

build=$(dirname "${LIBRARY:-build/liblinux-ish.a}")
replay=${REPLAY:-$build/tests/trace_replay}
work=${WORK:-$build/check/replay}
passed=0
failed=0

mkdir -p "$work" || exit 1
replay=$(cd "$(dirname "$replay")" && pwd)/$(basename "$replay")
cd "$work" || exit 1
rm -f ./*.txt

# history FILE [LINE...]: the lines, or stdin, behind the first two of a history of $system
system=linked_list
history() {
	to=$1
	shift
	{
		printf '# system %s seed 1\n# mix tests\n' "$system"
		if [ $# -gt 0 ]; then printf '%s\n' "$@"; else cat; fi
	} >"$to"
}

# expect STATUS NAME: run on $files; each line of stdin is part of the output,
# and a summary is its last line
expect() {
	want=$1
	name=$2
	output=$("$replay" $files 2>&1)
	got=$?
	why=''
	[ "$got" = "$want" ] || why="exit status $got, not $want"
	last=''
	while IFS= read -r line; do
		case $output in
		*"$line"*) ;;
		*) why="$why; no \"$line\"" ;;
		esac
		last=$line
	done
	case $last in
	*' wrong')
		[ "$last" = "$(printf '%s\n' "$output" | tail -n 1)" ] ||
			why="$why; the last line is not \"$last\""
		;;
	esac
	if [ -z "$why" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'failed: %s: %s\n%s\n' "$name" "$why" "$output"
	fi
}

# refuse NAME LINE WHAT [HISTORY...]: a history that is not sound in that line
refuse() {
	files=refused.txt
	name=$1 said="$2: $3"
	shift 3
	history "$files" "$@"
	expect 1 "$name" <<-END
		refused.txt:$said
		0 files, 0 answers, 0 wrong
	END
}

# wrong NAME LINE WHAT SUM HISTORY...: a history with wrong answers; SUM is the last line of
# the output
wrong() {
	files=wrong.txt
	name=$1 said="$2: wrong: $3" sum=$4
	shift 4
	history "$files" "$@"
	expect 1 "$name" <<-END
		wrong.txt:$said
		$sum
	END
}

files=good.txt
history good.txt <<'END'
# comments may stand anywhere
reset
append 4 -> 4
prepend 2 -> 2
appendnode 7
foreach
visit 2
length -> 3
visit 4
removenode 4 -> 4
foreach
visit 2
append 9 -> 9
break
visit 7 9
end
iter -> 2 7 9
back -> 9 7 2
digest -> 3 2148
backdigest -> 3 8868
removetail
removehead -> 2
removehead -> 7
removehead -> none
iter ->
length ~> 5
length ~> -5
length ~> 0
foreach
end
END
expect 0 'a good file' <<'END'
linked_list         1       13      0        5
1 files, 13 answers, 0 wrong
END

files='good.txt good.txt'
expect 0 'each file begins from empty, and may be given twice' <<'END'
linked_list         2       26      0       10
2 files, 26 answers, 0 wrong
END

files='--advisory good.txt'
expect 0 'advisory answers are counted with --advisory' <<'END'
linked_list         1       13      0        5         3       2
1 files, 13 answers, 0 wrong
END

files=skips.txt
history skips.txt <<'END'
append 1 -> 1
append 2 -> 2
append 3 -> 3
append 4 -> 4
foreach
visit 1
skip 2 65
removenode 3 -> 3
visit 4
end
END
expect 0 'skip moves on and compares a digest' <<'END'
1 files, 5 answers, 0 wrong
END

files=header.txt
printf '# system linked_list seed 12\n' >header.txt
expect 0 'a header alone is a file without answers' <<'END'
1 files, 0 answers, 0 wrong
END

# Wrong answers
wrong 'a wrong number' 4 'length -> 2: answered 1' '1 files, 2 answers, 1 wrong' \
	'append 1 -> 1' 'length -> 2'
wrong 'a wrong word' 3 'removehead -> 1: answered none' '1 files, 1 answers, 1 wrong' \
	'removehead -> 1'
wrong 'the first wrong one is shown, all are counted' 3 'length -> 1: answered 0' '1 files, 3 answers, 2 wrong' \
	'length -> 1' 'length -> 0' 'length -> 2'
wrong 'a wrong order' 5 'iter -> 2 1: answered 1 2' '1 files, 3 answers, 1 wrong' \
	'append 1 -> 1' 'append 2 -> 2' 'iter -> 2 1'
wrong 'a list that should be empty' 4 'iter ->: answered 1' '1 files, 2 answers, 1 wrong' \
	'append 1 -> 1' 'iter ->'
wrong 'a list that should not be empty' 3 'iter -> 1: answered with nothing' '1 files, 1 answers, 1 wrong' \
	'iter -> 1'
wrong 'a wrong digest' 4 'digest -> 1 4: answered 1 3' '1 files, 2 answers, 1 wrong' \
	'append 3 -> 3' 'digest -> 1 4'
wrong 'a wrong way back' 5 'back -> 1 2: answered 2 1' '1 files, 3 answers, 1 wrong' \
	'append 1 -> 1' 'append 2 -> 2' 'back -> 1 2'

# Wrong visits
wrong 'another element is visited' 6 'visit 1 3: the loop stands on 2' '1 files, 2 answers, 1 wrong' \
	'append 1 -> 1' 'append 2 -> 2' foreach 'visit 1 3' end
wrong 'the loop goes on' 7 'end: the loop goes on with 2' '1 files, 3 answers, 1 wrong' \
	'append 1 -> 1' 'append 2 -> 2' foreach 'visit 1' end 'length -> 2'

wrong 'the loop ends within a line' 5 'visit 1 2 3: the loop ends 2 elements earlier' '1 files, 2 answers, 1 wrong' \
	'append 1 -> 1' foreach 'visit 1 2 3' 'length -> 1' end
wrong 'the loop ends before a line' 6 'visit 2: the loop has ended already' '1 files, 3 answers, 2 wrong' \
	'append 1 -> 1' foreach 'visit 1' 'visit 2' 'length -> 1' 'skip 3 3' break \
	'length -> 1'
wrong 'a wrong digest of skipped elements' 6 'skip 2 34: the digest is 33' '1 files, 2 answers, 1 wrong' \
	'append 1 -> 1' 'append 2 -> 2' foreach 'skip 2 34' end
wrong 'a loop inside a loop' 7 'visit 2: the loop stands on 1' '1 files, 2 answers, 1 wrong' \
	'append 1 -> 1' foreach 'visit 1' foreach 'visit 2' 'length -> 1' end end
wrong 'misuse of the container' 4 'appendnode 1: walklist_add_tail reports: ' '1 files, 2 answers, 1 wrong' \
	'append 1 -> 1' 'appendnode 1' 'iter -> 1'

# Files that are not sound
refuse 'an unknown operation' 4 'linked_list has no operation insert' 'append 1 -> 1' \
	'insert 2 -> 2'
refuse 'an operation of another system' 3 'linked_list has no operation get' 'get -> 1'
refuse 'a missing argument' 3 'append: the id is missing' append
refuse 'an arrow in the place of an argument' 3 'append: the id is missing' 'append -> 1'
refuse 'an argument too many' 3 'append: an argument too many: 2' 'append 1 2 -> 1'
refuse 'an argument where there is none' 3 'reset: an argument too many: 2' 'reset 2'
refuse 'an argument that is no number' 3 'append: the id is no decimal number that fits: x1' \
	'append x1 -> 1'
refuse 'a leading zero' 3 'append: the id is no decimal number that fits: 01' 'append 01 -> 1'
refuse 'a hexadecimal number' 3 'append: the id is no decimal number that fits: 0x1' \
	'append 0x1 -> 1'
refuse 'a negative id' 3 'append: the id is no decimal number that fits: -1' 'append -1 -> 1'
refuse 'an id that is too large' 3 'append: the id is not below 16777216: 16777216' \
	'append 16777216 -> 1'
refuse 'a number beyond 32 bits' 3 'append: the id is no decimal number that fits: 4294967296' \
	'append 4294967296 -> 1'
refuse 'an answer where there is none' 3 'reset has no answer' 'reset -> 1'
refuse 'an answer that is missing' 3 'append: the answer is one word or number' 'append 1 ->'
refuse 'two answers' 3 'length: the answer is one word or number' 'length -> 1 2'
refuse 'an answer of another operation' 3 'length: this is no answer of it: none' \
	'length -> none'
refuse 'half an answer' 3 'removehead: this is no answer of it: non' 'removehead -> non'
refuse 'a negative answer' 3 'length: this is no answer of it: -1' 'length -> -1'
refuse 'a digest without a count' 3 'digest: the answer is a count and a digest' 'digest -> 1'
refuse 'an arrow in a list' 3 'iter: this is no answer of it: ->' 'iter -> 1 -> 2'
refuse 'two spaces' 3 'not single spaces between words' 'append  1 -> 1'
refuse 'a space at the end' 3 'not single spaces between words' 'iter -> '
refuse 'a space in front' 3 'not single spaces between words' ' reset'
refuse 'a tab' 3 'a byte that is not printable ASCII' 'append	1 -> 1'
refuse 'a letter beyond ASCII' 3 'a byte that is not printable ASCII' '# größer'
refuse 'an empty line' 4 'the line is empty' reset '' reset
printf 'append 1 -> 1\r\n' >input.txt
refuse 'CR LF' 3 'the line ends with CR LF, not LF' <input.txt
printf 'reset\000\n' >input.txt
refuse 'a NUL byte' 3 'a byte that is not printable ASCII' <input.txt
printf 'append 1 -> 1\nlength -> 1' >input.txt
refuse 'a last line without an end' 4 'the line has no end: cut off?' <input.txt
printf 'iter -> %0592d\n' 0 >input.txt
refuse 'a line of 600 bytes' 3 'the line has 600 bytes, more than 599' <input.txt
printf '# %0597d\n' 0 >input.txt
history longest.txt <input.txt
files=longest.txt
expect 0 'a line of 599 bytes' <<'END'
1 files, 0 answers, 0 wrong
END
refuse 'a visit outside of a loop' 3 'visit outside of a loop' 'visit 1'
refuse 'an end outside of a loop' 3 'end outside of a loop' end
refuse 'a loop that is cut off' 5 'the file ends inside of a loop' 'append 1 -> 1' foreach \
	'visit 1'
refuse 'an inner loop that is not closed' 7 'the file ends inside of a loop' 'append 1 -> 1' \
	foreach 'visit 1' foreach end
refuse 'a visit of nothing' 4 'visit: an id is missing' foreach visit
refuse 'a skip of nothing' 4 'skip: the count is 0' foreach 'skip 0 0'
refuse 'a skip without a digest' 4 'skip: the digest is missing' foreach 'skip 1'
refuse 'an answer to a visit' 4 'visit: an id is no decimal number that fits: x' foreach \
	'visit 1 x'
refuse 'an argument to end' 4 'end: an argument too many: 1' foreach 'end 1'
refuse 'an argument to foreach' 3 'foreach: an argument too many: 1' 'foreach 1'
refuse 'a break in front of the first visit' 4 'break before the loop visits anything' foreach \
	break
refuse 'an operation in front of the first visit' 4 'an operation before the loop visits anything' \
	foreach 'length -> 0' end
refuse 'a loop in front of the first visit' 4 'an operation before the loop visits anything' \
	foreach foreach end end
i=0
while [ "$i" -lt 65 ]; do
	printf 'foreach\nvisit 1\n'
	i=$((i + 1))
done >input.txt
refuse 'loops without end inside each other' 131 'more than 64 loops inside each other' <input.txt

system=container
refuse 'a container that there is none of' 3 "new: the container's number is not below 2: 2" \
	'new 2 9'
refuse 'a loop of a system without loops' 4 'container has no operation foreach' 'new 0 9' \
	foreach end
system=fast
refuse 'a new container inside a loop' 7 'new inside a loop' 'new 4' 'get -> 0' foreach \
	'visit 0' 'new 4' end
system=container
refuse 'an answer that needs no number' 3 'insert: this is no answer of it: none' \
	'insert 1 -> none'
wrong 'a word in the place of a number' 4 'insert 1 -> full: answered 1' '1 files, 1 answers, 1 wrong' \
	'new 0 9' 'insert 1 -> full'
wrong 'a number in the place of a word' 4 'insert 1 -> 1: answered full' '1 files, 1 answers, 1 wrong' \
	'new 0 0' 'insert 1 -> 1'
system=locking_list
refuse 'several ids that are none' 3 'addn: an id is missing' addn
refuse 'an answer to several ids' 3 'addn has no answer' 'addn 1 2 -> 1'
wrong 'one of several ids' 4 'iter -> 1 2: answered 1 2 3' '1 files, 1 answers, 1 wrong' \
	'addn 1 2 3' 'iter -> 1 2'
system=read_write
refuse 'loops inside each other where they do not nest' 6 'loops of read_write do not nest' \
	'add 1' foreach 'visit 1' foreach
system=pool
wrong 'a new object has the next name' 4 'get -> 1: answered 0' '1 files, 1 answers, 1 wrong' \
	'new 3' 'get -> 1'
wrong 'an object that is handed out again keeps its name' 6 'get -> 1: answered 0' '1 files, 2 answers, 1 wrong' \
	'new 3' 'get -> 0' 'put 0' 'get -> 1'
wrong 'an object that there is none of' 4 'put 0: there is no such object' '1 files, 0 answers, 1 wrong' \
	'new 3' 'put 0'
wrong 'an object that is gone with its pool' 6 'put 0: there is no such object' '1 files, 1 answers, 1 wrong' \
	'new 3' 'get -> 0' 'new 3' 'put 0'
system=pooled_list
files=reused.txt
history reused.txt <<'END'
new 2 0
create -> 0
create -> 1
create -> fail
disposeall
create -> 1
create -> 0
iter -> 1 0
clear
create -> fail
destroys -> 4
new 0 1
create -> 2
END
expect 0 'the object disposed of last comes first; cleared objects are gone' <<'END'
1 files, 9 answers, 0 wrong
END
wrong 'an object that is gone with a clear' 6 'dispose 0: there is no such object' '1 files, 1 answers, 1 wrong' \
	'new 1 1' 'create -> 0' clear 'dispose 0'
system=reusing
wrong 'a misuse that the container reports' 6 'remove 0: listpool_free reports: ' '1 files, 1 answers, 1 wrong' \
	new 'last -> 0' 'remove 0' 'remove 0'
system=fast
files=cleared.txt
history cleared.txt <<'END'
new 3
get -> 0
get -> 1
remove 0 -> 1
clear -> 1
get -> 1
remove 0 -> 0
get -> 0
get -> 2
iter -> 1 0 2
END
expect 0 'after a clear, names go to the objects that are handed out' <<'END'
1 files, 9 answers, 0 wrong
END
wrong 'the name of a live object is not given away' 8 'get -> 1: the object with that name is live' '1 files, 5 answers, 1 wrong' \
	'new 3' 'get -> 0' 'get -> 1' 'clear -> 1' 'get -> 1' 'get -> 1'
wrong 'nor is a new name, to an object that is not new' 6 'get -> 1: answered 0' '1 files, 3 answers, 1 wrong' \
	'new 3' 'get -> 0' 'clear -> 1' 'get -> 1'
system=linked_list

# refuse_header NAME WHAT [LINE]: the file is that line, or empty
refuse_header() {
	files=header.txt
	printf "${3+%s\\n}" ${3+"$3"} >"$files"
	expect 1 "$1" <<-END
		header.txt:1: $2
		0 files, 0 answers, 0 wrong
	END
}
refuse_header 'an empty file' 'the file is empty'
refuse_header 'no header' 'the first line is not "# system NAME seed N"' reset
refuse_header 'a header without a seed' 'the first line is not "# system NAME seed N"' \
	'# system linked_list'
refuse_header 'a header with half a seed' 'the first line is not "# system NAME seed N"' \
	'# system linked_list seed 1x'
refuse_header 'an unknown system' 'unknown system: linked_lists' \
	'# system linked_lists seed 1'

# Files and options
files=no-such-file.txt
expect 1 'a missing file' <<'END'
no-such-file.txt: cannot open: 
0 files, 0 answers, 0 wrong
END
files=.
expect 1 'a folder' <<'END'
.: cannot read: 
0 files, 0 answers, 0 wrong
END
history wrong.txt <<'END'
length -> 0
length -> 1
END
history refused.txt <<'END'
end
END
files='no-such-file.txt refused.txt good.txt wrong.txt'
expect 1 'sound files are replayed all the same' <<'END'
no-such-file.txt: cannot open: 
refused.txt:3: end outside of a loop
wrong.txt:4: wrong: 
2 files, 15 answers, 1 wrong
END
files=
expect 2 'no files' <<'END'
trace_replay: no files given
usage: trace_replay [--advisory] FILE...
END
files='--verbose good.txt'
expect 2 'an unknown option' <<'END'
trace_replay: unknown option --verbose
usage: trace_replay [--advisory] FILE...
END
files=--help
expect 0 'help' <<'END'
usage: trace_replay [--advisory] FILE...
END
files='-- good.txt'
expect 0 'two dashes end the options' <<'END'
1 files, 13 answers, 0 wrong
END

echo "$passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" = 0 ]
