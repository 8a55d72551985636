/* Added to the search of the Chinese site: Sphinx 9.0 names a stemmer that it does not bring, and
 * takes a query without spaces for one word. Words are the longest that the index has, without
 * those that only ask. */
window.Stemmer = EnglishStemmer;
const ASKING = /怎么样?|怎样|如何|什么|哪些|请问/gu;
splitQuery = (query) => {
  const { terms, titleterms } = Search._index ?? { terms: {}, titleterms: {} };
  const known = (word) => Object.hasOwn(terms, word) || Object.hasOwn(titleterms, word);
  const split = (text) => {
    const found = [];
    for (let at = 0; at < text.length; ) {
      let end = Math.min(text.length, at + 8);
      while (end > at + 1 && !known(text.slice(at, end))) end--;
      if (end > at + 1) found.push(text.slice(at, end));
      at = end;
    }
    return found.length ? found : [text];
  };
  const asked = query.replace(ASKING, ' ');
  return (asked.trim() ? asked : query)
    .split(/[^\p{L}\p{N}_]+/gu)
    .filter((part) => part)
    .flatMap((part) => (/\p{Script=Han}/u.test(part) ? split(part) : [part]));
};
