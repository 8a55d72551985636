"""An explained decision for a person, in one language."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from shengji.bots.thought import Estimate, Option, Thought
from shengji.cards import write_cards
from shengji.explain.decision import Answer, Explanation
from shengji.game import Call, Language
from shengji.record.printable import printable

_MOST = 12
"""So many options are told, besides what was chosen, suggested and played."""

_TEXTS: dict[str, tuple[str, str]] = {
    "rules": ("Rules", "规则"),
    "hand": ("Hand", "局"),
    "where": ("{hand}, before event {event}", "第 {hand} 局，事件 {event} 之前"),
    "trump": ("Trump", "主牌"),
    "suited": ("{rank}, {suit}", "{rank}，{suit}"),
    "no-suit": ("{rank}, no trump suit", "{rank}，无主"),
    "no-suit-yet": ("{rank}, no trump suit so far", "{rank}，尚无主花色"),
    "seat": ("Seat", "座位"),
    "decision": ("To decide", "要决定"),
    "show": ("what to show, or to wait", "亮主，或等待"),
    "redeal": ("whether to claim a re-deal", "是否要求重发"),
    "bury": ("what to bury", "埋底"),
    "land": ("what to bid for the land, or to pass", "炒地皮，或不炒"),
    "call": ("whom to call", "叫朋友"),
    "lead": ("what to lead", "领出"),
    "follow": ("what to follow with", "跟牌"),
    "held": ("Holds", "手牌"),
    "trick": ("Trick", "本轮"),
    "played": ("Record", "记录"),
    "answer": ("Answer", "机器人"),
    "by-bot": ("{answer} ({bot})", "{answer}（{bot}）"),
    "call-of": ("{card} number {ordinal}", "第 {ordinal} 张 {card}"),
    "show-nothing": ("wait", "等待"),
    "redeal-nothing": ("no re-deal", "不重发"),
    "redeal-claimed": ("claim a re-deal", "要求重发"),
    "land-nothing": ("pass", "不炒"),
    "why": ("Why", "理由"),
    "why-silent": ("this bot does not say", "这个机器人不说明理由"),
    "why-forced": ("there was only one answer worth trying", "只有一种值得考虑的选择"),
    "why-rule": ("the rules of play that the bot follows", "机器人遵循的打牌规则"),
    "why-slip": (
        "a slip, as people make them; the rules of play would do otherwise",
        "失误，如同真人一样；按打牌规则会另作选择",
    ),
    "why-anchor": (
        "search found nothing surely better than the rules of play",
        "搜索没有找到确实优于打牌规则的选择",
    ),
    "why-search": (
        "search found something surely better than the rules of play",
        "搜索找到了确实优于打牌规则的选择",
    ),
    "deals": ("Deals", "牌局数"),
    "deals-considered": ("{deals} considered", "共考虑 {deals} 种牌局"),
    "option": ("option", "选择"),
    "levels": ("levels", "级数"),
    "points": ("points", "分"),
    "tried": ("deals", "牌局数"),
    "behind": ("behind", "落后"),
    "is-chosen": ("chosen", "选定"),
    "is-rule": ("by rule", "按规则"),
    "is-played": ("in the record", "记录"),
    "and": (", ", "、"),
    "more": (
        "{count} other options promised less; --json lists them.",
        "另有 {count} 种选择期望较低；--json 全部列出。",
    ),
    "more.one": (
        "1 other option promised less; --json lists it.",
        "另有 1 种选择期望较低；--json 全部列出。",
    ),
    "legend-behind": (
        "behind: how far behind the best the rules of play judge it at a glance, in no unit.",
        "落后：按打牌规则粗略判断，落后于最佳选择的程度，没有单位。",
    ),
    "legend": (
        "levels: what the seat's side gains in the hand, less what the others do; points "
        "likewise.\nIn brackets the 95 % interval. An option that soon fell behind was tried on "
        "few deals.",
        "级数：本局中该座位一方所得减去对方所得；分亦同。\n"
        "方括号内为 95 % 置信区间。很快落后的选择只试了少数牌局。",
    ),
}


def tell_explanation(found: Explanation, language: Language = "en") -> RenderableType:
    """What is to be decided, what a bot would do, and the table of what it considered."""
    return Group(*_Teller(found, language).parts())


class _Teller:
    def __init__(self, found: Explanation, language: Language) -> None:
        self.found = found
        self.language = language

    def parts(self) -> Iterator[RenderableType]:
        thought = self.found.thought
        yield self._facts()
        if thought is None:
            return
        yield self._options(thought)
        left = len(thought.options) - sum(1 for _ in self._told(thought))
        notes = [self._text("more.one" if left == 1 else "more", count=left)] if left else []
        if _estimated(thought):
            notes.append(self._text("legend"))
        elif _glanced(thought):
            notes.append(self._text("legend-behind"))
        if notes:
            yield Text("\n".join(notes), style="dim")

    def _text(self, key: str, **params: object) -> str:
        return _TEXTS[key][self.language == "zh"].format(**params)

    def _facts(self) -> Table:
        found, thought = self.found, self.found.thought
        facts = Table.grid(padding=(0, 2))
        facts.add_column(style="cyan")
        facts.add_column(overflow="fold")

        def add(key: str, text: str) -> None:
            facts.add_row(self._text(key), Text(printable(text)))

        changed = [f"{name} = {value}" for name, value in found.rules.items() if name != "preset"]
        add("rules", ", ".join([str(found.rules["preset"]), *changed]))
        add("hand", self._text("where", hand=found.hand, event=found.event))
        add("trump", self._trump())
        add("seat", f"{found.seat} {found.name}")
        add("decision", self._text(found.decision))
        add("held", write_cards(found.held))
        if found.trick:
            add(
                "trick",
                "; ".join(f"{laid.seat}: {write_cards(laid.cards)}" for laid in found.trick),
            )
        add("played", self._answer(found.played))
        add("answer", self._text("by-bot", answer=self._answer(found.answer), bot=found.bot))
        add("why", self._text("why-silent" if thought is None else f"why-{thought.decided}"))
        if thought is not None and thought.deals:
            add("deals", self._text("deals-considered", deals=thought.deals))
        return facts

    def _trump(self) -> str:
        found = self.found
        if found.suit is not None:
            return self._text("suited", rank=found.rank.value, suit=found.suit.value)
        key = "no-suit-yet" if found.decision == "show" else "no-suit"
        return self._text(key, rank=found.rank.value)

    def _told(self, thought: Thought) -> Iterator[tuple[Option, str]]:
        """The options that are told, each with what is remarkable about it."""
        played = _key(self.found.played)
        for number, option in enumerate(thought.options):
            answer = Answer(option.cards, option.calls)
            marks = {
                "is-chosen": number == 0,
                "is-rule": number == thought.rule,
                "is-played": _key(answer) == played,
            }
            if number < _MOST or any(marks.values()):
                words = [self._text(key) for key, holds in marks.items() if holds]
                yield option, self._text("and").join(words)

    def _options(self, thought: Thought) -> Table:
        columns: tuple[str, ...] = ("behind",) if _glanced(thought) else ()
        if _estimated(thought):
            columns = ("levels", "points", "tried")
        table = Table(self._text("option"), "", box=box.SIMPLE_HEAD)
        for key in columns:
            table.add_column(self._text(key), no_wrap=True)
        for option, marks in self._told(thought):
            figures = {
                "levels": _interval(option.levels, 2),
                "points": _interval(option.points, 1),
                "tried": str(option.deals or ""),
                "behind": "" if option.behind is None else f"{option.behind:.2f}",
            }
            answer = Text(self._answer(Answer(option.cards, option.calls)))
            table.add_row(answer, marks, *(figures[key] for key in columns))
        return table

    def _answer(self, answer: Answer) -> str:
        """Cards, calls, or what it means to name none."""
        decision = self.found.decision
        if answer.calls:
            return self._text("and").join(
                self._text("call-of", card=call.card.value, ordinal=call.ordinal)
                for call in sorted(answer.calls, key=_call_key)
            )
        if decision == "redeal" and answer.cards:
            return self._text("redeal-claimed")
        return write_cards(answer.cards) if answer.cards else self._text(f"{decision}-nothing")


def _estimated(thought: Thought) -> bool:
    return any(option.levels is not None for option in thought.options)


def _glanced(thought: Thought) -> bool:
    return len(thought.options) > 1 and any(o.behind is not None for o in thought.options)


def _key(answer: Answer) -> tuple[object, ...]:
    """The same for answers that are the same, in whatever order their cards and calls stand."""
    cards = tuple(sorted(card.index for card in answer.cards))
    return cards, tuple(sorted(map(_call_key, answer.calls)))


def _call_key(call: Call) -> tuple[str, int]:
    return call.card.value, call.ordinal


def _interval(estimate: Estimate | None, digits: int) -> str:
    if estimate is None:
        return ""
    return f"{estimate.mean:+.{digits}f} [{estimate.low:+.{digits}f}, {estimate.high:+.{digits}f}]"
