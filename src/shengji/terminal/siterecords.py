"""The records of a site's matches, as files of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shengji.server.stores import Stores


async def bring(store: Stores, folder: Path) -> int:
    """Bring the records of all matches of a site into a folder that does not have them yet.

    A file whose players are called otherwise now is written anew, so that nobody's former name, or
    that of somebody who has left, stays in it.

    Args:
        store: the site's database.
        folder: where to; it is made when it is not there.

    Returns:
        How many files were written.

    Raises:
        OSError: one cannot be.
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
            except RecordError:  # not there yet, or not to its end
                kept = False
            if not kept:
                new = path.with_name(f"{path.name}.new")
                new.write_bytes(record.packed.lines())
                new.replace(path)
                written += 1
        after = found[-1].place
    return written
