"""The match at a table: decisions, what is waited for, and what comes too late."""

from collections.abc import Iterator
from random import Random

import pytest

from shengji.cards import Card, Rank, Suit, Trump, minus
from shengji.game import HandEnded, MatchEnded, Phase, Played
from shengji.rules import Rules, rules_from
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.decisions import (
    AnswerRedealAction,
    BuryAction,
    Declare,
    NoMore,
    PlayAction,
)
from shengji.server.tables.acts.hosting import SetRules
from shengji.server.tables.acts.match import Next, Start
from shengji.server.tables.acts.seating import STAND_IN, Automate, Stand
from shengji.server.tables.acts.talk import Say
from shengji.server.tables.core.entries import ChangeVersions
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.table import Table
from shengji.server.tables.messages import Check
from shengji.server.tables.state import Now
from tests.kit import cards
from tests.play.test_units import MANY
from tests.server.table.kit import GUESTS, HOST, Player, code, decision, done, started

ANN = GUESTS[0]


def played_to(phase: Phase, rules: Rules | None = None, people: int = 4, seed: int = 1) -> Player:
    """A table whose first hand has come to this phase."""
    player = Player(started(rules, people), Random(seed))
    while _phase(player.table) is not phase:
        assert player.step()
    return player


def _phase(table: Table) -> Phase | None:
    hand = table.match.hand if table.match else None
    return hand.phase if hand else None


def step(table: Table) -> str:
    """Take the next step, whatever was known of it before."""
    return table.step


def nows(table: Table) -> Iterator[Now]:
    return (table.prompts.now(Viewer(seat)) for seat in range(table.room.rules.players))


def asker(table: Table, seat: int) -> Actor:
    person = table.room.seats[seat].person
    assert person is not None
    return Actor(person, "?")


def test_before_the_first_hand() -> None:
    table = started()
    now = table.prompts.now(Viewer(0))
    assert (now.wait, now.seats, now.turn, now.trump) == ("start", (), None, None)
    assert table.layout() is None and table.events.start(Viewer(0)) is None


def test_in_the_draw_one_sees_what_one_may_declare() -> None:
    table = started(people=4)
    table.start_hand(Random(3))
    while not table.prompts.may_show:
        table.draw()
    seat = table.prompts.may_show[0]
    turn = table.prompts.now(Viewer(seat)).turn
    assert turn is not None and turn.options
    others = [now for number, now in enumerate(nows(table)) if number != seat]
    assert all(now.turn is None and now.wait == "draw" for now in others)
    done(table, asker(table, seat), Declare(turn.options[0]))
    assert table.match is not None and table.match.hand is not None
    assert len(table.match.hand.shown) == 1


def test_a_declaration_is_late_when_another_came_first() -> None:
    table = started(people=4)
    table.start_hand(Random(3))
    while not table.prompts.may_show:
        table.draw()
    seen, seat = table.version, table.prompts.may_show[0]
    done(table, asker(table, seat), Declare(table.prompts.options(seat)[0]))
    other = asker(table, (seat + 1) % 4)
    assert code(table, other, Declare((Card("2H"),)), seen) == "late"
    # A card that is drawn does not make it late.
    seen = table.version
    table.draw()
    assert code(table, other, Declare((Card("AH"),)), seen) == "bid-cards"


def to_the_last_moment(people: int, rules: Rules | None = None, deck: int = 3) -> Table:
    """A table whose last card is drawn, or the last before which one may declare."""
    table = started(rules, people=people)
    table.start_hand(Random(deck))
    while step(table) == "draw":
        table.draw()
    return table


def test_the_last_moment_to_declare_ends_as_soon_as_all_people_have_passed() -> None:
    table = to_the_last_moment(people=4)
    assert 0 < len(table.prompts.may_show) < 4, "some have something to show, and some have not"
    for left in ((0, 1, 2, 3), (1, 2, 3), (1, 2), (1,)):
        assert step(table) == "wait" and table.waiting == table.prompts.asked_last == left
        for seat, now in enumerate(nows(table)):
            assert now.wait == "declare" and now.seats == ((seat,) if seat in left else ())
            assert now.passed == (seat not in left) and now.may_pass == (seat in left)
            assert (now.turn is not None) == (seat in table.prompts.may_show)
        assert table.prompts.now(Viewer()).seats == () and not table.prompts.now(Viewer()).passed
        assert done(table, asker(table, left[0 if len(left) == 4 else -1]), NoMore()) == ()
    assert step(table) == "close"
    assert all(now.wait == "declare" and now.seats == () and now.passed for now in nows(table))
    table.close_draw()
    assert not any(now.passed for now in nows(table))
    assert code(table, HOST, NoMore()) is None, "to decline again does no harm"


