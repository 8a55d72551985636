/** Lazy parts about playing with people, for the lobby and after a match. */
import { spoken } from "./words/words.svelte";

export const companyParts = () => spoken(import("./company/parts"), "company");
export const afterMatch = () => spoken(import("./after/AfterMatch.svelte"), "after", "friends");
