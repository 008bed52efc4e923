# SPDX-License-Identifier: MIT
#
#help make pictures   the picture in the README, Documentation/pictures/ (needs
#help                 rsvg-convert and pngquant)

.PHONY: pictures
pictures: $(BUILD)/samples/storm
	$(Q)sh scripts/pictures/storm.sh $< Documentation/pictures/storm.png
