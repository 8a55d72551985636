"""All that is kept about somebody in one archive, and how it goes."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import httpx

from shengji.record.validation import validate
from tests.server.http.site import Site, running
from tests.server.http.test_accounts import (
    PHRASE,
    code_of,
    owner,
    stale,
    with_passkey,
)
from tests.server.http.test_matches import me, played
from tests.server.http.test_network_bots import bot_owner, program_of, token_of
from tests.server.http.test_sanctions import impose, moderating


def archive(browser: httpx.Client) -> dict[str, Any]:
    """The archive of somebody: of JSON files what is in them, of records the lines."""
    answer = browser.get("/api/me/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert "attachment" in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        return {
            name: json.loads(packed.read(name))
            if name.endswith(".json")
            else packed.read(name).splitlines()
            for name in packed.namelist()
        }


def test_one_archive_has_all_of_it_and_no_secrets(site: Site) -> None:
    browser, phone, made = with_passkey(site)
    table = site.table(browser)
    answer = browser.get("/api/me/export")
    found = archive(browser)
    assert found["person.json"]["person"] == made["me"]["person"]
    assert found["person.json"]["account"]["name"] == made["me"]["name"]
    assert [at["id"] for at in found["devices.json"]] == [
        at["device"] for at in browser.get("/api/me/devices").json()["devices"]
    ]
    assert [at["label"] for at in found["passkeys.json"]] == ["Phone"]
    assert [at["table"] for at in found["tables.json"]] == [table]
    everything = json.dumps(found)
    assert browser.cookies["shengji"] not in everything
    assert not any(code in everything for code in made["codes"])
    assert len(answer.content) < 5000 and phone.signs == 0


def test_a_guest_has_an_archive_too(site: Site) -> None:
    found = archive(site.guest())
    assert found["person.json"]["account"] is None and len(found["devices.json"]) == 1


def test_whoever_goes_leaves_no_name_and_the_table_whole(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser, made = owner(site, "Lin Chong")
        other = site.guest()
        table = site.table(browser, bots="basic", start=True, settings={"pace": "slow"})
        with site.connect(browser, table) as talk, site.connect(other, table) as onlooker:
            talk.hello()
            onlooker.hello()
            talk.say(
                {
                    "type": "do",
                    "id": "a",
                    "version": 999,
                    "action": {"do": "say", "text": "good evening"},
                }
            )
            talk.until("done")
            assert onlooker.until("said")["said"]["name"] == "Lin Chong"
            assert browser.delete("/api/me").status_code == 204
            assert talk.until("bye")["code"] == "signed-out"
            seat = onlooker.until("table")["table"]["seats"][0]
            while seat["person"] is not None:
                seat = onlooker.until("table")["table"]["seats"][0]
            assert seat["bot"], "a bot goes on"
        with site.connect(site.guest(), table) as late:
            (said,) = late.hello()["said"]
            assert (said["name"], said["text"]) == ("", "good evening")
        assert browser.get("/api/me/devices").status_code == 401
        given = {"name": "Lin Chong", "passphrase": PHRASE}
        assert code_of(site.guest().post("/api/sign-in", json=given)) == (403, "wrong-sign-in")
        assert other.get(f"/api/tables/{table}").json()["playing"] is True
        owner(site, "Lin Chong")[0].delete("/api/me").raise_for_status()  # the name is free again
    with sqlite3.connect(tmp_path / "tables.db") as database:
        dump = "\n".join(database.iterdump())
        bodies = [row[0] for row in database.execute("SELECT body FROM entries")]
    database.close()
    assert b"Lin Chong" not in b"".join(bodies) and "Lin Chong" not in dump
    assert made["me"]["person"].encode() in b"".join(bodies), "somebody has been there"
    assert any(b"good evening" in body for body in bodies), "what was said stays with the others"


def test_a_guest_who_became_an_account_goes_with_it(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        cleo, made = owner(site)
        guest = site.guest()
        guest.patch("/api/me", json={"name": "Hu Sanniang"}).raise_for_status()
        table = site.table(site.guest())
        with site.connect(guest, table) as talk:
            talk.hello()
            said = {"do": "say", "text": "good evening"}
            talk.say({"type": "do", "id": "a", "version": 999, "action": said})
            talk.until("done")
        given = {"name": made["me"]["name"], "passphrase": PHRASE}
        assert guest.post("/api/sign-in", json=given).status_code == 200
        (line,) = archive(guest)["said.json"]
        assert (line["table"], line["text"]) == (table, "good evening")
        assert "Hu Sanniang" not in json.dumps(line)
        assert cleo.delete("/api/me").status_code == 204
    with sqlite3.connect(tmp_path / "tables.db") as database:
        dump = "\n".join(database.iterdump())
        bodies = b"".join(row[0] for row in database.execute("SELECT body FROM entries"))
    database.close()
    assert "Hu Sanniang" not in dump and b"Hu Sanniang" not in bodies
    assert b"good evening" in bodies, "what was said stays with the others"


def test_the_archive_has_what_one_has_played_and_how_one_was_judged(site: Site) -> None:
    browser, _ = owner(site)
    line = played(site, browser)
    made = browser.post("/api/me/tokens", json={"label": "stats", "scopes": ["history"]}).json()
    impose(site, me(browser), "mute")
    other = me(site.guest())
    moderating(site, lambda kept: kept.report(me(browser), other, "shouts", "table", 2))
    found = archive(browser)
    assert [at["match"] for at in found["matches.json"]] == [line["match"]]
    (record,) = [name for name in found if name.startswith("records/")]
    kept = browser.get(f"/api/matches/{line['match']}/record").content
    assert found[record] == kept.splitlines()
    (token,) = found["tokens.json"]
    assert (token["label"], token["scopes"]) == ("stats", ["history"])
    assert made["secret"] not in str(found)
    (mute,) = found["sanctions.json"]
    assert (mute["kind"], mute["reason"], "by" in mute) == ("mute", "insults", False)
    (report,) = found["reports.json"]
    assert (report["about"], report["text"], report["hand"]) == (other, "shouts", 2)


def test_whoever_goes_leaves_matches_whole_and_nothing_that_says_who(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser, made = owner(site, "Lin Chong")
        person = me(browser)
        address = f"/api/matches/{played(site, browser)['match']}"
        token = browser.post("/api/me/tokens", json={"label": "t", "scopes": ["profile"]}).json()
        impose(site, person, "mute")
        other = site.guest()
        moderating(site, lambda kept: kept.report(me(other), person, "Lin Chong shouts"))
        moderating(site, lambda kept: kept.report(person, me(other), "he answers"))
        before = other.get(f"{address}/record").content.splitlines()
        assert b"Lin Chong" in before[0]
        assert browser.delete("/api/me").status_code == 204
        seats = other.get(address).json()["line"]["seats"]
        assert (seats[0]["name"], seats[0]["person"]) == ("", None)
        assert [seat["name"] for seat in seats[1:]] == ["basic"] * 3
        record = other.get(f"{address}/record").content
        assert record.splitlines()[1:] == before[1:], "all that happened stays"
        file = tmp_path / "match.jsonl"
        file.write_bytes(record)
        assert validate(file).complete and not validate(file).faults
        program = site.browser(headers={"Authorization": f"Bearer {token['secret']}"})
        assert code_of(program.get("/api/me")) == (401, "no-token")
        assert moderating(site, lambda kept: kept.sanctions(person)) == []
        (open_,) = moderating(site, lambda kept: kept.reports())
        assert (open_.by, open_.text) == ("", "he answers"), "it is about somebody else"
        (closed,) = moderating(site, lambda kept: kept.reports(closed=True))
        assert (closed.about, closed.name, closed.text) == (person, None, "")
    with sqlite3.connect(tmp_path / "tables.db") as database:
        assert "Lin Chong" not in "\n".join(database.iterdump())
        bodies = database.execute("SELECT body FROM entries").fetchall()
    database.close()
    assert b"Lin Chong" not in b"".join(row[0] for row in bodies)
    assert made["me"]["person"].encode() in b"".join(row[0] for row in bodies)


def test_a_bot_that_is_removed_is_cut_off(site: Site) -> None:
    browser = bot_owner(site)
    program = program_of(site, token_of(browser, "bot"))
    with program.stream("GET", "/api/bot") as answer:
        assert answer.status_code == 200
        assert browser.delete("/api/me").status_code == 204
        assert list(answer.iter_lines()) == []
    assert code_of(program.get("/api/bot")) == (401, "no-token")


def test_the_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser, _ = owner(site)
        other = site.guest()
        table = site.table(browser, bots="basic", start=True)
        browser.delete("/api/me").raise_for_status()
        cookies = {"shengji": other.cookies["shengji"]}
    with running(tmp_path) as site:
        other = site.browser(cookies=cookies)
        with site.connect(other, table) as talk:
            assert talk.hello()["table"]["seats"][0]["person"] is None


def test_a_guest_can_go_and_an_owner_who_is_there(site: Site) -> None:
    guest = site.guest()
    table = site.table(guest)
    assert guest.delete("/api/me").status_code == 204
    assert guest.get("/api/me/devices").status_code == 401
    with site.connect(site.guest(), table) as talk:
        assert talk.hello()["table"]["seats"][0]["person"] is None
    browser, made = owner(site)
    stale(site, browser)
    assert code_of(browser.delete("/api/me")) == (403, "prove")
    assert browser.post("/api/me").json()["person"] == made["me"]["person"]
    browser.post("/api/me/account/proof", json={"passphrase": PHRASE}).raise_for_status()
    assert browser.delete("/api/me").status_code == 204
