# SPDX-License-Identifier: MIT
#
#help make coverage  lines of include/ and lib/ that tests of every kind reach at levels 0 to 2
#help make mcdc      conditions of lib/ that decide by themselves in one of these tests, once
#help                each way. Both with clang 18 or later, in Debian 12 clang-19

MEASURED := $(BUILD)/coverage/measured
$(MEASURED): $(wildcard include/*/*.h include/*/*/*.h lib/*.[ch] lib/*/*.[ch] scripts/coverage/* \
		tests/unit/* tests/unit/*/* tests/refuse/misuse/* tests/trace/* tests/deep/*/*)
	@scripts/setup.sh coverage
	$(Q)JOBS=$(JOBS) sh scripts/coverage/measure.sh $(@D) $(UNIT_TESTS) >$(@D).log || \
		{ cat $(@D).log; exit 1; }
	@mv $(@D).log $@

.PHONY: coverage mcdc
coverage mcdc: $(MEASURED)
	$(Q)grep '^skip' $< || scripts/coverage/gaps.py $(if $(filter mcdc,$@),conditions,lines) \
		$(<D)/$(if $(filter mcdc,$@),conditions,lines) $(abspath $(<D))/ \
		scripts/coverage/$(if $(filter mcdc,$@),conditions,lines)
