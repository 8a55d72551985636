"""Export of a site's match records to a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shengji.server.stores import Stores


async def bring(store: Stores, folder: Path) -> int:
    """Write the records of all matches of a site that a folder lacks.

    A file with outdated names is rewritten, so that it contains no former name, nor that of a
    deleted user.

    Args:
        store: the site's stores.
        folder: the target folder; it is created if necessary.

    Returns:
        The number of files written.

    Raises:
        OSError: a file cannot be written.
    """
    from shengji.record.lines import RecordError
    from shengji.record.reader import header_in

    folder.mkdir(parents=True, exist_ok=True)
    written, after = 0, None
    while found := await store.matches.all_records(after):
        for record in found:
            path = folder / record.file_name
            try:
                kept = header_in(path).seats == record.packed.names
            except RecordError:  # missing or incomplete
                kept = False
            if not kept:
                new = path.with_name(f"{path.name}.new")
                new.write_bytes(record.packed.lines())
                new.replace(path)
                written += 1
        after = found[-1].place
    return written
