# SPDX-License-Identifier: MIT
#
#help make misuse-tables     the tables of misuse in the pages, from tests/refuse/misuse/*.list

.PHONY: misuse-tables
misuse-tables:
	@mkdir -p $(BUILD)
	$(Q)for list in tests/refuse/misuse/*.list; do \
		name=$$(basename $$list .list); \
		tests/refuse/misuse/page.sh $$list >$(BUILD)/$$name.rst.new && \
		cat $(BUILD)/$$name.rst.new >Documentation/$$name.rst || exit; \
	done
