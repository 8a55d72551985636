"""Playing a position on: one play, what follows from it, and the rest of the hand.

It is the play of `shengji.game` without what the table alone decides: nobody is made to beat a
throw that failed, red fives are not captured, and the strength space stays what it is.
"""

from __future__ import annotations

from shengji.bots.policy.following import choose_follow
from shengji.bots.policy.leading import choose_lead
from shengji.bots.policy.position import (
    BEST,
    FLAT,
    FLOATS,
    FREE,
    KITTY_RULE,
    LEADER,
    NEED,
    NO_PAIRS,
    PENALTY,
    PER_CARD,
    PER_UNIT,
    PLACE,
    PLAYED,
    POSITION,
    SIDES,
    THROW_POINTS,
    THROW_RULE,
    UNITS,
    Floats,
    Position,
)
from shengji.bots.policy.sight import PLAY, beaters, count_cards, points_on, subtract, takes_lead
from shengji.play.columns import LENGTH, PICKS, TOP, WIDTH, clear, take_one
from shengji.play.jit import (
    BOOL,
    INT,
    NOTHING,
    TABLE,
    WORDS,
    Table,
    Words,
    compiled,
    compiled_lean,
    compiled_part,
    popcount,
)
from shengji.play.ladder import pairs_in, protects, widest_of
from shengji.play.scoring import factor_of
from shengji.play.space import COLUMN, KINDS, MASK, SUIT
from shengji.play.throws import highest_unit, judge_throw, judged_units, led_instead
from shengji.play.units import picks_of, read_units, write_unit


@compiled_lean(INT, POSITION)
def turn_of(position: Position) -> int:
    """The seat whose turn it is."""
    players = position.hands.shape[0]
    return int((position.facts[LEADER] + position.facts[PLAYED]) % players)


@compiled_lean(BOOL, POSITION)
def is_over(position: Position) -> bool:
    """Whether the last trick of a whole position has been taken."""
    facts = position.facts
    return bool(facts[PLAYED] == 0 and position.hands[facts[LEADER], 0] == 0)


@compiled_lean(BOOL, POSITION, INT)
def plays_for_declarers(position: Position, seat: int) -> bool:
    """Whether a seat is on the Declarers' side, as far as it is open."""
    return bool(position.facts[SIDES] >> seat & 1)


@compiled_lean(INT, POSITION)
def opponents_points(position: Position) -> int:
    """The Opponents' points: those of their tricks, penalties, and at the end the kitty's."""
    facts, space = position.facts, position.space
    points = facts[PENALTY]
    for seat in range(position.hands.shape[0]):
        if facts[SIDES] >> seat & 1:
            points += position.paid[seat]
        else:
            points += position.taken[seat] - position.paid[seat]
    if is_over(position) and facts[SIDES] >> facts[LEADER] & 1 == 0:
        width, length = position.lead[0, WIDTH], position.lead[0, LENGTH]
        led = count_cards(position.plays[0], -1)
        bottom = points_on(space, position.kitty)
        points += bottom * factor_of(facts[KITTY_RULE], width, length, led)
    return int(points)


@compiled_lean(INT, POSITION, INT, INT)
def side_points(position: Position, seat: int, total: int) -> int:
    """The points of the side of a seat less those of the others; `total` are those of all cards."""
    ahead = 2 * opponents_points(position) - total
    return int(-ahead if plays_for_declarers(position, seat) else ahead)


@compiled_lean(NOTHING, WORDS, WORDS)
def copy_row(source: Words, target: Words) -> None:
    """Make one row equal to another as long."""
    for entry in range(source.shape[0]):
        target[entry] = source[entry]


@compiled_lean(NOTHING, TABLE, TABLE)
def copy_rows(source: Table, target: Table) -> None:
    """Make one table equal to another of the same shape."""
    for row in range(source.shape[0]):
        for entry in range(source.shape[1]):
            target[row, entry] = source[row, entry]


@compiled_lean(NOTHING, POSITION, POSITION)
def copy_position(source: Position, target: Position) -> None:
    """Make one position equal to another of the same space, players, decks and calls."""
    copy_rows(source.hands, target.hands)
    copy_row(source.kitty, target.kitty)
    copy_row(source.rest, target.rest)
    copy_rows(source.plays, target.plays)
    copy_rows(source.lead, target.lead)
    copy_rows(source.calls, target.calls)
    copy_row(source.taken, target.taken)
    copy_row(source.paid, target.paid)
    copy_row(source.voids, target.voids)
    copy_row(source.facts, target.facts)


