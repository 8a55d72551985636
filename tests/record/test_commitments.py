"""Commitments: the deck is the pack, gives everyone their cards, and is of this deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from shengji.bots import RandomBot, Table
from shengji.cards import Card, read_cards
from shengji.game import (
    DeckShown,
    Event,
    Hand,
    HandStarted,
    Match,
    ShowDeck,
    commitment_of,
    shuffled,
    view,
)
from shengji.game.shuffle import Statement, statement_in
from shengji.record import header_of, validate
from shengji.record.dealt import check_dealt
from shengji.record.excerpt import one_hand
from shengji.record.misfit import Misfit
from shengji.record.reader import read_record
from shengji.record.validation import Report
from shengji.record.writer import write_record
from shengji.rules import rules_from
from tests.commandkit import Command
from tests.record.kit import write

Events: TypeAlias = Sequence[Event]

BIG = Card("BJ")
RULES = {
    "tractor": rules_from("tractor"),
    "land": rules_from({"system": "finding-friends", "players": 5, "land": True}),
}


@cache
def played(name: str, table: str | None = "t1", hands: int = 1) -> tuple[Event, ...]:
    """The events of a few hands between bots, with each deck shown after its hand."""
    rules, chance = RULES[name], Random(name)
    events: list[Event] = []
    bots = {seat: RandomBot(rules, seat, seat) for seat in range(rules.players)}
    match = Table(rules, bots, chance, events.append)
    for _ in range(hands):
        match.do(shuffled(rules, chance, table))
        match.play_hand()
        shown = match.match.do(ShowDeck())
        events.extend(shown)
    return tuple(events)


def validated(path: Path, name: str, events: Events, *, whole: bool = False) -> Report:
    """The report of a record of everything, or as an onlooker has it."""
    told = events if whole else [view(event, None) for event in events]
    seats = [f"bot {seat}" for seat in range(RULES[name].players)]
    header = header_of(RULES[name], seats, seen_by="all" if whole else None)
    return validate(write(path / "r", header, told))


def fault_of(path: Path, name: str, events: Events, *, whole: bool = False) -> str:
    """The first fault of such a record; empty: there is none."""
    report = validated(path, name, events, whole=whole)
    return report.faults[0].message if report.faults else ""


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("whole", [False, True])
def test_an_honest_deal_is_found_right(tmp_path: Path, name: str, whole: bool) -> None:
    report = validated(tmp_path, name, played(name, hands=2), whole=whole)
    assert report.ok and report.deck_only == 0


@pytest.mark.parametrize("whole", [False, True])
def test_an_older_commitment_is_checked_as_far_as_it_goes(
    tmp_path: Path, whole: bool, command: Command
) -> None:
    events = played("tractor", None, hands=2)
    report = validated(tmp_path, "tractor", events, whole=whole)
    assert report.ok and report.deck_only == 2
    ran = command("record", "validate", report.path)
    assert "of 2 decks shown the commitment covers the cards alone" in ran.out


def test_a_deck_with_six_big_jokers_is_found_out(tmp_path: Path) -> None:
    """The deck that was committed to, and dealt, is not the pack of the rules."""
    events = played("tractor")
    started, shown = events[0], events[-1]
    assert isinstance(started, HandStarted) and isinstance(shown, DeckShown)
    deck = tuple(BIG if card in read_cards("3D 3C") else card for card in shown.deck)
    assert deck.count(BIG) == 6
    commitment = commitment_of(deck, shown.salt)
    lie = [replace(started, commitment=commitment), *events[1:-1], replace(shown, deck=deck)]
    assert "the deck is not whole" in fault_of(tmp_path, "tractor", lie)


def hand_seen(name: str, seat: int | None) -> tuple[Hand, DeckShown]:
    """The hand as a viewer has seen it to its end, and its deck."""
    match, events = Match.seen(RULES[name], seat), played(name)
    for event in events[:-1]:
        match.apply(view(event, seat))
    shown = events[-1]
    assert match.hand is not None and isinstance(shown, DeckShown)
    return match.hand, shown


@pytest.mark.parametrize("seat", [0, None])
def test_a_dealer_who_plays_what_the_deck_never_gave_is_found_out(seat: int | None) -> None:
    """The Dealer plays 8 Big Jokers, though two lay in the deck."""
    hand, shown = hand_seen("tractor", seat)
    check_dealt(hand, shown.deck)
    assert hand.dealer is not None
    for trick in hand.tricks[:8]:
        plays = list(trick.plays)
        at = (hand.dealer - trick.leader) % 4
        plays[at] = (BIG,) * len(plays[at])
        trick.plays[:] = plays
    with pytest.raises(Misfit, match=f"seat {hand.dealer} was dealt other cards"):
        check_dealt(hand, shown.deck)


@pytest.mark.parametrize("name", RULES)
def test_cards_that_a_seat_shows_lie_in_what_it_was_dealt(name: str) -> None:
    """So it is with declarations, bids, claims of a re-deal, and throws that fail."""
    hand, shown = hand_seen(name, None)
    check_dealt(hand, shown.deck)
    hand.revealed.append((hand.first, (BIG,) * 5, 0))
    with pytest.raises(Misfit, match=f"seat {hand.first} was dealt other cards"):
        check_dealt(hand, shown.deck)


@pytest.mark.parametrize("name", RULES)
def test_the_kitty_at_the_end_is_what_the_takers_had_left(name: str) -> None:
    hand, shown = hand_seen(name, None)
    hand.kitty = hand.kitty or played_kitty(name)
    check_dealt(hand, shown.deck)
    hand.kitty = (*hand.kitty[:-1], BIG if hand.kitty[-1] is not BIG else Card("3C"))
    with pytest.raises(Misfit, match="kitty"):
        check_dealt(hand, shown.deck)


def played_kitty(name: str) -> tuple[Card, ...]:
    """The kitty as the table knows it."""
    match = Match(RULES[name])
    for event in played(name):
        match.apply(event)
    assert match.hand is not None and match.hand.kitty is not None
    return match.hand.kitty


@pytest.mark.parametrize(
    ("lie", "fault"),
    [
        ({"rules": "0" * 64}, "other rules"),
        ({"first": 9}, "seat 9 draws first"),
        ({"turned": "2S"}, "other cards were turned up"),
        ({"hand": 1}, "another deal, one of hand 1"),
        ({"deal": 1}, "another deal, one of hand 2"),
        ({"table": "0" * 64}, "another table"),
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_a_commitment_to_another_deal_is_found_out(
    tmp_path: Path, lie: dict[str, str | int], fault: str, whole: bool
) -> None:
    """The second deal of a match states something else than the match has."""
    events = list(played("tractor", hands=2))
    at = max(n for n, event in enumerate(events) if isinstance(event, HandStarted))
    started, shown = events[at], events[-1]
    assert isinstance(started, HandStarted) and isinstance(shown, DeckShown)
    stated = statement_in(shown.salt)
    assert stated is not None and (stated.hand, stated.deal) == (2, 2)
    salt = Statement(**{**stated._asdict(), **lie}).salt("secret")
    commitment = commitment_of(shown.deck, salt)
    events[at] = replace(started, commitment=commitment, salt=salt)
    events[-1] = replace(shown, salt=salt)
    assert fault in fault_of(tmp_path, "tractor", events, whole=whole)


def test_one_hand_of_a_record_may_have_been_a_later_one(tmp_path: Path) -> None:
    header = header_of(RULES["tractor"], list("ABCD"))
    record = read_record(write(tmp_path / "r", header, played("tractor", hands=2)))
    write_record(tmp_path / "one", one_hand(record, 2))
    assert validate(tmp_path / "one").ok
