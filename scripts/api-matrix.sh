#!/bin/sh
# SPDX-License-Identifier: MIT
#
# api-matrix.sh names|page|count|check - the public names, read from the headers
#
#   names   a line for each: container, operation, kind, result, parameters
#   page    Documentation/api.rst: container x operation ("make matrix")
#   count   how many there are
#   check   what deviates from the vocabulary, a line for each; fails if there is
#           any
#
# Public is what has a kernel-doc comment in a header that users include. The same
# operation has the same result and the same parameters in all containers; where
# it cannot, tests/docs/matrix/exceptions says why.
set -u
top=$(dirname "$0")/..
include=$top/include/linux-ish
CONTAINERS=''
for X in ilist walklist locklist ihash dense rwarray ipool densepool listpool slotpool \
	slotpool_lease inbox iheap; do
	[ ! -e "$include/$X.h" ] || CONTAINERS="$CONTAINERS $X"
done
MOST=490

# The rows of the page, in the order of its tables.
rows() {
	cat <<-END
	= Make and unmake
	init init_in node_init idx_init INIT DEFINE DEFINE_STATIC STORAGE clear forget
	destroy stop
	= Put in
	add set add_tail add_before add_before_or_tail add_after add_sorted push chain_add_tail push_chain
	alloc_entry alloc_tail_entry alloc_before_entry alloc_after_entry alloc_at_entry
	zalloc_entry zalloc_tail_entry
	= Take out
	del leave pop_entry pop_tail_entry free free_at free_handle drain_entry drain_due
	drain_due_present del_if
	= Change places
	move move_tail move_before move_after splice splice_tail cut_after bulk_move_tail sort sort_by_key
	set_order moved shift_keys compact node_moved
	= Ask
	empty count contains owns of is_linked is_locked owner index_of key_of check
	= Reach
	first_entry last_entry next_entry prev_entry next_entry_circular
	prev_entry_circular at_entry find_entry span
	= Handles
	handle_of handle_at get_entry handle_to_u64 handle_from_u64
	= Loops
	for_each_entry for_each_entry_safe for_each_entry_reverse for_each_entry_from
	for_each_entry_present for_each_entry_frozen for_each_entry_const
	for_each_entry_span for_each_hash_entry for_each_range loop_begin loop_next loop_end
	= Hashes
	u32 u64 pointer string bytes string_seeded bytes_seeded u64_seeded
	= Memory
	reserve trim stats save_size save load load_all
	= Locks
	lock unlock set_on_out seen_count
	END
}

# Each name that has kernel-doc: tab-separated
#   container operation kind result parameters attributes name
# result and parameters as they stand, parameters separated by "; "
names() {
	awk -f "$top/scripts/declarations.awk" "$include"/*.h $(ls "$include"/*/*.h 2>/dev/null) |
		awk -F '\t' -v containers="$CONTAINERS" -v OFS='\t' '
	BEGIN { n = split(containers, C, " ") }
	$7 != "" {
		of = "lish"
		low = tolower($1)
		for (i = 1; i <= n; i++)
			if (low == C[i] || index(low, C[i] "_") == 1)
				of = C[i]
		op = of == "lish" && index(low, "lish_") != 1 ? $1 : \
			substr($1, length(of) + 2)
		print of, op, $2, $3, $4, $5 ~ /must_check/ ? "must_check" : "", $1
	}'
}

# The same, with words for what has another name in each container:
#   container operation kind result parameters form attributes
# form is "node" where a node stands without its container
normal() {
	names | awk -F '\t' -v OFS='\t' '
	function words(text, X,    of) {
		# A lease has the nodes of its pool.
		of = X
		sub(/_lease$/, "", of)
		gsub("const ", "", text)
		gsub("struct " of "_(node|idx)", "node", text)
		gsub("struct " X "_loop", "loop", text)
		gsub("struct " of "_handle", "handle", text)
		gsub("struct " X "( |$)", "container ", text)
		gsub(X "_cmp_fn", "cmp_fn", text)
		gsub(X "_", "X_", text)
		gsub(/ +/, " ", text)
		gsub(/ \*/, " *", text)
		gsub(/^ | $/, "", text)
		return text
	}
	{
		X = $1
		result = words($4, X)
		n = split($5, p, /; */)
		params = form = ""
		if ($3 == "function" || $3 == "macro")
		for (i = 1; i <= n; i++) {
			one = words(p[i], X)
			if ($3 == "macro" && one ~ /^(list|array|pool|box|heap|table|lease)$/)
				one = "container"
			if ($3 == "macro" && one ~ /^(node|idx)$/)
				one = "node"
			if (one ~ /^container \*(list|array|pool|box|heap|table|lease)$/)
				one = "container"
			if (one ~ /^node \*(node|idx)$/)
				one = "node"
			if (one ~ /^(loop|handle) \*?(loop|handle)$/)
				sub(/ .*/, "", one)
			params = params (params == "" ? "" : ", ") one
		}
		if ($2 ~ /_entry(_circular)?$|^get_u32$/ && $3 == "macro" && $2 !~ /for_each|drain/)
			result = "type *"
		if (params ~ /^node/)
			form = "node"
		print X, $2, $3, result, params, form, $6
	}'
}

