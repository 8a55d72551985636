"""The example of docs/record-format.md."""

from __future__ import annotations

from random import Random

import msgspec

from shengji.cards import Rank
from shengji.game import (
    Bury,
    CloseDraw,
    Command,
    Draw,
    Event,
    Hand,
    Match,
    Phase,
    Play,
    Show,
    shuffled,
)
from shengji.record import Header, header_of
from shengji.rules import Rules

RULES = Rules(decks=1, kitty=38, last_level=Rank.TWO)
HEADER = header_of(RULES, ["Ann", "Bo", "Cai", "Dee"], created="2021-02-15T20:00:00Z", seed=2)


def example_events() -> list[Event]:
    """A whole match of four cards each, in which a throw fails."""
    match, events = Match(RULES), list[Event]()
    chance = Random(HEADER.seed)
    while match.winners is None:
        if match.between_hands:
            command: Command = shuffled(RULES, chance)
        else:
            assert match.hand is not None
            command = next_command(match.hand)
        answer = match.do(command)
        events += answer
    return events


def next_command(hand: Hand) -> Command:
    """Show what can be shown, keep low trumps, throw, and follow with the first cards that may."""
    if hand.phase is Phase.DRAW:
        for seat in range(hand.players):
            options = hand.bidding.options(seat, hand.hands[seat])
            if options:
                return Show(seat, options[0])
        return Draw() if hand.cards_to_draw else CloseDraw()
    assert hand.turn is not None
    cards = hand.space.sort(hand.hands[hand.turn])
    if hand.phase is Phase.BURY:
        kept = [card for card in cards if hand.space.suit(card) == hand.space.suit(cards[0])]
        kept = kept[-hand.rules.hand_size :]
        return Bury(hand.turn, tuple(card for card in cards if card not in kept))
    if hand.trick is not None:
        return Play(hand.turn, next(hand.trick.lead.follows(cards)))
    led = [card for card in cards if hand.space.suit(card) == hand.space.suit(cards[0])]
    return Play(hand.turn, tuple(led))


def lines_of(header: Header, events: list[Event]) -> str:
    """The text of a record."""
    return "\n".join(msgspec.json.encode(line).decode() for line in (header, *events))
