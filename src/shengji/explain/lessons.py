"""What one answer has over another: how they differ, in what the player who decides can see.

Reviews, hints and puzzles ask here, so that they say the same of the same position. Every lesson
follows from what the player could see then, and from the difference between two answers; that a
throw was stopped is what happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Protocol

from shengji.bots.ruled import RememberingBot
from shengji.cards import Card, points_of
from shengji.game import Call, Decision, Hand
from shengji.game.reasons import is_many, is_time_for_trumps, trumps_with
from shengji.play.space import TRUMP
from shengji.play.tricks import winner
from shengji.play.units import Unit, default_reading
from shengji.record.reviews import Lesson

Play = tuple[Card, ...]


class Answered(Protocol):
    """What was decided, or could be: cards, or calls."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards to play, bury, show or bid; none to wait or to pass."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """The friends to call."""


BARE: Final = frozenset(
    {
        "lead-trump-early",
        *(f"{bid}-{way}" for bid in ("show", "land") for way in ("missed", "rash", "other")),
    }
)
"""Lessons that say of an answer that it is better, and nothing that makes it so."""

SLIGHT: Final = frozenset({"high-thrown-away"})
"""Lessons of little weight, for where there is nothing else to tell."""

OF_OTHER: Final = frozenset(
    {
        *("throw-stopped", "throw-risky", "lead-points", "pair-broken", "partner-overtaken"),
        *("points-given", "trump-spent", "high-thrown-away", "trumps-thrown-away"),
        *("kitty-points", "kitty-trumps", "kitty-pair", "show-kept", "land-kept"),
    }
)
"""Lessons that speak of the answer that is not as good; the others speak of the better one."""


def lessons(
    seer: RememberingBot,
    decision: Decision,
    made: Answered,
    best: Answered,
    *,
    failed: bool = False,
) -> tuple[Lesson, ...]:
    """What `best` has over `made`, the most telling first; none where nothing can be named.

    Args:
        seer: has seen what the player saw before the decision, and nothing since.
        decision: what is decided.
        made: what was done, or might be.
        best: what promises more.
        failed: whether a throw was stopped.
    """
    match decision:
        case "lead":
            return tuple(_of_lead(seer, made.cards, best.cards, failed=failed))
        case "follow":
            return tuple(_of_follow(seer, made.cards, best.cards))
        case "bury":
            return tuple(_of_kitty(seer, made.cards, best.cards))
        case "show" | "land":
            return tuple(_of_bid(seer, decision, made.cards, best.cards))
        case "call":
            return tuple(_of_calls(seer, made.calls, best.calls))
        case "redeal":
            return ()


def _of_lead(seer: RememberingBot, made: Play, best: Play, *, failed: bool) -> Iterator[Lesson]:
    space, held = seer.hand.space, Counter(seer.cards)
    suit, other = space.suit(made[0]), space.suit(best[0])
    units, instead = _units(seer, made), _units(seer, best)
    beatable = [unit for unit in units if not seer.memory.stands(suit, unit)]
    if len(units) > 1 and beatable:
        yield Lesson("throw-stopped" if failed else "throw-risky", beatable[-1].cards)
    sure = all(seer.memory.stands(other, unit) for unit in instead)
    if len(units) == 1 and beatable and points_of(made) > (0 if sure else points_of(best)):
        yield Lesson("lead-points", made, points_of(made))
    if sure and (beatable or suit != other):
        yield Lesson(_sure(other, instead), best)
    broken = _broken(held, made, best)
    if broken:
        yield Lesson("pair-broken", broken)
    if suit == TRUMP != other:
        yield Lesson("lead-trump-early", made)
    elif other == TRUMP != suit and is_time_for_trumps(seer.hand, seer.seat):
        yield Lesson("lead-trump-missed", best)


def _sure(suit: int, units: tuple[Unit, ...]) -> str:
    """What is told of units of a suit that nobody can beat in it."""
    if len(units) > 1:
        return "throw-sure"
    return "lead-sure-trump" if suit == TRUMP else "lead-sure"


def _units(seer: RememberingBot, cards: Play) -> tuple[Unit, ...]:
    return tuple(default_reading(seer.hand.space, cards))


def _broken(held: Counter[Card], made: Play, best: Play) -> Play:
    """A pair or more of which part was given away, and that the better play leaves whole."""
    mine, others = Counter(made), Counter(best)
    broken = [
        card
        for card, number in mine.items()
        if 0 < number < held[card] and others[card] in (0, held[card])
    ]
    return (broken[0],) * held[broken[0]] if broken else ()


def _of_follow(seer: RememberingBot, made: Play, best: Play) -> Iterator[Lesson]:
    hand, seat = seer.hand, seer.seat
    trick, ahead = hand.trick, hand.ahead
    assert trick is not None and ahead is not None
    side = hand.side_told(seat, ahead)
    ours, theirs = side is True, side is False
    wins, would = _wins(hand, made), _wins(hand, best)
    given, less = points_of(made), points_of(best)
    last = len(trick.plays) == hand.players - 1
    if wins and ours and not would:
        yield Lesson("partner-overtaken", made, trick.points)
    if not wins and theirs and given > less:
        yield Lesson("points-given", made, given - less)
    if not wins and ours and less > given:
        yield Lesson("points-kept", best, less)
    if would and not wins and theirs:
        yield Lesson("ruff-missed" if _ruffs(hand, best) else "win-missed", best, trick.points)
    if wins and not would and theirs and _ruffs(hand, made):
        yield Lesson("trump-spent", made, trick.points)
    if wins and would and _higher(hand, made, best):
        yield Lesson("won-dearly" if last else "won-too-high", best)
    if wins and would and _higher(hand, best, made) and not last:
        yield Lesson("won-too-low", best)
    if (
        not wins
        and not would
        and given == less
        and _higher(hand, made, best)
        and _may_win(seer, made)
    ):
        yield Lesson("high-thrown-away", made)
    trumps = _trumps(hand, made)
    if not wins and not would and trick.lead.suit != TRUMP and trumps:
        wasted = _beyond(trumps, _trumps(hand, best))
        if wasted:
            yield Lesson("trumps-thrown-away", wasted)
    broken = _broken(Counter(seer.cards), made, best)
    if broken:
        yield Lesson("pair-broken", broken)


