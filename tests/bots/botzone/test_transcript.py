"""Whole games in Botzone's words: what a player is sent, and what it answered.

A file in tests/data/botzone has a request and its response in each line.
"""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from shengji.bots import BasicBot, Bot
from shengji.bots.outside.botzone.answers import Player, run_botzone
from shengji.bots.outside.botzone.cards import card_of
from shengji.cards import Card
from shengji.rules import Rules

ROOT = Path(__file__).parents[3]
GAMES = sorted((ROOT / "tests" / "data" / "botzone").glob("*.jsonl"))
PAGE = (ROOT / "docs" / "botzone.md").read_text(encoding="utf-8")


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def heard(turns: list[dict[str, Any]]) -> Bot:
    """A bot that has heard all requests and responses, and answered the last request."""
    made: list[Bot] = []

    def make(rules: Rules, seat: int) -> Bot:
        made.append(BasicBot(rules, seat))
        return made[-1]

    game = {
        "requests": [turn["request"] for turn in turns],
        "responses": [turn["response"] for turn in turns[:-1]],
    }
    Player(make).answer(json.dumps(game))
    return made[-1]


def named(numbers: list[int]) -> list[Card]:
    return sorted((card_of(number) for number in numbers), key=str)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.stem))
def test_a_whole_game_is_followed(path: Path) -> None:
    turns = read(path)
    dealt = [n for turn in turns for n in turn["request"].get("deliver", ())]
    for length in range(26, len(turns) + 1):
        last = turns[length - 1]["request"]
        hand = (bot := heard(turns[:length])).hand
        if last["stage"] == "cover":
            continue
        before, now, _, leader = last["history"]
        gone = _gone(turns[:length], bot.seat)
        held = named([number for number in dealt if number not in gone])
        assert sorted(bot.cards, key=str) == held
        if before:
            assert hand.last_trick is not None
            assert [sorted(p, key=str) for p in hand.last_trick.plays] == list(map(named, before))
        under_way = () if hand.trick is None else hand.trick.plays
        assert [sorted(play, key=str) for play in under_way] == list(map(named, now))
        assert hand.opponents_points == last["global"]["total_score"]
        assert (hand.trick is None or hand.trick.leader == leader) and hand.turn == bot.seat
    hand = heard(turns).hand
    plays = sum(turn["request"]["stage"] == "play" for turn in turns)
    assert len(hand.tricks) == plays - 1
    assert hand.dealer == turns[-1]["request"]["global"]["banking"]["banker"]


def _gone(turns: list[dict[str, Any]], seat: int) -> set[int]:
    """The numbers of a player's cards that are buried, or seen in tricks that are over."""
    found: set[int] = set()
    for turn in turns:
        request = turn["request"]
        if request["stage"] == "cover":
            found |= set(turn["response"])
        elif request["stage"] == "play" and request["history"][0]:
            before, _, leader, _ = request["history"]
            found |= set(before[(seat - leader) % 4])
    return found


def test_the_session_of_the_page() -> None:
    """docs/botzone.md shows what Botzone sends (`<`) and what `basic` answers (`>`)."""
    session = re.findall(r"```text\n(< .*?)\n```", PAGE, re.DOTALL)
    assert len(session) == 1
    lines = session[0].split("\n")
    sent = "".join(f"{line[2:]}\n" for line in lines if line.startswith("< "))
    said = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    output = io.StringIO()
    run_botzone("basic", io.StringIO(sent), output)
    assert output.getvalue() == said
