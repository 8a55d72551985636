"""Rated play over HTTP: from waiting to changed ratings, and back by an annulment."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from shengji.rules import rules_from, write_rules
from shengji.server.tables.core.rated import TIMES_UP
from shengji.server.tables.state import RATED_CLOCK
from tests.server.http.site import Json, Site, Talk, running
from tests.server.http.test_accounts import code_of, owner, stale
from tests.server.http.test_matches import do, me
from tests.server.leaping import Leaps
from tests.waiting import PATIENCE, wait_for


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rated")


@pytest.fixture(scope="module")
def rated_site(folder: Path) -> Iterator[Site]:
    """A site where people may also play rated by rules of the house: hands of four tricks."""
    short = rules_from({"preset": "forty-points", "kitty": 38})
    (folder / "short.toml").write_text(write_rules(short), encoding="utf-8")
    sets = ("forty-points", "short", "zhang-2021")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHENGJI_HOUSES", str(folder))
        with running(folder, rated_rules=sets, rated_grace=120.0) as site:
            yield site


@pytest.fixture(scope="module")
def leaps(rated_site: Site) -> Leaps:
    return Leaps(rated_site)


MOMENT = 0.002
"""Seconds until a connection counts as read to its end."""


def play_a_hand(leaps: Leaps, talks: list[Talk]) -> None:
    """Let the time of each who is asked run out, until a hand is over."""
    ended = False
    while not ended:
        leaps.leap(RATED_CLOCK + 1)
        for talk in talks:
            while (message := talk.heard(MOMENT)) is not None:
                events = message.get("events", ())
                ended = ended or any(at["event"]["event"] == "hand_ended" for at in events)


def begun(talk: Talk) -> Json:
    """The table, once a match of it has begun; nothing is asked again and again meanwhile."""
    while (told := talk.hello())["start"] is None or not told["table"]["playing"]:
        talk.until("happened")
    return told


def promoted(folder: Path, browser: httpx.Client) -> httpx.Client:
    """The browser, whose account is an administrator's from now on."""
    with sqlite3.connect(folder / "tables.db", timeout=PATIENCE) as database:
        database.execute(
            "UPDATE accounts SET role = 'administrator' WHERE person = ?", (me(browser),)
        )
    database.close()
    return browser


def seated(browsers: list[httpx.Client]) -> str:
    """Four who wait are seated together: the table."""
    for browser in browsers:
        answer = browser.post("/api/pairing", json={"rules": "short"})
        assert answer.status_code == 200 and answer.json()["state"] == "waits", answer.text

    def found() -> str | None:
        states = [browser.get("/api/pairing").json() for browser in browsers]
        tables = {at["table"] for at in states}
        return tables.pop() if len(tables) == 1 else None

    return wait_for(found)


def conceded(talks: list[Talk], browsers: list[httpx.Client], number: int) -> None:
    """The side of seat 0 gives the match up."""
    seats = [talk.hello()["seat"] for talk in talks]
    for seat, action in (
        (0, {"do": "propose", "what": "concede"}),
        (2, {"do": "answer", "agree": True}),
    ):
        do(talks[seats.index(seat)], action, f"give{number}-{seat}")