# What looks public, since its name does not end in an underscore, in the headers
# of the containers.
bare() {
	awk -f "$top/scripts/declarations.awk" "$include"/*.h |
		awk -F '\t' -v containers="$CONTAINERS" '
	{ X = substr($6, 1, length($6) - 2) }
	index(" " containers " ", " " X " ") && $1 !~ /_$/ && index(tolower($1), X "_") == 1 &&
	$2 ~ /function|macro|constant/ { print $1 }'
}

count() {
	names | awk -F '\t' -v most=$MOST '
	{ n[$1]++; all++; if (!($1 in at)) order[at[$1] = ++kinds] = $1 }
	END {
		for (i = 1; i <= kinds; i++)
			printf "%s %d, ", order[i], n[order[i]]
		printf "in all %d\n", all
	}'
}

check() {
	{
		grep -v '^#' "$top/tests/docs/matrix/exceptions" | sed 's/^/exception\t/'
		normal
		echo names
		names
		echo bare
		bare
	} | awk -F '\t' -v most=$MOST '
	function bad(text) { print text; failed = 1 }
	BEGIN {
		suffixes = " safe reverse from continue present frozen const span "
	}
	$1 == "exception" {
		split($2, e, /: */)
		excepted[e[1]] = 1
		next
	}
	$1 == "names" { exact = 1; next }
	$1 == "bare" { exact = 0; undocumented = 1; next }
	undocumented {
		if (!documented[$1]++)
			bad($1 ": without kernel-doc")
		next
	}
	exact { documented[$7] = 1 }
	exact && ($3 == "typedef" || $3 == "struct") {
		# Callbacks: the context first
		text = $5
		while (match(text, /\(\*[a-z_]+\)[ ]*\([^)]*\)/)) {
			call = substr(text, RSTART, RLENGTH)
			text = substr(text, RSTART + RLENGTH)
			sub(/^\(\*[a-z_]+\)[ ]*\(/, "", call)
			if (call ~ /void \*ctx/ && call !~ /^void \*ctx/)
				bad($7 ": the context is not the first argument")
		}
	}
	exact && $3 == "function" && $4 == "int" && $6 !~ /must_check/ &&
	$2 != "version" && $1 != "lish" {
		bad($7 ": an int without LISH_MUST_CHECK")
	}
	exact { all++; next }
	{
		name = $1 "_" $2
		if ($1 != "lish" && ($2 == "entry_const" ||
		    $2 ~ /_entry_const$/ && $2 !~ /^for_each/))
			bad(name ": not a word of the vocabulary")
		if ($5 ~ /(^|[ ,*])share(,|$)/)
			bad(name ": the parameter is called span")
	}
	$1 == "lish" { next }
	$2 ~ /^for_each_|^drain_/ {
		if ($2 == "for_each_range" ? $5 != "first, end, container" : \
		    $5 !~ /^pos, container, ((start|span|until|hash), )?type, member$/)
			bad(name ": arguments (" $5 ")")
		last = 0
		sub(/_hash_entry/, "_entry", $2)
		k = split($2, s, "_")
		for (i = 4; i <= k; i++) {
			at = index(suffixes, " " s[i] " ")
			if (!at || at < last)
				bad(name ": suffixes are" suffixes \
				    "in this order")
			last = at
		}
		next
	}
	$2 == "count" && $4 != "uint32_t" { bad(name ": " $4) }
	# The hashes of an ihash take keys alone, and load_all many pools.
	$3 == "function" && $2 !~ /^load_all$|^(u32|u64|pointer|string|bytes)(_seeded)?$/ {
		if ($5 != "" && $5 !~ /^(container|node|loop|handle|uint64_t|struct X_chain \*)/)
			bad(name ": neither container nor node is first (" $5 ")")
		if ($5 ~ /void \*/ && $2 !~ /^(owns|check_in|save|load|init_in|sort_by_key)$/) {
			rest = $5
			gsub(/void \*ctx/, "", rest)
			if (rest ~ /void \*/)
				bad(name ": an object without a type (" $5 ")")
		}
	}
	$3 == "function" || $3 == "macro" {
		params = $5
		sub(/^container, node/, "node", params)
		sig = $4 " (" params ")"
		if (!($2 in first)) {
			first[$2] = sig
			whose[$2] = $1
			ops[++k_ops] = $2
		} else if (first[$2] != sig && !($2 in excepted))
			bad($1 "_" $2 ": " sig ", but in " whose[$2] " " first[$2])
	}
	END {
		if (all >= most)
			bad(all " public names: less than " most " are wanted")
		exit failed
	}'
}

