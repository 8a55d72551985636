"""The rows of the family and what other programs have of them, as the checkout keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

ROOT = Path(__file__).parents[2]
"""The folder of the source."""
ROWS = "tests/family.toml"
PEERS = "docs/peers.toml"

Has = Literal["yes", "partly", "no", "unknown"]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Row(_Data, frozen=True):
    """A system of the family, or something about it that can be chosen.

    Attributes:
        id: its short name.
        group: under which heading it stands.
        text: what it is.
        sources: where the texts say so.
        options: the options that make it, each with the values that this row is about.
        presets: the presets and systems that it stands for.
        tests: the tests that pin it, as pytest names them; one with parameters stands for all.
        later: what it waits for, when it does not work yet; such a row has no tests.
    """

    id: str
    group: str
    text: str
    sources: str
    options: dict[str, list[Any]] = {}
    presets: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    later: str = ""


class Support(_Data, frozen=True):
    """The support that a program has for a row.

    Attributes:
        has: whether it has it; `partly` when it has some values of it, or cannot choose.
        note: in a few words, what it does.
        file: what this stands on, a file of the program.
    """

    has: Has
    note: str = ""
    file: str = ""


class Peer(_Data, frozen=True):
    """Another program.

    Attributes:
        id: its name in data.
        name: whose it is and how it is called.
        short: how it is called at the head of a column.
        url: where it is.
        read: what of it was read.
        rows: what it has, by row.
        others: what holds for the rows that are not listed.
        like: a program that it took over, which answers for the rows that are not listed.
    """

    id: str
    name: str
    short: str
    url: str
    read: str
    rows: dict[str, Support] = {}
    others: Has = "unknown"
    like: str = ""


class Peers(_Data, frozen=True):
    """All programs that are compared, and when they were read."""

    date: str
    peers: tuple[Peer, ...]

    def support(self, peer: Peer, row: str) -> Support:
        """The support of a program for a row."""
        if row in peer.rows:
            return peer.rows[row]
        if peer.like:
            return self.support(next(p for p in self.peers if p.id == peer.like), row)
        return Support(peer.others)


class _Page(_Data, frozen=True):
    rows: tuple[Row, ...]


def read_page(root: Path) -> tuple[Row, ...]:
    """The rows, in their order.

    Raises:
        ValueError: when the file does not say what it must.
    """
    return msgspec.toml.decode((root / ROWS).read_bytes(), type=_Page).rows


def read_peers(root: Path) -> Peers:
    """The other programs.

    Raises:
        ValueError: when the file does not say what it must.
    """
    return msgspec.toml.decode((root / PEERS).read_bytes(), type=Peers)


def by_group(rows: tuple[Row, ...]) -> Iterator[tuple[str, list[Row]]]:
    """The rows under each heading."""
    for group in dict.fromkeys(row.group for row in rows):
        yield group, [row for row in rows if row.group == group]
