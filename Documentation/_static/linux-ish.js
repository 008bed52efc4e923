/* SPDX-License-Identifier: MIT */
/* Let the keyboard reach each box that scrolls sideways. */
addEventListener("load", () => {
	for (const box of document.querySelectorAll(".table-wrapper, pre"))
		if (box.scrollWidth > box.clientWidth)
			box.tabIndex = 0;
});
