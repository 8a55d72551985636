"""A club's semester by the API, from a seed: each member has one line, right to the hand."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.commandkit import Command
from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import code_of, owner
from tests.server.http.test_clubs import (
    add,
    enter,
    found_club,
    id_of,
    name_of,
    night_of,
    season_of,
)
from tests.server.http.test_nights import made

OUTCOMES = {0: (True, 3), 20: (True, 2), 60: (True, 1), 100: (False, 0), 140: (False, 1)}
"""Opponents' points of a hand with two decks: whether the declarers win, and levels (Z16 §9)."""

NIGHTS_THAT_COUNT = 4


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path) as found:
        yield found


class Semester:
    """The club, and the hands of its nights as they were entered.

    Attributes:
        names: member's name by each id under which the member has played.
        accounts: names of the members with an account that play.
        gained: levels and hands won, by night and id.
    """

    def __init__(self, site: Site, random: Random) -> None:
        self.site = site
        self.random = random
        boss, _ = made(site, trusted=True)  # whose nights with real cards are rated
        self.boss, self.club = found_club(site, boss, seen="public", joins="link")
        self.names = {id_of(self.boss): name_of(self.boss)}
        self.accounts: set[str] = set()
        self.gained: dict[str, dict[str, list[tuple[int, bool]]]] = {}
        self._made = 0

    def ask(self, night: str, *commands: Json, by: httpx.Client | None = None) -> list[Json]:
        """Send commands to a night in one request; without `by`, the owner of the club does."""
        numbered = []
        for command in commands:
            self._made += 1
            numbered.append({"id": f"s{self._made}", "made": self._made, **command})
        answer = (by or self.boss).post(night, json={"commands": numbered})
        assert answer.status_code == 200, answer.text
        found: list[Json] = answer.json()["answers"]
        assert all(one["done"] for one in found), found
        return found

    def play(
        self, people: list[str], guests: list[str], by: httpx.Client | None = None, final: int = 0
    ) -> str:
        """A night with real cards: members by id, guests by name; returns its address.

        Args:
            by: the organiser who runs it, if not the owner of the club.
            final: number of finalists.
        """
        size = {0: "none", 4: "four", 8: "eight"}[final]
        night = night_of(by or self.boss, self.club, rounds=2, final=size)
        came = [{"do": "check_in", "person": who, "name": ""} for who in people]
        came += [
            {"do": "check_in", "person": f"guest-{self._made}-{at}", "name": name}
            for at, name in enumerate(guests)
        ]
        self.ask(night, *came, by=by)
        results = self.gained[night] = defaultdict(list)
        before: list[str] = []
        for number in range(3 if final else 2):
            before = [row["person"] for row in self.boss.get(night).json()["standings"]]
            self.ask(night, {"do": "draw", "seed": self.random.randrange(1000)}, by=by)
            now = self.boss.get(night).json()["round"]
            assert now["final"] == (before[:final] if number == 2 else [])
            played = (self._entry(now["round"], at, results) for at in now["tables"])
            self.ask(night, *played, {"do": "end_round"}, by=by)
        self.ask(night, {"do": "end_night"}, by=by)
        # The finalists stand first, by the levels that they won in the final.
        rows = self.boss.get(night).json()["standings"][:final]
        gained = [(results[row["person"]][-1][0], row["score"]) for row in rows]
        assert {row["person"] for row in rows} == set(before[:final])
        assert [row["final"] for row in rows] == [levels for levels, _ in gained]
        assert gained == sorted(gained, reverse=True)
        return night

    def _entry(self, number: int, table: Json, results: dict[str, list[Any]]) -> Json:
        """A hand of a table, with a random result that is noted."""
        seats, points = table["seats"], self.random.choice(list(OUTCOMES))
        declarers_win, levels = OUTCOMES[points]
        dealer = self.random.randrange(4)
        for seat, person in enumerate(seats):
            won = (seat % 2 == dealer % 2) == declarers_win
            results[person].append((levels if won else -levels, won))
        entry = {"dealer": seats[dealer], "points": points, "last_trick": {"side": "declarers"}}
        place = {"round": number, "table": table["table"], "hand": 1}
        return {"do": "enter_hand", "entry": entry, "decide": True, **place}

    def table(self, browser: httpx.Client | None = None) -> list[Json]:
        """All lines of the season's table."""
        at, lines, first = season_of(self.boss, self.club), list[Json](), 0
        while True:
            page = (browser or self.boss).get(at, params={"from": first}).json()
            lines += page["standings"]
            if page["next"] is None:
                return lines
            first = page["next"]

    def expected(self, rule: Json) -> dict[str, tuple[int, int, int, Fraction]]:
        """By name: nights, hands, hands won and value, from the hands as they were entered."""
        nights: dict[str, dict[str, list[tuple[int, bool]]]] = {}
        for night, results in self.gained.items():
            for person, hands in results.items():
                name = self.names.get(person, f"{person} in {night}")
                nights.setdefault(name, {}).setdefault(night, []).extend(hands)
        found = {}
        for name, by_night in nights.items():
            scores = sorted(sum(levels for levels, _ in hands) for hands in by_night.values())
            value = {
                "sum": Fraction(sum(scores)),
                "best": Fraction(sum(scores[-rule["best"] :])),
                "mean": Fraction(sum(scores), len(scores)),
            }[rule["by"]]
            hands = [hand for own in by_night.values() for hand in own]
            found[name] = (len(by_night), len(hands), sum(won for _, won in hands), value)
        return found

    def agree(self, by: str) -> None:
        """Set a rule, and compare the table with one's own computation."""
        rule = {"by": by, "best": NIGHTS_THAT_COUNT, "least_nights": 2}
        season_of(self.boss, self.club, rule=rule)
        lines, wanted = self.table(), self.expected(rule)
        known = set(self.names.values())
        counts = Counter(line["name"] for line in lines)
        assert {name for name in known if counts[name] > 1} == set(), "each member has one line"
        assert {line["name"] for line in lines} & known == set(wanted) & known
        assert len(lines) == len(wanted)
        placed = {name: at for name, at in wanted.items() if at[0] >= 2}
        for line in lines:
            if line["name"] in known:
                nights, hands, won, value = wanted[line["name"]]
                assert (line["nights"], line["hands"], line["won"]) == (nights, hands, won)
                assert line["value"] == round(float(value), 2)
                assert (line["place"] is None) == (nights < 2)
            if line["place"] is not None:
                # Guests of one evening have no place, so that all that have one are members.
                own = (placed[line["name"]][3], line["matches"], line["won"])
                ahead = [
                    other
                    for other in lines
                    if other["place"] is not None
                    and (placed[other["name"]][3], other["matches"], other["won"]) > own
                ]
                assert line["place"] == 1 + len(ahead)


