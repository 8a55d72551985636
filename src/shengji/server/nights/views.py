"""Views of a night for each viewer.

Schemas are filled from attributes of the same names (`made_from`); fields that depend on the viewer
or have another form are set explicitly.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from msgspec.structs import replace

from shengji.nights.acts.act import SERVER
from shengji.nights.agreement import ASKED
from shengji.nights.alone import alone_in
from shengji.nights.copies import made_from
from shengji.nights.entries import HandEntry, OnlineHand, Ruling
from shengji.nights.facts import NightFacts
from shengji.nights.meetings import pair_of
from shengji.nights.questions import questions_of
from shengji.nights.refusals import Refusal
from shengji.nights.scorekeeping import Score, SettledHand, play_through
from shengji.nights.settings import Unrated
from shengji.nights.standings import NightStanding, match_winners, standings, team_standings
from shengji.nights.state import BOT, Game, Hand, NightLack, NightNote, NightPenalty, Round, UnixMs
from shengji.server.nights.drawing import note_words
from shengji.server.nights.live_night import LiveNight
from shengji.server.nights.night_log import fault_of
from shengji.server.nights.schemas import HandPreview, HandResult
from shengji.server.nights.state import (
    ClubOfNight,
    NightHand,
    NightLimits,
    NightOrganiser,
    NightPerson,
    NightRatings,
    NightResults,
    NightRound,
    NightRuling,
    NightState,
    NightTable,
    NightVersion,
)
from shengji.server.rules.sheets import rules_state
from shengji.server.site.person import Person
from shengji.server.site.words import words_said


def state_of(live: LiveNight, person: Person, now: UnixMs) -> NightState:
    """The state of a night for a viewer.

    Args:
        live: the night, with its rating gains refreshed.
        person: the viewer.
        now: the current time.
    """
    night, you = live.night, live.who(person.id)
    runs, last = night.runs(person.id), night.round
    own = None if last is None or you is None else _own_table(last, you)
    rows = rows_of(live) if night.may_see_standings(person.id) else None
    return made_from(
        NightState,
        night,
        live,
        night=live.id,
        now=now,
        role=live.role(person.id),
        you=you,
        organisers=_organisers(live),
        people=live.cached("people", lambda: people_of(live)),
        round=None if last is None else round_of(live, last, person, now, hands=runs),
        table=None if own is None else table_of(live, own, person, now, hands=True),
        rounds=live.cached(
            ("rounds", runs),
            lambda: tuple(
                round_of(live, one, person, now, hands=False) for one in night.rounds[:-1]
            ),
        ),
        announcements=tuple(
            replace(news, by=_name(live, news.by))
            for news in night.announcements
            if runs or not news.table or (own is not None and news.table == own.table)
        ),
        penalties=_penalties(live),
        notes=tuple(
            replace(note, by=_name(live, note.by))
            for note in night.notes
            if runs or _was_there(live, note, you)
        ),
        standings=None
        if rows is None
        else live.cached("standings", lambda: standing_lines(live, rows)),
        teams=() if rows is None else team_standings(rows),
        hidden=night.settings.hide_standings and night.ended is None,
        limits=_limits(night) if runs else None,
        alone=live.cached("alone", lambda: alone_in(night)) if runs else None,
        club=_club(live, person),
        ratings=NightRatings(
            sizes=live.ratable if night.settings.rated else (),
            names=words_said(live.rated_names.render),
            trusted=person.organises,
        ),
    )


def _limits(night: NightFacts) -> NightLimits:
    apart = sorted(pair_of(*two) for two in night.apart)
    return NightLimits(apart=tuple(apart), stays=dict(night.stays))


def device_state_of(live: LiveNight, table: int, giver: Person, now: UnixMs) -> NightState:
    """The state of a night for the device of a table: that table, its people and their hands.

    Args:
        live: the night.
        table: number of the device's table.
        giver: the device.
        now: the current time.
    """
    night, last = live.night, live.night.round
    game = None if last is None else last.games.get(table)
    own = None if game is None else table_of(live, game, giver, now, hands=True)
    known = set() if game is None else set(game.people)
    return NightState(
        night=live.id,
        opened=night.opened or 0,
        ended=night.ended,
        settings=night.settings,
        people=tuple(one for one in people_of(live) if one.id in known),
        penalties=(),
        version=live.version,
        now=now,
        stage=live.stage,
        role="onlooker",
        you=None,
        organisers=_organisers(live),
        round=None
        if last is None
        else made_from(
            NightRound,
            last,
            note=None,
            seed=None,
            sits_out=(),
            parted=(),
            final=(),
            tables=() if own is None else (own,),
        ),
        table=own,
        rounds=(),
        announcements=(),
        notes=(),
        standings=None,
        teams=(),
        hidden=True,
        limits=None,
        alone=None,
        rated=live.rated,
        ratings=NightRatings(sizes=(), names=words_said(live.rated_names.render), trusted=False),
        club=None,
    )


def _club(live: LiveNight, person: Person) -> ClubOfNight | None:
    """The club of a night; one for members only is hidden from onlookers."""
    club = live.club
    if club is None or (club.seen != "public" and live.role(person.id) == "onlooker"):
        return None
    return ClubOfNight(club=club.id, name=club.name, joined=live.joined)


def results_of(live: LiveNight, person: Person, now: UnixMs) -> NightResults:
    """All data of a night, for a viewer who may see its standings."""
    night, rows = live.night, rows_of(live)
    return made_from(
        NightResults,
        night,
        night.settings,
        night=live.id,
        people=people_of(live),
        rounds=tuple(round_of(live, one, person, now, hands=True) for one in night.rounds),
        penalties=_penalties(live),
        standings=standing_lines(live, rows),
        teams=team_standings(rows),
    )


def preview_of(found: SettledHand | Refusal) -> HandPreview:
    """The preview of a hand's result, or of its refusal."""
    if isinstance(found, Refusal):
        return HandPreview(result=None, refusal=fault_of(found))
    result = made_from(HandResult, found, after=tuple(at.level for at in found.after))
    return HandPreview(result=result, refusal=None)


