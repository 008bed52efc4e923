# SPDX-License-Identifier: MIT
#
# The library in other shapes than a folder of headers and a library to link.
#
#help make single-header  the whole library as one file, build/linux-ish.h

$(BUILD)/linux-ish.h: scripts/package/single-header.sh Kbuild $(HEADERS) \
		$(lish-y:%.o=%.c) $(wildcard lib/core/*.h)
	$(say) GEN $@
	@mkdir -p $(@D)
	$(Q)scripts/package/single-header.sh >$@.new
	$(Q)mv $@.new $@

.PHONY: single-header
single-header: $(BUILD)/linux-ish.h

# Programs are said where they find it: with pkg-config and with CMake.
# $(1): template
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	-e 's|@INCLUDE@|$(PREFIX)/include|' -e 's|@SONAME@|$(SONAME)|' \
	-e 's|@VERSION@|$(VERSION)|' -e 's|@MINOR@|$(basename $(VERSION))|' \
	scripts/package/$(1).in

GDB_AUTO := $(DATADIR)/gdb/auto-load$(LIBDIR)
INSTALLED_LIBS := liblinux-ish.a liblinux-ish.so $(SONAME)
INSTALLED_TEXTS := pkgconfig/linux-ish.pc \
	cmake/linux-ish/linux-ish-config.cmake \
	cmake/linux-ish/linux-ish-config-version.cmake

#help make install    headers, libraries, manual pages, and files for pkg-config,
#help                 CMake and debuggers, to DESTDIR/PREFIX; LIBDIR for libraries
.PHONY: install
install: all man
	for header in $(HEADERS) $(wildcard include/linux-ish/*.hpp); do \
		install -D -m 644 "$$header" "$(DESTDIR)$(PREFIX)/$$header" || exit 1; \
	done
	mkdir -p '$(DESTDIR)$(LIBDIR)'
	cp $(STATIC) $(SHARED) '$(DESTDIR)$(LIBDIR)/'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/liblinux-ish.so'
	$(foreach text,$(INSTALLED_TEXTS),\
		mkdir -p '$(DESTDIR)$(LIBDIR)/$(dir $(text))' && \
		$(call fill,$(notdir $(text))) >'$(DESTDIR)$(LIBDIR)/$(text)' &&) :
	mkdir -p '$(DESTDIR)$(GDB_AUTO)' '$(DESTDIR)$(DATADIR)/linux-ish'
	cp scripts/gdb/linux-ish-gdb.py '$(DESTDIR)$(GDB_AUTO)/$(SONAME)-gdb.py'
	cp scripts/gdb/* scripts/lldb/linux_ish_lldb.py \
		scripts/natvis/linux-ish.natvis \
		'$(DESTDIR)$(DATADIR)/linux-ish/'
	if [ -n '$(KERNEL_DOC)' ]; then \
		mkdir -p '$(DESTDIR)$(DATADIR)/man/man3' && \
		cp $(BUILD)/man/man3/*.3 '$(DESTDIR)$(DATADIR)/man/man3/'; \
	fi

#help make uninstall  removes them
.PHONY: uninstall
uninstall: man
	rm -rf '$(DESTDIR)$(PREFIX)/include/linux-ish' \
		'$(DESTDIR)$(LIBDIR)/cmake/linux-ish' \
		'$(DESTDIR)$(DATADIR)/linux-ish' \
		'$(DESTDIR)$(GDB_AUTO)/$(SONAME)-gdb.py'
	for file in $(INSTALLED_LIBS) $(INSTALLED_TEXTS); do \
		rm -f '$(DESTDIR)$(LIBDIR)'/"$$file" || exit 1; \
	done
	for page in $(BUILD)/man/man3/*.3; do \
		rm -f '$(DESTDIR)$(DATADIR)/man/man3'/"$${page##*/}" || exit 1; \
	done

#help make dist-arduino, dist-platformio, dist-esp-idf, dist-zephyr
#help                 a folder for each of those builds, in build/dist/
DISTS := arduino platformio esp-idf zephyr
.PHONY: $(DISTS:%=dist-%)
$(DISTS:%=dist-%): dist-%:
	$(Q)scripts/package/dist.sh $* $(BUILD)/dist/$*/linux-ish
