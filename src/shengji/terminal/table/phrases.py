"""Phrases: what the state of a match means for the person, in words; used by screen and plain mode.

Every function asks the session's own match, which is that of seat 0, and a speaker. What may be
done is said by `shengji.terminal.table.prompt`, how a hand ended by
`shengji.terminal.table.results`.
"""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card, Trump, points_of
from shengji.game import Hand, Phase, Refusal, Standing, Trick
from shengji.game.duty import duty_words, redeal_words
from shengji.game.hand import suit_of
from shengji.rules import Rules
from shengji.terminal.table.saves import Saved
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.table.speaker import PERSON, Speaker


def hand_number(session: Session, speaker: Speaker) -> str:
    """The number of the hand, and whether it has been dealt again."""
    assert session.hand is not None
    key = "hand-number-again" if session.dealt_again else "hand-number"
    return speaker.say(key, number=session.hand.number)


def trump(hand: Hand, speaker: Speaker) -> str:
    """The trump as far as it is known."""
    if hand.trump is not None:
        key = "trump-none" if hand.trump.suit is None else "trump"
        return speaker.say(key, trump=hand.trump)
    if hand.shown:
        key = "trump-so-far-none" if hand.trump_so_far.suit is None else "trump-so-far"
        return speaker.say(key, trump=hand.trump_so_far)
    if own_ranks(hand):
        return speaker.say("trump-own-rank", rank=hand.ranks[PERSON])
    return speaker.say("trump-rank-only", rank=hand.rank)


def own_ranks(hand: Hand) -> bool:
    """Whether everyone bids their own rank in this draw."""
    return hand.started.rank is None


def level(rules: Rules, standing: Standing, speaker: Speaker) -> str:
    """A level, and the lap where levels wrap."""
    if rules.after_last_level != "wrap":
        return str(standing.level.value)
    return speaker.say("level-lap", level=standing.level.value, lap=standing.lap + 1)


def levels(rules: Rules, standings: Sequence[Standing], speaker: Speaker) -> str:
    """The levels of both teams, or of each player where teams are not fixed."""
    if rules.teams == "fixed":
        us, them = (level(rules, standings[seat], speaker) for seat in (PERSON, PERSON + 1))
        return speaker.say("levels-teams", us=us, them=them)
    words = (
        speaker.say("level-of", seat=seat, level=level(rules, standing, speaker))
        for seat, standing in enumerate(standings)
    )
    return speaker.listed(words)


def side_of(hand: Hand, seat: int) -> str | None:
    """`declarers` or `opponents`, the side of a seat; `None` where that is not known."""
    if hand.dealer is None:
        return None
    if hand.is_declarer(seat):
        return "declarers"
    return "opponents" if hand.sides_known else None


def thinking(hand: Hand, speaker: Speaker) -> str:
    """The note that a bot takes its time; in the draw without its name: it may have trumps."""
    if hand.turn is None or hand.phase is Phase.DRAW:
        return speaker.text("bots.thinking-draw")
    return speaker.say("bots.thinking", seat=hand.turn)


def calls_state(hand: Hand, speaker: Speaker, *, short: bool = False) -> list[str]:
    """For each called card: who has answered it, or how many of it have been played."""
    found = []
    for call, seat in zip(hand.calls, hand.answers, strict=True):
        if seat is not None:
            key = "call-answered-short" if short else "call-answered"
            found.append(speaker.say(key, call=call, seat=seat))
        else:
            key = "call-open-short" if short else "call-open"
            count = hand.played[call.card]
            found.append(speaker.say(key, call=call, number=count))
    return found


def duty(session: Session, speaker: Speaker) -> str:
    """The duty of the person on the lead."""
    hand = session.hand
    assert hand is not None and hand.trick is not None
    lead = hand.trick.lead_for(PERSON)
    return duty_words(lead, lead.owed(session.cards), session.cards, speaker.language)


def forced(session: Session) -> tuple[Card, ...]:
    """The cards that the person must play whatever else; none when it is not their turn."""
    hand = session.hand
    if session.waits_for is not Wait.FOLLOW or hand is None or hand.trick is None:
        return ()
    return hand.trick.lead_for(PERSON).forced(session.cards)


def redeal_reason(session: Session, speaker: Speaker) -> str:
    """Why the person may claim a re-deal."""
    assert session.hand is not None
    return redeal_words(session.hand, session.cards, speaker.language)


def lies_there(hand: Hand, speaker: Speaker) -> str:
    """The cards that a bid for the land must beat."""
    if not hand.last_bid:
        return speaker.text("land.nothing")
    last = (hand.land or hand.shown)[-1]
    return speaker.say("land.lies", seat=last.seat, cards=last.cards)


def refusal(answer: Refusal, speaker: Speaker) -> str:
    """Why something was refused."""
    if answer.code == "not-your-turn" and isinstance(answer.params.get("turn"), int):
        return speaker.say("not-your-turn", seat=answer.params["turn"])
    if answer.code == "not-dealer" and isinstance(answer.params.get("dealer"), int):
        return speaker.say("ask.wait-bury", seat=answer.params["dealer"])
    return answer.sentence(speaker.language)


def declaration(hand: Hand, cards: tuple[Card, ...], speaker: Speaker) -> str:
    """Cards that could be shown, and what they make trump."""
    rank = hand.rank if hand.phase is Phase.LAND else hand.ranks[PERSON]
    trump = Trump(rank, suit_of(cards))
    return speaker.say("declare.option", cards=cards, trump=trump)


def kitty_points(cards: Sequence[Card], speaker: Speaker) -> str:
    """The points in a kitty."""
    return speaker.say("kitty.points", points=points_of(cards))


def plays(hand: Hand, trick: Trick, speaker: Speaker) -> list[str]:
    """The plays of a trick, each with its player."""
    return [
        speaker.say("last.play", seat=(trick.leader + i) % hand.players, cards=play)
        for i, play in enumerate(trick.plays)
    ]


def last_trick(hand: Hand, speaker: Speaker) -> list[str]:
    """The last complete trick: who played what, and who won it."""
    trick = hand.last_trick
    assert trick is not None
    return [
        *plays(hand, trick, speaker),
        speaker.say("takes-trick", seat=trick.winner, number=len(hand.tricks), points=trick.points),
    ]


def offered(offer: Saved, speaker: Speaker) -> str:
    """The description of a saved match that could go on."""
    if offer.record is None:
        reason = "" if offer.reason is None else offer.reason.said(speaker.language)
        return speaker.say("start.corrupt", path=offer.path, reason=reason)
    match = offer.record.match
    when = speaker.say("start.when", when=offer.played.strftime("%Y-%m-%d %H:%M"))
    hands = speaker.text("start.no-hand")
    if match.hands:
        hands = speaker.say("hand-number", number=match.hands)
    at_table = Speaker(speaker.language, match.rules.players)
    where = levels(match.rules, match.standings, at_table)
    return speaker.say("start.saved", when=when, hands=hands, levels=where)
