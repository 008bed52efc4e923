# SPDX-License-Identifier: MIT
#
# same-words.awk - one sentence for one operation
#
#	awk -f scripts/same-words.awk include/linux-ish/*.h
#
# Reads the first line of each kernel-doc comment, "X_leave() - remove an element if
# it is in the list", without the name of the container and its noun. Prints each
# operation that three containers or more have and describe in different words, then
# how many are alike: "51 of 51 operations in one wording".

FNR == 1 {
	X = FILENAME
	sub(/.*\//, "", X)
	sub(/\.h$/, "", X)
}

/^\/\*\*$/ {
	summary = ""
	first = 1
	next
}

first && /^ \*( @|$|\/)/ {
	first = 0
	at = index(summary, " - ")
	name = substr(summary, 1, at - 1)
	sub(/\(\)$/, "", name)
	if (at && tolower(substr(name, 1, length(X) + 1)) == X "_")
		one(substr(name, length(X) + 2), substr(summary, at + 3))
	next
}

first {
	sub(/^ \* ?/, "")
	summary = summary == "" ? $0 : summary " " $0
}

function one(operation, words) {
	words = " " words " "
	gsub("[^a-z_]" X "[^a-z_]", " X ", words)
	gsub(/[ (](list|array|pool|box|heap)[ ,.?;)]/, " X ", words)
	gsub(/ an X /, " a X ", words)
	if (!((operation, words) in seen)) {
		seen[operation, words] = X
		wordings[operation]++
		texts[operation] = texts[operation] "\n    " X ":" words
	}
	count[operation]++
}

END {
	for (operation in count) {
		if (count[operation] < 3)
			continue
		shared++
		if (wordings[operation] == 1)
			alike++
		else
			print operation ": " wordings[operation] \
				" wordings" texts[operation]
	}
	printf "%d of %d operations in one wording\n", alike, shared
	exit alike != shared
}
