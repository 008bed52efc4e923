# SPDX-License-Identifier: MIT
#
#help make lint      gcc -fanalyzer, cppcheck, sparse, clang-tidy, scan-build, kernel-doc
#help                 and checkpatch on the library and its users

.PHONY: lint
lint:
	$(Q)sh scripts/lint/lint.sh
