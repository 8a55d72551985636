"""Phrases about the state of a match, shared by the screen and the plain mode.

All functions use the session's own match, in the view of seat 0, and a speaker. Possible actions
are described in `shengji.terminal.table.prompt`, results in `shengji.terminal.table.results`.
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
    """The number of the hand, with a remark if it has been dealt again."""
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
    """Whether all players bid their own rank in this draw."""
    return hand.started.rank is None


def level(rules: Rules, standing: Standing, speaker: Speaker) -> str:
    """A level, with the lap if levels wrap."""
    if rules.after_last_level != "wrap":
        return str(standing.level.value)
    return speaker.say("level-lap", level=standing.level.value, lap=standing.lap + 1)


def levels(rules: Rules, standings: Sequence[Standing], speaker: Speaker) -> str:
    """The levels of both teams, or of each player if teams are not fixed."""
    if rules.teams == "fixed":
        us, them = (level(rules, standings[seat], speaker) for seat in (PERSON, PERSON + 1))
        return speaker.say("levels-teams", us=us, them=them)
    words = (
        speaker.say("level-of", seat=seat, level=level(rules, standing, speaker))
        for seat, standing in enumerate(standings)
    )
    return speaker.listed(words)


def side_of(hand: Hand, seat: int) -> str | None:
    """The side of a seat, `declarers` or `opponents`; `None` if unknown."""
    if hand.dealer is None:
        return None
    if hand.is_declarer(seat):
        return "declarers"
    return "opponents" if hand.sides_known else None


def thinking(hand: Hand, speaker: Speaker) -> str:
    """The note that a bot is thinking; without its name in the draw, as it may hold trumps."""
    if hand.turn is None or hand.phase is Phase.DRAW:
        return speaker.text("bots.thinking-draw")
    return speaker.say("bots.thinking", seat=hand.turn)


def calls_state(hand: Hand, speaker: Speaker, *, short: bool = False) -> list[str]:
    """The state of each called card: the player who answered, or the number of copies played."""
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
    """The player's duty to follow the lead."""
    hand = session.hand
    assert hand is not None and hand.trick is not None
    lead = hand.trick.lead_for(PERSON)
    return duty_words(lead, lead.owed(session.cards), session.cards, speaker.language)


def forced(session: Session) -> tuple[Card, ...]:
    """The cards that every legal follow contains; empty if it is not the player's turn."""
    hand = session.hand
    if session.waits_for is not Wait.FOLLOW or hand is None or hand.trick is None:
        return ()
    return hand.trick.lead_for(PERSON).forced(session.cards)


def redeal_reason(session: Session, speaker: Speaker) -> str:
    """The reason why the player may claim a re-deal."""
    assert session.hand is not None
    return redeal_words(session.hand, session.cards, speaker.language)


def lies_there(hand: Hand, speaker: Speaker) -> str:
    """The cards that a bid for the land must beat."""
    if not hand.last_bid:
        return speaker.text("land.nothing")
    last = (hand.land or hand.shown)[-1]
    return speaker.say("land.lies", seat=last.seat, cards=last.cards)


def refusal(answer: Refusal, speaker: Speaker) -> str:
    """The reason of a refusal."""
    if answer.code == "not-your-turn" and isinstance(answer.params.get("turn"), int):
        return speaker.say("not-your-turn", seat=answer.params["turn"])
    if answer.code == "not-dealer" and isinstance(answer.params.get("dealer"), int):
        return speaker.say("ask.wait-bury", seat=answer.params["dealer"])
    return answer.sentence(speaker.language)


def declaration(hand: Hand, cards: tuple[Card, ...], speaker: Speaker) -> str:
    """Cards that can be shown, and the resulting trump."""
    rank = hand.rank if hand.phase is Phase.LAND else hand.ranks[PERSON]
    trump = Trump(rank, suit_of(cards))
    return speaker.say("declare.option", cards=cards, trump=trump)


def kitty_points(cards: Sequence[Card], speaker: Speaker) -> str:
    """The points in a kitty."""
    return speaker.say("kitty.points", points=points_of(cards))


def plays(hand: Hand, trick: Trick, speaker: Speaker) -> list[str]:
    """The plays of a trick, with their players."""
    return [
        speaker.say("last.play", seat=(trick.leader + i) % hand.players, cards=play)
        for i, play in enumerate(trick.plays)
    ]


def last_trick(hand: Hand, speaker: Speaker) -> list[str]:
    """The last complete trick: its plays and its winner."""
    trick = hand.last_trick
    assert trick is not None
    return [
        *plays(hand, trick, speaker),
        speaker.say("takes-trick", seat=trick.winner, number=len(hand.tricks), points=trick.points),
    ]


def offer_text(offer: Saved, speaker: Speaker) -> str:
    """The description of a saved match that can be resumed."""
    if offer.record is None:
        reason = "" if offer.reason is None else offer.reason.render(speaker.language)
        return speaker.say("start.corrupt", path=offer.path, reason=reason)
    match = offer.record.match
    when = speaker.say("start.when", when=offer.played.strftime("%Y-%m-%d %H:%M"))
    hands = speaker.text("start.no-hand")
    if match.hands:
        hands = speaker.say("hand-number", number=match.hands)
    at_table = Speaker(speaker.language, match.rules.players)
    where = levels(match.rules, match.standings, at_table)
    return speaker.say("start.saved", when=when, hands=hands, levels=where)
