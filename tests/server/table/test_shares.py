"""Deals by shares of the server and of the players (docs/deals.md), at a table without a server."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from shengji.game import DeckShown, Event, HandStarted, commitment_of
from shengji.game.joint import dealt_by
from shengji.game.shares import (
    MOST_GIVEN_UP,
    DealRequest,
    JointDeal,
    NoShare,
    SeatShare,
    commitment_to,
    digest_of_request,
)
from shengji.game.shuffle import digest_of_table, statement_of
from shengji.record import RecordWriter, header_of
from shengji.record.commitments import Commitments
from shengji.record.misfit import Misfit
from shengji.rules import Rules
from shengji.server.tables.acts.act import Actor, TableEntry
from shengji.server.tables.acts.hosting import SetRules
from shengji.server.tables.acts.match import MatchBegan, Next, Start
from shengji.server.tables.acts.seating import Stand
from shengji.server.tables.acts.shuffling import CommitShare, GiveShare
from shengji.server.tables.core.entries import Body, decode_body, encode_body
from shengji.server.tables.core.table import Table
from shengji.terminal.cli import app

from .kit import GUESTS, HOST, Player, code, done, started

Json = dict[str, Any]

PEOPLE = (HOST, *GUESTS[:3])
HERE = [actor.person for actor in PEOPLE]


class Page:
    """A page as docs/deals.md wants it: it commits to its next share, and sends each share once."""

    def __init__(self, table: Table, actor: Actor, seeds: Iterator[int]) -> None:
        self.table, self.actor, self._seeds = table, actor, seeds
        self.share = self._new()

    def _new(self) -> str:
        return Random(next(self._seeds)).randbytes(32).hex()

    def commit(self) -> None:
        self.share = self._new()
        done(self.table, self.actor, CommitShare(commitment_to(self.share)))

    def give(self) -> None:
        request = self.table.room.request
        assert request is not None
        share, self.share = self.share, self._new()
        given = GiveShare(request.number, share, commitment_to(self.share))
        done(self.table, self.actor, given)


def shared(people: int, log: list[Body] | None = None) -> tuple[Table, list[Page]]:
    """A table before its first hand whose people's pages have committed to a share."""
    table = started(people=people, log=log)
    seeds = count(100)
    pages = [Page(table, actor, seeds) for actor in PEOPLE[:people]]
    for page in pages:
        page.commit()
    return table, pages


def step(table: Table) -> str:
    """The next step; a function, since it changes unseen by mypy."""
    return table.step


def started_hand(table: Table) -> HandStarted:
    hand = table.hand
    assert hand is not None
    return hand.started


def made(table: Table) -> JointDeal:
    found = started_hand(table).shares
    assert isinstance(found, JointDeal)
    return found


def request_of(table: Table) -> DealRequest:
    assert table.room.request is not None
    return table.room.request


def test_a_hand_follows_from_the_shares_of_all_and_of_the_server() -> None:
    table, pages = shared(people=2)
    table.start_hand(Random(1), HERE)
    assert step(table) == "shares" and request_of(table).missing == (0, 1)
    for page in pages:
        page.give()
    assert step(table) == "start"
    share = table.room.server_share
    table.start_hand(Random(1), HERE)
    hand, request = started_hand(table), made(table).request
    assert [at.why for at in request.seats] == [None, None, "bot", "bot"]
    assert hand.salt is not None and hand.salt.startswith(f"{share} hand=1 deal=1 first=")
    line = request.line(digest_of_table("t1"))
    dealt = dealt_by(Rules(), request, share, line=line)
    assert (dealt.deck, dealt.turned) == (hand.deck, hand.turned)
    assert table.room.request is None and not table.room.server_share


@pytest.mark.parametrize("which", [0, 1, "server"])
def test_each_share_decides_the_deck(which: int | str) -> None:
    table, pages = shared(people=2)
    table.start_hand(Random(1), HERE)
    for page in pages:
        page.give()
    request, share = request_of(table), table.room.server_share
    line = request.line(digest_of_table("t1"))
    before = dealt_by(Rules(), request, share, line=line)
    other = "ab" * 32
    if which == "server":
        share = other
    else:
        seats = list(request.seats)
        seats[int(which)] = msgspec.structs.replace(seats[int(which)], share=other)
        request = msgspec.structs.replace(request, seats=tuple(seats))
    assert dealt_by(Rules(), request, share, line=line).deck != before.deck


