/** Lazy parts of `rated/` with their texts, for tables with rated matches. */
import type { TableState } from "./wire";
import { spoken } from "./words/words.svelte";

/** Whether the match under way counts for ratings. */
export const isRated = ({ playing, stakes }: TableState): boolean => playing && stakes.length > 0;

export const ratedParts = () => spoken(import("./rated/parts"), "rated", "history");
