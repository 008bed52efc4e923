# SPDX-License-Identifier: MIT
#
# The tests: which programs, built how, run under what. Each run leaves a log
# in build/check/; "make check" ends with the sum of all logs.

CHECK := $(BUILD)/check
UNIT_TESTS := $(patsubst tests/%.c,%,$(wildcard tests/*_test.c \
	tests/core/*_test.c tests/compat/*_test.c))
# TEST=walklist: only the unit tests whose name has that in it, and no scripts.
ifneq ($(TEST),)
UNIT_TESTS := $(foreach test,$(UNIT_TESTS),\
	$(if $(findstring $(TEST),$(test)),$(test)))
ifeq ($(UNIT_TESTS),)
$(error no unit test has "$(TEST)" in its name)
endif
endif
LEVELS := 0 1 2

# The compilers: the one that was asked for, else all of these that are here.
present = $(foreach cc,$(1),$(if $(shell command -v $(cc) 2>/dev/null),$(cc)))
ifeq ($(origin CC),default)
COMPILERS := $(call present,gcc clang)
else
COMPILERS := $(CC)
endif

# Those of them that can build with sanitizers, where that is asked for.
ifneq ($(filter check-run sanitize-run,$(MAKECMDGOALS)),)
SANITIZING := $(foreach cc,$(COMPILERS),\
	$(if $(filter ok,$(shell scripts/can-sanitize.sh $(cc) && echo ok)),$(cc)))
$(foreach cc,$(filter-out $(SANITIZING),$(COMPILERS)),\
	$(info skip: $(cc) has no sanitizers here: nothing is tested with them))
endif

MODES := native asan
# DWARF 4: Valgrind 3.19 cannot read what clang 14 writes by default.
FLAGS_native := -O2 -gdwarf-4
FLAGS_asan := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
	-fno-sanitize-recover=all
VALGRIND := valgrind -q --error-exitcode=9 --leak-check=full \
	--errors-for-leak-kinds=all --show-leak-kinds=all

TEST_CFLAGS = $(BASE) -Itests $(CPPFLAGS) -Werror=incompatible-pointer-types

# $(1): log, $(2): command, whose output goes there and is shown if it fails
run = $(Q)scripts/run-logged.sh $(1) $(2)

# $(1): compiler, $(2): mode
define library_rules
$(CHECK)/$(notdir $(1))-$(2)/lib/%.o: lib/%.c tests/check.mk
	@mkdir -p $$(@D)
	$(Q)$(1) $(BASE) $(CPPFLAGS) $(FLAGS_$(2)) -c $$< -o $$@

$(CHECK)/$(notdir $(1))-$(2)/liblinux-ish.a: \
		$(lish-y:%=$(CHECK)/$(notdir $(1))-$(2)/%)
	$(Q)rm -f $$@ && $(AR) rcs $$@ $$^
endef

# $(1): compiler, $(2): mode, $(3): level, $(4): test
define unit_rules
$(CHECK)/$(notdir $(1))-$(2)/$(4)-$(3): tests/$(4).c \
		$(CHECK)/$(notdir $(1))-$(2)/liblinux-ish.a
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

$(foreach cc,$(COMPILERS),$(foreach mode,$(MODES),\
	$(eval $(call library_rules,$(cc),$(mode)))))
$(foreach cc,$(COMPILERS),$(foreach mode,$(MODES),$(foreach level,$(LEVELS),\
	$(foreach test,$(UNIT_TESTS),\
		$(eval $(call unit_rules,$(cc),$(mode),$(level),$(test)))))))
$(foreach cc,$(COMPILERS),$(foreach level,$(LEVELS),\
	$(foreach test,$(UNIT_TESTS),\
		$(eval $(call memcheck_rules,$(cc),$(level),$(test))))))

logs = $(foreach cc,$(1),$(foreach level,$(LEVELS),\
	$(foreach test,$(UNIT_TESTS),\
		$(CHECK)/$(notdir $(cc))-$(2)/$(test)-$(level)$(3).log)))
NATIVE_LOGS := $(call logs,$(COMPILERS),native)
ASAN_LOGS := $(call logs,$(SANITIZING),asan)
MEMCHECK_LOGS := $(call logs,$(COMPILERS),native,.valgrind)

# Checks that are scripts: each tests/NAME/run.sh prints "N passed, N failed",
# is told the compilers by $COMPILERS, and works in the folder $WORK.
SCRIPT_CHECKS := $(if $(TEST),,\
	$(patsubst tests/%/run.sh,%,$(wildcard tests/*/run.sh)))
SCRIPT_LOGS := $(SCRIPT_CHECKS:%=$(CHECK)/%.log)

