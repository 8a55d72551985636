/** What cannot be changed at a table, and so is not offered there. */
import { isRated } from "../rated";
import type { TableState } from "../wire";

/** Whether who sits where and what is played stays as it is: in a rated match, and in a night. */
export const isFixed = (table: TableState): boolean => table.night !== null || isRated(table);
