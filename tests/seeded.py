"""`shengji` with a server whose chance comes from a seed: `python -m tests.seeded FILE serve ...`.

The file says which seed holds; it may say another one later. With `shared` behind it the pages'
shares decide the deals too. Passphrases are hashed quickly.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from shengji.server import runner
from shengji.terminal.main import main
from tests.seeds import Seeded, read_in
from tests.server.hashing import quick_hashes

if __name__ == "__main__":
    file = Path(sys.argv.pop(1))
    chance = Seeded(lambda: read_in(file))
    chance.shared = sys.argv[1] == "shared" and bool(sys.argv.pop(1))
    runner.serve = partial(runner.serve, chance=chance)
    with quick_hashes():
        main()
