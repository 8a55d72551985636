"""Rated play in the browser: the board, a person's ratings, and a match from pairing to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from shengji.rules import rules_from, write_rules
from tests.browser.axe import Inspector
from tests.browser.company import Unaided, play_until, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually

PHONE = {"width": 360, "height": 740, "locale": "en-US", "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "locale": "zh-CN", "color_scheme": "dark"}
ON_A_PHONE = usually("size", PHONE, DESK, ids=["phone", "desk"])
AT_A_DESK = usually("size", DESK, PHONE, ids=["desk", "phone"])

Json = dict[str, Any]


QUICK = {
    "preset": "forty-points",
    "kitty": 38,
    "first_level": "A",
    "winning": "pass",
    "threshold": 5,
    "step": 5,
}
"""Four tricks; whoever goes up a level, as somebody does in most hands, has won the match."""


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[ServerProcess]:
    """A house with short rated matches, where a bot goes on at once for who is away."""
    houses = tmp_path / "houses"
    houses.mkdir()
    (houses / "quick.toml").write_text(write_rules(rules_from(QUICK)), encoding="utf-8")
    with ServerProcess(
        tmp_path,
        SHENGJI_HOUSES=str(houses),
        SHENGJI_RATED_RULES="quick",
        SHENGJI_ABSENT_AFTER="0",
        SHENGJI_CREATIONS_PER_MINUTE="1000",
        SHENGJI_SIGN_INS_PER_MINUTE="1000",
        SHENGJI_WORK_PER_ADDRESS="64",
    ) as server:
        yield server


class Rival(Unaided):
    """Somebody with an account who plays rated matches, without a hint."""

    def become(self, url: str, name: str) -> None:
        """Have an account."""
        request = self.page.request
        data = {"name": name, "passphrase": "tiger on the ridge"}
        for made in (
            request.post(f"{url}/api/me"),
            request.post(f"{url}/api/me/account", data=data),
        ):
            assert made.ok, made.text()

    @property
    def over(self) -> Locator:
        """The sheet that tells how the match ended."""
        return self.page.get_by_role("dialog", name=say("sheets.match_over", self.tongue))

    def play_to_the_end(self, other: Rival) -> None:
        """Play hand after hand, each through the own page, until the match is over."""
        both = (self, other)
        while True:
            play_until(both, lambda now: now["wait"] in ("next", "over"))
            if self.now["wait"] == "over":
                return
            ended = self.now["since"]
            for one in both:
                one.button("sheets.next").click()
            wait(self.page, lambda: all(one.now["since"] > ended for one in both))  # noqa: B023


def fits(page: Page) -> bool:
    """Whether nothing stands out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@AT_A_DESK
