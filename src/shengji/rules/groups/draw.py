"""The draw: how trumps and the Dealer are made, and re-deals."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from shengji.rules.groups.setup import SetupRules
from shengji.rules.text import Text


class DrawRules(SetupRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The draw: how trumps and the Dealer are made, and re-deals."""

    declarations: Annotated[
        Literal["open", "call-then-pair"],
        Text(
            "Course of the declarations",
            "亮主的程序",
            "Declarations are overridden and reinforced as long as somebody has a higher one "
            "(`open`); or a single rank card declares first, and then, once, a pair of the rank "
            "or of Jokers takes its place, which may also be the declarer's own, of any suit "
            "(`call-then-pair`).",
            "有更大的就可再反、再加固（open）；或先以单张级牌报主，之后只许用一对级牌或一对王反一次，"
            "报主者自己也可反，花色不限（call-then-pair）。",
            "Z21 §3.5.5; BOT",
            {
                "open": ("As long as there is a higher one", "有更大的即可再亮"),
                "call-then-pair": ("One card, then once a pair", "单张报主，一对反一次"),
            },
        ),
    ] = "open"
    least_shown: Annotated[
        Literal[1, 2],
        Text(
            "Least to declare",
            "首亮张数",
            "How many identical cards a first declaration takes at least: a single rank card "
            "will do (1), or it must be a pair (2).",
            "首次亮主至少几张：单张级牌即可（1），或须亮一对（2）。",
            "Z21 §3.5.5; Z16 §5.4.5; PAG; W23",
            {"1": ("A single card", "单张即可"), "2": ("A pair", "须一对")},
        ),
    ] = 1
    suit_overrides: Annotated[
        bool,
        Text(
            "A higher suit overrides a single card",
            "单张花色大可反",
            "Whether a single rank card is overridden by a single one of a higher suit: spades, "
            "hearts, clubs, diamonds, as in Bidding for Land. The texts ask for a pair.",
            "单张级牌可否被花色更大的单张反：黑桃、红桃、梅花、方块依次而小，同炒地皮。"
            "各文均须用对子反。",
            "Z21 §3.5.5, §6.2",
        ),
    ] = False
    bid_jokers: Annotated[
        Literal["pairs", "big-only", "none"],
        Text(
            "Declaring with Jokers",
            "用王亮主",
            "Two or more identical Jokers declare a hand without a trump suit: both kinds "
            "(`pairs`), only big ones (`big-only`), or no Jokers at all (`none`). Longer tuples "
            "beat shorter ones of any kind; of equal length, Jokers beat rank cards. Whoever "
            "declared first overrides with Jokers only after rank cards have overridden.",
            "两张以上相同的王可亮无主：大小王均可（pairs）、只许大王（big-only）、"
            "不许用王（none）。张数多者为大；张数相同，王大于级牌。"
            "首亮者须被级牌反过，才可用王再反。",
            "Z21 §3.5.5, §6.5 with footnote 10; Z16 §5.4.5; PAG, Game with three decks; W23",
            {
                "pairs": ("Pairs of either Joker", "对王均可"),
                "big-only": ("Big Jokers only", "只许大王"),
                "none": ("Not allowed", "不许"),
            },
        ),
    ] = "pairs"
    joker_additions: Annotated[
        Literal["none", "to-pairs", "any"],
        Text(
            "Jokers added to a declaration",
            "级牌加王",
            "Whether Jokers may be added to rank cards: not at all (`none`); a pair or longer "
            "tuple and one Joker beats the same without, and with two identical Jokers beats "
            "that (`to-pairs`); or any Jokers to any rank cards, where more cards beat fewer, and "
            "of as many those with more Jokers (`any`).",
            "亮主时级牌可否加王：不可（none）；级牌对加一张王大于级牌对，加一对王更大"
            "（to-pairs）；或任意加王，张数多者为大，张数相同则王多者为大（any）。",
            "PAG, Using a joker to change trumps; W23",
            {
                "none": ("No", "不可"),
                "to-pairs": ("Rank pair plus Jokers", "级牌对加王"),
                "any": ("Any Jokers to any rank cards", "任意加王"),
            },
        ),
    ] = "none"
    late_reinforcement: Annotated[
        bool,
        Text(
            "Late reinforcement",
            "事后加固",
            "Whether a declarer who is overridden by rank cards may still reinforce that "
            "declaration right after, before the next card is drawn. Against Jokers that does "
            "not help.",
            "被级牌反主后、下一张牌摸起之前，原亮主者可否立即补亮加固。被王反主则无效。",
            "Z21 §3.5.5",
        ),
    ] = False
    override_partner: Annotated[
        bool,
        Text(
            "Overriding the partner",
            "反对家",
            "Whether a player may override what a teammate has declared.",
            "可否反自己搭档亮的主。",
            "PAG; W23",
        ),
    ] = True
    reinforce_partner: Annotated[
        bool,
        Text(
            "Reinforcing the partner",
            "替对家加固",
            "Whether a player may take the place of a teammate's declaration with more of the same "
            "cards, which leaves the suit as it is.",
            "可否用更多张同样的牌顶替搭档亮的主，即花色不变、替搭档加固。",
            "W23",
        ),
    ] = True
    coming_back: Annotated[
        bool,
        Text(
            "Coming back",
            "被反后再反",
            "Whether a player whose declaration was overridden may override with other cards. If "
            "not, who has declared can only add to that declaration.",
            "亮过主的人被反之后可否用别的牌再反。若不可，则只能在自己亮的牌上加牌。",
            "Z21 §3.5.5; Z16 §5.4.5; PAG; W23",
        ),
    ] = True
    rank_overrides: Annotated[
        Literal["free", "once"],
        Text(
            "Overrides with rank cards",
            "级牌反主",
            "Rank cards may override whenever they are higher (`free`), or only once in a draw "
            "and never by the first declarer, and whoever did so cannot come back with Jokers "
            "(`once`). Nobody overrides their own declaration.",
            "级牌反主：只要更大即可（free）；或一局只许一次，首亮者不得再反，"
            "反过的人也不得再用王反（once）。任何人不得反自己。",
            "Z21 §3.5.5; Z16 §5.4.5 with footnote 3",
            {
                "free": ("Whenever higher", "大即可反"),
                "once": ("Once, not by the first declarer", "仅一次，首亮者不得"),
            },
        ),
    ] = "free"
    first_dealer: Annotated[
        Literal["last", "first", "last-not-jokers", "first-pair"],
        Text(
            "Dealer of the first hand",
            "首局庄家",
            "Whoever declared or overrode last (`last`), or declared first (`first`), or last but "
            "for overrides by Jokers, which leave the Dealer unless they are the first "
            "declaration (`last-not-jokers`).",
            "首局由谁坐庄：最后亮主或反主者（last）；最先亮主者（first）；"
            "或最后者，但用王反主不夺庄，除非王是首亮（last-not-jokers）。",
            "Z21 §3.5.5; PAG; W23; Z16 §5.4.5",
            {
                "last": ("Last to declare or override", "最后亮主或反主者"),
                "first": ("First to declare", "最先亮主者"),
                "last-not-jokers": ("Last, Joker overrides aside", "最后者，王反主不夺庄"),
                "first-pair": ("First to show a pair", "最先亮对子者"),
            },
        ),
    ] = "last"
    later_dealer: Annotated[
        Literal["result", "draw"],
        Text(
            "Dealer of later hands",
            "后续庄家",
            "From the second hand on: as the result of the hand before has it (`result`); or open "
            "in every draw, each declaring with the rank of their own level, the player to the "
            "right of the previous Dealer drawing first (`draw`).",
            "第二局起的庄家：按上一局结果轮换（result）；或每局抢庄，各亮各的级，"
            "由上局庄家的下家（右手）先摸（draw）。",
            "Z21 §3.6.1, §6.5; Z16 §8.5",
            {"result": ("By the result", "按结果轮换"), "draw": ("Open in the draw", "每局抢庄")},
        ),
    ] = "result"
    pause_after_draw: Annotated[
        bool,
        Text(
            "Pause after the last card",
            "摸完停顿",
            "Whether there is a pause after the last card is drawn in which one may still "
            "declare or override.",
            "摸完最后一张牌后是否停顿，停顿时仍可亮主、反主。",
            "Z21 §3.5.5; PAG",
        ),
    ] = True
    no_bid: Annotated[
        Literal["turn-kitty", "first-card"],
        Text(
            "Nobody declares",
            "无人亮主",
            "The kitty is turned up until a rank card shows, whose suit is trump, or else the "
            "suit of its highest card, the first of equals, Jokers aside (`turn-kitty`); or its "
            "first card decides (`first-card`).",
            "逐张翻底，翻到级牌即以其花色为主；没有级牌则以最大一张为主，"
            "相同取先翻者，王不算（turn-kitty）；或以底牌第一张的花色为主（first-card）。",
            "Z21 §3.5.5; Z16 §7.2; PAG; W23",
            {
                "turn-kitty": ("Rank card or highest of the kitty", "翻底定主"),
                "first-card": ("First card of the kitty", "底牌首张定主"),
            },
        ),
    ] = "turn-kitty"
    no_bid_joker: Annotated[
        Literal["next-card", "no-trump", "deal-again"],
        Text(
            "A Joker turned up",
            "翻到王",
            "When the first card of the kitty is a Joker: the next one is turned (`next-card`), "
            "the hand is played without a trump suit (`no-trump`), or the cards are dealt again "
            "(`deal-again`).",
            "底牌第一张是王时：再翻一张（next-card）、打无主（no-trump）、"
            "或重新发牌（deal-again）。",
            "W23",
            {
                "next-card": ("Next card", "再翻一张"),
                "no-trump": ("No trump suit", "打无主"),
                "deal-again": ("Deal again", "重新发牌"),
            },
        ),
    ] = "next-card"
    no_bid_first_hand: Annotated[
        Literal["as-later", "deal-again"],
        Text(
            "Nobody declares in the first hand",
            "首局无人亮主",
            "In a match's first hand, where there is no Dealer yet: the kitty decides as in later "
            "hands and whoever drew first deals (`as-later`), or the cards are dealt again "
            "(`deal-again`).",
            "首局尚无庄家而无人亮主时：与以后各局一样由底牌定主，先摸牌者坐庄（as-later）；"
            "或重新发牌（deal-again）。",
            "Z21 §3.5.5; PAG",
            {"as-later": ("As in later hands", "同后续各局"), "deal-again": ("Deal again", "重发")},
        ),
    ] = "as-later"
    redeal_no_trumps: Annotated[
        bool,
        Text(
            "Re-deal without trumps",
            "没有主牌可重发",
            "Whether a player who has no trumps after the draw may ask for a re-deal.",
            "摸完牌后手中没有主牌者可否要求重发。",
            "Z21 §3.5.7; Z16 §8.1; W14; W23",
        ),
    ] = False
    redeal_trumps: Annotated[
        Annotated[int, Meta(ge=0, le=6)],
        Text(
            "Trumps for a re-deal",
            "几张主牌以内可重发",
            "With how many trumps at most a player may still ask for a re-deal; 0 means none at "
            "all. No text gives another number.",
            "主牌不多于几张者可要求重发；0 即一张没有。各文均未给出别的张数。",
            "Z21 §3.5.7",
        ),
    ] = 0
    redeal_points: Annotated[
        Annotated[int, Meta(ge=5, le=50, multiple_of=5)] | None,
        Text(
            "Re-deal with few points",
            "少分重发",
            "A player whose hand has fewer points than this may ask for a re-deal; 5 means no "
            "points at all. Unset: nobody may.",
            "手中分数少于此数者可要求重发；5 即一分没有。不设：不可要求。",
            "Z21 §3.5.7; Z16 §8.1; W14; W23",
            {"unset": ("no", "不可")},
        ),
    ] = None
    redeal_limit: Annotated[
        Annotated[int, Meta(ge=1, le=9)],
        Text(
            "Re-deals in a hand",
            "每局重发次数",
            "How many re-deals on request there may be in one hand. No text gives a number.",
            "一局最多可要求重发几次。各文均未给出次数。",
            "Z21 §3.5.7",
        ),
    ] = 1
    redeal_starter: Annotated[
        Literal["same", "next", "requester"],
        Text(
            "Who starts the re-deal",
            "重发谁先摸",
            "Who draws first in a re-deal: the same player (`same`), the next one to the right "
            "(`next`), or whoever asked for it (`requester`). The texts only say that it may be "
            "a different player.",
            "重发时谁先摸牌：同一人（same）、其下家（next）、或要求重发者（requester）。"
            "原文只说可以换人。",
            "Z21 §3.5.7",
            {
                "same": ("The same player", "同一人"),
                "next": ("The next to the right", "下家"),
                "requester": ("Whoever asked", "要求重发者"),
            },
        ),
    ] = "same"
    redeal_dealer: Annotated[
        Literal["kept", "open"],
        Text(
            "Dealer of the re-deal",
            "重发的庄家",
            "Whether a Dealer who is known already stays Dealer (`kept`), or the place is open "
            "again to whoever declares or overrides last (`open`).",
            "重发时原定的庄家不变（kept），或重新抢庄，最后亮主或反主者坐庄（open）。",
            "Z21 §3.5.7",
            {"kept": ("Stays", "不变"), "open": ("Open again", "重新抢庄")},
        ),
    ] = "kept"
