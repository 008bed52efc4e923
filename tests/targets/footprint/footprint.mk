# SPDX-License-Identifier: MIT
#
# How much flash, RAM, stack and time each container takes on small machines.
#
#help make footprint  flash, RAM and stack on Cortex-M0, M4, RISC-V and AVR, and the
#help                 instructions of each call; writes the tables of Documentation/
#help                 firmware.rst and worst-case.rst, and the limits

FOOTPRINT := $(BUILD)/footprint

.PHONY: footprint
footprint:
	@mkdir -p $(FOOTPRINT)
	$(Q)WORK=$(FOOTPRINT) sh tests/targets/footprint/footprint.sh >$(FOOTPRINT)/sizes
	$(Q)sh tests/targets/footprint/table.sh $(FOOTPRINT)/sizes
	$(Q)WORK=$(FOOTPRINT)/worst sh tests/targets/worst/worst.sh >$(FOOTPRINT)/figures
	$(Q)sh tests/targets/worst/table.sh $(FOOTPRINT)/figures >$(FOOTPRINT)/worst-case.rst
	$(Q)mv $(FOOTPRINT)/worst-case.rst Documentation/worst-case.rst
