"""Tables of the site for the online tables of a night: opened and dismissed on its behalf."""

from __future__ import annotations

from shengji.nights import Night, NightEvent
from shengji.nights.acts.clocks import Reopened
from shengji.nights.acts.seats import RoundDrawn, TablesMerged
from shengji.nights.scorekeeping import play_through
from shengji.nights.state import Game
from shengji.server.database.errors import ElsewhereError
from shengji.server.nights.store import OnlineTable
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.core.night_tables import night_opening, night_settings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable


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


async def open_site(hub: Hub, night: Night, site: OnlineTable, game: Game) -> LiveTable:
    """The table of the site for a table of the night, opened if necessary."""
    title = f"{night.settings.title[:34]} {site.table}".strip()
    settings = night_settings(title, rated=game.rated, pace=hub.night_pace)
    before = play_through(game, site.first).standings if site.first else ()
    levels = tuple(at.level for at in before)
    people = askers_of(night, game)
    bodies = night_opening(site.site, night.id, game.played, settings, people, levels)
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
