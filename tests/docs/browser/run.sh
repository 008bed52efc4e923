# SPDX-License-Identifier: MIT
#
# The pages as people see them: the reference is made from the headers, no page
# scrolls sideways in a browser, and the manual pages are read without a complaint.
. scripts/script-check.sh

built=$WORK/build
expect 'make docs' make -s docs "BUILD=$built"
expect 'make man' make -s man "BUILD=$built"
if ls /usr/lib/linux-kbuild-*/scripts/kernel-doc >/dev/null 2>&1; then
	for name in $(scripts/api-matrix.sh names | awk -F '\t' '{ print $NF }' |
		sort -u); do
		[ -s "$built/man/man3/$name.3" ] || {
			echo "$name"
		}
	done >"$WORK/without"
	if [ -s "$WORK/without" ]; then
		flunk 'names without a manual page' "$WORK/without"
	else
		pass
	fi
	if command -v groff >/dev/null 2>&1; then
		for page in "$built"/man/man3/*.3; do
			groff -man -Tutf8 -ww -z "$page"
		done >"$WORK/groff" 2>&1
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
if command -v chromedriver >/dev/null 2>&1 &&
	/usr/bin/python3 -c 'import selenium' 2>/dev/null; then
	expect 'no page scrolls sideways' /usr/bin/python3 \
		tests/docs/browser/sideways.py "$built/docs"
else
	echo 'skip: no Chromium, or no Selenium: the pages are not looked at'
fi
finish
