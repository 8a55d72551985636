"""A disk on which nothing more can be written, and on which something can be again."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.forked import listened_to
from tests.server.fresh import make_fresh
from tests.server.http.site import Json, Reachable, Talk
from tests.waiting import wait_for

resource = pytest.importorskip("resource")
pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(
        not hasattr(resource, "prlimit"), reason="another process cannot be limited"
    ),
]

SAID = "said on a full disk"


@contextmanager
def full(pid: int) -> Iterator[None]:
    """No file takes anything from a process."""
    kind = resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (0, before[1]))
    yield
    resource.prlimit(pid, kind, before)


def say(talk: Talk, welcome: Json, text: str, number: int) -> None:
    do = {"type": "do", "id": f"c{number}", "version": welcome["version"]}
    talk.say({**do, "action": {"do": "say", "text": text}})


def play_goes_on(pid: int, site: Reachable) -> None:
    ann = site.guest()
    # By the clock: there is always something that the server has to do next.
    table = site.table(ann, bots="basic", start=True, settings={"pace": "slow", "clock": 5})
    with site.connect(ann, table) as talk:
        welcome = talk.hello()
        with full(pid):
            answer = ann.get("/api/ready")
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            for number in range(3):
                say(talk, welcome, SAID, number)
                refused = talk.until("refused", "done", "said")
                assert (refused["type"], refused["code"]) == ("refused", "storage")
                assert "nothing has changed" in refused["words"]["en"]
                assert "没有变化" in refused["words"]["zh-Hans"]
            for answer in (
                site.browser().post("/api/me"),
                ann.patch("/api/me", json={"name": "Ann"}),
            ):
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
                assert "nothing was changed" in answer.json()["words"]["en"]
            assert ann.get("/api/me").json()["name"] != "Ann"
            with site.connect(ann, table) as other:
                stored = other.hello()
            assert SAID not in str(stored)
        # It is asked once a second.
        wait_for(lambda: ann.get("/api/ready").status_code == 200, each=0.2)
        version = stored["version"]
        while talk.until("happened")["version"] <= version:
            pass
        say(talk, welcome, "said afterwards", 0)
        assert talk.until("refused", "done", "said")["type"] == "said"
    with site.connect(ann, table) as talk:
        told = str(talk.hello())
        assert "said afterwards" in told and SAID not in told


def test_play_goes_on_when_a_full_disk_has_room_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    make_fresh(tmp_path / "tables.db")
    options = ("--host", "127.0.0.1", "--port", "0", "--database", database)
    process, said = listened_to("shengji", "serve", *options)
    try:
        with closing(Reachable(int(said.readline().rpartition(":")[2]))) as site:
            play_goes_on(process.pid, site)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        said.close()
