"""A lesson: its positions are answered, its hand is played, and that it is done is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say

LESSONS = Path(__file__).parents[2] / "web" / "src" / "intro" / "lessons.json"


def _steps(lesson: str) -> list[dict[str, Any]]:
    """The positions of a lesson."""
    lessons = json.loads(LESSONS.read_text())["lessons"]
    steps: list[dict[str, Any]] = next(one["steps"] for one in lessons if one["id"] == lesson)
    return steps


def _answer(player: Player, step: dict[str, Any], cards: list[str]) -> None:
    """Choose cards of a position, and play them."""
    held = player.page.get_by_role("group", name=say("intro.hand")).get_by_role("button")
    left = list(cards)
    for at, card in enumerate(step["hand"]):
        if card in left:
            left.remove(card)
            held.nth(at).click()
    player.button("intro.play").click()


def test_a_lesson_is_learned_and_its_hand_played(server: ServerProcess, person: Visit) -> None:
    page = person(width=390, height=844)
    player = Player(page)
    page.goto(f"{server.url}/#/lessons")
    lesson = page.get_by_role("link").filter(has_text=say("intro.leading_name"))
    expect(lesson).not_to_contain_text(say("intro.lessons_done"))
    lesson.click()
    first, *_ = steps = _steps("leading")
    _answer(player, first, ["KD"])
    expect(page.get_by_role("status").get_by_text(say("intro.nearly"))).to_be_visible()
    player.button("intro.clear").click()
    for step in steps:
        _answer(player, step, step["task"]["accepted"][0])
        expect(page.get_by_text(say(f"intro.{step['id']}_right"))).to_be_visible()
        player.button("intro.next").click()
    expect(page.get_by_role("heading", name=say("intro.leading_end"))).to_be_focused()
    player.button("intro.lessons_play").click()
    player.hand.first.wait_for()
    table = page.url.rpartition("/")[2]
    player.hurry(table)
    for _ in range(2):
        assert player.until_own_turn()
        player.follow_hint()
    player.let_a_bot_play(table)
    page.get_by_role("dialog", name=say("sheets.match_over")).wait_for()
    page.goto(f"{server.url}/#/lessons")
    page.reload()
    expect(lesson).to_contain_text(say("intro.lessons_done"))
