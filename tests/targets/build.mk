# SPDX-License-Identifier: MIT
#
# What is built for one target: the library, the unit tests, the replayer of
# histories, and the storm. Called by target.sh, from the top of the tree, with
#   OUT      folder for what is made
#   COMPILE  compiler and flags
#   TESTONLY flags for the unit tests alone
#   LINK     flags that come last when a program is linked
#   EXTRA    files of the target itself
#   LIBONLY  flags for lib/ alone
#   ONLY     these unit tests; all if empty
#   EXE      what ends the name of a program

include Kbuild

HEADERS := $(wildcard include/linux-ish/*.h include/linux-ish/*/*.h)
LIB := $(lish-y:%.o=$(OUT)/%.o) $(EXTRA:%.c=$(OUT)/%.o)
TESTS := $(if $(ONLY),$(ONLY),\
	$(patsubst tests/%.c,%,$(wildcard tests/*_test.c tests/core/*_test.c)))
PROGRAMS := $(TESTS) trace_replay storm

.PHONY: all objects
all: objects $(PROGRAMS:%=$(OUT)/%$(EXE))
objects: $(LIB)

$(LIB): $(OUT)/%.o: %.c $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) $(LIBONLY) -c $< -o $@

# No archive: few compilers come with their own.
$(TESTS:%=$(OUT)/%$(EXE)): $(OUT)/%$(EXE): tests/%.c $(LIB) \
		$(wildcard tests/*.h) tests/targets/cmocka/cmocka.h
	@mkdir -p $(@D)
	$(COMPILE) $(TESTONLY) -Itests -Itests/targets/cmocka $< $(LIB) $(LINK) -o $@

$(OUT)/trace_replay$(EXE): $(wildcard tests/trace/*.c) $(LIB) tests/trace/replay.h
	$(COMPILE) $(wildcard tests/trace/*.c) $(LIB) $(LINK) -o $@

$(OUT)/storm$(EXE): samples/storm.c $(LIB)
	$(COMPILE) $< $(LIB) $(LINK) -o $@