def _organisers(live: LiveNight) -> tuple[NightOrganiser, ...]:
    return tuple(
        NightOrganiser(person=one, name=live.organisers.get(one, ""))
        for one in live.night.organisers
    )


def rows_of(live: LiveNight) -> tuple[NightStanding, ...]:
    """The standings of a night, without rating gains."""
    return live.cached("rows", lambda: standings(live.night))


def _own_table(last: Round, you: str) -> Game | None:
    """The table of a person in a round, even if it has stopped playing; of several the last."""
    return max((game for game in last.games.values() if you in game.seats), key=_end, default=None)


def _end(game: Game) -> float:
    """Sort key of tables by the time at which they stopped playing."""
    return inf if game.ended is None else game.ended


def people_of(live: LiveNight) -> tuple[NightPerson, ...]:
    """All people who have checked in."""
    running = live.night.running
    games = () if running is None else sorted(running.games.values(), key=_end)
    sits = {person: game.table for game in games for person in game.seats}
    people = (one for one in live.night.people.values() if one.id != BOT)
    return tuple(made_from(NightPerson, one, table=sits.get(one.id)) for one in people)


def round_of(
    live: LiveNight, one: Round, person: Person, now: UnixMs, *, hands: bool
) -> NightRound:
    """A round; arguments as of `state_of`, and whether to include the hands of its tables."""
    runs = live.night.runs(person.id)
    return made_from(
        NightRound,
        one,
        note=note_words(one.note) if runs else None,
        seed=one.seed if runs else None,
        tables=tuple(
            table_of(live, one.games[table], person, now, hands=hands)
            for table in sorted(one.games)
        ),
    )


