"""The play: leads, throws, following, winning tricks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from shengji.rules.groups.kitty import KittyRules
from shengji.rules.text import Text


class PlayRules(KittyRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The play: leads, throws, following, winning tricks."""

    consecutive: Annotated[
        Literal["adjacent", "nothing-between", "skip-played", "suit-ranks"],
        Text(
            "Consecutive",
            "相连",
            "Tuples make a tractor when their ranks are adjacent and distinct, the trump rank "
            "lifted out (`adjacent`); when no card is strictly between them, so that rank pairs "
            "of two other suits are consecutive (`nothing-between`); when only ranks lie between "
            "of which every card has been played (`skip-played`); or as `adjacent`, but with "
            "small and big Jokers only with each other and no rank card, no permanent two and no "
            "red five at all (`suit-ranks`).",
            "怎样算相连成拖拉机：点数相邻且不同，级牌抽出不计（adjacent）；"
            "中间没有别的牌即可，故两个副花色的级牌对也相连（nothing-between）；"
            "中间的点数已全部打出也可跳过（skip-played）；"
            "或同 adjacent，但级牌、常主 2、红五不入拖拉机，大小王只可彼此相连（suit-ranks）。",
            "Z21 §4.1 with footnote 5; Z16 §7.3 with footnote 10; PAG, Tractors skip played ranks; "
            "BOT",
            {
                "adjacent": ("Adjacent ranks", "点数相邻"),
                "nothing-between": ("Nothing strictly between", "中间无牌即可"),
                "skip-played": ("Played ranks are skipped", "可跳过已出完的点数"),
                "suit-ranks": ("Adjacent, without rank cards", "点数相邻，级牌不入"),
            },
        ),
    ] = "adjacent"
    free_leads: Annotated[
        Literal["tractors", "full-tuples"],
        Text(
            "Leads that need not be highest",
            "可随意领出的牌",
            "Every tuple and tractor may be led freely (`tractors`); or with n decks only "
            "n-tuples and tractors of n-tuples, while narrower ones are judged as throws are "
            "(`full-tuples`). Single cards are always free.",
            "任何对子、多张、拖拉机均可随意领出（tractors）；或 n 副牌时只有 n 张相同及其拖拉机"
            "可随意领出，不足 n 张的按甩牌论（full-tuples）。单张总可领出。",
            "Z21 §3.7.1, §6.5; Z16 §5.6.1; W14; W23, Number of decks played",
            {
                "tractors": ("All tuples and tractors", "各种对子与拖拉机"),
                "full-tuples": ("Only full tuples", "仅满副的多张"),
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
            "首家可否一次领出几手（甩牌）。若不可，则只能领出一手：单张、对子（多张）或拖拉机。",
            "Z21 §3.7.1, §4.2; PAG; W14; W23",
        ),
    ] = True
    throw_units: Annotated[
        Literal["tractors", "tuples"],
        Text(
            "Units of a throw",
            "甩牌的单位",
            "A throw consists of singles, tuples and tractors (`tractors`); or of singles and "
            "tuples only, so that its pairs are compared pair by pair (`tuples`).",
            "甩牌由单张、对子（多张）和拖拉机组成（tractors）；"
            "或只分单张和对子（多张），不论拖拉机（tuples）。",
            "Z21 §4.2; PAG, Leading a set of top cards",
            {
                "tractors": ("Singles, tuples, tractors", "单张、对子、拖拉机"),
                "tuples": ("Singles and tuples", "单张、对子"),
            },
        ),
    ] = "tractors"
    throw_reading: Annotated[
        Literal["named", "longest"],
        Text(
            "Ambiguous throws",
            "甩牌的拆法",
            "When cards can be read as units in several ways, the leader names one and else the "
            "one with the longest unit holds (`named`), or the latter always (`longest`).",
            "同一手牌有多种拆法时：由出牌人指定，不指定则取最长（named）；或一律取最长（longest）。",
            "Z21 §6.5, Triples; BOT",
            {
                "named": ("The leader names it", "出牌人指定"),
                "longest": ("Longest unit first", "一律取最长"),
            },
        ),
    ] = "named"
    exempt_tractors: Annotated[
        bool,
        Text(
            "Tractors in throws are exempt",
            "甩牌中的拖拉机免查",
            "Whether a tractor in a throw need not be highest: only the single cards and tuples "
            "beside it can be beaten.",
            "甩牌里的拖拉机是否不必最大：只有其中的单张和对子（多张）会被管上。",
            "W14; Z21 §4.2; W23",
        ),
    ] = False
    failed_throw: Annotated[
        Literal["unit-led", "lowest-led", "must-beat", "card-led"],
        Text(
            "Failed throw",
            "甩牌失败",
            "The weakest unit that can be beaten is led, and nobody is obliged to beat it "
            "(`unit-led`); or the player who can must beat it (`must-beat`); or of the units that "
            "can be beaten, whatever their shapes, the one whose highest card is the lowest is "
            "taken: all of it is led (`lowest-led`), or its lowest card alone (`card-led`).",
            "甩牌失败须改出能被管上的最小一手：能管者不必管（unit-led）；或能管者必须管上（must-beat）；"
            "或不论牌型，取能被管上的各手中顶张最小的一手：整手出（lowest-led），"
            "或只出其中最小的一张（card-led）。",
            "Z21 §3.7.5; Z16 §4; W14; W23; PAG; BOT",
            {
                "unit-led": ("The weakest unit is led", "改出最小一手"),
                "lowest-led": (
                    "The lowest unit is led, whatever its shape",
                    "不论牌型，改出最小的",
                ),
                "must-beat": ("... and must be beaten", "能管者必须管上"),
                "card-led": ("One card of it is led", "只出其中一张"),
            },
        ),
    ] = "unit-led"
    throw_penalty: Annotated[
        Literal["none", "flat", "per-unit", "per-card", "per-card-withdrawn"],
        Text(
            "Failed throw, penalty",
            "甩牌失败罚分",
            "What a side pays for a throw that fails: nothing (`none`), the points once (`flat`), "
            "for each unit that can be beaten (`per-unit`), for each card of these "
            "(`per-card`), or for each card that is taken back (`per-card-withdrawn`).",
            "甩牌失败的罚分：不罚（none）、罚一次（flat）、按能被管上的手数（per-unit）、"
            "按其张数（per-card）、或按收回的张数（per-card-withdrawn）。",
            "Z21 §3.7.5; PAG; BOT",
            {
                "none": ("None", "不罚"),
                "flat": ("Once", "罚一次"),
                "per-unit": ("For each unit that can be beaten", "按能被管上的手数"),
                "per-card": ("For each card that can be beaten", "按能被管上的张数"),
                "per-card-withdrawn": ("For each card taken back", "按收回的张数"),
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
        Literal["tractors", "lone-tractors", "tuples", "same-length"],
        Text(
            "Following a tractor",
            "跟拖拉机",
            "A tractor must be followed by a tractor of the suit if possible, else a shorter one, "
            "then tuples (`tractors`); so where it is led alone, but to a throw by tuples only "
            "(`lone-tractors`); always by tuples only (`tuples`); or by a tractor of the same "
            "width and length, but a shorter one need not be kept together (`same-length`).",
            "首家出拖拉机：有同花色拖拉机须跟，没有则跟较短的，再跟对子（tractors）；"
            "单出拖拉机时如此，甩牌则只须跟对子（lone-tractors）；"
            "一律只须跟对子（多张），不必跟拖拉机（tuples）；"
            "或有同样长的须跟，较短的则可拆开，只须跟对子（same-length）。",
            "Z21 §4.3; Z16 §7.5; W14; W23; PAG; BOT",
            {
                "tractors": ("Tractors follow tractors", "须跟拖拉机"),
                "lone-tractors": ("... but tuples follow throws", "须跟拖拉机，甩牌只跟对子"),
                "tuples": ("Tuples will do", "只须跟对子"),
                "same-length": ("Only tractors as long", "只须跟同样长的"),
            },
        ),
    ] = "tractors"
    tractors_pulled: Annotated[
        Literal["as-led", "as-many-as-fit"],
        Text(
            "Tractors pulled by a longer one",
            "长拖拉机拉几个短的",
            "How many tractors a player without those led owes: as many as possible, but no more "
            "than were led, of these the longest, and then any tuples (`as-led`); or the longest "
            "first, and as many as fit into those led, so that four consecutive pairs pull two "
            "tractors of two (`as-many-as-fit`).",
            "没有同样长的拖拉机时须跟几个：个数尽量多，但不多于首家，其次尽量长，"
            "其余跟对子即可（as-led）；或先跟最长的，首家的能拆成几个就须跟几个，"
            "如四连对可拉出两个二连对（as-many-as-fit）。",
            "Z21 §4.3; W14; W23",
            {
                "as-led": ("No more than were led", "不多于首家"),
                "as-many-as-fit": ("As many as fit", "能拆几个跟几个"),
            },
        ),
    ] = "as-led"
    follow_order: Annotated[
        Literal["widest", "most-cards"],
        Text(
            "Which structure first",
            "先跟哪一类",
            "Of what could follow, the widest tuples go first, triples before pairs of any length "
            "(`widest`); or the unit with the most cards, so that two consecutive pairs go before "
            "a triple (`most-cards`).",
            "可跟的牌型中：张数最多的同牌先跟，三张先于任何对子（widest）；"
            "或总张数最多的先跟，二连对先于三张（most-cards）。",
            "Z21 §6.5, Triples; PAG, Game with three decks",
            {
                "widest": ("The widest tuples", "三张先于对子"),
                "most-cards": ("The most cards", "总张数多者先"),
            },
        ),
    ] = "widest"
    protected_tuples: Annotated[
        bool,
        Text(
            "Protected tuples",
            "三张不拆",
            "Whether tuples wider than the widest unit that was led need not be broken: a triple "
            "is not split to follow a pair.",
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
            "首家没有出拖拉机时，手里的拖拉机可否不拆："
            "如首家出对子，除拖拉机外别无对子者可跟两张单牌，把拖拉机留到以后。",
            "Z21 §4.3",
        ),
    ] = False
    trumped_throws: Annotated[
        Literal["longest-unit", "every-shape", "every-unit"],
        Text(
            "Comparing trumped throws",
            "毙甩牌比大小",
            "When several players trump a throw: the highest unit of the longest shape led "
            "decides and the rest is disregarded (`longest-unit`); equal there, the next shapes "
            "are compared, pairs before singles (`every-shape`); or every unit must be higher "
            "than the earlier player's (`every-unit`).",
            "几家都毙甩牌时：只比首家最长一类中最大的一手，其余不论（longest-unit）；"
            "相同再比下一类，先对子后单张（every-shape）；"
            "或每一手都须大于前家（every-unit）。",
            "Z21 §4.4 with footnote 7; Z16 §7.6; PAG; W14; W23",
            {
                "longest-unit": ("Only the longest unit", "只比最长一手"),
                "every-shape": ("Shape by shape, pairs first", "逐类比，先对后单"),
                "every-unit": ("Every unit must be higher", "每一手都须更大"),
            },
        ),
    ] = "longest-unit"