@compiled(INT, POSITION, INT, INT, TABLE, INT)
def penalty_for(position: Position, seat: int, suit: int, judged: Table, withdrawn: int) -> int:
    """The points for a throw of these units that failed, of which so many cards are taken back."""
    facts, hands = position.facts, position.hands
    rule = facts[THROW_RULE]
    if rule == FREE:
        return 0
    times = 1 if rule == FLAT else withdrawn
    if rule in (PER_UNIT, PER_CARD):
        times = 0
        for unit in range(judged.shape[0]):
            width, length = judged[unit, WIDTH], judged[unit, LENGTH]
            for other in range(hands.shape[0]):
                if other != seat and (
                    highest_unit(position.space, suit, hands[other], width, length)
                    > judged[unit, TOP]
                ):
                    times += 1 if rule == PER_UNIT else width * length
                    break
    return int(times * facts[THROW_POINTS])


@compiled_lean(NOTHING, TABLE)
def put_high_first(units: Table) -> None:
    """Order units that are equal but for the cards that they take, as a reading has them."""
    for last in range(units.shape[0] - 1, 0, -1):
        for row in range(last):
            equal = True
            for entry in (WIDTH, LENGTH, TOP):
                equal = equal and units[row, entry] == units[row + 1, entry]
            if equal and units[row, PICKS] < units[row + 1, PICKS]:
                picks = units[row, PICKS]
                units[row, PICKS] = units[row + 1, PICKS]
                units[row + 1, PICKS] = picks


@compiled(NOTHING, POSITION, INT, INT, WORDS)
def put_throw(position: Position, seat: int, suit: int, play: Words) -> None:
    """Write a lead of several kinds of cards, read by default and judged as a throw."""
    space, lead, facts = position.space, position.lead, position.facts
    led = position.plays[0]
    units = read_units(space, suit, play)
    put_high_first(units)
    judged = judged_units(space, suit, units, play.shape[0])
    forced = judge_throw(space, suit, judged, position.hands, seat)
    if forced >= 0:
        units = led_instead(space, suit, judged, forced, play.shape[0])
        clear(led)
        write_unit(space, suit, units[0], led)
        withdrawn = count_cards(play, -1) - count_cards(led, -1)
        position.paid[seat] += penalty_for(position, seat, suit, judged, withdrawn)
    facts[UNITS] = units.shape[0]
    for row in range(units.shape[0]):
        for entry in range(4):
            lead[row, entry] = units[row, entry]


@compiled_part(NOTHING, POSITION, INT, WORDS)
def put_lead(position: Position, seat: int, play: Words) -> None:
    """Write the lead that comes of a seat's cards: all of them, or what a failed throw leaves."""
    space, lead, facts = position.space, position.lead, position.facts
    led = position.plays[0]
    for k in range(play.shape[0]):
        led[k] = play[k]
    for row in range(1, position.plays.shape[0]):
        clear(position.plays[row])
    bits = play[0]
    place = popcount((bits & -bits) - 1)
    suit = space[SUIT, place]
    if bits & (bits - 1) == 0:
        column = space[COLUMN, place]
        kinds = space[KINDS + suit, column]
        lead[0, WIDTH], lead[0, LENGTH] = count_cards(play, -1), 1
        lead[0, TOP], lead[0, PICKS] = column, picks_of(kinds, popcount((bits - 1) & kinds))
        facts[UNITS] = 1
        return
    put_throw(position, seat, suit, play)


@compiled_part(NOTHING, POSITION, INT, WORDS)
def answer_calls(position: Position, seat: int, play: Words) -> None:
    """Count the called cards among a play, and let the seat join the Declarers by one."""
    facts, calls = position.facts, position.calls
    for call in range(calls.shape[0]):
        if calls[call, NEED] == 0:
            continue
        played = count_cards(play, 1 << calls[call, PLACE])
        if played >= calls[call, NEED]:
            calls[call, NEED] = 0
            if facts[SIDES] >> seat & 1 == 0:
                facts[SIDES] |= 1 << seat
                position.taken[seat] = 0
        else:
            calls[call, NEED] -= played