def test_a_single_person_can_pass_only_with_a_declaration() -> None:
    table = started(people=1)
    table.start_hand(Random(3))
    while step(table) == "draw":
        table.draw()
        assert table.prompts.now(Viewer(0)).may_pass == bool(table.prompts.options(0))
        assert not table.prompts.now(Viewer(1)).may_pass, "a bot plays there"


def test_a_seat_plays_later_until_it_has_played_to_the_trick() -> None:
    table = started(people=4)
    player = Player(table, Random(1))
    seen = set[int]()
    while not table.room.seats[0].ready and player.step() and table.phase is not Phase.ENDED:
        later = [seat for seat, now in enumerate(nows(table)) if now.plays_later]
        hand = table.hand
        if hand is None or hand.phase is not Phase.PLAY:
            assert not later
            continue
        done_with = len(hand.trick.plays) if hand.trick is not None else 0
        assert hand.turn not in later and len(later) == 3 - done_with
        seen.add(len(later))
    assert seen == {0, 1, 2, 3}


def test_who_is_asked_last_tells_nothing_of_what_anybody_holds() -> None:
    seen = {to_the_last_moment(4, deck=deck).prompts.may_show for deck in range(20)}
    assert len(seen) > 3
    assert {to_the_last_moment(4, deck=deck).prompts.asked_last for deck in range(20)} == {
        (0, 1, 2, 3)
    }


def test_who_passes_in_the_draw_is_not_asked_at_its_end_unless_somebody_declares() -> None:
    table = started(people=2)
    table.start_hand(Random(3))
    table.draw()
    for seat in (0, 1):
        assert done(table, asker(table, seat), NoMore()) == ()
        assert table.prompts.now(Viewer(seat)).passed
    while not table.prompts.options(0):
        table.draw()
    done(table, asker(table, 0), Declare(table.prompts.options(0)[0]))
    assert not any(now.passed for now in nows(table))
    done(table, asker(table, 1), NoMore())
    while step(table) == "draw":
        table.draw()
    assert table.prompts.asked_last == (0,)


def test_a_person_among_bots_is_asked_only_with_something_to_show() -> None:
    tables = [to_the_last_moment(1, deck=deck) for deck in range(20)]
    asked = [table for table in tables if 0 in table.prompts.may_show]
    assert 0 < len(asked) < 20
    for table in tables:
        if table in asked:
            assert step(table) == "wait" and table.prompts.asked_last == (0,)
            done(table, HOST, NoMore())
        assert step(table) == "close"


def test_a_bot_that_plays_for_a_person_leaves_the_other_alone() -> None:
    for deck in range(20):
        table = to_the_last_moment(2, deck=deck)
        assert table.waiting == (0, 1)
        done(table, asker(table, 1), Automate(True))
        assert table.prompts.asked_last == ((0,) if 0 in table.prompts.may_show else ())


def test_who_declined_is_asked_again_after_a_declaration() -> None:
    table = started(people=4)
    table.start_hand(Random(3))
    while step(table) == "draw":
        table.draw()
    declarer = table.prompts.may_show[-1]
    first = next(seat for seat in table.waiting if seat != declarer)
    done(table, asker(table, first), NoMore())
    assert first not in table.waiting
    done(table, asker(table, declarer), Declare(table.prompts.options(declarer)[0]))
    assert first in table.waiting


def test_without_a_pause_the_last_moment_is_before_the_last_card() -> None:
    table = started(Rules(pause_after_draw=False), people=4)
    table.start_hand(Random(3))
    while step(table) == "draw":
        table.draw()
    assert table.match is not None and table.match.hand is not None
    assert step(table) == "wait" and table.match.hand.cards_to_draw == 1
    assert {now.wait for now in nows(table)} == {"declare"}
    assert table.prompts.now(Viewer()).wait == "draw"


