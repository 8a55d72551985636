"""Response schemas of regular evenings, built for a member or a visitor."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from msgspec.structs import asdict

from shengji.rules import rules_from
from shengji.server.database.moments import UnixMs
from shengji.server.evenings.evening import HeldEvening, MemberView
from shengji.server.evenings.plan import Plan
from shengji.server.evenings.schemas import (
    ComingDay,
    EveningAnswer,
    EveningDay,
    EveningLine,
    EveningMember,
    EveningOffer,
    EveningResult,
    EveningSide,
    EveningState,
)
from shengji.server.rules.sheets import rules_state
from shengji.server.site.schemas import NamedClub

SHOWN: Final = 4
"""Number of coming dates that a response lists."""


def offer_of(known: MemberView, person: str, now: UnixMs) -> EveningOffer:
    """Return an evening as the visitor of its link sees it.

    Args:
        known: the evening.
        person: the caller.
        now: current time.
    """
    return EveningOffer(**_offer(known, person, now))


def line_of(known: MemberView, person: str, now: int) -> EveningLine:
    """Return an evening for a list, which shows it to members of its club too."""
    (day,) = known.evening.plan.coming(now, 1)
    answers = known.answers.get(str(day), {})
    coming = sum(answer == "yes" for answer in answers.values())
    shown = _offer(known, person, now) | {"evening": known.evening.id}
    return EveningLine(**shown, answer=answers.get(person), coming=coming)


def _offer(known: MemberView, person: str, now: int) -> dict[str, Any]:
    settings, plan = known.evening.settings, known.evening.plan
    (day,) = plan.coming(now, 1)
    invited = any(at.person == person for at in known.members)
    return {
        **_rules(known),
        **{name: getattr(settings, name) for name in ("title", "every", "first", "time", "zone")},
        "people": sum(at.joined is not None for at in known.members),
        "next": coming_day(plan, day),
        "evening": known.evening.id if invited else None,
        "joined": known.member(person) is not None,
    }


def state_of(
    known: MemberView, person: str, now: int, *, manages: bool, club: NamedClub | None
) -> EveningState:
    """Return an evening as a member sees it; `manages` and `club` as in `EveningState`."""
    evening, member = known.evening, known.member(person)
    return EveningState(
        evening=evening.id,
        settings=evening.settings,
        **_rules(known),
        runs=known.runs,
        manages=manages,
        club=club,
        link=evening.link,
        members=tuple(
            EveningMember(
                person=at.person, name=at.name, account=at.account, joined=at.joined is not None
            )
            for at in known.members
        ),
        coming=tuple(
            EveningDay(
                **asdict(coming_day(evening.plan, day)),
                answers=tuple(
                    EveningAnswer(person=at.person, answer=answers[at.person])
                    for at in known.members
                    if at.person in (answers := known.answers.get(str(day), {}))
                ),
            )
            for day in evening.plan.coming(now, SHOWN)
        ),
        skipped=tuple(
            str(day) for day in sorted(evening.plan.skipped) if evening.plan.ends(day) > now
        ),
        held=tuple(map(_result, known.held)),
        calendar=None if member is None else member.calendar,
        now=now,
    )


def _rules(known: MemberView) -> dict[str, Any]:
    state = rules_state(rules_from(known.evening.settings.rules, stored=True))
    return {
        "heading": state.heading,
        "changed": len(state.changed),
        "players": state.players,
    }


def coming_day(plan: Plan, day: date) -> ComingDay:
    """Return the schema of a date."""
    return ComingDay(str(day), plan.starts(day), plan.ends(day), plan.opens(day))


def _result(held: HeldEvening) -> EveningResult:
    played = held.played
    return EveningResult(
        day=held.day,
        at=held.at,
        table=held.table,
        hands=0 if played is None else played.hands,
        sides=()
        if played is None
        else tuple(
            EveningSide(
                before=side.before,
                after=side.after,
                gained=side.gained,
                won=sum(side.seats[0] in winners for winners in played.won),
                players=tuple(at for at in held.players if at.seat in side.seats),
            )
            for side in played.sides
        ),
        carried=played is not None and played.carried is not None,
    )
