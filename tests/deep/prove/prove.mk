# SPDX-License-Identifier: MIT
#
#help make prove     proves the leaf operations by Frama-C, with the faults that must
#help                 make a proof fail; make check-full does a part (tests/deep/prove/)

.PHONY: prove
prove:
	@scripts/setup.sh proof
	$(Q)FULL=1 WORK=$(CHECK)/prove-full COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/deep/prove/run.sh

#help make eva       small programs that make any STEPS=2 steps with a container, by
#help                 Frama-C's Eva: no alarm; a part of make prove (tests/deep/prove/eva/)

.PHONY: eva
eva:
	@scripts/setup.sh proof
	$(Q)EVA=1 $(if $(STEPS),STEPS='$(STEPS)') WORK=$(CHECK)/eva \
		COMPILERS='$(COMPILERS)' LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' \
		sh tests/deep/prove/run.sh
