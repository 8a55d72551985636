"""Random nights: whatever is asked, what was promised holds, and events are all there is."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.nights import (
    CancelRound,
    CheckIn,
    Command,
    ConfirmHand,
    CorrectHand,
    DisputeHand,
    DrawRound,
    EndNight,
    EndRound,
    EndTable,
    EnterHand,
    GivePenalty,
    HandEntry,
    Leave,
    MergeTables,
    Night,
    NightSettings,
    PairUp,
    ProlongClock,
    Refusal,
    Replace,
    ResumeClock,
    RevokePenalty,
    StartRound,
    StopClock,
    hand_rows,
    results_of_night,
    standings,
)
from shengji.ratings import rebuild
from tests.nights.kit import ORGANISER, Evening

PEOPLE = "ABCDEFGHIJ"


def random_command(night: Night, chance: Random, number: int) -> Command:
    """Something that somebody might ask, sensible or not."""
    who = chance.choice(PEOPLE)
    by = chance.choice([who, ORGANISER, ORGANISER, chance.choice(PEOPLE)])
    table, hand = chance.randint(1, 3), chance.randint(1, 4)
    place: dict[str, Any] = {"round": len(night.rounds), "table": table, "hand": hand}
    game = night.game(len(night.rounds), table)
    if game is not None and chance.random() < 0.7:
        place["hand"] = len(game.hands) + chance.randint(0, 1)
        by = chance.choice([*game.seats, ORGANISER])
    start: dict[str, Any] = {"id": f"c{number}", "by": by}
    here = list(night.here)
    chance.shuffle(here)
    size = chance.choice((4, 4, 4, 5))
    cut = len(here) // size * size
    tables = tuple(tuple(here[at : at + size]) for at in range(0, cut, size))
    entry = HandEntry(
        dealer=chance.choice(["", *(game.seats if game is not None else "A")]),
        points=chance.choice([0, 5, 40, 80, 120, 200]),
        offender=chance.choice(["", "", "", *(game.seats if game is not None else "A")]),
    )
    made: list[Command] = [
        CheckIn(**start, person=who, name=who, partner=chance.choice(["", "A"])),
        CheckIn(**start, person=who, name=who),
        Leave(**start, person=who),
        PairUp(**start, one=who, other=chance.choice(PEOPLE)),
        DrawRound(**start, tables=tables, sits_out=tuple(here[cut:])),
        DrawRound(**start, tables=tables, sits_out=tuple(here[cut:])),
        CancelRound(**start, round=len(night.rounds)),
        MergeTables(**start, tables=(1, 2), seats=tuple(here[:4])),
        Replace(**start, table=table, person=who, substitute=chance.choice(PEOPLE)),
        StartRound(**start),
        ProlongClock(**start, minutes=5, table=chance.randint(0, 2)),
        StopClock(**start),
        ResumeClock(**start),
        *(EnterHand(**start, **place, entry=entry) for _ in range(8)),
        *(ConfirmHand(**start, **place) for _ in range(4)),
        CorrectHand(**start, **place, entry=entry, reason="so", decide=chance.random() < 0.5),
        DisputeHand(**start, **place),
        EndTable(**start, table=table, reason="late"),
        EndRound(**start, unconfirmed=chance.random() < 0.5),
        GivePenalty(**start, person=who, points=3, reason="late"),
        RevokePenalty(**start, number=1),
    ]
    if number > 100:
        made.append(EndNight(**start))
    return chance.choice(made)


def check(night: Night) -> None:
    """What holds in every night, at every moment."""
    for found in night.rounds:
        seated = [p for game in found.games.values() if game.ended is None for p in game.seats]
        assert len(set(seated)) == len(seated)
        assert not set(seated) & set(found.sits_out)
        assert len(set(found.sits_out)) == len(found.sits_out)
        for game in found.games.values():
            assert len(set(game.seats)) == len(game.seats) == game.played.players
            assert [hand.number for hand in game.hands] == list(range(1, len(game.hands) + 1))
            for hand in night.score(found.number, game.table).hands:
                assert all(8 <= int(at.level.order) + 2 <= 14 for at in hand.after)
    for one, other in night.pairs:
        assert night.people[other].partner == one
    scores = standings(night)
    assert sum(row.levels for row in scores) == 0 or any(
        game.played.teams == "friends" for found in night.rounds for game in found.games.values()
    )
    assert [row.place for row in scores] == sorted(row.place for row in scores)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.booleans(), st.booleans())
def test_any_commands_leave_a_night_that_its_events_tell(
    seed: int, larger: bool, chosen: bool
) -> None:
    chance = Random(seed)
    evening = Evening(
        NightSettings(
            real_cards="all",
            rounds=None,
            uneven="larger-tables" if larger else "sit-out",
            partners="chosen" if chosen else "drawn",
            error_levels=1,
        ),
        PEOPLE[:9],
    )
    night = evening.night
    for number in range(120):
        command = random_command(night, chance, number + 1000)
        evening.now += timedelta(seconds=chance.randint(0, 300))
        before = hash_of(night)
        decided = night.decide(command, evening.now)
        assert hash_of(night) == before
        if isinstance(decided, Refusal):
            assert decided.sentence("en") and decided.sentence("zh")
            continue
        for event in decided:
            night.apply(event)
        evening.events += decided
        # Sent again, it does nothing.
        assert night.do(command, evening.now) == ()
    check(night)
    again = evening.read_again()
    assert again == night
    assert hand_rows(again) == hand_rows(night)
    assert rebuild(results_of_night(again)).current == rebuild(results_of_night(night)).current


def hash_of(night: Night) -> tuple[int, ...]:
    """Enough of a night to see whether anything has changed."""
    hands = [h for found in night.rounds for g in found.games.values() for h in g.hands]
    return (
        len(night.done),
        len(night.people),
        len(night.rounds),
        len(hands),
        sum(len(h.versions) + len(h.confirmed_by) for h in hands),
    )
