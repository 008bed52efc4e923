# SPDX-License-Identifier: MIT
#
# User-space build of linux-ish. "make help-all" lists the targets. Everything that
# is made lies in build/; the kernel's build uses Kbuild instead of this file.

include Kbuild

CFLAGS ?= -O2 -g
NM ?= nm
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share
DESTDIR ?=
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 1)

comma := ,

# V=1 shows the commands.
ifeq ($(V),1)
Q :=
say = @:
else
Q := @
say = @printf '  %-8s %s\n'
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes \
	-Wcast-qual -Wvla -Wredundant-decls -Wundef -Wdouble-promotion \
	-Wunused-macros
# Only for those who test the library: WERROR=1 makes warnings errors.
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif
# What small compilers, tcc say, do not know. $(1): flags
# (tcc removes what it writes to, which as root must not be /dev/null.)
knows = $(shell mkdir -p '$(BUILD)' && echo 'int x;' | \
	$(CC) $(1) -x c - -o '$(BUILD)/knows.out' >/dev/null 2>&1 && echo yes)
DEPENDENCIES := $(if $(call knows,-c -MMD -MP -MF '$(BUILD)/knows.d'),-MMD -MP)
# gcc joins the two stores of a node to one, which takes more instructions.
SCALAR := $(if $(call knows,-c -fno-tree-slp-vectorize),-fno-tree-slp-vectorize)
BASE := -std=c99 $(WARNINGS) -Iinclude $(DEPENDENCIES)
ALL_CFLAGS = $(BASE) $(CFLAGS) $(CPPFLAGS)

