"""The introduction and the lessons teach nothing wrong: the rules are asked about every answer.

The introduction is one short hand. It is played here from its first card to its last, and at each
step every selection that a learner could make is put to the rules and to the lesson.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shengji.bots import Table
from shengji.bots.ruled import EasyBot, RuledBot
from shengji.cards import Card, Rank, Suit, Trump, minus, read_cards, write_cards
from shengji.game.declarations import shown_trump
from shengji.play.follows import Lead
from shengji.play.readings import readings
from shengji.play.score import kitty_factor, outcome
from shengji.play.space import TRUMP as TRUMPS
from shengji.play.space import Space, space_of
from shengji.play.throws import judge_lead
from shengji.play.tricks import winner
from shengji.play.units import Unit, default_reading
from shengji.practice.lessons import DEALS
from shengji.rules import rules_from

WEB = Path(__file__).parents[2] / "web"
LESSON = json.loads((WEB / "src/intro/lesson.json").read_text(encoding="utf-8"))
WORDS = tomllib.loads((WEB / "words/intro.toml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = LESSON["steps"]
LESSONS = json.loads((WEB / "src/intro/lessons.json").read_text(encoding="utf-8"))["lessons"]
ALL: list[dict[str, Any]] = [*STEPS, *(step for one in LESSONS for step in one["steps"])]
TRICKS = [step for step in STEPS if "then" in step]
YOU = 0
RULES = rules_from("zhang-2021")
TRUMP = Trump(Rank(LESSON["rank"]), Suit(LESSON["suit"]))
SPACE = space_of(RULES, TRUMP)
LONGEST_LEAD = 5

each_step = pytest.mark.parametrize("step", ALL, ids=[step["id"] for step in ALL])


def about(*topics: str) -> pytest.MarkDecorator:
    """The steps whose task is about one of these."""
    found = [step for step in ALL if step["task"]["about"] in topics]
    return pytest.mark.parametrize("step", found, ids=[step["id"] for step in found])


def key(cards: Sequence[Card]) -> str:
    """A set of cards, in whatever order."""
    return write_cards(sorted(cards, key=lambda card: card.index))


def accepted(step: dict[str, Any]) -> set[str]:
    return {key(read_cards(answer)) for answer in step["task"]["accepted"]}


def refusal(step: dict[str, Any], cards: Sequence[Card]) -> dict[str, Any]:
    """The lesson's answer to a wrong selection: the first line that fits, as in lesson.ts."""
    for line in step["task"]["refused"]:
        if "is" in line and key(cards) not in {key(read_cards(one)) for one in line["is"]}:
            continue
        if "any" in line and not set(cards) & set(read_cards(line["any"])):
            continue
        if "lacks" in line and set(read_cards(line["lacks"])) <= set(cards):
            continue
        return dict(line)
    raise AssertionError(f"{step['id']}: nothing is said to {write_cards(cards)}")


def selections(step: dict[str, Any]) -> Iterator[tuple[Card, ...]]:
    """Every selection of the size that is asked for, else of any that could be led."""
    hand = read_cards(step["hand"])
    size = step["task"].get("size")
    sizes = [size] if size else range(1, min(LONGEST_LEAD, len(hand)) + 1)
    seen = set()
    for chosen in (cards for size in sizes for cards in combinations(hand, size)):
        if key(chosen) not in seen:
            seen.add(key(chosen))
            yield chosen


def space_at(step: dict[str, Any]) -> Space:
    """The order of the cards in a step."""
    trump = step.get("trump")
    suit = TRUMP.suit if trump is None or trump["suit"] is None else Suit(trump["suit"])
    return space_of(RULES, Trump(TRUMP.rank, suit))


def shape(space: Space, cards: Sequence[Card]) -> list[tuple[int, int]]:
    """The units of a lead as (width, length); none for cards of several suits."""
    if len({space.suit(card) for card in cards}) > 1:
        return []
    return [(unit.width, unit.length) for unit in default_reading(space, cards)]


def plays_of(step: dict[str, Any]) -> list[tuple[int, list[Card]]]:
    """The whole trick of a step, in the order of the plays."""
    plays = [*step.get("plays", []), *step["then"]]
    return [(play["seat"], read_cards(play["cards"])) for play in plays]


def lead_of(space: Space, cards: Sequence[Card]) -> Lead:
    return Lead(space, default_reading(space, cards))


# The hand as a whole


def test_the_hand_is_played_by_the_rules_from_the_first_card_to_the_last() -> None:
    hands = [read_cards(hand) for hand in LESSON["hands"]]
    dealt = Counter(card for hand in hands for card in hand)
    dealt.update(read_cards(LESSON["kitty"]))
    assert max(dealt.values()) <= RULES.deck_count
    leads, opponents = LESSON["dealer"], 0
    for step in TRICKS:
        assert sorted(step["hand"]) == sorted(map(str, write_cards(hands[YOU]).split())), step["id"]
        plays = plays_of(step)
        seats = [seat for seat, _ in plays]
        assert seats == [(leads + turn) % 4 for turn in range(4)], step["id"]
        lead = lead_of(SPACE, plays[0][1])
        for seat, cards in plays[1:]:
            assert lead.fault(hands[seat], cards) is None, (step["id"], seat)
        hands = [minus(hands[seat], dict(plays)[seat]) for seat in range(4)]
        won = winner(SPACE, lead.reading, [cards for _, cards in plays])
        leads = seats[won]
        assert leads == step["winner"], step["id"]
        if leads % 2 != LESSON["dealer"] % 2:
            opponents += sum(card.points for _, cards in plays for card in cards)
        assert opponents == step["opponents"], step["id"]
    assert not any(hands)


