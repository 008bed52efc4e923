#!/bin/sh
# SPDX-License-Identifier: MIT
#
# here.sh - prints include/linux-ish/core/here.h: calls that know their line ("make abi")
#
# Of each header: its functions that users call, and what its macros call.
set -eu
cat <<END
/* SPDX-License-Identifier: MIT */
/*
 * here.h - what makes a report name the call: included at the end of each header
 *
 * LISH_TELLS_(function): the library must not inline it, nor clang make the last call
 * of it in a function a jump. Else the report names the caller of that function.
 *
 * With LISH_REPORT_LOCATION each call leaves its file and line for reports: a macro of
 * the function's name, which must not come before the function. A pointer to the
 * function calls it without. With gcc and clang, where a thread has variables of its
 * own; elsewhere LISH_REPORT_LOCATION changes nothing.
 *
 * Made by scripts/here.sh: "make abi".
 */
#include "env.h"

#if defined(LISH_REPORT_LOCATION) && LISH_HERE_ && !defined(LISH_LIB_) && \\
	!defined(LISH_OUTLINE_BODIES_)
#define LISH_HERE_CALLS_
#endif
LISH_TELLS_BEGIN_
END
abi=include/linux-ish/core/abi.h
for header in include/linux-ish/*.h include/linux-ish/compat/*.h; do
	mark=$(sed -n 's/^#define \(LISH_HERE_[A-Z_]*_\)$/\1/p' "$header")
	[ -n "$mark" ] || continue
	# The inline half of slotpool.h.
	inline=
	if grep -q '^#include "core/slots.h"' "$header"; then
		inline=include/linux-ish/core/slots.h
	fi
	awk -v mark="$mark" '
	FNR == 1 { head = "" }
	FILENAME ~ /abi\.h$/ {
		if ($1 == "#define" && $3 ~ /^LISH_ABI_/)
			renamed[$2] = 1
		next
	}
	/^#define/ {
		macro = 1
		name = $2
		sub(/\(.*/, "", name)
		defined[name] = 1
	}
	macro {
		line = $0
		if (line ~ /^#define/)
			sub(/^#define +[A-Za-z0-9_]+/, "", line)
		while (match(line, /[a-z_][a-z0-9_]*/)) {
			used[substr(line, RSTART, RLENGTH)] = 1
			line = substr(line, RSTART + RLENGTH)
		}
		macro = /\\$/
		next
	}
	# A function begins at the margin; its name may be on the next line.
	/^[A-Za-z]/ && !/^(typedef|struct [a-z_0-9]+ \{|enum|union|extern)/ {
		head = $0
		name = ""
	}
	head != "" && name == "" && match($0, /[a-zA-Z_][a-zA-Z0-9_]*\(/) {
		name = substr($0, RSTART, RLENGTH - 1)
		if (name ~ /^LISH_/ || name == "__attribute__")
			name = head = ""
		else if (!(name in seen)) {
			seen[name] = 1
			order[++n] = name
		}
	}
	head != "" && /[;{]$/ {
		if (name != "" && /;$/ && head !~ /^(static|LISH_(HOT|TINY|STEP|COLD))/)
			outside[name] = 1
		head = ""
	}
	END {
		for (i = 1; i <= n; i++)
			if (order[i] in outside && !(order[i] in defined) && \
			    order[i] !~ /_$/ && \
			    order[i] !~ /^lish_/) {
				if (!begun++)
					printf "\n#ifdef %s\n", mark
				printf "LISH_TELLS_(%s)\n", order[i]
			}
		if (begun)
			print "#ifdef LISH_HERE_CALLS_"
		for (i = 1; i <= n; i++) {
			name = order[i]
			# A cleanup function is not called by its name.
			if (name ~ /_$/ && (!(name in used) || name ~ /close_$/))
				continue
			if (name ~ /^lish_/ && name != "lish_sure_")
				continue
			if (name in defined)
				continue
			if (!begun++)
				printf "\n#ifdef %s\n#ifdef LISH_HERE_CALLS_\n", mark
			if (name in renamed)
				printf "#undef %s\n#define %s(...) \\\n\tLISH_HERE_AT_(LISH_ABI_(%s)(__VA_ARGS__))\n", \
					name, name, name
			else
				printf "#define %s(...) LISH_HERE_AT_((%s)(__VA_ARGS__))\n", \
					name, name
		}
		if (begun)
			printf "#endif\n#undef %s\n#endif\n", mark
	}' "$abi" $inline "$header"
done
cat <<END

LISH_TELLS_END_
#undef LISH_HERE_CALLS_
END
