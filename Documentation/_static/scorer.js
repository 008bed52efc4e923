/* SPDX-License-Identifier: MIT */
/*
 * The search shows each page that has any of the words, and weighs rare words more. Sphinx's own
 * shows only pages that have all of them, so a question or a linker's message finds nothing.
 *
 * A word counts most in a title and in an entry of ".. index::", which list what readers type. An
 * entry whose words are all in the question counts once more. Figures come last, and tables
 * and pages for maintainers after the pages for users.
 */
const lishPage = (page) =>
	/^performance\//.test(page) ? 0.001 :
	/^(api|requirements|contributing|testing|design|misra)$/.test(page) ? 0.5 :
	/^(reference\/.*|performance|worst-case)$/.test(page) ? 0.6 :
	/^(start|choosing|loops|common|threads|rollback)$/.test(page) ? 1.1 : 1;

const lishRank = (index, stem, stopwords, query) => {
	const count = index.docnames.length;
	/* Every object of JavaScript has a member "constructor". */
	const list = (table, word) => Object.hasOwn(table, word) ? [].concat(table[word]) : [];
	const whole = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_+#]+/u)
		.map((word) => word.replace(/^[_#]+|[_#]+$/g, ""))
		.filter((word) => word && !/^\d+$/.test(word));
	const split = (text) => whole(text).filter((word) => !stopwords.includes(word));
	/* "is it in a list" is no entry for all questions about lists. */
	const entries = Object.entries(index.indexentries).map(([entry, places]) =>
		[split(entry).map(stem), places, split(entry).length > 1 || whole(entry).length === 1]);
	/* Of a name that no page has, its parts. */
	const known = (root) => Object.hasOwn(index.terms, root) ||
		entries.some(([parts]) => parts.includes(root));
	const words = [...new Set(split(query).flatMap(
		(word) => /_/.test(word) && !known(stem(word)) ? split(word.replace(/_/g, " ")) : word))];
	const pages = new Map();
	const add = (doc, score, anchor) => {
		const page = pages.get(doc) || { score: 0, anchor: "", best: 0 };

		page.score += score;
		if (anchor && score > page.best) {
			page.best = score;
			page.anchor = "#" + anchor;
		}
		pages.set(doc, page);
	};

	for (const word of words) {
		const root = stem(word);
		const found = new Map();
		const see = (docs, value) => docs.forEach(
			(doc) => found.set(doc, Math.max(found.get(doc) || 0, value)));

		see(list(index.terms, root), 5);
		see(list(index.titleterms, root), 12);
		if (!found.size && root.length > 2)
			for (const term in index.terms)
				if (term.includes(root))
					see(list(index.terms, term), 2);
		for (const [parts, places] of entries)
			if (parts.includes(root))
				places.forEach(([doc]) => see([doc], 15));
		for (const [doc, value] of found)
			add(doc, value * Math.log(1 + count / found.size));
	}
	const roots = words.map(stem);

	for (const [parts, places, tells] of entries)
		if (tells && parts.length && parts.every((part) => roots.includes(part)))
			for (const [doc, anchor] of places)
				add(doc, 25 * parts.length, anchor);
	return [...pages].map(([doc, page]) =>
		[doc, page.anchor, page.score * lishPage(index.docnames[doc])])
		.sort((a, b) => b[2] - a[2]);
};

const lishSearch = (query) => {
	const index = Search._index, stemmer = new Stemmer();
	const words = new Set(splitQuery(query.toLowerCase().trim()));
	const shown = lishRank(index, (word) => stemmer.stemWord(word), stopwords, query)
		.slice(0, 20).map(([doc, anchor, score]) =>
			[index.docnames[doc], index.titles[doc], anchor, null, score, index.filenames[doc]]);
	/* A name of ours: its description comes after the pages that explain it. */
	const named = words.size > 1 ? [] :
		[...words].flatMap((word) => Search.performObjectSearch(word, words))
			.filter((one, i, all) => all.findIndex((it) => it[2] === one[2]) === i);

	_removeChildren(document.getElementById("search-progress"));
	shown.splice(2, 0, ...named.slice(0, 5));
	_displayNextItem(shown.reverse(), shown.length, words, words);
};

/* Sphinx's own script comes before this one or after it. */
if (typeof Search === "undefined")
	document.addEventListener("DOMContentLoaded", () => { Search.query = lishSearch; });
else
	Search.query = lishSearch;
