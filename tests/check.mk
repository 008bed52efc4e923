# SPDX-License-Identifier: MIT
#
# The tests: which programs, built how, run under what. Each run leaves a log
# in build/check/; each target ends with the sum of all logs.

CHECK := $(BUILD)/check
UNIT_TESTS := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/*_test.c \
	tests/unit/core/*_test.c tests/unit/compat/*_test.c))
# Checks that are scripts: each tests/GROUP/NAME/run.sh prints "N passed, N failed",
# is told the compilers by $COMPILERS, and works in the folder $WORK. With SHORT=1
# it may leave out what takes long.
SCRIPT_CHECKS := $(patsubst tests/%/run.sh,%,$(wildcard tests/*/run.sh tests/*/*/run.sh))
# These take longest, and begin first: at the end no core is idle.
LONGEST := build/callers targets/kernel refuse/fail deep/states
SCRIPT_CHECKS := $(filter $(LONGEST),$(SCRIPT_CHECKS)) $(filter-out $(LONGEST),$(SCRIPT_CHECKS))
# Scripts for "make check": quick ones, for what beginners break.
QUICK_SCRIPTS := deep/states docs/matrix docs/requirements refuse/misuse
TRACE_CHECK := trace

# TEST=walk: only the unit tests and the folders that have that in their name. If none
# has it, those in which a test has these words in its name: tests/find.sh.
ifneq ($(strip $(TEST)),)
named = $(strip $(foreach test,$(1),$(if $(findstring $(strip $(TEST)),$(test)),$(test))))
ifeq ($(call named,$(UNIT_TESTS) $(SCRIPT_CHECKS) $(TRACE_CHECK)),)
FOUND := $(shell sh tests/find.sh '$(TEST)' | cut -f 1 | sort -u)
ifeq ($(FOUND),)
$(info no test has "$(strip $(TEST))" in its name. There are the unit tests)
$(info $() $(UNIT_TESTS))
$(info and the folders)
$(info $() $(sort $(SCRIPT_CHECKS) $(TRACE_CHECK)))
$(error TEST=$(TEST))
endif
export LISH_TEST := $(shell sh tests/find.sh --glob '$(TEST)')
named = $(filter $(FOUND),$(1))
endif
UNIT_TESTS := $(call named,$(UNIT_TESTS))
SCRIPT_CHECKS := $(call named,$(SCRIPT_CHECKS))
TRACE_CHECK := $(call named,$(TRACE_CHECK))
QUICK_SCRIPTS := $(SCRIPT_CHECKS)
endif
LEVELS := 0 1 2

# The compilers: the one that was asked for, else all of these that are here.
present = $(foreach cc,$(1),$(if $(shell command -v $(cc) 2>/dev/null),$(cc)))
ifeq ($(origin CC),default)
COMPILERS := $(call present,gcc clang)
else
COMPILERS := $(CC)
endif
FIRST := $(firstword $(COMPILERS))
OTHERS := $(filter-out $(FIRST),$(COMPILERS))

# Those of them that can build with sanitizers, where that is asked for.
ifneq ($(filter check-run check-full-run sanitize-run,$(MAKECMDGOALS)),)
SANITIZING := $(foreach cc,$(if $(filter check-run,$(MAKECMDGOALS)),$(FIRST),\
	$(COMPILERS)),$(if $(filter ok,\
	$(shell scripts/can-sanitize.sh $(cc) && echo ok)),$(cc)))
endif
CANNOT_SANITIZE := $(filter-out $(SANITIZING),\
	$(if $(filter check-run,$(MAKECMDGOALS)),$(FIRST),$(COMPILERS)))

# quick and quickasan are those of "make check": most of the time goes into
# optimising, and ASan sees more where nothing is optimised away. The code of the headers
# is tested, not that of the library.
FLAGS_quick := -O0 -g
FLAGS_quickasan := -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
	-DTEST_SHORT
# DWARF 4: Valgrind 3.19 cannot read what clang 14 writes by default. Lines are enough
# for it, and gcc takes a seventh longer for variables.
FLAGS_native := -O2 -gdwarf-4 -g1
FLAGS_asan := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
	-fno-sanitize-recover=all
VALGRIND := valgrind -q --error-exitcode=9 --leak-check=full \
	--errors-for-leak-kinds=all --show-leak-kinds=all

TEST_CFLAGS = $(BASE) -Itests/unit $(CPPFLAGS) -Werror=incompatible-pointer-types

# $(1): log, $(2): command, whose output goes there and is shown if it fails
run = $(Q)scripts/run-logged.sh $(1) $(2)