def test_nobody_sees_a_share_before_the_hand_begins() -> None:
    table, pages = shared(people=2)
    table.start_hand(Random(1), HERE)
    share = pages[0].share
    pages[0].give()
    shown = msgspec.json.encode(table.room.state(HERE)).decode()
    assert share not in shown and table.room.server_share not in shown
    assert commitment_to(share) in shown


def test_a_share_that_is_late_gives_the_request_up_and_is_listed() -> None:
    table, pages = shared(people=2)
    table.start_hand(Random(1), HERE)
    pages[0].give()
    table.give_up_shares()
    assert table.step == "start"  # A new request, in which the late seat has no part.
    table.start_hand(Random(2), HERE)
    assert [at.why for at in request_of(table).seats][:2] == [None, "out"]
    pages[0].give()
    table.start_hand(Random(2), HERE)
    (lost,) = made(table).given_up
    assert lost.missing == (1,) and lost.seats[0].share is not None
    assert commitment_to(lost.server_share or "") == lost.server
    assert made(table).request.number == 2


def test_who_was_late_takes_part_again_once_in_a_match() -> None:
    table, (one, other) = shared(people=2)

    def asked_of_the_other() -> str | None:
        """Why no share is asked of the other player; a request is given up for them again."""
        one.commit()
        table.start_hand(Random(1), HERE)
        one.give()
        why = request_of(table).seats[1].why
        table.give_up_shares() if why is None else table.room.give_up_request()
        table.room.given_up = ()  # as after a deal
        return why

    assert [asked_of_the_other(), asked_of_the_other()] == [None, "out"]
    other.commit()
    assert [asked_of_the_other(), asked_of_the_other()] == [None, "out"]
    other.commit()
    assert asked_of_the_other() == "out"
    MatchBegan().apply(table.room)
    assert asked_of_the_other() is None


def test_after_twenty_requests_without_a_deal_the_server_shuffles_alone() -> None:
    table, (page,) = shared(people=1)
    for turn in range(MOST_GIVEN_UP):
        table.start_hand(Random(turn), HERE)
        assert step(table) == "shares"
        page.give()
        done(table, HOST, SetRules({"decks": 2 + (turn + 1) % 2}))
        table.start_hand(Random(turn), HERE)  # The other rules apply instead, and end the match.
        done(table, HOST, Start())
    table.start_hand(Random(1), HERE)
    deal = made(table)
    assert [lost.number for lost in deal.given_up] == list(range(1, MOST_GIVEN_UP + 1))
    assert deal.request.seats[0].why == "limit" and deal.request.number == MOST_GIVEN_UP + 1
    words = Path(__file__).parents[3] / "web" / "words" / "after.toml"
    assert f"after {MOST_GIVEN_UP} shuffles" in words.read_text("utf-8")


def test_a_share_must_fit_and_be_asked_for() -> None:
    table, pages = shared(people=2)
    share, nothing = pages[0].share, "00" * 32
    assert code(table, HOST, GiveShare(1, share, nothing)) == "share-not-asked"
    table.start_hand(Random(1), HERE)
    assert code(table, HOST, GiveShare(1, nothing, nothing)) == "share-misfit"
    assert code(table, HOST, GiveShare(2, share, nothing)) == "share-not-asked"
    assert code(table, Actor("other", "X"), GiveShare(1, share, nothing)) == "share-not-asked"
    assert code(table, Actor("other", "X"), CommitShare(nothing)) == "not-seated"
    pages[0].give()
    assert code(table, HOST, GiveShare(1, share, nothing)) == "share-not-asked"


def test_absent_people_and_pages_without_a_share_are_named() -> None:
    table = started(people=3)
    done(table, HOST, CommitShare("11" * 32))
    done(table, GUESTS[0], CommitShare("11" * 32))
    table.start_hand(Random(1), HERE[:1] + HERE[2:3])
    assert [at.why for at in request_of(table).seats] == [None, "away", "none", "bot"]


def test_who_has_stood_up_is_forgotten() -> None:
    table = started(people=2)
    done(table, GUESTS[0], CommitShare("11" * 32))
    done(table, GUESTS[0], Stand())
    done(table, HOST, CommitShare("22" * 32))
    assert table.room.commitments == {HOST.person: "22" * 32}


