"""Practice: the puzzle of the day and drills of the rules are answered, by touch and by keys."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from shengji.practice.drills import make_drill
from shengji.practice.puzzles.shipped import kept_by_id
from shengji.rules import rules_from
from tests.browser.axe import Inspector
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually

EASY = 1250
"""The puzzles with which somebody new begins are not rated higher."""
NOT_TOO_WIDE = "document.documentElement.scrollWidth <= innerWidth"


@usually(
    ("size", "tongue", "locale"),
    ((360, 740), "zh-Hans", "zh-CN"),
    ((1280, 800), "en", "en-US"),
    ids=["phone", "desktop"],
)
def test_a_puzzle_and_drills_are_answered(
    size: tuple[int, int], tongue: Tongue, locale: str, server: ServerProcess, person: Visit
) -> None:
    page = person(width=size[0], height=size[1], locale=locale)
    inspector = Inspector(page)
    page.goto(server.url)
    # Whoever is new begins with the rules; and among the puzzles with an easy one.
    page.get_by_role("link", name=say("shell.place_learn", tongue), exact=True).click()
    with page.expect_response("**/api/drills"):
        page.get_by_role("link", name=say("halls.drills", tongue)).click()
    tabs = page.get_by_role("navigation", name=say("practice.title", tongue)).get_by_role("link")
    expect(tabs.first).to_have_attribute("aria-current", "page")
    expect(tabs).to_have_text([say(f"practice.{tab}", tongue) for tab in ("drills", "puzzles")])
    with page.expect_response("**/api/puzzles/next") as told:
        tabs.last.click()
    assert told.value.json()["difficulty"] < EASY
    with page.expect_response("**/api/puzzles/daily*") as told:
        page.get_by_role("button", name=say("practice.why_daily", tongue)).click()
    puzzle = kept_by_id()[told.value.json()["puzzle"]]
    choices = page.locator("main li > button")
    expect(choices).to_have_count(len(puzzle.choices))
    inspector.look("puzzle")
    choices.nth(puzzle.best).click()
    page.get_by_role("button", name=say("practice.answer", tongue)).click()
    verdict = page.get_by_role("heading", name=say("practice.right", tongue))
    expect(verdict).to_be_focused()
    expect(page.get_by_text(say("practice.days", tongue, count=1))).to_be_visible()
    inspector.look("puzzle, answered")
    with page.expect_response("**/api/puzzles/next"):
        page.get_by_role("button", name=say("practice.next", tongue)).click()
    # The button is gone, and the keyboard goes on from the new question, which is in sight.
    expect(page.locator("main section[aria-labelledby=prompt]")).to_be_focused()
    assert page.evaluate("document.activeElement.getBoundingClientRect().top") > -1
    about = page.get_by_role("combobox", name=say("practice.about", tongue))
    with page.expect_response("**/api/puzzles/next?kind=bury") as told:
        about.focus()
        about.select_option(label=say("practice.puzzle_bury", tongue))
    expect(page.get_by_role("heading", name=told.value.json()["question"][tongue])).to_be_visible()
    expect(about).to_be_focused()
    inspector.look("a puzzle with many cards")
    assert page.evaluate(NOT_TOO_WIDE)

    with page.expect_response("**/api/drills") as asked:
        page.get_by_role("link", name=say("practice.drills", tongue)).click()
    _answer_by_keys(page, asked.value.json(), tongue)
    inspector.look("drill, answered")
    with page.expect_response("**/api/drills") as asked:
        page.get_by_role("combobox", name=say("practice.about", tongue)).select_option(
            label=say("practice.kind_follow", tongue)
        )
    assert asked.value.json()["kind"] == "follow"
    _answer_by_keys(page, asked.value.json(), tongue)
    expect(page.get_by_text(say("practice.so_far", tongue, right=2, asked=2))).to_be_visible()
    assert page.evaluate(NOT_TOO_WIDE)

    # Rules without tractors ask about something else.
    with page.expect_response("**/api/drills"):
        about.select_option(label=say("practice.kind_tractor", tongue))
    page.get_by_role("combobox", name=say("practice.rules", tongue)).select_option(
        label=say("shell.system_forty_points", tongue)
    )
    expect(about.locator("option:checked")).to_have_text(say("practice.everything", tongue))


def _answer_by_keys(page: Page, asked: dict[str, Any], tongue: Tongue) -> None:
    """Answer a drill right: digits choose, and of several Enter on the button answers."""
    drill = make_drill(rules_from("tractor"), asked["kind"], asked["seed"])
    expect(page.locator("main li > button")).to_have_count(len(drill.choices))
    for place in drill.right:
        page.keyboard.press(str(place + 1))
    if drill.several:
        page.get_by_role("button", name=say("practice.answer", tongue)).press("Enter")
    expect(page.get_by_role("heading", name=say("practice.right", tongue))).to_be_focused()
