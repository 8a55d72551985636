"""The set-up: players, decks, levels, the ranking of cards."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from shengji.cards import Rank
from shengji.rules.text import Text, Value

FirstDrawer: TypeAlias = Literal["counted", "counted-ace-one", "random"]


class SetupRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The set-up: players, decks, levels, the ranking of cards."""

    players: Annotated[
        Annotated[int, Meta(ge=4, le=12)],
        Text(
            "Players",
            "人数",
            "How many play. Two fixed teams need an even number; an odd number can play Finding "
            "Friends.",
            "几个人玩。固定搭档须为偶数；奇数可玩找朋友。",
            "Z21 §3.1, §6.4, §6.5",
        ),
    ] = 4
    teams: Annotated[
        Literal["fixed", "friends"],
        Text(
            "Teams",
            "搭档",
            "Who plays with whom.",
            "谁和谁一伙。",
            "Z21 §3.1, §6.5; Z16 §8.5; W23",
            {
                "fixed": Value(
                    "Fixed teams",
                    "固定搭档",
                    "Two teams sit alternately around the table; a team shares a level.",
                    "两队交错而坐，同队同级。",
                ),
                "friends": Value(
                    "Finding Friends",
                    "找朋友",
                    "The Dealer calls cards in every hand, and whoever plays one joins; each "
                    "player has a level of their own.",
                    "每局由庄家叫牌，打出所叫之牌者入伙；各人各自升级。",
                ),
            },
        ),
    ] = "fixed"
    decks: Annotated[
        Annotated[int, Meta(ge=1, le=6)] | None,
        Text(
            "Decks",
            "几副牌",
            "How many decks of 54 cards, Jokers included. With m decks there are tuples of up "
            "to m identical cards. Unset: one for every two players, rounded down.",
            "用几副牌（每副 54 张，含大小王）。m 副牌最多有 m 张相同的牌。不设：每两人一副，零头"
            "舍去。",
            "Z21 §3.1, §6.3, §6.4, §6.5; W14; W23",
            {
                "unset": Value("one for every two players", "每两人一副"),
            },
        ),
    ] = None
    jokers_removed: Annotated[
        Literal["to-fit"] | Annotated[int, Meta(ge=0, le=12)],
        Text(
            "Jokers removed",
            "去掉几张王",
            "How many Jokers are taken out, small and big ones by turns.",
            "去掉几张王，小王、大王轮流去。",
            "W23, note 1",
            {
                "to-fit": Value(
                    "until the kitty fits",
                    "去到底牌合适为止",
                    "Just enough that the kitty has the wanted size, or six cards.",
                    "去到底牌恰为所定张数（未定则六张）为止。",
                ),
            },
        ),
    ] = 0
    kitty: Annotated[
        Annotated[int, Meta(ge=1, le=60)] | None,
        Text(
            "Kitty size",
            "底牌张数",
            "How many cards are left for the Dealer. Unset: the smallest kitty of at least six "
            "cards that leaves everyone the same number.",
            "留给庄家的底牌张数。不设：不少于六张、且其余牌能平分的最小张数。",
            "Z21 §3.5.4, §6.5; Z16 §8.5; W23, note 1",
            {
                "unset": Value("the smallest even split", "能平分的最小张数"),
            },
        ),
    ] = None
    first_level: Annotated[
        Rank,
        Text(
            "First level",
            "起始级",
            "The level at which everyone starts. Eight makes a match for one evening.",
            "从哪一级开始打。从 8 打起，一个晚上能打完。",
            "Z21 §3.4; Z16 §3, §5.3; PAG, Short game; W14; W23",
        ),
    ] = Rank.TWO
    last_level: Annotated[
        Rank,
        Text(
            "Last level",
            "最后一级",
            "The level with which the match, or a lap of it, is complete. Lower than Ace makes "
            "a short game; one until a team reaches seven has 6 here.",
            "打完这一级，整场（或一圈）才算打完。低于 A 则为短局；打到有人升上 7 为止，此处设为 "
            "6。",
            "Z21 §3.9; PAG, Short game; W14; W23",
        ),
    ] = Rank.ACE
    winning: Annotated[
        Literal["defend", "pass"],
        Text(
            "Winning the match",
            "赢下整场",
            "How the last level is completed.",
            "怎样打完最后一级。",
            "Z21 §3.9; Z16 §5.1; PAG; W14; W23",
            {
                "defend": Value(
                    "Win the last level as Declarers",
                    "最后一级须坐庄打胜",
                    "It is a must-play level: only a hand won there as Declarers completes it.",
                    "该级必打：须在该级坐庄并打胜。",
                ),
                "pass": Value(
                    "Pass the last level",
                    "升过最后一级即可",
                    "Any advance past it will do, also from below it or as Opponents.",
                    "跳级或做闲家时升过也算。",
                ),
            },
        ),
    ] = "defend"
    after_last_level: Annotated[
        Literal["win", "wrap"],
        Text(
            "After the last level",
            "打完最后一级",
            "What happens when somebody completes the last level.",
            "有人打完最后一级之后怎样。",
            "W14; W23",
            {
                "win": Value("The match is won", "赢下整场"),
                "wrap": Value(
                    "Wrap to 2",
                    "转回 2",
                    "Play goes on at 2, for a longer match of several laps.",
                    "接着从 2 打起，打满数圈。",
                ),
            },
        ),
    ] = "win"
    laps: Annotated[
        Annotated[int, Meta(ge=2, le=9)],
        Text(
            "Laps",
            "圈数",
            "How many times the levels are gone through before the match is won.",
            "各级共打几圈才赢下整场。",
            "W14; W23",
            ours=True,
        ),
    ] = 2
    first_drawer: Annotated[
        FirstDrawer,
        Text(
            "Who draws first",
            "谁先摸牌",
            "Who draws first in the first hand; in later ones it is the Dealer.",
            "第一局谁先摸牌；以后由庄家先摸。",
            "Z21 §3.5.3, §3.6.3; Z16 §7.1; W23; PAG",
            {
                "counted": Value(
                    "Counted, Ace turned again",
                    "翻牌数人，翻到 A 重翻",
                    "A card is turned up and counted around from the shuffler; an Ace or a "
                    "Joker is turned again.",
                    "由洗牌人翻一张牌数人，翻到 A 或王重翻。",
                ),
                "counted-ace-one": Value(
                    "Counted, Ace is one",
                    "翻牌数人，A 算 1",
                    "A card is turned up and counted around from the shuffler; only a Joker is "
                    "turned again.",
                    "由洗牌人翻一张牌数人，只有翻到王才重翻。",
                ),
                "random": Value("At random", "随机"),
            },
        ),
    ] = "counted"
    permanent_twos: Annotated[
        bool,
        Text(
            "Permanent twos",
            "2 常主",
            "Whether all 2s are always trumps: between the rank cards and the rest of the trump "
            "suit, the 2 of the trump suit above the others.",
            "2 是否为常主（元主）：排在级牌之下、其余主牌之上，主花色的 2 大于其他 2。",
            "Z21 §3.3, footnote 2",
        ),
    ] = False
    red_fives: Annotated[
        Literal["none", "hearts", "hearts-and-diamonds"],
        Text(
            "Red fives",
            "红五",
            "Whether red fives are the highest cards. Whoever loses one to the other side is "
            "penalised.",
            "红五是否最大。红五被对方吃掉要受罚。",
            "W14; W23",
            {
                "none": Value("Not used", "不用"),
                "hearts": Value(
                    "Five of hearts",
                    "红桃 5",
                    "It is above the big Joker.",
                    "大于大王。",
                ),
                "hearts-and-diamonds": Value(
                    "Five of hearts, then of diamonds",
                    "红桃 5、方块 5",
                    "Both are above the big Joker.",
                    "都大于大王，红桃 5 最大。",
                ),
            },
        ),
    ] = "none"
    red_five_penalty: Annotated[
        Literal["points", "levels"],
        Text(
            "Captured red five",
            "红五被吃",
            "What it costs to lose a red five to the other side.",
            "红五被对方吃掉怎么罚。",
            "W14; W23",
            {
                "points": Value(
                    "Costs points",
                    "罚分",
                    "The side of its owner pays them.",
                    "罚该方的分。",
                ),
                "levels": Value(
                    "Costs levels",
                    "降级",
                    "Its owner goes down, in fixed teams with the whole team.",
                    "降该人的级；固定搭档则全队降级。",
                ),
            },
            ours=True,
        ),
    ] = "points"
    red_five_points: Annotated[
        Annotated[int, Meta(ge=5, le=200, multiple_of=5)],
        Text(
            "Captured red five, points",
            "红五被吃罚几分",
            "The points for each red five that is captured.",
            "每张被吃的红五罚多少分。",
            "W14; W23",
            ours=True,
        ),
    ] = 20
    red_five_levels: Annotated[
        Annotated[int, Meta(ge=1, le=3)],
        Text(
            "Captured red five, levels",
            "红五被吃降几级",
            "The levels for each red five that is captured.",
            "每张被吃的红五降几级。",
            "W14; W23",
            ours=True,
        ),
    ] = 1
    no_trump_rank_cards: Annotated[
        Literal["trump", "ordinary"],
        Text(
            "Rank cards without a trump suit",
            "无主时的级牌",
            "What the rank cards are in a hand without a trump suit.",
            "打无主时级牌算什么。",
            "Z21 §3.3; Z16 §5.2; W23; PAG",
            {
                "trump": Value(
                    "Stay trumps",
                    "仍是主牌",
                    "They are trumps as the Jokers are.",
                    "和王一样是主牌。",
                ),
                "ordinary": Value(
                    "Ordinary cards",
                    "归本花色",
                    "Only the Jokers are trumps; the rank has its place in each suit.",
                    "只有王是主牌，级牌在本花色中排大小。",
                ),
            },
        ),
    ] = "trump"
