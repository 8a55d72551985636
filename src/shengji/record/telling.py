"""A moment of a record in words: what has just happened, who decides now, and what is owed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shengji.cards import Card, write_cards
from shengji.game import (
    DealtAgain,
    Event,
    FriendJoined,
    FriendsCalled,
    Hand,
    HandStarted,
    KittyBuried,
    LandBid,
    Phase,
    Played,
    RedealAnswered,
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.duty import duty_words
from shengji.game.refusals import cards_words, rung_words, suit_letter, suit_words
from shengji.record.viewing import Viewing
from shengji.words import Language, texts


class Asked(NamedTuple):
    """The seat that decides at a moment.

    Attributes:
        seat: who.
        phase: what about, as a phase of the hand.
        words: what is to be decided; for a follow what is owed, where the viewer sees the hand.
        why: the lead from which that follows; empty where there is none.
    """

    seat: int
    phase: Phase
    words: str
    why: str = ""


def asked(
    viewing: Viewing, language: Language = "en", names: Sequence[str] | None = None
) -> Asked | None:
    """The seat that decides next, and its duty; `None` in the draw and between hands.

    That is what the rules of today ask; a record that is older may have been played otherwise.

    Args:
        viewing: the record at a moment.
        language: of the words.
        names: what the players are called; as a rule as in the record.
    """
    hand, said = viewing.match.hand, texts("replay")
    if hand is None or viewing.match.winners is not None or hand.turn is None or hand.is_over:
        return None
    if hand.land_is_bid:
        return None  # whoever has bid takes the kitty
    seat = hand.turn
    match hand.phase:
        case Phase.DRAW:
            return None
        case Phase.BURY:
            words = said["bury"].said(language, size=hand.rules.kitty_size)
            return Asked(seat, hand.phase, words)
        case Phase.PLAY if hand.trick is not None:
            return None if _full(hand) else _follow(names or viewing.names, hand, seat, language)
        case Phase.PLAY:
            return Asked(seat, hand.phase, said["lead"].said(language))
    return Asked(seat, hand.phase, said[hand.phase.value].said(language))


def _full(hand: Hand) -> bool:
    return hand.trick is not None and len(hand.trick.plays) == hand.players


def _follow(names: Sequence[str], hand: Hand, seat: int, language: Language) -> Asked:
    trick = hand.trick
    assert trick is not None
    lead = trick.lead_for(seat)
    shapes = Counter(unit.shape for unit in lead.reading)
    units = rung_words([[*shape, times] for shape, times in shapes.items()], language)
    suit = suit_words(suit_letter(hand.space, lead.suit), language)
    leader = names[trick.leader]
    why = texts("replay")["led"].said(language, name=leader, units=units.strip(), suit=suit)
    if not hand.knows(seat):
        return Asked(seat, hand.phase, texts("replay")["follow"].said(language), why)
    held = hand.hands[seat]
    return Asked(seat, hand.phase, duty_words(lead, lead.owed(held), held, language), why)


def news(
    viewing: Viewing, language: Language = "en", names: Sequence[str] | None = None
) -> list[str]:
    """The news since the stop before, a sentence each; arguments as of `asked`."""
    before = max((stop for stop in viewing.stops if stop < viewing.at), default=0)
    hand, events = viewing.match.hand, viewing.record.events[before : viewing.at]
    called = names or viewing.names
    told = (_told(hand, event, called, language) for event in events if hand is not None)
    return [words for words in told if words]


def _told(hand: Hand, event: Event, names: Sequence[str], language: Language) -> str:
    """An event that has just happened in a hand, in words; empty where the picture says it."""
    number = len(hand.tricks) + (hand.trick is not None)

    def say(key: str, **params: object) -> str:
        area, _, name = key.partition(".")
        return texts(area)[name].said(language, **params)

    def words(cards: Iterable[Card]) -> str:
        return cards_words(write_cards(cards), language)

    match event:
        case HandStarted():
            return say("replay.starts", name=names[event.first])
        case Shown():
            return say(f"account.{event.way}", name=names[event.seat], cards=words(event.cards))
        case TrumpMade():
            suit = say("account.no-suit", rank=hand.rank.value)
            trump = suit if event.suit is None else f"{hand.rank.value}{event.suit.symbol}"
            return say("replay.trump", trump=trump, name=names[event.dealer])
        case RedealAnswered() if event.wanted:
            return say("account.claims", name=names[event.seat], cards=words(event.cards))
        case DealtAgain():
            why = say(f"account.again-{event.reason}", cards=words(event.turned))
            return f"{say('account.again')}: {why}"
        case LandBid():
            return say("account.land-bid", name=names[event.seat], cards=words(event.cards))
        case KittyBuried():
            return say("replay.buries", name=names[event.seat])
        case FriendsCalled():
            return say("replay.calls", name=names[event.seat])
        case ThrowFailed():
            name, other = names[event.seat], names[event.challenger]
            cards = words(event.thrown)
            failed = say("account.failed", number=number, name=name, cards=cards, other=other)
            return failed + (say("account.penalty", points=event.penalty) if event.penalty else "")
        case Played():
            return say("replay.plays", name=names[event.seat], cards=words(event.cards))
        case FriendJoined():
            card = words([hand.calls[event.call].card])
            name = names[event.seat]
            joins = say("account.joins", number=number, name=name, cards=card)
            return joins + (say("account.lost", points=event.lost) if event.lost else "")
        case RestClaimed():
            key = f"account.claim-{event.takes}{'' if event.accepted else '-declined'}"
            number = len(hand.tricks) + 1
            return say(key, number=number, name=names[event.seat])
        case TrickTaken():
            taken, name = len(hand.tricks), names[event.seat]
            return say("replay.takes", name=name, number=taken, points=event.points)
    return ""
