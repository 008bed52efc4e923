# SPDX-License-Identifier: MIT
#
# How much flash, RAM and stack each container takes on small machines.
#
#help make footprint  flash, RAM and stack on Cortex-M0, M4, RISC-V and AVR; writes
#help                 the table of Documentation/firmware.rst and the limits

FOOTPRINT := $(BUILD)/footprint

.PHONY: footprint
footprint:
	@mkdir -p $(FOOTPRINT)
	$(Q)WORK=$(FOOTPRINT) sh tests/targets/footprint/footprint.sh >$(FOOTPRINT)/sizes
	$(Q)sh tests/targets/footprint/table.sh $(FOOTPRINT)/sizes
