"""`Rules`: everything that can be chosen about a game, as one frozen, validated value."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

from shengji.cards import Rank
from shengji.rules.domain import RulesError, check_value, plain
from shengji.rules.text import Text

Players = Literal[4, 6, 8, 10, 12]
Level = Rank
FirstDrawer = Literal["counted", "random"]
ThrowReading = Literal["named", "longest"]
ThrowPenalty = Literal["none", "flat", "per-unit", "per-card", "per-card-withdrawn"]
KittyFactor = Literal["pairs", "power-of-cards", "twice-cards"]

SMALLEST_KITTY = 6
"""The kitty is the smallest of at least this many cards that leaves an even split."""


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a game. Every field has a default; all together they are Z21's standard game.

    Raises:
        RulesError: when the values contradict each other.

    >>> Rules().hand_size, Rules().kitty_size
    (25, 8)
    >>> Rules(kitty=9)
    Traceback (most recent call last):
    ...
    shengji.rules.domain.RulesError: kitty = 9 cannot be: 108 cards less 9 do not split evenly
    among 4 players; allowed here: 4, 8, 12, 16, 20, 24 ...
    """

    players: Annotated[
        Players,
        Text(
            "Players",
            "人数",
            "How many play, in two teams that sit alternately around the table.",
            "几个人玩。两队交错而坐。",
            "Z21 §3.1, §6.4",
        ),
    ] = 4
    decks: Annotated[
        Annotated[int, Meta(ge=1, le=6)] | None,
        Text(
            "Decks",
            "几副牌",
            "How many decks of 54 cards, Jokers included. With m decks there are tuples of up to "
            "m identical cards. Unset: one for every two players.",
            "用几副牌（每副 54 张，含大小王）。m 副牌最多有 m 张相同的牌。不设：每两人一副。",
            "Z21 §3.1, §6.3, §6.4, §6.5",
        ),
    ] = None
    kitty: Annotated[
        Annotated[int, Meta(ge=1, le=60)] | None,
        Text(
            "Kitty size",
            "底牌张数",
            "How many cards are left for the Dealer. Unset: the smallest kitty of at least six "
            "cards that leaves everyone the same number.",
            "留给庄家的底牌张数。不设：不少于六张、且其余牌能平分的最小张数。",
            "Z21 §3.5.4, §6.5; Z16 §8.5",
        ),
    ] = None
    first_level: Annotated[
        Level,
        Text(
            "First level",
            "起始级",
            "The level at which both teams start. Eight makes a match for one evening.",
            "双方从哪一级开始打。从 8 打起，一个晚上能打完。",
            "Z21 §3.4",
        ),
    ] = Rank.TWO
    last_level: Annotated[
        Level,
        Text(
            "Last level",
            "最后一级",
            "A team wins the match by winning a hand as Declarers at this level; nobody can skip "
            "it. Lower than Ace makes a short game.",
            "在这一级坐庄并取胜即赢得全局，不能跳过。低于 A 则为短局。",
            "Z21 §3.9; PAG, Short game",
        ),
    ] = Rank.ACE
    must_play: Annotated[
        tuple[Level, ...],
        Text(
            "Must-play levels",
            "必打",
            "Levels besides the last one that a team passes only by winning a hand there as "
            "Declarers (必打).",
            "除最后一级外，必须坐庄打胜才能通过的级。",
            "Z21 §6.1.2",
        ),
    ] = ()
    first_drawer: Annotated[
        FirstDrawer,
        Text(
            "Who draws first",
            "谁先摸牌",
            "In the first hand: counted from the shuffler by a card turned up, Ace and Jokers "
            "turned again (`counted`), or plain chance (`random`). Later the Dealer draws first.",
            "第一局：由洗牌人翻牌数人（翻到 A 或王重翻），或完全随机。以后由庄家先摸。",
            "Z21 §3.5.3, §3.6.3",
        ),
    ] = "counted"
    throw_reading: Annotated[
        ThrowReading,
        Text(
            "Ambiguous throws",
            "甩牌的拆法",
            "When cards can be read as units in several ways, the leader names one and else the "
            "one with the longest unit holds (`named`), or the latter always (`longest`).",
            "同一手牌有多种拆法时：由出牌人指定，不指定则取最长（named）；或一律取最长（longest）。",
            "Z21 §6.5, Triples",
        ),
    ] = "named"
    throw_penalty: Annotated[
        ThrowPenalty,
        Text(
            "Failed throw",
            "甩牌失败罚分",
            "Points that a side pays for a throw that fails: none, once, for each unit or card "
            "that can be beaten, or for each card taken back. The weakest unit is led anyway.",
            "甩牌失败的罚分：不罚、罚一次、按能被管上的单位或张数、或按收回的张数。"
            "无论如何须出最小的一手。",
            "Z21 §3.7.5",
        ),
    ] = "none"
    throw_penalty_points: Annotated[
        int,
        Meta(ge=5, le=100, multiple_of=5),
        Text(
            "Failed throw, points",
            "甩牌失败罚几分",
            "The points for one failed throw, unit or card, as `throw_penalty` counts them.",
            "每次、每单位或每张罚多少分。",
            "Z21 §3.7.5",
        ),
    ] = 10
    kitty_factor: Annotated[
        KittyFactor,
        Text(
            "Kitty bonus",
            "抠底倍数",
            "What the kitty's points are multiplied by when the Opponents win the last trick: "
            "2 for a single, 4 for a pair, doubled by each further pair, and 2m for an m-tuple "
            "(`pairs`); 2 to the power of the cards in the largest unit (`power-of-cards`); or "
            "twice its cards (`twice-cards`).",
            "抠底时底牌分的倍数：单张 2、对子 4，每多一对加倍，m 张相同为 2m（pairs）；"
            "最大单位张数的 2 次幂（power-of-cards）；或张数的两倍（twice-cards）。",
            "Z21 §3.8 with footnote 3, §6.5",
        ),
    ] = "pairs"
    threshold: Annotated[
        Annotated[int, Meta(ge=5, le=1200, multiple_of=5)] | None,
        Text(
            "Points to win",
            "上台分",
            "How many points the Opponents need to take over. Unset: 40 for each deck.",
            "闲家得多少分上台。不设：每副牌 40 分。",
            "Z21 §3.8, §6.3, §6.5",
        ),
    ] = None
    step: Annotated[
        Annotated[int, Meta(ge=5, le=600, multiple_of=5)] | None,
        Text(
            "Points for a level",
            "每级分",
            "How many points make one level more, on both sides of the threshold. Unset: 20 for "
            "each deck.",
            "每升一级需要多少分。不设：每副牌 20 分。",
            "Z21 §3.8, §6.1.1, §6.5",
        ),
    ] = None

    def __post_init__(self) -> None:
        for name, annotation in _annotations().items():
            check_value(name, getattr(self, name), annotation)
        cards = 54 * self.deck_count
        if self.kitty is not None and (
            self.kitty >= cards or (cards - self.kitty) % self.players != 0
        ):
            fits = [k for k in range(1, cards) if (cards - k) % self.players == 0]
            self._refuse(
                "kitty",
                f"{cards} cards less {self.kitty} do not split evenly among {self.players} players",
                ", ".join(map(str, fits[:6])) + " ...",
            )
        if self.last_level.order < self.first_level.order:
            self._refuse(
                "last_level",
                f"it is below the first level, {self.first_level.value}",
                f"{self.first_level.value} and above",
            )
        for level in self.must_play:
            if self.must_play.count(level) > 1:
                self._refuse("must_play", f"{level.value} stands there twice", "each level once")
            if not self.first_level.order <= level.order <= self.last_level.order:
                self._refuse(
                    "must_play",
                    f"{level.value} is never played",
                    f"levels from {self.first_level.value} to {self.last_level.value}",
                )
        if self.threshold_points % self.step_points != 0:
            fits = [
                s for s in range(5, self.threshold_points + 1, 5) if self.threshold_points % s == 0
            ]
            self._refuse(
                "step",
                f"the threshold of {self.threshold_points} points is not a whole number of steps "
                f"of {self.step_points}",
                ", ".join(map(str, fits)),
            )

    def _refuse(self, field: str, why: str, allowed: str) -> None:
        value = plain(getattr(self, field))
        shown = ", ".join(value) if isinstance(value, list) else value
        raise RulesError(
            f"{field} = {shown} cannot be: {why}; allowed here: {allowed}",
            field=field,
            value=value,
            allowed=allowed,
        )

    @property
    def deck_count(self) -> int:
        """How many decks are used."""
        return self.players // 2 if self.decks is None else self.decks

    @property
    def kitty_size(self) -> int:
        """How many cards the kitty has."""
        if self.kitty is not None:
            return self.kitty
        return SMALLEST_KITTY + (54 * self.deck_count - SMALLEST_KITTY) % self.players

    @property
    def hand_size(self) -> int:
        """How many cards each player draws."""
        return (54 * self.deck_count - self.kitty_size) // self.players

    @property
    def threshold_points(self) -> int:
        """How many points the Opponents need to win the hand (Z21 §3.8)."""
        return 40 * self.deck_count if self.threshold is None else self.threshold

    @property
    def step_points(self) -> int:
        """How many points make one level more (Z21 §3.8)."""
        return 20 * self.deck_count if self.step is None else self.step

    @property
    def total_points(self) -> int:
        """All points in the deck: 100 for each deck of 54."""
        return 100 * self.deck_count

    def team_of(self, seat: int) -> int:
        """The team, 0 or 1, of a seat; teams sit alternately (Z21 §3.1)."""
        return seat % 2


@cache
def _annotations() -> dict[str, Any]:
    return get_type_hints(Rules, include_extras=True)
