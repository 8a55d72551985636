/** Lazy parts: after a match, who shuffled a hand, and celebrations. */
import { spoken } from "./words/words.svelte";

export const afterMatch = () => spoken(import("./after/AfterMatch.svelte"), "after");
export const joyParts = () => spoken(import("./joy/parts"), "joy");
export const shuffleLine = () => spoken(import("./after/ShuffleLine.svelte"), "after");
