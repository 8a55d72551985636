"""Permissions of people at a table."""

from collections import Counter
from random import Random

import pytest

from shengji.game import Phase
from shengji.rules import Rules, RulesError, rules_from
from shengji.server.matches.match_reader import played_match
from shengji.server.site.words import rules_words
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import ActionContext, Actor
from shengji.server.tables.acts.decisions import NoMore
from shengji.server.tables.acts.hosting import HostMade, MakeHost, SetRules, SetSettings
from shengji.server.tables.acts.match import Next, Ready, Start
from shengji.server.tables.acts.seating import (
    STAND_IN,
    Admit,
    Admitted,
    Automate,
    Automated,
    BotSat,
    ClearSeat,
    DrawSeats,
    PlayFor,
    Removed,
    Sat,
    SeatBot,
    SeatsSwapped,
    Sit,
    Stand,
    Stood,
    SwapSeats,
    opening,
)
from shengji.server.tables.acts.talk import Nudge, Say, Spoke
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.refusals import CODES, Refused, refused
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import Settings, Sight
from shengji.server.tables.summary import Summary
from tests.server.table.kit import GUESTS, HOST, Player, code, done, opened, started

ANN, BEN, CAI, *_ = GUESTS
FOR_HOST: list[Action] = [
    Start(),
    SetRules("pagat"),
    SetSettings(Settings(title="Ours")),
    SeatBot(2, "basic"),
    ClearSeat(0),
    PlayFor(0, True),
    Admit("guest2"),
    SwapSeats(0, 1),
    DrawSeats(),
    MakeHost("guest1"),
]


def people(table: Table) -> list[str | None]:
    return [seat.person for seat in table.room.seats]


def test_who_opens_a_table_is_host_and_sits_there() -> None:
    table = opened()
    assert table.room.host == "host" and people(table) == ["host", None, None, None]
    state = table.room.state(here={"host"})
    assert state.seats[0].present and state.seats[0].ready and state.seats[0].name == "Wu"


def test_a_change_of_seats_that_have_changed_is_late() -> None:
    table = opened()
    seen = table.version
    done(table, ANN, Sit(1))
    assert code(table, HOST, SwapSeats(0, 1), seen) == "late"
    assert code(table, HOST, SetSettings(Settings(title="Ours")), seen) is None
    assert code(table, HOST, SwapSeats(0, 1)) is None


@pytest.mark.parametrize("action", FOR_HOST)
def test_only_the_host_changes_a_table(action: Action) -> None:
    table = opened()
    done(table, ANN, Sit(1))
    assert code(table, ANN, action) == "not-host"
    assert code(table, BEN, action) == "not-host"


def test_a_name_gives_nothing() -> None:
    table = opened()
    same_name = Actor("somebody", HOST.name)
    assert code(table, same_name, Start()) == "not-host"
    assert code(table, same_name, Stand()) == "not-seated"
    assert code(table, same_name, Sit(0)) == "seat-taken"


def test_people_sit_move_and_stand() -> None:
    table = opened()
    assert done(table, ANN, Sit(2)) == (Sat(2, "guest1", "Guest 1"),)
    assert done(table, ANN, Sit(2)) == ()
    assert done(table, ANN, Sit(1)) == (Stood(2), Sat(1, "guest1", "Guest 1"))
    assert code(table, BEN, Sit(1)) == "seat-taken"
    assert code(table, BEN, Sit(4)) == "no-such-seat"
    done(table, ANN, Stand())
    assert people(table) == ["host", None, None, None]


def test_a_person_takes_the_place_of_a_bot_but_no_bot_that_of_a_person() -> None:
    table = opened()
    assert done(table, HOST, SeatBot(1, "random")) == (BotSat(1, "random"),)
    assert table.room.state().seats[1].bot == "random"
    done(table, ANN, Sit(1))
    assert code(table, HOST, SeatBot(1, "random")) == "seat-taken"
    assert code(table, HOST, SeatBot(2, "rnadom")) == "no-such-bot"


def test_the_host_clears_and_swaps_seats_before_a_match() -> None:
    table = opened()
    done(table, ANN, Sit(1))
    done(table, HOST, SwapSeats(1, 3))
    assert people(table) == ["host", None, None, "guest1"]
    done(table, HOST, ClearSeat(3))
    assert people(table) == ["host", None, None, None]
    assert code(table, HOST, ClearSeat(3)) == "seat-empty"


