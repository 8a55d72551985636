"""The result of a hand: points, levels, special levels."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from shengji.cards import Rank
from shengji.rules.groups.play import PlayRules
from shengji.rules.text import Text, Value

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
            {
                "unset": Value("40 for each deck", "每副牌 40 分"),
            },
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
            {
                "unset": Value("20 for each deck", "每副牌 20 分"),
            },
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
            "cards-led",
            "none",
        ],
        Text(
            "Kitty bonus",
            "抠底倍数",
            "By how much the points in the kitty are multiplied when the Opponents win the last "
            "trick; its lead decides.",
            "闲家赢得最后一轮（抠底）时，底牌分乘几倍；以该轮首家的出牌为准。",
            "Z21 §3.8 with footnote 3, §6.5; Z16 §5.7; PAG; W14; W23; BOT",
            {
                "pairs": Value(
                    "Doubled by each pair",
                    "每对加倍",
                    "A single card 2, a pair 4, two consecutive pairs 8; an m-tuple 2m, doubled "
                    "by each further one of a tractor.",
                    "单张 2，对子 4，二连对 8；m 张相同 2m，拖拉机每多一组加倍。",
                ),
                "power-of-cards": Value(
                    "2 to the power of the cards",
                    "2 的张数次方",
                    "A largest unit of n cards 2^n: a pair 4, two consecutive pairs 16.",
                    "最大一手 n 张则 2^n：对子 4，二连对 16。",
                ),
                "twice-cards": Value(
                    "Twice the cards of the largest unit",
                    "最大一手张数的两倍",
                    "A pair 4, two consecutive pairs 8.",
                    "对子 4，二连对 8。",
                ),
                "twice-cards-led": Value(
                    "Twice the cards led",
                    "出牌张数的两倍",
                    "All cards of a throw count.",
                    "甩牌的每一张都算。",
                ),
                "one": Value("Always 1", "不加倍"),
                "two": Value("Always 2", "一律两倍"),
                "two-or-three": Value("2, but 3 for thrown single cards", "两倍，甩单张三倍"),
                "pairs-plus-one": Value(
                    "2 × (pairs + 1), thrown single cards 3",
                    "2 ×（对数 + 1），甩单张三倍",
                    "A single card 2, a pair 4, two consecutive pairs 6.",
                    "单张 2，对子 4，二连对 6。",
                ),
                "pairs-plus-one-or-two": Value(
                    "2 × (pairs + 1), thrown single cards 2",
                    "2 ×（对数 + 1），甩单张两倍",
                    "A single card 2, a pair 4, two consecutive pairs 6.",
                    "单张 2，对子 4，二连对 6。",
                ),
                "cards": Value(
                    "The cards led, or twice a throw's largest unit",
                    "出牌张数，甩牌为最大一手的两倍",
                    "A single card 1, a pair 2, two consecutive pairs 4.",
                    "单张 1，对子 2，二连对 4。",
                ),
                "cards-led": Value(
                    "The cards led",
                    "出牌张数",
                    "A throw is no exception. A house rule.",
                    "甩牌也不加倍。此为民间约定。",
                ),
                "none": Value(
                    "Nothing",
                    "不计底分",
                    "The kitty stays closed.",
                    "底牌不翻开。",
                ),
            },
        ),
    ] = "pairs"
    side_suit_halves: Annotated[
        bool,
        Text(
            "Kitty taken by a side suit",
            "副牌抠底减半",
            "Whether the kitty brings only half of its bonus when the Opponents win the last "
            "trick with cards of a side suit instead of trumps. The half is rounded down to a "
            "multiple of 5.",
            "闲家用副牌而不是主牌赢得最后一轮时，抠底所得是否减半。减半后不足 5 分的零头舍去。",
            "Z21 §3.8",
        ),
    ] = False
    results: Annotated[
        Literal["both", "declarers-only"],
        Text(
            "Who goes up",
            "谁可升级",
            "Who goes up after a hand.",
            "一局之后谁可升级。",
            "Z21 §3.8; Z16 §5.7; PAG; W14; W23, objective",
            {
                "both": Value("Both sides, by points", "双方按分升级"),
                "declarers-only": Value(
                    "Declarers only, one level",
                    "只庄家升一级",
                    "Opponents who take over stay where they are.",
                    "闲家上台不升级。",
                ),
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
            {
                "unset": Value("no limit", "不限"),
            },
        ),
    ] = None
    must_play: Annotated[
        tuple[Rank, ...],
        Text(
            "Other must-play levels",
            "其他必打级",
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
            "Whether a must-play level is passed only by winning a hand there as Declarers; "
            "else one attempt is enough, won or lost.",
            "必打级是否须坐庄打胜才能通过；否则坐庄打过一次即可，不论胜负。",
            "Z21 §6.1.2; Z16 §8.2.1; PAG, Compulsory levels; W14; W23",
        ),
    ] = True
    hooks: Annotated[
        tuple[HookLevel, ...],
        Text(
            "Hooks",
            "勾级",
            "Levels at which the Declarers fall back when the Opponents win the last trick with "
            "a card of that rank: Jack to 2 (勾到底), Queen to 6 (圈一半), Ace to Jack.",
            "打这些级时，闲家用该级牌赢得最后一轮，庄家即降级：J 勾到底（回 2），Q 圈一半（回 6"
            "），A 回 J。",
            "Z21 §6.1.3, §6.1.4 with footnote 8; Z16 §8.2; PAG, The hook; W14; W23",
        ),
    ] = ()
    hook_card: Annotated[
        Literal["trump-suit-in-unit", "any-trump", "capture"],
        Text(
            "Which card hooks",
            "用哪张牌勾",
            "Which card hooks.",
            "用哪张牌勾。",
            "Z21 §6.1.3; Z16 §8.2.2; W14; W23; PAG, The hook",
            {
                "trump-suit-in-unit": Value(
                    "Trump suit, in the longest unit",
                    "主花色，在最长一手中",
                    "The card of the trump suit; in a throw it must be part of the longest unit.",
                    "须用主花色的该级牌；甩牌时须在最长一手之中。",
                ),
                "any-trump": Value("Any card of the rank", "任何该级牌"),
                "capture": Value(
                    "Trump suit, capturing another",
                    "主花色，吃掉对方的",
                    "The card of the trump suit takes one of that rank from the other side, "
                    "whose level falls, whichever side it is.",
                    "用主花色的该级牌吃掉对方的一张该级牌，被吃的一方降级，不论庄闲。",
                ),
            },
        ),
    ] = "trump-suit-in-unit"
    hook_needs_win: Annotated[
        bool,
        Text(
            "Hooks need the hand won",
            "上台才算勾",
            "Whether a hook counts only for the side that wins the hand: Opponents who hook "
            "must also reach the threshold.",
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
            "闲家多升一级",
            "Whether Opponents who win advance one level more, so that somebody advances after "
            "every hand; for an even number of players.",
            "闲家获胜时是否多升一级，使每局都有人升级；只用于偶数人。",
            "Z21 §6.5; BOT",
        ),
    ] = False
