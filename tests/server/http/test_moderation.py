"""Reports, and what administrators do about them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from shengji.server.accounts.store import AccountStore
from shengji.server.moderation.routes import reports
from shengji.server.moderation.store import ModerationStore
from shengji.server.tables.live.hub import Hub
from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import PHRASE, code_of, owner
from tests.server.http.test_estate import archive
from tests.server.http.test_matches import me, played
from tests.server.http.test_network_bots import bot_owner, program_of, token_of
from tests.server.http.test_sanctions import moderating

DAY = 24 * 3600 * 1000


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path) as found:
        yield found


def administrator(site: Site, name: str) -> httpx.Client:
    browser, made = owner(site, name)
    accounts = site.server.app.state.services[AccountStore]
    person = made["me"]["person"]
    moderating(site, lambda _: accounts.set_role(person, "administrator", ""))
    return browser


def say(site: Site, browser: httpx.Client, table: str, text: str) -> Json:
    """The answer to saying something."""
    with site.connect(browser, table) as talk:
        version = talk.hello()["version"]
        action = {"do": "say", "text": text}
        talk.say({"type": "do", "id": "a", "version": version, "action": action})
        return talk.until("done", "refused")


def impose(keeper: httpx.Client, person: str, **more: object) -> Json:
    made = keeper.post(f"/api/admin/people/{person}/sanctions", json={"reason": "insults", **more})
    assert made.status_code == 201, made.text
    found: Json = made.json()
    return found


def test_a_report_reaches_an_administrator_with_what_was_said(site: Site) -> None:
    keeper = administrator(site, "Song Jiang")
    host, guest = site.guest(), site.guest()
    guest.patch("/api/me", json={"name": "Li Kui"})
    table = site.table(host)
    say(site, host, table, "good evening")
    say(site, guest, table, "you play like an ox")
    address = f"/api/people/{me(guest)}/report"
    new = {"text": "  insults  ", "table": table, "hand": 1}
    assert host.post(address, json=new).status_code == 204
    say(site, guest, table, "later")
    assert code_of(host.post(address, json=new)) == (409, "reported")
    assert code_of(guest.post(address, json=new)) == (422, "report-oneself")
    assert code_of(host.post("/api/people/x/report", json=new)) == (404, "no-such-person")
    assert code_of(host.post(address, json={**new, "table": "x"})) == (404, "no-table")
    for nothing in ("", " \n ", "\0", "a\0"):
        assert code_of(host.post(address, json={"text": nothing})) == (400, "bad-request")
    (line,) = keeper.get("/api/admin/reports").json()["reports"]
    assert (line["about"], line["name"], line["by"]) == (me(guest), "Li Kui", me(host))
    assert (line["text"], line["table"], line["hand"]) == ("insults", table, 1)
    facts = keeper.get(f"/api/admin/reports/{line['report']}").json()
    assert facts["line"] == line
    assert [(at["person"], at["text"]) for at in facts["said"]] == [
        (me(host), "good evening"),
        (me(guest), "you play like an ox"),
    ]
    settle = f"/api/admin/reports/{line['report']}/settle"
    assert keeper.post(settle, json={"outcome": "warned"}).status_code == 204
    assert code_of(keeper.post(settle, json={})) == (404, "no-such-report")
    assert keeper.get("/api/admin/reports").json() == {"reports": [], "next": None}
    (closed,) = keeper.get("/api/admin/reports?closed=true").json()["reports"]
    assert (closed["report"], closed["outcome"]) == (line["report"], "warned")


def test_the_reports_come_page_by_page(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper, about = administrator(site, "Song Jiang"), me(site.guest())
    monkeypatch.setattr(reports, "_PAGE", 2)

    async def tell(kept: ModerationStore) -> None:
        for by in ("p0", "p1", "p2"):
            await kept.report(by, about, by)

    moderating(site, tell)
    first = keeper.get("/api/admin/reports").json()
    assert first["next"] == first["reports"][-1]["report"] and len(first["reports"]) == 2
    last = keeper.get("/api/admin/reports", params={"after": first["next"]}).json()
    assert last["next"] is None
    told = [line["text"] for page in (first, last) for line in page["reports"]]
    assert sorted(told) == ["p0", "p1", "p2"]
    for wrong in (
        {"after": "nobody"},
        {"after": "no id"},
        {"after": first["next"], "closed": True},
    ):
        answer = keeper.get("/api/admin/reports", params=wrong)
        assert code_of(answer) == (404, "no-such-report")


def test_a_match_is_reported_by_those_who_may_see_it(site: Site) -> None:
    ann, eve = site.guest(), site.guest()
    line = played(site, ann, private=True)
    about = me(site.guest())
    new = {"text": "throws the match", "match": line["match"], "hand": 1}
    assert code_of(eve.post(f"/api/people/{about}/report", json=new)) == (404, "no-match")
    assert ann.post(f"/api/people/{about}/report", json=new).status_code == 204
    (kept,) = administrator(site, "Song Jiang").get("/api/admin/reports").json()["reports"]
    assert (kept["match"], kept["table"]) == (line["match"], None)


def test_who_was_a_guest_before_they_signed_in_is_reported_and_muted_by_their_account(
    site: Site,
) -> None:
    keeper, host, guest = administrator(site, "Song Jiang"), site.guest(), site.guest()
    account = me(owner(site, "Li Kui")[0])
    before = me(guest)
    new = {"name": "Li Kui", "passphrase": PHRASE}
    assert guest.post("/api/sign-in", json=new).status_code == 200
    # Old tables and what was said there have the guest's id.
    report = f"/api/people/{before}/report"
    assert host.post(report, json={"text": "insults"}).status_code == 204
    assert code_of(guest.post(report, json={"text": "me"})) == (422, "report-oneself")
    (line,) = keeper.get("/api/admin/reports").json()["reports"]
    assert (line["about"], line["name"]) == (account, "Li Kui")
    made = impose(keeper, before, kind="mute")
    assert guest.get("/api/me").json()["muted"] == {"reason": "insults", "until": None}
    for known in (before, account):
        address = f"/api/admin/people/{known}/sanctions"
        assert keeper.get(address).json() == {"sanctions": [made]}
    # Nor is an administrator muted by the guest that they were.
    other = site.guest()
    before = me(other)
    assert other.post("/api/sign-in", json={**new, "name": "Song Jiang"}).status_code == 200
    answer = keeper.post(
        f"/api/admin/people/{before}/sanctions", json={"reason": "x", "kind": "ban"}
    )
    assert code_of(answer) == (409, "sanction-administrator")


def test_who_is_muted_reads_why_and_until_when(site: Site) -> None:
    keeper, guest = administrator(site, "Song Jiang"), site.guest()
    table = site.table(guest)
    until = int(time.time() * 1000) + DAY
    made = impose(keeper, me(guest), kind="mute", until=until)
    assert made["holds"] is True
    assert guest.get("/api/me").json()["muted"] == {"reason": "insults", "until": until}
    refused = say(site, guest, table, "hello")
    assert refused["code"] == "muted" and refused["words"]["en"].endswith(": insults")
    address = f"/api/admin/people/{me(guest)}/sanctions"
    assert keeper.get(address).json() == {"sanctions": [made]}
    lift = f"/api/admin/sanctions/{made['sanction']}"
    assert keeper.delete(lift).status_code == 204
    assert code_of(keeper.delete(lift)) == (404, "no-such-sanction")
    assert guest.get("/api/me").json()["muted"] is None
    assert say(site, guest, table, "hello")["type"] == "done"
    (lifted,) = keeper.get(address).json()["sanctions"]
    assert (lifted["holds"], lifted["lifted"] is None) == (False, False)


def test_who_is_banned_is_sent_away_at_once_and_can_take_the_data_and_go(site: Site) -> None:
    keeper = administrator(site, "Song Jiang")
    browser, _ = owner(site, "Li Kui")
    table = site.table(browser)
    with site.connect(browser, table) as talk:
        talk.hello()
        impose(keeper, me(browser), kind="ban")
        bye = talk.until("bye")
        assert (bye["code"], bye["words"]["en"]) == (
            "banned",
            "You are banned here (until: ∞). Reason: insults",
        )
    with site.connect(browser, table) as talk:
        assert talk.hear()["code"] == "banned"
    assert browser.post("/api/me").json()["banned"] == {"reason": "insults", "until": None}
    assert code_of(browser.post("/api/tables", json={})) == (403, "banned")
    assert code_of(browser.get("/api/matches")) == (403, "banned")
    (ban,) = archive(browser)["sanctions.json"]
    assert ban["reason"] == "insults"
    proof = {"passphrase": PHRASE}
    assert browser.post("/api/me/account/proof", json=proof).status_code == 200
    assert browser.delete("/api/me").status_code == 204
    assert browser.get("/api/me").status_code == 401


def test_a_bot_that_is_banned_is_cut_off(site: Site) -> None:
    keeper, browser = administrator(site, "Song Jiang"), bot_owner(site)
    program = program_of(site, token_of(browser, "bot"))
    with program.stream("GET", "/api/bot") as answer:
        assert answer.status_code == 200
        impose(keeper, me(browser), kind="ban")
        assert list(answer.iter_lines()) == []
    assert code_of(program.get("/api/bot")) == (403, "banned")


def test_what_cannot_be_imposed(site: Site) -> None:
    keeper, guest = administrator(site, "Song Jiang"), site.guest()
    address = "/api/admin/people/{}/sanctions"
    new: Json = {"kind": "ban", "reason": "insults"}
    own = keeper.post(address.format(me(keeper)), json=new)
    assert code_of(own) == (409, "sanction-administrator")
    past = keeper.post(address.format(me(guest)), json={**new, "until": 1})
    assert code_of(past) == (422, "sanction-over")
    for person in ("x", "%20"):
        assert code_of(keeper.post(address.format(person), json=new)) == (404, "no-such-person")
        assert code_of(keeper.get(address.format(person))) == (404, "no-such-person")
    assert code_of(keeper.post(address.format(me(guest)), json={"kind": "ban"}))[0] == 400
    assert guest.get("/api/me").json()["banned"] is None


def test_what_administrators_do_stands_in_the_book(site: Site) -> None:
    keeper = administrator(site, "Song Jiang")
    _, made = owner(site, "Li Kui")
    person = made["me"]["person"]
    keeper.patch(f"/api/admin/accounts/{person}", json={"role": "organiser"}).raise_for_status()
    mute = impose(keeper, person, kind="mute")
    keeper.delete(f"/api/admin/sanctions/{mute['sanction']}").raise_for_status()
    keeper.delete(f"/api/admin/accounts/{person}").raise_for_status()
    page = keeper.get("/api/admin/log").json()
    assert page["before"] is None
    assert [(at["act"], at["by_name"], at["about"] == person) for at in page["acts"]] == [
        ("remove", "Song Jiang", True),
        ("lift", "Song Jiang", True),
        ("mute", "Song Jiang", True),
        ("role", "Song Jiang", True),
        ("role", None, False),
    ]
    assert page["acts"][3]["detail"] == {"role": "organiser"}
    assert [at["name"] for at in page["acts"]] == [None] * 4 + ["Song Jiang"], "Li Kui is gone"
    number = page["acts"][1]["number"]
    later = keeper.get("/api/admin/log", params={"before": number}).json()
    assert later["acts"] == page["acts"][2:]


def test_a_server_hears_of_what_another_program_has_imposed(site: Site) -> None:
    guest = site.guest()
    table, services = site.table(guest), site.server.app.state.services
    person = me(guest)
    moderating(site, lambda kept: kept.impose(person, "ban", "insults", "", None))
    with site.connect(guest, table) as talk:
        talk.hello()
        moderating(site, lambda kept: services.sanctions.read(kept, services[Hub]))
        assert talk.until("bye")["code"] == "banned"