def test_a_bot_is_not_waited_for_in_the_draw() -> None:
    table = started(people=1)
    done(table, HOST, Automate(True))
    table.start_hand(Random(3))
    while step(table) == "draw":
        table.draw()
    assert step(table) == "close"


def test_burying() -> None:
    player = played_to(Phase.BURY)
    table = player.table
    (seat,) = table.waiting
    for number, now in enumerate(nows(table)):
        assert now.wait == "bury" and now.seats == (seat,) and now.dealer == seat
        assert (now.turn is not None) == (number == seat)
        assert now.turn is None or now.turn.size == 8
    dealer = asker(table, seat)
    assert code(table, dealer, BuryAction(())) == "bury-count"
    assert code(table, asker(table, (seat + 1) % 4), BuryAction(())) == "not-dealer"


def test_a_second_play_of_the_same_trick_is_late() -> None:
    player = played_to(Phase.PLAY)
    table = player.table
    (seat,) = table.waiting
    seen = table.version
    player.act(seat, decision(table, player.bots[seat]))
    again = decision(table, player.bots[(seat + 1) % 4])
    assert code(table, asker(table, seat), again, seen) == "late"
    # What is said at the table makes nothing late.
    now = table.prompts.now(Viewer((seat + 1) % 4))
    done(table, HOST, Say(phrase="nice"))
    done(table, HOST, Automate(True))
    assert table.prompts.now(Viewer()).since == now.since
    done(table, HOST, Automate(False))
    assert code(table, asker(table, (seat + 1) % 4), again, now.since) is None


def test_the_follower_reads_what_is_owed() -> None:
    player = played_to(Phase.PLAY)
    table = player.table
    leads = follows = 0
    while step(table) == "wait" and follows < 60:
        (seat,) = table.waiting
        now = table.prompts.now(Viewer(seat))
        assert now.turn is not None
        if now.wait == "lead":
            leads += 1
            assert now.winning is None and now.turn.owed is None
            assert all(len(group) > 1 for group in now.turn.groups)
        else:
            follows += 1
            assert now.turn.owed is not None and now.turn.size == now.turn.owed.size
            assert now.turn.owed.words.hant and now.winning is not None
            assert table.hand is not None
            some = tuple(table.hand.hands[seat][: now.turn.size])
            checked = table.check(seat, Check("c", PlayAction(some)))
            assert (checked.refusal is None) == (checked.offending == ())
            assert checked.refusal or not set(some) & set(now.turn.unplayable)
        action = decision(table, player.bots[seat])
        assert isinstance(action, PlayAction)
        assert set(now.turn.forced) <= set(action.cards)
        assert not set(now.turn.unplayable) & set(action.cards)
        assert table.check(seat, Check("c", action)).refusal is None
        player.act(seat, action)
    assert leads and follows


def test_a_check_does_not_tell_whether_a_throw_would_succeed() -> None:
    player = played_to(Phase.PLAY)
    table = player.table
    assert table.match is not None and table.match.hand is not None
    hand, (seat,) = table.match.hand, table.waiting
    before = table.version
    for suit in hand.space.by_suit(hand.hands[seat]).values():
        checked = table.check(seat, Check("c", PlayAction(tuple(suit))))
        assert checked.refusal is None and table.version == before
    mixed = Check("c", PlayAction(tuple(hand.hands[seat])))
    refusal = table.check(seat, mixed).refusal
    assert refusal is not None and "one suit" in refusal.en
    refusal = table.check((seat + 1) % 4, mixed).refusal
    assert refusal is not None and "turn" in refusal.en


def test_readings_are_offered_where_they_are_to_be_named() -> None:
    rules = Rules(decks=3, throw_reading="named")
    player = played_to(Phase.PLAY, rules)
    table = player.table
    assert table.match is not None and table.match.hand is not None
    hand, (seat,) = table.match.hand, table.waiting
    lead = [Card("3S")] * 3 + [Card("4S")] * 2
    suits = {hand.space.suit(card) for card in lead}
    if len(suits) == 1:
        hand.hands[seat] = lead + hand.hands[seat][5:]
        ways = table.check(seat, Check("c", PlayAction(tuple(lead)))).readings
        assert [len(way) for way in ways] == [2, 2]


