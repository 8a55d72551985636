"""Statistics of people: each number is that of the hands behind it, which the list finds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from itertools import product
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from shengji.cards import Suit
from shengji.rules import Rules, rules_from
from shengji.server.database.ids import new_id
from shengji.server.database.roles import HandRole
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.schemas import Feat, HandLine, HandSeat
from shengji.server.matches.statistics_schemas import PersonStatistics, RoleNumbers, Tally
from shengji.server.rules.sheets import game_of
from shengji.server.stores import Stores
from tests.server.storage.kit import hand_seat, holder, keep, over

Which = Callable[[HandLine, int], bool]

FEATS: dict[Feat, Which] = {
    "dealer": lambda hand, seat: hand.seats[seat].role == "dealer",
    "partner": lambda hand, seat: hand.seats[seat].role == "partner",
    "opponent": lambda hand, seat: hand.seats[seat].role == "opponent",
    "throw": lambda hand, seat: hand.seats[seat].throws > 0,
    "failed": lambda hand, seat: hand.seats[seat].failed > 0,
    "buried": lambda hand, seat: hand.kitty_by == seat,
    "lost": lambda hand, seat: hand.kitty_by == seat and hand.kitty_factor > 0,
    "taken": lambda hand, seat: hand.seats[seat].role == "opponent" and hand.kitty_factor > 0,
    "trump-D": lambda hand, seat: hand.dealer == seat and hand.suit is Suit.DIAMONDS,
    "trump-C": lambda hand, seat: hand.dealer == seat and hand.suit is Suit.CLUBS,
    "trump-H": lambda hand, seat: hand.dealer == seat and hand.suit is Suit.HEARTS,
    "trump-S": lambda hand, seat: hand.dealer == seat and hand.suit is Suit.SPADES,
    "trump-none": lambda hand, seat: hand.dealer == seat and hand.suit is None,
}


def some_hand(number: int, seated: tuple[str | None, ...], chance: Random) -> HandLine:
    """A hand that went somehow; nobody goes up a level in some that are won."""
    dealer, levels = chance.randrange(4), chance.randrange(-2, 3)
    won = levels > 0 or (levels == 0 and chance.random() < 0.5)
    friend = chance.choice([(dealer + step) % 4 for step in (1, 2, 3)])

    def seat(at: int) -> HandSeat:
        role: HandRole = "dealer" if at == dealer else "partner" if at == friend else "opponent"
        gain = -levels if role == "opponent" else levels
        return hand_seat(seated[at], role, gain, chance.choice((0, 0, 2)), chance.choice((0, 0, 1)))

    return HandLine(
        hand=number,
        dealer=dealer,
        rank=Rules().first_level,
        suit=chance.choice((None, *Suit)),
        points=40,
        won=won,
        levels=levels,
        kitty_by=chance.randrange(4),
        kitty_points=15,
        kitty_factor=0 if won else chance.choice((0, 2)),
        seats=tuple(map(seat, range(4))),
    )


class Model:
    """Many matches, and what the numbers must be."""

    def __init__(self, persons: list[str], chance: Random) -> None:
        self.persons = persons
        self.matches = [self._match(number, chance) for number in range(1, 91)]

    def _match(self, number: int, chance: Random) -> FinishedMatch:
        seated = tuple(chance.sample([*self.persons, None, None], 4))
        rules = chance.choice((Rules(), rules_from("forty-points"), Rules(teams="friends")))
        hands = tuple(some_hand(at, seated, chance) for at in (1, 2, 3))
        match = over(number, number, seated, rules=rules, open=chance.random() < 0.5, hands=3)
        return match._replace(
            line=replace(match.line, winners=chance.choice(((), (0, 2), (1, 3)))), hands=hands
        )

    def own(self, person: str, asker: str, game: str | None) -> list[tuple[HandLine, int]]:
        """The hands of a person that count for who asks, each with the person's seat."""
        return [
            (hand, at)
            for match in self.matches
            if match.line.open or asker in {held.person for held in match.line.seats}
            if game in (None, game_of(match.played.rules))
            for hand in match.hands
            for at, seat in enumerate(hand.seats)
            if seat.person == person
        ]