def test_throws_and_their_failures_are_those_of_the_rules() -> None:
    hands = [read_cards(hand) for hand in LESSON["hands"]]
    for step in TRICKS:
        if "plays" not in step:
            (attempt,) = (read_cards(answer) for answer in step["task"]["accepted"])
            thrown = judge_lead(SPACE, default_reading(SPACE, attempt), hands[1:])
            led = [card for unit in thrown.led for card in unit.cards]
            assert key(led) == key(read_cards(step["then"][0]["cards"])), step["id"]
            challenger = None if thrown.challenger is None else thrown.challenger + 1
            assert challenger == step.get("challenger"), step["id"]
        hands = [minus(hands[seat], dict(plays_of(step))[seat]) for seat in range(4)]


@each_step
def test_every_step_is_put_into_words(step: dict[str, Any]) -> None:
    name, task = step["id"], step["task"]
    needed = [f"{name}_{part}" for part in ("title", "text", "task", "right")]
    needed += [f"{name}_{line['why']}" for line in task["refused"]]
    assert not [word for word in needed if word not in WORDS]


# Single tasks


@about("partner")
def test_the_partner_sits_opposite(step: dict[str, Any]) -> None:
    assert RULES.teams == "fixed"
    assert step["task"]["accepted"] == [seat for seat in range(1, 4) if seat % 2 == YOU % 2]


@about("winner")
def test_who_wins_the_example(step: dict[str, Any]) -> None:
    plays = [(play["seat"], read_cards(play["cards"])) for play in step["plays"]]
    won = winner(SPACE, lead_of(SPACE, plays[0][1]).reading, [cards for _, cards in plays])
    assert step["task"]["accepted"] == [plays[won][0]]


@about("points")
def test_which_cards_have_points(step: dict[str, Any]) -> None:
    assert accepted(step) == {key([card for card in read_cards(step["hand"]) if card.points])}


@about("trumps")
def test_which_cards_are_trumps(step: dict[str, Any]) -> None:
    trumps = SPACE.suit(Card.BIG_JOKER)
    hand = read_cards(step["hand"])
    assert accepted(step) == {key([card for card in hand if SPACE.suit(card) == trumps])}
    row = read_cards(step["row"])
    assert SPACE.sort(row) == row
    places = [SPACE.column(card) for card in row]
    assert places == sorted(set(places), reverse=True), "each is higher than the next"
    plain = next(line for line in step["task"]["refused"] if line["why"] == "plain")
    assert not [card for card in read_cards(plain["any"]) if SPACE.suit(card) == trumps]


@about("declare")
def test_what_declares(step: dict[str, Any]) -> None:
    for chosen in selections(step):
        made = shown_trump(RULES, chosen, TRUMP.rank)
        if key(chosen) in accepted(step):
            assert made == TRUMP
        else:
            assert (refusal(step, chosen).get("code") == "bid-cards") == (made is None)


@about("bury")
def test_what_is_buried(step: dict[str, Any]) -> None:
    if step in STEPS:
        assert accepted(step) == {key(read_cards(LESSON["kitty"]))}
        hand = minus(read_cards(step["hand"]), read_cards(LESSON["kitty"]))
        assert key(hand) == key(read_cards(LESSON["hands"][YOU]))
    for line in step["task"]["refused"]:
        if line["why"] == "points":
            valuable = {card for card in read_cards(step["hand"]) if card.points}
            assert set(read_cards(line["any"])) <= valuable
    assert all(refusal(step, chosen) for chosen in selections(step))


@about("lead")
def test_what_is_led(step: dict[str, Any]) -> None:
    (answer,) = (read_cards(text) for text in step["task"]["accepted"])
    space = space_at(step)
    match step["task"].get("goal"):
        case "tractor":
            assert shape(space, answer) == [(2, 2)]
        case "throw" | "failed-throw":
            assert len(shape(space, answer)) > 1
        case "sure":
            # Of the plain cards in the hand that one alone has no higher card left in its suit.
            left = Counter(RULES.deck)
            left.subtract(read_cards(step["row"] + step["hand"]))
            plain = [card for card in read_cards(step["hand"]) if space.suit(card) != TRUMPS]
            assert answer == [
                card for card in plain if not any(beats(space, one, card) for one in +left)
            ]
        case _:
            assert shape(space, answer) == [(1, 1)]
    for chosen in selections(step):
        if key(chosen) in accepted(step):
            continue
        match refusal(step, chosen).get("code"):
            case "pair":
                assert shape(space, chosen) == [(2, 1)]
            case "legal":
                assert shape(space, chosen)


