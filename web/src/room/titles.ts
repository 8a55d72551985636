/** Titles of tables. */
import type { TableState } from "../wire";
import { t } from "../words/words.svelte";

/** The name of a table: its own, or after its host. */
export function titleOf(table: TableState): string {
  if (table.settings.title) return table.settings.title;
  const name = table.seats.find((seat) => seat.person !== null && seat.person === table.host)?.name;
  return name ? t("room.table_of", { name }) : t("room.table_nameless");
}
