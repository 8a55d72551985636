import { t } from "../words/words.svelte";

const SEATS = ["intro.you", "intro.right_seat", "intro.partner", "intro.left_seat"] as const;

/** The name of a seat in the lesson, as the learner in seat 0 sees it. */
export function seatName(seat: number): string {
  return t(SEATS[seat] ?? "intro.you");
}
