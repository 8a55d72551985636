"""Finished matches are found again: the match, its hands, its record, and who has played it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from shengji.record.validation import validate
from tests.browser.axe import Inspector
from tests.browser.company import wait
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually

PHONE = {"width": 360, "height": 740, "locale": "en-US", "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "locale": "zh-CN", "color_scheme": "dark"}
ONE_DECK = "forty-points"

Json = dict[str, Any]


class Soloist(Player):
    """A person who has matches of one hand against bots, in which a bot plays for them too."""

    @property
    def result(self) -> Locator:
        """The sheet that tells how the match ended."""
        return self.page.get_by_role("dialog", name=say("sheets.match_over", self.tongue))

    def play_match(self, url: str, rules: str = ONE_DECK, **settings: Any) -> Json:
        """Let a match be played to its end, and say how the history tells of it."""
        known = self._lines(url)
        self.let_a_bot_play(self.open_table(url, rules, one_hand=True, **settings))
        wait(self.page, lambda: len(self._lines(url)) > len(known))
        return self._lines(url)[0]

    def me(self, url: str) -> str:
        """The public id."""
        person: str = self.page.request.post(f"{url}/api/me").json()["person"]
        return person

    def _lines(self, url: str) -> list[Json]:
        answer = self.page.request.get(f"{url}/api/matches", params={"person": self.me(url)})
        found: list[Json] = answer.json()["matches"]
        return found

    def link(self, key: str, **given: str | int) -> Locator:
        """The link that the words of a key stand on."""
        return self.page.get_by_role("link", name=say(key, self.tongue, **given), exact=True)


def fits(page: Page) -> bool:
    """Whether nothing stands out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def reported(page: Page, tongue: Tongue, role: Literal["menuitem", "button"] = "menuitem") -> Json:
    """Report Wu Song by an entry that is there; what the server is told, but for the words."""
    page.get_by_role(role, name=say("sheets.report", tongue, name="Wu Song")).click()
    title = say("moderation.report", tongue, name="Wu Song")
    dialog = page.get_by_role("dialog", name=title)
    dialog.get_by_role("textbox").fill("Slow")
    with page.expect_request("**/report") as sent:
        dialog.get_by_role("button", name=say("moderation.send", tongue)).click()
    told: Json = sent.value.post_data_json or {}
    assert told.pop("text") == "Slow"
    page.keyboard.press("Escape")  # one report of a person is open already, where it is the second
    expect(dialog).to_have_count(0)
    return {name: value for name, value in told.items() if value is not None}