def _beyond(cards: Play, others: Play) -> Play:
    """What some cards have beyond others."""
    return tuple((Counter(cards) - Counter(others)).elements())


def _trumps(hand: Hand, cards: Play) -> Play:
    return tuple(card for card in cards if hand.space.suit(card) == TRUMP)


def _wins(hand: Hand, cards: Play) -> bool:
    """Whether a follow would lead the trick as it lies."""
    trick = hand.trick
    assert trick is not None
    plays = [*trick.plays, cards]
    return winner(hand.space, trick.lead.reading, plays) == len(trick.plays)


def _ruffs(hand: Hand, cards: Play) -> bool:
    """Whether a follow is of trumps alone on a lead of another suit."""
    assert hand.trick is not None
    suit = hand.trick.lead.suit
    return suit != TRUMP and all(hand.space.suit(card) == TRUMP for card in cards)


def _higher(hand: Hand, one: Play, other: Play) -> bool:
    """Whether the highest card of one is higher than that of the other, in the same suit."""
    space = hand.space
    high, low = space.sort(one)[0], space.sort(other)[0]
    same = space.suit(high) == space.suit(low)
    return same and space.column(high) > space.column(low)


def _may_win(seer: RememberingBot, cards: Play) -> bool:
    """Whether few cards that are out are higher than the highest of these: no more than seats."""
    space = seer.hand.space
    high = space.sort(cards)[0]
    out = seer.hand.unseen_by(seer.seat)
    return sum(_higher(seer.hand, (card,), (high,)) for card in out) <= seer.hand.players


def _of_kitty(seer: RememberingBot, made: Play, best: Play) -> Iterator[Lesson]:
    space, held = seer.hand.space, Counter(seer.cards)
    put, less = points_of(made), points_of(best)
    trumps, fewer = _trumps(seer.hand, made), _trumps(seer.hand, best)
    if len(trumps) > len(fewer):
        yield Lesson("kitty-trumps", _beyond(trumps, fewer))
    if put > less:
        yield Lesson("kitty-points", tuple(c for c in _beyond(made, best) if c.points), put - less)
    elif less > put:
        more = tuple(c for c in _beyond(best, made) if c.points)
        yield Lesson("kitty-points-kept", more, less - put)
    gone, would = Counter(made), Counter(best)
    pairs = [card for card in gone if gone[card] < held[card] and would[card] in (0, held[card])]
    whole = [card for card in gone if gone[card] >= 2 and not would[card]]
    if pairs:
        yield Lesson("pair-broken", (pairs[0],) * held[pairs[0]])
    elif whole:
        yield Lesson("kitty-pair", (whole[0],) * gone[whole[0]])
    for suit, cards in space.by_suit(seer.cards).items():
        if suit != TRUMP and _takes(best, cards) and not _takes(made, cards):
            yield Lesson("kitty-void", tuple(cards))


def _takes(kitty: Play, cards: list[Card]) -> bool:
    return not Counter(cards) - Counter(kitty)


def _of_bid(seer: RememberingBot, decision: Decision, made: Play, best: Play) -> Iterator[Lesson]:
    """What a bid does: how many of one's cards are trumps."""
    hand, seat = seer.hand, seer.seat
    trumps, others = trumps_with(hand, seat, best), trumps_with(hand, seat, made)
    if best and trumps > others and is_many(trumps, len(seer.cards)):
        yield Lesson(f"{decision}-trumps", best, trumps)
    elif not best and trumps >= others and seer.hand.shown:
        yield Lesson(f"{decision}-kept", made, trumps)
    elif not made:
        yield Lesson(f"{decision}-missed", best)
    elif not best:
        yield Lesson(f"{decision}-rash", made)
    else:
        yield Lesson(f"{decision}-other", best)


def _of_calls(
    seer: RememberingBot, made: tuple[Call, ...], best: tuple[Call, ...]
) -> Iterator[Lesson]:
    """What speaks for calling a card rather than another: its height, or that it is soon led to."""
    space = seer.hand.space
    held = Counter(space.suit(card) for card in seer.cards)
    called = [call for call in best if call not in made]
    left_out = [call for call in made if call not in best]
    for call, instead in zip(called, left_out, strict=True):
        card, less = call.card, instead.card
        mine, others = held[space.suit(card)], held[space.suit(less)]
        if card == less:
            if call.ordinal < instead.ordinal:
                yield Lesson("call-earlier", (card,))
        elif space.suit(card) == space.suit(less):
            if space.column(card) > space.column(less):
                yield Lesson("call-higher", (card,))
        elif mine < others:
            yield Lesson("call-short" if mine else "call-void", (card,), mine)
        elif mine > others:
            yield Lesson("call-long", (card,), mine)
