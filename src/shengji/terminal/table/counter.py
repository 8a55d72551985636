"""The card counter: cards still out and cards played, as a grid or in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from shengji.cards import Card
from shengji.game import Hand
from shengji.game.counting import Count, Counted, CountedSuit, count_of
from shengji.terminal.table.speaker import PERSON, Speaker

_FAINT = "#8a8f86"
_INKS = {"H": "#c3141f", "D": "#c3141f"}


def sentences(hand: Hand, speaker: Speaker) -> list[str]:
    """The count in sentences: the points, then each suit, and the players void in it."""
    count = count_of(hand, PERSON)
    lines = [*_points(count, speaker)]
    for suit in count.suits:
        out = [each.card for each in suit.cards for _ in range(each.out)]
        played = [each.card for each in suit.cards for _ in range(each.played)]
        words = speaker.say(
            "count.line",
            suit=suit.letter,
            number=len(out),
            text=_listed(out, speaker),
            total=len(played),
            done=_listed(played, speaker),
        )
        lines.append(words)
        lines += _void(suit, speaker)
    return lines


def laid_out(hand: Hand, speaker: Speaker, width: int) -> list[Text]:
    """The count as a grid: each suit with two rows of numbers below its cards.

    Args:
        hand: the hand.
        speaker: the speaker for the labels.
        width: the number of cells of a line.
    """
    count = count_of(hand, PERSON)
    lines = [Text("  ·  ".join(_points(count, speaker)), style="bold")]
    for suit in count.suits:
        lines += _rows(suit, speaker, width)
    return lines


def _points(count: Count, speaker: Speaker) -> Iterator[str]:
    yield speaker.say("count.points-out", count=count.points_out)
    yield speaker.say("count.points-played", count=count.points_played)


def _listed(cards: Sequence[Card], speaker: Speaker) -> str:
    return speaker.say("count.cards", cards=cards) if cards else ""


def _void(suit: CountedSuit, speaker: Speaker) -> list[str]:
    """The players known to be void in a suit, as a line; empty if there are none."""
    if not suit.void:
        return []
    return [speaker.say("count.void", suit=suit.letter, names=suit.void)]


def _rows(suit: CountedSuit, speaker: Speaker, width: int) -> Iterator[Text]:
    """Yield the cards of a suit, with rows of the copies still out and of those played."""
    out, played, trump = (speaker.text(key) for key in ("count.out", "count.played", "row.trump"))
    label = max(map(cell_len, (out, played, trump))) + 1
    printed = suit.cards[0].card.suit
    title = trump if suit.letter == "T" or printed is None else printed.symbol
    names = _names(suit, speaker)
    wide = max(map(cell_len, names)) + 1
    across = max(1, (width - label) // wide)
    void = ""
    if suit.void:
        void = speaker.say("count.void-short", names=suit.void)
    for start in range(0, len(suit.cards), across):
        cards = suit.cards[start : start + across]
        head = Text(_filled("" if start else title, label))
        head.stylize(f"bold {_INKS.get(suit.letter, '')}")
        for each, name in zip(cards, names[start:], strict=False):
            ink = _INKS.get("" if each.card.suit is None else each.card.suit.value, "")
            style = f"bold {ink}" if each.out else _FAINT
            head.append(" " * (wide - cell_len(name)) + name, style=style)
        if void and head.cell_len + 2 + cell_len(void) <= width:
            head.append(f"  {void}", style="italic")
            void = ""
        yield head
        yield _numbers(out, label, wide, cards, lambda each: each.out)
        yield _numbers(played, label, wide, cards, lambda each: each.played)
    if void:
        yield from (Text(line, style="italic") for line in _void(suit, speaker))


def _names(suit: CountedSuit, speaker: Speaker) -> list[str]:
    """The shortest names of a suit's cards; the suit symbol is added only for equal ranks."""
    ranks = Counter(each.card.rank for each in suit.cards)
    found = []
    for card in (each.card for each in suit.cards):
        if card.rank is None:
            name = speaker.card(card)
            found.append(name[0] if speaker.language == "zh" else name)
        else:
            found.append(speaker.card(card) if ranks[card.rank] > 1 else str(card.rank.value))
    return found


def _numbers(
    title: str, label: int, wide: int, cards: Sequence[Counted], of: Callable[[Counted], int]
) -> Text:
    line = Text()
    line.append(_filled(title, label), style=_FAINT)
    for each in cards:
        number = of(each)
        line.append(str(number or "·").rjust(wide), style="" if number else _FAINT)
    return line


def _filled(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
