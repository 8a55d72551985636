"""Scorekeeping of a table: levels, must-play levels, hooks and the next Dealer.

The rules come from the packages below, shared with tables of the server. The hands of a table are
replayed from the start each time, so that a corrected hand changes all results that follow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from shengji.cards import Rank
from shengji.game.endings import losers
from shengji.game.events import Side
from shengji.game.hooks import who_falls
from shengji.game.levels import HandFacts, demoted, settle
from shengji.game.outcome import HandOutcome
from shengji.game.standing import Standing
from shengji.nights.entries import HandEntry, OnlineHand, Ruling
from shengji.nights.questions import COUNTED_THROWS, questions_of
from shengji.nights.refusals import Refusal, refused
from shengji.nights.state import Game, Hand
from shengji.play.score import kitty_bonus, outcome, shape_factor
from shengji.play.throws import penalty_of
from shengji.rules import Rules

FIVE = 5
"""Points are multiples of five."""


class ScoredHand(HandOutcome[int], frozen=True, kw_only=True):
    """A hand in the scorekeeping of a table, by seats.

    Attributes:
        seats: ids in this night, by seat.
        bonus: the part of `points` that the kitty brought.
        hooked: the seats that were set back by a hook.
        winners: the seats that won the match with it, or none.
        confirmed: whether it is confirmed, so that it counts.
        offender: the player whose invalid play, found later, lost the hand; `None`: none.
        void: whether it was struck out and does not count.
        beyond: whether the match had already been won, as a correction has shown; it does not
            count.
        otherwise: whether its Dealer or trump rank differs from the one that the hands before now
            lead to.
    """

    dealer: int  # Litestar does not resolve the parameters of a generic base
    declarers: tuple[int, ...]
    seats: tuple[str, ...]
    bonus: int
    hooked: tuple[int, ...]
    winners: tuple[int, ...]
    confirmed: bool
    offender: str | None
    void: bool
    beyond: bool
    otherwise: bool


class SettledHand(ScoredHand, frozen=True, kw_only=True):
    """A hand with the standings around it.

    Attributes:
        number: its number at the table, from 1.
        before: level and progress of each seat before the hand.
        after: level and progress of each seat after it.
    """

    number: int
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]

    @property
    def counts(self) -> bool:
        """Whether it counts for standings and ratings."""
        return self.confirmed and not self.beyond and not self.void

    @property
    def winning(self) -> tuple[str, ...]:
        """Ids of the people who won it."""
        declared = self.winner == "declarers"
        return tuple(
            person for seat, person in enumerate(self.seats) if (seat in self.declarers) == declared
        )


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a table.

    Attributes:
        hands: its hands, in order.
        standings: level and progress of each seat.
        dealer: seat of the next Dealer; `None`: the draw decides.
        winners: the seats that have won the match, or none.
    """

    hands: tuple[SettledHand, ...]
    standings: tuple[Standing, ...]
    dealer: int | None
    winners: tuple[int, ...]

    @property
    def rank(self) -> Rank | None:
        """The trump rank of the next hand; `None`: the draw decides it."""
        if self.dealer is not None:
            return self.standings[self.dealer].level
        levels = {at.level for at in self.standings}
        return levels.pop() if len(levels) == 1 else None


def play_through(game: Game, hands: int | None = None) -> Score:
    """Replay the standing versions of a table's hands from the start level.

    Args:
        game: the table.
        hands: number of hands to replay; `None`: all.
    """
    rules = game.played
    standings = (Standing(rules.first_level),) * rules.players
    dealer: int | None = None
    winners: tuple[int, ...] = ()
    settled: list[SettledHand] = []
    ruled = False
    for hand in game.hands[:hands]:
        entry = hand.entry
        if isinstance(entry, OnlineHand):
            ruled = ruled or entry.ruling is not None
            found, after_dealer = _reported(game, hand, entry, standings, again=ruled), None
        elif entry.void:
            found, after_dealer = _struck(game, hand, entry, standings), dealer
        else:
            found, after_dealer = _settled(game, hand, entry, standings, dealer)
        if winners:
            settled.append(msgspec.structs.replace(found, beyond=True, winners=()))
            continue
        settled.append(found)
        standings, dealer, winners = found.after, after_dealer, found.winners
    return Score(hands=tuple(settled), standings=standings, dealer=dealer, winners=winners)