def table_of(
    live: LiveNight, game: Game, person: Person, now: UnixMs, *, hands: bool
) -> NightTable:
    """A table; arguments as of `round_of`."""
    found = live.night.rounds[game.round - 1]
    score = live.cached((game.round, game.table), lambda: play_through(game))
    rules, ticks = game.played, game.ended is None and found.ended is None
    state, written = rules_state(rules), game.cards == "real"
    return made_from(
        NightTable,
        game,
        score,
        unrated=_unrated(game),
        site=live.site_of(game),
        match=live.matches.get((game.round, game.table)) if game.ended is not None else None,
        heading=state.heading,
        rules=state.given,
        friends=rules.teams == "friends",
        total=rules.total_points,
        questions=questions_of(rules) if written else (),
        scale=state.scale if written else (),
        levels=tuple(at.level for at in score.standings),
        played=len(game.hands),
        waiting=sum(hand.waits for hand in game.hands),
        winners=_winners(game, score),
        gone=tuple(live.night.gone_from(game)),
        phoneless=tuple(live.night.phoneless_at(game)),
        ends=found.ends_at(game.table) if ticks else None,
        left=found.left_at(game.table, now) if ticks else None,
        hands=_hands(live, game, score, person) if hands else None,
    )


def _winners(game: Game, score: Score) -> tuple[int, ...]:
    if score.winners or game.match is None:
        return score.winners
    return tuple(seat for seat, one in enumerate(game.seats) if one in match_winners(game))


def _unrated(game: Game) -> Unrated | None:
    """The reason why no hand of a table can count for ratings; `None`: hands can count."""
    if game.rated or game.unrated is not None:
        return game.unrated
    return "casual" if game.casual else "night"


def _hands(live: LiveNight, game: Game, score: Score, person: Person) -> tuple[NightHand, ...]:
    return tuple(
        _hand(live, game, hand, settled, person)
        for hand, settled in zip(game.hands, score.hands, strict=True)
    )


def _hand(
    live: LiveNight, game: Game, hand: Hand, settled: SettledHand, person: Person
) -> NightHand:
    online = not isinstance(hand.latest, HandEntry)
    return made_from(
        NightHand,
        hand,
        settled,
        hand=hand.number,
        online=online,
        may_confirm=not online and _may_confirm(live, game, hand, person),
        lack=_lack(game, hand, settled),
        versions=tuple(
            made_from(NightVersion, one)
            for one in hand.versions
            if isinstance(one.entry, HandEntry)
        ),
        rulings=tuple(
            made_from(NightRuling, one, ruling=one.entry.ruling or Ruling(), by=_name(live, one.by))
            for one in hand.versions[1:]
            if isinstance(one.entry, OnlineHand)
        ),
        after=tuple(at.level for at in settled.after),
    )


def _lack(game: Game, hand: Hand, settled: SettledHand) -> NightLack | None:
    """The reason why a hand of a rated table does not count for ratings; `None`: it does."""
    if hand.lack is None or not game.rated or settled.void or settled.beyond:
        return None
    return hand.lack


def _may_confirm(live: LiveNight, game: Game, hand: Hand, person: Person) -> bool:
    """Whether a person's confirmation helps a hand to count or to be rated."""
    night, you = live.night, live.who(person.id) or person.id
    if you in hand.confirmed_by:
        return False
    lack = hand.lack if game.rated else None
    if not night.runs(you):
        missing = hand.waits and night.side_of(game, hand, you) in night.missing_sides(game, hand)
        if lack is None or lack.code not in ASKED or you not in hand.seats:
            return missing
        return missing or you in lack.people or you not in game.acted
    return hand.waits or (lack is not None and lack.code != "late" and person.organises)


def _penalties(live: LiveNight) -> tuple[NightPenalty, ...]:
    return tuple(replace(one, by=_name(live, one.by)) for one in live.night.penalties)


def _was_there(live: LiveNight, note: NightNote, you: str | None) -> bool:
    """Whether a person sat at the table of a recorded error."""
    game = live.night.game(note.round, note.table)
    return you is not None and game is not None and you in list(game.people)


def _name(live: LiveNight, person: str) -> str:
    """The display name of a person, organiser or server in the night."""
    if person in live.night.people:
        return live.night.name(person)
    return "" if person == SERVER else live.organisers.get(person, "")


def standing_lines(live: LiveNight, rows: Iterable[NightStanding]) -> tuple[NightStanding, ...]:
    """The standings of a night, with rating gains."""
    return tuple(
        replace(row, rating=None if row.account is None else live.gains.get(row.account))
        for row in rows
    )