def test_chance_decides_who_sits_where() -> None:
    log: list[Body] = list(opening("t1", HOST, Rules(), Settings()))
    table, around = Table.of(log), ActionContext(chance=Random(7))
    for asker, action in ((ANN, Sit(1)), (BEN, Sit(2)), (HOST, SeatBot(3, "easy"))):
        log += done(table, asker, action)
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(2400):
        made = table.do(HOST, DrawSeats(), table.version, around)
        assert not isinstance(made, Refused)
        assert {type(entry) for entry in made} <= {SeatsSwapped}
        log += made
        seen[tuple(seat.name or seat.bot or "" for seat in table.room.seats)] += 1
    assert len(seen) == 24 and all(60 < times < 140 for times in seen.values()), "each as likely"
    assert Table.of(log).room.seats == table.room.seats


def test_the_next_person_becomes_host_when_the_host_stands_up() -> None:
    table = opened()
    done(table, HOST, SwapSeats(0, 2))
    done(table, ANN, Sit(1))
    done(table, BEN, Sit(3))
    assert done(table, HOST, Stand()) == (Stood(2), HostMade("guest2"))
    assert code(table, HOST, Start()) == "not-host"


def test_a_host_alone_stays_host_without_a_seat() -> None:
    table = opened()
    done(table, HOST, Stand())
    assert table.room.host == "host"
    done(table, HOST, SeatBot(0, "basic"))


def test_a_host_who_is_away_is_followed_by_somebody_who_is_here() -> None:
    table = opened()
    done(table, ANN, Sit(1))
    done(table, BEN, Sit(2))
    assert table.pass_host({"host", "guest2"}) == ()
    assert table.pass_host({"guest2", "guest3"}) == (HostMade("guest2"),)
    assert table.pass_host(set()) == ()


def test_a_host_without_a_seat_is_followed_from_seat_0() -> None:
    table = opened()
    done(table, HOST, Stand())
    done(table, ANN, Sit(0))
    assert table.pass_host({"guest1"}) == (HostMade("guest1"),)


def test_the_host_makes_another_host_of_those_at_the_table() -> None:
    table = opened()
    assert code(table, HOST, MakeHost("guest1")) == "not-here"
    answer = table.do(HOST, MakeHost("guest1"), table.version, ActionContext({"host", "guest1"}))
    assert answer == (HostMade("guest1"),)


def test_a_match_starts_when_all_seats_are_taken_and_all_are_ready() -> None:
    table = opened()
    done(table, ANN, Sit(1))
    done(table, HOST, SeatBot(2, "basic"))
    assert code(table, HOST, Start()) == "seats-free"
    done(table, HOST, SeatBot(3, "basic"))
    assert code(table, HOST, Start()) == "not-ready"
    done(table, ANN, Ready(True))
    assert done(table, ANN, Ready(True)) == ()
    done(table, HOST, Start())
    assert table.room.playing and table.step == "start" and table.room.state().match == 1


def test_other_rules_are_to_be_agreed_to_again() -> None:
    table = opened()
    done(table, ANN, Sit(1))
    done(table, ANN, Ready(True))
    done(table, HOST, SetRules({"preset": "pagat", "first_level": "5"}))
    assert not table.room.seats[1].ready
    assert [seat.again for seat in table.room.state().seats] == [None, "rules", None, None]
    state = table.room.state().rules
    assert state.heading.en.startswith("Pagat")
    assert [changed.option for changed in state.changed] == ["first_level"]
    assert done(table, HOST, SetRules({"preset": "pagat", "first_level": "5"})) == ()


def test_rules_with_fewer_seats_leave_people_standing() -> None:
    table = opened(rules_from("six-player"))
    done(table, ANN, Sit(5))
    done(table, BEN, Sit(3))
    done(table, HOST, SetRules("zhang-2021"))
    assert people(table) == ["host", None, None, "guest2"]
    done(table, HOST, SetRules("six-player"))
    assert len(table.room.seats) == 6


