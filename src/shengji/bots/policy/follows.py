"""The ways to follow a single card, each described by numbers.

They are evaluated as leads are. A network knows the kind of the card, and whether it takes the lead
of the trick.
"""

from __future__ import annotations

from shengji.bots.policy.marks import END, HAND_MARKS, LEFT, TRUMP_SHARE, mark_hand, start_marks
from shengji.bots.policy.networks import DESCRIBED
from shengji.bots.policy.numbers import FLOATS, Floats
from shengji.bots.policy.odds import EMPTY, FOLLOWS, NEVER, RUFFS, one_holds, prepare, side_keeps
from shengji.bots.policy.scratchpad import (
    ALLIES,
    COUNT,
    HELPERS,
    OUT,
    SAME,
    SCRATCHPAD,
    STAKE,
    Scratchpad,
)
from shengji.bots.policy.seat_view import points_in, unbeaten
from shengji.play.apply import above, beaters
from shengji.play.bits import popcount
from shengji.play.jit import BOOL, FLOAT, INT, NOTHING, compiled_part
from shengji.play.position import BEST, LEADER, NEED, PLACE, PLAYED, POSITION, Position
from shengji.play.space import COLUMN, COLUMNS, MASK, SUIT, TRUMP
from shengji.play.words import clear, count_in, places_kept, points_at, points_on

PLAIN, TRUMPS_LED, TRUMPED, OFF = range(0, 8, 2)
"""The kinds of follows: in a plain suit led, in trumps led, a trump on a plain suit, a card of
another plain suit; plus one when the card takes the lead of the trick."""

(
    POINTS_HELD,  # total points held
    PARTNER_HAS,  # whether a partner had the trick
    MARGIN,  # number of unseen cards that beat the best of the trick
    NEXT_LACKS,  # whether the next player is an enemy who lacks the suit led
    LAST,  # whether the seat plays last
    MINE,  # number of cards held of the card's suit
    MORE,  # how many more these are than an equal share
    POINTS_OUT,  # unseen points in it
    CHANCE,  # probability that our side wins the trick after this play
    WON_STAKE,  # points already played, times that probability
    WITH_POINTS,  # points on the card
    WON_POINTS,  # points on the card, times the probability
    HIGHER,  # number of higher unseen cards
    NEXT_BEST,  # whether exactly one is
    BOSS,  # whether none is
    RANK,  # height of the card in its suit
    LOWEST,  # whether it is the lowest card held
    WHOLE,  # whether it is the only card held
    LEAVES_ONE,  # whether one card is left
    BREAKS,  # whether it breaks a tuple
    BREAKS_BEST,  # whether it breaks an unbeaten tuple
    CALLED,  # whether it answers a call
    WE_ADD,  # partners yet to play, times the probability
    THEY_ADD,  # enemies yet to play, times the probability to lose it
    LEFT_CHANCE,  # share of a full hand still held, times the probability
    LEFT_RANK,  # share of a full hand still held, times the height
    CHANCE_RANK,  # height times the probability
    CHANCE_SHARE,  # share of the trumps, times the probability
    END_BOSS,  # whether the last trick is near, for the best card
    END_CHANCE,  # whether the last trick is near, times the probability
    KEEPS_BOSS,  # whether the best card of the suit is kept
    GUARDED,  # whether a card with points is left with one guarding card
) = range(HAND_MARKS, HAND_MARKS + 32)
"""Entries of the description of a follow, after the entries of the hand; for several cards sums."""
SHARED = HAND_MARKS + 8
"""The entries before this one are common to all cards of a suit."""


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, FLOATS)
def mark_trick(pad: Scratchpad, seat: int, suit: int, marks: Floats) -> None:
    """Write the marks that are common to all follows to a lead of a suit."""
    position = pad.position
    space, tally, facts = position.space, pad.tally, position.facts
    players, hand = position.hands.shape[0], position.hands[seat]
    for entry in range(DESCRIBED):
        marks[entry] = 0.0
    mark_hand(pad, seat, marks)
    turn = facts[PLAYED]
    tally[STAKE] = 0
    for before in range(turn):
        tally[STAKE] += points_on(space, position.plays[before])
    marks[POINTS_HELD] = points_on(space, hand) / 40.0
    marks[PARTNER_HAS] = float(tally[HELPERS] >> facts[BEST] & 1)
    best = position.plays[facts[BEST], 0]
    over = above(space, popcount((best & -best) - 1))
    marks[MARGIN] = min(4, count_in(pad.scratch[OUT], over)) / 4.0
    if turn == players - 1:
        marks[LAST] = 1.0
        return
    following = (facts[LEADER] + turn + 1) % players
    if tally[ALLIES] >> following & 1 == 0:
        lacks = position.voids[following]
        marks[NEXT_LACKS] = float(lacks >> suit & 1 and lacks >> TRUMP & 1 == 0)


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, FLOATS)
def mark_suit(pad: Scratchpad, seat: int, suit: int, marks: Floats) -> None:
    """Add the marks that are common to all plays with cards of a suit."""
    position = pad.position
    mine = count_in(position.hands[seat], position.space[MASK, suit])
    share = pad.tally[COUNT + suit] / (position.hands.shape[0] - 1)
    marks[MINE] += mine / 10.0
    marks[MORE] += (mine - share) / 5.0
    marks[POINTS_OUT] += points_in(position.space, pad.scratch[OUT], suit) / 40.0


