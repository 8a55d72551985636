"""Bots in other processes play whole hands: the examples, and our own over the protocol."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from shengji import __version__
from shengji.bots import Bot, make_bot
from shengji.bots.outside import Limits, process_bot
from shengji.game import Event, HandEnded
from shengji.rules import PRESETS, Rules, random_rules, rules_from
from tests.bots.outside.kit import EXAMPLES, PATIENT, PYTHON, example, play, script, seated

EXAMPLE_BOTS = ("first_bot.py", "first_bot.mjs")
OTHERS: tuple[dict[str, object], ...] = (
    {"land": True, "decks": 4},
    {"land": True, "teams": "friends", "players": 5},
    {"redeal_points": 50, "redeal_no_trumps": True, "redeal_limit": 4},
)
"""Rules with decisions that no preset asks for."""


@pytest.mark.parametrize("name", EXAMPLE_BOTS)
def test_the_examples_play_legally_in_every_system(name: str) -> None:
    presets = [preset.rules for preset in PRESETS.values()]
    for rules in (*presets, *map(rules_from, OTHERS)):
        told = list[Event]()
        bots = {
            seat: process_bot(example(name), rules, seat, seat, PATIENT)
            for seat in range(rules.players)
        }
        play(rules, bots, 4, told=told.append)
        assert any(isinstance(event, HandEnded) for event in told), rules
        assert [bot.refused for bot in bots.values()] == [0] * rules.players, rules
        assert {bot.title for bot in bots.values()} == {"first"}


@pytest.mark.parametrize("seed", range(5))
def test_an_example_plays_legally_under_random_rules(seed: int) -> None:
    rules = random_rules(Random(seed))
    bots = {
        seat: process_bot(example("first_bot.py"), rules, seat, seat, PATIENT) for seat in (0, 1)
    }
    play(rules, bots, seed, hands=2)
    assert [bot.refused for bot in bots.values()] == [0, 0]


def test_the_example_is_short_and_needs_nothing_of_ours() -> None:
    text = (EXAMPLES / "first_bot.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    assert "import shengji" not in text and "from shengji" not in text


def test_the_bots_of_the_tutorial_play_legally(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "first-bot.md").read_text(encoding="utf-8")
    first, function = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (case,) = re.findall(r"`(case [^`]*)`", page)
    last = '        case "lead"'
    better = function + first.replace(last, f"        {case}\n{last}")
    commands = []
    for name, text in (("mybot", first), ("better", better)):
        (path := tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        commands.append(f"{PYTHON} {path}")
    for rules in (Rules(), rules_from({"preset": "finding-friends", "players": 5})):
        bots = {
            seat: process_bot(command, rules, seat, seat, PATIENT)
            for seat, command in enumerate(commands)
        }
        play(rules, bots, 4)
        assert [bot.refused for bot in bots.values()] == [0, 0]


@pytest.mark.parametrize("name", ["basic", "random"])
def test_our_own_bots_play_the_same_over_the_protocol(name: str) -> None:
    few = [Rules(), *(random_rules(Random(seed)) for seed in range(2))]
    several = [preset.rules for preset in PRESETS.values()] if name == "basic" else few
    for number, rules in enumerate(several):

        def told(bot: Bot, rules: Rules = rules, number: int = number) -> list[Event]:
            events: list[Event] = []
            play(rules, {1: bot}, number, hands=1 if number else 3, told=events.append)
            return events

        here = told(make_bot(name, rules, 1, 77))
        there = process_bot(f"{PYTHON} -m shengji bot {name}", rules, 1, 77, PATIENT)
        assert told(there) == here, rules
        assert there.refused == 0 and there.title == f"{name} {__version__}"


def test_a_bot_is_told_what_was_agreed(tmp_path: Path) -> None:
    command = script(
        tmp_path,
        """
hello = ready(version="2.0")
assert hello["rules"] == {"preset": "three-deck"}, hello
assert (hello["seat"], hello["seed"], hello["players"], hello["decks"]) == (2, 9, 4, 3)
assert hello["hand_size"] * 4 + hello["kitty_size"] == 162
assert hello["levels"] == ["2"] * 4 and hello["laps"] == [0] * 4
assert hello["times"] == {"start": 600000, "decision": 300000, "bank": 400000}
assert hello["options"]["decks"] == 3 and len(hello["options"]) > 50
cards, hidden = 0, 0
for line in sys.stdin:
    message = json.loads(line)
    for event in message.get("events", ()):
        if event["event"] == "card_drawn":
            assert (event["card"] is None) == (event["seat"] != 2)
        assert event.get("deck") is None
    if "id" in message:
        assert message["hand"] and 0 < message["time"] <= 300000 and message["bank"] == 400000
        say(id=message["id"], **plain(message))