def _settled(
    game: Game, hand: Hand, entry: HandEntry, before: tuple[Standing, ...], due: int | None
) -> tuple[SettledHand, int | None]:
    """The outcome of a hand with real cards, and the Dealer after it."""
    rules, dealer = game.played, hand.seats.index(entry.dealer)
    rank = before[dealer].level if entry.rank is None else entry.rank
    declarers = declarers_of(rules, hand.seats, entry)
    bonus = _bonus(rules, entry)
    points = points_of_entry(rules, hand.seats, entry, game.error_points)
    opponents_won = outcome(rules, points).opponents_win
    hooked: tuple[int, ...] = ()
    trick = entry.last_trick
    if trick is not None and trick.hook and not entry.offender:
        levels = [at.level for at in before]
        taker_declares = trick.side == "declarers"
        hooked = who_falls(
            rules, rank, levels, declarers, taker_declares, opponents_won=opponents_won
        )
    fined: list[int] = []
    if rules.red_five_penalty == "levels":
        for owner in entry.red_fives:
            fined += losers(rules, hand.seats.index(owner))
    end = settle(rules, before, HandFacts(rank, dealer, declarers, points, hooked, fined))
    after = end.after
    if entry.offender:
        after = _demoted(game, after, entry.offender, hand, declarers)
    found = SettledHand(
        number=hand.number,
        seats=hand.seats,
        dealer=dealer,
        declarers=declarers,
        rank=rank,
        suit=entry.suit,
        points=points,
        bonus=0 if entry.points is None else bonus,
        winner=end.winner,
        levels=end.levels,
        before=before,
        after=after,
        hooked=hooked,
        winners=end.winners,
        confirmed=hand.confirmed,
        offender=entry.offender or None,
        void=False,
        beyond=False,
        otherwise=due not in (None, dealer) or rank is not before[dealer].level,
    )
    return found, end.next_dealer


def _struck(game: Game, hand: Hand, entry: HandEntry, before: tuple[Standing, ...]) -> SettledHand:
    """The outcome of a hand that was struck out."""
    dealer = hand.seats.index(entry.dealer)
    return SettledHand(
        number=hand.number,
        seats=hand.seats,
        dealer=dealer,
        declarers=declarers_of(game.played, hand.seats, entry),
        rank=entry.rank or before[dealer].level,
        suit=entry.suit,
        points=0,
        bonus=0,
        winner="declarers",
        levels=0,
        before=before,
        after=before,
        hooked=(),
        winners=(),
        confirmed=hand.confirmed,
        offender=None,
        void=True,
        beyond=False,
        otherwise=False,
    )


def _reported(
    game: Game, hand: Hand, result: OnlineHand, before: tuple[Standing, ...], *, again: bool
) -> SettledHand:
    """The outcome of a hand that a table of the server has settled.

    Args:
        game: the table.
        hand: the hand that `result` belongs to.
        result: the server's report, with an organiser's ruling, if any.
        before: level and progress of each seat before the hand.
        again: whether to compute the levels from `before`, since a ruling changes this hand or an
            earlier one.
    """
    rules, ruling = game.played, result.ruling or Ruling()
    dealer = hand.seats.index(result.dealer)
    declarers = tuple(sorted(hand.seats.index(one) for one in result.declarers))
    points, fallen = result.points, tuple(hand.seats.index(one) for one in result.hooked)
    if ruling.winner is not None and ruling.levels is not None:
        found = points_for(rules, ruling.winner, ruling.levels)
        points, fallen = points if found is None else found, ()
    if ruling.offender:
        declares = hand.seats.index(ruling.offender) in declarers
        points, fallen = _lost(rules, points, game.error_points, declares=declares), ()
    fined = tuple(hand.seats.index(one) for one in result.fined)
    end = settle(rules, before, HandFacts(result.rank, dealer, declarers, points, fallen, fined))
    after = end.after
    if ruling.void:
        after = before
    elif ruling.offender:
        after = _demoted(game, after, ruling.offender, hand, declarers)
    elif not again and tuple(at.level for at in after) != result.levels_after:
        after = tuple(Standing(level) for level in result.levels_after)
    as_played = result.ruling is None
    return SettledHand(
        number=hand.number,
        seats=hand.seats,
        dealer=dealer,
        declarers=declarers,
        rank=result.rank,
        suit=result.suit,
        points=points,
        bonus=0,
        winner=result.winner if as_played else end.winner,
        levels=0 if ruling.void else result.levels if as_played else end.levels,
        before=before,
        after=after,
        hooked=fallen,
        winners=end.winners if again and not ruling.void else (),
        confirmed=True,
        offender=ruling.offender or None,
        void=ruling.void,
        beyond=False,
        otherwise=again and result.rank is not before[dealer].level,
    )


def _demoted(
    game: Game,
    after: tuple[Standing, ...],
    offender: str,
    hand: Hand,
    declarers: Sequence[int],
) -> tuple[Standing, ...]:
    """Demote the side of an error by the levels that the house sets (Z21 §3.7.5)."""
    declared = hand.seats.index(offender) in declarers
    return tuple(
        demoted(game.played, at, game.error_levels) if (seat in declarers) == declared else at
        for seat, at in enumerate(after)
    )


