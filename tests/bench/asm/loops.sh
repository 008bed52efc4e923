# SPDX-License-Identifier: MIT
#
# loops.sh - prints a C program with each loop of each container in it
#
# one_NAME() has the loop NAME once, two_NAME() twice: what the second one adds is
# the size of a further loop. main() runs each loop over n and over 2n members,
# and one del and one add among 10 and 10 000, and has callgrind write down after
# each how many instructions it took.
set -u
cat <<'END'
/* Made by tests/bench/asm/loops.sh. */
#include "uses.h"
#include <stdio.h>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS ((void)0)
#define CALLGRIND_DUMP_STATS_AT(label) ((void)(label))
#endif

#define MEMBERS 1000u
#define NOT_INLINE __attribute__((__noinline__))

#define COUNTED(name, n, work)                                           \
	do {                                                             \
		char label_[100];                                        \
                                                                         \
		snprintf(label_, sizeof(label_), "%s %u", name,          \
			 (unsigned int)n);                               \
		CALLGRIND_ZERO_STATS;                                    \
		work;                                                    \
		CALLGRIND_DUMP_STATS_AT(label_);                         \
	} while (0)
END

# site CURSOR: the loop with that cursor
site() {
	arguments=''
	add='sum += CURSOR->value;'
	for param in $params; do
		case $param in
		pos) argument=CURSOR ;;
		first) argument=CURSOR ;;
		end)
			argument=CURSOR_end
			add='sum += CURSOR_end - CURSOR;'
			;;
		start) argument=start ;;
		share | span) argument=span ;;
		until | hash) argument=1 ;;
		type) argument="struct ${X}_obj" ;;
		member) argument=node ;;
		*) argument=c ;;
		esac
		arguments="$arguments${arguments:+, }$argument"
	done
	printf '\t%s(%s)\n\t\t%s\n' "$name" "$arguments" "$add" |
		sed "s/CURSOR/$1/g"
}

begin() {
	echo "NOT_INLINE uint64_t $1_$name(struct $X *c, struct ${X}_obj *start);"
	echo "NOT_INLINE uint64_t $1_$name(struct $X *c, struct ${X}_obj *start)"
	echo '{'
	case " $params " in
	*' share '* | *' span '*)
		echo "	const __typeof__(${X}_span(c, 0, 1)) span = ${X}_span(c, 0, 1);"
		;;
	esac
	echo '	uint64_t sum = 0;'
	echo '	(void)start;'
}

# A loop over candidates visits those of one hash, not all.
sh tests/uses.sh --loops | grep -v "_hash_entry " >"$WORK/loops"
while read -r X name params; do
	begin one
	site o
	printf '\treturn sum;\n}\n'
	begin two
	site o
	site p
	printf '\treturn sum;\n}\n'
	case $name in
	*continue*) which=n ;; # after none: all of them
	*reverse*) which=n-1 ;;
	*) which=0 ;;
	esac
	# Walk once before: the first loop over new members leaves hints.
	case $name in
	*drain*) warm='' ;;
	*) warm="one_$name(c, start);" ;;
	esac
	cat <<-END
	static void run_$name(uint32_t n)
	{
		struct $X *c = calloc(1, sizeof(*c));
		struct ${X}_obj *o = calloc(n, sizeof(*o)), *start = NULL;

		use_${X}_init(c, n);
		for (uint32_t i = 0; i < n; i++) {
			struct ${X}_obj *added = use_${X}_add(c, &o[i]);

			if (i == $which)
				start = added;
		}
		$warm
		COUNTED("$name", n, if (one_$name(c, start) != n) abort());
	}
	END
done <"$WORK/loops"

cat <<'END'

#define CHANGES(X)                                                         \
	NOT_INLINE void del_##X(struct X *c, struct X##_obj *o);           \
	NOT_INLINE void del_##X(struct X *c, struct X##_obj *o)            \
	{                                                                  \
		use_##X##_remove(c, o);                                    \
	}                                                                  \
	NOT_INLINE struct X##_obj *add_##X(struct X *c, struct X##_obj *o); \
	NOT_INLINE struct X##_obj *add_##X(struct X *c, struct X##_obj *o) \
	{                                                                  \
		return use_##X##_add(c, o);                                \
	}                                                                  \
	static void run_##X(uint32_t n)                                    \
	{                                                                  \
		struct X *c = calloc(1, sizeof(*c));                       \
		struct X##_obj *o = calloc(n, sizeof(*o));                 \
		struct X##_obj *some[2] = { NULL, NULL };                  \
                                                                           \
		use_##X##_init(c, n);                                      \
		for (uint32_t i = 0; i < n; i++) {                         \
			struct X##_obj *added = use_##X##_add(c, &o[i]);   \
                                                                           \
			if (i == n / 2 || i == n / 3)                      \
				some[i == n / 2] = added;                  \
		}                                                          \
		del_##X(c, some[0]);                                       \
		add_##X(c, some[0]);                                       \
		COUNTED("del " #X, n, del_##X(c, some[1]));                \
		COUNTED("add " #X, n, add_##X(c, some[1]));                \
	}
USE_REMOVERS(CHANGES)

#define RUN(X) run_##X(10); run_##X(10000);

int main(void)
{
	USE_REMOVERS(RUN)
END
while read -r X name params; do
	echo "	run_$name(MEMBERS); run_$name(2 * MEMBERS);"
done <"$WORK/loops"
printf '\treturn 0;\n}\n'