def test_a_new_commitment_counts_from_the_next_request() -> None:
    table, pages = shared(people=1)
    table.start_hand(Random(1), HERE)
    asked = request_of(table)
    first = pages[0].share
    pages[0].commit()
    assert request_of(table) == asked
    assert code(table, HOST, GiveShare(1, first, "22" * 32)) is None


def test_a_table_goes_on_with_its_request_after_a_restart() -> None:
    log: list[Body] = []
    table = started(people=2, log=log)
    pages = [Page(table, actor, count(100)) for actor in PEOPLE[:2]]
    for page in pages:
        log += done(table, page.actor, CommitShare(commitment_to(page.share)))
    log += table.start_hand(Random(1), HERE)
    log += done(table, HOST, GiveShare(1, pages[0].share, "33" * 32))
    again = Table.of(decode_body(encode_body(body)) for body in log)
    assert again.room.request == table.room.request
    assert again.room.server_share == table.room.server_share
    assert again.step == "shares"


def played(people: int, hands: int) -> list[Event]:
    """The events of hands whose deals are shared; before the second a request is given up."""
    table, pages = shared(people=people)
    events: list[Event] = []
    player = Player(table, Random(5), told=lambda body: _add(events, body))
    for number in range(hands):
        player.hear(table.start_hand(Random(number), HERE))
        if number == 1:
            for page in pages[1:]:
                page.give()
            table.give_up_shares()
            pages[0].commit()
            player.hear(table.start_hand(Random(number), HERE))
        for page in pages[number == 1 :]:
            page.give()
        player.hear(table.start_hand(Random(number), HERE))
        while table.step not in ("next", "start", "over"):
            player.step()
        for page in pages:
            done(table, page.actor, Next())
    return events


def _add(events: list[Event], body: Body) -> None:
    if not isinstance(body, TableEntry):
        events.append(body)


@cache
def some_events() -> tuple[Event, ...]:
    return tuple(played(people=2, hands=2))


def checked(events: Sequence[Event], rules: Rules | None = None) -> Commitments:
    commitments = Commitments(rules or Rules())
    for event in events:
        commitments.take(event)
    return commitments


def test_a_record_shows_how_its_deals_were_made() -> None:
    events = played(people=2, hands=3)
    found = checked(events).joint
    assert [deal.request.number for deal in found] == [1, 3, 4]
    assert [len(deal.given_up) for deal in found] == [0, 1, 0]


def test_requests_that_are_hidden_or_were_complete_are_told() -> None:
    table, (late, page) = shared(people=2)
    table.start_hand(Random(1), HERE)
    page.give()
    table.give_up_shares()
    table.start_hand(Random(2), HERE)
    page.give()
    table.start_hand(Random(2), HERE)
    start, (lost,) = started_hand(table), made(table).given_up
    checked([start])
    there = msgspec.structs.replace(lost.seats[0], share=late.share)
    complete = msgspec.structs.replace(lost, seats=(there, *lost.seats[1:]))
    for given_up, what in (((), "first deal"), ((complete,), "all its shares")):
        other = msgspec.structs.replace(made(table), given_up=given_up)
        with pytest.raises(Misfit, match=what):
            checked([msgspec.structs.replace(start, shares=other)])


@given(data=st.data())
def test_one_changed_bit_is_told(data: st.DataObject) -> None:
    events = some_events()
    at = data.draw(st.sampled_from([n for n, e in enumerate(events) if isinstance(e, HandStarted)]))
    text = msgspec.json.encode(events[at]).decode()
    inside = text.index('"shares"')
    values = re.finditer('(?<=")[0-9a-f]{64}(?=")|(?<=:)[0-9]+', text)
    spots = [n for found in values for n in range(*found.span()) if n > inside]
    spot = data.draw(st.sampled_from(spots))
    digit = data.draw(st.sampled_from([d for d in "0123456789abcdef" if d != text[spot]]))
    try:
        changed = msgspec.json.decode(f"{text[:spot]}{digit}{text[spot + 1 :]}", type=HandStarted)
    except msgspec.MsgspecError:
        return
    with pytest.raises(Misfit):
        checked([*events[:at], changed, *events[at + 1 :]])


def written(folder: Path, events: Sequence[Event]) -> Path:
    """A record of these events."""
    file = folder / "match.jsonl"
    file.unlink(missing_ok=True)
    with RecordWriter(file, header_of(Rules(), ["Ann", "Ben", "Cai", "Dee"])) as writer:
        for event in events:
            writer.write(event)
    return file