def test_rules_that_cannot_be_played_are_refused_in_every_language() -> None:
    table = opened()
    assert code(table, HOST, SetRules({"kitty": 9})) == "rules"
    assert code(table, HOST, SetRules("no such text")) == "rules"
    with pytest.raises(RulesError) as caught:
        rules_from({"frist_level": "8"})
    assert "first_level" in rules_words(caught.value).hant


def test_why_rules_are_refused_at_the_table_is_chinese_throughout() -> None:
    """As over HTTP: no clause of the English sentence stands in the Chinese one."""
    answer = opened().do(HOST, SetRules({"laps": 3}), 2)
    assert isinstance(answer, Refused)
    assert answer.words.hans == "「圈数」设为 3 在此不起作用：须「打完最后一级」为「转回 2」。"


@pytest.mark.parametrize(
    "action", [Start(), SwapSeats(0, 1), DrawSeats(), ClearSeat(2), Ready(True)]
)
def test_what_cannot_be_done_during_a_match(action: Action) -> None:
    assert code(started(people=2), HOST, action) == "match-runs"


def test_who_stands_up_in_a_match_leaves_a_bot_that_another_person_may_replace() -> None:
    table = started(people=2)
    assert done(table, ANN, Stand()) == (Stood(1, STAND_IN),)
    assert table.room.seats[1].player == STAND_IN
    done(table, BEN, Sit(1))
    assert table.room.seats[1].player is None
    assert code(table, BEN, Sit(2)) == "already-seated"
    assert code(table, ANN, Automate(True)) == "not-seated"


def test_the_host_lets_a_bot_play_for_somebody_and_gives_the_seat_back() -> None:
    table = started(people=2)
    assert done(table, HOST, PlayFor(1, True)) == (Automated(1, STAND_IN),)
    assert table.room.seats[1].player == STAND_IN
    assert done(table, HOST, PlayFor(1, True)) == ()
    assert done(table, HOST, PlayFor(1, False)) == (Automated(1, None),)
    assert table.room.seats[1].player is None
    done(table, HOST, PlayFor(1, True))
    done(table, ANN, Automate(False))
    assert table.room.seats[1].player is None
    assert code(table, HOST, PlayFor(2, True)) == "seat-empty"


def test_whom_the_host_takes_out_in_a_match_comes_back_only_if_let_in() -> None:
    table = started(people=2)
    assert done(table, HOST, ClearSeat(1)) == (Removed(1, STAND_IN),)
    assert table.room.seats[1].bot == STAND_IN
    assert table.room.state().removed == ("guest1",)
    assert code(table, ANN, Sit(1)) == "removed"
    assert code(table, HOST, Admit("guest1")) == "not-here"
    assert table.do(HOST, Admit("guest1"), table.version, ActionContext({"guest1"})) == (
        Admitted("guest1"),
    )
    done(table, ANN, Sit(1))
    assert table.room.seats[1].person == "guest1"


def test_the_host_says_whether_strangers_take_the_seats_of_bots() -> None:
    table = started(people=1, settings=Settings(take_over=False))
    assert code(table, ANN, Sit(1)) == "host-seats"
    assert Summary.of(table.room.state(), "Wu").line.free == 0
    assert table.do(HOST, Admit("guest1"), table.version, ActionContext({"guest1"})) == (
        Admitted("guest1"),
    )
    done(table, ANN, Sit(1))
    assert code(table, BEN, Sit(2)) == "host-seats"
    done(table, HOST, SetSettings(Settings()))
    done(table, BEN, Sit(2))
    assert Summary.of(table.room.state(), "Wu").line.free == 1


def test_who_does_not_play_is_called_once_for_each_decision() -> None:
    table = started(people=2)
    assert code(table, BEN, Nudge(0)) == "not-seated"
    assert code(table, ANN, Nudge(1)) == "nudge-other"
    assert code(table, ANN, Nudge(2)) == "seat-empty"
    assert done(table, HOST, Nudge(1)) == (Spoke("host", "Wu", phrase="hurry", seat=1),)
    assert table.said[-1].seat == 1
    assert code(table, HOST, Nudge(1)) == "nudged"
    done(table, ANN, Nudge(0))
    table.start_hand(Random(1))
    done(table, HOST, Nudge(1))


