# SPDX-License-Identifier: MIT
#
#help make check-targets  compiles, tests and compares on all targets whose tools are
#help                 here, in one table; make check-TARGET: on one, such as
#help                 make check-s390x; scripts/setup.sh targets installs the tools

CHECK_TARGETS := $(shell tests/targets/target.sh --list)

.PHONY: check-targets
check-targets:
	$(Q)MAKEFLAGS= JOBS=$(JOBS) tests/targets/all.sh

.PHONY: $(CHECK_TARGETS:%=check-%)
$(CHECK_TARGETS:%=check-%): check-%:
	$(Q)MAKEFLAGS= JOBS=$(JOBS) tests/targets/target.sh $*