""",
    )
    rules = PRESETS["three-deck"].rules
    bot = process_bot(command, rules, 2, 9, Limits(start=600, decision=300, bank=400))
    play(rules, {2: bot}, 1)
    assert bot.title == "scripted 2.0"


def test_a_bot_that_may_be_kept_is_kept(tmp_path: Path) -> None:
    command = script(
        tmp_path,
        """
again = sys.argv[1] == "again"
ready(reuse=again)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready", protocol=1, name=str(os.getpid()), reuse=again)
    elif "id" in message:
        say(id=message["id"], **plain(message))
""",
    )
    rules = Rules()
    titles = []
    for mode in ("again", "again", "again", "anew", "anew"):
        bot = seated(f"{command} {mode}", rules, limits=PATIENT)
        play(rules, {0: bot}, 1)
        assert bot.failure is None
        titles.append(bot.title)
    assert titles[0] == "scripted" and titles[1] == titles[2] != "scripted"
    assert titles[3:] == ["scripted"] * 2


def test_its_time_is_that_of_its_process(tmp_path: Path) -> None:
    command = script(
        tmp_path,
        """
ready()
for ask in requests():
    end = time.process_time() + 0.01
    while time.process_time() < end:
        pass
    say(id=ask["id"], **plain(ask))
""",
    )
    rules, spent = Rules(), list[int]()
    bot = seated(command, rules, limits=PATIENT)
    play(rules, {0: bot}, 1, told=lambda event: spent.append(bot.cpu_ns()))
    assert spent == sorted(spent)
    # It buries, or follows, in at least so many tricks.
    assert spent[-1] > 10 * 10_000_000


@pytest.mark.parametrize("preset", ["tractor", "finding-friends"])
def test_a_snapshot_tells_what_the_events_have_told(preset: str, tmp_path: Path) -> None:
    command = script(
        tmp_path,
        """
hello = ready(snapshot=True)
taken, tricks, played, points, buried = [0] * hello["players"], [], {}, 0, None
for line in sys.stdin:
    message = json.loads(line)
    for event in message.get("events", ()):
        if event["event"] == "played":
            played[event["seat"]] = event["cards"]
        elif event["event"] == "trick_taken":
            plays = [{"seat": seat, "cards": cards} for seat, cards in played.items()]
            tricks.append({"plays": plays, "winner": event["seat"], "points": event["points"]})
            taken[event["seat"]] += event["points"]
            points, played = event["opponents"], {}
        elif event["event"] == "kitty_buried":
            buried = event["cards"]
    if "id" in message:
        now = message["snapshot"]
        assert now["hand"] == 1 and len(now["sizes"]) == hello["players"]
        assert now["sizes"][hello["seat"]] == len(message["hand"])
        assert now["tricks"] == tricks and now["opponents"] == points, now
        assert now["kitty"] == buried or message["type"] in ("bury", "show"), now
        assert hello["teams"] == "friends" or now["taken"] == taken, now
        assert len(now["calls"]) == len(now["answered"])
        assert len(now["calls"]) == hello["calls"] or not tricks, now
        say(id=message["id"], **plain(message))
""",
    )
    rules = PRESETS[preset].rules
    bot = seated(command, rules, limits=PATIENT)
    play(rules, {0: bot}, 3)
    assert bot.failure is None


def test_a_program_is_asked_to_show_after_its_own_card_or_a_declaration(tmp_path: Path) -> None:
    """Once more there is a last moment, of which it is told."""
    command = script(
        tmp_path,
        """
hello, news = ready(), False
for line in sys.stdin:
    message = json.loads(line)
    for event in message.get("events", ()):
        drew = event["event"] == "card_drawn" and event["seat"] == hello["seat"]
        news = news or drew or event["event"] == "shown"
    if message.get("type") == "show":
        assert news or message["last"], message
        news = False
    if "id" in message:
        say(id=message["id"], **plain(message))
""",
    )
    rules = Rules()
    for seed in range(3):
        bot = seated(command, rules, limits=PATIENT)
        play(rules, {0: bot}, seed)
        assert bot.failure is None, bot.failure