@compiled_part(NOTHING, POSITION, INT, INT, INT, INT, FLOATS)
def mark_kept(
    position: Position, suit: int, left: int, kept: int, highest: int, marks: Floats
) -> None:
    """Add the marks of the `left` remaining cards of a suit, in the places `kept`.

    `highest` has the places that no unseen card beats.
    """
    if left == 0:
        marks[WHOLE] += 1.0
    elif left == 1:
        marks[LEAVES_ONE] += 1.0
        if points_at(position.space, kept) > 0:
            marks[GUARDED] += 1.0
    if kept & highest:
        marks[KEEPS_BOSS] += 1.0


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, BOOL, FLOAT, FLOATS)
def mark_card(
    pad: Scratchpad, suit: int, bit: int, breaks: bool, times: float, marks: Floats
) -> None:
    """Add the marks of a card that is played `times` times, and whose tuple it `breaks`."""
    position = pad.position
    space, out = position.space, pad.scratch[OUT]
    place = popcount(bit - 1)
    over = above(space, place)
    higher = count_in(out, over) if pad.tally[COUNT + suit] > 0 else 0
    marks[HIGHER] += times * min(higher, 4) / 4.0
    if higher == 0:
        marks[BOSS] += times
    elif higher == 1:
        marks[NEXT_BEST] += times
    marks[RANK] += times * space[COLUMN, place] / max(1.0, float(space[COLUMNS, suit] - 1))
    if breaks:
        marks[BREAKS] += 1.0
        if out[1] & over == 0:
            marks[BREAKS_BEST] += 1.0


@compiled_part(NOTHING, SCRATCHPAD, INT, FLOAT, FLOATS)
def mark_chance(pad: Scratchpad, play: int, chance: float, marks: Floats) -> None:
    """Write the marks that depend on the probability to win the trick and on all cards played.

    The cards are in the places `play`; all other marks have been written.
    """
    position = pad.position
    facts = position.facts
    yet = position.hands.shape[0] - 1 - facts[PLAYED]
    friends = popcount(pad.tally[HELPERS] >> facts[PLAYED] + 1)
    rank, left, end = marks[RANK], marks[LEFT], marks[END]
    marks[CHANCE] = chance
    marks[WON_STAKE] = chance * pad.tally[STAKE] / 10.0
    marks[WON_POINTS] = chance * marks[WITH_POINTS]
    marks[WE_ADD] = friends * chance
    marks[THEY_ADD] = (yet - friends) * (1.0 - chance)
    marks[LEFT_CHANCE], marks[LEFT_RANK] = left * chance, left * rank
    marks[CHANCE_RANK], marks[CHANCE_SHARE] = chance * rank, chance * marks[TRUMP_SHARE]
    marks[END_BOSS], marks[END_CHANCE] = end * marks[BOSS], end * chance
    for call in range(position.calls.shape[0]):
        if position.calls[call, NEED] > 0 and play >> position.calls[call, PLACE] & 1:
            marks[CALLED] = 1.0


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, FLOAT)
def describe(pad: Scratchpad, seat: int, number: int, chance: float) -> None:
    """Write the description of an option of any cards."""
    position = pad.position
    space, hand, play = position.space, position.hands[seat], pad.options[number]
    start_marks(pad, number)
    marks = pad.marks[number]
    marks[WITH_POINTS] = points_on(space, play) / 10.0
    kept_of_hand = places_kept(hand, play)
    for suit in range(5):
        mask = space[MASK, suit]
        bits = play[0] & mask
        if bits == 0:
            continue
        mark_suit(pad, seat, suit, marks)
        kept = kept_of_hand & mask
        left = count_in(hand, mask) - count_in(play, mask)
        mark_kept(position, suit, left, kept, unbeaten(pad, suit), marks)
        if hand[0] & mask & ((bits & -bits) - 1) == 0:
            marks[LOWEST] += 1.0
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            times = 2.0 if hand.shape[0] > 1 and play[1] & bit else 1.0
            mark_card(pad, suit, bit, kept & bit != 0, times, marks)
    mark_chance(pad, play[0], chance, marks)


