/** What a round is played for, on the projector. */
import { FINALISTS, playsFinal } from "../nights/naming";
import type { NightState } from "../wire";
import { t } from "../words/words.svelte";

/**
 * What is played for, in a sentence; empty: nothing but the standings.
 *
 * @param underWay - whether a round is played now.
 */
export function stakesOf({ round, settings }: NightState, underWay: boolean): string {
  const { rounds, final } = settings;
  if (rounds === null) return "";
  if (underWay && round && round.final.length > 0) {
    const tables = round.tables.filter((table) => playsFinal(round, table));
    const numbers = tables.map(({ table }) => t("nights.table", { table })).join(" · ");
    return t(
      tables.length < round.tables.length ? "showing.for_final" : "showing.for_final_alone",
      {
        count: round.final.length,
        tables: numbers,
      },
    );
  }
  const number = (round?.round ?? 0) + (underWay ? 0 : 1);
  if (final !== "none" && number <= rounds) {
    return t("showing.for_places_in_final", { rounds, count: FINALISTS[final] });
  }
  if (final === "none" && number === rounds) return t("showing.for_places");
  return "";
}
