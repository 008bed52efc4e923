# SPDX-License-Identifier: MIT
#
# The storm and the containers in a browser: one page, which needs no network.
#
#help make web        samples/storm.c and small animations of containers in a
#help                 page, build/web/index.html; needs clang and lld

WEB_CC ?= clang
WEB := $(BUILD)/web
WEB_SOURCES := scripts/web/storm.c scripts/web/toys.c $(lish-y:%.o=%.c)

$(WEB)/linux-ish.wasm: $(WEB_SOURCES) samples/storm.c scripts/web/web.mk \
		$(wildcard scripts/web/libc/*.h) $(HEADERS)
	$(say) WASM $@
	@mkdir -p $(@D)
	$(Q)$(WEB_CC) --target=wasm32 -DLISH_HOSTED=1 -O2 -std=c99 -mbulk-memory -nostdlib \
		-isystem scripts/web/libc -Iinclude -Wl,--no-entry \
		-Wl,--strip-all -Wl,-z,stack-size=262144 $(WEB_SOURCES) -o $@

$(WEB)/index.html: scripts/web/page.html $(WEB)/linux-ish.wasm
	$(say) GEN $@
	$(Q){ sed '/@WASM@/,$$d' $<; printf 'const WASM = "'; \
		base64 <$(WEB)/linux-ish.wasm | tr -d '\n'; printf '";\n'; \
		sed '1,/@WASM@/d' $<; } >$@.new
	$(Q)mv $@.new $@

.PHONY: web
web:
	@if ! command -v $(WEB_CC) >/dev/null 2>&1 || \
			! command -v wasm-ld >/dev/null 2>&1; then \
		echo 'skip: no clang and lld for WebAssembly: no page'; \
	else \
		$(MAKE) --no-print-directory $(WEB)/index.html && \
		echo $(WEB)/index.html; \
	fi
