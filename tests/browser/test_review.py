"""After a hand its review is read where the hand ended, and leads to the moments it tells of."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import APIRequestContext, expect

from shengji.server.reviews.job_store import ReviewJobStore
from shengji.server.reviews.queue import ReviewQueue
from shengji.server.reviews.store import ReviewStore
from shengji.server.reviews.waiting_list import ReviewSettings
from tests.browser.axe import Inspector
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.speech import say
from tests.server.http.site import running
from tests.server.reviewing.moment import Moment
from tests.waiting import wait_for

QUICK = ReviewSettings(depth=0.2, niceness=0)
"""Deep enough for gross mistakes."""


def match_of(api: APIRequestContext, site: str) -> str:
    """The match that somebody has played, once it is kept."""
    found = wait_for(lambda: api.get(f"{site}/api/matches").json()["matches"])
    return str(found[0]["match"])


def place_before(told: str) -> str:
    """Where a hand stands before a decision that is told so, as a pattern: who leads is looked at
    when all have played to the trick before.
    """
    trick, start = re.match(r"第 (\d+) 轮", told), say("replay.start", "zh-Hans")
    if trick is None:
        return start
    number = int(trick[1])
    return f"第 {number} 轮|{start if number == 1 else f'第 {number - 1} 轮第 4 手'}"


def test_a_hand_is_reviewed_from_its_result(person: Visit, tmp_path: Path) -> None:
    with running(tmp_path, None, QUICK) as site:
        services = site.server.app.state.services
        moment = Moment(services[ReviewJobStore], services[ReviewStore])
        page = person(width=360, height=640, locale="zh-CN")
        inspector = Inspector(page)
        player = Player(page, "zh-Hans")
        table = player.open_table(site.url, "tractor", bots="random", one_hand=True)
        player.let_a_bot_play(table)
        sheet = page.get_by_role("dialog", name=say("sheets.match_over", "zh-Hans"))
        sheet.get_by_role("button", name=say("sheets.review", "zh-Hans"), exact=True).click()
        expect(sheet.locator(".review")).to_be_focused()  # the button is gone
        expect(sheet.locator(".review")).to_be_in_viewport()
        whose = sheet.get_by_label(say("review.whose", "zh-Hans"))
        expect(whose).to_be_visible()
        assert moment.times == 1  # it was finished while the page asked how far it had come
        # The own decisions come first, then what all decided, and figures when they are asked for.
        expect(whose.locator("option:checked")).to_have_text(say("table.you", "zh-Hans"))
        worst = sheet.locator(".worst article")
        for line in worst.locator(".made b").all_inner_texts():
            assert say("table.you", "zh-Hans") in line, line
        # In a short hand there may have been nothing to choose, or nothing better.
        heading = sheet.get_by_text(say("review.own_worst", "zh-Hans")).or_(
            sheet.locator(".praise")
        )
        small, none = say("review.worst_small", "zh-Hans"), say("review.worst_none", "zh-Hans")
        nothing = sheet.get_by_text(small).or_(sheet.get_by_text(none))
        expect(heading.or_(nothing).first).to_be_visible()
        curve = sheet.get_by_role("img", name=re.compile(r"^预期结果曲线"))
        expect(curve).to_be_hidden()
        sheet.get_by_text(say("review.figures", "zh-Hans"), exact=True).click()
        expect(curve).to_be_visible()
        whose.select_option(label=say("review.everybody", "zh-Hans"))
        expect(worst).to_have_count(3)
        costs = [
            float(text.removeprefix("\N{MINUS SIGN}").removesuffix(" 级"))
            for text in worst.locator(".cost").all_inner_texts()
        ]
        assert costs == sorted(costs, reverse=True) and costs[-1] > 0
        sheet.get_by_text(say("review.as_table", "zh-Hans"), exact=True).click()
        expect(sheet.get_by_role("button", name="第 1 轮", exact=True)).to_be_visible()
        sheet.get_by_text(say("review.all", "zh-Hans"), exact=True).click()
        listed = sheet.locator(".all li")
        everybody = listed.count()
        whose.select_option(index=0)
        expect(listed).not_to_have_count(everybody)
        whose.select_option(label=say("review.everybody", "zh-Hans"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        inspector.look("a review")

        # What cost most is told of a trick, and this is where one is led to.
        told = worst.first.locator(".made b").inner_text()
        worst.first.get_by_role("button", name=say("review.see", "zh-Hans")).click()
        where = sheet.get_by_label(say("replay.position", "zh-Hans"))
        expect(where).to_have_attribute("aria-valuetext", re.compile(place_before(told)))
        # Only what is in the sheet has moved, so that the way out is still there.
        assert sheet.evaluate("dialog => dialog.scrollTop") == 0

        # On the page of the hand it is there already, with the own decisions first.
        page.goto(f"{site.url}/#/replay/table/{table}/1")
        whose = page.get_by_label(say("review.whose", "zh-Hans"))
        expect(whose.locator("option:checked")).not_to_have_text(say("review.everybody", "zh-Hans"))
        expect(whose.locator("option").nth(1)).to_have_text(say("review.everybody", "zh-Hans"))
        # For who reads English it is in English.
        other = person(width=1280, height=800, locale="en-US")
        looks = Inspector(other)
        other.request.post(f"{site.url}/api/me")
        other.goto(f"{site.url}/#/replay/table/{table}/1")
        expect(other.locator(".worst article")).to_have_count(3)
        other.get_by_text(say("review.figures"), exact=True).click()
        other.get_by_text(say("review.as_table"), exact=True).click()
        other.locator(".review").get_by_role("button", name="Trick 2", exact=True).click()
        where = other.get_by_label(say("replay.position"))
        expect(where).to_have_attribute("aria-valuetext", re.compile("^Trick 2, play [1-4]$"))
        # The table comes into sight again on a phone, where it stands above.
        other.set_viewport_size({"width": 390, "height": 844})
        other.get_by_role("button", name=say("review.see")).last.click()
        expect(other.locator(".felt")).to_be_in_viewport(ratio=0.9)

        # The page of the match tells the same of all its hands, and leads to each moment.
        api = page.request
        name = match_of(api, site.url)
        other.goto(f"{site.url}/#/match/{name}")
        expect(other.locator(".worst .made b").first).to_have_text(re.compile(r"^Hand 1\. "))
        expect(other.get_by_role("heading", name=say("review.worst_match"))).to_be_visible()
        assert [
            float(text.removeprefix("\N{MINUS SIGN}").removesuffix(" levels"))
            for text in other.locator(".worst .cost").all_inner_texts()
        ] == costs
        looks.look("what cost most in a match")
        see = other.get_by_role("link", name=say("review.see")).first
        address = see.get_attribute("href") or ""
        see.click()
        made = int(address.removeprefix(f"#/replay/match/{name}/1/"))
        told = api.get(f"{site.url}/api/matches/{name}/hands/1/review").json()["review"]
        assert made == told["decisions"][told["worst"][0]]["event"] - 1
        expect(other.get_by_role("slider", name=say("replay.position"))).to_be_visible()

        # Who has a link reads it too, and of all hands; and who has the record as a file.
        match = f"{site.url}/api/matches/{name}"
        token = api.post(f"{match}/share").json()["token"]
        other.goto(f"{site.url}/#/replay/shared/{token}/1")
        expect(other.locator(".worst article")).to_have_count(3)
        record = tmp_path / "match.jsonl"
        record.write_bytes(api.get(f"{match}/record/reviewed").body())
        opening = f"{site.url}/#/replay/file"
        other.goto(opening)
        other.locator("input[type=file]").set_input_files(record)
        expect(other.locator(".worst article")).to_have_count(3)

        # One that takes long can be stopped.
        site.server.app.state.services[ReviewQueue].settings = ReviewSettings(depth=50, niceness=0)
        other.goto(f"{site.url}/#/")
        other.goto(opening)
        reopen = other.get_by_role("button", name=say("replay.take"))
        reopen.click()
        other.get_by_role("menuitem", name=say("replay.open_other")).click()
        other.locator("input[type=file]").set_input_files(record)
        review = other.get_by_role("button", name=say("review.review"), exact=True)
        review.click()
        expect(other.get_by_role("progressbar")).to_be_visible()
        looks.look("a review under way")
        other.get_by_role("button", name=say("review.stop"), exact=True).click()
        expect(review).to_be_visible()
        expect(other.get_by_role("progressbar")).to_have_count(0)
        assert not looks.findings, "\n".join(looks.findings)
        assert not inspector.findings, "\n".join(inspector.findings)
