"""Conceding, ending by agreement, other rules in a match, and taking a play back."""

from pathlib import Path
from random import Random

from shengji.bots import make_bot
from shengji.cards import Rank
from shengji.game import DeckShown, HandEnded, HandStarted, MatchEnded, Phase, Played
from shengji.record.validation import validate
from shengji.rules import Rules, rules_from
from shengji.server.matches.match_reader import played_match
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.decisions import PlayAction
from shengji.server.tables.acts.hosting import RulesPlanned, RulesSet, SetRules, SetSettings
from shengji.server.tables.acts.match import Next, Start
from shengji.server.tables.acts.seating import Automate, Stand
from shengji.server.tables.acts.votes import Agreed, Answer, Declined, Propose, Proposed, TakenBack
from shengji.server.tables.core.entries import Body, decode_body, encode_body
from shengji.server.tables.core.masks import Viewer, mask_event
from shengji.server.tables.core.table import Table
from shengji.server.tables.messages import ProposalEnded, SightSet
from shengji.server.tables.state import Outcome, ProposalState, Settings, What
from shengji.server.tables.summary import Summary
from tests.server.table.kit import GUESTS, HOST, Player, code, decision, done, started

ANN, BEN, CAI, *_ = GUESTS


def playing(
    people: int = 4,
    rules: Rules | None = None,
    plays: int = 1,
    settings: Settings | None = None,
) -> tuple[Table, Player, list[Body]]:
    """A match of people and bots in which so many cards have been played or more."""
    log: list[Body] = []
    table = started(rules, people, settings, log)
    player = Player(table, Random(3), told=log.append)
    while sum(isinstance(at.event, Played) for at in table.events.unmasked) < plays:
        assert player.step()
    return table, player, log


def again(log: list[Body]) -> Table:
    """The table as its stored log builds it."""
    return Table.of(decode_body(encode_body(body)) for body in log)


def proposal(table: Table) -> ProposalState | None:
    return table.room.state().proposal


def test_a_side_concedes_when_both_agree() -> None:
    table, _, log = playing()
    log += done(table, ANN, Propose("concede"))
    assert proposal(table) == ProposalState(what="concede", seat=1, agreed=(1,), missing=(3,))
    assert code(table, HOST, Answer(True)) == "not-asked"
    assert code(table, BEN, Propose("concede")) == "proposal-open"
    ended = done(table, CAI, Answer(True))
    assert ended == (Agreed(3), MatchEnded((0, 2), "conceded"))
    log += ended
    for one in (table, again(log)):
        assert one.match is not None and one.match.winners == (0, 2)
        assert (one.step, one.waiting, one.prompts.now(Viewer(0)).wait) == ("over", (), "over")
        assert one.prompts.now(Viewer(0)).seats == () and one.prompts.now(Viewer(0)).turn is None
        assert not one.room.playing and not one.room.in_hand and proposal(one) is None
    done(table, HOST, SetRules({"preset": "finding-friends", "players": 5}))
    assert len(table.room.seats) == 5 and table.room.seats[3].person == CAI.person


def test_bots_and_those_for_whom_they_play_are_not_asked() -> None:
    table, _, _ = playing(people=2)
    assert done(table, HOST, Propose("concede"))[1:] == (MatchEnded((1, 3), "conceded"),)
    table, _, _ = playing(people=4)
    done(table, BEN, Automate(True))
    assert code(table, BEN, Propose("end")) == "bot-plays"
    done(table, ANN, Propose("end"))
    done(table, CAI, Propose("end"))
    assert done(table, HOST, Answer(True))[1:] == (MatchEnded((), "agreed"),)


