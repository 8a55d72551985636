"""Bots of the operator's: people may seat them by name, and nobody may say what runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from shengji.bots import CAST
from shengji.bots.characters import LEVEL_NAMES
from shengji.server.site.settings import SettingsError, changed, settings_from
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from tests.bots.outside.kit import PYTHON, example
from tests.server.http.site import running

CLUB = example("first_bot.py")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("club", "expected a name in small letters"),
        (f"club={PYTHON} x.py", "expected a name in small letters"),
        (f"Club=exec:{CLUB}", "expected a name in small letters"),
        (f"basic=exec:{CLUB}", "there is a bot basic already"),
        (f"club=exec:{CLUB},club=exec:{CLUB}", "there is a bot club already"),
        ("club=exec:no-such-program", "there is no program 'no-such-program'"),
        ("club=exec:", "needs a command"),
    ],
)
def test_what_cannot_be_a_bot(value: str, expected: str) -> None:
    with pytest.raises(SettingsError, match="SHENGJI_BOTS, cannot hold") as error:
        settings_from({"SHENGJI_BOTS": value})
    assert expected in str(error.value)


def test_the_command_line_names_them_too() -> None:
    settings = settings_from({"SHENGJI_BOTS": f"a=exec:{PYTHON} --x='1,2', b=exec:{CLUB}"})
    assert settings.bot_commands == {"a": f"{PYTHON} --x='1,2'", "b": CLUB}
    assert changed(settings, {"bots": (f"c=exec:{CLUB}",)}).bot_commands == {"c": CLUB}
    with pytest.raises(SettingsError):
        changed(settings, {"bots": ("c",)})


def test_people_seat_them_by_name(tmp_path: Path) -> None:
    with running(tmp_path, None, bots=(f"club=exec:{CLUB}",)) as site:
        browser = site.guest()
        assert browser.get("/api/lobby").json()["bots"][-1]["bot"] == "club"
        table = site.table(browser, bots="club", start=True)
        with site.connect(browser, table) as talk:
            welcome = talk.hello()
            assert [seat["bot"] for seat in welcome["table"]["seats"]] == [None, *["club"] * 3]
            action = {"do": "automate", "on": True}
            version = welcome["version"]
            talk.say({"type": "do", "id": "a", "version": version, "action": action})
            ended = False
            while not ended:
                happened = talk.until("happened")
                ended = any(at["event"]["event"] == "hand_ended" for at in happened["events"])
        seated = {"rules": "pagat", "people": False, "bot": "club"}
        assert browser.post("/api/play", json=seated).status_code == 200
        assert site.server.app.state.services[Hub].counts().faults == 0


def test_a_table_is_offered_the_bots_that_can_play_its_rules(tmp_path: Path) -> None:
    with running(tmp_path, None, bots=(f"zone=botzone:{CLUB}",)) as site:
        browser = site.guest()
        for rules, more in (("botzone", ["zone"]), ("finding-friends", ["master"])):
            table = site.table(browser, rules=rules)
            offered = [line["bot"] for line in browser.get(f"/api/tables/{table}/bots").json()]
            assert offered[: len(LEVEL_NAMES)] == list(LEVEL_NAMES), rules
            assert [bot for bot in offered if bot not in (*LEVEL_NAMES, *CAST)] == more, rules
            checked = browser.post("/api/rules/check", json={"rules": rules}).json()
            assert [line["bot"] for line in checked["bots"]] == offered, rules
        assert browser.get("/api/tables/nowhere/bots").json()["code"] == "no-table"


def test_nobody_may_say_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "mark"
    monkeypatch.chdir(tmp_path)
    command = "exec:touch mark"
    live = LiveSettings(absent_after=0.2, commands={"club": CLUB})
    with running(tmp_path, live) as site:
        browser = site.guest()
        for name in (
            command,
            "club=exec:touch mark",
            "club;touch mark",
            "CLUB",
            "exec:",
            "touch mark",
        ):
            new = browser.post("/api/tables", json={"bots": name})
            assert (new.status_code, new.json()["code"]) == (422, "bad-bot"), new.text
            quick = browser.post("/api/play", json={"people": False, "bot": name})
            assert quick.json()["code"] == "bad-bot"
        table = site.table(browser)
        with site.connect(browser, table) as talk:
            version = talk.hello()["version"]
            for number, name in enumerate((command, "exec:club", "club\n")):
                action = {"do": "seat_bot", "seat": 1, "bot": name}
                asked = {"type": "do", "id": f"n{number}", "version": version, "action": action}
                talk.say(asked)
                assert talk.until("refused", "done")["code"] == "no-such-bot"
            action = {"do": "seat_bot", "seat": 1, "bot": "club"}
            talk.say({"type": "do", "id": "fine", "version": version, "action": action})
            assert talk.until("refused", "done")["type"] == "done"
    assert not mark.exists()
