# SPDX-License-Identifier: MIT
#
# awk -f states.awk NAME.states >NAME.svg - states of a container, drawn
#
# A description has a line for each thing, from top to bottom:
#   title TEXT          what it shows
#   state TEXT          a caption: the call that led there
#   boxes ITEM...       an array
#   chain ITEM...       a list
#   ring ITEM...        a list whose last one leads to its first one
#   below ITEM...       small texts below the boxes of the row above; - for none
#   move FROM TO        an arrow from one box of the row above to another one
#   note TEXT           a sentence
# An item is a name in a box, or
#   label:   text before the row       |    a border
#   .        free                      []   a gap: the place of what went
#   *name    a loop stands on it       ~name  visited already
#   +name    new                       -name  out
# After ; comes plain text.
#
# It has its own ground, so that it can be read on light and on dark pages, and is
# as wide as a phone.

function text(x, y, class, s)
{
	gsub(/&/, "\\&amp;", s)
	gsub(/</, "\\&lt;", s)
	gsub(/>/, "\\&gt;", s)
	body = body sprintf("<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n",
			    x, y, class, s)
}

function box(x, y, w, h, class, s)
{
	used[class] = 1
	body = body sprintf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" class=\"%s\"/>\n",
			    x, y, w, h, class)
	if (s != "")
		text(x + w / 2, y + h / 2 + 5,
		     class == "out" ? "name pale" : "name", s)
}

function line(path, class)
{
	body = body sprintf("<path d=\"%s\" class=\"%s\"/>\n", path, class)
}

function wide(s)
{
	return length(s) < 2 ? CELL : length(s) * 8 + 12
}

# What is wider than the picture, as far as one can tell, is an error.
function fits(is)
{
	if (is <= WIDTH - EDGE)
		return
	print FILENAME ":" FNR ": too wide" | "cat >&2"
	failed = 1
}

# One row; the boxes and where they stand are kept for "below" and "move".
function row(kind,	i, x, end, item, w, class, mark)
{
	x = EDGE
	boxes = 0
	for (i = 2; i <= NF; i++) {
		item = $i
		if (item == ";") {
			sub(/^[^;]*; */, "")
			text(x + (kind == "ring" ? 24 : 12), y + 18, "note", $0)
			end = x
			x += 12 + length($0) * 6.8
			break
		}
		if (item ~ /.:$/) {
			text(x, y + 18, "note", item)
			x = EDGE + 66
			continue
		}
		if (item == "|") {
			line(sprintf("M%d %dv%d", x + 2, y - 4, CELL + 8), "border")
			x += 7
			continue
		}
		mark = substr(item, 1, 1)
		class = "in"
		if (length(item) > 1 && mark in marks) {
			class = marks[mark]
			item = substr(item, 2)
		}
		if (item == ".") {
			class = "free"
			item = ""
		} else if (item == "[]") {
			class = "gap"
			item = ""
		}
		w = wide(item)
		if (boxes && kind != "boxes") {
			line(sprintf("M%d %dh%d", x, y + CELL / 2, LINK - 4), "arrow")
			x += LINK
		}
		boxes++
		left[boxes] = x
		middle[boxes] = x + w / 2
		box(x, y, w, CELL, class, item)
		x += w + (kind == "boxes" ? 2 : 0)
	}
	fits(x)
	x = end ? end : x
	bottom = y + CELL
	y += CELL
	if (kind == "ring" && boxes) {
		line(sprintf("M%d %dh10v%dH%dv%dh4", x, y - CELL / 2, CELL / 2 + 8,
			     EDGE - 6, -(CELL / 2 + 8)), "arrow")
		y += 10
	}
	y += 8
}

function legend(class, says,	w)
{
	if (!(class in used))
		return
	w = 20 + length(says) * 6.3 + 14
	if (at > EDGE && at + w - 14 > WIDTH - EDGE) {
		at = EDGE
		y += 20
	}
	box(at, y - 11, 14, 14, class, "")
	text(at + 20, y, "small left", says)
	at += w
}

BEGIN {
	WIDTH = 360
	EDGE = 16
	CELL = 26
	LINK = 22
	y = 12
	marks["*"] = "here"
	marks["~"] = "seen"
	marks["+"] = "new"
	marks["-"] = "out"
}

/^#/ || NF == 0 { next }
$1 == "title" { sub(/^title */, ""); title = $0; next }
$1 == "state" {
	sub(/^state */, "")
	y += 18
	text(EDGE, y, "call", $0)
	fits(EDGE + length($0) * 7.6)
	y += 10
	next
}
$1 == "note" {
	sub(/^note */, "")
	y += 12
	text(EDGE, y, "note", $0)
	fits(EDGE + length($0) * 6.8)
	y += 10
	next
}
$1 == "boxes" || $1 == "chain" || $1 == "ring" { row($1); next }
$1 == "below" {
	for (i = 2; i <= NF; i++)
		if ($i != "-")
			text(middle[i - 1], y + 6, "small", $i)
	y += 14
	next
}
$1 == "move" {
	line(sprintf("M%d %dC%d %d %d %d %d %d", middle[$2], bottom + 2,
		     middle[$2], bottom + 22, middle[$3], bottom + 22,
		     middle[$3], bottom + 4), "arrow moved")
	y = bottom + 24
	next
}
{
	print FILENAME ":" FNR ": what is " $1 "?" | "cat >&2"
	failed = 1
}

END {
	y += 18
	at = EDGE
	legend("here", "a loop stands here")
	legend("seen", "visited")
	legend("new", "new")
	legend("out", "out")
	legend("free", "free")
	legend("gap", "gap: the place that is left")
	y += at > EDGE ? 14 : -8
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n", WIDTH, y, WIDTH, y
	print "<!-- SPDX-License-Identifier: MIT -->"
	print "<!-- made by scripts/docs/states.awk: change the .states file -->"
	print "<title>" title "</title>"
	print "<style>"
	print "text { font: 13px system-ui, sans-serif; fill: #1c2733; }"
	print ".call { font: 600 12.5px ui-monospace, 'DejaVu Sans Mono', monospace; }"
	print ".name { font: 14px ui-monospace, 'DejaVu Sans Mono', monospace; text-anchor: middle; }"
	print ".small { font-size: 12px; fill: #4a5560; text-anchor: middle; }"
	print ".left { text-anchor: start; } .pale { fill: #6b7580; }"
	print "rect { stroke: #4d6a8a; stroke-width: 1.5; fill: #d9e6f4; }"
	print ".here { fill: #ffc04d; stroke: #a86b00; } .new { fill: #bfe6c3; stroke: #3c8047; }"
	print ".seen { fill: #e4e7ea; stroke: #8a949e; }"
	print ".free, .gap, .out { fill: none; stroke-dasharray: 3 3; stroke: #8a949e; }"
	print ".gap { stroke: #a86b00; stroke-width: 2; }"
	print ".ground { fill: #f7f8fa; stroke: #c5cbd2; stroke-width: 1; }"
	print "path { fill: none; stroke: #4d5a67; stroke-width: 1.5; }"
	print ".arrow { marker-end: url(#tip); } .moved { stroke: #a86b00; }"
	print ".border { stroke: #b03030; stroke-width: 3; }"
	print "</style>"
	print "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" style=\"fill: #4d5a67; stroke: none\"/></marker></defs>"
	printf "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\" class=\"ground\"/>\n", WIDTH - 1, y - 1
	printf "%s</svg>\n", body
	exit failed
}
