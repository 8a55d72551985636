"""The review of a hand or match as text, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from shengji.record import read_record
from shengji.record.printable import printable
from shengji.review import DEPTH, HandReview, MatchReview, PlayerReview, review_hand
from shengji.review.wording import ToldMistake, drawn_curve, told_worst, told_worst_of_match
from shengji.terminal.curve import chart
from shengji.terminal.output import spaced
from shengji.terminal.report import Column, figures, report
from shengji.words import Language, texts

_WIDTH: Final = 100
"""Maximum length of a line without colours."""

_CHART: Final = 72
"""Maximum width of the curve."""


def render_review(review: HandReview, language: Language) -> RenderableType:
    """Render the curve, the most costly decisions, and each player's figures."""
    review = told_apart(review)
    drawn = chart(review, language, _CHART)
    return Group(_title(review, language), *review_parts(review, language, drawn))


def reviewed_lines(
    path: Path, hand: int, language: Language, name: Callable[[int], str]
) -> list[str]:
    """Review a hand of a record as lines without colours; takes some seconds.

    Args:
        path: the record.
        hand: the number of the hand.
        language: the language of the lines.
        name: returns the name of the player in a seat.
    """
    review = with_names(review_hand(read_record(path), hand, depth=DEPTH), name)
    out = StringIO()
    lines = Console(file=out, width=_WIDTH, no_color=True, highlight=False)
    lines.print(
        _title(review, language), *review_parts(review, language, _row(review, language)), sep="\n"
    )
    return [line.rstrip() for line in out.getvalue().splitlines()]


def with_names(review: HandReview, name: Callable[[int], str]) -> HandReview:
    """A review with other names of the players, by seat."""
    players = tuple(replace(player, name=name(player.seat)) for player in review.players)
    return replace(review, players=players)


def told_apart(review: HandReview) -> HandReview:
    """A review that adds the seats to equal names of players."""
    players = review.players
    names = Counter(player.name for player in players)
    return with_names(review, lambda seat: _apart(players[seat], names))


def _apart(player: PlayerReview, names: Counter[str]) -> str:
    return player.name if names[player.name] == 1 else f"{player.seat} {player.name}".rstrip()


def _title(review: HandReview, language: Language) -> Text:
    return Text(texts("review")["title"].render(language, hand=review.hand), style="bold")


def _row(review: HandReview, language: Language) -> list[Text]:
    """The curve in one line, with its start, maximum and minimum."""
    levels = [point.levels.mean for point in review.curve]
    if not levels:
        return []
    figures = {"from": levels[0], "most": max(levels), "least": min(levels)}
    words = {name: f"{level:+.1f}" for name, level in figures.items()}
    summary = texts("review")["curve-row"].render(language, **words)
    return [Text(f"  {drawn_curve(review)}  {summary}")]


def review_parts(
    review: HandReview, language: Language, drawn: Sequence[Text]
) -> Iterator[RenderableType]:
    """Yield the parts of a hand's review below its title.

    Args:
        review: the review; its players' names must be unique.
        language: the language of the text.
        drawn: the lines of the curve.
    """
    said = texts("review")
    if drawn:
        yield Text(said["curve"].of(language))
        yield from drawn
    if review.result is not None:
        yield Text(said["result"].render(language, levels=_result(review.result, language)))
    yield from _worst(told_worst(review, language), "worst", _cost(review.players), language)
    yield _players(review.players, language)
    yield Text(said["note"].of(language), style="dim")


def render_match(review: MatchReview, language: Language) -> RenderableType:
    """Render each hand in a row, the most costly decisions, and each player's figures."""
    return Group(*_match_parts(review, language))


def _match_parts(review: MatchReview, language: Language) -> Iterator[RenderableType]:
    said = texts("review")
    yield Text(said["match"].of(language), style="bold")
    for hand in review.hands:
        levels = "" if hand.result is None else _result(hand.result, language)
        row = said["hand-row"].render(
            language, hand=hand.hand, curve=drawn_curve(hand), levels=levels
        )
        yield Text(row)
    hands = tuple(map(told_apart, review.hands))
    worst = told_worst_of_match(replace(review, hands=hands), language)
    yield from _worst(worst, "worst-match", _cost(review.players), language)
    names = Counter(player.name for player in review.players)
    players = [replace(player, name=_apart(player, names)) for player in review.players]
    yield _players(players, language)
    yield Text(said["note"].of(language), style="dim")


def _cost(players: Sequence[PlayerReview]) -> float:
    return sum(player.cost for player in players)


def _worst(
    worst: Sequence[ToldMistake], title: str, cost: float, language: Language
) -> Iterator[RenderableType]:
    said = texts("review")
    key = title if worst else "worst-small" if cost else "worst-none"
    yield Text(said[key].of(language), style="bold")
    rows = Table.grid(padding=(0, 1))
    for number, mistake in enumerate(worst, 1):
        lines = Text("\n".join(mistake_lines(mistake, language)))
        rows.add_row(Text(f"{number}.", style="bold red"), lines)
    if worst:
        yield rows


def mistake_lines(mistake: ToldMistake, language: Language) -> list[str]:
    """The lines of a costly decision: the play, the better one, and the reasons."""
    lines = [mistake.made, mistake.better, *mistake.why]
    lines += [line for line in (mistake.open, mistake.caution) if line is not None]
    return [spaced(printable(line), language) for line in lines]


def _result(levels: int, language: Language) -> str:
    key = "levels-none" if not levels else "levels-up" if levels > 0 else "levels-down"
    one = ".one" if abs(levels) == 1 else ""
    return texts("review")[key + one].render(language, levels=abs(levels))


def _players(players: Sequence[PlayerReview], language: Language) -> Table:
    said = texts("review")
    titles = (said[key].of(language) for key in ("accuracy", "decisions", "cost"))
    rows: list[tuple[Text | str, ...]] = []
    for player in players:
        accuracy = "–" if player.accuracy is None else f"{player.accuracy:.0f} %"
        name = Text(printable(player.name))
        rows.append((name, accuracy, str(player.decisions), f"{player.cost:.2f}"))
    return report([Column(said["player"].of(language)), *figures(*titles)], rows)