$(CHECK)/%.log: tests/%/run.sh $(STATIC) FORCE
	$(say) TEST tests/$*
	$(Q)WORK=$(CHECK)/$* COMPILERS='$(COMPILERS)' LIBRARY=$(STATIC) \
		WARNINGS='$(WARNINGS)' scripts/run-logged.sh $@ sh $<

$(CHECK)/link.log: $(SHARED)

# The replayer is one program for all systems; it is tested itself, and replays
# all histories: as it is, and under sanitizers with all checks.
$(CHECK)/replay.log: $(BUILD)/tests/trace_replay

TRACES := $(wildcard tests/trace/data/*.txt)

$(CHECK)/trace.log: $(BUILD)/tests/trace_replay FORCE
	$(say) TEST '$< tests/trace/data/*.txt'
	$(call run,$@,$< $(TRACES))

# $(1): compiler
define trace_rules
$(CHECK)/$(notdir $(1))-asan/trace_replay: $(TRACE_SOURCES) $(HEADERS) \
		$(CHECK)/$(notdir $(1))-asan/liblinux-ish.a
	$(say) CC '$$@'
	$(Q)$(1) $$(TEST_CFLAGS) $(FLAGS_asan) -DLISH_CHECK=2 $(LDFLAGS) \
		$$(filter %.c %.a,$$^) -o $$@

$(CHECK)/$(notdir $(1))-asan/trace.log: \
		$(CHECK)/$(notdir $(1))-asan/trace_replay FORCE
	$(say) TEST '$$< tests/trace/data/*.txt'
	$(call run,$$@,$$< $(TRACES))
endef

$(foreach cc,$(COMPILERS),$(eval $(call trace_rules,$(cc))))

.PHONY: FORCE
FORCE:

TRACE_ASAN_LOGS := $(foreach cc,$(SANITIZING),\
	$(CHECK)/$(notdir $(cc))-asan/trace.log)

# What each of them takes on one core of 2023, in minutes, with gcc and clang; and
# here, the last time.
MINUTES_check := 42
MINUTES_sanitize := 9
MINUTES_memcheck := 7
TOOK = $(BUILD)/took-$@-$(JOBS)

.PHONY: check sanitize memcheck
check sanitize memcheck:
	@scripts/setup.sh check
	@rm -f $(CHECK)/*.log* $(CHECK)/*/*.log* $(CHECK)/*/*/*.log*
ifeq ($(TEST),)
	@if [ -e $(TOOK) ]; then \
		echo "make $@: $$(cat $(TOOK)) minutes the last time, with" \
			"JOBS=$(JOBS)"; \
	else \
		echo "make $@: about $$((1 + $(MINUTES_$@) / $(JOBS))) minutes" \
			"with JOBS=$(JOBS) on as many idle cores"; \
	fi
	@echo 'TEST=walklist runs only the unit tests with that in their name'
endif
	@begun=$$(date +%s); \
		$(MAKE) --no-print-directory -k -j$(JOBS) $@-run; status=$$?; \
		scripts/sum-logs.sh $(CHECK) || exit; \
		[ $$status = 0 ] || exit $$status; \
		$(if $(TEST),,echo $$((($$(date +%s) - begun + 59) / 60)) >$(TOOK))

.PHONY: check-run sanitize-run memcheck-run
check-run: $(NATIVE_LOGS) $(ASAN_LOGS) $(MEMCHECK_LOGS) $(SCRIPT_LOGS) \
	$(if $(TEST),,$(CHECK)/trace.log $(TRACE_ASAN_LOGS))
sanitize-run: $(ASAN_LOGS) $(if $(TEST),,$(TRACE_ASAN_LOGS))
memcheck-run: $(MEMCHECK_LOGS)

# More of what the model checker can do than "make check" has time for.
.PHONY: model
model: $(STATIC)
	$(Q)FULL=1 WORK=$(CHECK)/model COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/model/run.sh

# inbox under load on aarch64, by qemu-user; also part of "make check".
.PHONY: check-inbox-aarch64
check-inbox-aarch64: $(STATIC)
	$(Q)ONLY=aarch64 WORK=$(CHECK)/threads COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/threads/run.sh

.PHONY: coverage
coverage:
	@scripts/setup.sh coverage
	@scripts/coverage.sh $(BUILD)/coverage $(UNIT_TESTS)

-include $(wildcard $(CHECK)/*/*.d $(CHECK)/*/core/*.d $(CHECK)/*/compat/*.d \
	$(CHECK)/*/lib/*.d $(CHECK)/*/lib/*/*.d)
