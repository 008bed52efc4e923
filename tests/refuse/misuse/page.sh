#!/bin/sh
# SPDX-License-Identifier: MIT
#
# page.sh LIST - the page of a container with the table of misuse that LIST makes,
# between the two comments that are there for it
set -eu
page=Documentation/$(basename "$1" .list).rst
awk -v list="$1" '
/^\.\. Made from tests\/refuse\/misuse\// {
	print ".. Made from " list " by \"make misuse-tables\":"
	print ""
	system("awk -v what=table -f tests/refuse/misuse/misuse.awk " list)
	print ""
	inside = 1
	next
}
/^\.\. End of what is made\.$/ { inside = 0 }
!inside { print }
END { exit inside }' "$page"
