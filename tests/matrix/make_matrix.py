"""Search a witness for every value of every option and write them to `matrix.json`.

Run as `python -m tests.matrix.make_matrix`; values that have a witness already keep it as long as
it still shows a difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from tests.matrix.witness import Witness, cells, differs, search

FILE = Path(__file__).parent / "matrix.json"
TRIES = 4000


def main() -> None:
    """Write the matrix."""
    kept: list[Witness] = []
    if FILE.exists():
        kept = msgspec.json.decode(FILE.read_bytes(), type=list[Witness])
    found: list[Witness] = []
    for option, value in cells():
        witness = next((w for w in kept if w.option == option.name and w.value == value), None)
        if witness is None or not _holds(witness):
            witness = search(option, value, TRIES)
        if witness is None:
            print(f"no witness for {option.name} = {value}", file=sys.stderr)
        else:
            print(option.name, value, witness.seed)
            found.append(witness)
    lines = ",\n".join(msgspec.json.encode(witness).decode() for witness in found)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _holds(witness: Witness) -> bool:
    try:
        return differs(witness)
    except ValueError:
        return False


if __name__ == "__main__":
    main()
