# SPDX-License-Identifier: MIT
#
# The library in other shapes than a folder of headers and a library to link.
#
#help make single-header  the whole library as one file, build/linux-ish.h

$(BUILD)/linux-ish.h: scripts/package/single-header.sh Kbuild $(HEADERS) \
		$(lish-y:%.o=%.c) lib/core/psort.h
	$(say) GEN $@
	@mkdir -p $(@D)
	$(Q)scripts/package/single-header.sh >$@.new
	$(Q)mv $@.new $@

.PHONY: single-header
single-header: $(BUILD)/linux-ish.h
