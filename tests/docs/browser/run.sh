# SPDX-License-Identifier: MIT
#
# The pages as people see them: the reference is made from the headers, and no warning. In a browser no
# page scrolls sideways, no link is dead, the search answers, and contrast suffices. The
# manual pages are read without a complaint.
. scripts/script-check.sh

built=$WORK/build
expect 'make docs' make -s docs "BUILD=$built"
expect 'results.csv becomes tables' \
	grep -q 'slotpool-lowest  *[0-9]' "$built/docs/performance/gcc.html"
expect 'make man' make -s man "BUILD=$built"
if ls /usr/lib/linux-kbuild-*/scripts/kernel-doc >/dev/null 2>&1; then
	for name in $(scripts/api-matrix.sh names | awk -F '\t' '{ print $NF }' |
		sort -u); do
		[ -s "$built/man/man3/$name.3" ] || {
			echo "$name"
		}
	done >"$WORK/without"
	for name in ilist walklist locklist dense rwarray iheap ipool densepool listpool \
		slotpool inbox ihash; do
		grep -q "^\.BR $name (3)" "$built/man/man7/linux-ish.7" &&
			grep -q "^\.BR ${name}_check (3)" "$built/man/man3/$name.3" &&
			grep -q "^\.BR $name (3)" "$built/man/man3/${name}_check.3" ||
			echo "links of $name"
	done >>"$WORK/without"
	if [ -s "$WORK/without" ]; then
		flunk 'names without a manual page' "$WORK/without"
	else
		pass
	fi
	if command -v groff >/dev/null 2>&1; then
		groff -man -Tutf8 -ww -z "$built"/man/man3/*.3 "$built"/man/man7/*.7 \
			>"$WORK/groff" 2>&1
		if [ -s "$WORK/groff" ]; then
			flunk 'groff complains of manual pages' "$WORK/groff"
		else
			pass
		fi
	else
		echo 'skip: no groff: the manual pages are not looked through'
	fi
else
	echo 'skip: no kernel-doc: no manual pages and no reference'
fi
# axe-core looks for faults of contrast, names and structure; it is an npm package.
axe=
if command -v npm >/dev/null 2>&1 &&
	(cd "$WORK" && npm pack --silent axe-core@4.10.2 && tar xzf axe-core-*.tgz) \
		>"$WORK/npm" 2>&1; then
	axe=$WORK/package/axe.min.js
else
	echo 'skip: no axe-core from npm: contrast and names are not checked'
fi
if command -v chromedriver >/dev/null 2>&1 &&
	/usr/bin/python3 -c 'import selenium' 2>/dev/null; then
	expect 'the pages in a browser' /usr/bin/python3 \
		tests/docs/browser/pages.py "$built/docs" "$axe"
	# A page with each of the faults, planted.
	mkdir -p "$WORK/bad"
	cat >"$WORK/bad/index.html" <<-END
	<html lang="en"><head><title>bad</title><link rel="icon" href="data:,">
	<meta name="viewport" content="width=device-width, user-scalable=no"></head>
	<body><p style="width: 3000px; color: #aaa; background: #fff">wide</p>
	<a href="nowhere.html">there</a><h2>once</h2><h2>once</h2>
	<div class="highlight" style="position: relative"><pre>code</pre><button class="copybtn"
	style="position: absolute; top: 0; width: 2em; height: 2em"></button></div>
	<script>import it from "there";</script></body></html>
	END
	/usr/bin/python3 tests/docs/browser/pages.py "$WORK/bad" "$axe" >"$WORK/found"
	for fault in wide, 'forbids to zoom' 'leads nowhere' 'there twice' 'stays light' \
		'console has' 'cover code' \
		${axe:+color-contrast}; do
		expect "a planted fault: $fault" grep -q "$fault" "$WORK/found"
	done
else
	echo 'skip: no Chromium, or no Selenium: the pages are not looked at'
fi
finish
