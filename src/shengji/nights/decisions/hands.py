"""Hands with real cards: written down, confirmed, disputed, corrected."""

from __future__ import annotations

from typing import Any

import msgspec

from shengji.nights import commands as asked
from shengji.nights import events as told
from shengji.nights.course import Course
from shengji.nights.decisions.grounds import (
    Decided,
    Decisions,
    Stamp,
    game_of,
    hand_of,
    named,
    running_game,
)
from shengji.nights.entries import HandEntry, Written
from shengji.nights.refusals import Refusal, refused
from shengji.nights.scorekeeping import play_through, resolved
from shengji.nights.state import Game, Hand


def _enter_hand(night: Course, command: asked.EnterHand, stamp: Stamp) -> Decided:
    game = game_of(night, command.round, command.table, "real")
    if isinstance(game, Refusal):
        return game
    due = len(game.hands) + 1
    if command.hand > due or command.hand < 1:
        return refused("hand-gap", hand=due)
    seats = game.seats if command.hand == due else game.hands[command.hand - 1].seats
    if command.by not in seats and not night.runs(command.by):
        return refused("not-your-table", table=game.table)
    if command.decide and not night.runs(command.by):
        return refused("organisers-only")
    given = command.entry
    if command.hand < due:
        given = _as_before(given, game.hands[command.hand - 1].latest)
    score = play_through(game, command.hand - 1)
    free = command.hand < due or night.runs(command.by)  # what stands there is only compared
    entry = resolved(game.played, seats, score, given, free=free)
    if isinstance(entry, Refusal):
        return named(night, entry)
    place: Stamp = {"round": command.round, "table": command.table, "hand": command.hand}
    if command.hand < due:
        hand = game.hands[command.hand - 1]
        if not _same(entry, hand.latest):
            return refused("written-otherwise", hand=hand.number)
        return _confirmed(night, game, hand, place, stamp)
    if score.winners:
        return refused("match-won", table=game.table)
    return (told.HandEntered(entry=entry, decided=command.decide, **place, **stamp),)


def _as_before(entry: HandEntry, before: Written) -> HandEntry:
    """An entry in which Dealer and trump rank stay as they were, unless others are written."""
    assert isinstance(before, HandEntry), "people have written it down"
    if entry.dealer not in ("", before.dealer):
        return entry
    return msgspec.structs.replace(entry, dealer=before.dealer, rank=entry.rank or before.rank)


def _same(entry: HandEntry, other: Written) -> bool:
    """Whether two have written the same; who did not write down the trump suit does not mind."""
    assert isinstance(other, HandEntry), "people have written it down"
    suit = entry.suit or other.suit
    alike = [msgspec.structs.replace(one, suit=one.suit or suit) for one in (entry, other)]
    return alike[0] == alike[1]


def _hand(night: Course, command: Any) -> tuple[Game, Hand] | Refusal:
    """The hand of which a command speaks."""
    game = game_of(night, command.round, command.table, "real")
    if isinstance(game, Refusal):
        return game
    hand = hand_of(game, command.hand)
    if isinstance(hand, Refusal):
        return hand
    if command.by not in hand.seats and not night.runs(command.by):
        return refused("not-in-hand", hand=hand.number)
    return game, hand


def _correct_hand(night: Course, command: asked.CorrectHand, stamp: Stamp) -> Decided:
    found = _hand(night, command)
    if isinstance(found, Refusal):
        return found
    game, hand = found
    if command.decide and not night.runs(command.by):
        return refused("organisers-only")
    if command.decide and not command.reason.strip():
        return refused("say-why")
    if night.ended is not None and not command.decide:
        return refused("night-over")
    seats = command.seats or hand.seats
    if seats != hand.seats:
        if not command.decide:
            return refused("seats-by-organiser")
        known = all(person in night.people for person in seats)
        if not known or len(set(seats)) < len(seats) or len(seats) != len(hand.seats):
            return refused("bad-seats", people=len(hand.seats))
    score = play_through(game, hand.number - 1)
    given = _as_before(command.entry, hand.latest)
    entry = resolved(game.played, seats, score, given, free=True)
    if isinstance(entry, Refusal):
        return named(night, entry)
    settles = command.decide and (hand.waits or (command.trusted and hand.lack is not None))
    if entry == hand.latest and seats == hand.seats and not settles:
        return refused("nothing-new", hand=hand.number)
    corrected = told.HandCorrected(
        round=game.round,
        table=game.table,
        hand=hand.number,
        entry=entry,
        reason=command.reason.strip(),
        decided=command.decide,
        seats=() if seats == hand.seats else seats,
        **stamp,
    )
    return (corrected,)


def _confirm_hand(night: Course, command: asked.ConfirmHand, stamp: Stamp) -> Decided:
    found = _hand(night, command)
    if isinstance(found, Refusal):
        return found
    game, hand = found
    if command.version not in (0, hand.version):
        return refused("written-anew", hand=hand.number)
    place: Stamp = {"round": game.round, "table": game.table, "hand": hand.number}
    return _confirmed(night, game, hand, place, stamp)


def _confirmed(night: Course, game: Game, hand: Hand, place: Stamp, stamp: Stamp) -> Decided:
    """Somebody confirms a hand; whether it counts with that."""
    person = stamp["by"]
    if person in hand.confirmed_by:
        return refused("confirmed-before", hand=hand.number)
    # An organiser who did not play the hand is on no side; with one side that is enough.
    sides = {night.side_of(game, hand, one) for one in (*hand.confirmed_by, person)}
    disputed = any(one != person for one, _ in hand.disputes)
    counts = hand.waits and len(sides) > 1 and (not disputed or None in sides)
    return (told.HandConfirmed(counts=counts, **place, **stamp),)


def _dispute_hand(night: Course, command: asked.DisputeHand, stamp: Stamp) -> Decided:
    found = _hand(night, command)
    if isinstance(found, Refusal):
        return found
    _, hand = found
    if not hand.waits:
        return refused("counts-already", hand=hand.number)
    disputed = told.HandDisputed(
        round=command.round,
        table=command.table,
        hand=hand.number,
        reason=command.reason.strip(),
        **stamp,
    )
    return (disputed,)


def _note_error(night: Course, command: asked.NoteError, stamp: Stamp) -> Decided:
    game = running_game(night, command.table)
    if isinstance(game, Refusal):
        return game
    if command.by not in game.seats and not night.runs(command.by):
        return refused("not-your-table", table=game.table)
    if command.person not in game.seats:
        return refused("not-at-table", person=night.name(command.person))
    noted = told.ErrorNoted(
        round=game.round,
        table=game.table,
        person=command.person,
        what=command.what.strip(),
        **stamp,
    )
    return (noted,)


DECISIONS: Decisions = {
    asked.EnterHand: _enter_hand,
    asked.CorrectHand: _correct_hand,
    asked.ConfirmHand: _confirm_hand,
    asked.DisputeHand: _dispute_hand,
    asked.NoteError: _note_error,
}
