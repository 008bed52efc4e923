/* SPDX-License-Identifier: MIT */
/* The search shows pages before the reference, the tables and the figures. */
var Scorer = {
	score: ([page, , , , score]) => {
		if (/^(reference|performance)\//.test(page))
			return score - 20;
		if (/^(api|contributing|testing|performance|design)$/.test(page))
			return score - 10;
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
