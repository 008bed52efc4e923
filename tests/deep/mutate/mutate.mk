# SPDX-License-Identifier: MIT
#
#help make mutate    change one thing at a time in the library, and run the tests, which
#help                 must fail: MUTANTS=1500 of them, JOBS at a time; one to
#help                 two hours of one core

MUTANTS ?= 1500

.PHONY: mutate
mutate:
	@scripts/setup.sh check
	$(Q)python3 tests/deep/mutate/mutate.py --count $(MUTANTS) --jobs $(JOBS)

# For "make gates": always the same of them while the code is the same.
SAMPLE ?= 300

.PHONY: mutants
mutants:
	@scripts/setup.sh check
	$(Q)python3 tests/deep/mutate/mutate.py --count $(SAMPLE) --seed 65 --least 95 --jobs $(JOBS)
