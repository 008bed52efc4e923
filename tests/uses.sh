# SPDX-License-Identifier: MIT
#
# uses.sh - prints C: how each container is made, filled and looped over
#
# Read from the headers, so that what tests/bench/asm and "make bench-works" measure in
# every container and every loop need not be kept up by hand. For a container X:
#   struct X_obj             64 bytes: a value, and a node of X
#   use_X_init(c, n)         an empty one, with memory for n if that can be said
#   use_X_add(c, object)     puts one in, in order, and returns it; pools ignore the
#                            object given
#   use_X_remove(c, object)  takes it out again, if the container can
#   USE_CONTAINERS(V)        V(X) for all that have a plain loop
#   USE_REMOVERS(V)          V(X) for those of them that have use_X_remove()
# uses.sh --loops prints a line for each loop instead: its container, its name and
# its parameters. uses.sh --containers: a line for each container, its name, its node
# and the call that takes container and node. uses.sh --every: a program, in C and in
# C++, with every public function and macro of each container in it.
set -u
headers=include/linux-ish

table=$(awk -f "scripts/declarations.awk" "$headers"/*.h)

# of NAME CONDITION COLUMN: that column of the declaration of NAME, if the condition holds
of() {
	printf '%s\n' "$table" | awk -F '\t' -v name="$1" "\$1 == name && $2 { print $3; exit }"
}

containers() {
	printf '%s\n' "$table" | awk -F '\t' '
		$2 == "struct" { has[$1] = 1 }
		$6 !~ /\// { X[++n] = substr($6, 1, length($6) - 2) }
		END {
			for (i = 1; i <= n; i++)
				if (X[i] != X[i - 1] && X[i] in has) {
					if (X[i] "_node" in has) print X[i], X[i] "_node"
					else if (X[i] "_idx" in has) print X[i], X[i] "_idx"
				}
		}'
}

is_there() {
	[ -n "$(of "$1" 1 1)" ]
}

# What else an add wants to be told: a key, or a hash.
key_of() {
	of "$1" '$4 ~ /; int64_t key/' '", 1"'
	# A hash: the low bits of the address are those of the size.
	of "$1" '$4 ~ /; uint32_t hash/' '", (uint32_t)((uintptr_t)object >> 6)"'
}

first_of() {
	for name; do
		if is_there "$name"; then
			echo "$name"
			return
		fi
	done
	echo "no_$1"
}

call() {
	if [ "$(of "$1" 1 '$3')" = int ]; then
		echo "	if ($1($2) < 0) abort();"
	else
		echo "	$1($2);"
	fi
}

if [ "${1-}" = --containers ]; then
	containers | while read -r X node; do
		add=$(first_of "${X}_free" "${X}_add_tail" "${X}_add" "${X}_push")
		# One that takes more than a node is none.
		[ -z "$(key_of "$add")" ] || add=${X}_del
		echo "$X $node $add"
	done
	exit
fi

if [ "${1-}" = --loops ]; then
	printf '%s\n' "$table" | awk -F '\t' '$2 == "macro" && $6 !~ /\// &&
		$1 ~ /^[a-z]+_(for_each|drain)_[a-z_]*[a-z]$/ {
			gsub(/;/, "", $4)
			print substr($6, 1, length($6) - 2), $1, $4
		}'
	exit
fi

# A function's parameters are those of a function that calls it; a macro's are known by
# their names.
if [ "${1-}" = --every ]; then
	echo '/* Made by tests/uses.sh --every. */'
	containers | while read -r X node; do
		echo "#include <linux-ish/$X.h>"
		echo "struct ${X}_obj { uint64_t value; struct $node node; };"
	done
	for header in save slotpool_lease sort world; do
		echo "#include <linux-ish/$header.h>"
	done
	sh "scripts/api-matrix.sh" names | awk -F '\t' '
	function parameters(	i, n, part, name) {
		n = split($5, part, / *; */)
		names = types = ""
		for (i = 1; i <= n; i++) {
			name = part[i]
			if (match(name, /\(\*[a-z_]+\)/))
				name = substr(name, RSTART + 2, RLENGTH - 3)
			else
				gsub(/.*[ *]|\[.*/, "", name)
			names = names (i > 1 ? ", " : "") name
			types = types (i > 1 ? ", " : "") part[i]
		}
	}
	function argument(name) {
		if (name == "type") return "struct " object() "_obj"
		if (name == "member") return "node"
		if (name ~ /^(pos)$/ && $7 !~ /_alloc_/) return "p"
		if (name ~ /^(pos|entry|start)$/) return "o"
		if (name ~ /^(list|array|pool|heap|box|table|lease)$/) return "c"
		if (name ~ /^(index|until|number|hash)$/) return "1"
		if (name ~ /^(key|equal)$/) return "NULL"
		if (name == "config") return "NULL"
		if (name == "mem") return "&memory"
		if (name == "objects") return "&o"
		if (name == "n") return "1"
		if (name ~ /^(births|deaths)$/) return "4"
		return name
	}
	# A lease is of a slotpool.
	function object() {
		return X == "slotpool_lease" ? "slotpool" : X
	}
	function memory(X) {
		if (X == "slotpool_lease")
			return "SLOTPOOL_LEASE_STORAGE(memory, 4, 4)"
		return toupper(X) "_STORAGE(memory, " (X ~ /pool$/ ? \
			"struct " X "_obj, " : "") "4)"
	}
	{ X = $1 }
	$3 == "function" && $7 !~ /^lish_(mem|kmem)/ {
		parameters()
		ret = $4
		if (types == "" || types == "void") {
			types = "void"
			names = ""
		}
		gives = ret " every_" $7 "(" types ")"
		print gives ";"
		print gives "\n{\n\t" (ret == "void" ? "" : "return ") \
			$7 "(" names ");\n}"
	}
	$3 == "macro" && $7 ~ /_DEFINE(_STATIC)?$/ {
		n = split($5, part, / *; */)
		line = $7 "("
		for (i = 1; i <= n; i++)
			line = line (i > 1 ? ", " : "") \
				(part[i] == "name" ? "every_" $7 : argument(part[i]))
		line = ($7 ~ /STATIC$/ ? "" : "static ") line ");"
		print line
		print "void *every_" $7 "_(void);\nvoid *every_" $7 \
			"_(void) { return &every_" $7 "; }"
	}
	$3 == "macro" && $7 ~ /^[a-z]/ && $7 !~ /^(lish_|container_of)/ {
		n = split($5, part, / *; */)
		uses = line = ""
		for (i = 1; i <= n; i++)
			line = line (i > 1 ? ", " : "") argument(part[i])
		line = $7 "(" line ")"
		types = "struct " X " *c, struct " object() "_obj *o"
		if (line ~ /[( ]span[,)]/)
			types = types ", struct lish_span span"
		if (line ~ /[( ]handle[,)]/)
			types = types ", struct slotpool_handle handle"
		if ($7 ~ /_init_in$/)
			body = line ";"
		else if ($7 ~ /_init$/)
			body = "lish_sure(" line ");"
		else if ($7 ~ /_(for_each|drain)_/)
			body = line "\n\t\t(void)" ($7 ~ /_range$/ ? "first, (void)end" : "p") ";"
		else
			body = "(void)" line ";"
		print "void every_" $7 "(" types ");"
		print "void every_" $7 "(" types ")\n{"
		if (line ~ /memory/)
			print "\tstatic " memory(X) ";"
		print "\t(void)c, (void)o;\n\t" body "\n}"
	}'
	exit
fi

cat <<END
/* Made by tests/uses.sh. */
#include <stdint.h>
#include <stdlib.h>
#include <linux-ish/mem.h>
END
all=''
removers=''
while read -r X node; do
	cat <<-END

	#include <linux-ish/$X.h>
	struct ${X}_obj {
		uint64_t value;
		struct $node node;
		unsigned char rest[56 - (sizeof(struct $node) + 7) / 8 * 8];
	};
	static inline void use_${X}_init(struct $X *c, uint32_t n)
	{
		(void)n;
	END
	if [ -n "$(of "${X}_init" '$4 ~ /^pool; type/' 1)" ]; then
		cat <<-END
			struct lish_config config = LISH_CONFIG_INIT;

			config.initial = config.step = n ? n : 1;
			if (${X}_init(c, struct ${X}_obj, node, &config)) abort();
		END
	elif [ -n "$(of "${X}_init" '$4 ~ /; const struct lish_config/' 1)" ]; then
		call "${X}_init" 'c, NULL'
	else
		call "${X}_init" c
	fi
	cat <<-END
	}
	static inline struct ${X}_obj *use_${X}_add(struct $X *c, struct ${X}_obj *object)
	{
	END
	alloc=$(first_of "${X}_alloc_tail_entry" "${X}_alloc_entry")
	if is_there "$alloc"; then
		echo "	(void)object;"
		echo "	object = $alloc(c, struct ${X}_obj, node);"
		echo "	if (!object) abort();"
		echo "	object->value = 1;"
	else
		add=$(first_of "${X}_add_tail" "${X}_add" "${X}_push")
		echo "	object->value = 1;"
		call "$add" "c, &object->node$(key_of "$add")"
	fi
	echo '	return object;'
	echo '}'
	remove=$(first_of "${X}_free" "${X}_del")
	if is_there "$remove"; then
		! is_there "${X}_for_each_entry" || removers="$removers V($X)"
		echo "static inline void use_${X}_remove(struct $X *c, struct ${X}_obj *object)"
		echo '{'
		echo '	(void)c;'
		case $(of "$remove" 1 '$4') in
		*"void *"*) call "$remove" 'c, object' ;;
		*";"*) call "$remove" 'c, &object->node' ;;
		*) call "$remove" '&object->node' ;;
		esac
		echo '}'
	fi
	# Those that begin empty at each pass, or have no loop, are none of them.
	if is_there "${X}_for_each_entry"; then
		all="$all V($X)"
	fi
done <<END
$(containers)
END
echo
echo "#define USE_CONTAINERS(V)$all"
echo "#define USE_REMOVERS(V)$removers"
