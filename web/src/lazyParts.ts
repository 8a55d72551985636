/** Lazy parts: playing with people, for the lobby and after a match; what is celebrated. */
import { spoken } from "./words/words.svelte";

export const companyParts = () => spoken(import("./company/parts"), "company");
export const afterMatch = () => spoken(import("./after/AfterMatch.svelte"), "after", "friends");
export const joyParts = () => spoken(import("./joy/parts"), "joy");