@compiled_lean(NOTHING, POSITION, INT, INT, WORDS)
def note_lacks(position: Position, seat: int, suit: int, play: Words) -> None:
    """Note what a follow shows a seat to lack: the suit led, or pairs of it."""
    space = position.space
    units = position.facts[UNITS]
    lead = position.lead[:units]
    mask = space[MASK, suit]
    if play[0] & ~mask != 0:
        position.voids[seat] |= 1 << suit | 1 << (NO_PAIRS + suit)
        return
    widest = lead[0, WIDTH]
    if units > 1:
        widest = widest_of(lead)
    if widest == 1 or protects(space, lead, play.shape[0]):
        return
    pairs = 1
    if widest == 2:
        pairs = 0
        for row in range(units):
            if lead[row, WIDTH] == 2:
                pairs += lead[row, LENGTH]
    if pairs_in(play, mask) < pairs:
        position.voids[seat] |= 1 << (NO_PAIRS + suit)


@compiled_part(NOTHING, POSITION, INT, INT)
def follow_single(position: Position, seat: int, card: int) -> None:
    """Note what a follow of a single card shows, and whether it takes the lead of the trick.

    It is as `follow_several` has it; most plays are of one card.
    """
    space, facts, plays = position.space, position.facts, position.plays
    suit = space[SUIT, popcount(plays[0, 0] - 1)]
    if card & space[MASK, suit] == 0:
        position.voids[seat] |= 1 << suit | 1 << (NO_PAIRS + suit)
    if beaters(space, plays[facts[BEST], 0]) & card:
        facts[BEST] = facts[PLAYED]


@compiled_part(NOTHING, POSITION, INT, WORDS)
def follow_several(position: Position, seat: int, play: Words) -> None:
    """Note what a follow shows, and which play is the best of the trick with it."""
    space, facts, plays = position.space, position.facts, position.plays
    bits = plays[0, 0]
    suit = space[SUIT, popcount((bits & -bits) - 1)]
    note_lacks(position, seat, suit, play)
    if takes_lead(position, suit, play):
        facts[BEST] = facts[PLAYED]


@compiled_lean(NOTHING, POSITION, WORDS)
def apply_play(position: Position, play: Words) -> None:
    """Play the words of some cards from the seat whose turn it is; they must be legal.

    A lead is judged as a throw against the hands that are known, and read by default. A complete
    trick is won, and its winner leads.
    """
    space, facts, plays = position.space, position.facts, position.plays
    players = position.hands.shape[0]
    turn = facts[PLAYED]
    seat = (facts[LEADER] + turn) % players
    if turn == 0:
        put_lead(position, seat, play)
        facts[BEST] = 0
    else:
        for k in range(play.shape[0]):
            plays[turn, k] = play[k]
    played = plays[turn]
    if position.calls.shape[0] > 0:
        answer_calls(position, seat, played)
    if count_cards(played, -1) == 1:
        take_one(position.hands[seat], played[0])
        take_one(position.rest, played[0])
        if turn > 0:
            follow_single(position, seat, played[0])
    else:
        subtract(position.hands[seat], played, position.hands[seat])
        subtract(position.rest, played, position.rest)
        if turn > 0:
            follow_several(position, seat, played)
    if turn < players - 1:
        facts[PLAYED] = turn + 1
        return
    winner = (facts[LEADER] + facts[BEST]) % players
    points = 0
    for each in range(players):
        points += points_on(space, plays[each])
    position.taken[winner] += points
    facts[LEADER], facts[PLAYED] = winner, 0


@compiled_lean(NOTHING, POSITION, FLOATS, WORDS)
def choose_play(position: Position, networks: Floats, play: Words) -> None:
    """Write the words that the seat whose turn it is leads or follows with to `play`; legal ones.

    A lead is of one suit, read by default. Nothing is read but what the seat may know.
    """
    seat = turn_of(position)
    if position.facts[PLAYED] == 0:
        choose_lead(position, seat, networks, play)
    else:
        choose_follow(position, seat, networks, play)


@compiled_lean(NOTHING, POSITION, FLOATS, INT)
def play_on(position: Position, networks: Floats, left: int) -> None:
    """Play a whole position on, all seats judging by the same networks.

    It ends where a trick is to begin with no more than `left` cards in each hand; with 0 that is
    the end of the hand.
    """
    facts, play = position.facts, position.scratch[PLAY]
    while True:
        # As `choose_play` has it; to call it takes longer than to choose what is forced.
        if facts[PLAYED] == 0:
            if count_cards(position.hands[facts[LEADER]], -1) <= left:
                return
            choose_lead(position, facts[LEADER], networks, play)
        else:
            choose_follow(position, turn_of(position), networks, play)
        apply_play(position, play)