def test_who_does_not_agree_ends_a_proposal() -> None:
    table, _, log = playing()
    assert code(table, ANN, Answer(True)) == "no-proposal"
    done(table, ANN, Propose("end"))
    version = table.version
    assert done(table, BEN, Answer(False)) == (Declined(2),)
    assert proposal(table) is None
    done(table, BEN, Propose("concede"))
    assert code(table, HOST, Answer(True), version) == "late", "it answers to another proposal"
    assert done(table, BEN, Answer(False)) == (Declined(2),)
    done(table, BEN, Propose("concede"))
    done(table, BEN, Stand())
    assert proposal(table) is None
    assert code(table, BEN, Propose("end")) == "not-seated"
    assert isinstance(log[-1], Played)


def test_where_sides_change_all_end_the_match_together() -> None:
    table, _, _ = playing(1, rules_from("finding-friends"))
    assert code(table, HOST, Propose("concede")) == "no-sides"
    assert done(table, HOST, Propose("end")) == (Proposed(0, "end"), MatchEnded((), "agreed"))


def test_a_match_of_one_hand_is_over_with_it() -> None:
    table, player, log = playing(1, settings=Settings(one_hand=True))
    while player.step():
        pass
    hand, ended, deck = log[-3:]
    assert isinstance(hand, HandEnded) and isinstance(ended, MatchEnded)
    assert isinstance(deck, DeckShown)
    assert (ended.reason, set(ended.winners) & set(hand.declarers)) == (
        "hand",
        set(hand.declarers) if hand.winner == "declarers" else set(),
    )
    assert table.prompts.now(Viewer(0)).account is not None
    assert again(log).room.state() == table.room.state()


def test_other_rules_come_after_the_hand_with_the_levels_reached() -> None:
    table, player, log = playing(2)
    while table.match is None or set(table.match.levels) == {Rank.TWO} or not table.room.in_hand:
        player.step()
    planned = done(table, HOST, SetRules("pagat"))
    assert planned == (RulesPlanned({"preset": "pagat"}),)
    log += planned
    assert table.room.state().planned is not None and table.room.playing
    assert done(table, HOST, SetRules("zhang-2021")) == (RulesPlanned(None),)
    log += (RulesPlanned(None),)
    log += done(table, HOST, SetRules("pagat"))
    while not isinstance(log[-1], RulesSet):
        player.step()
    ended = next(body for body in reversed(log) if isinstance(body, HandEnded))
    assert log[-1] == RulesSet({"preset": "pagat"}, ended.levels_after, ended.next_dealer)
    assert table.step == "idle" and not table.room.playing
    assert table.room.state().levels == ended.levels_after != (Rank.TWO,) * 4
    # Set once more before the next match, they keep the levels; another game does not.
    log += done(table, HOST, SetRules("zhang-2016"))
    assert table.room.levels == ended.levels_after
    done(again(log), HOST, SetRules("finding-friends"))
    for one in (again(log), table):
        one.room.seats[1].ready = True
        log += done(one, HOST, Start()) if one is table else ()
    started_again = table.start_hand(Random(2))
    assert table.match is not None and tuple(table.match.levels) == ended.levels_after
    assert isinstance(started_again[0], HandStarted)
    assert started_again[0].dealer == ended.next_dealer
    assert Summary.of(table.room.state(), "Wu").line.playing


def test_other_rules_for_other_players_begin_anew() -> None:
    table, player, log = playing(1)
    log += done(table, HOST, SetRules("six-player"))
    while not isinstance(log[-1], RulesSet):
        player.step()
    assert log[-1].levels == () and len(table.room.seats) == 6


def test_a_match_that_is_over_leaves_the_planned_rules_to_be_seen_first() -> None:
    table, _, _ = playing(1)
    done(table, HOST, SetRules("pagat"))
    done(table, HOST, Propose("concede"))
    assert done(table, HOST, Start()) == (RulesSet({"preset": "pagat"}),)
    assert table.room.planned is None and table.match is None


def before_turn_of(
    seat: int, people: int, settings: Settings | None = None
) -> tuple[Table, Player, list[Body]]:
    """A match in which a seat is to play, and others have."""
    table, player, log = playing(people, plays=5, settings=settings)
    while not (table.phase is Phase.PLAY and table.waiting == (seat,)):
        assert player.step()
    return table, player, log


