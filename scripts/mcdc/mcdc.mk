# SPDX-License-Identifier: MIT
#
#help make mcdc      modified condition/decision coverage of the unit tests at
#help                 levels 0 to 2, with clang 18 or later, in Debian 12 clang-19

.PHONY: mcdc
mcdc:
	@scripts/setup.sh check
	$(Q)sh scripts/mcdc/mcdc.sh $(BUILD)/mcdc $(UNIT_TESTS)
