# SPDX-License-Identifier: MIT
#
#help make states   every call in every state of small worlds, the large ones
#help                 too; make check-full tries the others (tests/deep/states/)

.PHONY: states
states: $(STATIC)
	$(Q)FULL=1 JOBS=$(JOBS) WORK=$(CHECK)/states-full COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/deep/states/run.sh

#help make soak      N=1000000 calls at random in worlds that are too large for all
#help                 of their states, at each check level; SEED=1 repeats one
#help make fuzz      the same worlds, and the loader of snapshots, by libFuzzer, for
#help                 SECONDS_=60

.PHONY: soak
soak:
	$(Q)$(if $(N),N='$(N)') SEED='$(or $(SEED),$(shell date +%s))' \
		sh tests/deep/states/long.sh soak

.PHONY: fuzz
fuzz:
	$(Q)sh tests/deep/states/long.sh fuzz
