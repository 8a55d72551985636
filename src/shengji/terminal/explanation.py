"""The explanation of a decision as text, in one language."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from shengji.bots.thought import Estimate, Option, Thought
from shengji.cards import write_cards
from shengji.explain.decision import Answer, Explanation
from shengji.game import Call
from shengji.game.refusals import cards_words
from shengji.record.printable import printable
from shengji.terminal.output import facts, rules_words
from shengji.terminal.report import Column, report
from shengji.words import Language, texts

_MOST = 12
"""Maximum number of options in the table, not counting those chosen, suggested or played."""


def render_explanation(found: Explanation, language: Language) -> RenderableType:
    """Render the decision, the answer of a bot, and the table of its options."""
    return Group(*_Renderer(found, language).parts())


def render_briefly(found: Explanation, language: Language) -> RenderableType:
    """Render the play, the answer of a bot and the table, for viewers of the position."""
    return Group(*_Renderer(found, language, brief=True).parts())


class _Renderer:
    def __init__(self, found: Explanation, language: Language, *, brief: bool = False) -> None:
        self.found = found
        self.language = language
        self.brief = brief

    def parts(self) -> Iterator[RenderableType]:
        thought = self.found.thought
        yield self._facts()
        if thought is None:
            return
        yield self._options(thought)
        left = len(thought.options) - sum(1 for _ in self._annotated(thought))
        notes = [self._text("more.one" if left == 1 else "more", count=left)] if left else []
        if _estimated(thought):
            notes.append(self._text("legend"))
        elif _glanced(thought):
            notes.append(self._text("legend-behind"))
        if notes:
            yield Text("\n".join(notes), style="dim")

    def _text(self, key: str, **params: object) -> str:
        return texts("explanation")[key].render(self.language, **params)

    def _facts(self) -> Table:
        found, thought = self.found, self.found.thought
        table = facts()

        def add(key: str, text: str) -> None:
            table.add_row(self._text(key), Text(printable(text)))

        if not self.brief:
            add("rules", rules_words(found.rules))
            add("hand", self._text("where", hand=found.hand, event=found.event))
            add("trump", self._trump())
            add("seat", f"{found.seat} {found.name}")
            add("decision", self._text(found.decision))
            add("held", write_cards(found.held))
            if found.trick:
                plays = (f"{laid.seat}: {write_cards(laid.cards)}" for laid in found.trick)
                add("trick", "; ".join(plays))
        add("played", self._answer(found.played))
        add("answer", self._text("by-bot", answer=self._answer(found.answer), bot=found.bot))
        add("why", self._text("why-silent" if thought is None else f"why-{thought.decided}"))
        if thought is not None and thought.deals:
            add("deals", self._text("deals-considered", deals=thought.deals))
        return table

    def _trump(self) -> str:
        found = self.found
        if found.suit is not None:
            return self._text("suited", rank=found.rank.value, suit=found.suit.value)
        key = "no-suit-yet" if found.decision == "show" else "no-suit"
        return self._text(key, rank=found.rank.value)

    def _annotated(self, thought: Thought) -> Iterator[tuple[Option, str]]:
        """Yield the options of the table, each with its remarks."""
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
        keys: tuple[str, ...] = ("behind",) if _glanced(thought) else ()
        if _estimated(thought):
            keys = ("levels", "points", "tried")
        rows: list[list[Text | str]] = []
        for option, marks in self._annotated(thought):
            figures = {
                "levels": _interval(option.levels, 2),
                "points": _interval(option.points, 1),
                "tried": str(option.deals or ""),
                "behind": "" if option.behind is None else f"{option.behind:.2f}",
            }
            answer = Text(self._answer(Answer(option.cards, option.calls)))
            rows.append([answer, marks, *(figures[key] for key in keys)])
        columns = (Column(self._text(key), long="whole") for key in keys)
        return report([Column(self._text("option")), Column(""), *columns], rows)

    def _answer(self, answer: Answer) -> str:
        """An answer in words: cards, calls, or the meaning of an answer without either."""
        decision = self.found.decision
        if answer.calls:
            return self._text("and").join(
                self._text("call-of", card=call.card.value, ordinal=call.ordinal)
                for call in sorted(answer.calls, key=_call_key)
            )
        if decision == "redeal" and answer.cards:
            return self._text("redeal-claimed")
        if not answer.cards:
            return self._text(f"{decision}-nothing")
        written = write_cards(answer.cards)
        return cards_words(written, self.language) if self.brief else written


def _estimated(thought: Thought) -> bool:
    return any(option.levels is not None for option in thought.options)


def _glanced(thought: Thought) -> bool:
    return len(thought.options) > 1 and any(o.behind is not None for o in thought.options)


def _key(answer: Answer) -> tuple[object, ...]:
    cards = tuple(sorted(card.index for card in answer.cards))
    return cards, tuple(sorted(map(_call_key, answer.calls)))


def _call_key(call: Call) -> tuple[str, int]:
    return call.card.value, call.ordinal


def _interval(estimate: Estimate | None, digits: int) -> str:
    if estimate is None:
        return ""
    return f"{estimate.mean:+.{digits}f} [{estimate.low:+.{digits}f}, {estimate.high:+.{digits}f}]"
