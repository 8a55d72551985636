import { t } from "../words/words.svelte";

const SEATS = ["intro.you", "intro.right_seat", "intro.partner", "intro.left_seat"] as const;

/** Who sits in a seat of the lesson, seen from the learner in seat 0. */
export function seatName(seat: number): string {
  return t(SEATS[seat] ?? "intro.you");
}
