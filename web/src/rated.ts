/** What a table needs of `rated/`: its parts with their words, loaded where matches are rated. */
import type { TableState } from "./wire";
import { spoken } from "./words/words.svelte";

/** Whether the match under way counts for ratings. */
export const isRated = ({ playing, stakes }: TableState): boolean => playing && stakes.length > 0;

export const ratedParts = () => spoken(import("./rated/parts"), "rated", "history");
