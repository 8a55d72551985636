/** Sentences about a match that ended without a hand's decision. */
import type { TableState } from "../wire";
import { t } from "../words/words.svelte";
import type { Reader } from "./people";

/** Whether a hand has won a match that ended so. */
export const byHand = (ending: NonNullable<TableState["ending"]>): boolean =>
  ending === "won" || ending === "hand";

/**
 * The end of a match by a concession, by agreement, or because a player left.
 *
 * @param winners - the winning seats; null while the match goes on.
 * @returns empty where a hand has decided it, or it goes on.
 */
export function endedEarly(
  winners: readonly number[] | null,
  { seat, players, nameOf, ending = null, left = [], night = false }: Reader,
): string {
  const named = (seats: readonly number[]): string => seats.map(nameOf).join(t("table.and"));
  const own = seat !== null && left.includes(seat);
  switch (winners && ending) {
    case "agreed":
      return night ? t("room.ended_round") : t("room.ended_agreed");
    case "abandoned":
      return t("room.ended_abandoned");
    case "late":
      return own ? t("room.ended_late_you") : t("room.ended_late", { names: named(left) });
    case "left":
      return own ? t("room.ended_left_you") : t("room.ended_left", { names: named(left) });
    case "conceded":
      return conceded(winners ?? [], { seat, players, named });
    default:
      return "";
  }
}

function conceded(
  winners: readonly number[],
  {
    seat,
    players,
    named,
  }: Pick<Reader, "seat" | "players"> & { named: (seats: readonly number[]) => string },
): string {
  const losers = Array.from({ length: players }, (_, one) => one).filter(
    (one) => !winners.includes(one),
  );
  if (seat === null) {
    return t("room.ended_conceded", { losers: named(losers), names: named(winners) });
  }
  return winners.includes(seat)
    ? t("room.ended_conceded_won", { losers: named(losers) })
    : t("room.ended_conceded_lost", { names: named(winners) });
}
