# SPDX-License-Identifier: MIT
#
# layout.awk - reads headers, prints a C file with the layout of their structs
#
# One row for each struct and one for each member: the name, the size, and the
# alignment or the offset. A line in a struct that is not understood does not compile, so that no
# member is left out.

BEGIN {
	print "#define ROW(name, size, where) " \
		"{ name, (uint32_t)(size), (uint32_t)(where) },"
	print "#define WHOLE(type) " \
		"ROW(#type, sizeof(struct type), LISH_ALIGNOF(struct type))"
	print "#define MEMBER(type, member) " \
		"ROW(#type \".\" #member, sizeof(((struct type *)0)->member), " \
		"offsetof(struct type, member))"
	print "struct layout_row { char name[56]; uint32_t size, where; };"
	print "extern const struct layout_row lish_layout[];"
	print "const struct layout_row lish_layout[] " \
		"__attribute__((section(\".layout\"), used, aligned(8))) = {"
	print "ROW(\"lish_word\", sizeof(lish_word), LISH_ALIGNOF(lish_word))"
	print "#ifdef LINUX_ISH_INBOX_H"
	print "ROW(\"lish_atomic\", sizeof(lish_atomic), LISH_ALIGNOF(lish_atomic))"
	print "#endif"
	print "ROW(\"lish_reason\", sizeof(enum lish_reason), 0)"
}

# Comments, of any length
comment || /^[ \t]*\/\*/ {
	comment = !/\*\//
	next
}

/^struct [a-z0-9_]+ \{$/ {
	type = $2
	depth = 1
	print "WHOLE(" type ")"
	next
}

!depth {
	next
}

# A union in a struct: the name that it ends with
/^\t(union|struct) \{$/ {
	depth = 2
	next
}
depth == 2 && /^\t\} [a-z_]+;$/ {
	depth = 1
	sub(/;/, "", $2)
	print "MEMBER(" type ", " $2 ")"
	next
}
depth == 2 {
	next
}

/^\}/ {
	depth = 0
	next
}

/^$/ || /^\tLISH_CLEANUP_DTOR\(/ {
	next
}

/^#/ {
	print
	next
}

# A declaration may go on in the next line.
{
	text = text $0
	if (!/;/)
		next
	name = text
	text = ""
	sub(/\/\*.*/, "", name)
	if (name ~ /^\tstruct [a-z_]+ \**[a-z_]+(, \**[a-z_]+)+;$/) {
		gsub(/^\tstruct [a-z_]+|[*;]/, "", name)
		n = split(name, names, /, */)
		for (i = 1; i <= n; i++) {
			sub(/^ */, "", names[i])
			print "MEMBER(" type ", " names[i] ")"
		}
		next
	} else if (name ~ /\(\*[a-z_]+\)\(/) {
		sub(/^[^(]*\(\*/, "", name)
		sub(/\).*/, "", name)
	} else if (name ~ /^[^,(]*[ *][a-z_0-9]+(\[[^]]*\])?;[ \t]*$/) {
		sub(/(\[[^]]*\])?;[ \t]*$/, "", name)
		sub(/.*[ *]/, "", name)
	} else {
		print "#error not understood: " name
		next
	}
	print "MEMBER(" type ", " name ")"
}

END {
	print "};"
}
