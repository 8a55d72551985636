import re
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.http.site import Json, Site, Talk, running
from tests.waiting import PATIENCE


def closed(talk: Talk) -> int:
    """Read until the end; the code of the close."""
    with pytest.raises(ConnectionClosed) as end:
        while True:
            talk.hear()
    assert end.value.rcvd is not None
    return end.value.rcvd.code


def test_the_first_message_is_hello(site: Site) -> None:
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        talk.say({"type": "check", "id": "c1", "action": {"do": "no_more"}})
        refused = talk.until("refused")
        assert (refused["code"], refused["id"]) == ("hello-first", "c1")
        talk.hello()
        talk.say({"type": "ping"})
        assert talk.until("pong")


def test_who_says_no_hello_is_let_go(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shengji.server.tables.routes.socket.HELLO_SECONDS", 0.2)
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        assert talk.until("refused")["code"] == "no-hello"
        assert closed(talk) == 1008


def test_an_unknown_browser_is_told_so(site: Site) -> None:
    table = site.table(site.guest())
    with site.connect(site.browser(), table) as talk:
        assert talk.hear()["code"] == "no-person"
        assert closed(talk) == 4401


@pytest.mark.parametrize("table", ["none", "x" * 60, "%2e%2e", "a%00b"])
def test_there_is_no_such_table(site: Site, table: str) -> None:
    with site.connect(site.guest(), table) as talk:
        assert talk.hear()["code"] == "gone"
        assert closed(talk) == 4404


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_pages_of_other_sites_cannot_connect(site: Site, origin: str) -> None:
    browser = site.guest()
    table = site.table(browser)
    with pytest.raises(InvalidStatus) as refused:
        site.connect(browser, table, headers={"Origin": origin})
    assert refused.value.response.status_code == 403


def test_our_own_pages_can_connect(site: Site) -> None:
    browser = site.guest()
    with site.connect(browser, site.table(browser), headers={"Origin": site.url}) as talk:
        assert talk.hello()["seat"] == 0


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ("", "ends in the middle"),
        ("{", "ends in the middle"),
        ("null", "object is expected"),
        ("[]", "object is expected"),
        ("{}", "the field type is missing"),
        ('{"type": "nonsense"}', "type: 'nonsense' may not"),
        ('{"type": "hello", "since": -1}', "since: a number from 0 on"),
        ('{"type": "hello", "more": 1}', "there is no field more"),
        ('{"type": "do", "id": "", "version": 1, "action": {"do": "next"}}', "id: at least 1 "),
        (
            '{"type": "do", "id": "a b", "version": 1, "action": {"do": "next"}}',
            "id: it has characters",
        ),
        ('{"type": "check", "id": "a", "action": {"do": "sit", "seat": 1}}', "'sit'"),
        ('{"type": "check", "id": "a", "action": {"do": "play", "cards": ["XX"]}}', "'XX'"),
    ],
)
def test_a_bad_message_is_refused_and_the_connection_lives(
    site: Site, message: str, part: str
) -> None:
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        version = talk.hello()["version"]
        talk.say(message)
        refused = talk.until("refused")
        assert refused["code"] == "bad-message"
        assert refused["version"] == version
        assert part in refused["words"]["en"]
        assert not re.search("[a-z]{3} [a-z]", refused["words"]["zh-Hans"])
        assert refused["id"] == ("a" if '"id": "a"' in message else "")
        assert talk.hello()["seat"] == 0


def test_what_is_nested_too_deeply_is_refused(site: Site) -> None:
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        for deep in ("[" * 8000, '{"a":' * 3000):
            talk.say(
                '{"type": "do", "id": "d", "version": 1, "action": {"do": "set_rules", "rules": '
                f'{{"a": {deep}'
            )
            assert talk.until("refused")["code"] == "too-deep"
        assert talk.hello()["seat"] == 0


def test_binary_frames_are_refused(site: Site) -> None:
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        talk.say(b'{"type": "hello"}')
        assert talk.until("refused")["code"] == "not-text"
        assert talk.hello()["seat"] == 0


def test_long_messages_are_refused_and_huge_ones_cut_off(site: Site) -> None:
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        talk.say("x" * 20_000)
        assert talk.until("refused")["code"] == "too-long"
        talk.hello()
        talk.say("x" * 100_000)
        assert closed(talk) == 1009


def test_too_many_messages_are_refused_and_then_end_it(tmp_path: Path) -> None:
    with running(tmp_path, messages_per_second=0.1, message_burst=5) as site:
        browser = site.guest()
        with site.connect(browser, site.table(browser)) as talk:
            talk.hello()
            for number in range(6):
                talk.say({"type": "hint", "id": f"h{number}"})
            while (answer := talk.until("refused"))["code"] != "too-fast":
                pass
            assert answer["id"] in ("h4", "h5")
            with pytest.raises(ConnectionClosed):
                for _ in range(200):
                    talk.say({"type": "ping"})
                    talk.hear()
            assert closed(talk) == 1008