@usually("size", PHONE, DESK, ids=["phone", "desk"])
def test_a_match_is_found_gone_through_and_taken_home(
    server: ServerProcess, person: Visit, size: Json, tmp_path: Path
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    soloist = Soloist(person(**size), tongue)
    page, inspector = soloist.page, Inspector(soloist.page)
    soloist.introduce(server.url, "Wu Song")
    line = soloist.play_match(server.url)

    # From the table to the history, as soon as the match is over.
    soloist.result.get_by_role("link", name=say("shell.your_matches", tongue)).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("history.matches", tongue))
    mine = page.get_by_role("list", name=say("history.matches", tongue)).get_by_role("listitem")
    expect(mine).to_have_count(1)
    won = 0 in line["winners"]
    expect(mine).to_contain_text(say("history.won" if won else "history.lost", tongue))
    page.locator("summary").click()
    inspector.look("matches")
    assert fits(page)

    # The match, and its hand with all cards open.
    mine.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        say("shell.system_forty_points", tongue)
    )
    inspector.look("match")
    assert fits(page)
    soloist.link("history.step_through", number=1).click()
    held = page.locator(".held .fan")
    expect(held).to_have_count(4)
    inspector.look("hand")
    assert fits(page)
    where = page.get_by_label(say("replay.position", tongue))
    page.get_by_role("button", name=say("replay.after", tongue)).click()
    expect(page.locator(".play .fan")).to_have_count(1)
    where.focus()
    page.keyboard.press("End")
    expect(where).to_have_attribute("aria-valuetext", say("replay.end", tongue))
    expect(held).to_have_count(0)
    soloist.link("replay.to_match").click()

    # The record, which the command takes.
    with page.expect_download() as download:
        soloist.link("history.download").click()
    file = tmp_path / "match.jsonl"
    download.value.save_as(file)
    report = validate(file)
    assert report.complete and not report.faults

    # The link, with which somebody else sees the same.
    soloist.button("history.share").click()
    shared = soloist.dialog.get_by_role("textbox").input_value()
    page.get_by_text(say("history.shared_openly", tongue)).wait_for()
    inspector.look("link to a match")
    friend = person(**size)
    looks = Inspector(friend)
    friend.goto(f"{shared}/1")
    expect(friend.locator(".held .fan")).to_have_count(4)
    # What they did in the hand, in the match, or anywhere, is reported where one sees it.
    report_menu = say("history.report", tongue)
    match = {"match": line["match"]}
    friend.get_by_role("button", name=report_menu).click()
    assert reported(friend, tongue) == {"hand": 1, **match}
    friend.goto(shared)
    friend.get_by_role("button", name=report_menu).click()
    looks.look("reporting somebody of a match")
    assert reported(friend, tongue) == match
    friend.get_by_role("link", name="Wu Song", exact=True).click()
    expect(friend.get_by_role("heading", level=1)).to_have_text("Wu Song")
    assert reported(friend, tongue, role="button") == {}
    assert not looks.findings, "\n\n".join(looks.findings)
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
@usually("size", DESK, PHONE, ids=["desk", "phone"])
def test_the_numbers_of_a_person_lead_to_their_matches(
    server: ServerProcess, person: Visit, size: Json
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    soloist = Soloist(person(**size), tongue)
    page, inspector = soloist.page, Inspector(soloist.page)
    soloist.introduce(server.url, "Lin Chong")
    open_, hidden = (soloist.play_match(server.url, private=private) for private in (False, True))
    roles = [
        page.request.get(f"{server.url}/api/matches/{line['match']}").json()["hands"][0]["seats"][
            0
        ]["role"]
        for line in (open_, hidden)
    ]
    page.goto(f"{server.url}/#/matches")
    page.get_by_role("link", name=say("history.numbers", tongue), exact=True).click()
    counts = say("history.count_matches", tongue, count=2)
    expect(page.get_by_text(counts)).to_be_visible()
    page.get_by_text(say("history.what_counts_own", tongue)).wait_for()
    inspector.look("person")
    assert fits(page)

    # Each number is that of the hands, and leads to their matches.
    role = roles[0]
    name = say(f"history.role_{role}", tongue)
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name, exact=True))
    expect(row.get_by_role("link")).to_have_text(f"{roles.count(role)}{name}")
    row.get_by_role("link").click()
    found = page.get_by_role("list", name=say("history.matches", tongue)).get_by_role("listitem")
    expect(found).to_have_count(roles.count(role))
    filters = page.locator("summary")
    expect(filters).to_have_text(say("history.filters_set", tongue, count=1))
    filters.click()
    chosen = page.get_by_label(say("history.feat", tongue))
    expect(chosen.locator("option:checked")).to_have_text(say(f"history.feat_{role}", tongue))
    soloist.button("history.clear").click()
    expect(found).to_have_count(2)

    # Another game, and nothing is left; the address says it, so that one can go back to it.
    page.get_by_label(say("history.game", tongue)).select_option(
        label=say("shell.system_land", tongue)
    )
    page.get_by_text(say("history.none", tongue)).wait_for()
    assert "game=land" in page.url

    # Of what was private a stranger is told nothing.
    stranger = person(**size)
    stranger.goto(f"{server.url}/#/person/{soloist.me(server.url)}")
    stranger.get_by_text(say("history.count_matches", tongue, count=1)).wait_for()
    note = pattern("history.what_counts", tongue)
    expect(stranger.get_by_text(note)).to_be_visible()
    stranger.goto(f"{server.url}/#/match/{hidden['match']}")
    stranger.get_by_role("alert").wait_for()
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
def test_more_matches_come_as_one_scrolls(server: ServerProcess, person: Visit) -> None:
    soloist = Soloist(person(**PHONE))
    page = soloist.page
    soloist.introduce(server.url, "Song Jiang")
    line = soloist.play_match(server.url)
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        first = "before=" not in route.request.url
        count = 20 if first else 3
        lines = [{**line, "match": f"{first}-{at}"} for at in range(count)]
        route.fulfill(json={"matches": lines, "next": "True-19" if first else None})

    page.route("**/api/matches?*", answer)
    page.goto(f"{server.url}/#/")
    soloist.link("shell.place_me").click()
    soloist.link("shell.your_matches").click()
    found = page.get_by_role("list", name=say("history.matches")).get_by_role("listitem")
    expect(found.first).to_be_visible()
    found.last.scroll_into_view_if_needed()
    expect(found).to_have_count(23)
    first, second = asked  # each once, also by who was a stranger before
    assert "before=True-19" in second
    assert "person=" in first and "limit=20" in first
    expect(page.get_by_role("button", name=say("history.more"))).to_have_count(0)


def test_who_has_played_nothing_is_told_so(server: ServerProcess, person: Visit) -> None:
    soloist = Soloist(person(**DESK), "zh-Hans")
    page, inspector = soloist.page, Inspector(soloist.page)
    page.goto(f"{server.url}/#/matches")
    page.get_by_text(say("history.none_own", "zh-Hans")).wait_for()
    inspector.look("no matches")
    page.goto(f"{server.url}/#/person/{soloist.me(server.url)}")
    page.get_by_text(say("history.no_numbers", "zh-Hans")).wait_for()
    inspector.look("nobody yet")
    page.goto(f"{server.url}/#/person/nobody")
    page.get_by_role("alert").wait_for()
    inspector.look("no such person")
    assert not inspector.findings, "\n\n".join(inspector.findings)
