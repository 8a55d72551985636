"""The draw: how trumps and the Dealer are made, and re-deals."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from shengji.rules.groups.setup import SetupRules
from shengji.rules.text import Text, Value


class DrawRules(SetupRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The draw: how trumps and the Dealer are made, and re-deals."""

    declarations: Annotated[
        Literal["open", "call-then-pair"],
        Text(
            "Course of the declarations",
            "亮主的程序",
            "How a declaration may be followed by others.",
            "亮主之后怎样再亮。",
            "Z21 §3.5.5; BOT",
            {
                "open": Value(
                    "Any higher declaration",
                    "有更大的即可再亮",
                    "It may be overridden and reinforced any number of times.",
                    "反主、加固次数不限。",
                ),
                "call-then-pair": Value(
                    "One card, then once a pair",
                    "单张报主，一对反一次",
                    "A single rank card declares first; then, once, a pair of the rank or of "
                    "Jokers takes its place, of any suit, also the declarer's own.",
                    "先以单张级牌报主，之后只许用一对级牌或一对王反一次，花色不限，报主者自己也"
                    "可反。",
                ),
            },
        ),
    ] = "open"
    least_shown: Annotated[
        Literal[1, 2],
        Text(
            "Least to declare",
            "首亮张数",
            "How many identical cards a first declaration takes at least.",
            "首次亮主至少须几张相同的牌。",
            "Z21 §3.5.5; Z16 §5.4.5; PAG; W23",
            {
                "1": Value("A single card", "单张即可"),
                "2": Value("A pair", "须一对"),
            },
        ),
    ] = 1
    suit_overrides: Annotated[
        bool,
        Text(
            "A higher suit overrides a single card",
            "单张花色大可反",
            "Whether a single rank card is overridden by a single one of a higher suit: spades, "
            "hearts, clubs, diamonds, as in Bidding for Land. The texts ask for a pair.",
            "单张级牌可否被花色更大的单张反：黑桃、红桃、梅花、方块依次而小，同炒地皮。各文均须"
            "用对子反。",
            "Z21 §3.5.5, §6.2",
        ),
    ] = False
    bid_jokers: Annotated[
        Literal["pairs", "big-only", "none"],
        Text(
            "Declaring with Jokers",
            "用王亮主",
            "Which Jokers declare a hand without a trump suit, two or more identical ones "
            "together. Longer tuples beat shorter ones of any kind; of equal length, Jokers "
            "beat rank cards. Whoever declared first overrides with Jokers only after rank "
            "cards have overridden.",
            "哪些王可亮无主，须两张以上相同。张数多者为大；张数相同，王大于级牌。首亮者须被级牌"
            "反过，才可用王再反。",
            "Z21 §3.5.5, §6.5 with footnote 10; Z16 §5.4.5; PAG, Game with three decks; W23",
            {
                "pairs": Value("Pairs of either Joker", "对王均可"),
                "big-only": Value("Big Jokers only", "只许大王"),
                "none": Value("No Jokers", "不许用王"),
            },
        ),
    ] = "pairs"
    joker_additions: Annotated[
        Literal["none", "to-pairs", "any"],
        Text(
            "Jokers added to a declaration",
            "级牌加王",
            "Whether Jokers may be added to the rank cards of a declaration.",
            "亮主时级牌可否加王。",
            "PAG, Using a joker to change trumps; W23",
            {
                "none": Value("None added", "不加王"),
                "to-pairs": Value(
                    "Rank pair plus Jokers",
                    "级牌对加王",
                    "A pair or longer tuple and one Joker beats the same without it; with two "
                    "identical Jokers it beats that.",
                    "级牌对（或更多张）加一张王大于不加的，加一对王更大。",
                ),
                "any": Value(
                    "Any Jokers to any rank cards",
                    "任意加王",
                    "More cards beat fewer; of the same number, more Jokers beat fewer.",
                    "张数多者为大；张数相同，王多者为大。",
                ),
            },
        ),
    ] = "none"
    late_reinforcement: Annotated[
        bool,
        Text(
            "Late reinforcement",
            "事后加固",
            "Whether the first declarer may still reinforce that declaration right after rank "
            "cards have overridden it, before the next card is drawn. Against Jokers that does "
            "not help.",
            "首亮者的主刚被级牌反掉、下一张牌还没摸时，可否立即补亮加固。被王反主则无效。",
            "Z21 §3.5.5; W23",
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
            "Whether a player may take the place of a teammate's declaration with more of the "
            "same cards, which leaves the suit as it is.",
            "可否用更多张同样的牌顶替搭档亮的主，即花色不变、替搭档加固。",
            "W23",
        ),
    ] = True
    coming_back: Annotated[
        bool,
        Text(
            "Coming back",
            "被反后再反",
            "Whether a player whose declaration was overridden may override with other cards. "
            "If not, who has declared can only add to that declaration.",
            "亮过主的人被反之后可否用别的牌再反。若不可，则只能在自己亮的牌上加牌。",
            "Z21 §3.5.5; Z16 §5.4.5; PAG; W23",
        ),
    ] = True
    override_own: Annotated[
        bool,
        Text(
            "Overriding oneself",
            "反自己",
            "Whether whoever declared last may override that declaration with a higher one of "
            "another suit, or with Jokers. A house rule: the texts forbid it.",
            "最后亮主的人可否用更大的牌反自己，改为别的花色或无主。此为民间约定，各文均不许。",
            "Z21 §3.5.5; Z16 §5.4.5",
        ),
    ] = False
    rank_overrides: Annotated[
        Literal["free", "once"],
        Text(
            "Overrides with rank cards",
            "级牌反主",
            "How often rank cards may override. Overriding oneself is another option.",
            "级牌可反主几次。可否反自己另有选项。",
            "Z21 §3.5.5; Z16 §5.4.5 with footnote 3",
            {
                "free": Value(
                    "Whenever higher",
                    "大即可反",
                    "Any number of times.",
                    "次数不限。",
                ),
                "once": Value(
                    "Once, not by the first declarer",
                    "仅一次，首亮者不得",
                    "Whoever has overridden so cannot come back with Jokers either.",
                    "这样反过的人也不得再用王反。",
                ),
            },
        ),
    ] = "free"
    first_dealer: Annotated[
        Literal["last", "first", "last-not-jokers", "first-pair"],
        Text(
            "Dealer of the first hand",
            "首局庄家",
            "Who deals the first hand.",
            "首局由谁坐庄。",
            "Z21 §3.5.5; PAG; W23; Z16 §5.4.5",
            {
                "last": Value("Last to declare or override", "最后亮主或反主者"),
                "first": Value("First to declare", "最先亮主者"),
                "last-not-jokers": Value(
                    "Last, Joker overrides aside",
                    "最后者，王反主不夺庄",
                    "Jokers take the deal only as the first declaration.",
                    "王只有首亮才坐庄。",
                ),
                "first-pair": Value(
                    "First to show a pair",
                    "最先亮对子者",
                    "If nobody shows two identical cards, the first to declare.",
                    "无人亮出两张相同的牌，则最先亮主者。",
                ),
            },
        ),
    ] = "last"
    later_dealer: Annotated[
        Literal["result", "draw"],
        Text(
            "Dealer of later hands",
            "后续庄家",
            "Who deals from the second hand on.",
            "第二局起由谁坐庄。",
            "Z21 §3.6.1, §6.5; Z16 §8.5",
            {
                "result": Value(
                    "By the result",
                    "按结果轮换",
                    "The result of the hand before decides.",
                    "由上一局的结果决定。",
                ),
                "draw": Value(
                    "Open in the draw",
                    "每局抢庄",
                    "Each declares with the rank of their own level, and the player to the "
                    "right of the previous Dealer draws first.",
                    "各亮各的级，由上局庄家的下家（右手）先摸。",
                ),
            },
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
        Literal["turn-kitty", "first-card", "third-card"],
        Text(
            "Nobody declares",
            "无人亮主",
            "What makes trump when nobody declares.",
            "无人亮主时怎样定主。",
            "Z21 §3.5.5; Z16 §7.2; PAG; W23",
            {
                "turn-kitty": Value(
                    "Rank card or highest of the kitty",
                    "翻底定主",
                    "The kitty is turned up to its first rank card, whose suit is trump; "
                    "without one, its highest card decides, the first of equals, Jokers aside.",
                    "逐张翻底，翻到级牌即以其花色为主；没有级牌则以最大一张为主，相同取先翻者，"
                    "王不算。",
                ),
                "first-card": Value(
                    "First card of the kitty",
                    "底牌首张定主",
                    "Its suit is trump.",
                    "以其花色为主。",
                ),
                "third-card": Value(
                    "Third card of the kitty",
                    "底牌第三张定主",
                    "Three cards are turned up; the suit of the third is trump. A house rule.",
                    "翻开三张，以第三张的花色为主。此为民间约定。",
                ),
            },
        ),
    ] = "turn-kitty"
    no_bid_joker: Annotated[
        Literal["next-card", "no-trump", "deal-again"],
        Text(
            "A Joker turned up",
            "翻到王",
            "What happens when the card of the kitty that decides is a Joker.",
            "定主的那张底牌是王时怎么办。",
            "W23",
            {
                "next-card": Value("The next card is turned", "再翻一张"),
                "no-trump": Value("No trump suit", "打无主"),
                "deal-again": Value("Deal again", "重新发牌"),
            },
        ),
    ] = "next-card"
    no_bid_first_hand: Annotated[
        Literal["as-later", "deal-again"],
        Text(
            "Nobody declares in the first hand",
            "首局无人亮主",
            "What happens when nobody declares in a match's first hand, where there is no "
            "Dealer yet.",
            "首局尚无庄家，又无人亮主时怎么办。",
            "Z21 §3.5.5; PAG",
            {
                "as-later": Value(
                    "As in later hands",
                    "同后续各局",
                    "The kitty makes trump, and whoever drew first deals.",
                    "由底牌定主，先摸牌者坐庄。",
                ),
                "deal-again": Value("Deal again", "重发"),
            },
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
            "With how many trumps at most a player may still ask for a re-deal; 0, as in the "
            "texts, means none at all.",
            "主牌不多于几张者可要求重发；0 即一张没有，各文都是如此。",
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
            {
                "unset": Value("no", "不可"),
            },
        ),
    ] = None
    redeal_limit: Annotated[
        Annotated[int, Meta(ge=1, le=9)],
        Text(
            "Re-deals in a hand",
            "每局重发次数",
            "How many re-deals on request there may be in one hand.",
            "一局最多可要求重发几次。",
            "Z21 §3.5.7",
            ours=True,
        ),
    ] = 1
    redeal_starter: Annotated[
        Literal["same", "next", "requester"],
        Text(
            "Who starts the re-deal",
            "重发谁先摸",
            "Who draws first in a re-deal.",
            "重发时谁先摸牌。",
            "Z21 §3.5.7",
            {
                "same": Value("The same player", "同一人"),
                "next": Value("The next to the right", "下家"),
                "requester": Value("Whoever asked for it", "要求重发者"),
            },
        ),
    ] = "same"
    redeal_dealer: Annotated[
        Literal["kept", "open"],
        Text(
            "Dealer of the re-deal",
            "重发的庄家",
            "Whether a Dealer who is known already stays it in a re-deal.",
            "重发时原定的庄家是否不变。",
            "Z21 §3.5.7",
            {
                "kept": Value("Stays", "不变"),
                "open": Value(
                    "Open again",
                    "重新抢庄",
                    "The draw decides it.",
                    "由亮主、反主重新决定。",
                ),
            },
        ),
    ] = "kept"
