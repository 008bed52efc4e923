# SPDX-License-Identifier: MIT
#
#help make attack    10^9 forged handles, 2^31 - 1 lives of a slot, 10^8 objects
#help                 (1.6 GB), 10^6 damaged arrays, pools and tables; make check-full
#help                 tries fewer (tests/deep/attack/)

.PHONY: attack
attack: $(STATIC)
	$(Q)FULL=1 WORK=$(CHECK)/attack-full COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/deep/attack/run.sh
