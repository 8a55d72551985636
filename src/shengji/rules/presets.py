"""Presets: named rules from the texts and the systems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from shengji.cards import Rank
from shengji.rules.checks import check_value
from shengji.rules.groups import field_types
from shengji.rules.rules import Rules
from shengji.rules.systems import SYSTEMS


class Note(NamedTuple):
    """A remark on the interpretation of a preset's text."""

    text: str
    text_zh: str


class Preset(NamedTuple):
    """A named set of option values, with its titles and notes.

    Attributes:
        name: identifier in files and on the command line.
        title: its name; for a text that of the book or page.
        known_as: popular name of this way of playing.
        notes: remarks on contradictions and gaps in its text.
    """

    name: str
    title: str
    title_zh: str
    known_as: str
    known_as_zh: str
    rules: Rules
    notes: tuple[Note, ...] = ()
    kind: Literal["text", "system"] = "text"


def with_values(rules: Rules, values: Mapping[str, object]) -> Rules:
    """Rules with some options changed, given as plain data.

    Raises:
        RulesError: a value is impossible, or options contradict each other.
    """
    typed = {name: check_value(name, value, field_types()[name]) for name, value in values.items()}
    return msgspec.structs.replace(rules, **typed) if typed else rules


_PENDING = Note(
    "Where this text says nothing, the revised introduction of 2021 is followed.",
    "本文未作规定之处，一律依 2021 年修订本。",
)
_NO_FACTS = Note(
    'A rule that the text gives only for "some variations" is off; its form is set, so that it '
    "is the one of this text when it is switched on.",
    "原文中仅“有些玩法”才用的规则默认不用；其细则已按原文设好，打开即可用。",
)

