# SPDX-License-Identifier: MIT
#
#help make prove     proves the leaf operations by Frama-C, with the faults that must
#help                 make a proof fail; make check-full does a part (tests/deep/prove/)

.PHONY: prove
prove:
	@scripts/setup.sh proof
	$(Q)FULL=1 WORK=$(CHECK)/prove-full COMPILERS='$(COMPILERS)' \
		LIBRARY=$(STATIC) WARNINGS='$(WARNINGS)' sh tests/deep/prove/run.sh
