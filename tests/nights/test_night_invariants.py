"""Random nights: whatever is asked, what was promised holds, and events are all there is."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.nights import (
    Announce,
    CancelRound,
    ChangePlaces,
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
    NoteError,
    PairUp,
    PartPair,
    ProlongClock,
    Refusal,
    ReleaseGuest,
    Reopen,
    Replace,
    ResumeClock,
    RevokePenalty,
    RuleHand,
    Ruling,
    SetOrganisers,
    StartRound,
    StopClock,
    hand_rows,
    results_of_night,
    standings,
)
from shengji.ratings import rebuild
from tests.nights.kit import ORGANISER, Evening
from tests.seeds import examples

PEOPLE = "ABCDEFGHIJ"
COMMANDS = 180
"""So many are given in a night."""


def random_command(night: Night, chance: Random, number: int) -> Command:
    """Something that somebody might ask, mostly sensible; else it names whom there is not."""
    who, other = chance.choice(PEOPLE), chance.choice(PEOPLE)
    running = night.running
    here = list(night.here)
    chance.shuffle(here)
    size = chance.choice((4, 4, 4, 5))
    cut = len(here) // size * size
    tables = tuple(tuple(here[at : at + size]) for at in range(0, cut, size))
    run: dict[str, Any] = {"id": f"r{number}", "by": chance.choice([ORGANISER] * 9 + [who])}
    if chance.random() < (0.5 if running is None else 0.01):
        return DrawRound(**run, tables=tables, sits_out=tuple(here[cut:]))
    found = chance.choice(night.rounds) if night.rounds else None
    game = None if found is None else chance.choice(list(found.games.values()))
    seats = (who,) if game is None else game.seats
    table = 1 if game is None else game.table
    place: dict[str, Any] = {"round": 1 if game is None else game.round, "table": table}
    hands = 0 if game is None else len(game.hands)
    old = {**place, "hand": chance.randint(1, max(1, hands))}
    own: dict[str, Any] = {"id": f"r{number}", "by": chance.choice([*seats, ORGANISER, who])}
    entry = HandEntry(
        dealer=chance.choice(["", *seats]) if hands else chance.choice(seats),
        points=chance.choice([0, 5, 40, 80, 120, 200]),
        offender=chance.choice(["", "", "", *seats]),
        void=chance.random() < 0.1,
    )
    nobody, nowhere = chance.choice(["nope", "", who]), chance.choice([0, -1, 99, table])
    wrong: list[Command] = [
        CheckIn(**run, person=who, name=who, partner=nobody),
        Leave(**run, person=nobody),
        PairUp(**run, one=nobody, other=who),
        PartPair(**run, person=nobody),
        ReleaseGuest(**run, person=nobody),
        SetOrganisers(**run, organisers=(nobody, nobody)),
        DrawRound(**run, tables=tables, sits_out=(*here[cut:], nobody)),
        DrawRound(
            **run, tables=tables, sits_out=tuple(here[cut:]), numbers=(nowhere,) * len(tables)
        ),
        CancelRound(**run, round=nowhere),
        MergeTables(**run, tables=(1, 1, 2), seats=tuple(here[:4])),
        MergeTables(**run, tables=(1, nowhere), seats=(nobody, *here[:3])),
        Replace(**run, table=nowhere, person=nobody, substitute=nobody),
        ChangePlaces(**run, one=nobody, other=chance.choice(seats)),
        ProlongClock(**run, minutes=5, table=nowhere),
        EndTable(**run, table=nowhere, reason="late"),
        NoteError(**run, table=nowhere, person=nobody),
        Announce(**run, text="Tea", table=nowhere),
        GivePenalty(**run, person=nobody, points=3, reason="late"),
        RevokePenalty(**run, number=nowhere),
        EnterHand(**run, round=nowhere, table=nowhere, hand=nowhere, entry=entry),
        CorrectHand(**run, **old, entry=entry, reason="so", decide=True, seats=(nobody,) * 4),
        ConfirmHand(**run, round=nowhere, table=nowhere, hand=nowhere, version=nowhere),
        DisputeHand(**run, **place, hand=nowhere),
        RuleHand(**run, **old, ruling=Ruling(offender=nobody), reason="so"),
    ]
    if chance.random() < 0.2:
        return chance.choice(wrong)
    made: list[Command] = [
        CheckIn(**{**run, "by": who}, person=who, name=who, partner=chance.choice(["", other])),
        CheckIn(**run, person=who, name=who),
        Leave(**{**run, "by": who}, person=who),
        PairUp(**run, one=who, other=other),
        CancelRound(**run, round=len(night.rounds)),
        MergeTables(**run, tables=(1, 2), seats=tuple(here[:4])),
        Replace(**run, table=table, person=chance.choice(seats), substitute=other),
        ChangePlaces(**run, one=chance.choice(seats), other=other),
        StartRound(**run),
        ProlongClock(**run, minutes=5, table=chance.randint(0, 2)),
        StopClock(**run),
        ResumeClock(**run),
        EndTable(**own, table=table, reason="late"),
        EndRound(**run, unconfirmed=chance.random() < 0.5),
        Reopen(**run),
        GivePenalty(**run, person=who, points=3, reason="late"),
        RevokePenalty(**run, number=1),
        DisputeHand(**own, **old),
        *(EnterHand(**own, **place, hand=hands + 1, entry=entry) for _ in range(8)),
        *(ConfirmHand(**own, **old) for _ in range(8)),
        CorrectHand(**own, **old, entry=entry, reason="so"),
        CorrectHand(**run, **old, entry=entry, reason="so", decide=True),
    ]
    if number > COMMANDS - 10:
        made += [EndRound(**run, unconfirmed=True), EndNight(**run)] * 5
    return chance.choice(made)


def check(night: Night) -> None:
    """Check the invariants of every night, at every moment."""
    assert ORGANISER in night.organisers
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


@settings(max_examples=examples(25))
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
    for number in range(COMMANDS):
        command = random_command(night, chance, number)
        evening.now += timedelta(seconds=chance.randint(0, 300))
        before = hash_of(night)
        decided = night.decide(command, evening.now)
        assert hash_of(night) == before
        if isinstance(decided, Refusal):
            assert decided.sentence("en") and decided.sentence("zh")
            continue
        later = night.after(decided)
        assert hash_of(night) == before
        for event in decided:
            event.change(night)
        assert night == later
        evening.events += decided
        # Sent again, it does nothing.
        assert night.do(command, evening.now) == ()
        if chance.random() < 0.05:  # killed, and read again
            evening.night, before_that = evening.read_again(), night
            night = evening.night
            assert night == before_that
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
