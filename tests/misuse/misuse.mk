# SPDX-License-Identifier: MIT
#
#help make misuse     the tables of misuse in the pages, from tests/misuse/*.list

.PHONY: misuse
misuse:
	@mkdir -p $(BUILD)
	$(Q)for list in tests/misuse/*.list; do \
		name=$$(basename $$list .list); \
		tests/misuse/page.sh $$list >$(BUILD)/$$name.rst.new && \
		cat $(BUILD)/$$name.rst.new >Documentation/$$name.rst || exit; \
	done
