"""Descriptions of the possible actions, and of a bot's advice."""

from __future__ import annotations

from shengji.cards import Card
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    Command,
    Hand,
    Phase,
    Play,
    Show,
    callable_cards,
)
from shengji.game.notes import lead_shape
from shengji.terminal.table import phrases
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.table.speaker import PERSON, Speaker


def what(session: Session, speaker: Speaker) -> list[str]:
    """Describe the possible actions in full sentences."""
    hand, rules = session.hand, session.rules
    if hand is None or hand.phase in (Phase.ENDED, Phase.AGAIN):
        return [speaker.text("what.ended")]
    if hand.phase is Phase.DRAW:
        return _what_to_declare(session, hand, speaker)
    match session.waits_for:
        case Wait.REDEAL:
            return [
                phrases.redeal_reason(session, speaker),
                speaker.say("what.redeal", count=rules.redeal_limit - hand.redeals),
            ]
        case Wait.BURY:
            return [speaker.say("what.bury", size=rules.kitty_size)]
        case Wait.LAND:
            options = speaker.options(session.land_options)
            return [
                phrases.lies_there(hand, speaker),
                speaker.say("what.land", options=options, size=rules.kitty_size),
            ]
        case Wait.CALL:
            count = len(callable_cards(hand.space))
            return [
                speaker.say("what.call", size=rules.calls, decks=rules.deck_count, number=count)
            ]
        case Wait.LEAD:
            key = "what.lead-beat" if rules.failed_throw == "must-beat" else "what.lead"
            lines, decks = [speaker.text(key)], rules.deck_count
            if decks > 2:
                more = "what.lead-triples" if decks == 3 else "what.lead-tuples"
                lines.append(speaker.say(more, decks=decks))
            return lines
        case Wait.FOLLOW:
            return _what_to_follow(session, hand, speaker)
    return [speaker.say("what.wait", seat=hand.turn)]


def _what_to_declare(session: Session, hand: Hand, speaker: Speaker) -> list[str]:
    lines = [speaker.say("what.draw", rank=hand.ranks[PERSON])]
    if phrases.own_ranks(hand):
        lines.append(speaker.text("what.draw-own"))
    if session.options:
        lines.append(speaker.say("what.draw-options", options=speaker.options(session.options)))
    return lines


def _what_to_follow(session: Session, hand: Hand, speaker: Speaker) -> list[str]:
    trick = hand.trick
    assert trick is not None
    units = lead_shape(hand.space, trick.lead.reading)
    lines = [speaker.say("has-led", seat=trick.leader, units=units)]
    lines.append(phrases.duty(session, speaker))
    if must := phrases.forced(session):
        lines.append(speaker.say("what.forced", cards=must))
    if trick.lead.owed(session.cards).of_suit == 0:
        lines.append(speaker.text("what.follow-others"))
    return lines


def advised(session: Session, found: Command | None, speaker: Speaker) -> str | None:
    """Describe the advice of a bot; `None` if no decision is due."""
    match found:
        case AnswerRedeal():
            return speaker.text("hint.redeal" if found.wanted else "hint.play-on")
        case Bury():
            return speaker.say("what.hint-bury", cards=_sorted(session, found.cards))
        case BidLand() if not found.cards:
            return speaker.text("hint.land-pass")
        case BidLand():
            return speaker.say("hint.land", cards=found.cards)
        case CallFriends():
            return speaker.say("hint.call", calls=found.calls)
        case Play():
            return speaker.say("what.hint", cards=_sorted(session, found.cards))
        case Show():
            return speaker.say("what.hint-show", cards=found.cards)
        case _:
            return None if session.due is None else speaker.text("what.hint-wait")


def why(session: Session, found: Command | None, speaker: Speaker) -> str | None:
    """The reason for a bot's advice, in one or two sentences; `None` if no decision is due."""
    return None if session.due is None else session.why(found).render(speaker.language)


def _sorted(session: Session, cards: tuple[Card, ...]) -> list[Card]:
    assert session.hand is not None
    return session.hand.space.sort(cards)
