"""Updates after an event: whether hands count for ratings, and whether their table goes on."""

from __future__ import annotations

from shengji.nights.acts.act import NightEvent
from shengji.nights.agreement import is_late, lack_of
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import play_through
from shengji.nights.state import Game, Hand, NightLack, UnixMs


def guests_in(
    night: NightFacts, event: NightEvent, seats: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The people of `seats` without an account now; `None` for an event without `trusted`."""
    if event.trusted is None:
        return None
    return tuple(one for one in seats if not night.people[one].account)


def record_confirmation(night: NightFacts, event: NightEvent, game: Game, hand: Hand) -> None:
    """Record that an event's giver has confirmed a hand, and re-evaluate the affected hands."""
    plays = event.by in game.people
    if event.trusted and not plays:
        hand.vouched = True
    hands = [hand]
    if plays and event.by not in game.acted:
        game.acted |= {event.by}
        hands = game.hands
    for one in hands:
        update_rated(night, event, game, one)


def update_rated(night: NightFacts, event: NightEvent, game: Game, hand: Hand) -> None:
    """Update `hand.rated` and `hand.lack` for the latest version of a hand."""
    lack, last = lack_of(night.rounds[game.round - 1], game, hand), hand.version - 1
    if event.trusted is not None and is_late(game, event.at):
        hand.lack = None if hand.rated == last else lack or NightLack("late", ())
        return
    if lack is None:
        hand.rated = last
    elif hand.rated == last:
        hand.rated = None
    hand.lack = lack


def update_end(night: NightFacts, game: Game, at: UnixMs) -> None:
    """Stop a table whose match has been won; resume it if the match was not won after all.

    A table is not resumed if one of its players now plays elsewhere, or if the round is over.
    """
    found = night.rounds[game.round - 1]
    if found.ended is not None or game.why:
        return
    if play_through(game).winners:
        game.stop(game.ended or at)
    elif all(found.game_of(person) in (None, game) for person in game.seats):
        game.ended = None
