# SPDX-License-Identifier: MIT
#
# The benchmark. A contestant is a source file in tests/bench/ and its name in
# one of these lists. A container or a peer that is not there is left out.
#
#help make bench      times the containers and their peers; QUICK=1: under a
#help                 minute; bench-counts: instructions under callgrind;
#help                 bench-inbox: objects from several threads to one
#help make bench-short  a pass over 0 to 8 members, beside a list by hand;
#help                 BENCH_ARGS=dense: only what has that in its name

# Each compiler has its own folder, so that objects never mix.
BENCH_COMPILER := $(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),clang,gcc)
BENCH := $(BUILD)/bench/$(BENCH_COMPILER)-$(firstword \
	$(subst ., ,$(shell $(CC) -dumpversion 2>/dev/null)))
BENCH_OURS := ilist ilist_by_key walklist locklist dense rwarray ipool densepool \
	listpool slotpool slotpool_runs
BENCH_C := raw flags pointers handlist tailq urcu utlist gqueue gptrarray
BENCH_CXX := vector stdlist boost boost_safe colony

# Where code lies moves a short loop by half its time. So each contestant is
# compiled in three layouts: as the compiler wants it, everything at the start
# of a cache line, and nothing at all aligned behind a few bytes of nothing.
BENCH_LAYOUTS := 0 1 2
BENCH_LAYOUT_0 :=
BENCH_LAYOUT_1 := -falign-functions=64 -falign-loops=64
BENCH_LAYOUT_2 := -falign-functions=64 -falign-loops=1 \
	-fpatchable-function-entry=37

BENCH_LEVELS := 0 1
BENCH_FLAGS := -O2 -g -Wall -Wextra -Iinclude -Itests/bench -I$(BENCH)/uses \
	-MMD -MP
# Left empty where there is no pkg-config: then GLib is said to be missing.
BENCH_PKG_CFLAGS := $(shell pkg-config --cflags glib-2.0 2>/dev/null)
BENCH_PKG_LIBS := $(shell pkg-config --libs glib-2.0 2>/dev/null)

# As slotpool_runs of slotpool.h
bench_header = include/linux-ish/$(firstword $(subst _, ,$(1))).h
BENCH_OURS := $(foreach c,$(BENCH_OURS),\
	$(if $(wildcard $(call bench_header,$(c))),$(c)))
BENCH_HAS_CXX := $(shell command -v $(CXX) 2>/dev/null)
ifeq ($(BENCH_HAS_CXX),)
BENCH_CXX :=
BENCH_LINK := $(CC)
else
BENCH_LINK := $(CXX)
endif

# The order is that of the table: they enlist as they are linked.
BENCH_OBJECTS := $(foreach l,$(BENCH_LAYOUTS),$(BENCH)/raw.$(l).o) \
	$(foreach c,$(BENCH_OURS),$(foreach v,$(BENCH_LEVELS),\
		$(foreach l,$(BENCH_LAYOUTS),$(BENCH)/$(c).$(v).$(l).o))) \
	$(foreach c,$(filter-out raw,$(BENCH_C)) $(BENCH_CXX),\
		$(foreach l,$(BENCH_LAYOUTS),$(BENCH)/$(c).$(l).o))
BENCH_DRIVER := $(patsubst %,$(BENCH)/%.o,bench script report bars)

define bench_layout_rules
$(BENCH)/%.$(1).o: tests/bench/%.c tests/bench/bench.mk
	$(say) CC $$@
	@mkdir -p $$(@D)
	$(Q)$(CC) -std=gnu11 $(BENCH_FLAGS) $(BENCH_PKG_CFLAGS) \
		$(BENCH_LAYOUT_$(1)) -DLAYOUT=$(1) -c $$< -o $$@

# Of template functions of the same name the linker takes one for all: so the
# object is called differently in each.
$(BENCH)/%.$(1).o: tests/bench/%.cc tests/bench/bench.mk
	$(say) CXX $$@
	@mkdir -p $$(@D)
	$(Q)$(CXX) -std=c++17 $(BENCH_FLAGS) $(BENCH_LAYOUT_$(1)) \
		-DLAYOUT=$(1) -Dbullet=bullet_$$*_$(1) -c $$< -o $$@
endef