def test_a_play_is_taken_back_when_all_agree() -> None:
    table, player, log = before_turn_of(0, 2, Settings(take_back=True))
    other = again(log)
    hands = [list(cards) for cards in table.hand.hands] if table.hand else []
    assert code(table, HOST, Propose("take_back")) == "nothing-to-take-back"
    assert not table.prompts.now(Viewer(0)).may_take_back
    player.step()
    assert (
        table.prompts.now(Viewer(0)).may_take_back
        and not table.prompts.now(Viewer(1)).may_take_back
    )
    # Bots play on before anybody can ask; that goes back as well.
    while table.waiting != (1,):
        player.step()
    log += done(table, HOST, Propose("take_back"))
    assert proposal(table) == ProposalState(what="take_back", seat=0, agreed=(0,), missing=(1,))
    before = table.version
    back = done(table, ANN, Answer(True))
    assert back == (Agreed(1), TakenBack(other.version))
    log += back
    for one in (table, again(log)):
        assert outcomes(one) == [("take_back", 0, "agreed")]
        assert one.notices[-1].version == one.version
        assert one.hand is not None and [list(cards) for cards in one.hand.hands] == hands
        assert (
            one.waiting == (0,)
            and one.prompts.now(Viewer(0)).turn == other.prompts.now(Viewer(0)).turn
        )
        assert [at.event for at in one.events.unmasked] == [
            at.event for at in other.events.unmasked
        ]
        # Who has heard of what has not happened is told the hand anew.
        assert one.events.seen_by(Viewer(0), before) is None
        assert one.events.seen_by(Viewer(0), one.version) == ()
    # A bot that hears the hand as it is now plays on.
    bot = make_bot("medium", table.room.rules, 0, 1)
    for at in table.events.unmasked:
        bot.observe(mask_event(at.event, Viewer(0)))
    log += done(table, HOST, decision(table, bot))
    assert again(log).waiting == table.waiting


def outcomes(table: Table) -> list[tuple[What, int, Outcome]]:
    """How proposals have ended."""
    ended = (one for one in table.notices if isinstance(one, ProposalEnded))
    return [(one.what, one.seat, one.outcome) for one in ended]


def test_the_outcome_of_every_proposal_is_noted() -> None:
    table, player, log = before_turn_of(0, 2, Settings(take_back=True))
    player.step()
    while table.waiting != (1,):
        player.step()
    expected: list[tuple[What, int, Outcome]] = []

    def proposes(what: What, outcome: Outcome, by: Actor, action: Action) -> None:
        player.hear(done(table, HOST, Propose(what)))
        assert outcomes(table) == expected
        player.hear(done(table, by, action))
        expected.append((what, 0, outcome))
        assert outcomes(table) == outcomes(again(log)) == expected

    proposes("take_back", "declined", ANN, Answer(False))
    proposes("end", "withdrawn", HOST, Answer(False))
    proposes("take_back", "off", HOST, SetSettings(Settings()))
    player.hear(done(table, HOST, SetSettings(Settings(take_back=True))))
    proposes("take_back", "played", ANN, decision(table, player.bots[1]))
    player.hear(done(table, ANN, Propose("end")))
    while table.room.proposal is not None:
        assert player.step()
    expected.append(("end", 1, "over"))
    assert outcomes(table) == expected and isinstance(log[-1], HandStarted)
    proposes("end", "agreed", ANN, Answer(True))
    # A proposal goes with the seat of who made it.
    table, player, log = playing(2)
    expected.clear()
    player.hear(done(table, ANN, Propose("end")))
    player.hear(done(table, ANN, Stand()))
    assert outcomes(table) == [("end", 1, "withdrawn")]


