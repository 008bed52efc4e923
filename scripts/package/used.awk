# SPDX-License-Identifier: MIT
#
# used.awk -v ours='NAME ...' - C without the private macros and functions that it does
# not use, also without their prototypes, and without what is empty then. Private functions
# of the implementation are static, and have a prototype only if a call needs it.
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
	if (text !~ /\(/ || text ~ /=/ || line[j] !~ /^[{]|\);$/)
		return 0
	function_name = text
	sub(/\(.*/, "", function_name)
	sub(/.*[ \t*]/, "", function_name)
	if (line[j] ~ /^[{]/)
		while (line[j] !~ /^}/ && j < n)
			j++
	return j
}
# A private function that only the implementation calls: no other file knows it.
function localise(    i, j, k, name, text, attribute) {
	for (i = 1; i <= n; i++) {
		if (gone[i])
			continue
		if ((j = function_to(i)) > 0) {
			name = function_name
			if (line[j] ~ /^}/) {
				body[name] = line[i] ~ /^(static|LISH_(HOT|TINY)) / || i < implementation ? 0 : i
			} else if (name in proto) {
				proto[name] = 0
			} else {
				proto[name] = i
			}
		}
		# Where it is called first, not counting its prototype and its own head.
		for (k = i; k <= (j ? j : i); k++) {
			text = line[k]
			gsub(/\/\*.*\*\//, "", text)
			gsub(/"[^"]*"/, "", text)
			while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
				word = substr(text, RSTART, RLENGTH)
				text = substr(text, RSTART + RLENGTH)
				if (!(word in called) && !(j && word == name))
					called[word] = k
			}
		}
		i = j ? j : i
	}
	for (name in body) {
		i = body[name]
		if (!i || !proto[name] || !private(name) || called[name] < implementation)
			continue
		k = proto[name]
		attribute = line[k] ~ /^LISH_COLD / ? "LISH_COLD " : \
			line[k] ~ /^LISH_NOINLINE / ? "LISH_NOINLINE " : ""
		if (called[name] > i) {
			for (j = function_to(k); k <= j; k++) {
				count(k, -1)
				drop(k)
			}
			stands[name]--
			line[i] = "static " attribute line[i]
		} else if (k > implementation) {
			line[i] = "static " line[i]
			line[k] = "static " line[k]
		}
	}
}
# Without a header of the kernel if nothing here is of it
function needs(header, pattern,    i, at) {
	for (i = 1; i <= n; i++)
		if (gone[i])
			continue
		else if (line[i] == "#include <linux/" header ".h>")
			at = i
		else if (line[i] ~ "(^|[^a-z_])(" pattern ")")
			return
	if (at)
		gone[at] = 1
}
# How often a static function that stands here names itself in its body
function recursions(i, to,    k, text, times) {
	if (line[i] !~ /^static /)
		return 0
	for (k = i; k <= to; k++) {
		text = line[k]
		times += gsub("(^|[^A-Za-z_0-9])" function_name "[(]", "", text)
	}
	return times - 1
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
			if (private(name) && uses[name] <= defined_[name] + undefined[name]) {
				for (k = i; k <= j; k++) {
					count(k, -1)
					drop(k)
				}
				defined_[name]--
				found = 1
			}
			i = j
		} else if ((j = function_to(i)) > 0) {
			if ((private(function_name) || line[i] ~ /^static / || \
			     i > implementation && line[i] ~ /^LISH_TINY /) && \
			    uses[function_name] - recursions(i, j) == stands[function_name]) {
				for (k = i; k <= j; k++) {
					count(k, -1)
					drop(k)
				}
				stands[function_name]--
				found = 1
			}
			i = j
		} else if (line[i] ~ /^#if/) {
			for (j = last_of_macro(i) + 1; j <= n && (gone[j] || line[j] ~ /^(#else|#elif.*|)$/); j++)
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
			if (private(name) ? uses[name] <= defined_[name] + undefined[name] : \
			    uses[name] == 1) {
				count(i, -1)
				undefined[name]--
				gone[i] = found = 1
			}
		} else if (line[i] ~ /^(struct [a-z_]+_ [{]|typedef [a-z_]+ [a-z_]+;)$/) {
			name = line[i]
			sub(/( [{]|;)$/, "", name)
			sub(/.* /, "", name)
			if (private(name) && uses[name] == 1) {
				for (k = i; k == i || line[i] ~ /[{]$/ && line[k - 1] !~ /^}/; k++) {
					count(k, -1)
					drop(k)
				}
				found = 1
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
	if (/^#undef /)
		undefined[$2]++
	if (/^#ifdef LINUX_ISH_IMPLEMENTATION/)
		implementation = n
}
END {
	# Once is enough. What is needed of these headers is known.
	for (i = 1; i <= n; i++)
		if (line[i] ~ /^#include </ && line[i] in included || \
		    line[i] ~ /<linux\/(export|version)\.h>/)
			gone[i] = 1
		else if (line[i] ~ /^#include </)
			included[line[i]]
	for (i = 1; i <= n; i++)
		count(i, 1)
	for (i = 1; i <= n; i++)
		if ((j = function_to(i)) > 0) {
			stands[function_name]++
			i = j
		}
	while (sweep())
		;
	needs("atomic", "lish_atomic|atomic_|xchg")
	needs("cache", "SMP_CACHE_BYTES")
	localise()
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
