# SPDX-License-Identifier: MIT
#
#help make lint      gcc -fanalyzer, cppcheck, sparse, clang-tidy and kernel-doc on the
#help                 library and the samples: no findings

.PHONY: lint
lint:
	$(Q)sh scripts/lint/lint.sh
