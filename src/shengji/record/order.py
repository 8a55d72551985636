"""Whether an event can come next: the grammar of a record, as far as the viewer can tell.

This asks only what lies open (the order of events, whose turn it is, the result of what was played)
and of cards only those that the viewer knows. It is what keeps a match that is built from a file
whole, and all that can be checked of a record that was seen from one seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from shengji.cards import Card, full_deck
from shengji.game import (
    CardDrawn,
    Event,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Match,
    MatchEnded,
    Phase,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
    shown_trump,
    view,
)
from shengji.game.bidding import judge_bid
from shengji.game.endings import end_hand, take_trick
from shengji.game.levels import settle
from shengji.game.match import refuse_follow, turned_suit
from shengji.play.units import arrange, unit_of


class Misfit(ValueError):
    """Why an event cannot come next."""


def check(match: Match, event: Event) -> None:
    """Check that an event can come next in a match that has been built by `apply`.

    Raises:
        Misfit: when it cannot; the message says what is wrong.
    """
    _check_view(match, event)
    _need(match.winners is None, "the match is over")
    hand = match.hand
    if isinstance(event, HandStarted):
        _hand_started(match, event)
    elif isinstance(event, MatchEnded):
        _need(hand is not None and event.winners == _winners(hand), "the match is not won so")
    elif hand is None or hand.phase is Phase.ENDED:
        raise Misfit("no hand is under way")
    else:
        _within_hand(match, hand, event)


def _need(fits: bool, otherwise: str) -> None:
    if not fits:
        raise Misfit(otherwise)


def _check_view(match: Match, event: Event) -> None:
    """What is hidden must be missing, and nothing else."""
    if not match.all_seen:
        _need(view(event, match.seen_by) == event, "it tells what the viewer may not know")
    elif isinstance(event, HandStarted):
        _need(event.deck is not None and event.salt is not None, "the deck and salt are missing")
    elif isinstance(event, HandEnded):
        _need(event.kitty is not None and event.kitty_points is not None, "the kitty is missing")
    if isinstance(event, CardDrawn | KittyTaken | KittyBuried):
        cards = event.card if isinstance(event, CardDrawn) else event.cards
        known = match.all_seen or match.seen_by == event.seat
        _need(cards is not None or not known, "the cards are missing, which the viewer knows")


def _hand_started(match: Match, event: HandStarted) -> None:
    rules = match.rules
    _need(match.between_hands, "a hand is under way")
    _need(match.hand is None or not _winners(match.hand), "the match has been won")
    _need(event.hand == match.hands + 1, f"the next hand is number {match.hands + 1}")
    _need(event.dealer == match.dealer, f"the Dealer is {match.dealer}")
    rank = match.levels[match.dealer or 0]
    _need(event.rank is rank, f"the trump rank is {rank.value}")
    _seat(match, event.first)
    _need(event.dealer in (None, event.first), "the Dealer draws first")
    if event.deck is not None:
        _need(Counter(event.deck) == Counter(full_deck(rules.deck_count)), "the deck is not whole")


def _within_hand(match: Match, hand: Hand, event: Event) -> None:
    drawing = hand.phase is Phase.DRAW and hand.trump is None
    match event:
        case CardDrawn():
            _need(drawing, "the draw is over")
            _turn(hand, event.seat)
        case Shown():
            _need(drawing, "the draw is over")
            _seat(match, event.seat)
            _shown(hand, event)
        case TrumpMade():
            _need(drawing and not hand.cards_to_draw, "cards are still to be drawn")
            _trump_made(hand, event)
        case KittyTaken():
            _need(hand.phase is Phase.DRAW and hand.trump is not None, "there is no trump yet")
            _need(event.seat == hand.dealer, f"the Dealer is {hand.dealer}")
            _kitty_size(hand, event.cards)
        case KittyBuried():
            _need(hand.phase is Phase.BURY, "the Dealer does not hold the kitty")
            _turn(hand, event.seat)
            _kitty_size(hand, event.cards)
            _held(hand, event.seat, event.cards or ())
        case ThrowFailed():
            _playing(hand)
            _need(hand.trick is None and hand.failed is None, "this is no throw")
            _turn(hand, event.seat)
            _seat(match, event.challenger)
            _need(event.challenger != event.seat, "nobody challenges themselves")
            _held(hand, event.seat, event.thrown)
            _one_suit(hand, event.thrown)
            _penalty(hand, event)
        case Played():
            _playing(hand)
            _turn(hand, event.seat)
            _held(hand, event.seat, event.cards)
            if hand.trick is None:
                _lead(hand, event)
            else:
                _follow(hand, event)
        case TrickTaken():
            _trick_taken(hand, event)
        case HandEnded():
            _hand_ended(match, hand, event)


def _seat(match: Match, seat: int) -> None:
    _need(0 <= seat < match.rules.players, f"there is no seat {seat}")


def _turn(hand: Hand, seat: int) -> None:
    _need(seat == hand.turn, f"it is the turn of {'nobody' if hand.turn is None else hand.turn}")


def _held(hand: Hand, seat: int, cards: Sequence[Card]) -> None:
    _need(len(cards) <= hand.sizes[seat], f"seat {seat} has only {hand.sizes[seat]} cards")
    if hand.knows(seat):
        missing = Counter(cards) - Counter(hand.hands[seat])
        text = " ".join(card.value for card in missing.elements())
        _need(not missing, f"seat {seat} does not hold {text}")


def _one_suit(hand: Hand, cards: Sequence[Card]) -> None:
    _need(len({hand.space.suit(card) for card in cards}) == 1, "a lead is of one suit")


def _playing(hand: Hand) -> None:
    _need(hand.phase is Phase.PLAY, "the play has not begun")
    _need(not _full(hand), "the trick is complete and must be taken first")
    _need(any(hand.sizes), "all cards have been played")


def _full(hand: Hand) -> bool:
    return hand.trick is not None and len(hand.trick.plays) == hand.players


def _shown(hand: Hand, event: Shown) -> None:
    last = hand.shown[-1].cards if hand.shown else ()
    held = hand.hands[event.seat] if hand.knows(event.seat) else [*event.cards, *last]
    judged = judge_bid(hand.shown, hand.rank, event.seat, held, event.cards)
    if isinstance(judged, str):
        raise Misfit(f"this cannot be shown ({judged})")
    _need(judged == (event.way, event.cards), f"this is {judged[0]}")
    trump = shown_trump(event.cards, hand.rank)
    _need(trump is not None and trump.suit is event.suit, "these cards make another trump suit")
    dealer = hand.dealer if hand.fixed_dealer else event.seat
    _need(event.dealer == dealer, f"the Dealer is {dealer}")


def _trump_made(hand: Hand, event: TrumpMade) -> None:
    dealer = hand.first if hand.dealer is None else hand.dealer
    _need(event.dealer == dealer, f"the Dealer is {dealer}")
    if hand.shown:
        _need(event.turned == (), "nothing is turned up when trump has been shown")
        suit = hand.trump_so_far.suit
    else:
        _need(0 < len(event.turned) <= hand.rules.kitty_size, "the cards turned up are missing")
        suit = turned_suit(event.turned, hand.rank)
    _need(event.suit is suit, "another suit is trump")


def _kitty_size(hand: Hand, cards: Sequence[Card] | None) -> None:
    size = hand.rules.kitty_size
    _need(cards is None or len(cards) == size, f"the kitty has {size} cards")


def _lead(hand: Hand, event: Played) -> None:
    _one_suit(hand, event.cards)
    units = [unit_of(hand.space, cards) for cards in event.units]
    whole = [unit for unit in units if unit is not None]
    _need(len(whole) == len(units) > 0, "its units are none")
    ordered = tuple(unit.cards for unit in arrange(hand.space, whole))
    _need(ordered == event.units, "its units are not in order, the longest first")
    _need(
        Counter(chain.from_iterable(event.units)) == Counter(event.cards), "units and cards differ"
    )
    if hand.failed is not None:
        _need(len(units) == 1, "after a failed throw one unit is led")
        _need(not Counter(event.cards) - Counter(hand.failed.thrown), "this was not in the throw")


def _penalty(hand: Hand, event: ThrowFailed) -> None:
    """Who can beat what is hidden, so this is only what the penalty can be."""
    once = hand.rules.throw_penalty_points
    if hand.rules.throw_penalty in ("none", "flat"):
        possible = event.penalty == (once if hand.rules.throw_penalty == "flat" else 0)
    else:
        possible = event.penalty in range(once, once * len(event.thrown) + 1, once)
    _need(possible, "the penalty is not one of these rules")


def _follow(hand: Hand, event: Played) -> None:
    assert hand.trick is not None
    _need(event.units == (), "only a lead has units")
    lead = hand.trick.lead
    _need(len(event.cards) == lead.size, f"{lead.size} cards were led")
    if hand.knows(event.seat):
        refusal = refuse_follow(lead, hand.hands[event.seat], event.cards)
        if refusal is not None:
            raise Misfit(refusal.sentence())


def _trick_taken(hand: Hand, event: TrickTaken) -> None:
    trick = hand.trick
    if trick is None or not _full(hand):
        raise Misfit("no trick is complete")
    right = take_trick(hand)
    _need(
        event == right,
        f"seat {right.seat} takes {right.points} points, the Opponents have {right.opponents}",
    )


def _hand_ended(match: Match, hand: Hand, event: HandEnded) -> None:
    trick, dealer = hand.last_trick, hand.dealer
    _need(hand.trick is None and not any(hand.sizes), "cards are still to be played")
    if trick is None or trick.winner is None or dealer is None:
        raise Misfit("no trick has been taken")
    right, _ = end_hand(hand, match.levels, event.kitty)
    _need(event.factor == right.factor, f"the factor of the kitty is {right.factor}")
    _need((event.kitty is None) == (event.kitty_points is None), "half of the kitty is missing")
    _need(event.kitty is not None or not right.factor, "the kitty has been opened and is missing")
    _kitty_size(hand, event.kitty)
    if event.kitty is not None:
        known = hand.kitty is None or Counter(hand.kitty) == Counter(event.kitty)
        _need(known, "these cards were not buried")
        _need(event.kitty_points == right.kitty_points, "the points in the kitty are others")
    for field in HandEnded.__struct_fields__:
        _need(getattr(event, field) == getattr(right, field), f"{field} is wrong")


def _winners(hand: Hand) -> tuple[int, ...] | None:
    """The seats that have won the match with this hand; nothing when none has."""
    result = hand.result
    if result is None:
        return None
    # The levels before the hand are gone; the Dealer's was the trump rank, and only it can win.
    levels = [
        hand.rank if hand.is_declarer(s) else result.levels_after[s] for s in range(hand.players)
    ]
    return settle(hand.rules, levels, result.dealer, result.points).winners or None
