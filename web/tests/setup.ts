/** The tests show components of every page, with the words that all pages but the lobby load. */
if ("document" in globalThis) {
  const { learn } = await import("../src/words/words.svelte");
  await learn("play");
}
export {};
