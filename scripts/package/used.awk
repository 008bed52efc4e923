# SPDX-License-Identifier: MIT
#
# used.awk -v ours='NAME ...' - C without the private macros and functions that it does
# not use, also without their prototypes, and without what is empty then
#
# Private is what ends in an underscore, and what ours names. A blank line stays only in
# front of a comment or a function at the left margin.

function drop(i,    j) {
	gone[i] = 1
	# With the comment above
	for (j = i - 1; j > 0 && gone[j]; j--)
		;
	if (j > 0 && line[j] ~ /^\/\*.*\*\/$/)
		gone[j] = 1
}
function count(i, by,    text, word) {
	text = line[i]
	gsub(/\/\*.*\*\//, "", text)
	gsub(/"[^"]*"/, "", text)
	while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
		word = substr(text, RSTART, RLENGTH)
		uses[word] += by
		text = substr(text, RSTART + RLENGTH)
	}
}
function private(name) {
	return name ~ /_$/ || name in mine || name ~ /^(LINUX_ISH|LISH)_[A-Z_]*_H$/
}
function last_of_macro(i) {
	while (line[i] ~ /\\$/)
		i++
	return i
}
# The last line of a function or a prototype that begins here, or 0. Sets function_name.
function function_to(i,    j, text) {
	if (line[i] !~ /^[A-Za-z_]/ || line[i] ~ /^(typedef|extern) /)
		return 0
	for (j = i; j <= n && line[j] !~ /^([{#]|$)/; j++) {
		text = text " " line[j]
		if (line[j] ~ /[;{]$/)
			break
	}
	if (text !~ /\(/ || text ~ /=/ || line[j] !~ /^{|\);$/)
		return 0
	function_name = text
	sub(/\(.*/, "", function_name)
	sub(/.*[ \t*]/, "", function_name)
	if (line[j] ~ /^{/)
		while (line[j] !~ /^}/ && j < n)
			j++
	return j
}
function sweep(    i, j, k, name, found) {
	for (i = 1; i <= n; i++) {
		if (gone[i])
			continue
		if (line[i] ~ /^#define [A-Za-z_]/) {
			name = line[i]
			sub(/^#define /, "", name)
			sub(/[^A-Za-z_0-9].*/, "", name)
			j = last_of_macro(i)
			# An include guard or a switch is used by its #ifndef.
			if (private(name) && uses[name] <= defined_[name]) {
				for (k = i; k <= j; k++) {
					count(k, -1)
					drop(k)
				}
				defined_[name]--
				found = 1
			}
			i = j
		} else if ((j = function_to(i)) > 0) {
			if (private(function_name) && uses[function_name] == stands[function_name]) {
				for (k = i; k <= j; k++) {
					count(k, -1)
					drop(k)
				}
				stands[function_name]--
				found = 1
			}
			i = j
		} else if (line[i] ~ /^#if/) {
			for (j = i + 1; j <= n && (gone[j] || line[j] ~ /^(#else|#elif.*|)$/); j++)
				;
			if (line[j] ~ /^#endif/) {
				for (k = i; k <= j; k++)
					if (!gone[k]) {
						count(k, -1)
						gone[k] = 1
					}
				found = 1
			}
		} else if (line[i] ~ /^#undef /) {
			name = line[i]
			sub(/^#undef /, "", name)
			if (uses[name] == 1) {
				count(i, -1)
				gone[i] = found = 1
			}
		}
	}
	return found
}
BEGIN {
	k = split(ours, list, " ")
	for (i = 1; i <= k; i++)
		mine[list[i]]
}
{
	line[++n] = $0
	if (/^#define /)
		defined_[substr($2, 1, match($2 "(", /\(/) - 1)]++
}
END {
	for (i = 1; i <= n; i++)
		count(i, 1)
	for (i = 1; i <= n; i++)
		if ((j = function_to(i)) > 0) {
			stands[function_name]++
			i = j
		}
	while (sweep())
		;
	for (i = 1; i <= n; i++) {
		if (gone[i])
			continue
		if (line[i] == "") {
			blank = 1
			continue
		}
		# What this comment is about has gone.
		if (line[i] ~ /^\/\*.*\*\/$/ && line[i] !~ /\.[ch] - /) {
			for (j = i + 1; j <= n && gone[j]; j++)
				;
			if (line[j] == "")
				continue
		}
		if (blank && line[i] ~ /^[^ \t#}]/ && !(line[i] ~ /^LISH_(C|EXPORT)/))
			print ""
		blank = 0
		print line[i]
	}
}
