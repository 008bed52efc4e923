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
# axe-core looks for faults of contrast and names; it is an npm package.
axe=
if command -v npm >/dev/null 2>&1 &&
	(cd "$WORK" && npm pack --silent axe-core@4.10.2 && tar xzf axe-core-*.tgz) \
		>"$WORK/npm" 2>&1; then
	axe=$WORK/package/axe.min.js
else
	echo 'skip: no axe-core from npm: contrast and names are not checked'
fi
expect 'the page in Chromium' /usr/bin/python3 tests/targets/web/look.py "$page" "$hash" \
	"$axe"
sed -n 's/^100 000/    100 000/p' "$WORK/output"
# The test can fail: a page with one fault of each kind, and a wrong hash.
mkdir -p "$WORK/bad"
sed 's/min-height: 44px/min-height: 30px/; s/\.oninput/.onnothing/
	s/matchMedia(.(prefers/matchMedia("(not-prefers/; s/id="docs" href="[^"]*"/id="docs" href="x"/
	s/max-width: 600px/max-width: 6px/; s/max-width: 480px/max-width: 4px/
	s/locked = order()/locked = []/; s/noscript/template/g
	s/aria-label", b.textContent/title", b.textContent/; s/--link: #[0-9a-f]*/--link: #888/
	' "$page" >"$WORK/bad/index.html"
if /usr/bin/python3 tests/targets/web/look.py "$WORK/bad/index.html" 00000000 "$axe" \
	>"$WORK/planted" 2>&1; then
	flunk 'a page with planted faults goes unnoticed'
else
	for fault in 'are 00000000' 'each target is 44' 'each button has a name' \
		'the label follows' 'a link leads to' 'a phone has fewer' \
		'a phone shows all' 'locklist draws' \
		'reduced motion: frame' 'without JavaScript' ${axe:+color-contrast}; do
		expect "a planted fault: $fault" grep -q "^FAILED: .*$fault" "$WORK/planted"
	done
fi
finish
