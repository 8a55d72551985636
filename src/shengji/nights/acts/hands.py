"""Hands with real cards: entry, confirmation, dispute and correction."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from msgspec.structs import replace

from shengji.nights.acts.act import Decided, HandCommand, HandEvent, NightCommand, NightEvent
from shengji.nights.acts.effects import guests_in, record_confirmation, update_end, update_rated
from shengji.nights.acts.lookups import game_of, hand_of, own_game, with_names
from shengji.nights.bounds import People, PersonId, TableNumber, Text
from shengji.nights.copies import made_from
from shengji.nights.devices import table_of
from shengji.nights.entries import HandEntry, Written
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.nights.scorekeeping import play_through, resolved
from shengji.nights.state import Game, Hand, NightDispute, NightNote, Version
from shengji.rules.bounds import Count


class EnterHand(HandCommand, tag="enter_hand", frozen=True, kw_only=True):
    """Enter a hand that was played with real cards. Players, organisers, or the table's device.

    If another phone has already entered an equal hand, this confirms it. A device of a table enters
    hands of the present round only.

    Attributes:
        decide: whether an organiser decides it, such as from a score sheet signed by both sides, so
            that it counts at once.
    """

    entry: HandEntry
    decide: bool = False

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        game = game_of(night, self.round, self.table, "real")
        if isinstance(game, Refusal):
            return game
        due = len(game.hands) + 1
        if self.hand > due or self.hand < 1:
            return refused("hand-gap", hand=due)
        seats = game.seats if self.hand == due else game.hands[self.hand - 1].seats
        device = table_of(self.by)
        if device != game.table and self.by not in seats and not night.runs(self.by):
            return refused("not-your-table", table=game.table)
        if device is not None and (night.ended is not None or self.round < len(night.rounds)):
            return refused("device-late", round=self.round)
        if self.decide and not night.runs(self.by):
            return refused("organisers-only")
        given = self.entry
        if self.hand < due:
            given = _as_before(given, game.hands[self.hand - 1].latest)
        score = play_through(game, self.hand - 1)
        free = self.hand < due or night.runs(self.by)  # an earlier hand is only compared
        entry = resolved(game.played, seats, score, given, free=free)
        if isinstance(entry, Refusal):
            return with_names(night, entry)
        if self.hand < due:
            hand = game.hands[self.hand - 1]
            if not _same(entry, hand.latest):
                return refused("written-otherwise", hand=hand.number)
            return _confirmed(self, at, night, game, hand)
        if score.winners:
            return refused("match-won", table=game.table)
        return HandEntered.of(self, at, entry=entry, decided=self.decide)


class HandEntered(HandEvent, tag="hand_entered", frozen=True, kw_only=True):
    """A hand that was played with real cards was entered.

    A hand from the table's device counts at once if the table is not rated.

    Attributes:
        entry: the entry, with Dealer and trump rank filled in.
        decided: whether an organiser decided it, so that it needs no confirmation.
    """

    moves_ratings = True

    entry: HandEntry
    decided: bool = False

    def _change(self, night: NightFacts) -> None:
        game = night.game_at(self.round, self.table)
        guests = guests_in(night, self, game.seats)
        version = made_from(Version, self, seats=game.seats, guests=guests)
        counts = self.decided or (table_of(self.by) is not None and not game.rated)
        game.hands.append(
            Hand(
                number=self.hand,
                versions=[version],
                counted=0 if counts else None,
                confirmed_by=(self.by,),
                at=self.at,
            )
        )
        update_end(night, game, self.at)
        record_confirmation(night, self, game, game.hands[-1])


class CorrectHand(HandCommand, tag="correct_hand", frozen=True, kw_only=True):
    """Correct a hand, such as for an invalid play found later.

    Attributes:
        reason: explanation for people.
        decide: whether an organiser decides it, so that it counts without confirmation.
        seats: the corrected players by seat; only with `decide`; empty: unchanged.
    """

    entry: HandEntry
    reason: Text = ""
    decide: bool = False
    seats: People = ()

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        found = _hand(night, self)
        if isinstance(found, Refusal):
            return found
        game, hand = found
        if self.decide and not night.runs(self.by):
            return refused("organisers-only")
        if self.decide and not self.reason:
            return refused("say-why")
        if night.ended is not None and not self.decide:
            return refused("night-over")
        seats = self.seats or hand.seats
        if seats != hand.seats:
            if not self.decide:
                return refused("seats-by-organiser")
            known = all(person in night.people for person in seats)
            if not known or len(set(seats)) < len(seats) or len(seats) != len(hand.seats):
                return refused("bad-seats", people=len(hand.seats))
        score = play_through(game, hand.number - 1)
        given = _as_before(self.entry, hand.latest)
        entry = resolved(game.played, seats, score, given, free=True)
        if isinstance(entry, Refusal):
            return with_names(night, entry)
        settles = self.decide and (hand.waits or (self.trusted and hand.lack is not None))
        if entry == hand.latest and seats == hand.seats and not settles:
            return refused("nothing-new", hand=hand.number)
        return HandCorrected.of(
            self,
            at,
            entry=entry,
            decided=self.decide,
            seats=() if seats == hand.seats else seats,
        )


class HandCorrected(HandEvent, tag="hand_corrected", frozen=True, kw_only=True):
    """A hand was corrected; until that is confirmed, the version confirmed before counts.

    Attributes:
        entry: the new entry, with Dealer and trump rank filled in.
        decided: whether an organiser decided it, so that it needs no confirmation.
    """

    moves_ratings = True

    entry: HandEntry
    reason: str = ""
    decided: bool = False
    seats: tuple[str, ...] = ()

    def _change(self, night: NightFacts) -> None:
        game, hand = night.hand_at(self.round, self.table, self.hand)
        seats = self.seats or hand.seats
        guests = guests_in(night, self, seats)
        hand.versions.append(made_from(Version, self, seats=seats, guests=guests))
        hand.confirmed_by, hand.disputes, hand.vouched = (self.by,), (), False
        if self.decided:
            hand.counted = len(hand.versions) - 1
        update_end(night, game, self.at)
        record_confirmation(night, self, game, hand)


class ConfirmHand(HandCommand, tag="confirm_hand", frozen=True, kw_only=True):
    """Confirm a hand; it counts when both sides do so, or one side and an organiser.

    A hand from the table's device needs one confirmation, of a player of the hand or an organiser.

    Attributes:
        version: the version that the giver has seen (`Hand.version`); 0: the latest.
    """

    version: Count = 0

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        found = _hand(night, self)
        if isinstance(found, Refusal):
            return found
        game, hand = found
        if self.version not in (0, hand.version):
            return refused("written-anew", hand=hand.number)
        return _confirmed(self, at, night, game, hand)


class HandConfirmed(HandEvent, tag="hand_confirmed", frozen=True, kw_only=True):
    """A person confirmed the latest version of a hand.

    Attributes:
        counts: whether the hand counts now.
    """

    moves_ratings = True

    counts: bool = False

    def _change(self, night: NightFacts) -> None:
        game, hand = night.hand_at(self.round, self.table, self.hand)
        hand.confirmed_by = (*hand.confirmed_by, self.by)
        hand.disputes = tuple(one for one in hand.disputes if one.person != self.by)
        if self.counts:
            hand.counted = len(hand.versions) - 1
        update_end(night, game, self.at)
        record_confirmation(night, self, game, hand)


class DisputeHand(HandCommand, tag="dispute_hand", frozen=True, kw_only=True):
    """Dispute the latest version of a hand.

    Attributes:
        reason: explanation for people.
    """

    reason: Text = ""

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        found = _hand(night, self)
        if isinstance(found, Refusal):
            return found
        _, hand = found
        if not hand.waits:
            return refused("counts-already", hand=hand.number)
        return HandDisputed.of(self, at)


class HandDisputed(HandEvent, tag="hand_disputed", frozen=True, kw_only=True):
    """A person disputed the latest version of a hand."""

    reason: str = ""

    def _change(self, night: NightFacts) -> None:
        game, hand = night.hand_at(self.round, self.table, self.hand)
        hand.confirmed_by = tuple(one for one in hand.confirmed_by if one != self.by)
        others = tuple(one for one in hand.disputes if one.person != self.by)
        hand.disputes = (*others, NightDispute(self.by, self.reason))
        update_rated(night, self, game, hand)


class NoteError(NightCommand, tag="note_error", frozen=True, kw_only=True):
    """Record an invalid play that was put right during its trick (Z16 §4, Z21 §3.7.5).

    Attributes:
        what: description of the play, for people.
    """

    table: TableNumber
    person: PersonId
    what: Text = ""

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        game = own_game(night, self.table, self.by)
        if isinstance(game, Refusal):
            return game
        if self.person not in game.seats:
            return refused("not-at-table", person=night.name(self.person))
        return ErrorNoted.of(self, at, round=game.round)


class ErrorNoted(NightEvent, tag="error_noted", frozen=True, kw_only=True):
    """An invalid play was put right during its trick, which costs nothing (Z16 §4)."""

    round: int
    table: int
    person: str
    what: str = ""

    def _change(self, night: NightFacts) -> None:
        night.notes.append(made_from(NightNote, self))


def _as_before(entry: HandEntry, before: Written) -> HandEntry:
    """Keep Dealer and trump rank of the earlier entry, unless another Dealer is entered."""
    assert isinstance(before, HandEntry), "people have written it down"
    if entry.dealer not in ("", before.dealer):
        return entry
    return replace(entry, dealer=before.dealer, rank=entry.rank or before.rank)


def _same(entry: HandEntry, other: Written) -> bool:
    """Whether two entries are equal; a trump suit that is not recorded matches any."""
    assert isinstance(other, HandEntry), "people have written it down"
    suit = entry.suit or other.suit
    alike = [replace(one, suit=one.suit or suit) for one in (entry, other)]
    return alike[0] == alike[1]


def _hand(
    night: NightFacts, command: CorrectHand | ConfirmHand | DisputeHand
) -> tuple[Game, Hand] | Refusal:
    """The table and the hand of a command, if its giver played the hand or is an organiser."""
    game = game_of(night, command.round, command.table, "real")
    if isinstance(game, Refusal):
        return game
    hand = hand_of(game, command.hand)
    if isinstance(hand, Refusal):
        return hand
    if command.by not in hand.seats and not night.runs(command.by):
        return refused("not-in-hand", hand=hand.number)
    return game, hand


def _confirmed(
    command: EnterHand | ConfirmHand, at: datetime, night: NightFacts, game: Game, hand: Hand
) -> Decided:
    """The confirmation of a hand by the giver of a command, or a refusal."""
    person = command.by
    if person in hand.confirmed_by:
        return refused("confirmed-before", hand=hand.number)
    # An organiser who did not play the hand is on neither side, and neither is the table's device;
    # with one other voice that is enough.
    sides = {night.side_of(game, hand, one) for one in (*hand.confirmed_by, person)}
    disputed = any(one.person != person for one in hand.disputes)
    counts = hand.waits and len(sides) > 1 and (not disputed or None in sides)
    return HandConfirmed.of(command, at, counts=counts)


ClientCommand: TypeAlias = EnterHand | CorrectHand | ConfirmHand | DisputeHand | NoteError
Command: TypeAlias = ClientCommand
Event: TypeAlias = HandEntered | HandCorrected | HandConfirmed | HandDisputed | ErrorNoted