def test_a_reading_beyond_those_that_are_listed_is_asked_for_and_played() -> None:
    """As the browser comes to it: by tractors that it is to have, then by all of its units."""
    rules = Rules(decks=6, consecutive="nothing-between")
    player = played_to(Phase.PLAY, rules)
    table = player.table
    assert table.match is not None and table.match.hand is not None
    hand, (seat,) = table.match.hand, table.waiting
    many = cards(MANY)
    others = minus(rules.deck, many)
    hand.trump = Trump(Rank.TWO, Suit.SPADES)
    hand.lay_out()
    for other in range(rules.players):
        held = [*(many if other == seat else ()), *others]
        hand.hands[other] = held[: len(hand.hands[other])]
        others = minus(others, hand.hands[other][len(many) if other == seat else 0 :])
    lead = PlayAction(tuple(many))
    checked = table.check(seat, Check("c", lead))
    assert checked.refusal is None and checked.tractors and 1 < len(checked.readings) <= 100
    having: tuple[tuple[Card, ...], ...] = ()
    listed = set(checked.readings)
    while not set(checked.readings) - listed:
        having = (*having, checked.tractors[-1])
        checked = table.check(seat, Check("c", lead, having))
        assert all(tractor in reading for reading in checked.readings for tractor in having)
    (reading, *_) = set(checked.readings) - listed
    assert table.check(seat, Check("c", PlayAction(lead.cards, reading))).refusal is None
    wrong = Check("c", PlayAction(lead.cards, reading[1:]))
    refusal = table.check(seat, wrong).refusal
    assert refusal is not None and "cannot be read so" in refusal.en
    # Units that are not there: no reading has them, and nothing breaks.
    assert table.check(seat, Check("c", lead, ((Card("3H"),) * 6,))).readings == ()


def test_the_result_is_seen_by_everyone_who_decides() -> None:
    player = played_to(Phase.ENDED, rules_from("forty-points"), people=3)
    table = player.table
    done(table, GUESTS[1], Automate(True))
    assert step(table) == "next" and table.waiting == (0, 1)
    for now in nows(table):
        assert now.wait == "next" and now.seats == (0, 1) and now.account is not None
    done(table, HOST, Next())
    assert done(table, HOST, Next()) == ()
    assert table.prompts.now(Viewer(0)).seats == (1,)
    table.cover(1, True)
    assert step(table) == "start" and table.prompts.now(Viewer(1)).wait == "start"
    ended = table.version
    table.start_hand(Random(1))
    assert code(table, HOST, Next(), ended) == "late"
    assert code(table, HOST, Next()) == "nothing-to-see"
    start = table.events.start(Viewer(0))
    assert start is not None and start.hands == 1 and len(start.results) == 1


def test_after_a_match_the_next_begins() -> None:
    rules = rules_from({"preset": "forty-points", "first_level": "A", "last_level": "A"})
    player = Player(started(rules), Random(5), "basic")
    while player.step():
        pass
    table = player.table
    assert step(table) == "over" and not table.room.playing
    assert (
        table.prompts.now(Viewer(0)).wait == "over"
        and table.prompts.now(Viewer(0)).account is not None
    )
    assert code(table, HOST, NoMore()) == "no-match"
    done(table, HOST, Start())
    assert step(table) == "start" and table.room.state().match == 2
    assert table.events.seen_by(Viewer()) == ()


def test_other_rules_after_a_match_put_it_away() -> None:
    rules = rules_from({"preset": "forty-points", "first_level": "A", "last_level": "A"})
    player = Player(started(rules), Random(5), "basic")
    while player.step():
        pass
    table = player.table
    done(table, HOST, SetRules("six-player"))
    assert table.match is None and table.prompts.now(Viewer(0)).wait == "start"
    assert len(table.room.state().seats) == 6 and table.events.seen_by(Viewer(0)) == ()