def test_who_does_not_read_is_let_go_and_slows_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.tables.routes.socket.SEND_SECONDS", 0.3)
    with running(tmp_path, messages_per_second=1000.0, message_burst=100_000) as site:
        browser = site.guest()
        table = site.table(browser)
        with site.connect(browser, table) as reader:
            reader.hello()
            # Its library stops reading when one message waits to be asked for.
            sleeper = site.connect(site.guest(), table, max_queue=1)
            with pytest.raises(ConnectionClosed):
                until = time.monotonic() + PATIENCE
                while time.monotonic() < until:
                    sleeper.say({"type": "hello"})
            reader.say({"type": "ping"})
            assert reader.until("pong")
            sleeper.connection.socket.close()


def test_a_person_has_so_many_connections_only(tmp_path: Path) -> None:
    with running(tmp_path, connections_per_person=2) as site:
        browser = site.guest()
        table = site.table(browser)
        with site.connect(browser, table) as one, site.connect(browser, table) as two:
            assert one.hello()["seat"] == two.hello()["seat"] == 0
            with site.connect(browser, table) as third:
                assert third.hear()["code"] == "too-many-connections"
                assert closed(third) == 4429
            with site.connect(site.guest(), table) as other:
                assert other.hello()["seat"] is None
        with site.connect(browser, table) as again:
            assert again.hello()["seat"] == 0


def test_commands_are_counted(site: Site) -> None:
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        version = talk.hello()["version"]
        ready = {"do": "ready", "ready": True}
        talk.say({"type": "do", "id": "r1", "version": version, "action": ready})
        assert talk.until("done", "refused")["type"] == "done"
        talk.say({"type": "do", "id": "r2", "version": version, "action": {"do": "next"}})
        code = talk.until("refused")["code"]
    text = browser.get("/api/metrics").text
    assert f'shengji_socket_refusals_total{{code="{code}"}}' in text
    assert "shengji_commands_done_total" in text
    count = next(line for line in text.splitlines() if "command_seconds_count" in line)
    assert float(count.split()[-1]) >= 2


def test_when_the_server_goes_everybody_is_told(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser = site.guest()
        table = site.table(browser)
        talk = site.connect(browser, table)
        talk.hello()
    assert talk.until("bye")["code"] == "restart"
    assert closed(talk) in (1000, 1012)
    talk.connection.close()
    with running(tmp_path) as site:
        back = site.browser(cookies={"shengji": browser.cookies["shengji"]})
        with site.connect(back, table) as talk:
            assert talk.hello()["seat"] == 0


HIDDEN = ("deck", "salt", "card", "kitty", "hand", "cards")


def keys_of(data: Any) -> set[str]:
    """All keys in some JSON."""
    if isinstance(data, dict):
        return set(data).union(*map(keys_of, data.values()))
    return set().union(*map(keys_of, data)) if isinstance(data, list) else set()


def test_no_address_tells_what_a_view_would_hide(site: Site) -> None:
    browser, stranger = site.guest(), site.guest()
    table = browser.post("/api/play", json={}).json()["table"]
    with site.connect(browser, table) as talk:
        talk.hello()
        openapi = browser.get("/api/openapi.json").json()
        answers: dict[str, Json] = {}
        for path, item in openapi["paths"].items():
            # Those that are not a stranger's are told by tests/server/http/test_authorisation.py.
            for_others = path.startswith(
                (
                    "/api/bot",
                    "/api/admin",
                    "/api/me/account",
                    "/api/matches/",
                    "/api/shared/",
                    "/api/people",
                    "/api/pairing",
                    "/api/nights/",
                    "/api/evenings/",
                    "/api/calendars/",
                    "/api/clubs/",
                    "/api/puzzles",
                )
            )
            if "get" in item and not for_others and "metrics" not in path and "rules" not in path:
                asked = re.sub(r"\{(hand|event)\}", "1", path)
                response = stranger.get(asked.replace("{table}", table).replace("{people}", "x"))
                # Of the hand under way there is no record yet, and nothing has these other names.
                ways = ("{hand}", "/hands", "{event}", "/review", "/record")
                missing = path.endswith((*ways, "{match}", "{person_id}", "{token}"))
                assert response.status_code == (404 if missing else 200), path
                if response.headers["content-type"] != "application/zip":  # the stranger's own
                    answers[path] = response.json()
    assert {"/api/lobby", "/api/tables/{table}"} <= set(answers)
    for path, answer in answers.items():
        assert not keys_of(answer) & set(HIDDEN), path


@pytest.mark.parametrize(
    ("action", "taken"),
    [
        ({"do": "say", "phrase": "hello"}, None),
        ({"do": "nudge", "seat": 1}, "seat-empty"),
        ({"do": "propose", "what": "end"}, "no-match"),
    ],
)
def test_who_talks_without_end_is_refused(
    site: Site, monkeypatch: pytest.MonkeyPatch, action: dict[str, Any], taken: str | None
) -> None:
    # As many at once as ever, but hardly any more, however long this takes.
    monkeypatch.setattr("shengji.server.tables.routes.socket._TALK", (0.001, 20))
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        version = talk.hello()["version"]
        codes = []
        for number in range(25):
            talk.say({"type": "do", "id": f"s{number}", "version": version, "action": action})
            codes.append(talk.until("done", "refused").get("code"))
        assert codes == [taken] * 20 + ["too-fast"] * 5
