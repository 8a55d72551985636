"""Replay moments of a finished hand, with the decision at each."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.game import Event, TrickTaken
from shengji.record import Header, Record, Viewing
from shengji.record.reader import empty_match
from shengji.record.telling import DecidingSeat, asked
from shengji.rules import Rules
from shengji.server.matches.replay_schemas import ReplayAsked, ReplayMoment
from shengji.server.site.words import words
from shengji.words import LANGUAGES


def moments_of(header: Header, rules: Rules, events: Sequence[Event]) -> tuple[ReplayMoment, ...]:
    """Return the moments of a hand for its replay, in order.

    Args:
        header: the header of a record of this hand alone.
        rules: the rules in the header.
        events: the events of the hand.
    """
    viewing = Viewing(Record(header, rules, tuple(events), empty_match(header, rules)))
    names = tuple(f"{{{seat}}}" for seat in range(rules.players))
    found = []
    for stop in viewing.stops:
        # A complete trick stays on the table until the next lead.
        taken = stop < len(events) and isinstance(events[stop], TrickTaken)
        viewing.go(stop + taken)
        found.append(_moment(viewing, names))
    return tuple(found)


def _moment(viewing: Viewing, names: Sequence[str]) -> ReplayMoment:
    hand = viewing.match.hand
    assert hand is not None, "a hand begins with its start"
    where = viewing.moment
    last = hand.last_trick
    told = [asked(viewing, language, names) for language in LANGUAGES]
    return ReplayMoment(
        at=viewing.at,
        trick=where.trick,
        plays=where.plays,
        points=hand.opponents_points,
        ahead=hand.ahead if hand.trick is not None else None if last is None else last.winner,
        asked=_asked([one for one in told if one is not None]),
    )


def _asked(told: Sequence[DecidingSeat]) -> ReplayAsked | None:
    """Return the question, from its texts in each language."""
    if not told:
        return None
    why = words(*(one.why for one in told)) if told[0].why else None
    return ReplayAsked(seat=told[0].seat, words=words(*(one.words for one in told)), why=why)
