"""Organisers' decisions about a night as a whole, and their announcements."""

from __future__ import annotations

from shengji.nights import commands as asked
from shengji.nights import events as told
from shengji.nights.bounds import MOST_PENALTY
from shengji.nights.course import Course
from shengji.nights.decisions.grounds import Decided, Decisions, Stamp
from shengji.nights.refusals import refused


def open_night(command: asked.OpenNight, stamp: Stamp) -> Decided:
    """A night is opened; there is none yet."""
    organisers = command.organisers or (command.by,)
    if not all(organisers):
        return refused("no-organiser")
    opened = told.NightOpened(
        night=command.night, settings=command.settings, organisers=organisers, **stamp
    )
    return (opened,)


def _change_settings(night: Course, command: asked.ChangeSettings, stamp: Stamp) -> Decided:
    rounds = command.settings.rounds
    if rounds is not None and rounds < len(night.rounds):
        return refused("rounds-played", rounds=len(night.rounds))
    return (told.SettingsChanged(settings=command.settings, **stamp),)


def _set_organisers(night: Course, command: asked.SetOrganisers, stamp: Stamp) -> Decided:
    if not command.organisers or not all(command.organisers):
        return refused("no-organiser")
    # Somebody must be left who can take a mistake back.
    if not set(command.organisers) & set(night.organisers):
        return refused("organiser-stays")
    organisers = tuple(dict.fromkeys(command.organisers))
    return (told.OrganisersSet(organisers=organisers, **stamp),)


def _end_night(night: Course, command: asked.EndNight, stamp: Stamp) -> Decided:
    if night.running is not None:
        return refused("round-runs", round=night.running.number)
    return (told.NightEnded(**stamp),)


def _announce(night: Course, command: asked.Announce, stamp: Stamp) -> Decided:
    text = command.text.strip()
    if not text:
        return refused("no-text")
    last = night.round
    if command.table and (last is None or command.table not in last.games):
        return refused("no-table", table=command.table, round=len(night.rounds))
    return (told.Announced(text=text, table=command.table, **stamp),)


def _give_penalty(night: Course, command: asked.GivePenalty, stamp: Stamp) -> Decided:
    if command.person not in night.people:
        return refused("not-checked-in", person=command.person)
    if not 0 <= command.points <= MOST_PENALTY:
        return refused("penalty-points", most=MOST_PENALTY)
    reason = command.reason.strip()
    if not reason:
        return refused("say-why")
    given = told.PenaltyGiven(
        number=len(night.penalties) + 1,
        person=command.person,
        points=command.points,
        reason=reason,
        **stamp,
    )
    return (given,)


def _revoke_penalty(night: Course, command: asked.RevokePenalty, stamp: Stamp) -> Decided:
    if not 1 <= command.number <= len(night.penalties):
        return refused("no-such-penalty", number=command.number)
    if night.penalties[command.number - 1].revoked is not None:
        return refused("penalty-gone", number=command.number)
    revoked = told.PenaltyRevoked(number=command.number, reason=command.reason.strip(), **stamp)
    return (revoked,)


DECISIONS: Decisions = {
    asked.ChangeSettings: _change_settings,
    asked.SetOrganisers: _set_organisers,
    asked.Announce: _announce,
    asked.GivePenalty: _give_penalty,
    asked.RevokePenalty: _revoke_penalty,
    asked.EndNight: _end_night,
}
