/* How the search ranks what it finds: pages for who plays and runs a site come before those about the
 * program itself. The other numbers are those of Sphinx. */
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^(schemas|python-api)\//.test(page)) return score - 4;
    return /^(adding|architecture|decisions|figures|strength|web-client)$/.test(page)
      ? score - 3
      : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
