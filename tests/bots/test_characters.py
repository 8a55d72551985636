"""Characters: levels, styles, and what a style may cost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from shengji.bots import CAST, Table, make_bot
from shengji.bots.characters import CHARACTERS, STEPS, choose_character
from shengji.bots.characters.bots import LeveledBot, Weighed
from shengji.bots.characters.styles import BUDGET, LAST, MARGIN
from shengji.bots.ruled.expectations import at_risk
from shengji.cards import Rank, Suit, Trump, read_cards
from shengji.game import Match
from shengji.play.space import space_of
from shengji.rules import Rules, rules_from
from shengji.server.accounts.names import passes_for_house, read_name

QUICK = [name for name, one in CHARACTERS.items() if STEPS[one.level - 1].work is None]


class Watch:
    """The styled answers of bots: the cards held, the loss, and what was spent in the hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[tuple[int, float, float]] = []
        styled = LeveledBot._styled

        def watched(bot: LeveledBot, leads: bool, weighed: list[Weighed]) -> Weighed:
            chosen = styled(bot, leads, weighed)
            if chosen is not weighed[0]:
                self.found.append((len(bot.cards), chosen.loss, bot.spent))
            return chosen

        monkeypatch.setattr(LeveledBot, "_styled", watched)


def seatings(players: int) -> Iterator[list[str]]:
    for first in range(0, len(QUICK), players):
        yield [QUICK[(first + seat) % len(QUICK)] for seat in range(players)]


@pytest.mark.parametrize("rules", ["tractor", "finding-friends", "three-deck"])
def test_a_style_costs_little_and_leaves_the_end_alone(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, read = Watch(monkeypatch), rules_from(rules)
    for seed, names in enumerate(seatings(read.players)):
        bots = {seat: make_bot(name, read, seat, seed) for seat, name in enumerate(names)}
        Table(read, bots, Random(seed)).play_hand()
    assert watch.found, "styles choose"
    assert all(held > LAST for held, _, _ in watch.found)
    assert all(loss <= MARGIN and spent <= BUDGET for _, loss, spent in watch.found)


@pytest.mark.parametrize("name", CAST)
def test_names_are_refused_to_people(name: str) -> None:
    one = CHARACTERS[name]
    for text in (one.en, one.en.upper() + " 2", one.zh):
        assert passes_for_house(text)
        assert read_name(text) == "name-reserved"


def test_characters_of_a_table_are_distinct_and_of_the_nearest_level() -> None:
    seated: list[str] = []
    for _ in CHARACTERS:
        chosen = choose_character(8, seated, Random(len(seated)))
        assert chosen is not None and chosen not in seated
        seated.append(chosen)
    levels = [CHARACTERS[name].level for name in seated]
    assert levels == sorted(levels, reverse=True)
    assert choose_character(8, seated, Random(1)) is None


def test_a_character_takes_a_seat_over_in_the_middle_of_a_match() -> None:
    rules = rules_from("tractor")
    bot = make_bot("granny", rules, 1)
    bot.take_seat(Match.seen(rules, 1))
    assert bot.name == "granny"


def test_weak_units_of_a_lead_are_counted() -> None:
    hand = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    out = hand.words(read_cards("KD KD 9C 9C AS"))
    weak, sure, low = (tuple(read_cards(text)) for text in ("QD QD", "10C 10C", "3S"))
    throw, safer = (tuple(read_cards(text)) for text in ("AC KC KC 8C 8C", "AC KC KC"))
    assert [at_risk(hand, out, cards) for cards in (weak, sure, low, throw, safer)] == [
        1,
        0,
        1,
        1,
        0,
    ]
