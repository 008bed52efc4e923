# SPDX-License-Identifier: MIT
#
# includes.awk - includes that do not go down: awk -f includes.awk design.rst FILE...
#
# The drawing, the first one under "The layers", has a folder and names in each row. Prints
# each file that it lacks, each name that is no file, and each include of a file that stands
# in no lower row.
function folder_of(file) { sub(/[^\/]*$/, "", file); return file }
function place(file) { sub(/\.[ch]$/, "", file); return file }
# base + "../core/x.h", without the dots
function resolve(base, path) {
	while (sub(/^\.\.\//, "", path)) sub(/[^\/]*\/$/, "", base)
	return base path
}
FNR == 1 { file = FILENAME }
file ~ /\.rst$/ {
	if (/^The layers$/) titled = 1
	if (/::$/ && titled) drawn = drawn ? 2 : 1
	else if (/^[^ ]/) { if (drawn) drawn = 2 }
	else if (drawn == 1 && NF) {
		first = 1
		if ($1 ~ /\/$/) { room = $1; row++; first = 2 }
		base = room ~ /^lib\// ? room : "include/linux-ish/" room
		sub(/\/\/$/, "/", base)
		for (i = first; i <= NF; i++) rows[base $i] = row
	}
	next
}
FNR == 1 {
	found[place(file)] = 1
	if (!(place(file) in rows)) print file ": not in the drawing"
}
/^#[ \t]*include[ \t]*["<]/ {
	path = $0
	sub(/^[^"<]*["<]/, "", path)
	sub(/[">].*/, "", path)
	if (/</) {
		if (path !~ /^linux-ish\//) next
		path = "include/" path
	} else {
		path = resolve(folder_of(file), path)
	}
	up = rows[place(path)] - rows[place(file)]
	if (!(place(path) in rows) || up < 0 || (!up && file !~ /\.c$/))
		print file ": includes " path ", which is not below"
}
END { for (name in rows) if (!(name in found)) print name ": drawn, but no file" }
