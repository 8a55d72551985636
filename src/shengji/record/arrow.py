"""Tables with columns declared by the fields of a struct, as Apache Parquet or CSV.

Parquet requires `pip install 'shengji[parquet]'`; its files state the kind and the version of the
table. CSV requires nothing. It is UTF-8 with a line of names; a missing value is empty, and a list
or a struct is JSON.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from shengji.extras import require

if TYPE_CHECKING:
    import pyarrow as pa


TableFormat: TypeAlias = Literal["parquet", "csv"]
"""File formats of tables; each is also the suffix of its files."""


class ParquetError(Exception):
    """A table that cannot be read; the message says how to fix it."""


class Shape(NamedTuple):
    """Schema of a kind of table.

    Attributes:
        row: type of a row; each field is a column.
        key: name of the kind of table, stored in the file.
        version: version of the kind; it changes when a column changes its meaning, not for a new
            column.
        bits: size of integers.
    """

    row: type[msgspec.Struct]
    key: str
    version: str
    bits: int = 16

    @property
    def schema(self) -> pa.Schema:
        """The Arrow schema, derived from the types of the fields.

        Raises:
            MissingExtraError: pyarrow is not installed.
        """
        return arrow().schema(self._columns(self.row), metadata={self.key: self.version})

    def table(self, rows: Sequence[msgspec.Struct]) -> pa.Table:
        """Build a table of these rows."""
        names = self.row.__struct_fields__
        columns = {name: [_plain(getattr(row, name)) for row in rows] for name in names}
        return arrow().table(columns, schema=self.schema)

    @contextmanager
    def writer(
        self, path: Path, form: TableFormat
    ) -> Iterator[Callable[[Sequence[msgspec.Struct]], None]]:
        """Open a table, and yield a function that appends rows to it.

        Raises:
            MissingExtraError: pyarrow is not installed, and the format is Parquet.
            OSError: the file cannot be written.
        """
        if form == "csv":
            with path.open("w", encoding="utf-8", newline="") as file:
                lines = csv.writer(file, lineterminator="\n")
                lines.writerow(self.row.__struct_fields__)
                yield lambda rows: lines.writerows(map(_texts, rows))
            return
        with arrow().parquet.ParquetWriter(path, self.schema, compression="zstd") as parquet:
            yield lambda rows: parquet.write_table(self.table(rows))

    def read(self, path: Path, *, make: str) -> pa.Table:
        """Read the table in a file; `make` is the command that writes one, for messages.

        Raises:
            ParquetError: there is no such table, or it is one of another version.
            MissingExtraError: pyarrow is not installed.
        """
        parquet = arrow().parquet
        if not path.is_file():
            raise ParquetError(f"{path} is not there; write it with {make}")
        try:
            table = parquet.read_table(path)
        except (OSError, ValueError) as error:
            raise ParquetError(f"{path} is not a Parquet file: {error}") from None
        version = (table.schema.metadata or {}).get(self.key.encode(), b"").decode()
        if version != self.version:
            known = f"version {version!r}" if version else "none of ours"
            raise ParquetError(f"{path} is {known}; export it again, this reads {self.version!r}")
        return table

    def _columns(self, row: type[msgspec.Struct]) -> list[pa.Field]:
        hints = get_type_hints(row)
        return [
            arrow().field(name, self._type(hints[name]), nullable=may_be_missing(hints[name]))
            for name in row.__struct_fields__
        ]

    def _type(self, hint: Any) -> pa.DataType:
        pyarrow = arrow()
        whole = getattr(pyarrow, f"int{self.bits}")
        plain = {int: whole, float: pyarrow.float32, str: pyarrow.string, bool: pyarrow.bool_}
        if hint in plain:
            return plain[hint]()
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return pyarrow.struct(self._columns(hint))
        inner = next(arg for arg in get_args(hint) if arg not in (Ellipsis, type(None)))
        return self._type(inner) if may_be_missing(hint) else pyarrow.list_(self._type(inner))


def may_be_missing(hint: Any) -> bool:
    """Whether a field of this type may be `None`."""
    return get_origin(hint) in (Union, UnionType) and type(None) in get_args(hint)


def arrow() -> Any:
    """Import `pyarrow` with its Parquet reader, an optional dependency.

    Raises:
        MissingExtraError: it is not installed.
    """
    require("parquet", "pyarrow")
    import_module("pyarrow.parquet")
    return import_module("pyarrow")


def _texts(row: msgspec.Struct) -> list[str]:
    """The fields of a row as they stand in CSV."""
    values = (getattr(row, name) for name in row.__struct_fields__)
    return [
        "" if value is None else value if isinstance(value, str) else _json(value)
        for value in values
    ]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _plain(value: Any) -> Any:
    """A value in the form pyarrow expects: dictionaries instead of structs."""
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        return [msgspec.to_builtins(each) for each in value]
    return value