SCRIPT = Path(__file__).parents[3] / "examples" / "verify_deals.py"


def stand_alone(file: Path) -> subprocess.CompletedProcess[str]:
    """The stand-alone script on a record, in an empty environment."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={})


def test_the_script_and_the_command_say_who_shuffled(tmp_path: Path) -> None:
    file = written(tmp_path, some_events())
    found = stand_alone(file)
    assert (found.returncode, found.stdout.splitlines()[0]) == (
        0,
        "deal 1: Ann, Ben, the server; begun 1x",
    )
    told = CliRunner().invoke(app, ["verify", str(file)])
    assert "Hand 1, deal 1: shuffled by Ann, Ben, the server." in told.output
    assert "begun 2 times, since shares of Ann were late." in told.output
    file.write_text(file.read_text("utf-8").replace('"Ben"', '"Ben\\ndeal 9: Xi"'), "utf-8")
    for said in (stand_alone(file).stdout, CliRunner().invoke(app, ["verify", str(file)]).output):
        assert "Xi" in said and "\ndeal 9" not in said
    assert all(f'"{why}"' in SCRIPT.read_text("utf-8") for why in get_args(NoShare))


Capture: TypeAlias = pytest.CaptureFixture[str]


def said_of(folder: Path, events: Sequence[Event], capsys: Capture) -> str:
    """The output of the script for a record of these events."""
    runpy.run_path(str(SCRIPT))["main"](written(folder, events))
    return capsys.readouterr().out


def test_a_deal_without_shares_is_told_beside_others(tmp_path: Path, capsys: Capture) -> None:
    *events, ended, shown = some_events()
    at = max(n for n, event in enumerate(events) if isinstance(event, HandStarted))
    events[at] = msgspec.structs.replace(events[at], shares=msgspec.UNSET)
    twice = [*events, ended, shown, shown]
    assert "deal 2: WRONG" in said_of(tmp_path, twice, capsys)
    assert "deal 2: the server alone" in said_of(tmp_path, twice[:-1], capsys)
    told = CliRunner().invoke(app, ["verify", str(tmp_path / "match.jsonl")])
    assert "Shuffled by the server alone, without shares: 1 deals." in told.output


def dealt_with(hand: int, given_up: Sequence[DealRequest] = (), **given: Any) -> list[Event]:
    """The start of a hand of `some_events` with another request, and the deck that follows."""
    start = [event for event in some_events() if isinstance(event, HandStarted)][hand - 1]
    assert isinstance(start.shares, JointDeal) and start.salt is not None
    given_up, share = given_up or start.shares.given_up, start.salt.partition(" ")[0]
    dealer = given.pop("dealer", start.dealer)
    request = msgspec.structs.replace(start.shares.request, **given)
    dealt = dealt_by(Rules(), request, share, line=request.line(digest_of_table("t1")))
    first = request.first if isinstance(request.first, int) else start.first
    facts = statement_of(
        Rules(), hand=hand, deal=hand, first=first, turned=dealt.turned, table="t1"
    )
    made, salt = JointDeal(request, tuple(given_up)), facts.salt(share)
    commitment = commitment_of(dealt.deck, salt)
    facts_of_start = {"first": first, "turned": dealt.turned, "dealer": dealer, "shares": made}
    started = msgspec.structs.replace(
        start, deck=dealt.deck, salt=salt, commitment=commitment, **facts_of_start
    )
    return [started, DeckShown(dealt.deck, salt)]


def test_a_server_that_names_the_first_drawer_of_a_match_is_told(
    tmp_path: Path, capsys: Capture
) -> None:
    for dealer, wrong in ((2, False), (None, True)):
        events = dealt_with(1, first=2, dealer=dealer)
        with pytest.raises(Misfit, match="first drawer") if wrong else nullcontext():
            checked(events)
        assert ("first drawer" in said_of(tmp_path, events, capsys)) == wrong
    after_another = dealt_with(1, previous="1" * 64)
    assert "first requests" in said_of(tmp_path, after_another, capsys)


def test_a_server_that_pretends_the_end_of_a_match_is_told(tmp_path: Path, capsys: Capture) -> None:
    start = [event for event in some_events() if isinstance(event, HandStarted)][1]
    assert isinstance(start.shares, JointDeal)
    (lost,) = start.shares.given_up
    seats = (SeatShare(why="out"), *lost.seats[1:])
    complete = msgspec.structs.replace(lost, seats=seats)
    previous = digest_of_request(complete.line(digest_of_table("t1")))
    events = dealt_with(2, [complete], match=2, previous=previous)
    with pytest.raises(Misfit, match="all its shares"):
        checked(events)
    assert "a complete request" in said_of(tmp_path, events, capsys)


def _swap(cards: list[str]) -> None:
    other = next(at for at, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


CHANGES: dict[str, Callable[[Json, Json], object]] = {
    "a share": lambda start, shown: start["request"]["seats"][0].update(share="0" * 64),
    "a commitment": lambda start, shown: start["request"]["seats"][1].update(commitment="0" * 64),
    "the server's commitment": lambda start, shown: start["request"].update(server="0" * 64),
    "a share given up": lambda start, shown: start["given_up"][0]["seats"][0].update(
        share="1" * 64
    ),
    "the order": lambda start, shown: start["request"].update(previous="0" * 64),
    "who draws first": lambda start, shown: start["request"].update(first="counted"),
    "a share of nobody": lambda start, shown: start["request"]["seats"][2].update(share="1" * 64),
    "a reason": lambda start, shown: start["request"]["seats"][2].update(why="1" * 64),
    "no reason": lambda start, shown: start["request"]["seats"][2].update(why=""),
    "a request given up": lambda start, shown: start["given_up"].clear(),
    "the number": lambda start, shown: start["request"].update(number=7),
    "the hand": lambda start, shown: start["request"].update(hand=1),
    "who takes part": lambda start, shown: start["request"]["seats"][2].update(why="away"),
    "the order of shares": lambda start, shown: start["request"]["seats"].reverse(),
    "the deck": lambda start, shown: _swap(shown["deck"]),
    "a card for another": lambda start, shown: shown["deck"].__setitem__(0, "SJ"),
    "the server's share": lambda start, shown: shown.update(salt="0" + shown["salt"][1:]),
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_script_and_the_command_tell_a_change(tmp_path: Path, what: str) -> None:
    file = written(tmp_path, some_events())
    lines = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    start = [one for one in lines if one.get("event") == "hand_started"][-1]
    shown = [one for one in lines if one.get("event") == "deck_shown"][-1]
    before = msgspec.json.encode(lines)
    CHANGES[what](start["shares"], shown)
    assert msgspec.json.encode(lines) != before
    file.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    found = stand_alone(file)
    assert found.returncode == 1 and "deal 2: WRONG" in found.stdout
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 1


def test_a_dishonest_server_with_puppets_sees_one_deck_more_for_each_request_given_up() -> None:
    """Ann's page is honest; the server knows the shares of all others, and its own."""
    table, (ann, *puppets) = shared(people=3)

    def deck_of(request: DealRequest, shares: dict[int, str]) -> object:
        """The deck, as soon as all shares are known."""
        seats = [
            msgspec.structs.replace(at, share=shares[seat]) if at.why is None else at
            for seat, at in enumerate(request.seats)
        ]
        whole = msgspec.structs.replace(request, seats=tuple(seats))
        line = request.line(digest_of_table("t1"))
        return dealt_by(Rules(), whole, table.room.server_share, line=line).deck

    decks = []
    for turn in range(3):
        table.start_hand(Random(turn), HERE)
        request = request_of(table)
        asked = [seat for seat in (1, 2) if request.seats[seat].why is None]
        known = {seat: puppets[seat - 1].share for seat in asked}
        ann.give()
        share = request_of(table).seats[0].share
        assert share is not None
        decks.append(deck_of(request, {0: share, **known}))
        # Another share of its own or of a puppet fits no commitment that Ann's page has seen.
        seen = {request.server, *(at.commitment for at in request.seats)}
        chance = Random(turn)
        assert not seen & {commitment_to(chance.randbytes(32).hex()) for _ in range(1000)}
        if asked:  # It does not like the deck, so one puppet is late.
            for seat in asked[1:]:
                puppets[seat - 1].give()
            table.give_up_shares()
    table.start_hand(Random(9), HERE)
    assert started_hand(table).deck == decks[-1]
    assert [lost.missing for lost in made(table).given_up] == [(1,), (2,)]
    assert len(set(decks)) == 3
