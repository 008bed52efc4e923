# SPDX-License-Identifier: MIT
#
#help make mcdc      modified condition/decision coverage of tests of every kind at
#help                 levels 0 to 2, with clang 18 or later, in Debian 12 clang-19

.PHONY: mcdc
mcdc:
	@scripts/setup.sh check
	$(Q)JOBS=$(JOBS) sh scripts/mcdc/mcdc.sh $(BUILD)/mcdc $(UNIT_TESTS)
