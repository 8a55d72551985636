"""The gain of people who let each other win, and a proof that nobody else pays for it.

Two friends who are as strong as everybody lift their ratings in the ways that there are, 400
matches in a row: against accounts that are made to lose, to concede or to leave. Beside it stands
what the same brings where every result counts whole. Then people of known strength play in clubs of
all sizes, in both ways, and it is looked how near their ratings come to their strengths. Last, some
clubs play a semester (`benchmarks.ratings.semester`).

`python -m benchmarks.ratings_farm` writes all tables into the documents; all comes from seeds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NamedTuple

import numpy as np

from benchmarks.ratings import page, semester
from benchmarks.ratings.model import LEVELS, Floats, Ints, distribution
from benchmarks.ratings.simulating import STRENGTHS, Crowd, Played, hands_between
from docs.marked import table_of
from shengji.cards import Rank
from shengji.game import Event, HandEnded, HandStarted, MatchEnded
from shengji.ratings import Pool, Rating, Ratings, Result, hand_scale, results_of
from shengji.ratings.company import KNOWN_AFTER, Bounds, Company, Drift, Gathering
from shengji.ratings.elo import LEAST_DEVIATION, START
from shengji.record import header_of
from shengji.rules import Rules

MATCHES = 400
HANDS = 10
"""The number of hands of a match, if nobody ends it."""
SEED = 1
MOST = 3
"""A hand that is lost on purpose is lost by so many levels."""
POOL: Pool = "two-decks"
SEASON = "2026-1"
CHECKS = (20, 50, 200, 800)
"""The numbers of hands of each after which ratings are looked at."""
_BEGIN = datetime(2026, 1, 5, tzinfo=UTC)
_HEADER = header_of(Rules(), ("",) * 4)
FRIENDS = ("friend", "other friend")


class Whole(Company):
    """Company that bounds nothing, as it was before."""

    def at(self, result: Result, seasons: Sequence[str]) -> Gathering:
        """The players of a result, which counts whole for each of them."""

        class Unbounded(Gathering):
            def bounds(self) -> dict[str, Bounds]:
                return {}

        return Unbounded(self, result, seasons)


class Ledger:
    """Ratings to which matches are added, one after the other.

    Args:
        company: how results with the same people count.
        known: whether the friends have been rated as they deserve for long.
    """

    def __init__(self, company: Company, *, known: bool) -> None:
        self.ratings = Ratings(company=company)
        self.chance = np.random.default_rng(SEED)
        self._matches, self._accounts = count(1), count(1)
        if known:
            self.introduce(FRIENDS)

    def introduce(self, people: Sequence[str]) -> None:
        """Let people be known, as strong as everybody."""
        self.ratings.seasons.setdefault(POOL, [SEASON])
        for one in people:
            self.ratings.current[one, POOL] = Rating(START, LEAST_DEVIATION, 500, SEASON)
            self.ratings.company.drifts[one, POOL] = Drift(500, SEASON)

    def accounts(self, number: int) -> list[str]:
        """Make so many new accounts."""
        return [f"account {next(self._accounts)}" for _ in range(number)]

    def match(
        self,
        one: Sequence[str],
        other: Sequence[str],
        levels: Sequence[int],
        *,
        conceded: bool = False,
        left: Sequence[str] = (),
    ) -> None:
        """Rate a match.

        Args:
            one: a side; `other`: the other one, which deals all hands, so that it has more to lose.
            levels: by how many levels the one side has won each hand.
            conceded: whether the other side concedes during the next one.
            left: who leaves then.
        """
        number = next(self._matches)
        events: list[Event] = []
        for hand, gained in enumerate(levels, 1):
            events += [_started(hand), _ended(gained)]
        if conceded or left:
            events.append(_started(len(levels) + 1))
        end = MatchEnded((0, 2), "conceded") if conceded else MatchEnded((), "agreed")
        for result in results_of(
            _HEADER,
            [*events, end],
            (one[0], other[0], one[1], other[1]),
            match=f"{number:06}",
            at=_BEGIN + timedelta(minutes=number),
            season=SEASON,
            left=left,
        ):
            self.ratings.add(result)

    def fair(self, ahead: float) -> int:
        """The levels by which a side wins a fair hand that others deal, and are so much weaker."""
        (shares,) = distribution(np.array([-ahead]))
        return -int(self.chance.choice(LEVELS, p=shares))

    @property
    def gained(self) -> float:
        """The points by which a friend is rated higher than they deserve."""
        return self.ratings.of(FRIENDS[0], POOL).value - START


def _started(hand: int) -> HandStarted:
    return HandStarted(hand, Rank.TWO, 1, 1, (), "")


def _ended(gained: int) -> HandEnded:
    """The end of a hand that seat 1 has dealt."""
    return HandEnded(
        dealer=1,
        declarers=(1, 3),
        tricks=0,
        factor=0,
        points=0,
        winner="opponents" if gained >= 0 else "declarers",
        levels=abs(gained),
        levels_after=(Rank.TWO,) * 4,
        next_dealer=1,
        next_first=1,
        buried_by=1,
    )


# What friends may do


def _lose(ledger: Ledger) -> None:
    ledger.match(FRIENDS, ledger.accounts(2), [MOST] * HANDS)


def _concede(ledger: Ledger) -> None:
    ledger.match(FRIENDS, ledger.accounts(2), [MOST], conceded=True)


def _concede_at_once(ledger: Ledger) -> None:
    ledger.match(FRIENDS, ledger.accounts(2), [], conceded=True)


def _leave(ledger: Ledger) -> None:
    accounts = ledger.accounts(2)
    ledger.match(FRIENDS, accounts, [MOST], left=accounts)


def _leave_at_once(ledger: Ledger) -> None:
    accounts = ledger.accounts(2)
    ledger.match(FRIENDS, accounts, [], left=accounts)


def _lose_again(ledger: Ledger) -> None:
    ledger.match(FRIENDS, ("account", "other account"), [MOST] * HANDS)


def _lose_in_turns(ledger: Ledger) -> None:
    """Four accounts, each of which is on each side in its turn; one friend wins with all."""
    partner, *others = np.roll([FRIENDS[1], "account", "other account"], ledger.chance.integers(3))
    ledger.match((FRIENDS[0], partner), others, [MOST] * HANDS)


def _lose_alone(ledger: Ledger) -> None:
    partner, *others = ledger.accounts(3)
    ledger.match((FRIENDS[0], partner), others, [MOST] * HANDS)


def _lose_when_known(ledger: Ledger) -> None:
    accounts = ledger.accounts(4)
    for _ in range(-(-KNOWN_AFTER // HANDS)):
        fair = [ledger.fair(0) for _ in range(HANDS)]
        ledger.match(accounts[:2], accounts[2:], fair)
    for two in (accounts[:2], accounts[2:]):
        ledger.match(FRIENDS, two, [MOST] * HANDS)


def _be_carried(ledger: Ledger) -> None:
    """A partner who is 400 points better comes with a new account each time."""
    others = [f"stranger {one}" for one in ledger.chance.choice(200, 2, replace=False)]
    if ("stranger 0", POOL) not in ledger.ratings.current:
        ledger.introduce([f"stranger {one}" for one in range(200)])
    partner = ledger.accounts(1)[0]
    ledger.match((FRIENDS[0], partner), others, [ledger.fair(200) for _ in range(HANDS)])


def _give_up_bad_cards(ledger: Ledger) -> None:
    """They know how the first hand would end, and end the match before it is lost."""
    if ("stranger 0", POOL) not in ledger.ratings.current:
        ledger.introduce([f"stranger {one}" for one in range(200)])
    others = [f"stranger {one}" for one in ledger.chance.choice(200, 2, replace=False)]
    hands = [ledger.fair(0) for _ in range(HANDS)]
    if hands[0] > 0:
        ledger.match(FRIENDS, others, hands)


WAYS: dict[str, Callable[[Ledger], None]] = {
    "lose every hand": _lose,
    "lose a hand, then concede": _concede,
    "concede in the first hand": _concede_at_once,
    "lose a hand, then leave": _leave,
    "leave in the first hand": _leave_at_once,
    "are the same two, and lose every hand": _lose_again,
    "are the same two, and each wins with one of them": _lose_in_turns,
    "win beside one of them, too": _lose_alone,
    "have played 30 hands with each other before": _lose_when_known,
    "(a partner 400 points better, under a new name each time)": _be_carried,
    "(matches that begin with bad cards are given up)": _give_up_bad_cards,
}
"""The ways of accounts that are made for it, new ones in each match."""


def gains(way: Callable[[Ledger], None], matches: int = MATCHES) -> list[float]:
    """The gain that a way brings: to the new and the known, and to both as it was before."""
    found = []
    for company in (Company, Whole):
        for known in (False, True):
            ledger = Ledger(company(), known=known)
            for _ in range(matches):
                way(ledger)
            found.append(ledger.gained)
    return found


# What it costs those who play


class Club(NamedTuple):
    """The way people meet.

    Attributes:
        size: how many play with each other, and with nobody else.
        pairs: whether partners always stay together.
    """

    size: int
    pairs: bool = False


CLUBS: dict[str, Club] = {
    "4, at one table": Club(4),
    "5": Club(5),
    "6": Club(6),
    "8": Club(8),
    "12": Club(12),
    "40": Club(40),
    "1,000": Club(1000),
    "1,000, with the same partner always": Club(1000, pairs=True),
}


class Nearness(NamedTuple):
    """Ratings against strengths: the error, and the part of pairs in the right order."""

    error: float
    order: float


def play(club: Club, *, bounded: bool, people: int = 960, seed: int = SEED) -> Iterator[Nearness]:
    """Let people play in clubs of their own, and look after `CHECKS`.

    Partners and opponents are drawn anew for each hand; who is too many sits out.
    """
    chance = np.random.default_rng(seed)
    people -= people % club.size
    crowd = Crowd(chance.normal(*STRENGTHS, people or club.size), bounded=bounded)
    everybody = np.arange(len(crowd.strengths)).reshape(-1, club.size)
    scale = hand_scale(Rules())
    for hand in range(1, CHECKS[-1] + 1):
        tables = _drawn(everybody, chance, pairs=club.pairs)
        levels = hands_between(crowd.strengths[tables].mean(axis=2), chance)
        crowd.rate(Played(tables, 0.5 + levels / (2 * MOST)), scale)
        if hand in CHECKS:
            yield _near(crowd, everybody, pairs=club.pairs)


def _drawn(clubs: Ints, chance: np.random.Generator, *, pairs: bool) -> Ints:
    """The tables of a hand, by side and place."""
    groups = clubs.reshape(len(clubs), -1, 2) if pairs else clubs[:, :, None]
    mixed = chance.permuted(np.arange(groups.shape[1])[None, :].repeat(len(clubs), 0), axis=1)
    seats = np.take_along_axis(groups, mixed[:, :, None], axis=1).reshape(len(clubs), -1)
    found: Ints = seats[:, : clubs.shape[1] // 4 * 4].reshape(-1, 2, 2)
    return found


def _near(crowd: Crowd, clubs: Ints, *, pairs: bool) -> Nearness:
    """The nearness of ratings to strengths within each club, or between two partners."""
    values, strengths = (_alone(of[clubs], pairs=pairs) for of in (crowd.values, crowd.strengths))
    off = values - strengths
    off -= off.mean(axis=1, keepdims=True)
    first, second = np.triu_indices(values.shape[1], 1)
    right = (values[:, first] - values[:, second]) * (strengths[:, first] - strengths[:, second])
    return Nearness(float(np.sqrt((off**2).mean())), float((right > 0).mean()))


def _alone(of: Floats, *, pairs: bool) -> Floats:
    if not pairs:
        return of
    found: Floats = of.reshape(len(of), -1, 2).mean(axis=2)
    return found


# The tables


def tables() -> dict[str, str]:
    """All tables, by name."""
    return {"farms": farms_table(), "clubs": clubs_table(), "semesters": semester.table()}


def farms_table() -> str:
    """The points by which the friends end above what they deserve."""
    rows = [
        [name, *(f"{gained:+.0f}".replace("-", "−") for gained in gains(way))]
        for name, way in WAYS.items()
    ]
    heads = ["the others", "new", "known", "new, unbounded", "known, unbounded"]
    return table_of(heads, rows)


def clubs_table() -> str:
    """The distance of ratings from strengths."""
    errors = [f"error after {hands}" for hands in CHECKS]
    orders = [f"order after {hands}" for hands in CHECKS[1:3]]
    return table_of(["people", *errors, *orders], list(club_rows(CLUBS)))


def club_rows(clubs: Mapping[str, Club]) -> Iterator[list[str]]:
    """The rows of some clubs, each figure where every result counts whole, and as it is."""
    for name, club in clubs.items():
        whole, bounded = (list(play(club, bounded=bounded)) for bounded in (False, True))
        both = list(zip(whole, bounded, strict=True))
        errors = [f"{one.error:.0f} → {other.error:.0f}" for one, other in both]
        orders = [f"{one.order:.0%} → {other.order:.0%}" for one, other in both[1:3]]
        yield [name, *errors, *orders]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ratings_farm",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args()
    found = tables()
    print("\n".join(found.values()))
    page.write("ratings_farm", found)


if __name__ == "__main__":
    main()
