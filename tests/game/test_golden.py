"""The golden deals are replayed, card by card, with every number of legal plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shengji.cards import Card, Rank, Suit
from shengji.game import (
    BidLand,
    Bury,
    Call,
    CallFriends,
    CloseDraw,
    Draw,
    Match,
    Phase,
    Play,
    Show,
    StartHand,
    TrumpMade,
)
from shengji.play.units import default_reading
from shengji.rules import rules_from
from tests.game.kit import Game, cards
from tests.game.make_golden import DEALS, FOLDER, make, play_trick, result_of, text_of

FILES = sorted(FOLDER.glob("*.json"))


def told_by(file: Path) -> dict[str, Any]:
    told = msgspec.json.decode(file.read_bytes())
    assert isinstance(told, dict)
    return told


def start_told(told: dict[str, Any]) -> StartHand:
    """The start of the hand; who draws first is named when no card was turned up for it."""
    turned = cards(told["turned"])
    return StartHand(cards(told["deck"]), turned, None if turned else told["first"])


def commands_of(trick: dict[str, Any], players: int) -> Iterator[Play]:
    """The plays of a trick as the file tells them; a throw that failed as it was tried."""
    thrown = "thrown" in trick
    lead = cards(trick["thrown"] if thrown else " ".join(trick["units"]))
    yield Play(trick["leader"], lead)
    for turn, (_, played) in enumerate(trick["follows"], 1):
        yield Play((trick["leader"] + turn) % players, cards(played))


def bid_as_told(game: Game, bids: list[list[Any]]) -> None:
    """Bid for the land as the file tells it; everyone else passes."""
    left = list(bids)
    while game.hand.phase is Phase.LAND:
        seat = game.hand.turn
        assert seat is not None
        if left and left[0][0] == seat:
            _, bid, buried = left.pop(0)
            game.do(BidLand(seat, cards(bid)))
            game.do(Bury(seat, cards(buried)))
        else:
            game.do(BidLand(seat))
    assert left == []


def test_all_files_are_there() -> None:
    assert [file.stem for file in FILES] == sorted(deal.name for deal in DEALS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replay(file: Path) -> None:
    """From the file alone: the same trump, Dealer, numbers of legal plays, winners and result."""
    told = told_by(file)
    game = Game(Match(rules_from(told["rules"])))
    game.do(start_told(told))
    assert game.hand.first == told["first"]
    for drawn, seat, shown in told["shown"]:
        game.draw(drawn - game.hand.drawn)
        game.do(Show(seat, cards(shown)))
    while game.hand.turn is not None:
        game.do(Draw())
    game.do(CloseDraw())
    suit = told["trump"]["suit"]
    made = game.last(TrumpMade)
    assert made.suit is (Suit(suit) if suit else None)
    assert game.hand.rank.value == told["trump"]["rank"]
    assert made.turned == cards(told["turned_up"])
    assert made.dealer == told["dealer"]
    game.do(Bury(told["dealer"], cards(told["kitty"])))
    bid_as_told(game, told.get("land", []))
    if "calls" in told:
        called = tuple(Call(Card(card), ordinal) for ordinal, card in told["calls"])
        game.do(CallFriends(told["dealer"], called))
    for trick in told["tricks"]:
        replayed = play_trick(game, list(commands_of(trick, game.match.rules.players)))
        assert msgspec.to_builtins(replayed) == trick
    assert game.hand.phase is Phase.ENDED
    assert result_of(game) == told["result"]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.name)
def test_the_generator_makes_the_same(deal: Any) -> None:
    assert (FOLDER / f"{deal.name}.json").read_text(encoding="utf-8") == text_of(make(deal))


def test_what_comes_up() -> None:
    """The deals are worth keeping: they have tractors, throws that stand and that fail, ruffs,
    Opponents who win the last trick, and positions with one follow and with thousands.
    """
    everything = [told_by(file) for file in FILES]
    tricks = [trick for told in everything for trick in told["tricks"]]
    units = [cards(unit) for trick in tricks for unit in trick["units"]]
    assert sum(len(set(unit)) > 1 for unit in units) >= 12
    assert any(len(unit) > 4 for unit in units)
    assert sum(len(trick["units"]) > 1 for trick in tricks) >= 10
    assert sum("thrown" in trick for trick in tricks) >= 10
    assert any(trick.get("penalty") for trick in tricks)
    assert sum(trick["leads"]["tractors"] for trick in tricks) >= 40
    assert sum(len(told.get("land", [])) for told in everything) >= 2
    assert sum(len(trick.get("joined", [])) for trick in tricks) >= 4
    assert {told["result"]["factor"] > 0 for told in everything} == {False, True}
    assert {told["result"]["winner"] for told in everything} == {"declarers", "opponents"}
    counts = [count for trick in tricks for count, _ in trick["follows"]]
    assert min(counts) == 1
    assert max(counts) > 5000
    assert sum(ruffed(told, trick) for told in everything for trick in told["tricks"]) >= 20


def ruffed(told: dict[str, Any], trick: dict[str, Any]) -> bool:
    """Whether trumps won a trick that was not led in trumps."""
    rank, suit = Rank(told["trump"]["rank"]), told["trump"]["suit"]
    if told.get("land"):
        suit = next((card.suit.value for card in cards(told["land"][-1][1]) if card.suit), None)

    def is_trump(card: Card) -> bool:
        return card.suit is None or card.rank is rank or card.suit.value == str(suit)

    players = len(trick["follows"]) + 1
    turn = int(trick["winner"] - trick["leader"]) % players
    if turn == 0 or is_trump(cards(trick["units"][0])[0]):
        return False
    return all(is_trump(card) for card in cards(trick["follows"][turn - 1][1]))


def test_golden_leads_are_read_as_they_say() -> None:
    """The units of each lead are its default reading; nothing was named."""
    for file in FILES:
        told = told_by(file)
        game = Game(Match(rules_from(told["rules"])))
        game.do(start_told(told))
        for drawn, seat, shown in told["shown"]:
            game.draw(drawn - game.hand.drawn)
            game.do(Show(seat, cards(shown)))
        game.draw(game.hand.cards_to_draw)
        game.do(CloseDraw())
        game.do(Bury(told["dealer"], cards(told["kitty"])))
        bid_as_told(game, told.get("land", []))
        for trick in told["tricks"]:
            lead = cards(" ".join(trick["units"]))
            best = default_reading(game.hand.space, lead)
            assert [unit.cards for unit in best] == [cards(unit) for unit in trick["units"]]
