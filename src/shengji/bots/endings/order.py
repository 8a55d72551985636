"""The order of choices in the solver of endings: the most promising first."""

from __future__ import annotations

from shengji.bots.endings.workspace import SIDE_BITS, TRICK, WORKSPACE, Trick, Workspace
from shengji.play.bits import highest_bit
from shengji.play.jit import INT, MATRIX, NOTHING, Matrix, compiled
from shengji.play.space import COLUMN, MASK, SUIT, TRUMP
from shengji.play.tricks import trick_winner
from shengji.play.words import count_in, points_of_all


@compiled(NOTHING, MATRIX, WORKSPACE, INT, INT, INT, INT)
def rate_leads(
    space: Matrix, work: Workspace, seat: int, top: int, last: int, preferred: int
) -> None:
    """Score the leads in the rows from `top` on, for the order of search."""
    hands, plays, order = work.hands, work.room.plays, work.order
    others = 0
    for other in range(hands.shape[0]):
        if other != seat:
            others |= hands[other, 0]
    for number in range(top, last):
        play = plays[number]
        place = highest_bit(play[0])
        suit = space[SUIT, place]
        above = others & space[MASK, suit]
        boss = above == 0 or space[COLUMN, highest_bit(above)] <= space[COLUMN, place]
        size = count_in(play, -1)
        points = points_of_all(space, plays[number : number + 1])
        score = 8 * size - space[COLUMN, place]
        if boss:
            score += 100 + points + 2 * space[COLUMN, place]
        else:
            score -= points
        order[number, 0] = 10_000 if number - top == preferred else score
        order[number, 1] = number - top


@compiled(NOTHING, MATRIX, WORKSPACE, TRICK, INT, INT)
def rate_follows(space: Matrix, work: Workspace, trick: Trick, top: int, last: int) -> None:
    """Score the follows in the rows from `top` on, for the order of search."""
    plays, order, lines = work.room.plays, work.order, work.lines
    suit, lead, leader, first, row = trick
    players, decks = work.hands.shape
    sides = work.numbers[SIDE_BITS]
    turn = row - first
    seat = (leader + turn) % players
    best = 0
    if turn > 1:
        best = trick_winner(space, suit, lead, lines[first:row])
    partner = sides >> (leader + best) % players & 1 == sides >> seat & 1
    here = points_of_all(space, lines[first:row])
    for number in range(top, last):
        for k in range(decks):
            lines[row, k] = plays[number, k]
        points = points_of_all(space, plays[number : number + 1])
        place = highest_bit(plays[number, 0])
        wins = trick_winner(space, suit, lead, lines[first : row + 1]) == turn
        score = -space[COLUMN, place] - (20 if space[SUIT, place] == TRUMP else 0)
        if wins and not partner:
            score += 100 + here + points
        elif partner and not wins:
            score += 2 * points
        elif not wins:
            score -= 4 * points
        order[number, 0] = score
        order[number, 1] = number - top


@compiled(NOTHING, WORKSPACE, INT, INT)
def bring_up(work: Workspace, number: int, last: int) -> None:
    """Swap the choice in this row with the best-rated one from it on."""
    order, best = work.order, number
    for other in range(number + 1, last):
        if order[other, 0] > order[best, 0]:
            best = other
    if best == number:
        return
    for k in range(2):
        order[number, k], order[best, k] = order[best, k], order[number, k]
    plays = work.room.plays
    for k in range(plays.shape[1]):
        plays[number, k], plays[best, k] = plays[best, k], plays[number, k]
