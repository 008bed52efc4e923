# SPDX-License-Identifier: MIT
#
#help make check-targets  compile, test and compare on all targets of this machine
#help                 in one table; make check-TARGET: on one, as
#help                 make check-s390x; scripts/setup.sh targets installs them

CHECK_TARGETS := $(shell tests/targets/target.sh --list)

.PHONY: check-targets
check-targets:
	$(Q)MAKEFLAGS= JOBS=$(JOBS) tests/targets/all.sh

.PHONY: $(CHECK_TARGETS:%=check-%)
$(CHECK_TARGETS:%=check-%): check-%:
	$(Q)MAKEFLAGS= JOBS=$(JOBS) tests/targets/target.sh $*
