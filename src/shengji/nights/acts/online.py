"""Hands and matches at tables of the server: reports, and organisers' rulings."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from msgspec.structs import replace

from shengji.nights.acts.act import Decided, HandCommand, HandEvent, NightCommand, NightEvent
from shengji.nights.acts.effects import guests_in, update_rated
from shengji.nights.acts.lookups import game_of, hand_of, with_names
from shengji.nights.agreement import is_late
from shengji.nights.bounds import RoundNumber, TableNumber, Text
from shengji.nights.copies import made_from
from shengji.nights.entries import MatchResult, OnlineHand, Ruling
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.nights.scorekeeping import ruling_fault
from shengji.nights.state import Game, Hand, NightLack, Version


def _match_at(night: NightFacts, number: int, table: int) -> Game | Refusal:
    """A table of the server whose match is not over."""
    game = game_of(night, number, table, "online")
    if isinstance(game, Game) and game.match is not None:
        return refused("table-over", table=table)
    return game


class ReportHand(HandCommand, tag="report_hand", frozen=True, kw_only=True):
    """Report a hand that ended at a table of the server. `SERVER` only."""

    givers = "server"

    result: OnlineHand

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        game = _match_at(night, self.round, self.table)
        if isinstance(game, Refusal):
            return game
        if self.hand != len(game.hands) + 1:
            return refused("hand-gap", hand=len(game.hands) + 1)
        result = self.result
        for person in (result.dealer, *result.declarers):
            if person not in game.seats:
                return refused("not-at-table", person=night.name(person))
        if len(result.levels_after) != len(game.seats) or result.dealer not in result.declarers:
            return refused("bad-report")
        return HandReported.of(self, at)


class HandReported(HandEvent, tag="hand_reported", frozen=True, kw_only=True):
    """A hand ended at a table of the server."""

    moves_ratings = True

    result: OnlineHand

    def _change(self, night: NightFacts) -> None:
        game = night.game_at(self.round, self.table)
        guests = guests_in(night, self, game.seats)
        version = made_from(Version, self, entry=self.result, seats=game.seats, guests=guests)
        game.hands.append(Hand(number=self.hand, versions=[version], counted=0, at=self.at))
        update_rated(night, self, game, game.hands[-1])


class ReportMatch(NightCommand, tag="report_match", frozen=True, kw_only=True):
    """Report the end of the match at a table of the server. `SERVER` only."""

    givers = "server"
    late = True

    round: RoundNumber
    table: TableNumber
    result: MatchResult

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        game = _match_at(night, self.round, self.table)
        if isinstance(game, Refusal):
            return game
        for person in (*self.result.winners, *self.result.left):
            if person not in game.people:
                return refused("not-at-table", person=night.name(person))
        return MatchReported.of(self, at)


class MatchReported(NightEvent, tag="match_reported", frozen=True, kw_only=True):
    """The match at a table of the server is over."""

    moves_ratings = True

    round: int
    table: int
    result: MatchResult

    def _change(self, night: NightFacts) -> None:
        game = night.game_at(self.round, self.table)
        game.match = self.result
        game.stop(self.at)


class RuleHand(HandCommand, tag="rule_hand", frozen=True, kw_only=True):
    """Rule how a hand at a table of the server counts. Organisers only.

    Attributes:
        ruling: how it counts from now on; an empty ruling: as it was played.
        reason: explanation for people.
    """

    givers = "organisers"

    ruling: Ruling
    reason: Text

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        game = game_of(night, self.round, self.table, "online")
        if isinstance(game, Refusal):
            return game
        hand = hand_of(game, self.hand)
        if isinstance(hand, Refusal):
            return hand
        fault = ruling_fault(game.played, hand, self.ruling)
        if fault is not None:
            return with_names(night, fault)
        if not self.reason:
            return refused("say-why")
        return HandRuled.of(self, at)


class HandRuled(HandEvent, tag="hand_ruled", frozen=True, kw_only=True):
    """An organiser ruled how a hand at a table of the server counts."""

    moves_ratings = True

    ruling: Ruling
    reason: str

    def _change(self, night: NightFacts) -> None:
        game, hand = night.hand_at(self.round, self.table, self.hand)
        assert isinstance(hand.latest, OnlineHand), "a hand that the server reported"
        ruling = None if self.ruling == Ruling() else self.ruling
        hand.versions.append(
            made_from(
                Version,
                self,
                entry=replace(hand.latest, ruling=ruling),
                seats=hand.seats,
                decided=True,
                guests=hand.versions[0].guests,
            )
        )
        hand.counted = len(hand.versions) - 1
        _rate_ruling(self, game, hand)


def _rate_ruling(event: HandRuled, game: Game, hand: Hand) -> None:
    """Rate a hand by its ruling if that counts for ratings; otherwise keep it rated as before."""
    if hand.rated is None:
        return  # the ruling does not change the lack
    noted = event.trusted is not None
    may = not noted or (event.trusted and event.by not in game.people)
    in_time = not noted or not is_late(game, event.at)
    again = hand.versions[hand.rated].entry == hand.entry  # the ratings already use it
    if (may and in_time) or again:
        hand.rated, hand.lack = hand.counted, None
    else:
        hand.lack = NightLack("late" if may else "ruling", ())


ClientCommand: TypeAlias = RuleHand
Command: TypeAlias = ClientCommand | ReportHand | ReportMatch
Event: TypeAlias = HandReported | MatchReported | HandRuled