def test_nobody_sees_two_hands_of_a_deal() -> None:
    table = started(people=2)
    table.start_hand(Random(1))
    done(table, ANN, Stand())
    assert code(table, ANN, Sit(2)) == "other-hand"
    done(table, BEN, Sit(2))
    admit(table, BEN)
    done(table, BEN, Stand())
    assert code(table, BEN, Sit(1)) == "other-hand"
    done(table, BEN, Sit(2))
    done(table, ANN, Sit(1))
    assert table.room.seers[1:3] == (ANN.person, BEN.person)


def admit(table: Table, person: Actor) -> None:
    """The host lets somebody play the hand under way."""
    answer = table.do(HOST, Admit(person.person), table.version, ActionContext({person.person}))
    assert answer == (Admitted(person.person),)


def test_a_newcomer_plays_from_the_next_hand_and_sees_no_card_before() -> None:
    """The bot of the seat plays on until then, and what it holds is shown to nobody."""
    table = started(people=2)
    player = Player(table, Random(1))
    player.step()
    sat = done(table, BEN, Sit(2))
    assert sat == (Sat(2, "guest2", "Guest 2", bot="random"),)
    seat = table.room.seats[2]
    assert (seat.person, seat.player, seat.joins) == ("guest2", "random", "random")
    assert table.room.state().seats[2].joins
    assert table.room.seat_seen_by("guest2") is None and table.room.seers[2] is None
    assert code(table, BEN, NoMore()) == "next-hand"
    # Neither another seat nor standing up and coming back shows any.
    done(table, BEN, Stand())
    assert table.room.seats[2].bot == "random"
    done(table, BEN, Sit(3))
    assert list(table.room.seers) == ["host", "guest1", None, None]
    play_on(player)
    assert list(table.room.seers) == ["host", "guest1", None, "guest2"]
    assert table.room.seats[3].player is None and not table.room.state().seats[3].joins


def play_on(player: Player) -> None:
    """Play a hand to its end, and begin the next one."""
    while player.table.phase is not Phase.ENDED:
        player.step()
    while player.table.phase is Phase.ENDED:
        player.step()


def test_the_host_lets_a_newcomer_play_the_hand_under_way() -> None:
    table = started(people=2)
    table.start_hand(Random(1))
    done(table, BEN, Sit(2))
    admit(table, BEN)
    assert table.room.seers[2] == "guest2" and table.room.seats[2].player is None
    # Whoever was let in before sits down at once.
    admit(table, CAI)
    assert done(table, CAI, Sit(3)) == (Sat(3, "guest3", "Guest 3"),)
    assert table.room.seers[3] == "guest3"


def test_a_newcomer_has_not_played_the_hand_in_which_they_came() -> None:
    log: list[Body] = []
    table = started(people=2, log=log)
    player = Player(table, Random(1), told=log.append)
    player.step()
    log += done(table, BEN, Sit(2))
    play_on(player)
    play_on(player)
    match = played_match(log)
    assert match is not None
    assert match.holders == (
        ("host", "guest1", None, None),
        ("host", "guest1", "guest2", None),
    )
    # A person may be called as a bot is known to programs.
    named = match._replace(names=("captain", "Ben", "medium", "captain")).replay()
    assert [seat.bot for seat in named.hands[0].seats] == [None, None, "medium", "captain"]


def test_who_may_have_watched_all_hands_plays_from_the_next_one() -> None:
    table = started(people=2, settings=Settings(onlookers="hands", until_end=False))
    done(table, BEN, Sit(2))
    table.start_hand(Random(1))
    done(table, CAI, Sit(3))
    assert table.room.seers[3] is None
    around = ActionContext({CAI.person})
    for _ in range(2):
        answer = table.do(HOST, Admit(CAI.person), table.version, around)
        assert isinstance(answer, Refused) and answer.code == "hands-open"
        done(table, HOST, SetSettings(Settings()))  # What was seen stays seen.
    done(table, BEN, Stand())
    done(table, BEN, Sit(2))
    assert table.room.seers[2] == BEN.person


def test_what_cannot_be_seen_is_left_out_of_what_is_said() -> None:
    said = done(opened(), ANN, Say(text="a\x07b\u202e\n\u3164c"))
    assert said == (Spoke("guest1", "Guest 1", text="ab c"),)


