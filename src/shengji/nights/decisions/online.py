"""Hands and matches at tables of the server: reported, and ruled by an organiser."""

from __future__ import annotations

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
)
from shengji.nights.refusals import Refusal, refused
from shengji.nights.scorekeeping import ruling_fault


def _report_hand(night: Course, command: asked.ReportHand, stamp: Stamp) -> Decided:
    game = game_of(night, command.round, command.table, "online")
    if isinstance(game, Refusal):
        return game
    if game.match is not None:
        return refused("table-over", table=game.table)
    if command.hand != len(game.hands) + 1:
        return refused("hand-gap", hand=len(game.hands) + 1)
    result = command.result
    for person in (result.dealer, *result.declarers):
        if person not in game.seats:
            return refused("not-at-table", person=night.name(person))
    if len(result.levels_after) != len(game.seats) or result.dealer not in result.declarers:
        return refused("bad-report")
    reported = told.HandReported(
        round=game.round, table=game.table, hand=command.hand, result=result, **stamp
    )
    return (reported,)


def _report_match(night: Course, command: asked.ReportMatch, stamp: Stamp) -> Decided:
    game = game_of(night, command.round, command.table, "online")
    if isinstance(game, Refusal):
        return game
    if game.match is not None:
        return refused("table-over", table=game.table)
    for person in (*command.result.winners, *command.result.left):
        if person not in game.people:
            return refused("not-at-table", person=night.name(person))
    reported = told.MatchReported(
        round=game.round, table=game.table, result=command.result, **stamp
    )
    return (reported,)


def _rule_hand(night: Course, command: asked.RuleHand, stamp: Stamp) -> Decided:
    game = game_of(night, command.round, command.table, "online")
    if isinstance(game, Refusal):
        return game
    hand = hand_of(game, command.hand)
    if isinstance(hand, Refusal):
        return hand
    fault = ruling_fault(game.played, hand, command.ruling)
    if fault is not None:
        return named(night, fault)
    reason = command.reason.strip()
    if not reason:
        return refused("say-why")
    ruled = told.HandRuled(
        round=game.round,
        table=game.table,
        hand=hand.number,
        ruling=command.ruling,
        reason=reason,
        **stamp,
    )
    return (ruled,)


DECISIONS: Decisions = {
    asked.ReportHand: _report_hand,
    asked.ReportMatch: _report_match,
    asked.RuleHand: _rule_hand,
}
