"""Checks that decisions share: look up the table and the hand of a command, or refuse."""

from __future__ import annotations

import msgspec

from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.nights.settings import Cards
from shengji.nights.state import Game, Hand


def running_game(night: NightFacts, table: int) -> Game | Refusal:
    """A table of the running round that is still playing."""
    running = night.running
    if running is None:
        return refused("no-round")
    game = running.games.get(table)
    if game is None:
        return refused("no-table", table=table, round=running.number)
    if game.ended is not None:
        return refused("table-over", table=table)
    return game


def own_game(night: NightFacts, table: int, person: str) -> Game | Refusal:
    """A table of the running round, if `person` plays there or organises the night."""
    game = running_game(night, table)
    if isinstance(game, Game) and person not in game.seats and not night.runs(person):
        return refused("not-your-table", table=table)
    return game


def game_of(night: NightFacts, number: int, table: int, cards: Cards) -> Game | Refusal:
    """A table of a round, if it is of this kind."""
    game = night.game(number, table)
    if game is None:
        return refused("no-table", table=table, round=number)
    if game.cards != cards:
        return refused("real-table" if game.cards == "real" else "online-table", table=table)
    return game


def hand_of(game: Game, number: int) -> Hand | Refusal:
    """A hand of a table, by its number from 1."""
    if not 1 <= number <= len(game.hands):
        return refused("no-such-hand", hand=number, table=game.table)
    return game.hands[number - 1]


def with_names(night: NightFacts, refusal: Refusal) -> Refusal:
    """Replace the ids of people by their names in a refusal of the scorekeeping."""
    params = {
        key: night.name(str(value)) if key in ("person", "due") else value
        for key, value in refusal.params.items()
    }
    return msgspec.structs.replace(refusal, params=params)