# $(1): compiler, $(2): mode, $(3): level
define library_rules
$(CHECK)/$(notdir $(1))-$(2)/$(3)/lib/%.o: lib/%.c tests/check.mk
	@mkdir -p $$(@D)
	$(Q)$(1) $(BASE) $(CPPFLAGS) $(FLAGS_$(2)) -DLISH_CHECK=$(3) -c $$< -o $$@

$(CHECK)/$(notdir $(1))-$(2)/$(3)/liblinux-ish.a: \
		$(lish-y:%=$(CHECK)/$(notdir $(1))-$(2)/$(3)/%)
	$(Q)rm -f $$@ && $(AR) rcs $$@ $$^
endef

# $(1): compiler, $(2): mode, $(3): level, $(4): test
define unit_rules
$(CHECK)/$(notdir $(1))-$(2)/$(4)-$(3): tests/unit/$(4).c \
		$(CHECK)/$(notdir $(1))-$(2)/$(3)/liblinux-ish.a
	$(say) CC '$$@'
	@mkdir -p $$(@D)
	$(Q)$(1) $$(TEST_CFLAGS) $(FLAGS_$(2)) -DLISH_CHECK=$(3) \
		$(LDFLAGS) $$< $$(word 2,$$^) -lcmocka -o $$@

$(CHECK)/$(notdir $(1))-$(2)/$(4)-$(3).log: \
		$(CHECK)/$(notdir $(1))-$(2)/$(4)-$(3)
	$(say) TEST '$$<'
	$(call run,$$@,$$<)
endef

# $(1): compiler, $(2): level, $(3): test
define memcheck_rules
$(CHECK)/$(notdir $(1))-native/$(3)-$(2).valgrind.log: \
		$(CHECK)/$(notdir $(1))-native/$(3)-$(2)
	$(say) MEMCHECK '$$<'
	$(call run,$$@,$(VALGRIND) $$<)
endef

$(foreach cc,$(COMPILERS),$(foreach mode,native asan,\
	$(foreach level,$(LEVELS),$(eval $(call library_rules,$(cc),$(mode),$(level)))\
		$(foreach test,$(UNIT_TESTS),\
			$(eval $(call unit_rules,$(cc),$(mode),$(level),$(test)))))))
$(foreach mode,quick quickasan,$(foreach level,1 2,\
	$(eval $(call library_rules,$(FIRST),$(mode),$(level)))\
	$(foreach test,$(UNIT_TESTS),\
		$(eval $(call unit_rules,$(FIRST),$(mode),$(level),$(test))))))
$(foreach cc,$(COMPILERS),$(foreach level,$(LEVELS),\
	$(foreach test,$(UNIT_TESTS),\
		$(eval $(call memcheck_rules,$(cc),$(level),$(test))))))

# $(1): compilers, $(2): mode, $(3): levels, $(4): what the log's name ends with
logs = $(foreach cc,$(1),$(foreach level,$(3),$(foreach test,$(UNIT_TESTS),\
	$(CHECK)/$(notdir $(cc))-$(2)/$(test)-$(level)$(4).log)))

# Of tests/refuse/fail/run.sh: fail.log, and the folder fail. The name is enough, and
# sparse cannot do with long paths.
script_logs = $(addprefix $(CHECK)/,$(addsuffix .log,$(notdir $(1))))

# All of them take any compiler; the first alone is quicker.
SCRIPT_COMPILERS := $(COMPILERS)
SCRIPT_LIBRARY := $(STATIC)
ifneq ($(filter check-run,$(MAKECMDGOALS)),)
SCRIPT_COMPILERS := $(FIRST)
export SHORT := 1
# Which is built anyway; but scripts that are asked for may look for what lies beside.
ifeq ($(strip $(TEST)),)
SCRIPT_LIBRARY := $(CHECK)/$(notdir $(FIRST))-quick/1/liblinux-ish.a
endif
endif
# ONE=1: these take one compiler each, and together both.
BY_FIRST := build/gdb build/install build/link build/quiet build/single build/switches \
	build/valgrind deep/attack deep/states docs/samples refuse/misuse unit/compat
BY_LAST := build/cxx build/lldb build/reload deep/overwrite deep/threads refuse/names
# $(1): folder of tests/
compilers_of = $(or $(strip $(if $(ONE),$(if $(filter $(1),$(BY_FIRST)),$(FIRST),\
	$(if $(filter $(1),$(BY_LAST)),$(lastword $(COMPILERS)))))),$(SCRIPT_COMPILERS))

