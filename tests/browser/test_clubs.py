"""A club from its founding to the first guest who becomes a member."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.browser.axe import Inspector
from tests.browser.company import Guest
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import say


def test_a_club_and_its_first_night(server: ServerProcess, person: Visit) -> None:
    boss = Guest(person())
    bo = Guest(person(width=360, height=740, locale="zh-CN", color_scheme="dark"), "zh-Hans")
    looks = [Inspector(boss.page), Inspector(bo.page)]
    boss.introduce(server.url, "Mei")
    bo.introduce(server.url, "小波")
    account = {"name": "Mei of the club", "passphrase": "tiger on the ridge"}
    answer = boss.page.request.post(f"{server.url}/api/me/account", data=json.dumps(account))
    assert answer.ok, answer.text()

    # Founded, and what comes next is said.
    boss.page.goto(f"{server.url}/#/clubs")
    boss.page.get_by_role("link", name=say("clubs.found")).click()
    boss.page.get_by_label(say("clubs.name"), exact=True).fill("Fridays")
    boss.button("clubs.found_now").click()
    boss.page.wait_for_url("**/next")
    invite = boss.page.get_by_role("link", name=say("clubs.do_invite"))
    expect(invite).to_have_attribute("aria-current", "step")
    looks[0].look("the steps of a new club")
    invite.click()

    # Bo asks by the link, in a second browser, and is accepted.
    link = boss.page.get_by_role("textbox", name="Fridays").input_value()
    bo.page.goto(link)
    expect(bo.page.get_by_role("heading", level=1)).to_have_text("Fridays")
    looks[1].look("the link to a club")
    bo.button("clubs.ask").click()
    expect(bo.page.get_by_text(say("clubs.asked", "zh-Hans"))).to_be_visible()
    boss.page.reload()
    accept = boss.page.get_by_role("button", name=say("clubs.accept"))
    accept.click()
    expect(accept).to_have_count(0)

    # Somebody without an account stands in the list.
    boss.page.get_by_label(say("clubs.add_name"), exact=True).fill("Old Tom")
    boss.button("clubs.add_now").click()
    tom = boss.page.get_by_role("listitem").filter(has_text="Old Tom")
    expect(tom).to_contain_text(say("clubs.no_account"))
    looks[0].look("the members")
    club = boss.page.url.rpartition("/")[0]

    # The code of the line is a slip of one page, however long the list below is.
    tom.get_by_role("button", name=say("clubs.for_member", name="Old Tom")).click()
    boss.page.get_by_role("menuitem", name=say("clubs.code")).click()
    boss.page.get_by_role("dialog").get_by_role("img").wait_for()
    looks[0].look("the code of a line")
    assert len(re.findall(rb"/Type /Page\b", boss.page.pdf())) == 1
    boss.page.keyboard.press("Escape")

    # The night of the club: both are checked in by the list, found by letters.
    boss.page.goto(club)
    boss.page.get_by_role("link", name=say("clubs.make_night")).first.click()
    boss.button("organising.make").click()
    boss.page.wait_for_url("**/run")
    boss.page.get_by_role("tab", name=say("organising.people")).click()
    find = boss.page.get_by_label(say("clubs.find"))
    for letters, name in (("xb", "小波"), ("ol", "Old Tom")):
        find.fill(letters)
        here = boss.page.get_by_role("button", name=f"{say('clubs.here')} {name}", exact=True)
        here.click()
        expect(here).to_have_count(0)
    looks[0].look("the desk with the list of members")
    stays = boss.page.get_by_label(say("organising.stays_where"), exact=True).bounding_box()
    assert stays is not None and stays["height"] >= 44

    # A guest of the evening becomes a member by one touch.
    boss.page.get_by_label(say("organising.add_name"), exact=True).fill("Zoe")
    boss.button("organising.add").click()
    boss.button("clubs.make_members").click()
    expect(boss.page.get_by_text(say("clubs.members_made", count=1))).to_be_visible()
    expect(boss.button("clubs.make_members")).to_have_count(0)
    boss.page.goto(club)
    boss.page.get_by_label(say("showing.news_write"), exact=True).fill("Bring snacks")
    boss.button("showing.news_send").click()
    expect(boss.page.get_by_role("listitem").filter(has_text="Bring snacks")).to_be_visible()
    looks[0].look("a club, as an owner sees it")
    boss.page.get_by_role("link", name=say("nights.standings")).click()
    boss.page.get_by_text(say("nights.standings_none")).wait_for()
    looks[0].look("a season without a hand")
    # A regular evening of the club, which its members join from the club's page.
    boss.page.goto(club)
    boss.page.get_by_role("link", name=say("evenings.make")).click()
    boss.button("evenings.make_now").click()
    expect(boss.page.get_by_role("link", name="Fridays")).to_be_visible()
    looks[0].look("the regular evening of a club")

    bo.page.goto(club)
    expect(bo.page.get_by_text("Bring snacks")).to_be_visible()
    expect(bo.page.get_by_role("heading", level=1)).to_have_text("Fridays")
    join = bo.page.get_by_role("button", name=say("evenings.join", "zh-Hans"))
    expect(join).to_be_visible()
    looks[1].look("a club, as a member sees it")
    join.click()
    bo.page.wait_for_url("**/evening/*")
    boss.page.goto(f"{club}/members")
    expect(boss.page.get_by_role("listitem").filter(has_text="Zoe")).to_be_visible()
    for inspector in looks:
        assert inspector.findings == []