page() {
	cat <<-END
	.. SPDX-License-Identifier: MIT
	.. Made by scripts/api-matrix.sh from the headers: "make matrix".

	=====================
	All names at a glance
	=====================

	The operations of all containers, with their arguments and results. A line is an
	operation: \`\`add\`\` is \`\`walklist_add()\`\` for a walklist. **x**: the container has
	it. **n**: it takes the node alone. An operation with two lines differs between
	containers; the headers give the reason.

	Public names, types and macros included, $(count | sed 's/.*in all //') in all:

	.. csv-table::
	   :class: matrix
	   :header: $(count | sed 's/ [0-9]*, in all .*//; s/ [0-9]*,/,/g; s/^lish/shared/; s/ lish/ shared/')

	   $(count | sed 's/, in all .*//; s/[a-z_]* //g; s/,/, /g; s/  */ /g')
	END
	{
		rows
		echo '= Others'
		normal
	} | awk -F '\t' -v containers="$CONTAINERS" '
	BEGIN { n = split(containers, C, " ") }
	NF == 1 && /^=/ { section = substr($1, 3); sections[++ns] = section; next }
	NF == 1 {
		k = split($1, o, " ")
		for (i = 1; i <= k; i++) {
			op[section, ++count[section]] = o[i]
			known[o[i]] = 1
		}
		next
	}
	$1 == "lish" || ($3 != "function" && $3 != "macro" && $3 != "constant") {
		next
	}
	{
		params = $5
		sub(/^container, node/, "node", params)
		sig = $4 "\t" params
		if (!known[$2]) {
			known[$2] = 1
			op["Others", ++count["Others"]] = $2
		}
		if (!(($2, sig) in seen)) {
			seen[$2, sig] = 1
			sigs[$2, ++variants[$2]] = sig
			shown[$2, sig] = $5
		}
		if (length($5) > length(shown[$2, sig]))
			shown[$2, sig] = $5
		has[$2, sig, $1] = $6 == "node" ? "n" : "x"
	}
	function cell(operation, result, arguments) {
		if (arguments == "")
			return "``" operation "``"
		return "\"``" operation "`` ``" \
			(result == "" ? "" : result " ") "(" arguments ")``\""
	}
	END {
		for (s = 1; s <= ns; s++) {
			section = sections[s]
			any = 0
			for (i = 1; i <= count[section]; i++)
				any += variants[op[section, i]]
			if (!any)
				continue
			line = section
			gsub(/./, "=", line)
			printf "\n%s\n%s\n\n.. csv-table::\n", section, line
			printf "   :class: matrix\n   :header: operation"
			for (c = 1; c <= n; c++)
				printf ",%s", C[c]
			printf "\n\n"
			for (i = 1; i <= count[section]; i++) {
				o1 = op[section, i]
				for (v = 1; v <= variants[o1]; v++) {
					sig = sigs[o1, v]
					split(sig, part, "\t")
					printf "   %s", cell(o1, part[1], shown[o1, sig])
					for (c = 1; c <= n; c++)
						printf ",%s",
							has[o1, sig, C[c]]
					printf "\n"
				}
			}
		}
	}' | sed 's/[ ]*$//'
}

case ${1-} in
names | page | count | check) "$1" ;;
*)
	echo "usage: $0 names|page|count|check" >&2
	exit 2
	;;
esac
