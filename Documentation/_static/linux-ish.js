/* SPDX-License-Identifier: MIT */
/* Names in tables may break after "_". The keyboard reaches each box that scrolls sideways. */
addEventListener("load", () => {
	for (const part of document.querySelectorAll("td code .pre, td > code"))
		if (!part.children.length)
			part.innerHTML = part.innerHTML.replace(/(\w_)(?=\w)/g, "$1<wbr>");
	for (const box of document.querySelectorAll(".table-wrapper, pre"))
		if (box.scrollWidth > box.clientWidth)
			box.tabIndex = 0;
});