def declarers_of(rules: Rules, seats: Sequence[str], entry: HandEntry) -> tuple[int, ...]:
    """The seats on the Declarers' side of a hand with real cards."""
    dealer = seats.index(entry.dealer)
    if rules.teams == "friends":
        return tuple(sorted({dealer, *(seats.index(one) for one in entry.declarers)}))
    return rules.teams_of_seats[dealer]


def _bonus(rules: Rules, entry: HandEntry) -> int:
    """The points that the kitty brings the Opponents (Z21 §3.8)."""
    trick = entry.last_trick
    if trick is None or trick.side != "opponents" or not entry.kitty:
        return 0
    width = trick.width or 1  # not recorded if the factor does not depend on it
    factor = shape_factor(rules, width, trick.length, trick.led or width * trick.length)
    halved = rules.side_suit_halves and trick.side_suit
    return kitty_bonus(entry.kitty, factor, halved=halved)


def points_of_entry(
    rules: Rules, seats: Sequence[str], entry: HandEntry, error_points: int = 0
) -> int:
    """The Opponents' points of a hand, as they count.

    An invalid play found later loses the hand for its side (Z21 §3.7.5, Z16 §4): by the smallest
    possible margin, or by the points as played if these are worse, so that no side profits from its
    own error. `error_points`, set by the house, are added to that.
    """
    declarers = declarers_of(rules, seats, entry)
    played = _points_played(rules, seats, entry, declarers)
    if not entry.offender:
        assert played is not None, "an entry without points or result was refused"
        return played
    return _lost(rules, played, error_points, declares=seats.index(entry.offender) in declarers)


def _lost(rules: Rules, played: int | None, error_points: int, *, declares: bool) -> int:
    """The Opponents' points of a hand that is lost by an error.

    Args:
        rules: rules of the table.
        played: points as played; `None`: the hand was not played to its end.
        error_points: points that the house adds.
        declares: whether the offender is on the Declarers' side.
    """
    least = rules.threshold_points
    if declares:
        return max(least, least if played is None else played) + error_points
    most = least - FIVE
    return min(most, most if played is None else played) - error_points


def _points_played(
    rules: Rules, seats: Sequence[str], entry: HandEntry, declarers: Sequence[int]
) -> int | None:
    """The Opponents' points as played; `None`: the hand was not played to its end."""
    if entry.points is None:
        if entry.winner is None or entry.levels is None:
            return None
        return points_for(rules, entry.winner, entry.levels)
    points = entry.points + _bonus(rules, entry)
    for throw in entry.throws:
        paid = penalty_of(rules, throw.units or 0, throw.cards or 0, throw.withdrawn or 0)
        points += paid if seats.index(throw.person) in declarers else -paid
    if rules.red_five_penalty == "points":
        for owner in entry.red_fives:
            paid = rules.red_five_points
            points += paid if seats.index(owner) in declarers else -paid
    return points


def points_for(rules: Rules, winner: Side, levels: int) -> int | None:
    """The points nearest to the threshold with which a side wins by this number of levels.

    `None`: there are none under these rules.

    >>> points_for(Rules(), "declarers", 1), points_for(Rules(), "opponents", 2)
    (75, 160)
    >>> points_for(Rules(), "declarers", 3), points_for(Rules(), "declarers", 4)
    (0, None)
    """
    threshold = rules.threshold_points
    if winner == "opponents":
        found = range(threshold, threshold + (levels + 2) * rules.step_points + FIVE, FIVE)
    else:
        lowest = -(levels + 2) * rules.step_points if rules.negative_scores else 0
        found = range(threshold - FIVE, lowest - FIVE, -FIVE)
    # Levels grow with the distance from the threshold, hence the binary search.
    at = bisect_left(found, levels, key=lambda points: outcome(rules, points).levels)
    wanted = (winner == "opponents", levels)
    return found[at] if at < len(found) and outcome(rules, found[at]) == wanted else None


def resolved(
    rules: Rules, seats: Sequence[str], score: Score, entry: HandEntry, *, free: bool
) -> HandEntry | Refusal:
    """Complete an entry with Dealer and trump rank, or refuse it.

    Args:
        rules: rules of the table.
        seats: ids of the people by seat.
        score: the score of the table before the hand.
        entry: the entry.
        free: whether it may name a Dealer and trump rank other than those due.
    """
    due = None if score.dealer is None else seats[score.dealer]
    dealer = entry.dealer or due
    if dealer is None and entry.void:
        dealer = seats[0]
    if dealer is None:
        return refused("who-dealt")
    named = (dealer, *entry.declarers, *entry.red_fives, *(t.person for t in entry.throws))
    for person in (*named, *([entry.offender] if entry.offender else [])):
        if person not in seats:
            return refused("not-at-table", person=person)
    free = free or entry.void
    if due not in (None, dealer) and not free:
        return refused("other-dealer", due=str(due))
    level = score.standings[seats.index(dealer)].level
    if entry.rank not in (None, level) and not free:
        return refused("other-rank", level=level.value)
    side = (dealer, *entry.declarers) if entry.declarers else ()
    found = msgspec.structs.replace(
        entry,
        dealer=dealer,
        rank=entry.rank or level,
        declarers=tuple(person for person in seats if person in side),
    )
    return found if entry.void else _fault(rules, found) or found


