/** The sound of each event of a table. */
import type { EventContext } from "../state/table.svelte";
import { isBig } from "../table/moments";
import type { Event } from "../wire";
import type { Sound } from "./sounds";

/**
 * The sound of an event.
 *
 * @param event - what happened.
 * @param told - the match with the event.
 * @param seat - the player's seat; null for an onlooker.
 * @returns null for an event without a sound.
 */
export function soundOf(
  event: Event,
  { past, match }: Pick<EventContext, "past" | "match">,
  seat: number | null,
): Sound | null {
  if (past) return null;
  switch (event.event) {
    case "card_drawn":
      return event.seat === (seat ?? 0) ? "deal" : null;
    case "shown":
    case "land_bid":
    case "friend_joined":
      return "declare";
    case "played":
    case "kitty_buried":
      return "play";
    case "trump_made":
      return "trump";
    case "kitty_taken":
      return "kitty";
    case "trick_taken": {
      const trick = match.hand?.tricks.at(-1);
      return trick && isBig(trick) ? "points" : "trick";
    }
    case "match_ended":
      return event.winners.includes(seat ?? event.winners[0] ?? -1) ? "match" : null;
    case "throw_failed":
      return event.seat === seat ? "lost" : "message";
    case "hand_ended": {
      const declarer = event.declarers.includes(seat ?? event.dealer);
      return declarer === (event.winner === "declarers") ? "won" : "lost";
    }
    default:
      return null;
  }
}
