# SPDX-License-Identifier: MIT
#
# The benchmark. A contestant is a source file in tests/bench/ and its name in
# one of these lists. A container or a peer that is not there is left out.
#
#help make bench      times the containers and their peers, in frames and in small
#help                 programs; QUICK=1: a minute, after as much of building
#help make bench-works  only the works: short lists, queues, bursts, spikes ...;
#help                 BENCH_ARGS='--work lru': only that one
#help make bench-counts  instructions under callgrind, and what changed since the last release
#help make bench-last   the last counts are those of a release from now on
#help make bench-inbox  objects from several threads to one
#help make bench-publish  all of it with gcc and with clang, then the pages: an hour
#help make bench-pages  only the pages, from the last runs

# Each compiler has its own folder, so that objects never mix.
BENCH_COMPILER := $(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),clang,gcc)
BENCH := $(BUILD)/bench/$(BENCH_COMPILER)-$(firstword \
	$(subst ., ,$(shell $(CC) -dumpversion 2>/dev/null)))
BENCH_OURS := ilist ilist_by_key walklist locklist dense rwarray ipool densepool \
	listpool slotpool slotpool_bulk
BENCH_C := raw values slots ids flags pointers handlist tailq urcu utlist gqueue gptrarray
BENCH_CXX := vector stdlist boost boost_safe colony

# Where code lies moves a short loop by half its time. So each contestant is
# compiled in three layouts: as the compiler wants it, everything at the start
# of a cache line, and nothing at all aligned behind a few bytes of nothing. The first
# is enough for a quick look.
BENCH_LAYOUTS := $(if $(filter 1,$(QUICK)),0,0 1 2)
BENCH_PROGRAM := $(BENCH)/bench$(if $(filter 1,$(QUICK)),-quick)
BENCH_LAYOUT_0 :=
BENCH_LAYOUT_1 := -falign-functions=64 -falign-loops=64
BENCH_LAYOUT_2 := -falign-functions=64 -falign-loops=1 \
	-fpatchable-function-entry=37

BENCH_LEVELS := 0 1
BENCH_FLAGS := -O2 -g -gdwarf-4 -Wall -Wextra -Iinclude -Itests/bench -I$(BENCH)/uses \
	-MMD -MP
# Left empty where there is no pkg-config: then GLib is said to be missing.
BENCH_PKG_CFLAGS := $(shell pkg-config --cflags glib-2.0 2>/dev/null)
BENCH_PKG_LIBS := $(shell pkg-config --libs glib-2.0 2>/dev/null)

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

# The level is that of the library: what is measured at level 0 has a library of its own,
# whose names nobody else sees. $(1): check level
own_library = $(if $(filter 0,$(1)),&& $(LD) -r $$@.alone $(BENCH)/level0.o -o $$@ && \
	$(OBJCOPY) --localize-symbols=$(BENCH)/level0.names $$@,&& mv $$@.alone $$@)
OBJCOPY ?= objcopy

# $(1): layout, $(2): check level
define bench_level_rules
$(BENCH)/%.$(2).$(1).o: tests/bench/%.c tests/bench/bench.mk \
		$(if $(filter 0,$(2)),$(BENCH)/level0.o)
	$(say) CC $$@
	@mkdir -p $$(@D)
	$(Q)$(CC) -std=gnu11 $(BENCH_FLAGS) -MT $$@ $(BENCH_LAYOUT_$(1)) \
		-DLAYOUT=$(1) -DLISH_CHECK=$(2) -c $$< -o $$@.alone $(call own_library,$(2))
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
	$(Q)$(CC) $(BASE) -O2 -g -gdwarf-4 -DLISH_NO_POISON -c $< -o $@

$(BENCH)/level0/lib/%.o: lib/%.c tests/bench/bench.mk
	$(say) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(BASE) -O2 -g -gdwarf-4 -DLISH_NO_POISON -DLISH_CHECK=0 -c $< -o $@

$(BENCH)/level0.o: $(lish-y:%=$(BENCH)/level0/%)
	$(Q)$(LD) -r $^ -o $@
	$(Q)$(NM) -g --defined-only $@ | awk '{ print $$3 }' >$(BENCH)/level0.names

$(BENCH_PROGRAM): $(BENCH_DRIVER) $(BENCH_OBJECTS) $(lish-y:%=$(BENCH)/%)
	$(say) LD $@
	$(Q)$(BENCH_LINK) $^ $(BENCH_PKG_LIBS) -lm -o $@

ifeq ($(QUICK),1)
BENCH_RUN := --quick
BENCH_TIME := a minute
else
BENCH_RUN :=
BENCH_TIME := half an hour
endif