def ruling_fault(rules: Rules, hand: Hand, ruling: Ruling) -> Refusal | None:
    """The refusal of an organiser's ruling about a hand at a table of the server.

    Args:
        rules: rules of the table.
        hand: the hand.
        ruling: the ruling.
    """
    assert isinstance(hand.latest, OnlineHand), "a hand that the server reported"
    if ruling == (hand.latest.ruling or Ruling()):
        return refused("nothing-new", hand=hand.number)
    if ruling.offender and ruling.offender not in hand.seats:
        return refused("not-at-table", person=ruling.offender)
    if (ruling.winner is None) != (ruling.levels is None):
        return refused("half-a-result")
    if bool(ruling.offender) + (ruling.winner is not None) + ruling.void > 1:
        return refused("one-ruling")
    winner, levels = ruling.winner, ruling.levels
    if winner is None or levels is None or points_for(rules, winner, levels) is not None:
        return None
    return refused("no-such-levels", levels=levels)


def _fault(rules: Rules, entry: HandEntry) -> Refusal | None:
    """The refusal of an entry whose people are at the table."""
    if rules.teams == "friends":
        if not entry.declarers:
            return refused("who-joined")
        if len(entry.declarers) > rules.declarer_count:
            return refused("too-many-declarers", most=rules.declarer_count)
    elif entry.declarers:
        return refused("teams-are-fixed")
    return _fault_of_points(rules, entry) or _fault_of_extras(rules, entry)


def _fault_of_points(rules: Rules, entry: HandEntry) -> Refusal | None:
    """The refusal of an entry's points or result."""
    total = rules.total_points
    simply = entry.winner is not None or entry.levels is not None
    if entry.points is None:
        if not simply:
            return None if entry.offender else refused("no-result")
        if entry.winner is None or entry.levels is None:
            return refused("half-a-result")
        if points_for(rules, entry.winner, entry.levels) is None:
            return refused("no-such-levels", levels=entry.levels)
        priced = entry.throws and rules.throw_penalty != "none"
        paid = entry.red_fives and rules.red_five_penalty == "points"
        return refused("points-needed") if priced or paid or entry.kitty else None
    if simply:
        return refused("points-and-result")
    kitty = entry.kitty or 0
    if not 0 <= entry.points <= total or not 0 <= kitty <= total - entry.points:
        return refused("too-many-points", total=total)
    if entry.points % FIVE or kitty % FIVE:
        return refused("not-in-fives")
    return _lack_of_last_trick(rules, entry)


def _lack_of_last_trick(rules: Rules, entry: HandEntry) -> Refusal | None:
    """The refusal of an entry by points that lacks facts about the last trick."""
    trick, asked = entry.last_trick, {question.name for question in questions_of(rules)}
    if trick is None:
        return refused("who-took-last")
    if trick.side != "opponents" or "kitty" not in asked:
        return None
    if entry.kitty is None:
        return refused("kitty-points")
    if entry.kitty and "width" in asked and trick.width is None:
        return refused("won-with")
    if entry.kitty and "led" in asked and trick.led is None:
        return refused("cards-led")
    return None


def _fault_of_extras(rules: Rules, entry: HandEntry) -> Refusal | None:
    """The refusal of an entry's last trick, throws or red fives."""
    trick = entry.last_trick
    if trick is not None:
        width = 1 if trick.width is None else trick.width
        if not 1 <= width <= max(rules.deck_count, 2) or trick.length < 1:
            return refused("no-such-lead")
        led = trick.led or width * trick.length
        if led < width * trick.length or led > rules.hand_size:
            return refused("no-such-lead")
        if trick.hook and entry.rank is not None and entry.rank.value not in rules.hooks:
            return refused("no-hook", rank=entry.rank.value)
    for throw in entry.throws:
        counts = [throw.units or 0, throw.cards or 0, throw.withdrawn or 0]
        if not 0 <= min(counts) <= max(counts) <= rules.hand_size:
            return refused("no-such-throw")
        counted = COUNTED_THROWS.get(rules.throw_penalty)
        if counted is not None and getattr(throw, counted) is None:
            return refused("throw-count")
    if entry.red_fives and rules.red_fives == "none":
        return refused("no-red-fives")
    return None
