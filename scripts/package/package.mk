# SPDX-License-Identifier: MIT
#
# The library in other shapes than a folder of headers and a library to link.
#
#help make single-header CONTAINERS="walklist inbox"
#help                 one file with only these, and what they need; beside it
#help                 linux-ish.hpp, their classes for C++

ONE_FILE_NAMES := $(sort $(filter-out core/% private/% ground/% kernel/% bug container_of heap linux-ish mem version,\
	$(HEADERS:include/linux-ish/%.h=%)))
CONTAINERS ?= $(filter-out compat/%,$(ONE_FILE_NAMES))
one_file_unknown = $(filter-out $(ONE_FILE_NAMES),$(CONTAINERS))
one_file_wanted = $(patsubst %,lib/%.o,bug reason caller unwind report reload \
	$(call lish-closure,$(CONTAINERS) $(if $(filter ihash,$(CONTAINERS)),ihash_keys)))
one_file = $(Q)scripts/package/single-header.sh '$(strip $(CONTAINERS))'

.PHONY: single-header
single-header:
	$(if $(one_file_unknown),$(error CONTAINERS: there is no $(one_file_unknown). \
		There are $(ONE_FILE_NAMES)))
	$(say) GEN $(BUILD)/linux-ish.h
	@mkdir -p $(BUILD)
	$(one_file) $(patsubst %.o,%.c,$(filter $(one_file_wanted),$(lish-y))) \
		>$(BUILD)/linux-ish.h.new
	$(Q)mv $(BUILD)/linux-ish.h.new $(BUILD)/linux-ish.h
	$(one_file) =classes >$(BUILD)/linux-ish.hpp.new
	$(Q)mv $(BUILD)/linux-ish.hpp.new $(BUILD)/linux-ish.hpp

#help make prefix-header PREFIX_=my_
#help                 build/prefix.h: our functions and structs with another beginning
PREFIX_ ?= my_
.PHONY: prefix-header
prefix-header: $(STATIC)
	$(say) GEN $(BUILD)/prefix.h
	$(Q)NM='$(NM)' scripts/package/prefix.sh '$(PREFIX_)' '$(STATIC)' >$(BUILD)/prefix.h.new
	$(Q)mv $(BUILD)/prefix.h.new $(BUILD)/prefix.h

# Where no loader looks by itself, pkg-config tells programs the path.
RPATH := $(if $(filter-out /lib /lib/% /usr/lib /usr/lib/% /usr/local/lib \
	/usr/local/lib/%,$(LIBDIR)),-Wl$(comma)-rpath$(comma)"$${libdir}" )

# Programs are said where they find it: with pkg-config and with CMake.
# $(1): template
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	-e 's|@INCLUDE@|$(PREFIX)/include|' -e 's|@SONAME@|$(SONAME)|' \
	-e 's|@VERSION@|$(VERSION)|' -e 's|@MINOR@|$(basename $(VERSION))|' \
	-e 's|@MAJOR@|$(basename $(basename $(VERSION)))|' -e 's|@RPATH@|$(RPATH)|' \
	scripts/package/$(1).in

GDB_AUTO := $(DATADIR)/gdb/auto-load$(LIBDIR)
INSTALLED_LIBS := liblinux-ish.a liblinux-ish_pic.a liblinux-ish.so $(SONAME) \
	liblinux-ish-check2.so $(SONAME2)
INSTALLED_TEXTS := pkgconfig/linux-ish.pc \
	cmake/linux-ish/linux-ish-config.cmake \
	cmake/linux-ish/linux-ish-config-version.cmake

#help make install    headers, libraries, manual pages, and files for pkg-config,
#help                 CMake and debuggers, to DESTDIR/PREFIX; LIBDIR for libraries
.PHONY: install
install: all man
	for header in $(HEADERS) $(CXX_HEADERS); do \
		install -D -m 644 "$$header" "$(DESTDIR)$(PREFIX)/$$header" || exit 1; \
	done
	mkdir -p '$(DESTDIR)$(LIBDIR)'
	cp $(STATIC) $(PIC_STATIC) $(SHARED) $(SHARED2) '$(DESTDIR)$(LIBDIR)/'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/liblinux-ish.so'
	ln -sf $(SONAME2) '$(DESTDIR)$(LIBDIR)/liblinux-ish-check2.so'
	$(foreach text,$(INSTALLED_TEXTS),\
		mkdir -p '$(DESTDIR)$(LIBDIR)/$(dir $(text))' && \
		$(call fill,$(notdir $(text))) >'$(DESTDIR)$(LIBDIR)/$(text)' &&) :
	mkdir -p '$(DESTDIR)$(GDB_AUTO)' '$(DESTDIR)$(DATADIR)/linux-ish'
	cp scripts/gdb/linux-ish-gdb.py '$(DESTDIR)$(GDB_AUTO)/$(SONAME)-gdb.py'
	cp scripts/gdb/* scripts/lldb/linux_ish_lldb.py \
		scripts/natvis/linux-ish.natvis \
		'$(DESTDIR)$(DATADIR)/linux-ish/'
	cp .clang-format '$(DESTDIR)$(DATADIR)/linux-ish/clang-format'
	if [ -n '$(KERNEL_DOC)' ]; then \
		mkdir -p '$(DESTDIR)$(DATADIR)/man' && \
		cp -r $(BUILD)/man/man3 $(BUILD)/man/man7 '$(DESTDIR)$(DATADIR)/man/'; \
	fi
	@[ -n '$(DESTDIR)' ] || scripts/package/loader.sh '$(LIBDIR)' '$(SONAME)'

#help make uninstall  removes them, and the folders in LIBDIR and share/ that are empty then
.PHONY: uninstall
uninstall: man
	rm -rf '$(DESTDIR)$(PREFIX)/include/linux-ish' \
		'$(DESTDIR)$(LIBDIR)/cmake/linux-ish' \
		'$(DESTDIR)$(DATADIR)/linux-ish' \
		'$(DESTDIR)$(GDB_AUTO)/$(SONAME)-gdb.py'
	@for file in $(INSTALLED_LIBS) $(INSTALLED_TEXTS); do \
		rm -f '$(DESTDIR)$(LIBDIR)'/"$$file" || exit 1; \
	done
	@for page in $(BUILD)/man/man?/*; do \
		rm -f '$(DESTDIR)$(DATADIR)'/"$${page#$(BUILD)/}" || exit 1; \
	done
	cd '$(DESTDIR)$(LIBDIR)' && rmdir pkgconfig cmake 2>/dev/null || :
	cd '$(DESTDIR)$(DATADIR)' && { rmdir man/man3 man/man7; \
		rmdir -p 'gdb/auto-load$(LIBDIR)'; } 2>/dev/null || :

#help make dist       the release of the committed tree: tarball, linux-ish.h, what the
#help                 gates said of it, checksums
.PHONY: dist
dist:
	$(Q)scripts/package/dist.sh $(BUILD)/dist/release $(BUILD)/gates
