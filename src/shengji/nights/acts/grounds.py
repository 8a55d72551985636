"""Common ground of all decisions: the table and the hand that are spoken of."""

from __future__ import annotations

import msgspec

from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.nights.settings import Cards
from shengji.nights.state import Game, Hand


def running_game(night: NightFacts, table: int) -> Game | Refusal:
    """A table of the running round at which people play."""
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
    """A table of the running round, for who plays there or runs the night."""
    game = running_game(night, table)
    if isinstance(game, Game) and person not in game.seats and not night.runs(person):
        return refused("not-your-table", table=table)
    return game


def game_of(night: NightFacts, number: int, table: int, cards: Cards) -> Game | Refusal:
    """A table of a round, if people play there with such cards."""
    game = night.game(number, table)
    if game is None:
        return refused("no-table", table=table, round=number)
    if game.cards != cards:
        return refused("real-table" if game.cards == "real" else "online-table", table=table)
    return game


def hand_of(game: Game, number: int) -> Hand | Refusal:
    """A hand that has been played at a table, by its number."""
    if not 1 <= number <= len(game.hands):
        return refused("no-such-hand", hand=number, table=game.table)
    return game.hands[number - 1]


def named(night: NightFacts, refusal: Refusal) -> Refusal:
    """A refusal of the scorekeeping with the names of people in place of their ids."""
    params = {
        key: night.name(str(value)) if key in ("person", "due") else value
        for key, value in refusal.params.items()
    }
    return msgspec.structs.replace(refusal, params=params)
