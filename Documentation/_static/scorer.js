/* SPDX-License-Identifier: MIT */
/*
 * The search shows the pages about all containers before those about one, then the tables
 * and the reference, then the figures. Names such as LISH_NOT_IN come from reports and
 * settings, which have a page. The pages list in ".. index::" what their readers type.
 */
var Scorer = {
	score: ([page, , , , score]) => {
		if (page === "reports" && /LISH_/.test(decodeURIComponent(location.search)))
			return score + 200;
		if (/^performance\//.test(page))
			return score - 200;
		if (/^reference\//.test(page))
			return score - 30;
		if (page === "api")
			return score - 80; /* a heading of one word is worth up to 100 */
		if (/^(contributing|testing|performance|design)$/.test(page))
			return score - 10;
		if (/^(start|choosing|loops|threads|rollback)$/.test(page))
			return score + 3;
		return score;
	},
	objNameMatch: 40,
	objPartialMatch: 6,
	objPrio: { 0: 15, 1: 5, 2: -5 },
	objPrioDefault: 0,
	title: 15,
	partialTitle: 7,
	term: 5,
	partialTerm: 2,
};
