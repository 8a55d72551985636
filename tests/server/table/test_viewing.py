"""Knowledge of a viewer, and that nothing else can be told from it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from shengji.cards import Card
from shengji.game import (
    CardDrawn,
    DealtAgain,
    DeckShown,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Match,
    commitment_of,
)
from shengji.rules import Rules, random_rules, rules_from
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.table import Table
from tests.seeds import trials
from tests.server.table.kit import GUESTS, HOST, Player, done, opened, started


def played(rules: Rules, seed: int, steps: int) -> tuple[Table, list[Body]]:
    """A table with people in all seats after so many steps, or at a result, and its log."""
    log: list[Body] = []
    table = started(rules, rules.players, log=log)
    player = Player(table, Random(seed), told=log.append)
    for _ in range(steps):
        if table.step == "next" or not player.step():
            break
    return table, log


def exchange(match: Match, seat: int, chance: Random) -> None:
    """Exchange the cards that a seat cannot know, among the others' hands and the kitty."""
    hand = match.hand
    assert hand is not None
    others = [other for other in range(hand.players) if other != seat]
    hidden = [card for other in others for card in hand.hands[other]]
    unknown_kitty = hand.kitty is not None and hand.buried_by != seat and hand.result is None
    if unknown_kitty:
        hidden += hand.kitty or ()
    chance.shuffle(hidden)
    for other in others:
        size = len(hand.hands[other])
        hand.hands[other], hidden = hidden[:size], hidden[size:]
    if unknown_kitty:
        hand.kitty = tuple(hidden)


def told(table: Table, viewer: Viewer) -> Iterator[bytes]:
    """Every byte that a viewer is told of the table."""
    yield msgspec.json.encode(table.prompts.now(viewer))
    yield msgspec.json.encode(table.events.start(viewer))
    yield msgspec.json.encode(table.layout())
    yield msgspec.json.encode(table.room.state())


@pytest.mark.parametrize("seed", trials(30))
def test_what_a_viewer_is_told_does_not_depend_on_cards_it_cannot_know(seed: int) -> None:
    chance = Random(seed)
    rules = random_rules(chance)
    _, log = played(rules, seed, chance.randint(0, rules.card_count * 2))
    for seat in range(rules.players):
        other = Table.of(log)
        if other.match is None or other.match.hand is None:
            return
        exchange(other.match, seat, chance)
        assert list(told(other, Viewer(seat))) == list(told(Table.of(log), Viewer(seat)))


@pytest.mark.parametrize(
    "given", ["zhang-2021", "finding-friends", "forty-points", {"kitty_shown": True}], ids=str
)
def test_events_hide_what_a_viewer_may_not_know(given: str | dict[str, object]) -> None:
    rules = rules_from(given)
    table, _ = played(rules, 3, 3 * rules.card_count)
    for viewer in (Viewer(), *(Viewer(seat) for seat in range(rules.players))):
        seat = viewer.seat
        for _, event in map(msgspec.structs.astuple, table.events.seen_by(viewer) or ()):
            match event:
                case HandStarted():
                    assert event.deck is None and event.salt is None
                case CardDrawn():
                    assert (event.card is not None) == (event.seat == seat)
                case KittyTaken() if rules.kitty_shown:
                    assert event.shown and event.cards is not None
                case KittyTaken() | KittyBuried():
                    assert (event.cards is not None) == (event.seat == seat)
                case HandEnded():
                    known = event.factor > 0 or event.buried_by == seat
                    assert (event.kitty is not None) == known
                case _:
                    pass


def test_the_account_hides_a_kitty_that_was_not_opened() -> None:
    hidden = shown = 0
    for seed in range(6):
        table, _ = played(rules_from("forty-points"), seed, 400)
        assert table.step == "next"
        for seat in range(4):
            account = table.prompts.now(Viewer(seat)).account
            assert account is not None
            open_to_all = account.ended.factor > 0
            known = open_to_all or account.ended.buried_by == seat
            assert (account.ended.kitty is not None) == known
            hidden, shown = hidden + (not known), shown + open_to_all
        late = table.prompts.now(Viewer(all_hands=True)).account
        assert late is not None and late.ended.kitty is not None
    assert hidden and shown


def test_late_onlookers_see_all_hands_but_not_the_deck() -> None:
    table, _ = played(Rules(), 1, 60)
    events = [at.event for at in table.events.seen_by(Viewer(all_hands=True)) or ()]
    assert isinstance(events[0], HandStarted) and events[0].deck is None
    assert all(event.card for event in events if isinstance(event, CardDrawn))


@pytest.mark.parametrize("name", ["zhang-2021", "finding-friends"])
def test_the_deck_is_shown_to_all_when_the_hand_has_ended(name: str) -> None:
    rules = rules_from(name)
    table, _ = played(rules, 3, 4 * rules.card_count)
    assert table.step == "next"
    for viewer in (Viewer(), Viewer(all_hands=True), *map(Viewer, range(rules.players))):
        events = [at.event for at in table.events.seen_by(viewer) or ()]
        started, shown = events[0], events[-1]
        assert isinstance(started, HandStarted) and started.deck is None
        assert isinstance(shown, DeckShown) and sum(isinstance(e, DeckShown) for e in events) == 1
        assert commitment_of(shown.deck, shown.salt) == started.commitment
        assert [type(event) for event in events[-2:]] == [HandEnded, DeckShown]
    # Who says that the result has been seen is not too late for it.
    assert table.prompts.now(Viewer(0)).since == table.version - 1


def test_a_deck_that_is_thrown_in_is_shown_too() -> None:
    again = {"no_bid": "first-card", "no_bid_joker": "deal-again"}
    rules = rules_from({"decks": 1, "kitty": 38, **again})
    kinds: list[type] = []
    for seed in range(30):
        _, log = played(rules, seed, 40)
        kinds += map(type, log)
    after = [kinds[at + 1] for at, kind in enumerate(kinds) if kind is DealtAgain]
    assert after and set(after) == {DeckShown}


def test_events_go_on_from_a_version() -> None:
    table, log = played(rules_from("forty-points"), 1, 60)
    viewer = Viewer(1)
    every = table.events.seen_by(viewer)
    assert every is not None
    began = every[0].version
    assert isinstance(log[began - 1], HandStarted)
    assert table.events.seen_by(viewer, began - 1) == every
    assert table.events.seen_by(viewer, began + 7) == every[8:]
    assert table.events.seen_by(viewer, table.version) == ()
    assert table.events.seen_by(viewer, began - 2) is None


def test_who_sits_down_sees_the_hand_of_the_seat() -> None:
    log: list[Body] = []
    table = started(people=1, log=log)
    player = Player(table, Random(1), told=log.append)
    for _ in range(30):
        player.step()
    done(table, GUESTS[0], Sit(2))
    seat = table.room.seat_of(GUESTS[0].person)
    drawn = [at.event for at in table.events.seen_by(Viewer(seat)) or ()]
    own = [event.card for event in drawn if isinstance(event, CardDrawn) and event.seat == 2]
    assert own and all(isinstance(card, Card) for card in own)


def test_before_a_match_nothing_has_happened() -> None:
    table = opened()
    assert table.events.seen_by(Viewer(0)) == table.events.seen_by(Viewer(), 1) == ()
    assert table.prompts.now(Viewer(0)).wait == "start" and table.room.host == HOST.person
