"""The candidate ways to follow several cards.

There are too many to weigh them all. The value of keeping each card decides which cards to give up:
when points do not matter, when they are to go to a partner, and when they are to be kept from an
enemy. The ways to win the trick are tried from the lowest.
"""

from __future__ import annotations

import numpy as np

from shengji.bots.policy.follows import describe, mark_trick
from shengji.bots.policy.odds import (
    EMPTY,
    FOLLOW_PAIRS,
    NEVER,
    RUFF_PAIRS,
    one_holds,
    prepare,
    side_keeps,
    side_wins,
)
from shengji.bots.policy.picks import build_follow, build_ruff
from shengji.bots.policy.scratchpad import HELPERS, REST, SAME, SCRATCHPAD, Scratchpad
from shengji.bots.policy.seat_view import above_column
from shengji.bots.policy.worth import weigh_cards
from shengji.play.apply import takes_lead
from shengji.play.bits import popcount
from shengji.play.columns import LENGTH, WIDTH, highest_unit
from shengji.play.jit import (
    BOOL,
    FLOAT,
    INT,
    MATRIX,
    NOTHING,
    WORDS,
    Matrix,
    Words,
    compiled,
    compiled_lean,
    compiled_part,
)
from shengji.play.ladder import meets, owed
from shengji.play.position import BEST, PLAYED, UNITS
from shengji.play.space import MASK, SUIT, TRUMP
from shengji.play.words import count_in, points_at

FOLLOWED, RUFFED, OFF_SUIT = range(0, 6, 2)
"""The kinds of follows of several cards: all of the suit led, trumps alone on a plain suit, other
cards; plus one when the play takes the lead of the trick."""
MOST_WAYS = 6
"""Maximum number of ways to win a trick with several cards, from the lowest."""
FEED, KEEP = 3.0, -3.0
"""The weight of a point on a card that should go to a partner, or be kept from an enemy."""
FIRST = 100.0
"""The weight of a card in a suit that should be emptied first."""


@compiled_part(NOTHING, SCRATCHPAD, INT, FLOAT, FLOAT)
def price(pad: Scratchpad, places: int, each: float, point: float) -> None:
    """Lower the value of the cards in some places by `each` per card and `point` per point."""
    position = pad.position
    while places != 0:
        bit = places & -places
        places ^= bit
        pad.worth[popcount(bit - 1)] -= each + point * points_at(position.space, bit)


@compiled(BOOL, MATRIX, INT, MATRIX, WORDS)
def owes_whole(space: Matrix, suit: int, lead: Matrix, hand: Words) -> bool:
    """Whether a follower owes the whole unit that was led."""
    rung = owed(space, suit, lead, hand)
    if rung.shape[0] == 0:
        return False
    return bool(rung[0, WIDTH] == lead[0, WIDTH] and rung[0, LENGTH] == lead[0, LENGTH])


@compiled(BOOL, MATRIX, INT, MATRIX, WORDS)
def matches_whole(space: Matrix, suit: int, lead: Matrix, play: Words) -> bool:
    """Whether a follow has the whole unit that was led."""
    rung = np.ones((1, 3), dtype=np.int64)
    rung[0, WIDTH], rung[0, LENGTH] = lead[0, WIDTH], lead[0, LENGTH]
    return meets(space, suit, lead, rung, play)


@compiled_lean(FLOAT, SCRATCHPAD, INT, WORDS, FLOAT)
def chance_with(pad: Scratchpad, suit: int, best: Words, ours: float) -> float:
    """The probability that our side wins the trick when this play is its best so far."""
    position = pad.position
    space, facts = position.space, position.facts
    players = position.hands.shape[0]
    turns = facts[PLAYED] + 1
    if turns == players:
        return ours
    lead, units = position.lead, facts[UNITS]
    width, length = lead[0, WIDTH], lead[0, LENGTH]
    trumped = suit != TRUMP and best[0] & ~space[MASK, TRUMP] == 0
    answered = TRUMP if trumped else suit
    mark = 0
    if units == 1 or trumped:
        top = highest_unit(space, answered, best, width, length)
        mark = above_column(space, answered, max(0, top))
    if units == 1 and length == 1 and width == 2:
        held = one_holds(pad, answered, 1, mark)
        follow, ruff = (EMPTY, NEVER) if trumped else (FOLLOW_PAIRS, RUFF_PAIRS)
        return side_keeps(pad, turns, held, follow, ruff, ours)
    return side_wins(pad, turns, suit, width, length, trumped, mark, ours)


@compiled_part(BOOL, SCRATCHPAD, INT)
def is_fresh(pad: Scratchpad, number: int) -> bool:
    """Whether the option with this number differs from all before it."""
    options = pad.options
    for other in range(number):
        same = True
        for k in range(options.shape[1]):
            same = same and options[other, k] == options[number, k]
        if same:
            return False
    return True


