"""A match is replayed on a page of its own: step by step, by a link elsewhere, and from a file."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from shengji.record.notation import read_notation
from tests.browser.axe import Inspector
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.browser.test_history import DESK, PHONE, Json, Soloist, fits
from tests.cases import usually


def swipe(page: Page, by: int) -> None:
    """Move a finger across the table by so many pixels, to the left if less than 0."""
    box = page.locator(".felt").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    wire = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + by, "y": y}]),
        ("touchEnd", []),
    ):
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    wire.detach()


@usually("size", PHONE, DESK, ids=["phone", "desk"])
def test_a_match_is_replayed_shared_and_opened_from_a_file(
    server: ServerProcess, person: Visit, size: Json, tmp_path: Path
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    soloist = Soloist(person(**size), tongue)
    page, inspector = soloist.page, Inspector(soloist.page)
    soloist.introduce(server.url, "Wu Song")
    line = soloist.play_match(server.url, private=True)
    page.goto(f"{server.url}/#/match/{line['match']}")
    soloist.link("history.replay").click()
    where = page.get_by_label(say("replay.position", tongue))
    now = page.get_by_role("status")
    expect(where).to_have_attribute("aria-valuetext", say("replay.start", tongue))

    # With keys: to the fifth trick, two plays on, with what was owed.
    def at(trick: int, play: int) -> str:
        return say("replay.at", tongue, trick=trick, play=play)

    page.keyboard.press("5")
    expect(where).to_have_attribute("aria-valuetext", at(5, 1))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_attribute("aria-valuetext", at(5, 3))
    expect(page.locator(".play .fan")).to_have_count(3)
    expect(now.locator(".owed")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(where).to_have_attribute("aria-valuetext", at(4, 4))
    page.keyboard.press("ArrowRight")
    # A bot says why it played that, what else it thought of, and what that would have cost.
    why = page.get_by_role("button", name=say("replay.why", tongue))
    expect(why).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("w")
    expect(why).to_have_attribute("aria-expanded", "true")
    expect(page.locator("blockquote .fan").first).to_be_visible()
    expect(page.locator("blockquote p").first).not_to_be_empty()
    page.locator("summary").click()
    inspector.look("replay")
    assert fits(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("5")

    # On a phone all hands are seen at once, above what one steps with.
    if size is PHONE:
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("scrollTo(0, 0)")
        hand = page.locator(".held").nth(3).bounding_box()
        controls = page.locator(".controls").bounding_box()
        assert hand and controls
        assert hand["y"] + hand["height"] <= controls["y"]
        page.set_viewport_size({"width": size["width"], "height": size["height"]})

    # On a tablet the choices have a line of their own, in which they can be read.
    if size is DESK:
        page.set_viewport_size({"width": 768, "height": 1024})
        take = page.get_by_role("button", name=say("replay.take", tongue)).bounding_box()
        hand = page.get_by_label(say("replay.hand", tongue), exact=True).bounding_box()
        eyes_at = page.get_by_label(say("replay.eyes", tongue)).bounding_box()
        assert take and hand and eyes_at
        assert hand["y"] == eyes_at["y"] >= take["y"] + take["height"]
        assert min(hand["width"], eyes_at["width"]) > 200
        page.set_viewport_size({"width": size["width"], "height": size["height"]})

    # From one's own eyes the other hands are hidden.
    eyes = page.get_by_label(say("replay.eyes", tongue))
    eyes.select_option(label=say("replay.eyes_of", tongue, name="Wu Song"))
    expect(page.locator(".held .fan")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/1/\d+\?seat=0$"))

    # As a picture, as a text, as a record.
    more = page.get_by_role("button", name=say("replay.take", tongue))
    for kind in ("svg", "png"):
        more.click()
        with page.expect_download() as download:
            soloist.page.get_by_role("menuitem", name=say(f"replay.keep_{kind}", tongue)).click()
        picture = tmp_path / f"moment.{kind}"
        download.value.save_as(picture)
        assert picture.read_bytes().startswith(b"<svg" if kind == "svg" else b"\x89PNG")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    more.click()
    page.get_by_role("menuitem", name=say("replay.copy_text", tongue)).click()
    page.get_by_text(say("shell.copied", tongue)).wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert read_notation(text).header.seats[0] == "Wu Song"
    more.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=say("replay.keep_record", tongue), exact=True).click()
    record = tmp_path / "match.jsonl"
    download.value.save_as(record)

    # By a link that somebody opens who may not see the match otherwise, at this very moment.
    soloist.button("replay.share").click()
    soloist.button("replay.make_link").click()
    link = soloist.dialog.get_by_role("textbox").input_value()
    inspector.look("sharing")
    friend = person(**size)
    looks = Inspector(friend)
    friend.goto(link)
    elsewhere = friend.get_by_label(say("replay.position", tongue))
    expect(elsewhere).to_have_attribute("aria-valuetext", at(5, 1))
    expect(friend.locator(".held .fan")).to_have_count(1)
    soloist.button("replay.take_back").click()
    soloist.dialog.get_by_text(say("replay.share_closed", tongue)).wait_for()
    friend.reload()
    friend.get_by_role("alert").wait_for()
    looks.look("a link that was taken back")
    friend.goto(f"{server.url}/#/replay/match/nosuch/1")
    matches = friend.get_by_role("link", name=say("shell.your_matches", tongue))
    expect(matches).to_have_attribute("href", "#/matches")
    friend.goto(link)
    expect(matches).to_have_count(0)
    friend.get_by_role("link", name=say("room.to_lobby", tongue)).click()
    expect(friend).to_have_url(f"{server.url}/#/")

    # A file: one that is none is refused with its line, the record is gone through.
    friend.goto(f"{server.url}/#/matches")
    friend.get_by_role("link", name=say("shell.open_record", tongue)).click()
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text(record.read_text().replace('"card_drawn"', '"card_eaten"', 1))
    chooser = friend.locator("input[type=file]")
    chooser.set_input_files(spoilt)
    expect(friend.get_by_role("alert")).to_contain_text("3")
    looks.look("a record that cannot be read")
    dropped = friend.evaluate_handle(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "match.jsonl"));
            return data;
        }""",
        record.read_text(),
    )
    friend.dispatch_event(".drop", "drop", {"dataTransfer": dropped})
    expect(elsewhere).to_have_attribute("aria-valuetext", say("replay.start", tongue))
    expect(friend.locator(".held .fan")).to_have_count(4)
    expect(friend.locator(".who b").first).to_have_text("Wu Song")
    assert fits(friend)

    # A finger that goes across steps on or back.
    def stands(trick: int, play: int) -> None:
        expect(elsewhere).to_have_attribute("aria-valuetext", at(trick, play))

    if size is PHONE:
        swipe(friend, -120)
        stands(1, 1)
        swipe(friend, -30)  # too short to be meant
        swipe(friend, -120)
        stands(1, 2)
        swipe(friend, 120)
        stands(1, 1)
        friend.keyboard.press("ArrowLeft")

    # It goes on by itself, at each of the speeds, until it is told to rest.
    friend.clock.install()
    friend.clock.pause_at(friend.evaluate("Date.now()") + 1000)
    friend.keyboard.press(" ")
    friend.get_by_role("button", name=say("replay.pause", tongue), exact=True).wait_for()
    friend.clock.run_for(1199)
    expect(elsewhere).to_have_attribute("aria-valuetext", say("replay.start", tongue))
    friend.clock.run_for(1)
    stands(1, 1)
    friend.get_by_role("button", name=say("replay.speed", tongue, speed="1×")).click()
    friend.clock.run_for(900)
    stands(1, 3)
    friend.get_by_role("button", name=say("replay.speed", tongue, speed="3×")).click()
    friend.clock.run_for(2399)
    stands(1, 3)
    friend.clock.run_for(1)
    stands(1, 4)
    friend.get_by_role("button", name=say("replay.pause", tongue), exact=True).click()
    friend.clock.run_for(10_000)
    stands(1, 4)
    assert not looks.findings, "\n\n".join(looks.findings)
    assert not inspector.findings, "\n\n".join(inspector.findings)
