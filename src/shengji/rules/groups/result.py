"""The result of a hand: points, levels, special levels."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from shengji.cards import Rank
from shengji.rules.groups.play import PlayRules
from shengji.rules.text import Text

HookLevel = Literal["J", "Q", "A"]


class ScoringRules(PlayRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of a hand: points, levels, special levels."""

    threshold: Annotated[
        Annotated[int, Meta(ge=5, le=600, multiple_of=5)] | None,
        Text(
            "Points to win",
            "上台分",
            "How many points the Opponents need to take over. Unset: 40 for each deck.",
            "闲家得多少分上台。不设：每副牌 40 分。",
            "Z21 §3.8, §6.3, §6.5; W14; W23",
            {"unset": ("40 for each deck", "每副牌 40 分")},
        ),
    ] = None
    step: Annotated[
        Annotated[int, Meta(ge=5, le=600, multiple_of=5)] | None,
        Text(
            "Points for a level",
            "每级分",
            "How many points make one level more, on both sides of the threshold, which must be "
            "a whole number of them. Unset: 20 for each deck.",
            "每升一级需要多少分；上台分须为其整数倍。不设：每副牌 20 分。",
            "Z21 §3.8, §6.1.1, §6.5; PAG, 20 points per rank",
            {"unset": ("20 for each deck", "每副牌 20 分")},
        ),
    ] = None
    kitty_factor: Annotated[
        Literal[
            "pairs",
            "power-of-cards",
            "twice-cards",
            "twice-cards-led",
            "one",
            "two",
            "two-or-three",
            "pairs-plus-one",
            "pairs-plus-one-or-two",
            "cards",
            "none",
        ],
        Text(
            "Kitty bonus",
            "抠底倍数",
            "What the kitty counts if the Opponents win the last trick: for a single 2, for an "
            "m-tuple 2m, doubled by each further one of a tractor (`pairs`); for n cards in the "
            "largest unit 2^n (`power-of-cards`), 2n (`twice-cards`); twice the cards led "
            "(`twice-cards-led`); 1 (`one`); 2 (`two`), thrown singles 3 (`two-or-three`); n "
            "pairs 2(n+1), else 2 (`pairs-plus-one-or-two`), thrown singles 3 "
            "(`pairs-plus-one`); the cards led, throws 2n (`cards`).",
            "抠底时底牌分的倍数：单张 2，m 张相同 2m，拖拉机每多一组加倍（pairs）；"
            "最大一手张数的 2 次幂（power-of-cards）；最大一手张数的两倍（twice-cards）；"
            "首家出牌张数的两倍（twice-cards-led）；一律 1（one）；一律 2（two）；"
            "甩单张 3，其余 2（two-or-three）；单张 2，甩单张 3，n 对 2(n+1)（pairs-plus-one）；"
            "n 对 2(n+1)，其余 2（pairs-plus-one-or-two）；"
            "或首家出牌张数，甩牌则为其最大一手张数的两倍（cards）。",
            "Z21 §3.8 with footnote 3, §6.5; Z16 §5.7; PAG; W14; W23; BOT",
            {
                "pairs": ("Doubled by each pair", "每对加倍"),
                "power-of-cards": ("2 to the power of cards", "张数的 2 次幂"),
                "twice-cards": ("Twice the cards of the unit", "最大一手张数的两倍"),
                "twice-cards-led": ("Twice the cards led", "出牌张数的两倍"),
                "one": ("Always 1", "不加倍"),
                "two": ("Always 2", "一律两倍"),
                "two-or-three": ("2, thrown singles 3", "两倍，甩单张三倍"),
                "pairs-plus-one": ("Twice the pairs plus one", "对数加一的两倍"),
                "pairs-plus-one-or-two": (
                    "... but thrown singles 2",
                    "对数加一的两倍，甩单张两倍",
                ),
                "cards": ("The cards led, throws doubled", "出牌张数，甩牌加倍"),
                "none": ("Nothing", "不计底分"),
            },
        ),
    ] = "pairs"
    side_suit_halves: Annotated[
        bool,
        Text(
            "Kitty taken by a side suit",
            "副牌抠底减半",
            "Whether the kitty brings only half of its bonus when the Opponents win the last trick "
            "with cards of a side suit instead of trumps. The half is rounded down to a multiple "
            "of 5.",
            "闲家用副牌而不是主牌赢得最后一轮时，抠底所得是否减半。减半后不足 5 分的零头舍去。",
            "Z21 §3.8",
        ),
    ] = False
    results: Annotated[
        Literal["both", "declarers-only"],
        Text(
            "Who goes up",
            "谁可升级",
            "Both sides advance by the points (`both`); or the plain rule that Declarers who hold "
            "advance one level and Opponents who take over none (`declarers-only`).",
            "双方按得分升级（both）；或庄家守住升一级，闲家上台不升级（declarers-only）。",
            "Z21 §3.8; Z16 §5.7; PAG; W14; W23, objective",
            {
                "both": ("Both sides, by points", "双方按分升级"),
                "declarers-only": ("Declarers only, one level", "只庄家升一级"),
            },
        ),
    ] = "both"
    negative_scores: Annotated[
        bool,
        Text(
            "Results below zero",
            "负分",
            "Whether penalties can take the Opponents into results below zero: four levels for "
            "the Declarers there, and one more for each full step. Else zero is the lowest.",
            "闲家被罚到零分以下时庄家是否多升：负分升四级，每少满一档再多升一级。否则以零分计。",
            "W23, Scoring",
        ),
    ] = False
    most_levels: Annotated[
        Annotated[int, Meta(ge=1, le=12)] | None,
        Text(
            "Most levels in a hand",
            "一局最多升几级",
            "The most levels that anybody advances in one hand, bonuses included. Unset: no limit.",
            "一局最多升几级，加级在内。不设：不限。",
            "W14",
            {"unset": ("no limit", "不限")},
        ),
    ] = None
    must_play: Annotated[
        tuple[Rank, ...],
        Text(
            "Must-play levels",
            "必打",
            "Levels besides the last one that cannot be skipped: who comes to one or past it "
            "stops there and has to play it as Declarers.",
            "除最后一级外不得跳过的级：升到或升过该级时停在该级，须坐庄打过。",
            "Z21 §6.1.2; Z16 §8.2.1; PAG, Compulsory levels; W14; W23",
        ),
    ] = ()
    must_play_win: Annotated[
        bool,
        Text(
            "Must-play levels must be won",
            "必打须打胜",
            "Whether a must-play level is passed only by winning a hand there as Declarers; else "
            "one attempt is enough, won or lost.",
            "必打级是否须坐庄打胜才能通过；否则坐庄打过一次即可，不论胜负。",
            "Z21 §6.1.2; Z16 §8.2.1; PAG, Compulsory levels; W14; W23",
        ),
    ] = True
    hooks: Annotated[
        tuple[HookLevel, ...],
        Text(
            "Hooks",
            "勾级",
            "Levels at which the Declarers fall back when the Opponents win the last trick with a "
            "card of that rank: Jack to 2 (勾到底), Queen to 6 (圈一半), Ace to Jack.",
            "打这些级时，闲家用该级牌赢得最后一轮，庄家即降级：J 勾到底（回 2），"
            "Q 圈一半（回 6），A 回 J。",
            "Z21 §6.1.3, §6.1.4 with footnote 8; Z16 §8.2; PAG, The hook; W14; W23",
        ),
    ] = ()
    hook_card: Annotated[
        Literal["trump-suit-in-unit", "any-trump", "capture"],
        Text(
            "Which card hooks",
            "用哪张牌勾",
            "The card of the trump suit, and in a throw as part of the longest unit "
            "(`trump-suit-in-unit`); any card of that rank (`any-trump`); or the card of the "
            "trump suit when it captures one of that rank from the other side, whose level then "
            "falls, whichever side it is (`capture`).",
            "须用主花色的该级牌，甩牌时须在最长一手之中（trump-suit-in-unit）；"
            "任何一张该级牌均可（any-trump）；"
            "或用主花色的该级牌吃掉对方的一张该级牌，被吃的一方降级，不论庄闲（capture）。",
            "Z21 §6.1.3; Z16 §8.2.2; W14; W23; PAG, The hook",
            {
                "trump-suit-in-unit": ("Trump suit, in the longest unit", "主花色，在最长一手中"),
                "any-trump": ("Any card of the rank", "任何该级牌"),
                "capture": ("Trump suit, capturing another", "主花色，吃掉对方的"),
            },
        ),
    ] = "trump-suit-in-unit"
    hook_needs_win: Annotated[
        bool,
        Text(
            "Hooks need the hand won",
            "上台才算勾",
            "Whether a hook counts only for the side that wins the hand: Opponents who hook must "
            "also reach the threshold.",
            "是否只有赢下本局的一方才算勾：闲家勾级还须得够上台分。",
            "Z21 §6.1.3; Z16 §8.2.2; PAG, The hook; W14; W23",
        ),
    ] = True
    missing_friend_bonus: Annotated[
        bool,
        Text(
            "Bonus for missing friends",
            "缺友加级",
            "Whether a Dealer who wins with fewer friends than called advances more: n levels "
            "become n more for each missing one.",
            "庄家朋友不足而获胜时是否多升：应升 n 级者，每缺一个朋友再加 n 级。",
            "Z21 §6.5; Z16 §8.5",
        ),
    ] = True
    auto_level: Annotated[
        bool,
        Text(
            "Auto-levelling",
            "必升一级",
            "Whether Opponents who win advance one level more, so that somebody advances after "
            "every hand; for an even number of players.",
            "闲家获胜时是否多升一级，使每局都有人升级；只用于偶数人。",
            "Z21 §6.5; BOT",
        ),
    ] = False
