"""Stored ends of hands tell what follows from them: version 2 of the record format."""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from shengji.game import HandEnded
from shengji.record.version1 import completed, settled_in
from shengji.server.tables.core.entries import decode_body, encode_body
from shengji.server.tables.core.table import Table

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ENTRIES = sa.table(
    "entries", sa.column("table"), sa.column("number"), sa.column("body", sa.LargeBinary)
)


def upgrade() -> None:
    """Play every log again, and write what the ends of its hands lack."""
    connection = op.get_bind()
    tables = connection.execute(sa.select(_ENTRIES.c.table).distinct()).scalars().all()
    for table in tables:
        of_table = _ENTRIES.c.table == table
        query = sa.select(_ENTRIES.c.number, _ENTRIES.c.body).where(of_table)
        log = connection.execute(query.order_by(_ENTRIES.c.number)).all()
        for number, body in _mended([(row.number, row.body) for row in log]):
            change = sa.update(_ENTRIES).where(of_table, _ENTRIES.c.number == number)
            connection.execute(change.values(body=body))


def _mended(log: list[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """The entries that must be written anew, by their numbers."""
    table = Table()
    for number, data in log:
        body = decode_body(data)
        if isinstance(body, HandEnded) and table.match is not None:
            body = completed(body, settled_in(table.match, body))
            yield number, encode_body(body)
        table.apply(body)


def downgrade() -> None:
    """An older version would read what stands there now, and pass over it."""
