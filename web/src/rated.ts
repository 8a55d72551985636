/** What a table needs of `rated/`: the parts with their words, loaded where matches are rated. */
import type { TableState } from "./wire";
import { spoken } from "./words/words.svelte";

/** Whether the match under way counts for ratings. */
export const isRated = ({ playing, stakes }: TableState): boolean => playing && stakes.length > 0;

export const stakesView = () => spoken(import("./rated/Stakes.svelte"), "rated");
export const notices = () => spoken(import("./rated/Notices.svelte"), "rated");
export const leavingNote = () => spoken(import("./rated/LeavingNote.svelte"), "rated");
export const outcomeView = () => spoken(import("./rated/Outcome.svelte"), "rated", "history");
