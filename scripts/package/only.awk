# SPDX-License-Identifier: MIT
#
# only.awk -v known='NAME=VALUE NAME= !NAME ...' - C with only the branches of one target
#
# NAME=VALUE is defined as that, NAME= as something, !NAME is not defined. Guards of our
# headers are not defined either: each is there once. A macro that the file defines in no
# branch is known from there on. A branch whose condition is known to be false goes, and so
# do the directives around one that is known to be true. What is not known stays as it is.

# Values of expressions: a number, or "?".
function token(    ch) {
	sub(/^[ \t]+/, "", text)
	if (match(text, /^[A-Za-z_][A-Za-z_0-9]*/) || match(text, /^[0-9][0-9A-Za-z]*/) ||
	    match(text, /^(&&|\|\||==|!=|<=|>=|<<|>>)/) || match(text, /^'[^']*'/)) {
		ch = substr(text, 1, RLENGTH)
		text = substr(text, RLENGTH + 1)
	} else {
		ch = substr(text, 1, 1)
		text = substr(text, 2)
	}
	tok = ch
}
function whether(name) {
	if (name in value)
		return 1
	return name ~ /^(LINUX_ISH|LISH)_[A-Z_]*_H$/ || name in absent ? 0 : "?"
}
function primary(    name, v, depth) {
	if (tok == "!") {
		token()
		v = primary()
		return v == "?" ? v : !v
	}
	if (tok == "(") {
		token()
		v = either()
		token()
		return v
	}
	if (tok == "defined") {
		token()
		if (tok == "(") {
			token()
			name = tok
			token()
		} else {
			name = tok
		}
		token()
		return whether(name)
	}
	name = tok
	token()
	if (tok == "(") {
		for (depth = 1; depth && text != ""; depth += (tok == "(") - (tok == ")"))
			token()
		token()
		return "?"
	}
	if (name ~ /^[0-9]/)
		return name ~ /^[0-9]+[uUlL]*$/ ? name + 0 : "?"
	if (whether(name) == 0 && name ~ /^[A-Za-z_]/)
		return 0
	return name in value && value[name] != "" ? value[name] + 0 : "?"
}
function compared(    a, b, how) {
	a = primary()
	while (tok ~ /^(==|!=|<=|>=|<|>|\+|-|<<|>>)$/) {
		how = tok
		token()
		b = primary()
		if (a == "?" || b == "?")
			a = "?"
		else
			a = how == "==" ? a == b : how == "!=" ? a != b : how == "<=" ? a <= b : \
				how == ">=" ? a >= b : how == "<" ? a < b : how == ">" ? a > b : "?"
	}
	return a
}
function both(    a, b) {
	a = compared()
	while (tok == "&&") {
		token()
		b = compared()
		a = a == "?" ? (b != "?" && !b ? 0 : "?") : !a ? 0 : b == "?" ? b : !!b
	}
	return a
}
function either(    a, b) {
	a = both()
	while (tok == "||") {
		token()
		b = both()
		a = a == "?" ? (b != "?" && b ? 1 : "?") : a ? 1 : b == "?" ? b : !!b
	}
	return a
}
function condition(line,    word) {
	word = line
	sub(/^#[ \t]*/, "", word)
	sub(/[ \t(!].*/, "", word)
	sub(/^#[ \t]*[a-z]+/, "", line)
	gsub(/\\\n/, " ", line)
	gsub(/\/\*.*\*\//, "", line)
	text = line
	token()
	if (word == "ifdef")
		return whether(tok)
	if (word == "ifndef")
		return whether(tok) == "?" ? "?" : !whether(tok)
	return either()
}
# The same condition without the parts that are known to be true.
function doubtful(line,    part, parts, i, rest, word) {
	if (line !~ /^#(el)?if .* && / || line ~ /\|\||\n/)
		return line
	word = line
	sub(/ .*/, "", word)
	sub(/[^ ]* /, "", line)
	parts = split(line, part, " && ")
	for (i = 1; i <= parts; i++) {
		if (part[i] !~ /^!?(defined)?\(?[A-Za-z_][A-Za-z_0-9]*\)?$/ ||
		    condition("#if " part[i]) == "?")
			rest = rest (rest == "" ? "" : " && ") part[i]
	}
	return word " " rest
}
# The file defines a macro here, or undefines it. The include guard of the file is no
# branch, and the implementation is the last one.
function learn(line,    name, i) {
	name = line
	sub(/^#[ \t]*[a-z]+[ \t]+/, "", name)
	sub(/[^A-Za-z_0-9].*/, "", name)
	if (name in fixed)
		return
	for (i = 1; i <= level; i++)
		if (state[i] == "kept" || state[i] == "done")
			break
	delete absent[name]
	delete value[name]
	if (i <= level)
		return
	if (line ~ /^#[ \t]*undef/) {
		absent[name]
	} else {
		value[name] = ""
		sub(/^#[ \t]*define[ \t]+[A-Za-z_0-9]+[ \t]*/, "", line)
		if (line ~ /^[0-9]+[uUlL]*$/)
			value[name] = line + 0
	}
}
BEGIN {
	n = split(known, list, " ")
	for (i = 1; i <= n; i++) {
		name = list[i]
		if (sub(/^!/, "", name)) {
			absent[name]
			fixed[name]
			continue
		}
		number = name
		sub(/=.*/, "", name)
		sub(/^[^=]*=/, "", number)
		value[name] = number
		fixed[name]
	}
	level = 0
	live[0] = 1
}
{
	line = $0
	while (line ~ /\\$/ && line ~ /^#[ \t]*(if|elif)/ && (getline more) > 0)
		line = line "\n" more
}
# state: kept, its directives stay; taken, a true branch was there; dead, none so far
line ~ /^#[ \t]*if/ {
	level++
	if (!live[level - 1]) {
		state[level] = "taken"
		live[level] = 0
		next
	}
	v = condition(line)
	state[level] = v == "?" ? "kept" : v ? "taken" : "dead"
	live[level] = v == "?" || v
	if (v == "?")
		print doubtful(line)
	if (line ~ /^#ifndef LINUX_ISH_ONE_FILE/) {
		state[level] = "file"
		whole = 1
	}
	if (whole && line ~ /^#ifdef LINUX_ISH_IMPLEMENTATION/)
		state[level] = "file"
	next
}
line ~ /^#[ \t]*elif/ {
	if (state[level] == "taken" || state[level] == "done") {
		live[level] = 0
		next
	}
	v = condition(line)
	if (v != "?" && !v) {
		live[level] = 0
		next
	}
	live[level] = 1
	if (state[level] == "dead") {
		state[level] = v == "?" ? "kept" : "taken"
		if (v == "?") {
			sub(/elif/, "if", line)
			print doubtful(line)
		}
	} else if (v == "?") {
		print doubtful(line)
	} else {
		print "#else"
		state[level] = "done"
	}
	next
}
line ~ /^#[ \t]*else/ {
	if (state[level] == "kept")
		print line
	live[level] = state[level] == "kept" || state[level] == "dead"
	if (state[level] == "taken" || state[level] == "done")
		live[level] = 0
	live[level] = live[level] && live[level - 1]
	next
}
line ~ /^#[ \t]*endif/ {
	if (live[level - 1] && state[level] ~ /^(kept|done|file)$/)
		print line
	level--
	next
}
live[level] {
	if (line ~ /^#[ \t]*(define|undef)/)
		learn(line)
	print line
}
