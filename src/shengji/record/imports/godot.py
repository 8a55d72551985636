"""Logs of qian-loong/shengji-godot: one JSON object a session, with its rounds.

A round is read from the hands and the kitty that the log keeps for debugging (`debug`), which is
how the program writes it. A throw is led whole there, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

import msgspec

from shengji.cards import CARDS, Card, Rank
from shengji.game import Bury, CloseDraw, Show
from shengji.record.imports.replaying import (
    LogError,
    ReplayedHand,
    first_that_fits,
    read_cards_by,
)
from shengji.record.reader import Record
from shengji.rules import Rules

PLAYERS = 4
_SUITS = "SHDC"
_SYMBOLS = dict(zip("SHDC", "♠♥♦♣", strict=True))
_NAMES: dict[str, Card] = {
    "BlackJoker": Card.SMALL_JOKER,
    "RedJoker": Card.BIG_JOKER,
    **{
        f"{_SYMBOLS[card.suit.value]}{card.rank.value}": card
        for card in CARDS
        if card.suit is not None and card.rank is not None
    },
}
_RANKS = dict(enumerate(Rank, 2))
_STEPS: dict[int, dict[str, object]] = {
    80: {"threshold": 80, "step": 40, "most_levels": 3},
    100: {"threshold": 100, "step": 50, "most_levels": 3},
    60: {"threshold": 60, "step": 30, "auto_level": True, "most_levels": 3},
}
"""Options of the result, by the points that the Opponents need."""

_Seat = Annotated[int, msgspec.Meta(ge=0, lt=PLAYERS)]
_Cards = list[str]


class _Config(msgspec.Struct):
    deck_count: int = 2
    trump_mode: int = 0
    joker_always_trump: bool = True
    trump_joker_color_match: bool = True
    bid_requires_joker: bool = True
    allow_dump: bool = True
    strict_follow_structure: bool = True
    upgrade_threshold: int = 80
    no_skip_enabled: bool = True
    no_skip_ranks: tuple[int, ...] = (5, 10, 13)


class _Bid(msgspec.Struct):
    type: int | str
    seat: _Seat = 0
    suit: Annotated[int, msgspec.Meta(ge=-1, le=3)] = -1


class _Debug(msgspec.Struct):
    initial_hands: list[_Cards]
    bottom_cards: _Cards
    buried_cards: _Cards


class _Play(msgspec.Struct):
    seat: _Seat
    cards: _Cards


class _Trick(msgspec.Struct):
    plays: list[_Play]
    winner: int
    trick_score: int


class _Settlement(msgspec.Struct):
    final_score: int
    upgrading_side: int
    upgrade_levels: int


class _Round(msgspec.Struct):
    rank: int
    dealer: _Seat
    bid: _Bid | None
    trump_suit: int
    debug: _Debug
    tricks: list[_Trick]
    team_ranks: list[int] = []
    settlement: dict[str, Any] = {}
    counter_bid_history: list[Any] = []


class _Log(msgspec.Struct):
    rounds: list[msgspec.Raw]
    rule_config: _Config = msgspec.field(default_factory=_Config)
    created_at: str | None = None


def records_of(text: bytes) -> Iterator[Record | LogError]:
    """The rounds of a log, each as a record; an error for each round that cannot be converted.

    >>> [str(error) for error in records_of(b'{"rounds": [{"rank": 2}]}')]
    ['round 1: Object missing required field `dealer`']
    """
    try:
        log = msgspec.json.decode(text, type=_Log)
        options = _options(log.rule_config)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        yield LogError(f"this is no log of shengji-godot: {error}")
        return
    except LogError as error:
        yield error
        return
    for number, raw in enumerate(log.rounds, 1):
        place = f"round {number}"
        try:
            played = msgspec.json.decode(raw, type=_Round)
            yield first_that_fits(partial(_record, place, played, log.rule_config), options)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            yield LogError(f"{place}: {error}")
        except LogError as error:
            yield error


def _options(config: _Config) -> dict[str, object]:
    """The options that stand for a configuration.

    Raises:
        LogError: no option stands for a part of it.
    """
    if config.trump_mode:
        raise LogError("trump_mode: only bidding (0) is played here")
    if not config.joker_always_trump:
        raise LogError("joker_always_trump: Jokers are always trumps here")
    if config.upgrade_threshold not in _STEPS:
        known = ", ".join(map(str, _STEPS))
        raise LogError(f"upgrade_threshold: its levels are known for {known} points only")
    following = "tuples" if config.strict_follow_structure else "suit"
    ranks = config.no_skip_ranks if config.no_skip_enabled else ()
    return {
        "decks": config.deck_count,
        "first_drawer": "random",
        "joker_additions": "any" if config.bid_requires_joker else "none",
        "later_dealer": "draw",
        "throws": config.allow_dump,
        "kitty_factor": "cards",
        "must_play": [_rank(number).value for number in ranks],
        **_STEPS[config.upgrade_threshold],
        **({"following": following} if config.deck_count > 1 else {}),
    }


def _record(place: str, played: _Round, config: _Config, rules: Rules) -> Record:
    """The record of a round under these rules.

    Raises:
        LogError: a step is impossible under them, or has another outcome.
    """
    if played.bid is None or isinstance(played.bid.type, str):
        raise LogError(f"{place}: nobody declared; that is played without a trump suit there")
    if played.counter_bid_history:
        raise LogError(f"{place}: trump was changed after the burial (反主), by rules of its own")
    teams = [_rank(number) for number in played.team_ranks or [played.rank] * 2]
    hand = ReplayedHand(rules, teams * (PLAYERS // 2), None)
    hands = [_cards(place, names) for names in played.debug.initial_hands]
    hand.deal(place, hands, _cards(place, played.debug.bottom_cards), played.dealer)
    hand.do(place, Show(played.bid.seat, _shown(place, played.bid, hand, config)))
    hand.do(place, CloseDraw())
    made = hand.hand.trump
    assert made is not None
    suit = -1 if made.suit is None else _SUITS.index(made.suit.value)
    hand.agree(place, "the trump suit", played.trump_suit, suit)
    hand.agree(place, "the trump rank", played.rank, 2 + made.rank.order)
    hand.agree(place, "the Dealer", played.dealer, hand.hand.dealer)
    hand.do(place, Bury(played.dealer, _cards(place, played.debug.buried_cards)))
    for number, trick in enumerate(played.tricks, 1):
        _replay(f"{place}, trick {number}", trick, hand)
    if played.settlement:
        _agree_end(place, msgspec.convert(played.settlement, _Settlement), hand)
    return hand.record([f"player {seat}" for seat in range(PLAYERS)])


def _shown(place: str, bid: _Bid, hand: ReplayedHand, config: _Config) -> tuple[Card, ...]:
    """The cards of a declaration, of which the log tells the kind and the suit."""
    held = hand.hand.hands[bid.seat]
    jokers = [Card.SMALL_JOKER, Card.BIG_JOKER]
    if bid.suit < 0:
        pairs = [(joker, joker) for joker in jokers if held.count(joker) > 1]
        if not pairs:
            raise LogError(f"{place}: player {bid.seat} holds no pair of Jokers to declare with")
        return pairs[0]
    rank = hand.hand.ranks[bid.seat]
    own = Card(f"{rank.value}{_SUITS[bid.suit]}")
    count = 1 if bid.type in (1, 3) else 2
    if bid.type in (1, 2):
        return (own,) * count
    red = _SUITS[bid.suit] in "HD"
    fitting = [jokers[red]] if config.trump_joker_color_match else jokers
    joker = next((joker for joker in fitting if joker in held), fitting[0])
    return (*(own,) * count, joker)


def _replay(place: str, trick: _Trick, hand: ReplayedHand) -> None:
    for play in trick.plays:
        cards = _cards(place, play.cards)
        hand.play(place, play.seat, cards, cards)
    if trick.winner >= 0:  # else the log was written in the middle of it
        hand.agree_trick(place, trick.winner, trick.trick_score)


def _agree_end(place: str, settlement: _Settlement, hand: ReplayedHand) -> None:
    ended = hand.ended(place)
    hand.agree(place, "the Opponents' points", settlement.final_score, ended.points)
    side = int(ended.winner == "opponents")
    hand.agree(place, "the side that won (1: Opponents)", settlement.upgrading_side, side)
    hand.agree(place, "the number of levels", settlement.upgrade_levels, ended.levels)


def _rank(number: int) -> Rank:
    try:
        return _RANKS[number]
    except KeyError:
        raise LogError(f"{number} is no rank") from None


def _cards(place: str, names: list[str]) -> tuple[Card, ...]:
    return read_cards_by(_NAMES, place, names)
