"""Index row of a night, and its stage."""

from __future__ import annotations

from shengji.nights import Night
from shengji.ratings import Counted
from shengji.server.nights.schemas import NightStage
from shengji.server.nights.store import NightIndex


def index_of(night: Night, counted: Counted, *, joined: bool | None) -> NightIndex:
    """The index row of a night, which lists show."""
    assert night.opened is not None, "it has been opened"
    plays = {one for person in night.people.values() for one in (person.id, person.account) if one}
    return NightIndex(
        title=night.settings.title,
        series=night.settings.series,
        stage=stage_of(night),
        opened=night.opened,
        ended=night.ended,
        people=len(night.people),
        rounds=len(night.rounds),
        counted=counted,
        members=frozenset(
            [(one, "organiser") for one in night.organisers] + [(one, "player") for one in plays]
        ),
        joined=joined,
    )


def stage_of(night: Night) -> NightStage:
    """The stage of a night."""
    if night.ended is not None:
        return "over"
    return "running" if night.rounds else "open"
