"""Describes a moment of a record: the last events, the deciding seat and its duty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shengji.game import Hand, HandEnded, Phase
from shengji.game.duty import duty_words
from shengji.game.notes import lead_shape, notes_of
from shengji.game.voice import Voice
from shengji.record.viewing import Viewing
from shengji.words import Language, texts


class DecidingSeat(NamedTuple):
    """The seat that decides at a moment.

    Attributes:
        words: the decision; for a follow the duty, where the viewer sees the hand.
        why: the lead that causes the duty; else empty.
    """

    seat: int
    phase: Phase
    words: str
    why: str = ""


def deciding_seat(
    viewing: Viewing, language: Language = "en", names: Sequence[str] | None = None
) -> DecidingSeat | None:
    """The seat that decides next, with its duty; `None` in the draw and between hands.

    The duty follows the present rules; an older record may have been played otherwise.

    Args:
        viewing: the record at a moment.
        language: language of the words.
        names: the players' names; by default the names in the record.
    """
    hand, said = viewing.match.hand, texts("replay")
    if hand is None or viewing.match.winners is not None or hand.turn is None or hand.is_over:
        return None
    if hand.land_is_bid:
        return None  # The bidder takes the kitty.
    seat = hand.turn
    match hand.phase:
        case Phase.DRAW:
            return None
        case Phase.BURY:
            words = said["bury"].render(language, size=hand.rules.kitty_size)
            return DecidingSeat(seat, hand.phase, words)
        case Phase.PLAY if hand.trick is not None:
            return None if _full(hand) else _follow(names or viewing.names, hand, seat, language)
        case Phase.PLAY:
            return DecidingSeat(seat, hand.phase, said["lead"].render(language))
    return DecidingSeat(seat, hand.phase, said[hand.phase.value].render(language))


def _full(hand: Hand) -> bool:
    return hand.trick is not None and len(hand.trick.plays) == hand.players


def _follow(names: Sequence[str], hand: Hand, seat: int, language: Language) -> DecidingSeat:
    trick = hand.trick
    assert trick is not None
    lead = trick.lead_for(seat)
    shape = lead_shape(hand.space, lead.reading)
    why = Voice(language, names).say("has-led", seat=trick.leader, units=shape)
    if not hand.knows(seat):
        return DecidingSeat(seat, hand.phase, texts("replay")["follow"].render(language), why)
    held = hand.hands[seat]
    return DecidingSeat(seat, hand.phase, duty_words(lead, lead.owed(held), held, language), why)


def news(
    viewing: Viewing, language: Language = "en", names: Sequence[str] | None = None
) -> list[str]:
    """Sentences on the events since the previous stop; arguments as in `deciding_seat`."""
    at = viewing.at
    voice = Voice(language, names or viewing.names)
    viewing.go(max((stop for stop in viewing.stops if stop < at), default=0))
    return [
        voice.sentence(note)
        for event in viewing.walk(at)
        if not isinstance(event, HandEnded)  # The picture names the winner.
        for note in notes_of(viewing.match, event)
    ]
