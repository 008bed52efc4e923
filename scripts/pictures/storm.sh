#!/bin/sh
# SPDX-License-Identifier: MIT
#
# storm.sh STORM PICTURE - a part of the storm's last frame as a small PNG, with a
# legend under it ("make pictures")
#
# Needs rsvg-convert and pngquant.
set -eu
storm=$1
picture=$2
svg=$picture.svg
trap 'rm -f "$svg" "$svg.all"' EXIT

"$storm" --objects 30000 --frames 120 --svg "$svg.all" >/dev/null
# The middle of the field, and a line for the legend.
{
	cat <<-'END'
	<svg xmlns="http://www.w3.org/2000/svg" width="760" height="470"
		viewBox="132 297 760 470" font-family="DejaVu Sans, sans-serif"
		font-size="15">
	END
	sed -e 1d -e '/^<\/svg>/d' \
		-e 's/width="100%" height="100%"/x="0" y="0" width="1024" height="1024"/' \
		"$svg.all"
	cat <<-'END'
	<rect x="132" y="697" width="760" height="70" fill="#10131a"/>
	<g fill="#e8eaee">
	<rect x="152" y="711" width="7" height="7" fill="#1f4e79"/>
	<rect x="162" y="711" width="7" height="7" fill="#2f75b5"/>
	<rect x="172" y="711" width="7" height="7" fill="#9dc3e6"/>
	<rect x="152" y="722" width="7" height="7" fill="#7a1f3d"/>
	<rect x="162" y="722" width="7" height="7" fill="#b52f5e"/>
	<rect x="172" y="722" width="7" height="7" fill="#e69db8"/>
	<text x="192" y="726">bullets of two sides: few, more, many in a cell</text>
	<circle cx="600" cy="721" r="5" fill="#ffd23f"/>
	<text x="616" y="726">one that burns</text>
	<circle cx="748" cy="721" r="9" fill="none" stroke="#ffffff"/>
	<text x="766" y="726">shock wave</text>
	<circle cx="166" cy="749" r="1.5" fill="#ff7b00"/>
	<circle cx="172" cy="746" r="1.5" fill="#ff7b00"/>
	<text x="192" y="754">sparks</text>
	<circle cx="600" cy="749" r="6" fill="#8a8f98" fill-opacity="0.5"/>
	<text x="616" y="754">smoke</text>
	</g>
	</svg>
	END
} >"$svg"
rsvg-convert "$svg" -o "$picture"
pngquant --force --strip --output "$picture" 32 "$picture"