def ratings(browser: httpx.Client, asker: httpx.Client) -> Json:
    answer = asker.get(f"/api/people/{me(browser)}/ratings")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_from_waiting_to_changed_ratings_a_rematch_and_an_annulment(
    rated_site: Site, folder: Path, leaps: Leaps
) -> None:
    browsers = [owner(rated_site)[0] for _ in range(4)]
    table = seated(browsers)
    with ExitStack() as stack:
        talks = [stack.enter_context(rated_site.connect(at, table)) for at in browsers]
        state = talks[0].hello()["table"]
        assert state["settings"]["rated"] and state["settings"]["clock"] == 30
        assert state["settings"]["bank"] == 0
        assert browsers[0].get(f"/api/tables/{table}/bots").json() == [], "none may be seated"
        names = {browser.get("/api/me").json()["name"] for browser in browsers}
        assert set(browsers[0].get(f"/api/tables/{table}").json()["accounts"]) == names
        stakes_at = f"/api/tables/{table}/stakes"
        before = browsers[0].get(stakes_at).json()
        assert [at["value"] for at in before["stakes"]] == [1500.0] * 4
        assert [at["expected"] for at in before["stakes"]] == [0.5] * 4
        assert (before["grace"], before["over"]) == (120, None)

        found = begun(talks[0])["table"]["stakes"]
        assert [at["value"] for at in found] == [1500.0] * 4
        assert [at["expected"] for at in found] == [0.5] * 4
        busy = browsers[0].post("/api/pairing", json={"rules": "forty-points"})
        assert code_of(busy) == (409, "plays-rated")
        play_a_hand(leaps, talks)
        conceded(talks, browsers, 1)
        # Nobody is told older ratings beside new ones, however soon they ask.
        over = browsers[0].get(stakes_at).json()
        assert over["settled"] and over["over"] is not None
        assert 1500.0 not in [at["value"] for at in over["stakes"]]
        first = wait_for(lambda: browsers[0].get("/api/matches?rated=true").json()["matches"])[0]
        assert first["ending"] == "conceded" and first["rated"]

        def facts(match: str) -> Json | None:
            answer: Json = browsers[1].get(f"/api/matches/{match}").json()
            return answer if answer["rating"]["done"] else None

        rating = wait_for(lambda: facts(first["match"]))["rating"]
        assert (rating["pool"], rating["counted"], rating["annulled"]) == (
            "one-deck",
            "levels",
            None,
        )
        for change in rating["changes"]:
            (result,) = change["results"]
            assert (result["points"] > 0) == (result["score"] > result["expected"])
            assert result["points"] == round(change["after"] - change["before"], 3)
            assert result["share"] == 1.0
        # The same four play on, and go in with what they have now, as they are told before.
        after = {change["seat"]: change["after"] for change in rating["changes"]}
        told = browsers[0].get(stakes_at).json()
        assert told["over"] == first["match"]
        assert {seat: at["value"] for seat, at in enumerate(told["stakes"])} == after
        host = talks[0].hello()["table"]["host"]
        seats = [me(at) for at in browsers]
        for at, talk in enumerate(talks):
            if seats[at] != host:
                do(talk, {"do": "ready", "ready": True}, f"ready{at}")
        do(talks[seats.index(host)], {"do": "start"}, "again")
        again = begun(talks[0])["table"]["stakes"]
        assert {seat: at["value"] for seat, at in enumerate(again)} == after
        play_a_hand(leaps, talks)
        conceded(talks, browsers, 2)
        wait_for(lambda: len(browsers[0].get("/api/matches?rated=true").json()["matches"]) == 2)
    board = wait_for(
        lambda: (
            rated_site.browser()
            .get("/api/leaderboard", params={"pool": "one-deck", "provisional": True})
            .json()["lines"]
        )
    )
    assert len(board) == 4
    mine = wait_for(
        lambda: next(
            (at for at in ratings(browsers[0], browsers[3])["pools"] if len(at["points"]) == 2),
            None,
        )
    )
    assert mine["provisional"] and mine["games"] == 2
    assert mine["points"][-1]["value"] == mine["value"]
    board = (
        rated_site.browser()
        .get("/api/leaderboard", params={"pool": "one-deck", "provisional": True, "limit": 3})
        .json()
    )
    assert [line["rank"] for line in board["lines"]] == [1, 2, 3] and board["next"] == 3
    rest = (
        rated_site.browser()
        .get("/api/leaderboard", params={"pool": "one-deck", "provisional": True, "after": 3})
        .json()
    )
    assert [line["rank"] for line in rest["lines"]] == [4] and rest["next"] is None
    certain = rated_site.browser().get("/api/leaderboard", params={"pool": "one-deck"}).json()
    assert certain["lines"] == [] and certain["season"] == board["season"]
    # An administrator, who has looked on, annuls the first one.
    admin = promoted(folder, owner(rated_site)[0])
    with rated_site.connect(admin, table) as talk:
        (looking,) = talk.hello()["table"]["onlookers"]
        assert looking["person"] == me(admin) and looking["account"]
    path = f"/api/admin/matches/{first['match']}/annul"
    assert admin.post(path, json={"reason": "they agreed on it"}).status_code == 204
    assert code_of(admin.post(path, json={"reason": "again"})) == (404, "no-rated-match")
    left = wait_for(
        lambda: next(
            (at for at in ratings(browsers[0], browsers[3])["pools"] if len(at["points"]) == 1),
            None,
        )
    )
    assert left["games"] == 1
    annulled = browsers[0].get(f"/api/matches/{first['match']}").json()
    assert not annulled["line"]["rated"]
    assert annulled["rating"]["annulled"] == "they agreed on it"
    assert admin.delete(path).status_code == 204
    # The matches after it are rated anew one after the other.
    wait_for(lambda: mine in ratings(browsers[0], browsers[3])["pools"])
    stale(rated_site, admin)
    assert code_of(admin.post(path, json={"reason": "x"})) == (403, "prove")