def test_a_bot_goes_on_for_who_stands_up_in_the_middle() -> None:
    player = played_to(Phase.PLAY)
    table = player.table
    (seat,) = table.waiting
    done(table, asker(table, seat), Stand())
    assert table.waiting == (seat,) and table.room.seats[seat].player == STAND_IN
    assert table.prompts.now(Viewer(seat)).turn is None
    player.step()


@pytest.mark.parametrize("name", ["finding-friends", "six-player", "forty-points", "pagat"])
def test_whole_hands_of_every_system(name: str) -> None:
    player = Player(started(rules_from(name), people=2), Random(2), "basic")
    ended: list[HandEnded] = []
    player.told = lambda body: ended.append(body) if isinstance(body, HandEnded) else None
    while len(ended) < 2 and player.step():
        table = player.table
        for seat, now in enumerate(nows(table)):
            mine = (
                seat in table.waiting
                and table.room.seats[seat].player is None
                and step(table) == "wait"
            )
            assert (now.turn is not None) >= (mine and now.wait != "declare")


def test_calling_friends_and_the_land() -> None:
    rules = rules_from({"preset": "finding-friends", "players": 7, "land": True})
    player = Player(started(rules, people=7), Random(4))
    seen = set()
    while player.step() and player.table.step != "next":
        table = player.table
        for seat in table.waiting:
            now = table.prompts.now(Viewer(seat))
            seen.add(now.wait)
            if now.wait == "call":
                assert now.turn is not None and now.turn.calls == rules.calls
                assert all(choice.copies == rules.deck_count for choice in now.turn.choices)
            if now.wait == "land" and step(table) == "wait":
                assert now.turn is not None and now.turn.options
            if now.wait == "land" and step(table) == "pass":
                assert now.turn is None
    assert {"call", "bury", "lead", "follow"} <= seen


def test_claiming_a_new_deal() -> None:
    player = played_to(Phase.REDEAL, Rules(redeal_points=50, redeal_limit=1))
    table = player.table
    asked = passed = 0
    while table.prompts.now(Viewer()).wait == "redeal":
        (seat,) = table.waiting
        now = table.prompts.now(Viewer(seat))
        assert table.prompts.now(Viewer((seat + 1) % 4)).turn is None
        if step(table) == "pass":
            assert now.turn is None and now.seats == (seat,)
            table.pass_over()
            passed += 1
        else:
            assert now.turn is not None and now.turn.reason is not None
            assert "fewer than 50" in now.turn.reason.en
            done(table, asker(table, seat), AnswerRedealAction(asked == 1))
            asked += 1
    assert asked == 2 and step(table) == "start" and table.prompts.now(Viewer()).wait == "start"


def test_the_layout_is_the_same_object_until_the_trump_changes() -> None:
    table = started(people=4)
    table.start_hand(Random(3))
    first = table.layout()
    assert first is not None and sum(len(equal) for suit in first for equal in suit) == 54
    while not table.prompts.may_show:
        table.draw()
        assert table.layout() is first
    seat = table.prompts.may_show[0]
    done(table, asker(table, seat), Declare(table.prompts.options(seat)[0]))
    assert table.layout() is not first and table.layout() is table.layout()


def test_who_passed_in_the_last_hand_is_late_in_the_next() -> None:
    """Passing answers to the declarations of one hand, and a new hand has none."""
    table = started(people=4)
    player = Player(table, Random(5), "basic")
    while table.step != "next":
        player.step()
    seen = table.version
    while table.phase is not Phase.DRAW or not table.prompts.may_show:
        player.step()
    assert table.match is not None and table.match.hands == 2
    asked = asker(table, table.prompts.may_show[0])
    assert code(table, asked, NoMore(), seen) == "late"
    assert code(table, asked, NoMore()) is None


def test_the_end_of_a_match_begins_a_new_decision() -> None:
    changes = ChangeVersions()
    changes.record(Played(0, ()), 5)
    changes.record(MatchEnded((), "agreed"), 6)
    assert changes.since == 6 and changes.is_late(Next(), 5)


def test_the_trump_rank_is_known_before_there_is_a_dealer() -> None:
    table = started(people=4)
    Player(table, Random(1)).step()
    assert table.match is not None and table.match.hand is not None
    assert table.match.hand.dealer is None
    assert table.prompts.now(Viewer(0)).trump == (Rank("2"), None)
