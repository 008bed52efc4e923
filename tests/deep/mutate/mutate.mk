# SPDX-License-Identifier: MIT
#
#help make mutants    change one thing at a time in the library, and run the tests, which
#help                 must notice 95 of 100: SAMPLE=100 mutants, JOBS at a time, the same ones
#help                 while the code is the same

SAMPLE ?= 100

.PHONY: mutants
mutants:
	@scripts/setup.sh gates
	$(Q)python3 tests/deep/mutate/mutate.py --count $(SAMPLE) --jobs $(JOBS)
