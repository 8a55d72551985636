"""Apache Parquet tables with columns declared by the fields of a struct.

They require `pip install 'shengji[parquet]'`. A file states the kind and the version of its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from shengji.extras import require

if TYPE_CHECKING:
    import pyarrow as pa


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

    def writer(self, path: Path) -> pa.parquet.ParquetWriter:
        """Open a writer for tables of this schema.

        Raises:
            MissingExtraError: pyarrow is not installed.
            OSError: the file cannot be written.
        """
        return arrow().parquet.ParquetWriter(path, self.schema, compression="zstd")

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


def _plain(value: Any) -> Any:
    """A value in the form pyarrow expects: dictionaries instead of structs."""
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        return [msgspec.to_builtins(each) for each in value]
    return value
