/** What cannot be changed at a table, and so is not offered there. */
import { isRated } from "../rated";
import type { LiveTable } from "../state/table.svelte";
import type { BotLine, TableState } from "../wire";

/** Whether who sits where and what is played stays as it is: in a rated match, and in a night. */
export const isFixed = (table: TableState): boolean => table.night !== null || isRated(table);

/** Whether one may change what is played; a rated table keeps the rules for which it is rated. */
export const mayChangeRules = (
  { hosting }: Pick<LiveTable, "hosting">,
  table: TableState,
): boolean => hosting && !table.settings.rated && !isFixed(table);

/**
 * Whether bots may be given seats.
 *
 * @param bots - those that the server offers for them; none: they are not known yet, or at a rated
 *   table none may play.
 */
export const maySeatBots = (
  { hosting }: Pick<LiveTable, "hosting">,
  table: TableState,
  bots: readonly BotLine[],
): boolean => hosting && (!table.settings.rated || bots.length > 0);

/** Whether one may give the own seat up; at a table of a night not before it plays. */
export const mayStand = (table: TableState): boolean => table.night === null || table.match > 0;
