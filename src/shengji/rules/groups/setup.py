"""The set-up: players, decks, levels, the ranking of cards."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shengji.cards import Rank
from shengji.rules.text import Text


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
            "Two fixed teams that sit alternately around the table and share a level (`fixed`); "
            "or Finding Friends: the Dealer calls cards in every hand, whoever plays one joins, "
            "and each player has a level of their own (`friends`).",
            "固定搭档：两队交错而坐，同队同级（fixed）；或找朋友：每局由庄家叫牌，"
            "打出所叫之牌者入伙，各人各自升级（friends）。",
            "Z21 §3.1, §6.5; Z16 §8.5; W23",
            {"fixed": ("Fixed teams", "固定搭档"), "friends": ("Finding Friends", "找朋友")},
        ),
    ] = "fixed"
    decks: Annotated[
        Annotated[int, Meta(ge=1, le=6)] | None,
        Text(
            "Decks",
            "几副牌",
            "How many decks of 54 cards, Jokers included. With m decks there are tuples of up to "
            "m identical cards. Unset: one for every two players, rounded down.",
            "用几副牌（每副 54 张，含大小王）。m 副牌最多有 m 张相同的牌。"
            "不设：每两人一副，零头舍去。",
            "Z21 §3.1, §6.3, §6.4, §6.5; W14; W23",
            {"unset": ("one for every two players", "每两人一副")},
        ),
    ] = None
    jokers_removed: Annotated[
        Literal["to-fit"] | Annotated[int, Meta(ge=0, le=12)],
        Text(
            "Jokers removed",
            "去掉几张王",
            "How many Jokers are taken out, small and big ones by turns. `to-fit`: just so many "
            "that the kitty comes out at the wanted size, or at six cards.",
            "去掉几张王，小王、大王轮流去。to-fit：去到底牌恰为所定张数（未定则六张）为止。",
            "W23, note 1",
            {"to-fit": ("as many as fit the kitty", "按底牌张数")},
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
            {"unset": ("the smallest even split", "能平分的最小张数")},
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
            "The level with which the match, or a lap of it, is complete. Lower than Ace makes a "
            "short game; one until a team reaches seven has 6 here.",
            "打完这一级，全局（或一圈）才算打完。低于 A 则为短局；"
            "打到有人升上 7 为止，此处设为 6。",
            "Z21 §3.9; PAG, Short game; W14; W23",
        ),
    ] = Rank.ACE
    winning: Annotated[
        Literal["defend", "pass"],
        Text(
            "Winning the match",
            "全局取胜",
            "How the last level is completed: by winning a hand there as Declarers, so that it is "
            "a must-play level (`defend`); or by advancing past it in any way, also from below "
            "and as Opponents (`pass`).",
            "怎样打完最后一级：须在该级坐庄并打胜，即该级必打（defend）；"
            "或只要升过该级即可，跳级或做闲家时升过也算（pass）。",
            "Z21 §3.9; Z16 §5.1; PAG; W14; W23",
            {
                "defend": ("Win the last level as Declarers", "最后一级须坐庄打胜"),
                "pass": ("Pass the last level", "升过最后一级即可"),
            },
        ),
    ] = "defend"
    after_last_level: Annotated[
        Literal["win", "wrap"],
        Text(
            "After the last level",
            "打完最后一级",
            "Whoever completes the last level wins the match (`win`), or goes on at 2 for a "
            "longer game of several laps (`wrap`).",
            "打完最后一级即赢得全局（win）；或转回 2 接着打，打满数圈（wrap）。",
            "W14; W23",
            {"win": ("The match is won", "赢得全局"), "wrap": ("Wrap to 2", "转回 2")},
        ),
    ] = "win"
    laps: Annotated[
        Annotated[int, Meta(ge=2, le=9)],
        Text(
            "Laps",
            "圈数",
            "How many times the levels are gone through before the match is won. No text gives a "
            "number.",
            "各级共打几圈才赢得全局。各文均未给出圈数。",
            "W14; W23",
        ),
    ] = 2
    first_drawer: Annotated[
        Literal["counted", "counted-ace-one", "random"],
        Text(
            "Who draws first",
            "谁先摸牌",
            "In the first hand: counted from the shuffler by a card turned up, Ace and Jokers "
            "turned again (`counted`); the same with Ace as one (`counted-ace-one`); or plain "
            "chance (`random`). Later the Dealer draws first.",
            "第一局：由洗牌人翻一张牌数人，翻到 A 或王重翻（counted）；"
            "同上，但 A 算 1（counted-ace-one）；或完全随机（random）。以后由庄家先摸。",
            "Z21 §3.5.3, §3.6.3; Z16 §7.1; W23; PAG",
            {
                "counted": ("Counted, Ace turned again", "翻牌数人，翻到 A 重翻"),
                "counted-ace-one": ("Counted, Ace is one", "翻牌数人，A 算 1"),
                "random": ("At random", "随机"),
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
            "Whether red fives are the highest cards: the five of hearts above the big Joker "
            "(`hearts`), or also the five of diamonds just below it "
            "(`hearts-and-diamonds`). Whoever loses one to the other side is penalised.",
            "红五是否最大：红桃 5 大于大王（hearts）；方块 5 也算，仅次于红桃 5"
            "（hearts-and-diamonds）。红五被对方吃掉要受罚。",
            "W14; W23",
            {
                "none": ("No", "不用"),
                "hearts": ("Five of hearts", "红桃 5"),
                "hearts-and-diamonds": ("Five of hearts, then of diamonds", "红桃 5、方块 5"),
            },
        ),
    ] = "none"
    red_five_penalty: Annotated[
        Literal["points", "levels"],
        Text(
            "Captured red five",
            "红五被吃",
            "What a red five costs that the other side captures: points of its owner's side "
            "(`points`), or levels of its owner or the owner's team (`levels`). The texts only "
            "say that the player is penalised.",
            "红五被对方吃掉怎么罚：罚该方的分（points），或降该人（该队）的级（levels）。"
            "原文只说受罚，未说怎么罚。",
            "W14; W23",
            {"points": ("Costs points", "罚分"), "levels": ("Costs levels", "降级")},
        ),
    ] = "points"
    red_five_points: Annotated[
        Annotated[int, Meta(ge=5, le=200, multiple_of=5)],
        Text(
            "Captured red five, points",
            "红五被吃罚几分",
            "The points for each red five that is captured. No text gives a figure.",
            "每张被吃的红五罚多少分。各文均未给出分数。",
            "W14; W23",
        ),
    ] = 20
    red_five_levels: Annotated[
        Annotated[int, Meta(ge=1, le=3)],
        Text(
            "Captured red five, levels",
            "红五被吃降几级",
            "The levels for each red five that is captured. No text gives a figure.",
            "每张被吃的红五降几级。各文均未给出级数。",
            "W14; W23",
        ),
    ] = 1
    no_trump_rank_cards: Annotated[
        Literal["trump", "ordinary"],
        Text(
            "Rank cards without a trump suit",
            "无主时的级牌",
            "In a hand without a trump suit the rank cards are trumps as well as the Jokers "
            "(`trump`), or only the Jokers are and the rank is an ordinary one (`ordinary`).",
            "打无主时，级牌和王都是主牌（trump）；或只有王是主牌，级牌归本花色（ordinary）。",
            "Z21 §3.3; Z16 §5.2; W23; PAG",
            {
                "trump": ("Stay trumps", "仍是主牌"),
                "ordinary": ("Ordinary cards", "归本花色"),
            },
        ),
    ] = "trump"
