"""Tables of the site for the online tables of a night: opened and dismissed on its behalf."""

from __future__ import annotations

from shengji.forms import strictly
from shengji.nights import Night, NightEvent
from shengji.nights.acts.clocks import Reopened
from shengji.nights.acts.seats import RoundDrawn, TablesMerged
from shengji.nights.scorekeeping import play_through
from shengji.nights.state import Game
from shengji.server.database.errors import ElsewhereError
from shengji.server.nights.store import OnlineTable
from shengji.server.rules.sheets import rules_state
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.hosting import RulesSet
from shengji.server.tables.acts.seating import assigned_opening
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.state import Pace, Settings


def games_after(night: Night, event: NightEvent) -> list[Game]:
    """The tables of a night that need a new table of the site after an event, if played online.

    Args:
        night: the night before the event.
        event: the event.
    """
    match event:
        case RoundDrawn():
            return [Game.of(event.round, seating) for seating in event.tables]
        case TablesMerged():
            return [Game.of(event.round, event.seating)]
        case Reopened() if event.round:
            # The end of the round dismissed the tables of the site.
            found = night.rounds[event.round - 1]
            return [
                game
                for game in found.games.values()
                if game.ended == found.ended and not game.why and game.match is None
            ]
        case _:
            return []


def askers_of(night: Night, game: Game) -> list[Actor]:
    """The people of a table, by seat, as actors on the site."""
    people = [night.people[one] for one in game.seats]
    return [Actor(at.account or at.id, at.name, bool(at.account)) for at in people]


def night_settings(title: str, *, rated: bool, pace: Pace) -> Settings:
    """The settings for a table of a night; rated nights use those of rated tables.

    The table does not rate the match itself: the night rates its hands, together with hands that
    were played with real cards.

    Args:
        title: the title of the table.
        rated: whether its hands count for ratings.
        pace: the speed of the deal and of bots.
    """
    plain = Settings(title=title[:40], private=True, pace=pace, take_over=False)
    return strictly(plain) if rated else plain


async def open_site(hub: Hub, night: Night, site: OnlineTable, game: Game) -> LiveTable:
    """The table of the site for a table of the night, opened if necessary."""
    title = f"{night.settings.title[:34]} {site.table}".strip()
    settings = night_settings(title, rated=game.rated, pace=hub.night_pace)
    before = play_through(game, site.first).standings if site.first else ()
    levels = tuple(at.level for at in before)
    people = askers_of(night, game)
    going_on = RulesSet(rules_state(game.played).given, levels) if levels else None
    bodies = assigned_opening(
        site.site,
        game.played,
        settings,
        people,
        host=people[0].person,
        night=night.id,
        going_on=going_on,
    )
    try:
        return await hub.open_appointed(site.site, bodies)
    except ElsewhereError:
        # A night and its tables move between servers together.
        return await hub.seize(site.site) or await hub.open_appointed(site.site, bodies)


async def dismiss_site(hub: Hub, site: OnlineTable) -> None:
    """End play at a table of the site, and free its people."""
    try:
        live = await hub.get(site.site)
    except ElsewhereError:
        live = await hub.seize(site.site)
    if live is not None:
        await live.dismiss()
