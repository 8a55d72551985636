"""Events that follow automatically: friends join, tricks are taken, hands end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shengji.cards import Card, points_of
from shengji.game.events import FriendJoined, HandEnded, Played, TrickTaken
from shengji.game.friends import answered
from shengji.game.hand import Hand
from shengji.game.hooks import hooked
from shengji.game.levels import HandFacts, settle
from shengji.game.standing import Standing
from shengji.game.trick import Trick
from shengji.play.score import halves_kitty, kitty_bonus, kitty_factor, outcome
from shengji.rules import Rules


def red_fives(rules: Rules) -> tuple[Card, ...]:
    """The red fives that rank highest and can be captured (W14, W23)."""
    return _RED_FIVES[rules.red_fives]


_RED_FIVES: dict[str, tuple[Card, ...]] = {
    "none": (),
    "hearts": (Card.H5,),
    "hearts-and-diamonds": (Card.H5, Card.D5),
}


def joining_friends(hand: Hand, event: Played) -> list[FriendJoined]:
    """The `FriendJoined` events caused by a play that has just been applied (Z21 §6.5)."""
    found: list[FriendJoined] = []
    if not hand.open_calls:
        return found
    before = hand.played - Counter(event.cards)
    for call in answered(hand.calls, before, event.cards):
        already = hand.is_declarer(event.seat) or bool(found)
        found.append(FriendJoined(event.seat, call, 0 if already else hand.taken[event.seat]))
    return found


def take_trick(hand: Hand, seat: int) -> TrickTaken:
    """The event of a seat taking the complete trick (Z21 §3.7.3, §3.7.4)."""
    trick = hand.trick
    assert trick is not None
    won = 0 if hand.is_declarer(seat) else trick.points
    points = hand.opponents_points + won
    captured = _captured(hand, trick, seat)
    if captured:
        points += _paid_for(hand, captured, seat)
    return TrickTaken(seat, trick.points, points, captured)


def _captured(hand: Hand, trick: Trick, taker: int) -> tuple[int, ...]:
    """The owners of the red fives captured by the winner of a trick, a seat for each card."""
    fives = red_fives(hand.rules)
    if not fives:
        return ()
    row = (taker - trick.leader) % hand.players
    return tuple(
        (trick.leader + turn) % hand.players
        for turn, cards in enumerate(trick.plays)
        for card in cards
        if turn != row and card in fives
    )


def _paid_for(hand: Hand, owners: Sequence[int], taker: int) -> int:
    """The points that these captured red fives give the Opponents, with the sides known now."""
    if hand.rules.red_five_penalty != "points":
        return 0
    lost = [hand.is_declarer(owner) for owner in owners if not hand.same_side(owner, taker)]
    return hand.rules.red_five_points * sum(1 if declares else -1 for declares in lost)


def end_hand(
    hand: Hand, standings: Sequence[Standing], kitty: tuple[Card, ...] | None
) -> HandEnded:
    """The result of a hand after its last trick.

    `standings` are those of the seats before the hand. `kitty` is `None` where it is unknown, which
    it may stay when the Declarers take the last trick (Z21 §3.8).
    """
    trick, dealer, buried_by = hand.last_trick, hand.dealer, hand.buried_by
    assert trick is not None and trick.winner is not None
    assert dealer is not None and buried_by is not None
    rules = hand.rules
    opened = not hand.is_declarer(trick.winner)
    factor = kitty_factor(rules, trick.lead.reading) if opened else 0
    won_with = trick.cards_of(trick.winner, hand.players)
    assert won_with is not None, "the trick is complete"
    halved = opened and halves_kitty(rules, hand.space, won_with)
    kitty_points = None if kitty is None else points_of(kitty)
    points = hand.opponents_points + kitty_bonus(kitty_points or 0, factor, halved=halved)
    fined: list[int] = []
    if rules.red_five_penalty == "levels":
        for owner, taker in hand.captures:
            if hand.is_declarer(owner) != hand.is_declarer(taker):
                fined += losers(rules, owner)
    facts = HandFacts(
        rank=hand.rank,
        dealer=dealer,
        declarers=hand.declarers,
        points=points,
        hooked=hooked(hand, opponents_won=outcome(rules, points).opponents_win),
        fined=fined,
    )
    end = settle(rules, standings, facts)
    laps = tuple(at.lap for at in end.after) if rules.after_last_level == "wrap" else ()
    return HandEnded(
        dealer=dealer,
        declarers=hand.declarers,
        tricks=hand.opponents_points,
        factor=factor,
        points=points,
        winner=end.winner,
        levels=end.levels,
        levels_after=tuple(at.level for at in end.after),
        next_dealer=end.next_dealer,
        next_first=end.next_first,
        buried_by=buried_by,
        missing=end.missing,
        hooked=tuple(facts.hooked),
        fined=tuple(fined),
        laps_after=laps,
        tried_after=tuple(seat for seat, at in enumerate(end.after) if at.tried),
        winners=end.winners,
        kitty=kitty,
        kitty_points=kitty_points,
        halved=halved,
    )


def losers(rules: Rules, owner: int) -> list[int]:
    """The seats that go down when a red five of `owner` is captured; a fixed team goes as one."""
    if rules.teams == "friends":
        return [owner]
    return list(rules.teams_of_seats[owner])
