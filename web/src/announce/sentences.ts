/** Events of a table as short sentences, for screen readers. */
import { cardNames, suitName } from "../cards/naming";
import type { EventContext } from "../state/table.svelte";
import type { Call, Event, Now } from "../wire";
import { endedEarly } from "../table/endings";
import type { Reader } from "../table/people";
import { inLanguage, joinSentences, type Key, type Parameters, t } from "../words/words.svelte";

/** Two texts of an action: for another player, and for the reader. */
type ActionPhrase = {
  [K in Key]: K extends `notes.${infer D}_you` ? (`notes.${D}` extends Key ? D : never) : never;
}[Key];
type Given<D extends ActionPhrase> = `notes.${D}` extends Key
  ? Omit<Parameters[`notes.${D}`], "seat">
  : never;

/**
 * The sentence of an event.
 *
 * @returns null where there is nothing to read: hidden cards of others, or an event seen before.
 */
export function sentenceOf(
  event: Event,
  { match, past }: Pick<EventContext, "match" | "past">,
  reader: Reader,
): string | null {
  if (past) return null;
  const { seat: own, nameOf } = reader;

  /** The sentence of an action, worded differently for the reader's own seat. */
  function does<D extends ActionPhrase>(seat: number, deed: D, given: Given<D>): string {
    const say = t as (key: Key, parameters: object) => string;
    return say(seat === own ? `notes.${deed}_you` : `notes.${deed}`, {
      seat: nameOf(seat),
      ...given,
    });
  }

  switch (event.event) {
    case "hand_started":
      return event.rank === null
        ? t("announce.hand_open", { number: event.hand })
        : t("announce.hand", { number: event.hand, rank: event.rank });
    case "card_drawn":
      return event.seat === own && event.card ? cardNames([event.card]) : null;
    case "shown":
      return does(event.seat, event.way === "late-reinforce" ? "late_reinforce" : event.way, {
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
      return t("notes.again_request");
    case "kitty_taken":
      // A replay that shows all hands already shows these cards.
      if (!event.cards || (!event.shown && event.seat !== own)) {
        return t("notes.takes_kitty", { seat: nameOf(event.seat) });
      }
      return does(event.seat, event.shown ? "takes_kitty_shown" : "takes_kitty_known", {
        cards: cardNames(event.cards),
      });
    case "kitty_buried":
      return t("announce.buried", { name: nameOf(event.seat) });
    case "land_passed":
      return does(event.seat, "land_passed", {});
    case "land_bid":
      return t("announce.bids", { name: nameOf(event.seat), cards: cardNames(event.cards) });
    case "friends_called":
      return does(event.seat, "calls", { calls: event.calls.map(callName).join(t("table.and")) });
    case "friend_joined": {
      const hand = match.hand!;
      const times = hand.joined.filter(({ seat }) => seat === event.seat).length;
      const again = event.seat === hand.dealer || times > 1;
      return joinSentences(
        does(event.seat, again ? "joins_again" : "joins", {
          call: callName(hand.calls[event.call]!),
        }),
        event.lost > 0 && t("notes.points_lost", { points: event.lost }),
      );
    }
    case "throw_failed":
      return does(event.seat, "throw_failed", {
        cards: cardNames(event.thrown),
        challenger: event.challenger === own ? t("notes.you") : nameOf(event.challenger),
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
      return handWon(event);
    case "rest_claimed":
      return joinSentences(
        does(event.seat, event.takes === "all" ? "claims_all" : "claims_none", {}),
        t(event.accepted ? "notes.claim_accepted" : "notes.claim_declined"),
      );
    case "deck_shown":
      return null;
    case "match_ended":
      return (
        endedEarly(event.winners, reader) ||
        (own !== null && event.winners.includes(own)
          ? t("notes.match_won_you")
          : t("notes.match_won", { winners: event.winners.map(nameOf).join(t("table.and")) }))
      );
  }
}

/** The winner of a hand, and the levels won, if any. */
function handWon({ winner, levels, points }: Extract<Event, { event: "hand_ended" }>): string {
  const declarers = winner === "declarers";
  const said = {
    side: t(declarers ? "sheets.side_declarers" : "sheets.side_opponents"),
    points,
  };
  if (levels > 0) return t("notes.hand_won", { ...said, count: levels });
  return t(declarers ? "notes.hand_won_stay" : "notes.hand_won_none", said);
}

/** A called card, and which copy of it. */
const callName = ({ card, ordinal }: Call): string =>
  t("announce.call", { cards: cardNames([card]), ordinal });

/**
 * The sentence that asks the player to act.
 *
 * @param now - what the table waits for, when it waits for the player.
 * @returns null where nothing is urgent.
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
      return turn?.reason ? t("announce.may_redeal", { reason: inLanguage(turn.reason) }) : null;
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
        ? t("announce.follow_owed", { owed: inLanguage(turn.owed.words) })
        : t("announce.follow", { count: turn?.size ?? 0 });
    case "next":
      return t("announce.next");
    case "start":
    case "over":
      return null;
  }
}