# $(1): folder of tests/
define script_rules
$(call script_logs,$(1)): tests/$(1)/run.sh $(SCRIPT_LIBRARY) FORCE
	$(say) TEST tests/$(1)
	$(Q)WORK=$$(@:.log=) COMPILERS='$(call compilers_of,$(1))' \
		LIBRARY=$(SCRIPT_LIBRARY) WARNINGS='$(WARNINGS)' scripts/run-logged.sh $$@ sh $$<
endef
$(foreach check,$(SCRIPT_CHECKS),$(eval $(call script_rules,$(check))))

# What is left out because a tool is missing: the sum at the end counts it.
$(CHECK)/tools.log: FORCE
	@mkdir -p $(@D)
	@{ :$(foreach cc,$(CANNOT_SANITIZE),; echo 'skip: $(cc) has no sanitizers here') \
		$(if $(filter default,$(origin CC)),$(if $(OTHERS),,\
			; echo 'skip: $(FIRST) is the only compiler here')); } >$@

$(CHECK)/link.log $(CHECK)/abi.log $(CHECK)/callers.log $(CHECK)/lives.log: $(SHARED) $(SHARED2)

# The replayer is one program for all systems; it is tested itself, and replays
# all histories: as it is, and under sanitizers with all checks.
$(CHECK)/replay.log: $(BUILD)/tests/trace_replay

TRACES := $(wildcard tests/trace/data/*.txt)

# $(1): compiler, $(2): mode, $(3): level
define trace_rules
$(CHECK)/$(notdir $(1))-$(2)/trace_replay: $(TRACE_SOURCES) $(HEADERS) \
		$(CHECK)/$(notdir $(1))-$(2)/$(3)/liblinux-ish.a
	$(say) CC '$$@'
	$(Q)$(1) $$(TEST_CFLAGS) $(FLAGS_$(2)) -DLISH_CHECK=$(3) $(LDFLAGS) \
		$$(filter %.c %.a,$$^) -o $$@

$(CHECK)/$(notdir $(1))-$(2)/trace.log: \
		$(CHECK)/$(notdir $(1))-$(2)/trace_replay FORCE
	$(say) TEST '$$< tests/trace/data/*.txt'
	$(call run,$$@,$$< $(TRACES))
endef

$(foreach cc,$(COMPILERS),$(eval $(call trace_rules,$(cc),native,1)))
$(foreach cc,$(COMPILERS),$(eval $(call trace_rules,$(cc),asan,2)))
$(eval $(call trace_rules,$(FIRST),quick,1))
$(eval $(call trace_rules,$(FIRST),quickasan,2))

.PHONY: FORCE
FORCE:

trace_logs = $(if $(TRACE_CHECK),$(foreach cc,$(1),\
	$(CHECK)/$(notdir $(cc))-$(2)/trace.log))

# "make check" builds each test twice: as it is, and with all checks under
# sanitizers; or without them, where there are none.
CAN := $(filter $(FIRST),$(SANITIZING))
QUICK_LOGS := $(call logs,$(FIRST),quick,1 $(if $(CAN),,2)) \
	$(call logs,$(CAN),quickasan,2) \
	$(call trace_logs,$(FIRST),quick) $(call trace_logs,$(CAN),quickasan) \
	$(call script_logs,$(QUICK_SCRIPTS))

# "make check-full": under Valgrind, level 1 with the first compiler and level 0 with the others;
# under ASan, level 2 with the first and level 1 with the others. Level 2 touches whatever the
# others do. But containers that are forged, and other tests that are compiled at level 1 or 0
# only, must be seen by both tools, at level 1 at least. FULL=1: level 0 with the first compiler
# too.
MEMCHECK := $(if $(shell command -v valgrind),.valgrind)
FULL_LOGS := $(call script_logs,$(SCRIPT_CHECKS)) \
	$(call logs,$(FIRST),native,$(if $(OTHERS),$(if $(FULL),0),0) $(if $(CAN),,2)) \
	$(call logs,$(filter-out $(SANITIZING),$(OTHERS)),native,1) \
	$(call logs,$(CAN),quickasan,2) \
	$(call logs,$(filter-out $(FIRST),$(SANITIZING)),asan,1) \
	$(call logs,$(FIRST),native,1,$(MEMCHECK)) \
	$(call logs,$(OTHERS),native,0,$(MEMCHECK)) \
	$(call trace_logs,$(FIRST),native) $(call trace_logs,$(CAN),quickasan) \
	$(call trace_logs,$(filter-out $(FIRST),$(SANITIZING)),asan)

# AFTER="check gates": what these have done in the same way is not done again.
ifneq ($(filter check,$(AFTER)),)
DONE_LOGS := $(wildcard $(CHECK)/*-quickasan/*.log $(CHECK)/*-quickasan/*/*.log \
	$(call script_logs,docs/matrix docs/requirements))
