# SPDX-License-Identifier: MIT
#
# The page of "make web" in a browser: it starts, frames advance, the hash is the
# native one, also after going back, and the containers do what they do elsewhere.
. scripts/script-check.sh

if ! command -v clang >/dev/null 2>&1 || ! command -v wasm-ld >/dev/null 2>&1 ||
	! command -v chromedriver >/dev/null 2>&1 ||
	! /usr/bin/python3 -c 'import selenium' 2>/dev/null; then
	echo 'skip: no clang and lld, or no Chromium and Selenium: no page is tried'
	pass
	finish
	exit
fi
built=$WORK/build
expect 'make web' make -s web "BUILD=$built"
${CC:-cc} -std=c99 -O2 -Iinclude samples/storm.c "$LIBRARY" -o "$WORK/storm"
hash=$("$WORK/storm" --objects 3000 --frames 400 | sed -n 's/.*hash //p')
page=$built/web/index.html
expect 'the page in Chromium' /usr/bin/python3 tests/targets/web/look.py "$page" "$hash"
sed -n 's/^100 000/    100 000/p' "$WORK/output"
# The test can fail.
if /usr/bin/python3 tests/targets/web/look.py "$page" 00000000 >"$WORK/planted" 2>&1; then
	flunk 'a wrong hash goes unnoticed'
elif [ "$(grep -c '^FAILED' "$WORK/planted")" = 1 ]; then
	pass
else
	flunk 'a wrong hash, and more' "$WORK/planted"
fi
finish
