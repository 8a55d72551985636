"""A reviewed hand for a person, in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from shengji.record import read_record
from shengji.record.printable import printable
from shengji.review import DEPTH, HandReview, MatchReview, PlayerReview, review_hand
from shengji.review.wording import ToldMistake, drawn_curve, told_worst, told_worst_of_match
from shengji.words import Language, texts

_WIDTH: Final = 100
"""How long a line without colours is at most."""


def tell_review(review: HandReview, language: Language) -> RenderableType:
    """The curve, how each player decided, and the decisions that cost most."""
    return Group(*_parts(review, language))


def reviewed_lines(
    path: Path, hand: int, language: Language, name: Callable[[int], str]
) -> list[str]:
    """A hand of a record reviewed, in lines without colours; it takes some seconds.

    Args:
        path: the record.
        hand: the number of the hand.
        language: in which it is told.
        name: says what the player in a seat is called.
    """
    review = review_hand(read_record(path), hand, depth=DEPTH)
    players = tuple(replace(player, name=name(player.seat)) for player in review.players)
    out = StringIO()
    lines = Console(file=out, width=_WIDTH, no_color=True, highlight=False)
    lines.print(tell_review(replace(review, players=players), language))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def _parts(review: HandReview, language: Language) -> Iterator[RenderableType]:
    said = texts("review")
    yield Text(said["title"].said(language, hand=review.hand), style="bold")
    levels = [point.levels.mean for point in review.curve]
    if levels:
        figures = {"from": levels[0], "most": max(levels), "least": min(levels)}
        words = {name: f"{level:+.1f}" for name, level in figures.items()}
        yield Text(said["curve"].of(language))
        yield Text(f"  {drawn_curve(review)}  {said['curve-row'].said(language, **words)}")
    if review.result is not None:
        yield Text(said["result"].said(language, levels=_result(review.result, language)))
    yield _players(review.players, language)
    yield from _worst(told_worst(review, language), "worst", language)


def tell_match(review: MatchReview, language: Language) -> RenderableType:
    """Each hand in a row, how each player decided in all, and what cost most in the match."""
    return Group(*_match_parts(review, language))


def _match_parts(review: MatchReview, language: Language) -> Iterator[RenderableType]:
    said = texts("review")
    yield Text(said["match"].of(language), style="bold")
    for hand in review.hands:
        levels = "" if hand.result is None else _result(hand.result, language)
        row = said["hand-row"].said(
            language, hand=hand.hand, curve=drawn_curve(hand), levels=levels
        )
        yield Text(row)
    yield _players(review.players, language)
    yield from _worst(told_worst_of_match(review, language), "worst-match", language)


def _worst(
    worst: Sequence[ToldMistake], title: str, language: Language
) -> Iterator[RenderableType]:
    said = texts("review")
    yield Text(said[title if worst else "worst-none"].of(language), style="bold")
    for number, mistake in enumerate(worst, 1):
        lines = [f"{number}. {mistake.made}", mistake.better, *mistake.why]
        lines += [] if mistake.open is None else [mistake.open]
        yield Text("\n   ".join(map(printable, lines)))
    yield Text(said["note"].of(language), style="dim")


def _result(levels: int, language: Language) -> str:
    key = "levels-none" if not levels else "levels-up" if levels > 0 else "levels-down"
    one = ".one" if abs(levels) == 1 else ""
    return texts("review")[key + one].said(language, levels=abs(levels))


def _players(players: Sequence[PlayerReview], language: Language) -> Table:
    said = texts("review")
    table = Table(said["player"].of(language), box=box.SIMPLE_HEAD)
    for key in ("accuracy", "decisions", "cost"):
        table.add_column(said[key].of(language), justify="right")
    for player in players:
        accuracy = "–" if player.accuracy is None else f"{player.accuracy:.0f} %"
        name = Text(printable(player.name))
        table.add_row(name, accuracy, str(player.decisions), f"{player.cost:.2f}")
    return table
