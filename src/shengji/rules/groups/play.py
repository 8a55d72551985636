"""The play: leads, throws, following, winning tricks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from shengji.rules.groups.kitty import KittyRules
from shengji.rules.text import Text, Value


class PlayRules(KittyRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The play: leads, throws, following, winning tricks."""

    consecutive: Annotated[
        Literal["adjacent", "nothing-between", "skip-played", "suit-ranks"],
        Text(
            "Consecutive",
            "相连",
            "Which tuples make a tractor.",
            "怎样算相连成拖拉机。",
            "Z21 §4.1 with footnote 5; Z16 §7.3 with footnote 10; PAG, Tractors skip played "
            "ranks; BOT",
            {
                "adjacent": Value(
                    "Adjacent ranks",
                    "点数相邻",
                    "They are distinct, and the trump rank is lifted out.",
                    "点数不同，级牌抽出不计。",
                ),
                "nothing-between": Value(
                    "Nothing strictly between",
                    "中间无牌即可",
                    "So rank pairs of two other suits are consecutive.",
                    "故两个副花色的级牌对也相连。",
                ),
                "skip-played": Value(
                    "Played ranks are skipped",
                    "可跳过已出完的点数",
                    "Ranks are adjacent when every card between them has been played.",
                    "中间的点数已全部打出，也算相邻。",
                ),
                "suit-ranks": Value(
                    "Adjacent, without rank cards",
                    "点数相邻，级牌不入",
                    "Small and big Jokers go only with each other; no rank card, permanent two "
                    "or red five is part of a tractor.",
                    "级牌、常主 2、红五不入拖拉机，大小王只可彼此相连。",
                ),
            },
        ),
    ] = "adjacent"
    free_leads: Annotated[
        Literal["tractors", "full-tuples"],
        Text(
            "Leads that need not be highest",
            "可随意先出的牌",
            "Which tuples and tractors may be led although they are not highest. Single cards "
            "always may.",
            "哪些对子、多张、拖拉机不必最大也可先出。单张总可先出。",
            "Z21 §3.7.1, §6.5; Z16 §5.6.1; W14; W23, Number of decks played",
            {
                "tractors": Value("All tuples and tractors", "各种对子与拖拉机"),
                "full-tuples": Value(
                    "Only full tuples",
                    "仅限满张（几副牌就几张相同）",
                    "With n decks these are n-tuples and their tractors; narrower ones are "
                    "judged as throws are.",
                    "n 副牌时为 n 张相同及其拖拉机；不足 n 张的按甩牌论。",
                ),
            },
        ),
    ] = "tractors"
    throws: Annotated[
        bool,
        Text(
            "Throws",
            "可以甩牌",
            "Whether several units may be led at once. If not, every lead is one single card, "
            "tuple or tractor, and any other is refused.",
            "首家可否一次出几手（甩牌）。不可时只能出一手：单张、对子（多张）或拖拉机。",
            "Z21 §3.7.1, §4.2; PAG; W14; W23",
        ),
    ] = True
    throw_units: Annotated[
        Literal["tractors", "tuples"],
        Text(
            "Units of a throw",
            "甩牌的单位",
            "What a throw consists of.",
            "甩牌由什么组成。",
            "Z21 §4.2; PAG, Leading a set of top cards",
            {
                "tractors": Value("Singles, tuples, tractors", "单张、对子、拖拉机"),
                "tuples": Value(
                    "Singles and tuples",
                    "单张、对子",
                    "The pairs of a tractor are compared pair by pair.",
                    "不论拖拉机，逐对比较。",
                ),
            },
        ),
    ] = "tractors"
    throw_reading: Annotated[
        Literal["named", "longest"],
        Text(
            "Ambiguous throws",
            "甩牌的拆法",
            "Which structure a throw has when its cards can be read in several ways.",
            "同一手牌有多种拆法时怎么拆。",
            "Z21 §6.5, Triples; BOT",
            {
                "named": Value(
                    "The leader names it",
                    "出牌人指定",
                    "If the leader does not, the reading with the longest unit holds.",
                    "不指定则取最长。",
                ),
                "longest": Value("Longest unit first", "一律取最长"),
            },
        ),
    ] = "named"
    exempt_tractors: Annotated[
        bool,
        Text(
            "Tractors in throws are exempt",
            "甩牌中的拖拉机不必最大",
            "Whether a tractor in a throw need not be highest: only the single cards and tuples "
            "beside it can be beaten.",
            "甩牌里的拖拉机是否不必最大：只有其中的单张和对子（多张）会被管上。",
            "W14; Z21 §4.2; W23",
        ),
    ] = False
    partner_stops_throws: Annotated[
        bool,
        Text(
            "Partners stop throws",
            "同伴也管甩牌",
            "Whether a throw also fails when only a partner can beat a unit of it. A house rule: "
            "in the texts every other player can.",
            "只有同伴能管上其中一手时，甩牌是否也算失败。此为民间约定，各文均算失败。",
            "Z21 §4.2; W14; W23; PAG",
        ),
    ] = True
    failed_throw: Annotated[
        Literal["unit-led", "lowest-led", "must-beat", "card-led"],
        Text(
            "Failed throw",
            "甩牌失败",
            "Which of the units that can be beaten is led when a throw fails. The weakest is "
            "the lowest single card; without one the lowest pair, then the lowest triple; then "
            "the shortest tractor.",
            "甩牌失败时，改出能被管上的哪一手。最小一手：先看单张，没有则对子，再三张，最后最短"
            "的拖拉机；同类取最小。",
            "Z21 §3.7.5; Z16 §4; W14; W23; PAG; BOT",
            {
                "unit-led": Value(
                    "The weakest unit is led",
                    "改出最小一手",
                    "Nobody is obliged to beat it.",
                    "能管者不必管。",
                ),
                "lowest-led": Value(
                    "The lowest unit is led, whatever its shape",
                    "不论牌型，改出最小的",
                    "It is the unit whose highest card is the lowest.",
                    "取顶张最小的一手。",
                ),
                "must-beat": Value(
                    "The weakest unit is led, and must be beaten",
                    "改出最小一手，须管上",
                    "The first player in turn who can beat it has to.",
                    "由轮到的第一个能管者管上。",
                ),
                "card-led": Value(
                    "One card of the lowest unit is led",
                    "只出最小一手中的一张",
                    "It is the lowest card of the unit whose highest card is the lowest.",
                    "取顶张最小的一手，出其中最小的一张。",
                ),
            },
        ),
    ] = "unit-led"
    throw_penalty: Annotated[
        Literal["none", "flat", "per-unit", "per-card", "per-card-withdrawn"],
        Text(
            "Failed throw, penalty",
            "甩牌失败罚分",
            "What a side pays for a throw that fails.",
            "甩牌失败怎么罚分。",
            "Z21 §3.7.5; PAG; BOT",
            {
                "none": Value("Nothing", "不罚"),
                "flat": Value("The points once", "罚一次"),
                "per-unit": Value("For each unit that can be beaten", "按能被管上的手数"),
                "per-card": Value(
                    "For each card that can be beaten",
                    "按能被管上的张数",
                    "These are all cards of the units that can be beaten.",
                    "能被管上的各手的全部张数。",
                ),
                "per-card-withdrawn": Value("For each card taken back", "按收回的张数"),
            },
        ),
    ] = "none"
    throw_penalty_points: Annotated[
        Annotated[int, Meta(ge=5, le=100, multiple_of=5)],
        Text(
            "Failed throw, points",
            "甩牌失败罚几分",
            "The points for one failed throw, unit or card, as the penalty counts them.",
            "每次、每手或每张罚多少分。",
            "Z21 §3.7.5; PAG; BOT",
        ),
    ] = 10
    following: Annotated[
        Literal["tractors", "lone-tractors", "tuples", "same-length", "suit"],
        Text(
            "Following a tractor",
            "跟拖拉机",
            "How a tractor must be followed in its suit, if possible. The suit alone is a house "
            "rule.",
            "首家出拖拉机，有同花色的须怎么跟。只须跟花色为民间约定。",
            "Z21 §4.3; Z16 §7.5; W14; W23; PAG; BOT",
            {
                "tractors": Value(
                    "Tractors follow tractors",
                    "须跟拖拉机",
                    "Without one as long, a shorter one follows, and then tuples.",
                    "没有同样长的则跟较短的，再跟对子。",
                ),
                "lone-tractors": Value(
                    "Tractors, but tuples in throws",
                    "须跟拖拉机，甩牌只跟对子",
                    "Only a tractor that is led alone asks for one.",
                    "只有单出的拖拉机才须用拖拉机跟。",
                ),
                "tuples": Value(
                    "Tuples will do",
                    "只须跟对子",
                    "Nobody owes a tractor.",
                    "不必跟拖拉机。",
                ),
                "same-length": Value(
                    "Only tractors of the same length",
                    "只须跟同样长的",
                    "A shorter one need not be kept together; tuples will do.",
                    "较短的可拆开，只须跟对子。",
                ),
                "suit": Value(
                    "The suit alone",
                    "只须跟花色",
                    "Nobody owes a tuple either, whatever was led.",
                    "不论首家出什么牌型，都不必跟对子。",
                ),
            },
        ),
    ] = "tractors"
    tractors_pulled: Annotated[
        Literal["as-led", "as-many-as-fit"],
        Text(
            "Tractors pulled by a longer one",
            "长拖拉机拉几个短的",
            "How many shorter tractors a player owes who has none of the length that was led.",
            "没有同样长的拖拉机时须跟几个较短的。",
            "Z21 §4.3; W14; W23",
            {
                "as-led": Value(
                    "No more than were led",
                    "不多于首家",
                    "So many if possible, and the longest of them; any tuples go with them.",
                    "个数尽量多，其次尽量长，其余跟对子即可。",
                ),
                "as-many-as-fit": Value(
                    "All that fit into those led",
                    "能拆几个跟几个",
                    "The longest goes first; four consecutive pairs can pull two tractors of two.",
                    "先跟最长的；如四连对可拉出两个二连对。",
                ),
            },
        ),
    ] = "as-led"
    follow_order: Annotated[
        Literal["widest", "most-cards"],
        Text(
            "Which structure first",
            "先跟哪一类",
            "Which of the structures that could follow goes first.",
            "可跟的牌型中先跟哪一类。",
            "Z21 §6.5, Triples; PAG, Game with three decks",
            {
                "widest": Value(
                    "The widest tuples",
                    "三张先于对子",
                    "A triple goes before a tractor of pairs, however long.",
                    "连对再长，也排在三张之后。",
                ),
                "most-cards": Value(
                    "The most cards",
                    "总张数多者先",
                    "Two consecutive pairs go before a triple.",
                    "二连对先于三张。",
                ),
            },
        ),
    ] = "widest"
    protected_tuples: Annotated[
        bool,
        Text(
            "Protected tuples",
            "三张不拆",
            "Whether tuples wider than the widest unit that was led need not be broken: a "
            "triple is not split to follow a pair.",
            "比首家最宽的一手更宽的多张可否不拆：如首家出对子，三张不必拆开来跟。",
            "Z21 §6.5 footnote 11",
        ),
    ] = False
    protected_tractors: Annotated[
        bool,
        Text(
            "Protected tractors",
            "拖拉机不拆",
            "Whether a tractor need not be broken when none was led: who has no other pair may "
            "follow a pair with two single cards, and play the tractor later.",
            "首家没有出拖拉机时，手里的拖拉机可否不拆：如首家出对子，除拖拉机外别无对子者可跟两"
            "张单牌，把拖拉机留到以后。",
            "Z21 §4.3",
        ),
    ] = False
    trumped_throws: Annotated[
        Literal["longest-unit", "every-shape", "every-unit", "no-unit-lower"],
        Text(
            "Comparing trumped throws",
            "毙甩牌比大小",
            "How the trumps of several players are compared when a throw is trumped.",
            "几家都毙甩牌时怎样比大小。",
            "Z21 §4.4 with footnote 7; Z16 §7.6; PAG; W14; W23",
            {
                "longest-unit": Value(
                    "Only the longest unit",
                    "只比最长一手",
                    "The highest one of the longest shape led decides; the rest is disregarded.",
                    "只比首家最长一类中最大的一手，其余不论。",
                ),
                "every-shape": Value(
                    "Unit by unit, pairs first",
                    "逐手比，先对后单",
                    "Where the longest units are equal, the next ones decide.",
                    "最长的一手相同，再比下一手。",
                ),
                "every-unit": Value(
                    "Every unit must be higher",
                    "每一手都须更大",
                    "If one unit is not higher than the earlier player's, the earlier play "
                    "stays ahead.",
                    "有一手不大于前家的，仍算前家大。",
                ),
                "no-unit-lower": Value(
                    "No unit lower, one higher",
                    "没有一手更小，且有一手更大",
                    "Equal units do not keep the earlier play ahead. A house rule.",
                    "各手可以相等，只要有一手更大。此为民间约定。",
                ),
            },
        ),
    ] = "longest-unit"
