/** What happens at a table, as one short sentence each, for who does not see it. */
import { cardNames, suitName } from "../cards/naming";
import type { Told } from "../state/table.svelte";
import type { Event, Now } from "../wire";
import { endedEarly } from "../table/endings";
import type { Reader } from "../table/people";
import { inTongue, t } from "../words/words.svelte";

/**
 * An event in words.
 *
 * @returns null where there is nothing to say: others' hidden cards, or what has been seen before.
 */
export function sentenceOf(
  event: Event,
  { match, past }: Pick<Told, "match" | "past">,
  reader: Reader,
): string | null {
  if (past) return null;
  const { seat, nameOf } = reader;
  switch (event.event) {
    case "hand_started":
      return event.rank === null
        ? t("announce.hand_open", { number: event.hand })
        : t("announce.hand", { number: event.hand, rank: event.rank });
    case "card_drawn":
      return event.seat === seat && event.card ? cardNames([event.card]) : null;
    case "shown":
      return t(`announce.${event.way === "late-reinforce" ? "reinforce" : event.way}`, {
        name: nameOf(event.seat),
        cards: cardNames(event.cards),
      });
    case "trump_made":
      return t(event.suit ? "announce.trump" : "announce.no_trump", {
        suit: event.suit ? suitName(event.suit) : "",
        rank: event.rank ?? match.hand?.rank ?? "",
        dealer: nameOf(event.dealer),
      });
    case "redeal_answered":
      return event.wanted ? t("announce.claims", { name: nameOf(event.seat) }) : null;
    case "dealt_again":
      return t("announce.again");
    case "kitty_taken":
      if (event.seat === seat && event.cards) {
        return t("announce.took_cards", { cards: cardNames(event.cards) });
      }
      return event.shown && event.cards
        ? t("announce.took_shown", { name: nameOf(event.seat), cards: cardNames(event.cards) })
        : t("announce.took", { name: nameOf(event.seat) });
    case "kitty_buried":
      return t("announce.buried", { name: nameOf(event.seat) });
    case "land_passed":
      return t("announce.passes", { name: nameOf(event.seat) });
    case "land_bid":
      return t("announce.bids", { name: nameOf(event.seat), cards: cardNames(event.cards) });
    case "friends_called":
      return t("announce.calls", {
        name: nameOf(event.seat),
        cards: event.calls
          .map(({ card, ordinal }) => t("announce.call", { cards: cardNames([card]), ordinal }))
          .join(t("table.and")),
      });
    case "friend_joined":
      return t("announce.joins", { name: nameOf(event.seat) });
    case "throw_failed":
      return t("announce.failed", {
        name: nameOf(event.seat),
        cards: cardNames(event.thrown),
        other: nameOf(event.challenger),
      });
    case "played":
      return t(event.units.length > 0 ? "announce.leads" : "announce.plays", {
        name: nameOf(event.seat),
        cards: cardNames(event.cards),
      });
    case "trick_taken":
      return event.points === 0
        ? t("announce.takes", { name: nameOf(event.seat) })
        : t("announce.takes_points", {
            name: nameOf(event.seat),
            count: event.points,
            opponents: event.opponents,
          });
    case "hand_ended":
      return t(event.winner === "declarers" ? "announce.held" : "announce.fallen", {
        points: event.points,
        count: event.levels,
      });
    case "rest_claimed": {
      const name = nameOf(event.seat);
      if (!event.accepted) return t("announce.claim_declined", { name });
      return t(event.takes === "all" ? "announce.claim_all" : "announce.claim_none", { name });
    }
    case "deck_shown":
      return null;
    case "match_ended":
      return (
        endedEarly(event, reader) ||
        t("announce.match", { names: event.winners.map(nameOf).join(t("table.and")) })
      );
  }
}

/**
 * What one is asked to do now.
 *
 * @param now - what the table waits for, when it waits for oneself.
 * @returns null where nothing need be done at once.
 */
export function dutyOf(now: Now): string | null {
  const { wait, turn } = now;
  switch (wait) {
    case "draw":
    case "declare":
      return turn?.options?.length
        ? t("announce.may_declare", {
            cards: turn.options.map(cardNames).join(t("announce.or")),
          })
        : wait === "declare"
          ? t("table.nothing_to_declare")
          : null;
    case "redeal":
      return turn?.reason ? t("announce.may_redeal", { reason: inTongue(turn.reason) }) : null;
    case "bury":
      return t("announce.bury", { count: turn?.size ?? 0 });
    case "land":
      return t("announce.land");
    case "call":
      return t("announce.call_friends", { count: turn?.calls ?? 0 });
    case "lead":
      return t("announce.lead");
    case "follow":
      return turn?.owed
        ? t("announce.follow_owed", { owed: inTongue(turn.owed.words) })
        : t("announce.follow", { count: turn?.size ?? 0 });
    case "next":
      return t("announce.next");
    case "start":
    case "over":
      return null;
  }
}
