"""Claims of the rest at a table: who is offered one, who is asked, and what comes of it."""

from pathlib import Path
from random import Random

from shengji.game import Hand, HandEnded, Phase, Played, RestClaimed, Takes, TrickTaken, proven_rest
from shengji.record.validation import validate
from shengji.rules import PRESETS
from shengji.server.matches.match_reader import played_match
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.hosting import SetSettings
from shengji.server.tables.acts.seating import Automate, Automated, Covered
from shengji.server.tables.acts.votes import Agreed, Answer, Declined, Propose, Proposed
from shengji.server.tables.core.entries import Body, decode_body, encode_body
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.rated import rated_settings
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import ProposalState, Settings, What
from tests.server.table.kit import GUESTS, HOST, Player, code, done, started

PEOPLE = [HOST, *GUESTS]
RULES = PRESETS["forty-points"].rules
ONE_HAND = Settings(one_hand=True)
AMID = 22
"""The first seed with which one of them claims amid a trick."""


def offered(
    people: int = 4,
    settings: Settings = ONE_HAND,
    takes: Takes = "all",
    *,
    amid: bool = False,
    first: int = 0,
) -> tuple[Table, Actor, int, Player, list[Body]]:
    """A table at which a person's claim is proven, that person, and the seat.

    `amid` asks for somebody who neither leads nor plays last.
    """
    for seed in range(first, 100):
        log: list[Body] = []
        table = started(RULES, people, settings, log)
        player = Player(table, Random(seed), "random", told=log.append)
        while table.step != "over":
            hand = table.hand
            if hand is not None and hand.phase is Phase.PLAY and table.waiting:
                (seat,) = table.waiting
                trick = hand.trick
                fits = not amid or (trick is not None and len(trick.plays) < hand.players - 1)
                if seat < people and fits and proven_rest(hand, seat) == takes:
                    return table, PEOPLE[seat], seat, player, log
            player.step()
    raise AssertionError("no claim is proven")


def again(log: list[Body]) -> Table:
    """The table as its stored log builds it."""
    return Table.of(decode_body(encode_body(body)) for body in log)


def offer(table: Table, seat: int) -> Takes | None:
    turn = table.prompts.now(Viewer(seat)).turn
    return None if turn is None else turn.claim


def ended(table: Table) -> Hand:
    assert table.hand is not None and table.hand.phase is Phase.ENDED
    return table.hand


def test_a_claim_is_played_out_when_all_agree(tmp_path: Path) -> None:
    table, claimer, seat, _, log = offered()
    assert [offer(table, one) for one in range(4)] == [
        "all" if one == seat else None for one in range(4)
    ]
    before = len(table.events.unmasked)
    log += done(table, claimer, Propose("claim_all"))
    others = [one for one in range(4) if one != seat]
    state = table.room.state().proposal
    assert state == ProposalState(
        what="claim_all", seat=seat, agreed=(seat,), missing=tuple(others)
    )
    for one in others[:-1]:
        made = done(table, PEOPLE[one], Answer(True))
        assert made == (Agreed(one),)
        log += made
    log += done(table, PEOPLE[others[-1]], Answer(True))
    told = [at.event for at in table.events.unmasked[before:]]
    assert told[0] == RestClaimed(seat, "all")
    assert {event.seat for event in told if isinstance(event, TrickTaken)} == {seat}
    assert ended(table).result == next(event for event in told if isinstance(event, HandEnded))
    assert table.room.state().proposal is None
    for at_last in (table, again(log)):
        assert [at.event for at in at_last.events.unmasked[before:]] == told
        assert at_last.step == "over"
    match = played_match(log)
    assert match is not None
    file = tmp_path / "claimed.jsonl"
    file.write_bytes(match.record())
    assert not validate(file).faults


def test_a_claim_amid_a_trick_takes_that_trick_too(tmp_path: Path) -> None:
    table, claimer, seat, _, log = offered(people=1, amid=True, first=AMID)
    hand = table.hand
    assert hand is not None and hand.trick is not None
    lie, before = list(hand.trick.plays), len(table.events.unmasked)
    assert offer(table, seat) == "all"
    log += done(table, claimer, Propose("claim_all"))
    told = [at.event for at in table.events.unmasked[before:]]
    claim, played = told[:2]
    assert claim == RestClaimed(seat, "all")
    assert isinstance(played, Played) and (played.seat, played.units) == (seat, ())
    tricks = ended(table).tricks
    under_way = next(trick for trick in tricks if trick.plays[: len(lie)] == lie)
    assert {trick.winner for trick in tricks[tricks.index(under_way) :]} == {seat}
    assert [at.event for at in again(log).events.unmasked[before:]] == told
    match = played_match(log)
    assert match is not None
    file = tmp_path / "amid.jsonl"
    file.write_bytes(match.record())
    assert not validate(file).faults


