"""Whether an event can come next: the grammar of a record, as far as the viewer can tell.

This asks what keeps a match that is built from a file whole: the order of events, whose turn it is,
who holds what; and of cards only those that the viewer knows. What the rules say of an event is
asked only of who wants it so (`shengji.record.ruled`).
"""

from __future__ import annotations

from shengji.game import (
    CardDrawn,
    DeckShown,
    Event,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Match,
    MatchEnded,
    view,
)
from shengji.record import deal, ruled, tricks
from shengji.record.misfit import Misfit, need

_WITHIN_HAND = {**deal.CHECKS, **tricks.CHECKS}
_OF_HIDDEN_CARDS = (CardDrawn, KittyTaken, KittyBuried)


def check(match: Match, event: Event, *, settled: bool = False) -> None:
    """Check that an event can come next in a match that has been built by `apply`.

    What was allowed and what follows by the rules is believed, since the record may be older than
    these; only if `settled`, every event is held against them.

    Raises:
        Misfit: when it cannot; the message says what is wrong.
    """
    _check_view(match, event)
    hand, kind = match.hand, type(event)
    within = _WITHIN_HAND.get(kind)
    if within is not None:
        need(match.winners is None, "match-over")
        if hand is None or match.between_hands:
            raise Misfit("no-hand")
        within(hand, event)
        if settled and isinstance(event, HandEnded):
            ruled.check_settled(match, hand, event)
        elif settled and kind in ruled.CHECKS:
            ruled.CHECKS[kind](hand, event)
    elif isinstance(event, DeckShown):
        need(hand is not None and hand.is_over, "none-ended")
        assert hand is not None
        deal.check_deck(hand, event)
    else:
        need(match.winners is None, "match-over")
        if isinstance(event, HandStarted):
            deal.check_start(match, event)
            if settled:
                ruled.check_started(match, event)
        else:
            assert isinstance(event, MatchEnded)
            _check_end(match, event)


def _check_end(match: Match, event: MatchEnded) -> None:
    """The match ends as it is won, or before, in which case it is said why."""
    hand, rules = match.hand, match.rules
    if event.reason == "won" or match.won:
        fits = match.between_hands and event.winners == match.won != ()
        need(fits and event.reason == "won", "not-won")
    elif event.reason == "conceded":
        sides = {
            tuple(seat for seat in range(rules.players) if rules.team_of(seat) == team)
            for team in (0, 1)
        }
        fits = hand is not None and rules.teams == "fixed" and event.winners in sides
        need(fits, "not-conceded")
    elif event.reason == "hand":
        fits = event.winners == match.winners_of_hand != ()
        need(match.between_hands and fits, "not-by-hand")
    else:
        need(hand is not None and event.winners == (), "not-agreed")


def _check_view(match: Match, event: Event) -> None:
    """Check that hidden things are missing, and nothing else."""
    if not match.all_seen:
        need(view(event, match.seen_by) == event, "not-to-know")
    elif isinstance(event, HandStarted):
        need(event.deck is not None and event.salt is not None, "no-deck")
    elif isinstance(event, HandEnded):
        need(event.kitty is not None and event.kitty_points is not None, "no-kitty")
    if isinstance(event, _OF_HIDDEN_CARDS):
        cards = event.card if isinstance(event, CardDrawn) else event.cards
        known = match.all_seen or match.seen_by == event.seat
        need(cards is not None or not known, "viewer-cards")
