/* How the search finds and ranks: by sections as well as pages, by the words in their titles, and rare words
 * before common ones. Pages about the program itself come after those for who plays and runs a site. If no
 * page has all words, those that have the most are found. */
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 5, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

const SECTION = 1;
const TITLE = 0.9;
const TEXT = 0.4;
/* What a word of a query is worth by the place where it stands; in a longer word half of it. */

const wordsOf = (title) => {
  const stemmer = new Stemmer();
  return splitQuery(title.toLowerCase())
    .filter((word) => !stopwords.has(word))
    .map((word) => stemmer.stemWord(word));
};

const pagesOf = (index, word) => {
  const exact = Object.hasOwn(index, word);
  const terms = exact ? [word] : word.length > 2 ? Object.keys(index).filter((term) => term.includes(word)) : [];
  return new Map(terms.flatMap((term) => [index[term]].flat().map((page) => [page, exact ? 1 : 0.5])));
};

const pageFactor = (page) => {
  if (/^(schemas|python-api)\//.test(page)) return 0.6;
  return /^(adding|addresses|architecture|decisions|figures|reading-the-texts|web-client)$/.test(page) ? 0.75 : 1;
};

const findTerms = (wanted, excluded) => {
  const { terms, titleterms, docnames, filenames, titles, alltitles } = Search._index;
  const words = [...wanted].map((word) => {
    const text = pagesOf(terms, word);
    const title = pagesOf(titleterms, word);
    const pages = new Set([...text.keys(), ...title.keys()]);
    return { word, text, pages, weight: Math.log(1 + docnames.length / (1 + pages.size)) };
  });
  const banned = new Set([...excluded].flatMap((word) => [...pagesOf(terms, word).keys()]));
  const counts = docnames.map((_, page) => words.filter((word) => word.pages.has(page)).length);
  const most = Math.max(...counts);
  const sum = words.reduce((total, word) => total + word.weight, 0);
  const pageTitles = titles.map((title) => new Set(wordsOf(title)));
  const worth = (page, section) => {
    const found = words.map(({ word, text, weight }) => {
      if (section.has(word)) return weight * SECTION;
      if (pageTitles[page].has(word)) return weight * TITLE;
      return weight * TEXT * (text.get(page) ?? 0);
    });
    const matched = words.filter(({ word }) => section.has(word)).length;
    const rest = section.size ? 1 - matched / section.size : 1;
    return (20 * found.reduce((total, one) => total + one, 0)) / sum - 2 * rest;
  };
  const result = (page, title, anchor, score, kind) =>
    [docnames[page], title, anchor, null, score * pageFactor(docnames[page]), filenames[page], kind];
  const fits = (page) => most > 0 && counts[page] === most && !banned.has(page);
  const whole = docnames.flatMap((_, page) =>
    fits(page)
      ? [result(page, titles[page], "", worth(page, pageTitles[page]), SearchResultKind.text)]
      : [],
  );
  const sections = Object.entries(alltitles).flatMap(([title, places]) => {
    const own = new Set(wordsOf(title));
    if (!words.some(({ word }) => own.has(word))) return [];
    return places
      .filter(([page, id]) => id !== null && fits(page) && titles[page] !== title)
      .map(([page, id]) =>
        result(page, `${titles[page]} > ${title}`, `#${id}`, worth(page, own), SearchResultKind.title),
      );
  });
  return [...whole, ...sections];
};

Search.performTermsSearch = findTerms; // the theme loads this file after Search
