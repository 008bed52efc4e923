# SPDX-License-Identifier: MIT
#
#help make closure   every call in every state of small worlds, the large ones
#help                 too; make check tries the others (tests/states/)

.PHONY: closure
closure: $(STATIC)
	$(Q)FULL=1 WORK=$(CHECK)/states-full COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/states/run.sh
