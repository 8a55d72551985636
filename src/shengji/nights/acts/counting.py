"""Counting: whether a hand counts for ratings, and whether its table goes on, after an event."""

from __future__ import annotations

from datetime import datetime

from shengji.nights.acts.act import NightEvent
from shengji.nights.agreement import is_late, lack_of
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import play_through
from shengji.nights.state import Game, Hand, Lack


def guests_in(
    night: NightFacts, event: NightEvent, seats: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The people without an account now; `None` of a time in which nobody asked."""
    if event.trusted is None:
        return None
    return tuple(one for one in seats if not night.people[one].account)


def stood_behind(night: NightFacts, event: NightEvent, game: Game, hand: Hand) -> None:
    """Somebody stands behind a hand, and has been heard of at that table."""
    plays = event.by in game.people
    if event.trusted and not plays:
        hand.vouched = True
    hands = [hand]
    if plays and event.by not in game.acted:
        game.acted |= {event.by}
        hands = game.hands
    for one in hands:
        see_rated(night, event, game, one)


def see_rated(night: NightFacts, event: NightEvent, game: Game, hand: Hand) -> None:
    """See whether a hand counts for ratings, as it was written last."""
    lack, last = lack_of(night.rounds[game.round - 1], game, hand), hand.version - 1
    if event.trusted is not None and is_late(game, event.at):
        hand.lack = None if hand.rated == last else lack or Lack("late")
        return
    if lack is None:
        hand.rated = last
    elif hand.rated == last:
        hand.rated = None
    hand.lack = lack


def see_end(night: NightFacts, game: Game, at: datetime) -> None:
    """A match that has been won is over; one that was not won after all goes on.

    It does not where somebody of it plays elsewhere by now, or the round is over.
    """
    found = night.rounds[game.round - 1]
    if found.ended is not None or game.why:
        return
    if play_through(game).winners:
        game.stop(game.ended or at)
    elif all(found.game_of(person) in (None, game) for person in game.seats):
        game.ended = None