def test_it_is_noted_what_onlookers_see_and_from_when() -> None:
    table, player, _ = playing(2)

    def sets(settings: Settings) -> SightSet | None:
        player.hear(done(table, HOST, SetSettings(settings)))
        noted = (one for one in table.notices if one.version == table.version)
        return next((one for one in noted if isinstance(one, SightSet)), None)

    assert sets(Settings(chat=False)) is None
    assert sets(Settings(delay=30)) is None, "nobody notices that"
    less = sets(Settings(onlookers="none"))
    assert less is not None and (less.sight.onlookers, less.next_hand) == ("none", False)
    more = sets(Settings(onlookers="hands"))
    assert more is not None and (more.sight.onlookers, more.next_hand) == ("hands", True)
    assert table.room.state().sight_next == more.sight
    assert sets(Settings(onlookers="hands", delay=30)) is None, "it is kept back until the end"
    again = sets(Settings(onlookers="none"))
    assert again is not None and not again.next_hand and table.room.state().sight_next is None


def test_nothing_is_taken_back_where_it_is_off_or_somebody_has_played() -> None:
    what: What = "take_back"
    table, player, _ = before_turn_of(0, 2)
    player.step()
    assert code(table, HOST, Propose(what)) == "take-back-off"
    table, player, _ = before_turn_of(0, 4, Settings(take_back=True))
    player.step()
    done(table, HOST, Propose(what))
    asked = table.waiting
    player.step()
    assert asked != (0,) and proposal(table) is None, "the next play ends it"
    assert code(table, HOST, Propose(what)) == "nothing-to-take-back"
    assert isinstance(decision(table, player.bots[table.waiting[0]]), PlayAction)
    assert code(table, HOST, Next()) == "nothing-to-see"


def test_a_play_goes_back_though_a_person_takes_over_from_the_bot_that_has_played_since() -> None:
    table, player, log = before_turn_of(0, 3, Settings(take_back=True))
    before = table.version
    player.hear(done(table, ANN, Automate(True)))
    while table.waiting != (2,):
        player.step()
    since = [at.event for at in table.events.unmasked if at.version > before]
    assert [at.seat for at in since if isinstance(at, Played)] == [0, 1]
    player.hear(done(table, HOST, Propose("take_back")))
    player.hear(done(table, ANN, Automate(False)))
    player.hear(done(table, BEN, Answer(True)))
    assert proposal(table) == ProposalState(what="take_back", seat=0, agreed=(0, 2), missing=(1,))
    player.hear(done(table, ANN, Answer(True)))
    for one in (table, again(log)):
        assert outcomes(one) == [("take_back", 0, "agreed")] and one.waiting == (0,)
    assert not any(at.version > before for at in table.events.unmasked)


def test_the_next_play_in_the_seat_of_who_wants_one_back_ends_that_also_if_a_bot_plays_it() -> None:
    table, player, log = before_turn_of(0, 3, Settings(take_back=True))
    while table.waiting != (2,):
        player.step()
    player.hear(done(table, ANN, Automate(True)))
    player.hear(done(table, HOST, Propose("take_back")))
    for person in (BEN, HOST):
        player.hear(done(table, person, Automate(True)))
    while table.waiting != (0,):
        player.step()
        assert proposal(table) is not None, "the plays of other bots go back as well"
    player.step()
    for one in (table, again(log)):
        assert proposal(one) is None and outcomes(one) == [("take_back", 0, "played")]


def test_a_record_has_no_play_that_was_taken_back(tmp_path: Path) -> None:
    table, player, log = before_turn_of(0, 2, Settings(take_back=True))
    player.step()
    while table.waiting != (1,):
        player.step()
    player.hear(done(table, HOST, Propose("take_back")))
    player.hear(done(table, ANN, Answer(True)))
    assert isinstance(log[-1], TakenBack)
    while table.room.in_hand:
        player.step()
    match = played_match(log)
    assert match is not None and match.levels == (Rank.TWO,) * 4
    assert list(match.events) == [at.event for at in table.events.unmasked]
    file = tmp_path / "match.jsonl"
    file.write_bytes(match.record())
    assert not validate(file).faults
