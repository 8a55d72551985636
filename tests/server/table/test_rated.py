"""Fixed settings of a rated table, and the consequences of leaving one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from shengji.game import HandEnded, MatchEnded
from shengji.ratings import Rating
from shengji.rules import Rules, rules_from
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import ActionContext, Actor
from shengji.server.tables.acts.hosting import SetRules, SetSettings
from shengji.server.tables.acts.match import Left, MatchBegan, Ready, Start, TimedOut
from shengji.server.tables.acts.seating import (
    Automate,
    ClearSeat,
    PlayFor,
    SeatBot,
    Sit,
    Stand,
    opening,
)
from shengji.server.tables.acts.votes import Answer, Propose
from shengji.server.tables.core.entries import Body, decode_body
from shengji.server.tables.core.rated import (
    TIMES_UP,
    RatedRules,
    RatedTerms,
    times_left,
)
from shengji.server.tables.core.refusals import Refused
from shengji.server.tables.core.table import Checkpoint, Table
from shengji.server.tables.state import RATED_CLOCK, Settings
from tests.server.table.kit import Player, opened
from tests.server.table.test_matches import read

FOUR = [Actor(name, name.title(), account=True) for name in ("host", "ben", "cai", "dee")]
HOST, BEN, CAI, DEE = FOUR
GUEST = Actor("eve", "Eve")
SETS = [RatedRules(name, rules_from(name)) for name in ("zhang-2021", "finding-friends")]
TERMS, WITH_BOTS = RatedTerms(SETS), RatedTerms(SETS, bots=True)
RATED = Settings(rated=True)


def do(
    table: Table,
    asker: Actor,
    action: Action,
    terms: RatedTerms = TERMS,
    ratings: dict[str, Rating] | None = None,
) -> tuple[Body, ...] | str:
    """The entries after an action, or the code of its refusal."""
    before = table.version
    answer = table.do(asker, action, before, ActionContext(rated=terms, ratings=ratings or {}))
    if not isinstance(answer, Refused):
        return answer
    assert table.version == before
    assert answer.words.en and answer.words.hans
    return answer.code


def rated(table: Table, settings: Settings = RATED) -> tuple[Body, ...]:
    """Make a table rated, for which all are ready; what comes of that."""
    made = do(table, HOST, SetSettings(settings))
    assert not isinstance(made, str), made
    for asker in FOUR[1:]:
        ready = do(table, asker, Ready(True))
        made += () if isinstance(ready, str) else ready
    return made


def waiting(rules: Rules | None = None, people: Sequence[Actor] = FOUR) -> Table:
    """A table where people sit, the host with an account."""
    table = opened(rules)
    table.rename(HOST)
    for seat, asker in enumerate(people[1:], 1):
        assert not isinstance(do(table, asker, Sit(seat)), str)
        assert not isinstance(do(table, asker, Ready(True)), str)
    return table


def playing(settings: Settings = RATED) -> tuple[Table, list[Body]]:
    """A rated match of four that has begun."""
    table = waiting()
    made = [*rated(table, settings)]
    done = do(table, HOST, Start())
    assert not isinstance(done, str), done
    assert table.room.is_rated
    return table, [*made, *done]


def test_a_rated_table_has_a_clock_and_nothing_that_helps() -> None:
    table = waiting()
    loose = Settings(
        rated=True,
        hints=True,
        counter=True,
        claims=True,
        take_back=True,
        one_hand=True,
        take_over=True,
        onlookers="hands",
        title="Ours",
    )
    assert not isinstance(do(table, HOST, SetSettings(loose)), str)
    settings = table.room.settings
    assert settings == Settings(
        rated=True,
        hints=False,
        counter=False,
        claims=False,
        take_back=False,
        one_hand=False,
        take_over=False,
        onlookers="table",
        title="Ours",
        clock=RATED_CLOCK,
    )
    for name, value in (
        ("hints", True),
        ("counter", True),
        ("claims", True),
        ("take_back", True),
        ("one_hand", True),
        ("take_over", True),
        ("clock", None),
        ("onlookers", "hands"),
    ):
        wrong = replace(settings, **{name: value})
        assert do(table, HOST, SetSettings(wrong)) == "rated-fixed", name
    for fine in (replace(settings, clock=60, pace="fast"), replace(settings, onlookers="none")):
        assert not isinstance(do(table, HOST, SetSettings(fine)), str)
    assert not isinstance(do(table, HOST, SetSettings(replace(settings, rated=False))), str)


def test_only_the_rules_of_the_house_are_rated() -> None:
    other = waiting(rules_from({"preset": "zhang-2021", "first_level": "8"}))
    assert do(other, HOST, SetSettings(RATED)) == "rated-rules"
    table = waiting()
    assert not isinstance(do(table, HOST, SetSettings(RATED)), str)
    assert do(table, HOST, SetRules("pagat")) == "rated-rules"
    assert not isinstance(do(table, HOST, SetRules("finding-friends")), str)


def test_a_table_is_not_rated_while_other_rules_are_to_come() -> None:
    table = waiting()
    begun = do(table, HOST, Start())
    assert not isinstance(begun, str), begun
    Player(table, Random(1)).step()
    assert not isinstance(do(table, HOST, SetRules("forty-points")), str)
    assert not isinstance(do(table, HOST, Propose("end")), str)
    for other in FOUR[1:]:
        assert not isinstance(do(table, other, Answer(True)), str)
    assert not table.room.playing and table.room.planned is not None
    assert do(table, HOST, SetSettings(RATED)) == "rated-rules"
    assert not isinstance(do(table, HOST, SetRules("zhang-2021")), str)
    assert not isinstance(do(table, HOST, SetSettings(RATED)), str)


def test_only_accounts_sit_at_rated_tables() -> None:
    table = waiting(people=FOUR[:3])
    assert not isinstance(do(table, GUEST, Sit(3)), str)
    assert do(table, HOST, SetSettings(RATED)) == "rated-guests"
    do(table, GUEST, Stand())
    assert not isinstance(do(table, HOST, SetSettings(RATED)), str)
    assert do(table, GUEST, Sit(3)) == "rated-guest"
    assert not isinstance(do(table, DEE, Sit(3)), str)


def test_bots_sit_there_only_where_the_operator_lets_those_whose_strength_is_known() -> None:
    table = waiting(people=FOUR[:3])
    assert not isinstance(do(table, HOST, SetSettings(RATED)), str)
    assert do(table, HOST, SeatBot(3, "medium")) == "rated-no-bots"
    names = ("@Ann", "club", "random", "medium")
    answers: dict[str, Any] = {}
    for name in names:
        around = ActionContext(bots=lambda rules: names, rated=WITH_BOTS)
        done = table.do(HOST, SeatBot(3, name), table.version, around)
        answers[name] = done.code if isinstance(done, Refused) else None
    assert answers == {"@Ann": "rated-bot", "club": "rated-bot", "random": None, "medium": None}
    for asker in FOUR[1:3]:
        do(table, asker, Ready(True))
    assert do(table, HOST, Start()) == "rated-no-bots", "which no longer are let sit there"
    begun = do(table, HOST, Start(), WITH_BOTS)
    assert isinstance(begun[0], MatchBegan)
    assert (begun[0].stakes[3].value, begun[0].stakes[3].deviation) == (1500.0, 0.0)


def test_nobody_is_rated_who_was_ready_for_something_else() -> None:
    table = waiting()
    do(table, HOST, SetSettings(RATED))
    assert do(table, HOST, Start()) == "not-ready"
    for asker in FOUR[1:]:
        do(table, asker, Ready(True))
    do(table, HOST, SetSettings(replace(table.room.settings, clock=5)))
    assert do(table, HOST, Start()) == "not-ready"


def test_the_start_of_a_rated_match_says_who_is_how_strong_and_what_is_expected() -> None:
    table = waiting()
    rated(table)
    strong = Rating(1700.0, 60.0, 300, "2026-1")
    done = do(table, HOST, Start(), ratings={"host": strong, "cai": Rating(1500.0, 90.0)})
    assert isinstance(done[0], MatchBegan)
    stakes = done[0].stakes
    assert [at.value for at in stakes] == [1700.0, 1500.0, 1500.0, 1500.0]
    assert [at.provisional for at in stakes] == [False, True, False, True]
    # A hundred points ahead over 13 levels: a spread of 580 / √13 = 161.
    assert stakes[0].expected == stakes[2].expected == pytest.approx(0.807, abs=0.001)
    assert stakes[1].expected == stakes[3].expected == pytest.approx(0.193, abs=0.001)
    assert table.room.state().stakes == stakes
    assert decode_body(b'{"event":"match_began"}') == MatchBegan(), "as it was before"


def test_in_a_rated_match_nobody_touches_the_seats_the_rules_or_how_it_is_run() -> None:
    table, _ = playing()
    settings = table.room.settings
    for action in (
        ClearSeat(1),
        PlayFor(1, True),
        SetRules("finding-friends"),
        Automate(True),
        SetSettings(replace(settings, rated=False)),
        SetSettings(replace(settings, pace="fast")),
        SetSettings(replace(settings, clock=90)),
        SetSettings(replace(settings, onlookers="hands")),
    ):
        assert do(table, HOST, action) == "rated-match", action
    assert not isinstance(
        do(table, HOST, SetSettings(replace(settings, title="Late", chat=False))), str
    )


def test_who_has_stood_up_may_come_back_to_the_own_seat_and_nobody_else() -> None:
    table, _ = playing()
    assert not isinstance(do(table, BEN, Stand()), str)
    assert table.room.state().owners == tuple(asker.person for asker in FOUR)
    assert waiting().room.state().owners == (), "whoever comes may sit"
    assert table.room.absent({"host", "ben", "cai", "dee"}) == (1,)
    eve = GUEST._replace(account=True)
    assert do(table, eve, Sit(1)) == "rated-seat"
    assert do(table, HOST, SeatBot(1, "random")) == "rated-match"
    assert not isinstance(do(table, BEN, Sit(1)), str)
    assert table.room.absent({"host", "ben", "cai"}) == (3,)


def over(leavers: Sequence[int], *, hands: int = 0, seed: int = 1) -> tuple[list[Body], Table]:
    """The log of a match that these have left after so many hands and in the middle of one."""
    log: list[Body] = []
    table, made = playing()
    log += made
    player = Player(table, Random(seed), told=log.append)
    while len(table.events.results) < hands or not table.room.in_hand:
        player.step()
    for _ in range(20):
        player.step()
    log += table.leave(leavers)
    return log, table


@pytest.mark.parametrize(
    ("leavers", "ending", "winners"),
    [((1,), "left", (0, 2)), ((1, 3), "left", (0, 2)), ((0, 1), "left", ()), ((), "abandoned", ())],
)
def test_a_match_that_somebody_has_left_is_kept_as_lost_for_them(
    leavers: tuple[int, ...], ending: str, winners: tuple[int, ...]
) -> None:
    log, table = over(leavers, hands=1)
    assert isinstance(log[-1], MatchEnded) or any(isinstance(at, MatchEnded) for at in log[-3:])
    assert not table.room.playing and table.step == "over"
    whole = [*_opening(), *log]
    (match,) = read(whole).over
    assert (match.line.rated, match.left, match.line.ending, match.line.winners) == (
        True,
        leavers,
        ending,
        winners,
    )
    assert len(match.hands) == sum(isinstance(at, HandEnded) for at in log) == 1


def test_a_match_that_is_left_in_its_first_hand_is_kept_too() -> None:
    log, _ = over((2,))
    (match,) = read([*_opening(), *log]).over
    assert (match.hands, match.left, match.line.ending) == ((), (2,), "left")
    agreed, _ = over(())
    assert read([*_opening(), *agreed]).over == [], "nothing has come of it"


def _opening() -> list[Body]:
    """The log of the table up to when it is rated."""
    log: list[Body] = [*opening("t1", HOST, Rules(), Settings())]
    table = Table.of(log)
    for seat, asker in enumerate(FOUR[1:], 1):
        for action in (Sit(seat), Ready(True)):
            done = do(table, asker, action)
            assert not isinstance(done, str)
            log += done
    return log


def test_who_lets_the_time_run_out_again_and_again_has_left() -> None:
    log: list[Body] = []
    table, made = playing()
    log += made
    player = Player(table, Random(3), told=log.append)
    while not table.events.results:
        player.step()
    player.hear(table.start_hand(Random(4)))
    for times in range(1, TIMES_UP):
        log += table.time_up(3)
        assert table.room.playing
        assert table.times_up[-1].left == TIMES_UP - times
    log += table.time_up(1)
    assert table.times_up[-1].left == TIMES_UP - 1, "each seat has its own"
    kept = msgspec.json.decode(msgspec.json.encode(table.checkpoint()), type=Checkpoint)
    assert Table(kept).room.times_up == {1: 1, 3: TIMES_UP - 1}
    last = table.time_up(3)
    log += last
    assert last[:2] == (TimedOut(3), Left((3,), late=True))
    assert table.step == "over" and table.times_up[-1].left == 0
    (match,) = read([*_opening(), *log]).over
    assert (match.line.ending, match.left, match.line.winners) == ("late", (3,), (0, 2))
    # The next match begins anew.
    for asker in FOUR[1:]:
        do(table, asker, Ready(True))
    assert not isinstance(do(table, HOST, Start()), str)
    assert times_left(table.room, 3) == TIMES_UP


def test_who_stands_up_again_and_again_has_left() -> None:
    table, _ = playing()
    player = Player(table, Random(6))
    while not table.room.in_hand:
        player.step()
    table.time_up(3)
    for _ in range(TIMES_UP - 2):
        do(table, DEE, Stand())
        assert table.room.playing
        do(table, DEE, Sit(3))
    done = do(table, DEE, Stand())
    assert Left((3,)) in done and table.step == "over"


def test_an_unrated_match_is_none_and_cannot_be_left() -> None:
    table = waiting()
    done = do(table, HOST, Start())
    assert done == (MatchBegan(),)
    assert table.leave((1,)) == ()
    assert table.room.absent(()) == ()
    for _ in range(TIMES_UP + 1):
        assert table.time_up(1) == (TimedOut(1),) and table.times_up[-1].left is None


def test_conceding_and_ending_by_agreement_go_as_ever() -> None:
    table, _ = playing()
    player = Player(table, Random(2))
    while not table.room.in_hand:
        player.step()
    assert do(table, HOST, Propose("take_back")) == "take-back-off"
    assert not isinstance(do(table, HOST, Propose("concede")), str)
    done = do(table, CAI, Answer(agree=True))
    assert any(isinstance(at, MatchEnded) and at.reason == "conceded" for at in done)
    # The same four play on, rated again.
    for asker in FOUR[1:]:
        do(table, asker, Ready(True))
    again = do(table, HOST, Start(), ratings={"host": Rating(1510.0, 190.0)})
    assert isinstance(again[0], MatchBegan)
    assert again[0].stakes[0].value == 1510.0 and table.room.is_rated


def test_nobody_decides_for_who_is_away_that_a_rated_match_ends() -> None:
    table, _ = playing()
    player = Player(table, Random(2))
    while not table.room.in_hand:
        player.step()
    # Both opponents are away, one of them has stood up: who is about to lose waits for them.
    table.cover(1, True)
    assert not isinstance(do(table, DEE, Stand()), str)
    assert not isinstance(do(table, HOST, Propose("end")), str)
    do(table, CAI, Answer(agree=True))
    assert table.room.playing and table.room.proposal is not None
    assert table.room.missing(table.room.proposal) == (1, 3)
    do(table, DEE, Sit(3))
    table.cover(1, False)
    do(table, DEE, Answer(agree=True))
    done = do(table, BEN, Answer(agree=True))
    assert any(isinstance(at, MatchEnded) and at.reason == "agreed" for at in done)
    # Nor does one of a side give the match up for a partner who is away.
    for asker in FOUR[1:]:
        do(table, asker, Ready(True))
    do(table, HOST, Start())
    player = Player(table, Random(5))
    while not table.room.in_hand:
        player.step()
    table.cover(3, True)
    assert not isinstance(do(table, BEN, Propose("concede")), str)
    assert table.room.playing


def test_a_rated_match_goes_on_from_between_two_hands() -> None:
    table, _ = playing()
    player = Player(table, Random(4))
    while len(table.events.results) < 1 or not table.room.in_hand:
        player.step()
        if table.match is not None and table.step == "start" and table.events.results:
            player.hear(table.start_hand(Random(5)))
            break
    kept = msgspec.json.decode(msgspec.json.encode(table.checkpoint()), type=Checkpoint)
    again = Table(kept)
    assert again.room.is_rated and again.room.stakes == table.room.stakes
    assert again.room.began == tuple(asker.person for asker in FOUR)


@pytest.mark.parametrize(
    ("given", "rated"),
    [
        ({"preset": "zhang-2021", "first_level": "8"}, True),
        ({"preset": "zhang-2016", "first_level": "J"}, True),
        ({"preset": "finding-friends", "players": 5, "first_level": "8"}, True),
        ({"preset": "finding-friends", "players": 7}, True),
        ({"preset": "zhang-2021", "kitty": 12}, False),
        ({"preset": "pagat", "first_level": "8"}, False),
        ({"preset": "six-player", "first_level": "8"}, False),
    ],
)
def test_a_night_is_rated_by_the_rules_of_the_house_from_any_level(
    given: dict[str, Any], *, rated: bool
) -> None:
    terms = RatedTerms(SETS, at_nights=[RatedRules("zhang-2016", rules_from("zhang-2016"))])
    rules = rules_from(given)
    assert terms.allow_at_night(rules) == rated
    assert not terms.allow(rules), "at a rated table they are played as they are"
    assert terms.names_at_nights.render("en") == "zhang-2021, finding-friends, zhang-2016"