def test_who_is_there_and_lets_the_time_run_out_loses_in_the_end(
    rated_site: Site, leaps: Leaps
) -> None:
    browsers = [owner(rated_site)[0] for _ in range(4)]
    table = seated(browsers)
    messages: list[Json] = []
    with ExitStack() as stack:
        talks = [stack.enter_context(rated_site.connect(at, table)) for at in browsers]
        begun(talks[0])
        assert browsers[0].get(f"/api/tables/{table}/stakes").json()["times_up"] == TIMES_UP
        while not any(at["type"] == "time_up" and at["time_up"]["left"] == 0 for at in messages):
            leaps.leap(RATED_CLOCK + 1)
            for talk in talks:
                while (message := talk.heard(MOMENT)) is not None:
                    messages.append(message)
        state = talks[1].hello()["table"]
    last = [at["time_up"] for at in messages if at["type"] == "time_up"][-1]
    assert (state["ending"], state["left"]) == ("late", [last["seat"]])
    over = wait_for(lambda: browsers[0].get(f"/api/tables/{table}/stakes").json()["over"])
    match = browsers[0].get(f"/api/matches/{over}").json()["line"]
    assert match["ending"] == "late" and last["seat"] not in match["winners"]


def test_what_is_given_up_before_a_hand_is_over_is_rated_for_nobody(rated_site: Site) -> None:
    browsers = [owner(rated_site)[0] for _ in range(4)]
    table = seated(browsers)
    with ExitStack() as stack:
        talks = [stack.enter_context(rated_site.connect(at, table)) for at in browsers]
        begun(talks[0])
        conceded(talks, browsers, 1)
        told = browsers[0].get(f"/api/tables/{table}/stakes").json()
        assert told["settled"] and [at["value"] for at in told["stakes"]] == [1500.0] * 4
    facts = browsers[0].get(f"/api/matches/{told['over']}").json()
    assert (facts["line"]["ending"], facts["line"]["hands"]) == ("conceded", 0)
    assert facts["rating"]["done"] and facts["rating"]["changes"] == []
    assert ratings(browsers[0], browsers[3])["pools"] == []


def test_how_rated_play_goes_is_told_to_everybody(rated_site: Site) -> None:
    house = rated_site.browser().get("/api/rated").json()
    assert [at["name"] for at in house["sets"]] == ["forty-points", "short", "zhang-2021"]
    assert house["times_up"] == TIMES_UP
    assert house["sets"][0]["pool"] == "one-deck" and house["sets"][0]["pairs"]
    assert (house["counted"], house["grace"], house["bots"]) == ("levels", 120, False)
    assert {"bot": "medium", "pool": "friends", "value": 1500.0} in house["bot_ratings"]


def test_who_cannot_wait_is_told_why(rated_site: Site) -> None:
    guest, (browser, _) = rated_site.guest(), owner(rated_site)
    wish = {"rules": "forty-points"}
    assert code_of(guest.post("/api/pairing", json=wish)) == (403, "no-account")
    assert code_of(browser.post("/api/pairing", json={"rules": "pagat"})) == (422, "bad-rated")
    assert code_of(browser.post("/api/pairing", json={"code": "nobody"})) == (404, "no-party")
    assert browser.get("/api/pairing").json()["state"] == "none"
    with_partner = browser.post("/api/pairing", json={**wish, "partner": True}).json()
    other, _ = owner(rated_site)
    joined = other.post("/api/pairing", json={"code": with_partner["code"]}).json()
    assert (joined["state"], joined["waiting"]) == ("waits", 2)
    assert browser.delete("/api/pairing").json()["state"] == "none"
    assert other.get("/api/pairing").json()["state"] == "none", "whoever came along does not wait"


def test_a_bots_account_does_not_wait(rated_site: Site) -> None:
    bot, _ = owner(rated_site)
    bot.post("/api/me/bot").raise_for_status()
    assert bot.post("/api/pairing", json={"rules": "forty-points"}).json()["code"] == "bot-account"


def test_a_rated_table_is_opened_by_who_has_an_account_and_by_rules_of_the_house(
    rated_site: Site,
) -> None:
    guest, (browser, _) = rated_site.guest(), owner(rated_site)
    rated = {"rules": "forty-points", "settings": {"rated": True}}
    assert code_of(guest.post("/api/tables", json=rated)) == (422, "table")
    assert code_of(browser.post("/api/tables", json={**rated, "rules": "pagat"})) == (422, "table")
    bots = {**rated, "bots": "medium", "start": True}
    assert code_of(browser.post("/api/tables", json=bots)) == (422, "table")
    made = browser.post("/api/tables", json=rated)
    assert made.status_code == 201, made.text
    line = rated_site.browser().get(f"/api/tables/{made.json()['table']}").json()
    assert line["rated"]


def test_who_is_not_there_has_no_ratings(rated_site: Site) -> None:
    browser = rated_site.guest()
    assert code_of(browser.get("/api/people/nobody/ratings")) == (404, "no-such-person")
    assert ratings(browser, browser)["pools"] == []
    bad = browser.get("/api/leaderboard", params={"season": "last"})
    assert code_of(bad) == (400, "bad-request")
    empty = browser.get("/api/leaderboard", params={"pool": "friends"}).json()
    assert (empty["season"], empty["lines"]) == (None, [])