def won(hand: HandLine, seat: int) -> bool:
    return hand.won != (hand.seats[seat].role == "opponent")


@pytest.fixture
async def model(store: Stores) -> AsyncIterator[Model]:
    persons = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Cem", "Dai")]
    model = Model(persons, Random(4))
    await keep(store, *model.matches)
    yield model


async def numbers(
    store: Stores, person: str, asker: str, game: str | None = None
) -> PersonStatistics:
    found = await store.statistics.of(person, asker, game)  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.postgresql
async def test_every_number_is_that_of_its_hands(store: Stores, model: Model) -> None:
    for asks, game in product((0, 1, None), (None, "tractor", "forty-points", "land")):
        person = model.persons[0]
        asker = new_id() if asks is None else model.persons[asks]
        own = model.own(person, asker, game)
        found = await numbers(store, person, asker, game)
        assert (found.person, found.name) == (person, "Ann")
        assert [of.role for of in found.roles] == list(get_args(HandRole))
        for of in found.roles:
            such = [(hand, at) for hand, at in own if hand.seats[at].role == of.role]
            assert of.hands == len(such)
            assert of.won == sum(won(hand, at) for hand, at in such)
            assert of.levels == sum(hand.seats[at].levels for hand, at in such)
        dealt = [hand for hand, at in own if hand.dealer == at]
        assert {of.suit: (of.hands, of.won) for of in found.trumps} == {
            suit: (
                sum(hand.suit == suit for hand in dealt),
                sum(hand.suit == suit and hand.won for hand in dealt),
            )
            for suit in {hand.suit for hand in dealt}
        }
        counts = [of.hands for of in found.trumps]
        assert counts == sorted(counts, reverse=True)
        assert found.throws == sum(hand.seats[at].throws for hand, at in own)
        assert found.failed == sum(hand.seats[at].failed for hand, at in own)
        kitties = found.kitties
        for feat, count in (
            ("buried", kitties.buried),
            ("lost", kitties.lost),
            ("taken", kitties.taken),
        ):
            assert count == sum(FEATS[feat](hand, at) for hand, at in own), feat  # type: ignore[index]
        if game != "land":
            assert own and kitties.lost < kitties.buried and found.throws and len(found.trumps) > 2


async def test_companions_are_counted_match_by_match(store: Stores, model: Model) -> None:
    for asks in (0, 1, None):
        person = model.persons[0]
        asker = new_id() if asks is None else model.persons[asks]
        expected: dict[str, list[int]] = {other: [0] * 5 for other in model.persons[1:]}
        for match in model.matches:
            seats = {held.person: held.seat for held in match.line.seats}
            if person in seats and (match.line.open or asker in seats):
                own = seats[person]
                for other in set(expected) & set(seats):
                    expected[other][0] += 1
                    if match.line.winners and match.played.rules.teams == "fixed":
                        place = 1 + 2 * ((own - seats[other]) % 2)
                        expected[other][place] += 1
                        expected[other][place + 1] += own in match.line.winners
        found = await numbers(store, person, asker)
        told = {
            of.person: [
                of.matches,
                of.together.matches,
                of.together.won,
                of.against.matches,
                of.against.won,
            ]
            for of in found.companions
        }
        assert told == expected
        assert all(0 < count[1] + count[3] < count[0] for count in expected.values())
        assert {of.name for of in found.companions} == {"Bob", "Cem", "Dai"}
        order = [of.matches for of in found.companions]
        assert order == sorted(order, reverse=True)


async def test_the_levels_won_beside_somebody_and_against_them(store: Stores, model: Model) -> None:
    person, *others = model.persons
    own: dict[tuple[str, bool], list[int]] = {}
    for match in model.matches:
        seats = {held.person: held.seat for held in match.line.seats}
        fixed = bool(match.line.winners) and match.played.rules.teams == "fixed"
        for other in others if fixed and person in seats else ():
            if other in seats:
                beside = (seats[person] - seats[other]) % 2 == 0
                own.setdefault((other, beside), []).extend(
                    hand.seats[seats[person]].levels for hand in match.hands
                )
    found = await store.statistics.of(person, person, None, others[:2])
    assert found is not None
    assert {of.person for of in found.companions} == set(others[:2])
    for of in found.companions:
        assert of.together.levels == sum(own.get((of.person, True), ()))
        assert of.against.levels == sum(own.get((of.person, False), ()))
    assert any(of.against.levels for of in found.companions)


