/** Lazy parts: what follows a match; what is celebrated. */
import { spoken } from "./words/words.svelte";

export const afterMatch = () => spoken(import("./after/AfterMatch.svelte"), "after");
export const joyParts = () => spoken(import("./joy/parts"), "joy");
