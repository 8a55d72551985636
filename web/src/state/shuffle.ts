/** Whether the deck of a hand is the one that was fixed before its first card. */
import type { Card } from "../wire";
import type { Hand } from "./match";

/** `unknown`: the deck has not been shown, or this browser gives pages no hash (only over HTTPS). */
export type Verdict = "checked" | "wrong" | "unknown";

/**
 * Check the deck that is shown when a hand is over: its hash is the one that was published before
 * the hand, and every player who did not take the kitty has played the cards that it gives them.
 */
export async function shuffleOf(hand: Hand): Promise<Verdict> {
  const subtle = globalThis.crypto?.subtle;
  if (!hand.deck || !subtle) return "unknown";
  const { deck, salt } = hand.deck;
  const text = new TextEncoder().encode(`${salt} ${deck.join(" ")}`);
  const hash = [...new Uint8Array(await subtle.digest("SHA-256", text))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return hash === hand.commitment && fits(hand, deck) ? "checked" : "wrong";
}

/** Whether the deck gives everyone the cards that they have played. */
function fits(hand: Hand, deck: readonly Card[]): boolean {
  const kitty = deck.slice(hand.drawn);
  const seen = hand.shownKitty.length > 0 ? hand.shownKitty : hand.turned;
  if (seen.some((card, at) => card !== kitty[at])) return false;
  if (hand.tricks.length === 0) return true; // thrown in
  const took = new Set([hand.dealer, ...hand.land.map(({ seat }) => seat)]);
  const players = hand.sizes.length;
  return hand.sizes.every((_, seat) => {
    if (took.has(seat)) return true;
    const dealt = deck.filter((_, at) => at < hand.drawn && (hand.first + at) % players === seat);
    const played = hand.tricks.flatMap(({ plays }) =>
      plays.filter((play) => play.seat === seat).flatMap(({ cards }) => cards),
    );
    return dealt.sort().join() === played.sort().join();
  });
}
