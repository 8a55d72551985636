"""The contents of the sheets over the table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from shengji.cards import Card
from shengji.game import Command, Hand
from shengji.play.units import Reading
from shengji.terminal.table import counter, phrases, prompt, results, rulewords
from shengji.terminal.table.screen.sheets import Content
from shengji.terminal.table.session import TO_CHOOSE_CARDS, Session
from shengji.terminal.table.speaker import Speaker

_WIDE = 40
"""Width of a line of the sum, in cells."""
_SHEET = 68
"""Width of a line of a sheet, in cells."""


def result(session: Session, speaker: Speaker) -> Content:
    """The result of the last hand."""
    sheet = results.ResultSheet(session, session.results[-1], speaker)
    lines: list[Text | str] = [*sheet.who, ""]
    for name, points in sheet.sums:
        lines.append(_sum(name, points))
    total = _sum(*sheet.total)
    total.stylize("bold")
    lines += [Text("─" * _WIDE), total, sheet.needed, "", *sheet.lines, ""]
    lines += _columns(sheet.levels)
    key = "sheet.go-on" if session.reviewable is None else "sheet.go-on-review"
    return sheet.title, lines, speaker.text(key)


def _columns(levels: Sequence[tuple[str, str, bool]]) -> list[Text]:
    """Names with their levels in columns; changed ones are bold."""
    names = max(cell_len(name) for name, _, _ in levels) + 1
    wide = names + max(cell_len(words) for _, words, _ in levels) + 3
    across = max(1, _SHEET // wide)
    rows = -(-len(levels) // across)
    lines = []
    for row in range(rows):
        line = Text()
        for number, (name, words, changed) in enumerate(levels[row::rows]):
            line.append(" " * max(0, number * wide - line.cell_len))
            line.append(name + " " * (names - cell_len(name)))
            line.append(words, style="bold" if changed else "")
        lines.append(line)
    return lines


def score(session: Session, speaker: Speaker) -> Content:
    """The state of the hand and the match."""
    lines = results.score(session, speaker)
    return speaker.text("score.title"), lines, speaker.text("sheet.close")


def rules(session: Session, speaker: Speaker) -> Content:
    """The rules, their differences from the preset, and the bots."""
    others = speaker.say("bots.others", text=speaker.bots(session.bot_names))
    lines = [*rulewords.played(session.rules, speaker), "", others]
    return speaker.text("rules.title"), lines, speaker.text("sheet.close")


def over(session: Session, speaker: Speaker) -> Content:
    """The result of the match."""
    title, lines = results.over(session, speaker)
    return title, lines, speaker.text("over.close")


def keys(speaker: Speaker) -> Content:
    """The help on the keys."""
    text = speaker.text
    names = [
        (text("key.arrows"), "help.arrows"),
        (text("key.space"), "help.space"),
        ("p", "help.pair"),
        (text("key.escape"), "help.escape"),
        (text("key.enter"), "help.enter"),
        ("d", "help.declare"),
        ("r", "help.redeal"),
        ("?", "help.what"),
        ("h", "help.hint"),
        ("t", "help.claim"),
        ("l", "help.last"),
        ("k", "help.kitty"),
        ("s", "help.score"),
        ("n", "help.count"),
        ("o", "help.rules"),
        ("v", "help.review"),
        ("+ -", "help.speed"),
        ("c", "help.colours"),
        ("g F2", "help.language"),
        ("q", "help.quit"),
    ]
    lines: list[Text | str] = [_entry(name, text(key)) for name, key in names]
    order = "help.order" if len(speaker.names) == 4 else "help.order-many"
    lines += [text("help.mouse"), text(order), text("help.signs")]
    return text("help.title"), lines, text("sheet.read-on")


def what(session: Session, advised: Command | None, speaker: Speaker) -> Content:
    """The possible actions, and the advice of a bot."""
    lines: list[Text | str] = []
    for sentence in prompt.what(session, speaker):
        lines += [sentence, ""]
    words = prompt.advised(session, advised, speaker)
    if words is not None:
        lines += [Text(words, style="bold"), prompt.why(session, advised, speaker) or ""]
        if session.waits_for in TO_CHOOSE_CARDS:
            lines.append(speaker.text("what.take-hint"))
    return speaker.text("what.title"), lines, speaker.text("sheet.close")


def last_trick(hand: Hand, speaker: Speaker) -> Content:
    """The last trick of a hand, which must exist."""
    lines = phrases.last_trick(hand, speaker)
    return speaker.text("last.title"), lines, speaker.text("sheet.close")


def count(hand: Hand, speaker: Speaker) -> Content:
    """The cards still out, those played, and the players void in a suit."""
    lines = counter.laid_out(hand, speaker, _SHEET - 1)
    return speaker.text("count.title"), lines, speaker.text("sheet.close")


def kitty(cards: Sequence[Card], speaker: Speaker) -> Content:
    """The kitty, if the player is the Dealer."""
    lines = [speaker.cards(cards), phrases.kitty_points(cards, speaker)]
    return speaker.text("kitty.title"), lines, speaker.text("sheet.close")


def readings(ways: Sequence[Reading], speaker: Speaker, *, more: bool) -> list[str]:
    """The readings of a lead as options; with `more`, another option at the end."""
    listed = ["  +  ".join(speaker.cards(unit.cards) for unit in way) for way in ways]
    return [*listed, speaker.text("reading.more")] if more else listed


def _sum(name: str, points: int) -> Text:
    line = Text(name)
    line.append(" " * max(1, _WIDE - line.cell_len - len(str(points))))
    line.append(str(points))
    return line


def _entry(name: str, does: str) -> Text:
    line = Text(name, style="bold")
    line.append(" " * max(1, 9 - line.cell_len))
    return line.append(Text(does, style="not bold"))