@compiled_part(INT, POSITION, INT)
def legal_singles(position: Position, seat: int) -> int:
    """The places of the cards that a seat may follow a single card with."""
    space, hand = position.space, position.hands[seat]
    led = position.plays[0, 0]
    legal = hand[0] & space[MASK, space[SUIT, popcount((led & -led) - 1)]]
    return int(legal if legal != 0 else hand[0])


@compiled_part(FLOAT, SCRATCHPAD, INT, BOOL, INT, FLOAT)
def single_chance(pad: Scratchpad, suit: int, trumped: bool, higher: int, ours: float) -> float:
    """The probability that our side wins a trick of single cards with a lead of `suit`.

    `ours` is the probability that the best card is ours after the seat on turn has played; it is a
    trump when the trick was `trumped`. The cards in the places `higher` beat it. `prepare` has been
    called.
    """
    position = pad.position
    turns = position.facts[PLAYED] + 1
    if turns == position.hands.shape[0]:
        return ours
    follow, ruff = (EMPTY, NEVER) if trumped else (FOLLOWS, RUFFS)
    held = one_holds(pad, TRUMP if trumped else suit, 0, higher)
    return side_keeps(pad, turns, held, follow, ruff, ours)


@compiled_part(INT, SCRATCHPAD, INT)
def find_singles(pad: Scratchpad, seat: int) -> int:
    """Write the follows of a single card to the scratchpad; returns their number.

    `write_view` has been called for the seat. The output is as for `find_leads`.
    """
    position = pad.position
    space, hand, facts = position.space, position.hands[seat], position.facts
    same = pad.marks[SAME]
    led, best = position.plays[0, 0], position.plays[facts[BEST], 0]
    suit = space[SUIT, popcount(led - 1)]
    trumps = space[MASK, TRUMP]
    mark_trick(pad, seat, suit, same)
    prepare(pad, facts[PLAYED] + 1, suit)
    legal = legal_singles(position, seat)
    # Only the suit of the best card, and trumps, can take the lead of the trick.
    wins = beaters(space, best)
    trumped = suit != TRUMP and best & trumps != 0
    ours = float(pad.tally[HELPERS] >> facts[BEST] & 1)
    lost = single_chance(pad, suit, trumped, above(space, popcount(best - 1)), ours)
    number = 0
    for other in range(5):
        mask = space[MASK, other]
        bits = legal & mask
        if bits == 0:
            continue
        same[MINE] = same[MORE] = same[POINTS_OUT] = 0.0
        mark_suit(pad, seat, other, same)
        highest = unbeaten(pad, other)
        held = hand[0] & mask
        left = count_in(hand, mask) - 1
        kind = OFF
        if other == TRUMP:
            kind = TRUMPS_LED if suit == TRUMP else TRUMPED
        elif other == suit:
            kind = PLAIN
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            clear(pad.options[number])
            pad.options[number, 0] = bit
            start_marks(pad, number)
            marks = pad.marks[number]
            marks[WITH_POINTS] = points_at(space, bit) / 10.0
            breaks = hand.shape[0] > 1 and hand[1] & bit != 0
            mark_kept(position, other, left, held if breaks else held ^ bit, highest, marks)
            if held & -held == bit:
                marks[LOWEST] = 1.0
            mark_card(pad, other, bit, breaks, 1.0, marks)
            chance = lost
            pad.kinds[number] = kind
            if wins & bit != 0:
                pad.kinds[number] = kind + 1
                higher = above(space, popcount(bit - 1))
                chance = single_chance(pad, suit, kind == TRUMPED, higher, 1.0)
            mark_chance(pad, bit, chance, marks)
            number += 1
    return number
