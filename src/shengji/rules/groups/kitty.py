"""Rules after the draw: Bidding for Land, and calling friends."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from shengji.rules.groups.draw import DrawRules
from shengji.rules.text import Text, Value


class KittyRules(DrawRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules after the draw: Bidding for Land, and calling friends."""

    kitty_shown: Annotated[
        bool,
        Text(
            "Kitty shown",
            "亮底牌",
            "Whether everybody is shown the kitty before the Dealer takes it. What is buried, "
            "and what others take in Bidding for Land, stays hidden.",
            "庄家拿底牌之前是否先给大家看。埋下的牌、炒地皮时别人拿起的底牌仍不公开。",
            "Z21 §3.5.6; PAG; W14; W23",
        ),
    ] = False
    land: Annotated[
        bool,
        Text(
            "Bidding for Land",
            "炒地皮",
            "Whether after the Dealer has buried the kitty the others may by turns override "
            "with a higher pair or tuple: who does so changes the trump suit, takes the kitty "
            "and buries another. From high to low: big Jokers, small Jokers, rank cards of "
            "spades, hearts, clubs, diamonds; longer tuples first; any of them beats a single "
            "card shown in the draw.",
            "庄家埋底后，其他人可否依次用更大的对子（或更多张）炒底：换主、拿起底牌、重新埋底。"
            "由大到小：大王、小王、黑桃、红桃、梅花、方块的级牌；张数多者为大；任何一种都大于摸"
            "牌时亮的单张。",
            "Z21 §6.2; Z16 §8.3; W14; W23",
        ),
    ] = False
    land_bidders: Annotated[
        Literal["not-last-declarer", "all"],
        Text(
            "Who may bid for the land",
            "谁可炒底",
            "Who may bid for the land first. After an override all other players may.",
            "第一圈谁可炒底。有人炒过之后，其余各人均可再炒。",
            "Z21 §6.2; Z16 §8.3; W14; W23",
            {
                "not-last-declarer": Value(
                    "All but the last declarer",
                    "最后亮主者除外",
                    "Whoever declared or overrode last in the draw has to wait for an override.",
                    "摸牌时最后亮主或反主者，须等别人炒过才可再炒。",
                ),
                "all": Value("All others", "其他人均可"),
            },
        ),
    ] = "not-last-declarer"
    friends_called: Annotated[
        Literal["by-decks"] | Annotated[int, Meta(ge=0, le=5)] | None,
        Text(
            "Friends called",
            "叫几个朋友",
            "How many cards the Dealer calls, and so how many friends the Declarers may have.",
            "庄家叫几张牌，即最多几个朋友。",
            "Z21 §6.5; Z16 §8.5; W23; W14",
            {
                "by-decks": Value(
                    "one Declarer for each deck",
                    "庄家一方人数等于副数",
                    "There is always at least one Opponent.",
                    "至少留一个闲家。",
                ),
                "unset": Value(
                    "half of the players are Declarers",
                    "庄家一方占半数",
                    "The half is rounded down.",
                    "零头舍去。",
                ),
            },
        ),
    ] = None
