/** How a match ended that no hand has won, as a seat reads it. */
import type { Match } from "../state/match";
import { t } from "../words/words.svelte";
import type { Reader } from "./people";

/**
 * How a match ended by a concession or by agreement, or because somebody left it.
 *
 * @returns empty where a hand has won it, or it goes on.
 */
export function endedEarly(
  { winners, reason }: Pick<Match, "winners" | "reason">,
  { seat, players, nameOf, left = null, late = false, night = false }: Reader,
): string {
  const named = (seats: readonly number[]): string => seats.map(nameOf).join(t("table.and"));
  if (reason === "agreed") {
    if (night) return t("room.ended_round");
    if (left === null) return t("room.ended_agreed");
    if (left.length === 0) return t("room.ended_abandoned");
    if (seat !== null && left.includes(seat)) {
      return t(late ? "room.ended_late_you" : "room.ended_left_you");
    }
    return t(late ? "room.ended_late" : "room.ended_left", { names: named(left) });
  }
  if (reason !== "conceded" || winners === null) return "";
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