def test_who_gives_up_the_rest_is_played_out_too() -> None:
    table, _, seat, _, _ = offered(people=4, takes="none")
    hand = table.hand
    assert hand is not None and offer(table, seat) == "none"
    side = {one for one in range(4) if hand.same_side(one, seat)}
    tricks = len(hand.tricks)
    done(table, PEOPLE[seat], Propose("claim_none"))
    for one in range(4):
        if one != seat:
            done(table, PEOPLE[one], Answer(True))
    assert side.isdisjoint(trick.winner or 0 for trick in ended(table).tricks[tricks:])


def test_a_declined_claim_is_not_offered_again() -> None:
    table, claimer, seat, _, log = offered()
    since = table.prompts.now(Viewer(seat)).since
    log += done(table, claimer, Propose("claim_all"))
    other = (seat + 1) % 4
    made = done(table, PEOPLE[other], Answer(False))
    assert made == (Declined(other), RestClaimed(seat, "all", accepted=False))
    log += made
    for one in (table, again(log)):
        assert offer(one, seat) is None and one.room.state().proposal is None
        assert one.waiting == (seat,)
        # A play that was sent before the answer came still answers to what was asked.
        assert one.prompts.now(Viewer(seat)).since == since
        assert code(one, claimer, Propose("claim_all")) == "claim-declined"


def test_who_claims_may_think_better_of_it() -> None:
    table, claimer, seat, player, log = offered()
    log += done(table, claimer, Propose("claim_all"))
    assert done(table, claimer, Answer(False)) == (Declined(seat),)
    assert offer(table, seat) == "all"
    log += done(table, claimer, Propose("claim_all"))
    player.step()
    assert table.room.state().proposal is None, "who plays has not waited for the others"
    assert not [at for at in table.events.unmasked if isinstance(at.event, RestClaimed)]
    assert code(table, PEOPLE[(seat + 1) % 4], Answer(True)) == "no-proposal"


def test_bots_agree_at_once_and_so_do_those_who_play_for_people() -> None:
    table, claimer, seat, _, _ = offered(people=1)
    made = done(table, claimer, Propose("claim_all"))
    assert made[:2] == (Proposed(seat, "claim_all"), RestClaimed(seat, "all"))
    assert ended(table).result is not None
    table, claimer, seat, _, _ = offered(people=3)
    done(table, claimer, Propose("claim_all"))
    away, other = ((seat + turn) % 3 for turn in (1, 2))
    made = table.cover(away, on=True)
    assert [type(body) for body in made] == [Covered]
    made = done(table, PEOPLE[other], Automate(True))
    assert isinstance(made[0], Automated) and made[1] == RestClaimed(seat, "all")
    assert ended(table).result is not None


def test_claims_are_refused_where_they_are_not_proven_or_off() -> None:
    what: What = "claim_none"
    table, claimer, seat, _, _ = offered()
    assert code(table, claimer, Propose(what)) == "claim-none"
    assert code(table, PEOPLE[(seat + 1) % 4], Propose("claim_all")) == "not-your-turn"
    table, claimer, seat, _, _ = offered(settings=Settings(claims=False))
    assert offer(table, seat) is None
    assert code(table, claimer, Propose("claim_all")) == "claims-off"
    assert not rated_settings(Settings(rated=True)).claims


def test_an_open_claim_is_void_once_claims_are_off() -> None:
    table, claimer, seat, _, log = offered(people=2)
    other = PEOPLE[1 - seat]
    log += done(table, claimer, Propose("claim_all"))
    log += done(table, HOST, SetSettings(Settings(one_hand=True, title="Evening")))
    assert table.room.state().proposal is not None, "that says nothing about claims"
    log += done(table, HOST, SetSettings(Settings(one_hand=True, claims=False)))
    for one in (table, again(log)):
        assert one.room.state().proposal is None and offer(one, seat) is None
        assert code(one, other, Answer(True)) == "no-proposal"
    log += done(table, HOST, SetSettings(ONE_HAND))
    assert offer(table, seat) == "all", "nobody has declined it"