async def test_who_left_and_came_back_has_played_once(store: Stores) -> None:
    ann, bob = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob")]
    away, back = holder(0, 1, None, "", "medium", 1), holder(0, 2, ann, "Ann", None, 1)
    await keep(store, over(1, 1, [ann, bob, None, None], holders=[away, back], hands=3))
    (companion,) = (await numbers(store, bob, bob)).companions
    assert (companion.person, companion.matches) == (ann, 1)
    assert companion.against == Tally(matches=1, won=0, levels=-3)
    (companion,) = (await numbers(store, ann, bob)).companions
    assert companion.against == Tally(matches=1, won=1, levels=2)


async def test_a_hand_counts_for_who_held_the_seat_at_its_end(store: Stores) -> None:
    ann, bob = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob")]
    away, came = holder(1, 2, None, "", "medium", 1), holder(1, 3, bob, "Bob", None, 2)
    match = over(1, 1, [None, ann, None, None], holders=[away, came], hands=4)
    hands = [
        replace(
            hand,
            kitty_by=1,
            seats=(
                hand.seats[0],
                replace(hand.seats[1], person=who, role="dealer"),
                *hand.seats[2:],
            ),
        )
        for hand, who in zip(match.hands, (ann, None, bob, bob), strict=True)
    ]
    await keep(store, match._replace(hands=tuple(hands)))
    for person, count in ((ann, 1), (bob, 2)):
        found = await numbers(store, person, person)
        assert found.roles[0] == RoleNumbers(role="dealer", hands=count, won=count, levels=-count)
        assert [(of.suit, of.hands) for of in found.trumps] == [(Suit.HEARTS, count)]
        assert (found.failed, found.kitties.buried) == (count, count)
        assert [of.hands for of in found.roles[1:]] == [0, 0]


@pytest.mark.postgresql
async def test_the_matches_behind_a_number_are_found(store: Stores, model: Model) -> None:
    person, asker = model.persons[:2]
    for feat, counts in FEATS.items():
        expected = [
            match.line.ended
            for match in reversed(model.matches)
            if match.line.open or asker in {held.person for held in match.line.seats}
            if any(
                seat.person == person and counts(hand, at)
                for hand in match.hands
                for at, seat in enumerate(hand.seats)
            )
        ]
        found = await store.matches.page(asker, MatchFilter(person=person, feat=feat), None, 100)
        assert found is not None
        assert [line.ended for line in found] == expected
        assert 0 < len(expected) < len(model.matches)
    assert set(FEATS) == set(get_args(Feat))


async def test_who_has_played_nothing_has_nothing_and_who_is_unknown_is_nobody(
    store: Stores, model: Model
) -> None:
    (eve, _) = await store.people.new_person("Eve")
    found = await numbers(store, eve.id, model.persons[0])
    assert [(of.hands, of.won, of.levels) for of in found.roles] == [(0, 0, 0)] * 3
    assert (found.trumps, found.throws, found.companions) == ((), 0, ())
    assert await store.statistics.of(new_id(), eve.id, None) is None


async def test_what_one_may_not_see_does_not_count(store: Stores) -> None:
    ann, bob, eve = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Eve")]
    await keep(
        store,
        over(1, 1, [ann, bob, None, None], open=False, hands=3),
        over(2, 2, [ann, None, None, None], hands=2),
    )
    for asker, hands, companions in ((ann, 5, 1), (bob, 5, 1), (eve, 2, 0)):
        found = await numbers(store, ann, asker)
        assert sum(of.hands for of in found.roles) == hands
        assert len(found.companions) == companions
    (companion,) = (await numbers(store, ann, bob)).companions
    assert companion.matches == 1 and companion.together == Tally(matches=0, won=0)
