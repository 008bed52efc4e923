# SPDX-License-Identifier: MIT
#
#help make gates     coverage, mcdc, prove, lint, misra, checks and a sample of mutants, a line each:
#help                 twenty minutes of two cores;
#help                 GATES="lint misra" runs only these

GATES ?= coverage mcdc prove lint misra checks mutants

.PHONY: gates
gates: $(STATIC)
	@scripts/setup.sh gates
	$(Q)MAKEFLAGS= scripts/gates/gates.sh $(BUILD)/gates \
		'$(MAKE) -s --no-print-directory BUILD=$(BUILD) JOBS=$(JOBS)' $(GATES)

# The rules of MISRA C that the files deviate from, and those of the page.
.PHONY: misra
misra: $(STATIC)
	$(Q)FULL=1 WORK=$(CHECK)/misra-gate COMPILERS='$(COMPILERS)' LIBRARY=$(STATIC) \
		WARNINGS='$(WARNINGS)' sh tests/build/misra/run.sh

# Each check of a quick path is taken out: a test must notice.
.PHONY: checks
checks: $(STATIC)
	$(Q)WORK=$(CHECK)/checks-gate COMPILERS='$(COMPILERS)' LIBRARY=$(STATIC) \
		WARNINGS='$(WARNINGS)' sh tests/deep/checks/run.sh