def test_a_title_is_what_others_can_see_of_it() -> None:
    table = opened(settings=Settings(title=" Club\x1b\u202e  night\u3164"))
    assert table.room.settings.title == "Club night"
    done(table, HOST, SetSettings(Settings(title="\u2800\x00")))
    assert table.room.settings.title == ""


def test_what_onlookers_may_see_grows_only_with_the_next_hand() -> None:
    table = started(people=2)
    hands = Settings(onlookers="hands", delay=30, until_end=False)
    table.start_hand(Random(1))
    done(table, HOST, SetSettings(hands))
    assert table.room.settings == hands and table.room.sight == Sight.of(Settings())
    assert table.room.state().sight == Sight.of(Settings())
    done(table, CAI, Sit(3))  # nobody can have seen a hand
    done(table, HOST, SetSettings(Settings(onlookers="none")))
    assert table.room.sight.onlookers == "none", "less holds at once"
    done(table, HOST, SetSettings(Settings()))
    assert table.room.sight.onlookers == "none", "and is not taken back in the hand"
    table.room.begin_hand()
    assert table.room.sight == Sight.of(Settings())


def test_a_bot_plays_when_its_person_wants_or_is_away() -> None:
    table = started(people=2)
    done(table, ANN, Automate(True))
    assert table.room.seats[1].player == STAND_IN and table.room.state().seats[1].bot == STAND_IN
    assert done(table, ANN, Automate(True)) == ()
    assert code(table, ANN, NoMore()) == "bot-plays"
    done(table, ANN, Automate(False))
    assert table.cover(1, True) and not table.cover(1, True)
    assert table.room.seats[1].player == STAND_IN
    assert table.cover(1, False) and table.room.seats[1].player is None
    assert not table.cover(2, True), "a bot needs nobody"
    assert not opened().cover(0, True), "before a match there is nothing to play"


def test_what_needs_a_match() -> None:
    table = opened()
    assert code(table, HOST, Automate(True)) == "no-match"
    assert code(table, HOST, NoMore()) == "no-match"
    assert code(table, HOST, Next()) == "nothing-to-see"
    assert code(table, ANN, Next()) == "not-seated"
    assert code(table, ANN, NoMore()) == "not-seated"


def test_chat() -> None:
    table = opened()
    assert done(table, ANN, Say(text="  hello ")) == (Spoke("guest1", "Guest 1", text="hello"),)
    owner = ANN._replace(account=True)
    (said,) = done(table, owner, Say(phrase="hello"))
    assert said == Spoke("guest1", "Guest 1", account=True, phrase="hello")
    assert [said.account for said in table.said] == [False, True]
    assert code(table, ANN, Say(text="   ")) == "nothing-said"
    for unseen in ("\u3164", "\u2800\uffa0", "\u034f", "\x00", "\u200b"):
        assert code(table, ANN, Say(text=unseen)) == "nothing-said"
    done(table, HOST, SetSettings(Settings(chat=False)))
    assert code(table, ANN, Say(text="hello")) == "chat-off"
    done(table, ANN, Say(phrase="nice"))
    assert [(said.text, said.phrase) for said in table.said] == [
        ("hello", None),
        ("", "hello"),
        ("", "nice"),
    ]
    assert table.said[-1].version == table.version


def test_a_new_name_shows_in_the_seat() -> None:
    table = opened()
    table.rename(Actor("host", "Wu Wei"))
    assert table.room.state().seats[0].name == "Wu Wei"
    assert table.rename(Actor("host", "Wu Wei")) == table.rename(ANN) == ()


@pytest.mark.parametrize("name", CODES)
def test_every_refusal_can_be_said(name: str) -> None:
    said = refused(name, players=4, name="Wu", names="Wu, Li").words
    assert said.en[-1] == "." and said.hans[-1] == said.hant[-1] == "。"


def test_rules_are_described_to_everyone() -> None:
    state = opened(Rules(decks=3)).room.state().rules
    assert (state.players, state.decks, state.hand_size, state.kitty_size) == (4, 3, 39, 6)
    assert state.changed[0].option == "decks" and state.changed[0].value.hans == "3"
    assert state.scale[-1].points >= state.total