def semester(site: Site, random: Random, phones: int, plain: int, nights: int) -> Semester:
    """Play a semester: people who change, a merge, an undone one, a removal, two organisers.

    The second organiser runs every other night until leaving, and the last night has a final.
    """
    found = Semester(site, random)
    boss, club = found.boss, found.club
    browsers = [owner(site)[0] for _ in range(phones)]
    lines = {id_of(one): enter(boss, club, one) for one in browsers}
    found.names |= {id_of(one): name_of(one) for one in browsers}
    found.accounts |= {name_of(one) for one in browsers}
    ids = {f"Granny {number}": add(boss, club, f"Granny {number}") for number in range(plain)}
    found.names |= {line: name for name, line in ids.items()}
    # The same person as Granny 0, whom a desk has entered under another name.
    twin, wrong = add(boss, club, "Li, the elder"), add(boss, club, "Li, the younger")
    found.names |= {twin: "Granny 0", wrong: "Li, the younger"}
    other = browsers[0]
    as_organiser = {"role": "organiser"}
    at = f"{club}/members/{lines[id_of(other)]}"
    assert boss.put(at, json=as_organiser).status_code == 204
    everybody = [*lines, *list(ids.values())[1:]]
    for number in range(nights):
        some = random.sample(everybody, len(everybody) - random.randint(0, 2))
        first = twin if number % 2 else ids["Granny 0"]
        guests = [f"Drop-in {at}" for at in range(-(len(some) + 2) % 4)]
        last, second = number == nights - 1, number % 2 and number <= nights // 2
        found.play([*some, first, wrong], guests, other if second else None, 4 if last else 0)
        if number == 1:
            merged = boss.post(f"{club}/members/{twin}/merge", json={"into": ids["Granny 0"]})
            assert merged.status_code == 204, merged.text
            refused = boss.post(f"{club}/members/{wrong}/merge", json={"into": everybody[0]})
            assert refused.status_code in (204, 409)
            if refused.status_code == 204:
                assert boss.delete(f"{club}/members/{wrong}/merge").status_code == 204
        if number == nights // 2:
            # In the middle an export, a removal, and an organiser who leaves.
            exported = boss.get(f"{club}/export.json").json()
            assert len(exported["nights"]) == number + 1
            assert len(exported["members"]) == phones + plain + 3
            gone = everybody.pop()
            assert boss.delete(f"{club}/members/{gone}").status_code == 204
            name = found.names.pop(gone)
            assert name not in boss.get(f"{club}/export.json").text
            assert name not in boss.get(season_of(boss, club)).text
            assert other.delete(at).status_code == 204
            refused = other.post(f"{club}/members", json={"name": "Nobody"})
            assert code_of(refused) == (403, "not-your-club")
            enter(boss, club, other)
    return found


