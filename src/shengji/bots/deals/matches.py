"""Possible matches: the hidden cards of a match filled in, as one seat may believe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from shengji.bots.deals.sampler import Sampler
from shengji.cards import Card, take
from shengji.game import Hand, Match, Phase
from shengji.game.memory import Memory


def deals(
    match: Match, number: int, *, seat: int | None = None, seed: int = 0, even: bool = False
) -> Iterator[Match]:
    """Sample the hidden cards of a match, so that they agree with everything a seat has seen.

    Nothing that the seat cannot know has any influence: two matches that look alike to the seat
    give the same deals. In the draw, the cards that are still to be drawn are sampled as well.

    Args:
        match: a match with a hand under way; it is not changed.
        number: number of deals.
        seat: the seat; `None`: the match's own viewer.
        seed: seed of the samples.
        even: make all possible deals equally likely; otherwise weigh them by how players declare
            and bury.

    Yields:
        matches in which every card is known, ready to be played on.

    Raises:
        ValueError: no hand is under way, or the seat is missing, wrong, or not the match's viewer.

    >>> from random import Random
    >>> from shengji.bots import Table, make_bot
    >>> bots = {seat: make_bot("easy", "tractor", seat) for seat in range(4)}
    >>> table = Table("tractor", bots, Random(1))
    >>> while table.match.hand is None or table.match.hand.phase is not Phase.PLAY:
    ...     events = table.step()
    >>> found = [deal.hand.hands for deal in deals(table.match, 3, seat=2)]
    >>> found[0][2] == found[1][2] == table.match.hand.hands[2], found[0][1] == found[1][1]
    (True, False)
    """
    seat = match.seen_by if seat is None else match.rules.check_seat(seat)
    if number < 0:
        raise ValueError(f"the number of deals is 0 or more, not {number}")
    if seat is None:
        raise ValueError("say for which seat, as in seat=0: this match is no single seat's view")
    if not match.all_seen and seat != match.seen_by:
        raise ValueError(f"this match is what seat {match.seen_by} sees, not seat {seat}")
    hand = match.hand
    if hand is None or hand.is_over:
        raise ValueError("no hand is under way")
    view = Match.beside(match, seat) if match.all_seen else match
    assert view.hand is not None
    memory = Memory(match.rules, seat)
    memory.recall(view.hand)
    return _deals(view, seat, Sampler(view.hand, memory, seed, even=even), number, seed)


def _deals(view: Match, seat: int, sampler: Sampler, number: int, seed: int) -> Iterator[Match]:
    chance = Random(seed)
    drawn = sampler.draw(number)
    for words, kitty in zip(drawn.hands, drawn.kitties, strict=True):
        held = [list(sampler.space.cards(cards)) for cards in words]
        yield _filled(view, seat, held, tuple(sampler.space.cards(kitty)), chance)


def _filled(
    view: Match, seat: int, held: list[list[Card]], kitty: tuple[Card, ...], chance: Random
) -> Match:
    """A copy of a match with these cards, of which those not drawn yet become the deck."""
    match = view.copy()
    match.seen_by, match.all_seen = None, True
    hand, full = view.hand, match.hand
    assert hand is not None and full is not None
    full.seen_by, full.all_seen = None, True
    if hand.phase is Phase.DRAW:
        full.started = replace(full.started, deck=(*_deck(hand, held, chance), *kitty))
        held = [cards[:size] for cards, size in zip(held, hand.sizes, strict=True)]
    elif hand.hands[seat]:
        held[seat] = list(hand.hands[seat])
    full.hands = held
    full.kitty = kitty if kitty else None
    if hand.buried_by is not None and kitty:
        full.burials = {**hand.burials, hand.buried_by: kitty}
    return match


def _deck(hand: Hand, held: list[list[Card]], chance: Random) -> list[Card]:
    """Order each seat's cards as drawn: those it holds or has shown first; return the deck."""
    for seat, cards in enumerate(held):
        first = list(hand.hands[seat]) if hand.knows(seat) else []
        if not first:
            shown = Counter[Card]()
            for showing in hand.shown:
                if showing.seat == seat:
                    shown |= Counter(showing.cards)
            first = list(shown.elements())
        take(cards, first)
        chance.shuffle(cards)
        cards[:0] = first
    players, first_seat = hand.players, hand.first
    return [held[(first_seat + turn) % players][turn // players] for turn in range(hand.to_draw)]
