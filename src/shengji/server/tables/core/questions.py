"""Prompts of a match: the pending decision, and the choices of the seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from msgspec.structs import replace

from shengji.cards import Card, Rank, Suit, lacking, minus
from shengji.game import Due, Hand, Match, Phase, callable_cards
from shengji.game.duty import duty_words, redeal_words
from shengji.game.refusals import Refusal, suit_letter
from shengji.play.columns import columns_of, longest_in, next_placement, put
from shengji.play.follows import Lead, Owed, placements
from shengji.play.jit import Matrix
from shengji.play.ladder import asked, columns_up_to, most_copies
from shengji.play.space import Space
from shengji.play.units import default_reading, name_cards, unit_table
from shengji.server.site.words import words
from shengji.server.tables.state import CallChoice, Letter, Now, OwedState, Turn, Wait
from shengji.words import LANGUAGES

Group = tuple[Card, ...]
"""Cards of a hand that belong together and are selected together."""

_WAITS: dict[Phase, Wait] = {
    Phase.REDEAL: "redeal",
    Phase.BURY: "bury",
    Phase.LAND: "land",
    Phase.CALL: "call",
    Phase.AGAIN: "start",
}


def public_now(match: Match, unseen: tuple[int, ...], since: int) -> Now:
    """Return the public part of a match's prompt.

    It follows from public information alone: possible declarations are not included.

    Args:
        match: the match.
        unseen: the seats that still have to see the result, between hands.
        since: the version at which the prompt began.
    """
    hand = match.hand
    if hand is None:
        return Now(wait="start", since=since)
    now = Now(
        wait=_wait(match, hand, unseen),
        seats=(hand.turn,) if _is_open(match, hand) and hand.turn is not None else (),
        since=since,
        trump=_trump(hand),
        dealer=hand.dealer,
        winning=hand.ahead,
        points=hand.opponents_points,
        declarers=() if hand.dealer is None else hand.declarers,
        sides_known=hand.dealer is not None and hand.sides_known,
        taken=tuple(hand.taken),
        account=match.account,
    )
    return replace(now, seats=unseen) if now.wait == "next" else now


def _is_open(match: Match, hand: Hand) -> bool:
    """Whether the seat to decide is public."""
    return match.winners is None and hand.phase is not Phase.DRAW


def _wait(match: Match, hand: Hand, unseen: tuple[int, ...]) -> Wait:
    if match.winners is not None:
        return "over"
    if hand.phase is Phase.DRAW:
        return "declare" if not hand.cards_to_draw and hand.rules.pause_after_draw else "draw"
    if hand.phase is Phase.ENDED:
        return "next" if unseen else "start"
    if hand.phase is Phase.PLAY:
        return "lead" if hand.trick is None else "follow"
    return _WAITS[hand.phase]


def _trump(hand: Hand) -> tuple[Rank, Suit | None] | None:
    """Return the trump so far; `None` while not even its rank is known."""
    if hand.started.rank is None and hand.dealer is None:
        return None
    trump = hand.trump_so_far
    return trump.rank, trump.suit


def turn_of(hand: Hand, due: Due) -> Turn:
    """Return the choices of a seat for a due decision."""
    cards = hand.hands[due.seat]
    match due.decision:
        case "show" | "land":
            return Turn(options=due.options)
        case "redeal":
            return Turn(
                reason=words(*(redeal_words(hand, cards, language) for language in LANGUAGES))
            )
        case "bury":
            size = hand.rules.kitty_size
            return Turn(size=size, groups=units_of(hand.space, cards, size))
        case "call":
            copies = hand.rules.deck_count
            choices = tuple(CallChoice(card, copies) for card in callable_cards(hand.space))
            return Turn(choices=choices, calls=hand.rules.calls)
        case "lead":
            return Turn(groups=units_of(hand.space, cards, len(cards)))
        case "follow":
            return _follow(hand, due.seat, cards)


def _follow(hand: Hand, seat: int, cards: list[Card]) -> Turn:
    assert hand.trick is not None, "a lead lies there"
    lead = hand.trick.lead_for(seat)
    owed, forced, unplayable = lead.owed(cards), lead.forced(cards), lead.unplayable(cards)
    return Turn(
        size=owed.size,
        forced=forced,
        unplayable=unplayable,
        groups=units_owed(lead, owed, cards) or _units_free(lead, forced, unplayable, cards),
        owed=_owed_state(lead, owed, cards),
    )


def _units_free(
    lead: Lead, forced: Sequence[Card], unplayable: Sequence[Card], hand: Sequence[Card]
) -> tuple[Group, ...]:
    """Return the units among the cards that a follower may play next to the forced ones."""
    free = [card for card in minus(hand, forced) if card not in unplayable]
    return units_of(lead.space, free, lead.size - len(forced))


def _owed_state(lead: Lead, owed: Owed, hand: Sequence[Card]) -> OwedState:
    """Return the obligation of a player with this hand on a lead, with its sentence."""
    letter = suit_letter(lead.space, owed.suit)
    return OwedState(
        cast(Letter, letter),
        owed.size,
        owed.of_suit,
        owed.rung,
        owed.beat,
        words(*(duty_words(lead, owed, hand, language) for language in LANGUAGES)),
    )


def units_of(space: Space, hand: Sequence[Card], most: int) -> tuple[Group, ...]:
    """Return the tractors and tuples of at most `most` cards in a hand, longest first.

    A card is in one of them, or in none.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(decks=3), Trump(Rank("2"), Suit("H")))
    >>> hand = read_cards("AS AS 9S 9S 9S 8S 8S 7S 6D 6D 6D 5D 5D 5D")
    >>> [write_cards(group) for group in units_of(space, hand, len(hand))]
    ['6D 6D 6D 5D 5D 5D', '9S 9S 8S 8S', 'AS AS']
    >>> [write_cards(group) for group in units_of(space, hand, 3)]
    ['9S 9S 9S', '6D 6D 6D', '5D 5D 5D', 'AS AS', '8S 8S']
    """
    found: list[tuple[int, int, Group]] = []
    for suit, cards in space.by_suit(hand).items():
        if len(set(cards)) < len(cards):
            columns = columns_of(space.table, suit, space.words(cards))
            found += _cut(space, suit, columns, most)
    found.sort(key=lambda one: one[:2], reverse=True)
    return tuple(group for _, _, group in found)


def _cut(space: Space, suit: int, columns: Matrix, most: int) -> Iterator[tuple[int, int, Group]]:
    """Cut units of at most `most` cards out of the columns, longest first, with size and width."""
    shapes = [
        (width * length, width, length)
        for width in range(2, space.decks + 1)
        for length in range(1, min(int(longest_in(columns)), most // width) + 1)
    ]
    for size, width, length in sorted(shapes, reverse=True):
        placement = next_placement(columns, width, length, -1)
        while placement >= 0:
            top = put(columns, width, length, placement)
            row = (width, length, top, placement & 255)
            yield size, width, name_cards(space, suit, row).cards
            # Another unit may start at this place.
            placement = next_placement(columns, width, length, placement - 1)


def offending_cards(
    hand: Hand, seat: int, cards: Sequence[Card], refusal: Refusal
) -> tuple[Card, ...]:
    """Return the cards of a refused decision that break a rule; empty where their number is wrong.

    A lead keeps the suit, or the unit, with the most of its cards.
    """
    space, held = hand.space, hand.hands[seat]
    match refusal.code:
        case "not-held":
            return tuple(space.sort(lacking(cards, held)))
        case "mixed-suits":
            suits = Counter(map(space.suit, cards))
            kept = max(suits, key=lambda suit: suits[suit])
            return tuple(space.sort([card for card in cards if space.suit(card) != kept]))
        case "no-throws":
            largest = max(default_reading(space, cards), key=lambda unit: len(unit.cards))
            return tuple(space.sort(minus(cards, largest.cards)))
        case "suit" | "structure" | "beat":
            assert hand.trick is not None, "a lead lies there"
            return hand.trick.lead_for(seat).offending(held, cards)
        case _:
            return ()


def units_owed(lead: Lead, owed: Owed, hand: Sequence[Card]) -> tuple[Group, ...]:
    """Return the units by which a hand can meet its obligation on a lead, longest first.

    They may overlap: three pairs in a row contain two tractors.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = Lead(space, default_reading(space, read_cards("KS KS QS QS")))
    >>> hand = read_cards("9S 9S 8S 8S 7S 7S 4S 4S 3C 3C")
    >>> [write_cards(group) for group in units_owed(lead, lead.owed(hand), hand)]
    ['9S 9S 8S 8S', '8S 8S 7S 7S']
    """
    if not owed.rung:
        return ()
    if owed.beat:
        return tuple(lead.follows(hand))
    space, suit = lead.space, lead.suit
    units, words = unit_table(space, lead.reading), space.words(hand)
    words &= int(asked(space.table, suit, units, words))
    most = int(most_copies(space.table, units, space.decks))
    columns = columns_up_to(space.table, suit, words, most)
    return tuple(
        unit
        for width, length, _ in owed.rung
        for unit in placements(space, suit, columns, width, length)
    )
