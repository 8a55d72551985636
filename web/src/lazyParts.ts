/** The ways to what is shown of playing with people, in the lobby and after a match. */
import { spoken } from "./words/words.svelte";

export const companyParts = () => spoken(import("./company/parts"), "company");
export const afterMatch = () => spoken(import("./after/AfterMatch.svelte"), "after", "friends");
