"""Parsers for the lines of the head, by their first word."""

from __future__ import annotations

from collections.abc import Callable

from shengji.record.notation.tokens import Cursor


def _rules(line: Cursor) -> dict[str, object]:
    found: dict[str, object] = {}
    while not line.ended:
        token = line.next
        name = line.text("the name of a preset or an option")
        if line.skip("="):
            if name in found:
                raise token.error(f"'{name}' stands here twice")
            found[name] = line.value()
        elif found:
            raise line.wrong("'='")
        else:
            found["preset"] = name
        if not line.ended:
            line.need(";")
    return found


def _seats(line: Cursor) -> tuple[str, ...]:
    found: list[str] = []
    while not found or line.skip(","):
        at = line.next
        if line.number(f"the number {len(found)}") != len(found):
            raise at.error(f"expected the number {len(found)}, found {at}")
        found.append(line.string("a name"))
    return tuple(found)


def _seen(line: Cursor) -> int | None:
    return None if line.skip("onlooker") else line.number("the number of a seat or 'onlooker'")


HEADS: dict[str, Callable[[Cursor], object]] = {
    "Rules": _rules,
    "Seats": _seats,
    "Created": lambda line: line.string("a date"),
    "Seed": Cursor.number,
    "Levels": Cursor.ranks,
    "Dealer": Cursor.seat,
    "Seen": _seen,
    "Record": lambda line: int(line.one_of(("1", "2"))),
}
