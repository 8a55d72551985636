/** The way to what is shown of playing with people, with its words. */
import { spoken } from "./words/words.svelte";

export const companyParts = () => spoken(import("./company/parts"), "company", "friends");
