"""`shengji doctor` finds what is wrong, says what to do, and ends with status 1."""

from __future__ import annotations

import gzip
import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from shengji import __version__
from shengji.terminal.doctor import address, machine
from tests.commandkit import Command
from tests.server.http.mailbox import mailbox
from tests.server.http.site import Site, running
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A port of the system's choice, a database that is not there, and time on a busy machine."""
    for module in ("address", "site"):
        monkeypatch.setattr(f"shengji.terminal.doctor.{module}._SECONDS", PATIENCE)
    monkeypatch.setenv("SHENGJI_PORT", "0")
    file = tmp_path / "own.db"
    monkeypatch.setenv("SHENGJI_DATABASE", f"sqlite:///{file}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        # On a busy machine it may take longer to be ready, and that is not what is wrong.
        patch.setattr("shengji.server.site.operations._PATIENCE", PATIENCE)
        with running(tmp_path_factory.mktemp("site")) as found:
            yield found


def findings(command: Command, *options: object, status: int) -> dict[str, tuple[str, str]]:
    """The findings: the state of each thing, and the words."""
    ran = command("doctor", "--json", *options)
    assert (ran.status, ran.err) == (status, "")
    # A server in this process writes its log to the same place.
    told = json.loads(ran.out[ran.out.index("{\n") :])
    assert told["well"] is (status == 0)
    return {at["check"]: (at["state"], at["words"]["en"]) for at in told["findings"]}


def test_a_site_under_way_is_well(command: Command, site: Site, tmp_path: Path) -> None:
    file = site.folder / "tables.db"
    file.chmod(0o600)
    found = findings(command, site.url, "--database", f"sqlite:///{file}", status=0)
    assert {name for name, (state, _) in found.items() if state != "good"} <= {"kernels", "disk"}
    assert set(found) >= {"packages", "client", "schema", "durable", "port", "health", "socket"}
    assert found["health"][1] == f"{site.url} answers, with version {__version__}"


def test_it_changes_nothing(command: Command, tmp_path: Path) -> None:
    assert findings(command, status=0)["file"][0] == "doubtful"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("variables", "check", "state", "words"),
    [
        ({"PUBLIC_URLS": "http://cards.example.org"}, "addresses", "bad", "write https://"),
        ({"TRUSTED_PROXIES": "*"}, "proxies", "bad", "no limit holds"),
        ({"TRUSTED_PROXIES": "proxy"}, "proxies", "bad", "not looked up"),
        ({"PUBLIC_URLS": "https://c.example.org"}, "proxies", "doubtful", "past the proxy"),
        ({"SECURE_COOKIES": "always"}, "cookies", "bad", "lose their seats"),
        (
            {"SECURE_COOKIES": "never", "PUBLIC_URLS": "https://c.example.org"},
            "cookies",
            "bad",
            "go unprotected",
        ),
        ({"DATABASE": "mysql://u:hush@h/n"}, "database", "bad", "not supported"),
        ({"DATABASE": "postgresql://u:hush@127.0.0.1:1/n"}, "database", "bad", "does not answer"),
        ({"DATABASE": "sqlite:////dev/null/x/tables.db"}, "file", "bad", "cannot be written"),
        (
            {"MAIL_HOST": "127.0.0.1", "MAIL_PORT": "1", "MAIL_FROM": "a@example.org"},
            "mail",
            "bad",
            "does not take us",
        ),
    ],
)
def test_what_is_set_wrong_is_found(
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    check: str,
    state: str,
    words: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(f"SHENGJI_{name}", value)
    found = findings(command, status=1 if state == "bad" else 0)
    assert found[check][0] == state and words in found[check][1]
    assert "hush" not in str(found)


def test_a_setting_that_cannot_be_read_ends_it(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHENGJI_TABLE_DAYS", "many")
    ran = command("doctor")
    assert (ran.status, ran.out) == (2, "") and "SHENGJI_TABLE_DAYS" in ran.err


def test_the_mail_server_is_asked_and_sent_nothing(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mailbox() as box:
        given = {"HOST": "127.0.0.1", "PORT": box.port, "SECURITY": "none", "FROM": "a@example.org"}
        for name, value in given.items():
            monkeypatch.setenv(f"SHENGJI_MAIL_{name}", str(value))
        assert findings(command, status=0)["mail"][0] == "good"
    assert box.mails == []


def test_a_port_that_another_has_is_told_from_one_that_is_ours(
    command: Command, monkeypatch: pytest.MonkeyPatch, site: Site
) -> None:
    monkeypatch.setenv("SHENGJI_HOST", "127.0.0.1")
    monkeypatch.setenv("SHENGJI_PORT", site.url.rpartition(":")[2])
    assert "ours" in findings(command, status=0)["port"][1]
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))  # taken, and nobody answers there
        monkeypatch.setenv("SHENGJI_PORT", str(other.getsockname()[1]))
        assert findings(command, status=1)["port"][0] == "bad"


def test_what_is_missing_on_the_machine_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text('<script src="/assets/index-1.js"></script>')
    (static / "assets").mkdir()
    (static / "assets" / "index-1.js.gz").write_bytes(gzip.compress(b"let x = 1;")[:-9])
    wanted = ["numba>=999", "rich>=1", "none-such>=1"]
    wanted += ["litestar>=999; extra == 'site'", 'ray>=2; extra == "cluster"']
    monkeypatch.setattr(machine, "requires", lambda name: wanted)
    monkeypatch.setattr(machine, "STATIC", static)
    monkeypatch.setattr(machine, "marks", lambda: [Path("/dev/null/x/mark")])
    monkeypatch.setattr("resource.getrlimit", lambda which: (256, 256))
    found = findings(command, status=1)
    lacking = found["packages"][1]
    assert all(name in lacking for name in ("numba", "none-such", "litestar"))
    assert "rich" not in lacking and "ray" not in lacking
    assert "assets/index-1.js" in found["client"][1]
    assert found["kernels"][0] == "bad" and "write to /dev/null/x" in found["kernels"][1]
    assert "256 open files" in found["files"][1]
    (static / "index.html").unlink()
    assert "make web" in findings(command, status=1)["client"][1]


def answers(**changed: httpx.Response) -> httpx.MockTransport:
    """A site behind a proxy, as it answers; addresses by their last part."""
    given = {
        "health": httpx.Response(
            200,
            json={"status": "ok", "version": __version__},
            headers={"strict-transport-security": "max-age=1"},
        ),
        "ready": httpx.Response(200),
        "socket": httpx.Response(101),
        "metrics": httpx.Response(403),
        **changed,
    }
    return httpx.MockTransport(lambda asked: given[asked.url.path.rpartition("/")[2]])


@pytest.mark.parametrize(
    ("changed", "check", "state", "words"),
    [
        ({}, "forwarded", "good", "__Host-shengji"),
        (
            {"health": httpx.Response(200, json={"status": "ok", "version": __version__})},
            "forwarded",
            "bad",
            "X-Forwarded-Proto",
        ),
        ({"health": httpx.Response(502, text="no")}, "health", "bad", "status 502"),
        ({"health": httpx.Response(200, json=["other"])}, "health", "bad", "not as our server"),
        (
            {"health": httpx.Response(200, json={"status": "ok", "version": "0"})},
            "health",
            "doubtful",
            "Restart",
        ),
        ({"ready": httpx.Response(503)}, "ready", "bad", "503"),
        ({"socket": httpx.Response(426)}, "socket", "bad", "Upgrade and Connection"),
        ({"socket": httpx.Response(403)}, "socket", "bad", "SHENGJI_PUBLIC_URLS"),
        ({"metrics": httpx.Response(200)}, "metrics", "doubtful", "only numbers"),
    ],
)
def test_what_a_proxy_does_wrong_is_found(
    monkeypatch: pytest.MonkeyPatch,
    changed: dict[str, httpx.Response],
    check: str,
    state: str,
    words: str,
) -> None:
    made = httpx.Client

    def client(**options: Any) -> httpx.Client:
        return made(transport=answers(**changed), **options)

    monkeypatch.setattr("httpx.Client", client)
    found = {at.check: at for at in address.check_address("https://cards.example.org")}
    assert found[check].state == state and words in found[check].words.render("en")
    others = {at.check for at in found.values() if at.state == "bad"} - {check}
    assert others <= ({"forwarded"} if "health" in changed else set())


def test_a_site_that_is_not_there_is_said_so(command: Command) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        assert "is not reached" in findings(command, url, status=1)["health"][1]
    ran = command("doctor", "cards.example.org")
    assert ran.status == 2 and "no address of a site" in ran.err


def test_people_read_it_in_their_language(command: Command) -> None:
    ran = command("doctor")
    assert ran.status == 0 and "worth a look" in ran.out
    ran = command("doctor", "--lang", "zh")
    assert "数据库文件" in ran.out and "请留意" in ran.out


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes")
def test_a_database_that_all_can_read_is_told(command: Command, site: Site) -> None:
    file = site.folder / "tables.db"
    file.chmod(0o644)
    assert "secrecy" not in findings(command, "--database", f"sqlite:///{file}", status=0)
    site.folder.chmod(0o755)
    found = findings(command, "--database", f"sqlite:///{file}", status=0)
    assert found["secrecy"][0] == "doubtful" and "chmod 600" in found["secrecy"][1]