# A work is a file in tests/bench/works/; this is the order of the tables.
WORKS := short columns queue lru tables bursts after_peak births jobs sorts sorted_add spikes
WORKS_LOST := $(filter-out works $(WORKS),\
	$(basename $(notdir $(wildcard tests/bench/works/*.cc))))
$(if $(WORKS_LOST),$(error no table has $(WORKS_LOST): bench.mk, WORKS))
# --quick needs our usual checks only.
WORKS_LEVELS := $(if $(filter 1,$(QUICK)),1,$(BENCH_LEVELS))
WORKS_PROGRAM := $(BENCH)/works/works$(if $(filter 1,$(QUICK)),-quick)
WORKS_OBJECTS := $(foreach w,$(WORKS),$(foreach v,$(WORKS_LEVELS),\
	$(foreach l,$(BENCH_LAYOUTS),$(BENCH)/works/$(w).$(v).$(l).o)))
WORKS_WAYLAND := $(shell pkg-config --libs wayland-server 2>/dev/null)
WORKS_FLAGS := -std=c++17 $(BENCH_FLAGS) \
	$(shell pkg-config --cflags wayland-server 2>/dev/null) \
	$(if $(WORKS_WAYLAND),-DWORKS_WAYLAND)

$(BENCH)/uses/uses.h: tests/uses.sh scripts/declarations.awk $(HEADERS)
	@mkdir -p $(@D)
	$(Q)sh tests/uses.sh >$@

$(foreach v,$(BENCH_LEVELS),$(foreach l,$(BENCH_LAYOUTS),\
	$(BENCH)/works/short.$(v).$(l).o)): $(BENCH)/uses/uses.h

# What templates of the standard library become is shared by all object files,
# which forbids bytes in front of functions.
WORKS_LAYOUT_0 := $(BENCH_LAYOUT_0)
WORKS_LAYOUT_1 := $(BENCH_LAYOUT_1)
WORKS_LAYOUT_2 := -falign-functions=1 -falign-loops=1

# Columns are for vectors.
$(BENCH)/works/columns.%: WORKS_MORE := -O3 $(if $(filter x86_64-%,$(shell $(CC) -dumpmachine \
	2>/dev/null)),-mavx2)

# $(1): layout, $(2): check level
define works_rules
$(BENCH)/works/%.$(2).$(1).o: tests/bench/works/%.cc tests/bench/bench.mk \
		$(if $(filter 0,$(2)),$(BENCH)/level0.o)
	$(say) CXX $$@
	@mkdir -p $$(@D)
	$(Q)$(CXX) $(WORKS_FLAGS) $$(WORKS_MORE) -MT $$@ $(WORKS_LAYOUT_$(1)) -DLAYOUT=$(1) \
		-DLISH_CHECK=$(2) -c $$< -o $$@.alone $(call own_library,$(2))
endef

$(foreach l,$(BENCH_LAYOUTS),$(foreach v,$(BENCH_LEVELS),\
	$(eval $(call works_rules,$(l),$(v)))))

$(BENCH)/works/works.o: tests/bench/works/works.cc tests/bench/bench.mk
	$(say) CXX $@
	@mkdir -p $(@D)
	$(Q)$(CXX) $(WORKS_FLAGS) -c $< -o $@

$(WORKS_PROGRAM): $(BENCH)/works/works.o $(WORKS_OBJECTS) \
		$(BENCH)/works/bars.o $(BENCH)/report.o $(lish-y:%=$(BENCH)/%)
	$(say) LD $@
	$(Q)$(CXX) $^ $(WORKS_WAYLAND) -lpthread -ldl -lm -o $@

# Room for the threads' own data of a malloc that is loaded later.
WORKS_RUN := GLIBC_TUNABLES=glibc.rtld.optional_static_tls=32768 \
	$(WORKS_PROGRAM) --out $(BENCH) $(BENCH_RUN)

.PHONY: bench
bench:
	@scripts/setup.sh build
	@echo "bench: $(BENCH_TIME) on a quiet machine, and building before that"
	@$(MAKE) --no-print-directory -j$(JOBS) $(BENCH_PROGRAM) \
		$(if $(BENCH_CXX),$(WORKS_PROGRAM))
	$(if $(BENCH_CXX),,@echo 'skip: there is no C++ compiler, so no C++ peers')
	$(Q)$(BENCH_PROGRAM) --out $(BENCH) $(BENCH_RUN) $(BENCH_ARGS)
	$(Q)sh tests/bench/plot.sh $(BENCH)/results.csv $(BENCH)
	$(if $(BENCH_CXX),$(Q)$(WORKS_RUN),\
		@echo 'skip: no works, they are written in C++')

.PHONY: bench-works
bench-works:
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory -j$(JOBS) $(WORKS_PROGRAM)
	$(Q)$(WORKS_RUN) $(BENCH_ARGS)

.PHONY: bench-counts
bench-counts:
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory -j$(JOBS) $(BENCH_PROGRAM)
	$(Q)sh tests/bench/counts.sh $(BENCH_PROGRAM) $(BENCH) \
		$(if $(filter 1,$(QUICK)),quick)

.PHONY: bench-last
bench-last:
	$(Q){ echo '# $(VERSION) by $(notdir $(BENCH))'; cat $(BENCH)/counts.csv; } \
		>tests/bench/last/$(notdir $(BENCH)).csv

# From several threads to one: a program of its own.
$(BENCH)/inbox-threads: tests/bench/inbox.c $(lish-y:%=$(BENCH)/%) tests/bench/bench.mk
	$(say) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -O2 -g -Wall -Wextra -Iinclude $(filter %.c %.o,$^) \
		-lpthread -o $@

.PHONY: bench-inbox
bench-inbox: $(BENCH)/inbox-threads
	$(Q)$< $(if $(filter 1,$(QUICK)),1,10)

# Everything with both compilers, on a quiet machine, becomes documentation.
.PHONY: bench-publish
bench-publish:
	@scripts/setup.sh bench
	@if command -v clang++ >/dev/null; then \
		$(MAKE) bench CC=clang CXX=clang++; \
	else \
		echo 'skip: nothing is measured with clang, install it'; \
	fi
	@$(MAKE) bench CC=gcc CXX=g++
	@$(MAKE) bench-pages

# The figures of the last runs go into the documentation.
.PHONY: bench-pages
bench-pages:
	$(Q)sh tests/bench/publish.sh $(BUILD)/bench Documentation README.md

-include $(wildcard $(BENCH)/*.d $(BENCH)/works/*.d $(BENCH)/lib/*.d \
	$(BENCH)/lib/*/*.d $(BENCH)/level0/lib/*.d $(BENCH)/level0/lib/*/*.d)