@about("follow")
def test_what_may_be_followed_with(step: dict[str, Any]) -> None:
    hand, before = read_cards(step["hand"]), [read_cards(play["cards"]) for play in step["plays"]]
    space = space_at(step)
    lead = lead_of(space, before[0])
    assert step["task"]["size"] == len(before[0])
    legal = {key(play): play for play in lead.follows(hand)}

    def wins(play: Sequence[Card]) -> bool:
        return winner(space, lead.reading, [*before, play]) == len(before)

    match step["task"]["goal"]:
        case "any":
            wanted = set(legal)
        case "most-points" | "fewest-points" as goal:
            points = {name: sum(card.points for card in play) for name, play in legal.items()}
            best = (max if goal == "most-points" else min)(points.values())
            wanted = {name for name in legal if points[name] == best}
        case "cheapest-win":
            winning = [name for name, play in legal.items() if wins(play)]
            lowest = min(space.column(legal[name][0]) for name in winning)
            wanted = {name for name in winning if space.column(legal[name][0]) == lowest}
        case unknown:
            raise AssertionError(f"the test knows no goal {unknown!r}")
    assert accepted(step) == wanted
    for chosen in selections(step):
        if key(chosen) in wanted:
            continue
        code = refusal(step, chosen)["code"]
        assert code == (lead.fault(hand, chosen) or ("wins" if wins(chosen) else "legal"))


@about("kitty")
def test_what_the_kitty_is_worth(step: dict[str, Any]) -> None:
    points = sum(card.points for card in read_cards(step["row"]))
    single = (Unit(1, 1, ()),)
    assert step["task"]["accepted"] == [str(kitty_factor(RULES, single) * points)]
    pair = (Unit(2, 1, ()),)
    said = {line.get("is", [None])[0]: line["why"] for line in step["task"]["refused"]}
    assert said[str(points)] == "single"
    assert str(kitty_factor(RULES, pair) * points) in step["task"]["options"]


@about("levels")
def test_how_far_the_declarers_go_up(step: dict[str, Any]) -> None:
    result = outcome(RULES, step["opponents"])
    assert not result.opponents_win
    assert step["task"]["accepted"] == [str(int(TRUMP.rank.value) + result.levels)]


def test_no_lead_of_the_learner_could_be_read_in_another_way() -> None:
    for step in TRICKS:
        for answer in step["task"]["accepted"]:
            cards = read_cards(answer)
            if len({SPACE.suit(card) for card in cards}) == 1:
                assert len(readings(SPACE, cards)) == 1


# The lessons


def beats(space: Space, card: Card, other: Card) -> bool:
    """Whether a card is higher in the suit of another."""
    same = space.suit(card) == space.suit(other)
    return same and space.column(card) > space.column(other)


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson["id"] for lesson in LESSONS])
def test_a_lesson_has_three_positions_and_a_hand(lesson: dict[str, Any]) -> None:
    assert len(lesson["steps"]) == 3
    assert lesson["id"] in DEALS
    needed = [f"{lesson['id']}_{part}" for part in ("name", "about", "watch", "end")]
    assert not [word for word in needed if word not in WORDS]
    for step in lesson["steps"]:
        if "then" not in step:
            continue
        plays, space = plays_of(step), space_at(step)
        lead = lead_of(space, plays[0][1])
        for seat, cards in plays:
            assert len(cards) == len(plays[0][1]), (step["id"], seat)
            assert lead.fault(cards, cards) is None
        won = winner(space, lead.reading, [cards for _, cards in plays])
        assert plays[won][0] == step["winner"], step["id"]
        shown = Counter(card for _, cards in plays for card in cards)
        shown.update(minus(read_cards(step["hand"]), dict(plays)[YOU]))
        shown.update(read_cards(step.get("row", [])))
        assert max(shown.values()) <= RULES.deck_count, step["id"]


@about("void")
def test_who_has_none_of_the_suit(step: dict[str, Any]) -> None:
    space = space_at(step)
    led, *others = (read_cards(play["cards"]) for play in step["plays"])
    suit = space.suit(led[0])
    assert step["task"]["accepted"] == [
        play["seat"]
        for play, cards in zip(step["plays"][1:], others, strict=True)
        if space.suit(cards[0]) != suit
    ]


class Silent(RuledBot):
    """Declares nothing."""

    def show(self, options: list[tuple[Card, ...]]) -> None:
        return None


def gain(seed: int, learner: type[RuledBot]) -> int:
    """The levels that the learner's side gains in a lesson's hand."""
    bots = {seat: (RuledBot if seat else learner)(RULES, seat, seat) for seat in range(4)}
    end = Table(RULES, bots, Random(seed)).play_hand()
    won = (end.winner == "declarers") == (YOU in end.declarers)
    return end.levels if won else -end.levels


@pytest.mark.parametrize(("lesson", "seed"), DEALS.items())
def test_a_lessons_hand_is_won_by_good_play(lesson: str, seed: int) -> None:
    careless = Silent if lesson == "declaring" else EasyBot
    assert gain(seed, RuledBot) >= 0
    assert gain(seed, careless) < gain(seed, RuledBot)
