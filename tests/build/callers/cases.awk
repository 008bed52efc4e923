# SPDX-License-Identifier: MIT
#
# cases.awk -v world=FILE.c LIST - a program that makes misuse of each function in LIST, a list of
# tests/refuse/misuse/: the first case of each operation that is reported at level 1. Each call
# stands in functions of its own: between others, in both branches of an if, and as the last one.
#
#	program			prints the name and number of each call
#	program reports		makes each call in a process of its own: the default hook reports
#				it, behind a line "call N NAME HOW"
#
# A line of what the first prints: the name of the operation, N, how the call stands, its own line, and
# the line that would also do if the compiler merges branches or makes a jump.

function out(text) {
	print text
	now++
}

function call_of(kind, k, name, own, also) {
	calls = calls sprintf("\t{ \"%s\", \"%s\", prepare_%d, %s_%d, %d, %d },\n", name, \
		kind, k, kind, k, own, also)
}

# A case ends: its statement is complete.
function end_case(    operation, text, k, own) {
	text = statement
	statement = ""
	if (text == "" || !index(levels, "1") || flags ~ /twice/)
		return
	operation = named
	# A call that a hook or a function of the world makes stands where they are.
	if (named != "" && !index(text, named))
		return
	if (operation == "" && match(text, "[^a-z_]" container "_[a-z0-9_]+\\)?\\(")) {
		operation = substr(text, RSTART + 1, RLENGTH - 2)
		sub(/\)$/, "", operation)
	}
	sub(/_$/, "_entry", operation)
	if (operation == "" || operation ~ /[^a-z0-9_]/ || operation in done)
		return
	done[operation] = 1
	gsub(/[ \t\n]+/, " ", text)
	# Only the call: not what it returns.
	if (text ~ / [=!]= [^;{}]+$/) {
		sub(/ [=!]= [^;{}=!]+$/, "", text)
		text = "(void)(" text ")"
	}
	if (text !~ /[;}] *$/)
		text = text ";"
	k = cases++
	out("static void prepare_" k "(void)")
	out("{")
	n = split(before, lines, "\n")
	for (i = 1; i <= n; i++)
		out(lines[i])
	out("\tbegun = 1;")
	out("}")
	out("static LISH_NOINLINE void straight_" k "(void)")
	out("{")
	out("\tstep(1);")
	own = now
	out("\t" text)
	out("\tstep(2);")
	out("}")
	call_of("straight", k, operation, own, 0)
	out("static LISH_NOINLINE void branches_" k "(int first)")
	out("{")
	out("\tif (first) {")
	out("\t\tstep(1);")
	own = now
	out("\t\t" text)
	out("\t\tstep(2);")
	out("\t} else {")
	out("\t\tstep(3);")
	out("\t\t" text)
	out("\t\tstep(2);")
	out("\t}")
	out("}")
	out("static void if_" k "(void) { branches_" k "(yes); step(1); }")
	out("static void else_" k "(void) { branches_" k "(no); step(1); }")
	call_of("if", k, operation, own, own + 4)
	call_of("else", k, operation, own + 4, own)
	out("static LISH_NOINLINE void at_end_" k "(void)")
	out("{")
	out("\tstep(1);")
	own = now
	out("\t" text)
	out("}")
	out("static LISH_NOINLINE void last_" k "(void)")
	out("{")
	out("\tat_end_" k "();")
	out("\tstep(2);")
	out("}")
	call_of("last", k, operation, own, own + 4)
}

BEGIN {
	now = 1
	out("#ifdef LISH_TRAP")
	out("#define _GNU_SOURCE")
	out("#include <signal.h>")
	out("#include <ucontext.h>")
	out("#endif")
	out("#include <stdio.h>")
	out("#include <stdlib.h>")
	out("#include <string.h>")
	out("#include <sys/wait.h>")
	out("#include <unistd.h>")
	# The world of the mistakes, without what judges them.
	out("#define LINUX_ISH_MISUSE_RUN_H")
	out("#define UNDER_ASAN 0")
	out("#include \"" world "\"")
	out("static volatile int begun, yes = 1, no;")
	out("static LISH_NOINLINE int step(int n) { begun += n; return n; }")
}