VERSION := $(shell awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ \
	{ printf "%s%s", sep, $$3; sep = "." }' include/linux-ish/version.h)
# Each minor release has a soname of its own: Documentation/stability.rst.
SONAME := liblinux-ish.so.$(basename $(VERSION))

HEADERS := $(wildcard include/linux-ish/*.h include/linux-ish/*/*.h)
CXX_HEADERS := $(wildcard include/linux-ish/*.hpp include/linux-ish/*/*.hpp)
OBJECTS := $(lish-y:%.o=$(BUILD)/%.o)
PIC_OBJECTS := $(lish-y:%.o=$(BUILD)/%.pic.o)
HIDDEN_OBJECTS := $(lish-y:%.o=$(BUILD)/%.hidden.o)
STATIC := $(BUILD)/liblinux-ish.a
# The same for those who link it into a shared library of their own, which exports none of it.
PIC_STATIC := $(BUILD)/liblinux-ish_pic.a
SHARED := $(BUILD)/$(SONAME)
# The same calls with the checks of level 2: Documentation/debug.rst.
SONAME2 := liblinux-ish-check2.so.$(basename $(VERSION))
SHARED2 := $(BUILD)/$(SONAME2)
PIC2_OBJECTS := $(lish-y:%.o=$(BUILD)/%.pic2.o)
HIDDEN_FLAGS := -fPIC $(if $(call knows,-c -fvisibility=hidden),-fvisibility=hidden)
# Only what LISH_API marks is visible.
SHARED_FLAGS := $(HIDDEN_FLAGS) -DLISH_SHARED
# A program links only the functions that it calls, where its linker is told --gc-sections.
SECTIONS := $(if $(call knows,-c -ffunction-sections -fdata-sections),\
	-ffunction-sections -fdata-sections)

.PHONY: all
all: $(STATIC) $(PIC_STATIC) $(SHARED) $(SHARED2)

# What it is built with: another compiler or other flags build it anew.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(LDFLAGS)' | cmp -s - $@ || \
		echo '$(CC) $(ALL_CFLAGS) $(LDFLAGS)' >$@

$(BUILD)/lib/%.o: lib/%.c $(BUILD)/flags
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(SCALAR) $(SECTIONS) -c $< -o $@

$(BUILD)/lib/%.hidden.o: lib/%.c $(BUILD)/flags
	$(say) CC '$< (pic, hidden)'
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(SCALAR) $(SECTIONS) $(HIDDEN_FLAGS) -c $< -o $@

$(BUILD)/lib/%.pic.o: lib/%.c $(BUILD)/flags
	$(say) CC '$< (pic)'
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(SCALAR) $(SHARED_FLAGS) -c $< -o $@

$(BUILD)/lib/%.pic2.o: lib/%.c $(BUILD)/flags
	$(say) CC '$< (pic, level 2)'
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(SCALAR) $(SHARED_FLAGS) -DLISH_CHECK=2 -DLISH_QUARANTINE_ENV_ -c $< -o $@

ifeq ($(DEPENDENCIES),)
$(OBJECTS) $(HIDDEN_OBJECTS) $(PIC_OBJECTS) $(PIC2_OBJECTS): $(HEADERS)
endif

$(STATIC): $(OBJECTS)
$(PIC_STATIC): $(HIDDEN_OBJECTS)
$(STATIC) $(PIC_STATIC):
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# They call their own functions directly: a program's function of one of their names takes
# the place of none.
$(SHARED): $(PIC_OBJECTS)
$(SHARED2): $(PIC2_OBJECTS)
$(SHARED) $(SHARED2): Makefile
	$(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(notdir $@) \
		$(if $(call knows,-shared -Wl$(comma)-Bsymbolic-functions),\
			-Wl$(comma)-Bsymbolic-functions) \
		$(filter %.o,$^) -o $@
	$(Q)ln -sf $(notdir $@) $(basename $(basename $@))

$(BUILD)/samples/%: samples/%.c $(STATIC)
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $< $(STATIC) $(LDLIBS) -o $@

# A sample in C++ may share its name with one in C.
$(BUILD)/samples/%-cpp: samples/%.cpp $(STATIC) $(HEADERS) $(CXX_HEADERS)
	$(say) CXX $<
	@mkdir -p $(@D)
	$(Q)$(CXX) -std=c++11 $(filter-out -Wstrict-prototypes,$(WARNINGS)) -Iinclude $(CFLAGS) \
		$(LDFLAGS) $< $(STATIC) $(LDLIBS) -o $@

TRACE_SOURCES := $(wildcard tests/trace/*.c tests/trace/*.h)

$(BUILD)/tests/trace_replay: $(TRACE_SOURCES) $(HEADERS) $(STATIC)
	$(say) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(filter %.c,$^) $(STATIC) $(LDLIBS) -o $@

# The library's main job, on a fresh machine too.
.PHONY: demo
demo:
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory -j$(JOBS) demo-run

.PHONY: demo-run
demo-run: $(BUILD)/samples/storm $(BUILD)/tests/trace_replay
	$(BUILD)/samples/storm --svg $(BUILD)/storm.svg
	@echo
	$(BUILD)/tests/trace_replay tests/trace/data/*.txt
	@echo
	@echo 'The picture of the last frame: $(BUILD)/storm.svg, for any browser.'
	@echo 'Next: make web (the same in your browser), Documentation/start.rst, make check'

include tests/check.mk
# What belongs to one folder is in FOLDER/FOLDER.mk, with its lines of "make help-all"
# after "#help ".
FRAGMENTS := $(foreach folder,$(wildcard tests/* tests/*/* scripts/*),\
	$(wildcard $(folder)/$(notdir $(folder)).mk))
include $(FRAGMENTS)

# The table of all names in Documentation/api.rst.
.PHONY: matrix
matrix:
	@mkdir -p $(BUILD)
	$(Q)scripts/api-matrix.sh page >$(BUILD)/api.rst.new
	$(Q)mv $(BUILD)/api.rst.new Documentation/api.rst

# What the kernel's module exports, from the headers.
.PHONY: exports
exports:
	@mkdir -p $(BUILD)
	$(Q)scripts/exports.sh >$(BUILD)/exports.c.new
	$(Q)mv $(BUILD)/exports.c.new lib/kernel/exports.c

# What each loop may cost: what it costs now and a little.
.PHONY: asm-limits
asm-limits: $(STATIC)
	$(Q)WORK=$(BUILD)/limits COMPILERS='$(COMPILERS)' LIBRARY=$(STATIC) \
		WARNINGS= sh tests/bench/asm/run.sh >$(BUILD)/asm-limits.log || true
	$(Q){ sed -n '/^#/p' tests/bench/asm/limits; \
		cat $(BUILD)/limits/limits; } >$(BUILD)/limits/new
	$(Q)mv $(BUILD)/limits/new tests/bench/asm/limits

# For scripts: the object list without make's knowledge.
.PHONY: print-objects
print-objects:
	@echo $(lish-y)

.PHONY: print-version
print-version:
	@echo $(VERSION)

.PHONY: print-warnings
print-warnings:
	@echo $(WARNINGS)

.PHONY: clean
clean:
	rm -rf $(BUILD)

# For users, short.
.PHONY: help help-all
help:
	@echo 'make                static and shared library, in build/'
	@echo 'make demo           a storm of 100 000 bullets, then recorded histories: ten seconds'
	@echo 'make check          the quick tests: two minutes of two cores; TEST=walk runs those'
	@echo '                    with "walk" in their file, or else in their name'
	@echo 'make check-full     all tests, by all compilers: an hour of two cores'
	@echo 'make install        install to DESTDIR/PREFIX; make uninstall removes it'
	@echo 'make single-header  the whole library as one file, build/linux-ish.h'
	@echo 'make docs           the pages as HTML, build/docs/'
	@echo 'make bench          measure all containers; QUICK=1: a minute'
	@echo 'make clean          remove build/'
	@echo 'make help-all       all other targets, and the variables'

help-all: help
	@echo
	@echo 'make sanitize   only the unit tests under ASan and UBSan, at all levels'
	@echo 'make memcheck   only the unit tests under Valgrind, at all levels'
	@echo 'make model      the model checker, longer than in make check-full'
	@echo 'make check-inbox-aarch64  inbox under load on aarch64, by qemu'
	@echo 'make matrix     the table of all names, Documentation/api.rst'
	@echo 'make exports    what the module of the kernel exports, lib/kernel/exports.c'
	@echo 'make asm-limits the limits of each loop, tests/bench/asm/limits'
	@sed -n 's/^#help //p' $(FRAGMENTS)
	@echo
	@echo 'Variables: CC CFLAGS LDFLAGS PREFIX LIBDIR DESTDIR BUILD JOBS; V=1 shows'
	@echo 'commands, WERROR=1 makes warnings errors.'

-include $(wildcard $(BUILD)/lib/*.d $(BUILD)/lib/*/*.d \
	$(BUILD)/samples/*.d $(BUILD)/tests/*.d)