@compiled_part(INT, SCRATCHPAD, INT, INT, INT, INT)
def write_cheap(pad: Scratchpad, seat: int, suit: int, size: int, places: int) -> int:
    """Write the cheapest follows, by several measures; returns their number.

    `places` are those of the cards to choose from: of the suit led, or of all other suits. In the
    latter case also each plain suit is given up before the rest.
    """
    position = pad.position
    space, facts, worth = position.space, position.facts, pad.worth
    hand, options, rest = position.hands[seat], pad.options, pad.scratch[REST]
    lead = position.lead[: facts[UNITS]]
    number = 0
    for other in range(-1, TRUMP):
        chosen = places if other < 0 else places & space[MASK, other]
        if other >= 0 and chosen in (0, places):
            continue
        first = FIRST if other >= 0 else 0.0
        pointed = points_at(space, chosen) > 0
        for point in (0.0, FEED, KEEP):
            if (point != 0.0 and not pointed) or (point == 0.0 and pointed and other >= 0):
                continue
            price(pad, chosen, first, point)
            build_follow(space, suit, size, lead, hand, worth, rest, options[number])
            price(pad, chosen, -first, -point)
            number += is_fresh(pad, number)
    return number


@compiled_part(INT, SCRATCHPAD, INT, INT, INT, INT)
def write_wins(pad: Scratchpad, seat: int, suit: int, target: int, number: int) -> int:
    """Add the ways to match the lead with cards of `target` to the follows; returns the new number.

    A throw is also matched with as many points as possible.
    """
    position = pad.position
    space, facts, worth = position.space, position.facts, pad.worth
    hand, options, rest = position.hands[seat], pad.options, pad.scratch[REST]
    lead = position.lead[: facts[UNITS]]
    whole = target == suit
    for point in (0.0, FEED):
        if point != 0.0 and lead.shape[0] == 1:
            break
        price(pad, hand[0] & space[MASK, target], 0.0, point)
        below = -1
        for _ in range(MOST_WAYS):
            below = build_ruff(space, target, lead, hand, worth, below, rest, options[number])
            if below < 0:
                break
            if whole and not matches_whole(space, suit, lead, options[number]):
                continue
            number += is_fresh(pad, number)
    return number


@compiled_part(INT, SCRATCHPAD, INT, INT)
def write_several(pad: Scratchpad, seat: int, size: int) -> int:
    """Write the candidate follows of `size` cards; returns their number."""
    position = pad.position
    space, hand, options = position.space, position.hands[seat], pad.options
    lead = position.lead[: position.facts[UNITS]]
    led = position.plays[0, 0]
    suit = space[SUIT, popcount((led & -led) - 1)]
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    if held == size:
        for k in range(hand.shape[0]):
            options[0, k] = hand[k] & mask
        return 1
    places = hand[0] & (mask if held > size else ~mask)
    weigh_cards(pad, seat, places)
    number = write_cheap(pad, seat, suit, size, places)
    if held > size:
        if lead.shape[0] == 1 and owes_whole(space, suit, lead, hand):
            number = write_wins(pad, seat, suit, suit, number)
    elif held == 0 and suit != TRUMP and count_in(hand, space[MASK, TRUMP]) >= size:
        number = write_wins(pad, seat, suit, TRUMP, number)
    return number


@compiled_part(INT, SCRATCHPAD, INT, INT)
def find_several(pad: Scratchpad, seat: int, size: int) -> int:
    """Write the candidate follows of `size` cards to the scratchpad; returns their number.

    `write_view` has been called for the seat. The output is as for `find_leads`; a single option is
    not described.
    """
    position = pad.position
    space, facts = position.space, position.facts
    number = write_several(pad, seat, size)
    if number == 1:
        return 1
    led = position.plays[0, 0]
    suit = space[SUIT, popcount((led & -led) - 1)]
    mark_trick(pad, seat, suit, pad.marks[SAME])
    prepare(pad, facts[PLAYED] + 1, suit)
    ours = float(pad.tally[HELPERS] >> facts[BEST] & 1)
    lost = chance_with(pad, suit, position.plays[facts[BEST]], ours)
    for option in range(number):
        play = pad.options[option]
        kind = OFF_SUIT
        if play[0] & ~space[MASK, suit] == 0:
            kind = FOLLOWED
        elif play[0] & ~space[MASK, TRUMP] == 0:
            kind = RUFFED
        chance = lost
        if kind != OFF_SUIT and takes_lead(position, suit, play):
            kind += 1
            chance = chance_with(pad, suit, play, 1.0)
        pad.kinds[option] = kind
        describe(pad, seat, option, chance)
    return number