endif
ifneq ($(filter gates,$(AFTER)),)
SCRIPTS_DONE := build/linters build/misra deep/checks deep/prove
endif
FULL_LOGS := $(filter-out $(DONE_LOGS) $(call script_logs,$(SCRIPTS_DONE)),$(FULL_LOGS))

# TURN=0, 1 or 2: packages, tools, printed figures and what takes longest take turns. A release runs
# "make check-full", which has all.
TURN_0 := build/abi build/callers build/dist build/install deep/model targets/firmware targets/kernel
TURN_1 := build/single deep/attack refuse/fail targets targets/footprint targets/mistakes
TURN_2 := build/gdb build/lldb docs/browser targets/worst
ifneq ($(TURN),)
FULL_LOGS := $(filter-out $(call script_logs,$(foreach turn,$(filter-out $(TURN),0 1 2),\
	$(TURN_$(turn)))),$(FULL_LOGS))
endif

# What each of them takes of one core of 2023, in seconds, with gcc and clang.
CPU_check := 200
CPU_check-full := 5700
CPU_sanitize := 540
CPU_memcheck := 420
WHAT_check := unit tests and recorded histories with $(FIRST), without optimisation \
	and under sanitizers; $(QUICK_SCRIPTS)
WHAT_check-full = unit tests with $(COMPILERS), each at two levels or three, under sanitizers and \
	Valgrind; all scripts
WHAT_sanitize := unit tests under ASan and UBSan with $(COMPILERS), at levels 0 to 2
WHAT_memcheck := unit tests under Valgrind with $(COMPILERS), at levels 0 to 2

.PHONY: check check-full sanitize memcheck
check check-full sanitize memcheck:
	@scripts/setup.sh $(if $(filter check sanitize,$@),check,check-full)
	@rm -f $(filter-out $(foreach log,$(DONE_LOGS),$(log) $(log).cpu),\
		$(wildcard $(CHECK)/*.log* $(CHECK)/*/*.log* $(CHECK)/*/*/*.log*))
	@echo 'make $@: $(strip $(if $(strip $(TEST)),\
		$(UNIT_TESTS) $(SCRIPT_CHECKS) $(TRACE_CHECK),$(WHAT_$@)))'
	$(if $(FOUND),@sh tests/find.sh '$(TEST)' | sed 's/^[^	]*	/  /; s/	/ /')
ifeq ($(strip $(TEST)),)
	@echo 'about $(shell expr \( $(CPU_$@) / $(JOBS) + 29 \) / 30 \* 30) seconds with' \
		'JOBS=$(JOBS), if as many cores are idle'
endif
	@$(if $(filter check-full,$@),$(MAKE) --no-print-directory -s -j$(JOBS) $(SHARED) $(SHARED2))
	@$(MAKE) --no-print-directory -k -j$(JOBS) $@-run; status=$$?; \
		scripts/sum-logs.sh $(CHECK) || exit; exit $$status
	@$(if $(filter check,$@),echo 'The full check: make check-full$(if \
		$(strip $(TEST)), TEST="$(strip $(TEST))",: both compilers$(comma) all levels$(comma) \
		Valgrind$(comma) all scripts)')

.PHONY: check-run check-full-run sanitize-run memcheck-run
check-run: $(QUICK_LOGS) $(CHECK)/tools.log
check-full-run: $(FULL_LOGS) $(CHECK)/tools.log
sanitize-run: $(call logs,$(SANITIZING),asan,$(LEVELS)) \
	$(call trace_logs,$(SANITIZING),asan) $(CHECK)/tools.log
memcheck-run: $(call logs,$(COMPILERS),native,$(LEVELS),.valgrind)

# More of what the model checker can do than "make check-full" has time for.
.PHONY: model
model: $(STATIC)
	$(Q)FULL=1 WORK=$(CHECK)/model COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/deep/model/run.sh

# inbox under load on aarch64, by qemu-user; also part of "make check-full".
.PHONY: check-inbox-aarch64
check-inbox-aarch64: $(STATIC)
	$(Q)ONLY=aarch64 WORK=$(CHECK)/threads COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/deep/threads/run.sh

-include $(wildcard $(CHECK)/*/*.d $(CHECK)/*/core/*.d $(CHECK)/*/compat/*.d \
	$(CHECK)/*/*/lib/*.d $(CHECK)/*/*/lib/*/*.d)
