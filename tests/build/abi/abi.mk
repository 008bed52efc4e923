# SPDX-License-Identifier: MIT
#
#help make abi-record once LISH_VERSION_DEV is 0: the ABI that patch releases keep
.PHONY: abi-record
abi-record: $(SHARED)
	$(Q)tests/build/abi/record.sh write . $(SHARED) tests/build/abi/released \
		>$(BUILD)/released.new
	$(Q)mv $(BUILD)/released.new tests/build/abi/released