def test_the_board_and_the_ratings_of_a_person(
    server: ServerProcess, person: Visit, size: Json
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    page = person(**size)
    inspector = Inspector(page)
    me = page.request.post(f"{server.url}/api/me").json()
    board: Json = {
        "pool": "two-decks",
        "season": "2026-2",
        "seasons": ["2026-2", "2026-1"],
        "provisional": False,
        "lines": [
            {
                "rank": rank,
                "person": me["person"] if rank == 2 else f"p{rank}",
                "name": f"Name {rank}",
                "value": 1800 - 25.4 * rank,
                "deviation": 48.0,
                "games": 40 + rank,
            }
            for rank in (1, 2, 3)
        ],
        "next": None,
    }
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(json=board)

    page.route("**/api/leaderboard?*", answer)
    page.goto(f"{server.url}/#/")
    page.get_by_role("link", name=say("shell.place_me", tongue), exact=True).click()
    page.get_by_role("link", name=say("shell.leaderboard", tongue), exact=True).click()
    row = page.get_by_role("row").filter(has_text="Name 2")
    expect(row).to_contain_text("1749")
    expect(row).to_contain_text("± 96")
    inspector.look("leaderboard")
    assert fits(page)
    page.get_by_label(say("rated.pool", tongue)).select_option(
        label=say("rated.pool_friends", tongue)
    )
    expect(row).to_be_visible()
    assert "pool=friends" in page.url and "pool=friends" in asked[-1]

    values = [1500, 1540, 1525, 1590]
    ratings: Json = {
        "person": me["person"],
        "name": me["name"],
        "pools": [
            {
                "pool": "two-decks",
                "value": 1590.3,
                "deviation": 60.0,
                "provisional": True,
                "games": 4,
                "season": "2026-2",
                "peak": None,
                "seasons": ["2026-2", "2026-1"],
                "shown": "2026-2",
                "points": [
                    {"at": 1_800_000_000_000 + at, "match": None, "value": value, "deviation": 60}
                    for at, value in enumerate(values)
                ],
            }
        ],
    }
    page.route("**/api/people/*/ratings*", lambda route: route.fulfill(json=ratings))
    row.get_by_role("link").click()
    words = say("rated.graph", tongue, first=1500, last=1590, low=1500, high=1590)
    expect(page.get_by_role("img", name=words)).to_be_visible()
    page.get_by_text(say("rated.as_table", tongue)).click()
    expect(page.get_by_role("cell", name="1540")).to_be_visible()
    inspector.look("ratings")
    assert fits(page)
    assert not inspector.findings, "\n\n".join(inspector.findings)


@ON_A_PHONE
def test_a_guest_is_told_what_it_needs_to_be_paired(
    server: ServerProcess, person: Visit, size: Json
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    page = person(**size)
    inspector = Inspector(page)
    page.goto(f"{server.url}/#/")
    page.get_by_role("link", name=say("shell.rated_game", tongue), exact=True).click()
    find = page.get_by_role("button", name=say("rated.alone", tongue), exact=True)
    find.wait_for()
    inspector.look("rated game")
    assert fits(page)
    refused = page.request.post(f"{server.url}/api/pairing", data={"rules": "zhang-2021"}).json()
    assert refused["code"] == "no-account"
    find.click()
    expect(page.get_by_role("alert")).to_have_text(refused["words"][tongue])
    inspector.look("refused")
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
@AT_A_DESK
def test_who_is_paired_waits_and_goes_to_the_table(
    server: ServerProcess, person: Visit, size: Json
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    page = person(**size)
    inspector = Inspector(page)
    page.request.post(f"{server.url}/api/me")
    table = page.request.post(f"{server.url}/api/tables", data={}).json()["table"]
    state: Json = {
        "state": "partner",
        "rules": "zhang-2021",
        "code": "abc",
        "people": ["Ann"],
        "since": 0,
        "waiting": 3,
        "reach": 100.0,
        "table": None,
        "until": None,
    }
    page.route("**/api/pairing", lambda route: route.fulfill(json=state))
    page.goto(f"{server.url}/#/pairing")
    page.get_by_role("button", name=say("rated.with_partner", tongue), exact=True).click()
    link = page.get_by_role("textbox", name=say("rated.partner_link", tongue))
    expect(link).to_have_value(f"{server.url}/#/pairing/abc")
    inspector.look("waits for the partner")
    assert fits(page)
    state.update(state="waits", people=["Ann", "Bob"])
    expect(page.get_by_text(say("rated.waits_with", tongue, name="Bob"))).to_be_visible()
    inspector.look("waits")
    state.update(state="seated", table=table)
    expect(page).to_have_url(f"{server.url}/#/table/{table}")
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
def test_a_rated_match_from_pairing_to_changed_ratings(quick: ServerProcess, person: Visit) -> None:
    """One on a phone in English, one at a desk in Chinese; the two others go in the middle."""
    ann, bo = Rival(person(**PHONE)), Rival(person(**DESK), "zh-Hans")
    cai, di = Rival(person()), Rival(person())
    rivals = {"Ann Rated": ann, "Bo Rated": bo, "Cai Rated": cai, "Di Rated": di}
    for name, rival in rivals.items():
        rival.become(quick.url, name)
    inspectors = {rival: Inspector(rival.page) for rival in (ann, bo)}
    for rival in (ann, bo):
        rival.page.goto(f"{quick.url}/#/pairing")
        rival.button("rated.alone").click()
    for rival in (cai, di):
        asked = rival.page.request.post(f"{quick.url}/api/pairing", data={"rules": "quick"})
        assert asked.ok, asked.text()
    for rival in (ann, bo):
        expect(rival.page).to_have_url(re.compile("#/table/"))
        # Before the match: what each goes in with, and what is expected of each side.
        odds = say("rated.expected_side", rival.tongue, percent="50%")
        expect(rival.page.get_by_text(odds)).to_have_count(2)
        expect(rival.page.get_by_role("definition").filter(has_text="1500")).to_have_count(4)
        inspectors[rival].look("before a rated match")
        assert fits(rival.page)
    for rival in (cai, di):
        rival.page.goto(ann.page.url)
    for rival in (ann, bo):
        # At its start, and whenever one looks.
        begins = say("rated.begins_side", rival.tongue, percent="50%")
        grace = say("room.minutes", rival.tongue, count=5)
        costs = say("rated.leaving_costs", rival.tongue, time=grace)
        told = rival.page.get_by_role("status").filter(has_text=begins)
        expect(told).to_contain_text(costs)
        inspectors[rival].look("a rated match starts")
        assert fits(rival.page)
        told.get_by_role("button").click()
        expect(told).to_have_count(0)
        # Who is about to leave is told what that costs.
        rival.page.get_by_role("button", name=say("sheets.menu", rival.tongue)).click()
        # What a rated match refuses is not offered.
        for key in ("sheets.invite", "sheets.take_back_play", "room.rules_change"):
            expect(rival.dialog.get_by_text(say(key, rival.tongue), exact=True)).to_have_count(0)
        expect(rival.dialog.get_by_text(say("sheets.automate", rival.tongue))).to_have_count(0)
        rival.button("sheets.leave").click()
        expect(rival.dialog.get_by_role("alert")).to_contain_text(costs)
        rival.button("sheets.stay").click()
        rival.button("sheets.to_lobby").click()
        expect(rival.dialog.get_by_role("alert")).to_contain_text(costs)
        inspectors[rival].look("leaving a rated match")
        rival.button("sheets.stay").click()
        rival.page.keyboard.press("Escape")
        expect(rival.dialog).to_have_count(0)
    # Who has stood up finds the own seat again.
    ann.button("sheets.menu").click()
    ann.button("sheets.leave").click()
    ann.button("sheets.leave_yes").click()
    ann.button("room.sit_down").first.click()
    expect(ann.dialog.get_by_text(say("room.seat_kept"))).to_be_visible()
    inspectors[ann].look("coming back to a rated match")
    ann.dialog.get_by_role("button", name=say("room.sit_down"), exact=True).click()
    expect(ann.dialog).to_have_count(0)
    rating = say("table.rating", bo.tongue, value=1500)
    expect(bo.plate((bo.seat or 0) ^ 1)).to_contain_text(rating)
    cai.page.close()
    di.page.close()
    away = pattern("rated.away", ann.tongue)
    expect(ann.page.get_by_text(away).first).to_be_visible()
    ann.play_to_the_end(bo)
    for name in ("Ann Rated", "Bo Rated"):
        rival = rivals[name]
        rival.over.wait_for()
        row = rival.over.get_by_role("row").filter(has_text=name)
        expect(row.get_by_role("cell").nth(3)).to_have_text(re.compile(r"^[+−]\d+$"))
        inspectors[rival].look("the end of a rated match")
        assert fits(rival.page)
        after = row.get_by_role("cell").nth(2).inner_text().split()[0]
        assert after != "1500"
        # Nor is what is refused before the next one.
        rival.button("room.seats").click()
        rival.button("room.rules_show").wait_for()
        for key in ("room.rules_change", "room.fill", "room.same_level"):
            expect(rival.button(key)).to_have_count(0)
        inspectors[rival].look("after a rated match")
        # The personal page has the same.
        me = rival.page.request.post(f"{quick.url}/api/me").json()["person"]
        rival.page.goto(f"{quick.url}/#/person/{me}")
        heading = rival.page.get_by_role("heading", name=say("rated.pool_one_deck", rival.tongue))
        expect(heading).to_contain_text(after)
        inspectors[rival].look("the page of who has played rated")
        findings = inspectors[rival].findings
        assert not findings, "\n\n".join(findings)
