"""Grammar of a record: checks that an event can come next, as far as the viewer can tell.

The checks keep a match built from a file consistent: the order of events, turns and cards held;
only cards known to the viewer are checked. Conformity with the rules is a separate, optional check
(`shengji.record.ruled`).
"""

from __future__ import annotations

from collections.abc import Sequence

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
_HIDING = frozenset((HandStarted, HandEnded, *_OF_HIDDEN_CARDS))
"""Events of which a viewer may not know a field; a look-up is faster than `isinstance`."""


def check(match: Match, event: Event, *, settled: bool = False) -> None:
    """Check that an event can come next in a match that has been built by `apply`.

    By default the record is trusted on legality and on results under the rules, since it may be
    older than the present rules. With `settled` every event is compared with the rules too.

    Raises:
        Misfit: the event cannot come next; with the reason.
    """
    hand, kind = match.hand, type(event)
    if kind in _HIDING or not match.all_seen:
        _check_view(match, event)
    within = _WITHIN_HAND.get(kind)
    if within is not None:
        if match.winners is not None:
            raise Misfit("match-over")
        if hand is None or hand.is_over:
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


def expected_draws(match: Match, lines: Sequence[tuple[int, object]], place: int) -> int:
    """Number of events from this place on that draw the next cards of the known deck, in turn."""
    hand = match.hand
    if hand is None or match.winners is not None or hand.turn is None or not deal.is_drawing(hand):
        return 0
    deck, seat, count = hand.started.deck or (), hand.turn, 0
    cards = deck[hand.drawn : hand.to_draw]
    for (_, event), card in zip(lines[place : place + len(cards)], cards, strict=False):
        if type(event) is not CardDrawn or event.card is not card or event.seat != seat:
            break
        count += 1
        seat = (seat + 1) % hand.players
    return count


def _check_end(match: Match, event: MatchEnded) -> None:
    """Check the end of the match: a win, or an early end with its reason."""
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
    """Check that exactly the fields hidden from the viewer are missing."""
    if not match.all_seen:
        need(view(event, match.seen_by) == event, "not-to-know")
    if type(event) not in _HIDING:
        return
    if isinstance(event, _OF_HIDDEN_CARDS):
        cards = event.card if isinstance(event, CardDrawn) else event.cards
        known = match.all_seen or match.seen_by == event.seat
        need(cards is not None or not known, "viewer-cards")
    elif isinstance(event, HandStarted):
        whole = event.deck is not None and event.salt is not None
        need(whole or not match.all_seen, "no-deck")
    elif isinstance(event, HandEnded):
        whole = event.kitty is not None and event.kitty_points is not None
        need(whole or not match.all_seen, "no-kitty")