def check(site: Site, found: Semester, tmp_path: Path, command: Command) -> None:
    for by in ("sum", "best", "mean"):
        found.agree(by)
    boss, club = found.boss, found.club
    # Two that were one for a moment are two again, and who was merged has one line.
    names = [line["name"] for line in found.table()]
    assert names.count("Granny 0") == names.count("Li, the younger") == 1
    assert "Li, the elder" not in names
    # The table for a spreadsheet, and the attendance, have the same people.
    at = season_of(boss, club)
    sheet = boss.get(f"{at}/table.csv")
    assert sheet.content.startswith(b"\xef\xbb\xbfplace,name,account,nights")
    assert len(sheet.text.strip().splitlines()) == 1 + len(names)
    came = boss.get(f"{at}/attendance.csv").content.decode("utf-8-sig").splitlines()
    wanted = found.expected({"by": "sum", "best": 1})
    for name, *ones in list(csv.reader(came))[1:]:
        assert ones.count("1") == wanted.get(name, (0,))[0], name
    # Signed out, the published season shows neither guests nor members without an account.
    assert boss.put(club, json={"name": "Fridays", "seen": "members"}).status_code == 200
    nobody = site.browser()
    assert code_of(nobody.get(at)) == (404, "no-club")
    rule = {"by": "sum", "least_nights": 2}
    season_of(boss, club, rule=rule, published=True)
    shown = nobody.get(f"{at}/table.csv").text
    assert "Granny" not in shown and "Drop-in" not in shown and name_of(boss) not in shown
    named = {row["name"] for row in csv.DictReader(shown.lstrip("\ufeff").splitlines())}
    assert named == {"", *found.accounts}
    assert nobody.get(at).json()["nights"] == [], "their pages have all names"
    assert [line["value"] for line in found.table(nobody)] == [
        line["value"] for line in found.table()
    ]
    _check_board(found.boss.get(at).json())
    ran = command("ratings", "rebuild", "--database", f"sqlite:///{tmp_path / 'tables.db'}")
    assert "0 numbers have changed" in ran.out, ran.out


def _check_board(table: Json) -> None:
    """Regulars alone are on the board, and a place is a range of all who are not told apart."""
    board = table["board"]["lines"]
    lines = {line["person"]: line for line in table["standings"]}
    assert board and all(lines[line["member"]]["nights"] >= 2 for line in board)
    sure = [line for line in board if line["first"] is not None]
    ends = {
        line["member"]: (
            line["value"] - 1.96 * line["deviation"],
            line["value"] + 1.96 * line["deviation"],
        )
        for line in sure
    }
    for line in sure:
        low, high = ends[line["member"]]
        assert line["first"] == 1 + sum(other > high for other, _ in ends.values())
        assert line["last"] == len(sure) - sum(other < low for _, other in ends.values())
    assert [line["deviation"] > 160 for line in board] == sorted(
        line["deviation"] > 160 for line in board
    )


def test_a_short_semester_is_right_to_the_hand(
    site: Site, tmp_path: Path, command: Command
) -> None:
    found = semester(site, Random(1), phones=4, plain=3, nights=3)
    check(site, found, tmp_path, command)


@pytest.mark.campaign
def test_a_semester_of_forty_is_right_to_the_hand(
    site: Site, tmp_path: Path, command: Command
) -> None:
    found = semester(site, Random(2), phones=27, plain=12, nights=12)
    check(site, found, tmp_path, command)