_TEXTS = (
    Preset(
        "zhang-2021",
        "Zhang, An Introduction to Sheng Ji / Tractor, revised 2021",
        "《升级入门》（2021 年修订）",
        "Usual rules",
        "通行打法",
        Rules(),
        (
            Note(
                '"After a brief pause following the draw, declarations are no longer allowed" '
                "(§3.5.5): in the pause they are still allowed.",
                "“摸完牌稍停片刻，之后不得再亮主”（§3.5.5）：停顿之中仍可亮主。",
            ),
            Note(
                'The objective is "to advance past level Ace" (§3.2), but the win condition '
                "(§3.9) is more specific: a hand won as Declarers at level Ace.",
                "§3.2 只说“打过 A 为胜”，§3.9 更具体：须在 A 级坐庄并打胜。",
            ),
        ),
    ),
    Preset(
        "zhang-2016",
        "Zhang, An Introduction to Sheng Ji, club edition 2016",
        "《升级入门》（2016 年俱乐部版）",
        "Club rules",
        "俱乐部打法",
        Rules(
            first_drawer="counted-ace-one",
            rank_overrides="once",
            first_dealer="last-not-jokers",
            pause_after_draw=False,
            land_bidders="all",
            following="lone-tractors",
            trumped_throws="every-shape",
            kitty_factor="power-of-cards",
            hook_card="any-trump",
        ),
        (
            Note(
                'The objective is "to advance past level Ace" (§5.1); its footnote is more '
                "specific: Ace must be won as Declarers.",
                "§5.1 正文只说“打过 A”，其脚注更具体：A 必打，须坐庄打胜。",
            ),
            Note(
                'Games start at 2 or 8 "as desired" (§5.3); the 8 of §3 belongs to the rated '
                "nights only.",
                "起始级“可自定，通常为 2 或 8”（§5.3）；§3 的从 8 打起只用于计分之夜。",
            ),
            Note(
                'Throws are followed with "the same number of singles and pairs" (§7.5); of a lead '
                "of consecutive pairs it is said that they must be followed by consecutive pairs "
                "if possible.",
                "§7.5：甩牌跟“同样数目的单张和对子”；单出连对，则有连对须跟连对。",
            ),
            _PENDING,
        ),
    ),
    Preset(
        "pagat",
        "Pagat, Tractor",
        "Pagat《拖拉机》",
        "Pagat's rules",
        "Pagat 打法",
        Rules(
            winning="pass",
            first_drawer="random",
            no_trump_rank_cards="ordinary",
            no_bid_first_hand="deal-again",
            throw_units="tuples",
            failed_throw="must-beat",
            throw_penalty="per-card-withdrawn",
            throw_penalty_points=10,
            following="tuples",
            follow_order="most-cards",
            kitty_factor="twice-cards-led",
            must_play_win=False,
            hook_card="capture",
            hook_needs_win=False,
        ),
        (
            Note(
                'With two decks a tractor is followed by pairs, "even if the pairs are not '
                'consecutive"; the game with three decks asks for a tractor, which is what the '
                "system three-deck sets.",
                "两副牌时跟拖拉机只须跟对子，“不必相连”；三副牌则须跟拖拉机，由 three-deck 设定。",
            ),
            Note(
                'The kitty is "doubled (or possibly multiplied by a higher factor)"; the '
                "scoring section is more specific: twice the number of cards led.",
                "正文说底牌“加倍（或更高）”；计分一节更具体：按首家出牌张数的两倍。",
            ),
            _PENDING,
        ),
    ),
    Preset(
        "wikipedia-2014",
        "Wikipedia, Sheng ji, older article",
        "维基百科《升级》（旧版）",
        "Wikipedia's older rules",
        "维基百科旧版打法",
        Rules(
            winning="pass",
            land_bidders="all",
            free_leads="full-tuples",
            exempt_tractors=True,
            tractors_pulled="as-many-as-fit",
            kitty_factor="twice-cards-led",
            most_levels=3,
            must_play_win=False,
            hook_card="any-trump",
            hook_needs_win=False,
        ),
        (
            Note(
                "The text gives figures for the kitty only in its third optional rule: doubles "
                'times four, "a combination of three cards" times six, so twice the cards of '
                "the last trick's lead, throws included.",
                "原文仅在可选规则第三条给出抠底倍数：对子四倍、“三张的组合”六倍，"
                "即首家出牌张数的两倍，甩牌也一样。",
            ),
            Note(
                "The text's Zhao Pengyou has five players, three decks and one card called; that "
                "is players = 5, decks = 3, friends_called = 1 over this text.",
                "原文的找朋友是五人三副牌、叫一张牌：在本文上把人数、副数和叫的朋友数照此设好即可。",
            ),
            _NO_FACTS,
            _PENDING,
        ),
    ),
    Preset(
        "wikipedia-2023",
        "Wikipedia, Sheng ji, newer article",
        "维基百科《升级》（新版）",
        "Wikipedia's rules",
        "维基百科打法",
        Rules(
            winning="pass",
            first_drawer="counted-ace-one",
            bid_jokers="none",
            late_reinforcement=True,
            reinforce_partner=False,
            coming_back=False,
            first_dealer="first",
            no_bid="first-card",
            no_bid_joker="next-card",
            land_bidders="all",
            friends_called="by-decks",
            free_leads="full-tuples",
            tractors_pulled="as-many-as-fit",
            kitty_factor="pairs-plus-one",
            negative_scores=True,
            must_play_win=False,
            hook_card="any-trump",
            hook_needs_win=False,
        ),
        (
            Note(
                "The objective lets Declarers who hold gain one level and Opponents none; the "
                "scoring table is more specific and is followed.",
                "“目标”一节说守住只升一级、闲家不升；计分表更具体，从计分表。",
            ),
            Note(
                "The kitty table has two types for pairs and two for throws of single cards; the "
                "second is taken for both, since with the first every row is the same. The other "
                "three mixes are values of kitty_factor.",
                "抠底倍数表对子有两种，甩单张也有两种；都取第二种，若都取第一种则各行都是两倍。"
                "其余三种搭配也可由 kitty_factor 选用。",
            ),
            Note(
                'Joker pairs may be bid "in some variations" only, so they are off here.',
                "对王亮主只是“有些玩法”，故默认不用。",
            ),
            _NO_FACTS,
            _PENDING,
        ),
    ),
    Preset(
        "botzone",
        "Botzone, Tractor",
        "Botzone《拖拉机》",
        "Botzone's contest rules",
        "Botzone 比赛打法",
        Rules(
            last_level=Rank.TWO,
            winning="pass",
            first_drawer="random",
            declarations="call-then-pair",
            no_bid="first-card",
            consecutive="suit-ranks",
            throw_reading="longest",
            failed_throw="card-led",
            throw_penalty="per-card",
            following="same-length",
            kitty_factor="cards",
            most_levels=3,
            must_play_win=False,
            auto_level=True,
        ),
        (
            Note(
                "A match is a single hand at level 2, so the last level is the first one.",
                "一局定胜负，固定打 2，故最后一级就是起始级。",
            ),
            Note(
                "Where nobody declares, the judge draws Dealer and trump suit by lot; here the "
                "first drawer is drawn by lot and deals, and the first card of the kitty that is "
                "no Joker makes trump, which is as good.",
                "无人报主时裁判程序随机定庄和主花色；此处先摸牌者随机而定并坐庄，"
                "以底牌首张（王不算）的花色为主，效果相同。",
            ),
            Note(
                "Whoever draws a card may declare at that moment only; here one may at any time "
                "of the draw.",
                "平台上只能在自己摸到牌的那一刻报主；此处摸牌过程中随时可以。",
            ),
            Note(
                "The page asks followers to match the shape of a throw as far as they can; the "
                "judge looks at it only when there is a tractor in it. The page is followed.",
                "规则页要求跟甩牌时尽可能凑齐牌型，裁判程序却只在含拖拉机时检查；此处依规则页。",
            ),
            _PENDING,
        ),
    ),
)

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        *_TEXTS,
        *(
            Preset(
                system.name,
                system.title,
                system.title_zh,
                system.title,
                system.title_zh,
                with_values(Rules(), system.changes),
                kind="system",
            )
            for system in SYSTEMS.values()
        ),
    )
}
"""All presets by name: the texts first, then the systems over Z21."""

DEFAULT_PRESET = "zhang-2021"