FNR == 1 {
	container = FILENAME
	sub(/.*\//, "", container)
	sub(/\..*/, "", container)
}
/^#/ || /^$/ { next }
/^mistake / { end_case(); before = ""; next }
/^[01]: / || /^  / { next }
/^at / {
	end_case()
	levels = $3 ~ /^(dies|breaks|silent|open|asan)$/ ? "" : $2
	flags = $0
	before = ""
	next
}
/^\t\t/ && statement != "" { statement = statement " " $0; next }
/^\t!/ {
	end_case()
	named = ""
	statement = substr($0, 3)
	if (match(statement, /^\[[a-z_()&. ]+\]/)) {
		named = substr(statement, 2, RLENGTH - 2)
		statement = substr(statement, RLENGTH + 1)
	}
	next
}
/^\t/ { end_case(); before = before $0 "\n" }

END {
	end_case()
	print "static const struct call {"
	print "\tconst char *name, *how;"
	print "\tvoid (*prepare)(void);"
	print "\tvoid (*make)(void);"
	print "\tint own, also;"
	printf "} calls[] = {\n%s};\n\n", calls
	# With LISH_TRAP: what a debugger shows, printed as a report.
	print "#ifdef LISH_TRAP"
	print "static const char *trapped;"
	print "static void print_trap(int number, siginfo_t *info, void *data)"
	print "{"
	print "\tstruct lish_fault fault = { 0 };"
	print "\tconst void *to[8];"
	print "\tuintptr_t offset;"
	print "\tunsigned int i, n;\n"
	print "\t(void)number, (void)info;"
	print "\tfault.caller = (const char *)((ucontext_t *)data)->uc_mcontext.gregs[REG_RIP] - 1;"
	print "\tn = lish_callers(&fault, to, 8);"
	print "\tprintf(\"linux-ish: %s(\\n\", trapped);"
	print "\tfor (i = 0; i < n; i++) {"
	print "\t\tconst char *file = lish_caller_file(to[i], &offset);\n"
	print "\t\tprintf(\"linux-ish: addr2line -Cipf -e %s 0x%lx\\n\", file ? file : \"?\", (unsigned long)offset);"
	print "\t}"
	print "\texit(0);"
	print "}"
	print "#endif\n"
	print "int main(int argc, char **argv)"
	print "{"
	print "\tconst int n = (int)(sizeof(calls) / sizeof(calls[0]));"
	print "\tint i;\n"
	print "\tfor (i = 0; argc > 1 && i < n; i++) {"
	print "\t\tprintf(\"call %d %s %s\\n\", i, calls[i].name, calls[i].how);"
	print "\t\tfflush(stdout);"
	print "\t\tif (fork() == 0) {"
	print "#ifdef LISH_TRAP"
	print "\t\t\tstruct sigaction trap = { 0 };\n"
	print "\t\t\ttrapped = calls[i].name;"
	print "\t\t\ttrap.sa_flags = SA_SIGINFO;"
	print "\t\t\ttrap.sa_sigaction = print_trap;"
	print "\t\t\tsigaction(SIGTRAP, &trap, NULL);"
	print "#endif"
	print "\t\t\tbegin();"
	print "\t\t\tcalls[i].prepare();"
	print "\t\t\tcalls[i].make();"
	print "\t\t\texit(0);"
	print "\t\t}"
	print "\t\twait(NULL);"
	print "\t}"
	print "\tif (argc > 1)"
	print "\t\treturn 0;"
	print "\tfor (i = 0; i < n; i++)"
	print "\t\tprintf(\"%s %d %s %d %d\\n\", calls[i].name, i, calls[i].how, calls[i].own,"
	print "\t\t       calls[i].also);"
	print "\treturn 0;"
	print "}"
}
