# SPDX-License-Identifier: MIT
#
# User-space build of linux-ish. "make help" lists the targets. Everything that
# is made lies in build/; the kernel's build uses Kbuild instead of this file.

include Kbuild

CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
DESTDIR ?=
BUILD := build
JOBS ?= $(shell nproc 2>/dev/null || echo 1)

# V=1 shows the commands.
ifeq ($(V),1)
Q :=
say = @:
else
Q := @
say = @printf '  %-8s %s\n'
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes \
	-Wcast-qual -Wvla
# Only for those who test the library: WERROR=1 makes warnings errors.
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif
BASE := -std=c99 $(WARNINGS) -Iinclude -MMD -MP
ALL_CFLAGS = $(BASE) $(CFLAGS) $(CPPFLAGS)

VERSION := $(shell awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ \
	{ printf "%s%s", sep, $$3; sep = "." }' include/linux-ish/version.h)
SONAME := liblinux-ish.so.$(firstword $(subst ., ,$(VERSION)))

HEADERS := $(wildcard include/linux-ish/*.h)
OBJECTS := $(lish-y:%.o=$(BUILD)/%.o)
PIC_OBJECTS := $(lish-y:%.o=$(BUILD)/%.pic.o)
STATIC := $(BUILD)/liblinux-ish.a
SHARED := $(BUILD)/$(SONAME)

.PHONY: all
all: $(STATIC) $(SHARED)

$(BUILD)/lib/%.o: lib/%.c
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

$(BUILD)/lib/%.pic.o: lib/%.c
	$(say) CC '$< (pic)'
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -fPIC -c $< -o $@

$(STATIC): $(OBJECTS)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(SHARED): $(PIC_OBJECTS)
	$(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) $^ -o $@
	$(Q)ln -sf $(SONAME) $(BUILD)/liblinux-ish.so

$(BUILD)/samples/%: samples/%.c $(STATIC)
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $< $(STATIC) $(LDLIBS) -o $@

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

include tests/check.mk
include tests/bench/bench.mk

# For scripts: the object list without make's knowledge.
.PHONY: print-objects
print-objects:
	@echo $(lish-y)

.PHONY: install
install: all
	mkdir -p '$(DESTDIR)$(PREFIX)/include/linux-ish' \
		'$(DESTDIR)$(PREFIX)/lib/pkgconfig'
	cp $(HEADERS) '$(DESTDIR)$(PREFIX)/include/linux-ish/'
	cp $(STATIC) $(SHARED) '$(DESTDIR)$(PREFIX)/lib/'
	ln -sf $(SONAME) '$(DESTDIR)$(PREFIX)/lib/liblinux-ish.so'
	printf '%s\n' 'Name: linux-ish' 'Version: $(VERSION)' \
		'Description: intrusive containers in the style of the Linux kernel' \
		'Cflags: -I$(PREFIX)/include' 'Libs: -L$(PREFIX)/lib -llinux-ish' \
		>'$(DESTDIR)$(PREFIX)/lib/pkgconfig/linux-ish.pc'

.PHONY: uninstall
uninstall:
	rm -rf '$(DESTDIR)$(PREFIX)/include/linux-ish'
	rm -f '$(DESTDIR)$(PREFIX)/lib/liblinux-ish.a' \
		'$(DESTDIR)$(PREFIX)/lib/liblinux-ish.so' \
		'$(DESTDIR)$(PREFIX)/lib/$(SONAME)' \
		'$(DESTDIR)$(PREFIX)/lib/pkgconfig/linux-ish.pc'

.PHONY: clean
clean:
	rm -rf $(BUILD)

.PHONY: help
help:
	@echo 'make all        static and shared library, in build/'
	@echo 'make demo       sets up what is missing, runs samples/storm.c and the'
	@echo '                recorded histories'
	@echo 'make check      sets up what is missing, runs all tests: native, under'
	@echo '                sanitizers and under Valgrind, at check levels 0 to 2,'
	@echo '                with gcc and, if present, clang'
	@echo 'make sanitize   the unit tests under ASan and UBSan only'
	@echo 'make memcheck   the unit tests under Valgrind only'
	@echo 'make coverage   line coverage of the containers, in build/coverage/'
	@echo 'make bench      times the containers and their peers; QUICK=1: under a'
	@echo '                minute; bench-counts: instructions under callgrind'
	@echo 'make install    headers, libraries and linux-ish.pc to DESTDIR/PREFIX'
	@echo 'make uninstall  takes them away again'
	@echo 'make clean      removes build/'
	@echo
	@echo 'Variables: CC CFLAGS LDFLAGS PREFIX DESTDIR JOBS; V=1 shows commands,'
	@echo 'WERROR=1 makes warnings errors.'

-include $(wildcard $(BUILD)/lib/*.d $(BUILD)/samples/*.d $(BUILD)/tests/*.d)
