# SPDX-License-Identifier: MIT
#
# The kernel module, and the kernels it is tried on.
#
#help make module   linux-ish.ko for the running kernel, or the one whose build
#help                 folder is KDIR, in build/module/
#help make module-install  to DESTDIR/lib/modules/; make module-clean removes
#help                 build/module/
#help make check-kernel  tests/targets/kernel with the boots: fetches a kernel for qemu
#help                 if none is here, and tries a module built by clang too, if
#help                 clang 16 or later is here
#help make check-kernel-debug  the same in a kernel with KASAN and lockdep, which is
#help                 built first, of linux-source (and flex bison bc libelf-dev);
#help                 WATCH=KCSAN: with KCSAN instead of KASAN, for races only

KDIR ?= /lib/modules/$(shell uname -r)/build
MODULE := $(BUILD)/module
KBUILD_MAKE = $(MAKE) --no-print-directory -C '$(KDIR)' M='$(CURDIR)/$(MODULE)'

# kbuild writes beside its sources: these are links to ours. V=1 and all else that
# kbuild knows goes through: W=1, C=2, LLVM=1.
.PHONY: module
module:
	@[ -e '$(KDIR)/Makefile' ] || { \
		echo 'no kernel headers in $(KDIR): name them with KDIR=' >&2; \
		exit 1; }
	@scripts/link-tree.sh $(MODULE) Kbuild include lib
	$(Q)+$(KBUILD_MAKE) modules

# Modules go where depmod and modprobe look for them; not what consumers are built
# with, which is include/ and $(MODULE)/Module.symvers.
.PHONY: module-install
module-install: module
	$(Q)+$(KBUILD_MAKE) INSTALL_MOD_PATH='$(DESTDIR)' modules_install

.PHONY: module-clean
module-clean:
	rm -rf $(MODULE)

.PHONY: check-kernel
check-kernel: $(STATIC) $(BUILD)/tests/trace_replay
	@scripts/setup.sh kernel
	$(Q)BY_CLANG=1 FULL=1 WORK=$(CHECK)/kernel COMPILERS='$(COMPILERS)' LIBRARY=$(STATIC) \
		WARNINGS='$(WARNINGS)' sh tests/targets/kernel/run.sh

# "make check-full" wants the replayer as well, for what histories hold.
$(CHECK)/kernel.log: $(BUILD)/tests/trace_replay

.PHONY: check-kernel-debug
check-kernel-debug: $(STATIC) $(BUILD)/tests/trace_replay
	$(Q)tree=$$(JOBS=$(JOBS) tests/targets/kernel/debug-kernel.sh \
			'$(CURDIR)/$(BUILD)/debug-kernel') && \
		KERNELS="$$tree" WORK=$(CHECK)/kernel-debug \
		COMPILERS='$(COMPILERS)' LIBRARY=$(STATIC) \
		WARNINGS='$(WARNINGS)' sh tests/targets/kernel/run.sh
