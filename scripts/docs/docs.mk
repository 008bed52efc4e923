# SPDX-License-Identifier: MIT
#
# What is read: the pages as HTML, and the comments of the headers as manual pages.
#
#help make docs       the pages and a reference of all names as HTML, build/docs/
#help make man        a manual page for each container and name, build/man/

KERNEL_DOC := $(lastword $(sort $(wildcard \
	/usr/lib/linux-kbuild-*/scripts/kernel-doc)))
# Sphinx is Debian's, whatever python3 comes first. -E: a partial build would leave index
# entries out of the search.
SPHINX ?= $(firstword $(wildcard /usr/bin/sphinx-build) sphinx-build)

.PHONY: docs
docs:
	@scripts/setup.sh docs
ifeq ($(KERNEL_DOC),)
	@echo 'skip: no kernel-doc: the pages come without a reference'
	$(Q)$(SPHINX) -q -W -E -b html Documentation $(BUILD)/docs
else
	$(Q)scripts/docs/reference.sh $(KERNEL_DOC) $(BUILD)/docs-source
	$(Q)$(SPHINX) -q -W -E -b html $(BUILD)/docs-source $(BUILD)/docs
endif
	@echo $(BUILD)/docs/index.html

.PHONY: man
man:
ifeq ($(KERNEL_DOC),)
	@echo 'skip: no kernel-doc (Debian: linux-kbuild-*): no manual pages'
else
	$(Q)scripts/docs/man.sh $(KERNEL_DOC) $(BUILD)/man
	$(if $(filter man,$(MAKECMDGOALS)),@echo $(BUILD)/man)
endif

#help make state-pictures
#help                 the pictures of states in the pages, from their descriptions
.PHONY: state-pictures
state-pictures:
	$(Q)for file in Documentation/pictures/*.states; do \
		awk -f scripts/docs/states.awk "$$file" >"$${file%.states}.svg" || exit; done
