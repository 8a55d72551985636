"""A night whose log is damaged says so, and holds up nothing else."""

from __future__ import annotations

import io
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.cases import cases
from tests.commandkit import Command
from tests.server.http.site import Json, running
from tests.server.http.test_accounts import code_of
from tests.server.http.test_nights import ask, come, made
from tests.waiting import wait_for

pytestmark = pytest.mark.faults

NAME = "Ruan the Second"


class Club:
    """Two nights of a club that were played by the same people, of which one is damaged.

    Attributes:
        site: the server.
        nights: the addresses of the nights: the whole one, and the damaged one.
        players: those who have played, the last with the name `NAME`.
        lost: whether nothing about the last can be read in the damaged one.
        table: the address of the season's table.
    """

    def __init__(
        self,
        nights: tuple[str, str],
        players: list[httpx.Client],
        table: str,
        *,
        lost: bool = False,
    ) -> None:
        self.nights, self.players, self.table, self.lost = nights, players, table, lost

    def gains(self) -> int:
        """The number of players who are rated."""
        ids = [player.post("/api/me").json()["person"] for player in self.players]
        found = [self.players[0].get(f"/api/people/{one}/ratings").json() for one in ids]
        return sum(bool(one["pools"]) for one in found)


def play(boss: httpx.Client, night: str) -> None:
    """Play a hand, and end the night."""
    assert ask(boss, night, "draw", seed=1)["done"]
    seats = boss.get(night).json()["round"]["tables"][0]["seats"]
    entry = {"dealer": seats[0], "points": 0, "last_trick": {"side": "declarers"}}
    told: Json = {"entry": entry, "decide": True, "round": 1, "table": 1, "hand": 1}
    assert ask(boss, night, "enter_hand", **told)["done"]
    assert ask(boss, night, "end_round")["done"]


def damage(folder: Path, night: str, where: str) -> None:
    """Cut an event of a night in two, or put one there that cannot have happened."""
    database = sqlite3.connect(folder / "tables.db")
    id_ = night.rpartition("/")[2]
    rows = database.execute(
        "SELECT number, body FROM night_events WHERE night = ? ORDER BY number", (id_,)
    ).fetchall()
    (number, body), *_ = [row for row in rows if where.encode() in row[1]]
    if where == "person_arrived":
        (number, body) = next(row for row in rows if NAME.encode() in row[1])
        body = body[: body.index(NAME.encode()) + len(NAME)]
    elif where == "round_drawn":
        body = body.replace(b'"round":1', b'"round":7')
    elif where == '"cards":"real"':  # what is played is asked only by who looks at the table
        body = body.replace(b'"preset":"zhang-2021"', b'"preset":"zhang-1921"')
        assert b"1921" in body
    database.execute(
        "UPDATE night_events SET body = ? WHERE night = ? AND number = ?", (body, id_, number)
    )
    database.execute("UPDATE nights SET rated_to = 0, stage = 'running' WHERE id = ?", (id_,))
    database.commit()
    database.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Club]:
    """Two whole nights, and the folder with their database, once nobody writes there any more."""
    folder = tmp_path_factory.mktemp("played")
    with running(folder) as site:
        boss, first = made(site, trusted=True, real_cards="all", title="Whole")
        players = come(site, first, 3)
        last = site.guest()
        new = {"name": NAME, "passphrase": "leopard on the ridge"}
        assert last.post("/api/me/account", json=new).status_code == 201
        players.append(last)
        settings = {"real_cards": "all", "title": "Damaged"}
        second = (
            f"/api/nights/{boss.post('/api/nights', json={'settings': settings}).json()['night']}"
        )
        assert ask(last, first, "check_in", person="", name="")["done"]
        for player in players:
            assert ask(player, second, "check_in", person="", name="")["done"]
        for night in (first, second):
            play(boss, night)
        founded = {"settings": {"name": "Wednesdays", "seen": "public"}}
        at = f"/api/clubs/{boss.post('/api/clubs', json=founded).json()['club']}"
        for night in (first, second):
            assert boss.put(f"{night}/club", json={"club": at[11:]}).status_code == 204
        (season,) = boss.get(f"{at}/seasons").json()["seasons"]
        club = Club((first, second), players, f"{at}/seasons/{season['season']}")
        wait_for(lambda: club.gains() >= 4, each=0.05)
        assert club.gains() == 4
    return folder, club


@pytest.fixture(params=cases(["person_arrived", "round_drawn", '"cards":"real"'], "round_drawn"))
def club(
    played: tuple[Path, Club], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Club]:
    folder, whole = played
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    damage(tmp_path, whole.nights[1], request.param)
    with running(tmp_path) as site:
        again = [site.browser(cookies=player.cookies) for player in whole.players]
        yield Club(whole.nights, again, whole.table, lost=request.param == "person_arrived")


def test_it_is_told_and_the_other_night_of_the_club_goes_on(club: Club) -> None:
    whole, damaged = club.nights
    player = club.players[0]
    for address in ("", "/results.json", "/results.csv", "/hands.csv", "/rounds/1", "/claims"):
        answer = player.get(f"{damaged}{address}")
        assert code_of(answer) == (410, "night-damaged"), address
        assert "night" in answer.json()["words"]["en"]
    given = {"commands": [{"do": "end_night", "id": "x"}]}
    assert code_of(player.post(damaged, json=given)) == (410, "night-damaged")
    claim = {"code": "aaaa-bbbb-cccc"}
    assert code_of(player.post(f"{damaged}/claim", json=claim)) == (410, "night-damaged")
    assert {line["title"] for line in player.get("/api/nights").json()["nights"]} == {
        "Whole",
        "Damaged",
    }
    found = player.get(club.table).json()
    assert (found["counted"], found["damaged"]) == (1, 1)
    assert [line["hands"] for line in found["standings"]] == [1] * 4
    assert player.get(whole).json()["stage"] == "running"
    assert player.get("/api/ready").status_code == 200
    # What it has left to the history and to ratings is told as far as it is known.
    matches = player.get("/api/matches").json()["matches"]
    assert len(matches) == 2
    for line in matches:
        assert player.get(f"/api/matches/{line['match']}").status_code == 200
    assert club.gains() == 4


def test_its_people_are_exported_and_forgotten(club: Club, tmp_path: Path) -> None:
    last = club.players[-1]
    archive = zipfile.ZipFile(io.BytesIO(last.get("/api/me/export").content))
    ids = [night.rpartition("/")[2] for night in club.nights]
    events = [msgspec.json.decode(archive.read(f"nights/{id_}.json")) for id_ in ids]
    assert events[0] and (events[1] or club.lost), "what can be read of it is told"
    names = {"puzzles.json", "tokens.json", "reports.json"}
    assert names <= set(archive.namelist()), "what comes after nights is there"
    assert last.delete("/api/me").status_code == 204
    database = sqlite3.connect(tmp_path / "tables.db")
    bodies = database.execute("SELECT body FROM night_events").fetchall()
    database.close()
    assert not any(NAME.encode() in body for (body,) in bodies)
    names_ = {one["name"] for one in club.players[0].get(club.nights[0]).json()["people"]}
    assert "" in names_ and NAME not in names_


def test_a_rebuild_leaves_what_it_has_rated_as_it_was(
    club: Club, tmp_path: Path, command: Command
) -> None:
    ran = command("ratings", "rebuild", "--database", f"sqlite:///{tmp_path / 'tables.db'}")
    assert ran.status == 0 and "0 numbers have changed" in ran.out
    assert f"night {club.nights[1].rpartition('/')[2]} is damaged" in ran.err
    assert club.gains() == 4