# $(1): layout, $(2): check level
define bench_level_rules
$(BENCH)/%.$(2).$(1).o: tests/bench/%.c tests/bench/bench.mk
	$(say) CC $$@
	@mkdir -p $$(@D)
	$(Q)$(CC) -std=gnu11 $(BENCH_FLAGS) $(BENCH_LAYOUT_$(1)) \
		-DLAYOUT=$(1) -DLISH_CHECK=$(2) -c $$< -o $$@
endef

$(foreach l,$(BENCH_LAYOUTS),$(eval $(call bench_layout_rules,$(l))))
$(foreach l,$(BENCH_LAYOUTS),$(foreach v,$(BENCH_LEVELS),\
	$(eval $(call bench_level_rules,$(l),$(v)))))

$(BENCH)/%.o: tests/bench/%.c tests/bench/bench.mk
	$(say) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE $(BENCH_FLAGS) $(WARNINGS) -c $< -o $@

# The library as users have it, whatever CFLAGS says; but pools shall not take
# callgrind for a tool that watches memory.
$(BENCH)/lib/%.o: lib/%.c tests/bench/bench.mk
	$(say) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(BASE) -O2 -g -DLISH_NO_POISON -c $< -o $@

$(BENCH)/bench: $(BENCH_DRIVER) $(BENCH_OBJECTS) $(lish-y:%=$(BENCH)/%)
	$(say) LD $@
	$(Q)$(BENCH_LINK) $^ $(BENCH_PKG_LIBS) -lm -o $@

ifeq ($(QUICK),1)
BENCH_RUN := --quick
else
BENCH_RUN :=
endif

.PHONY: bench
bench:
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory -j$(JOBS) $(BENCH)/bench
	$(if $(BENCH_CXX),,@echo 'skip: there is no C++ compiler, so no C++ peers')
	$(Q)$(BENCH)/bench --out $(BENCH) $(BENCH_RUN) $(BENCH_ARGS)
	$(Q)sh tests/bench/plot.sh $(BENCH)/results.csv $(BENCH)

.PHONY: bench-counts
bench-counts:
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory -j$(JOBS) $(BENCH)/bench
	$(Q)sh tests/bench/counts.sh $(BENCH)/bench $(BENCH) \
		$(if $(filter 1,$(QUICK)),quick)

# What a pass over a few members costs, beside a list by hand.
SHORT_OBJECTS := $(BENCH)/short.o \
	$(foreach l,$(BENCH_LAYOUTS),$(BENCH)/short_ours.$(l).o)
ifneq ($(BENCH_HAS_CXX),)
SHORT_OBJECTS += $(foreach l,$(BENCH_LAYOUTS),$(BENCH)/short_boost.$(l).o)
$(BENCH)/short.o: BENCH_FLAGS += -DSHORT_BOOST
endif

$(BENCH)/uses/uses.h: tests/uses.sh $(HEADERS)
	@mkdir -p $(@D)
	$(Q)sh tests/uses.sh >$@

$(foreach l,$(BENCH_LAYOUTS),$(BENCH)/short_ours.$(l).o): $(BENCH)/uses/uses.h

$(BENCH)/short: $(SHORT_OBJECTS) $(lish-y:%=$(BENCH)/%)
	$(say) LD $@
	$(Q)$(BENCH_LINK) $^ -o $@

.PHONY: bench-short
bench-short:
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory -j$(JOBS) $(BENCH)/short
	$(Q)$(BENCH)/short $(BENCH_ARGS)

# From several threads to one: a program of its own.
$(BENCH)/inbox-threads: tests/bench/inbox.c lib/inbox.c $(HEADERS) tests/bench/bench.mk
	$(say) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -O2 -g -Wall -Wextra -Iinclude $< lib/inbox.c \
		lib/bug.c lib/report.c -lpthread -o $@

.PHONY: bench-inbox
bench-inbox: $(BENCH)/inbox-threads
	$(Q)$< $(if $(filter 1,$(QUICK)),1,10)

# The figures and plots of the last run go into the documentation.
.PHONY: bench-publish
bench-publish:
	$(Q)sh tests/bench/publish.sh $(BENCH) Documentation

-include $(wildcard $(BENCH)/*.d $(BENCH)/lib/*.d $(BENCH)/lib/*/*.d)
