"""`shengji` with a server whose chance comes from a seed: `python -m tests.seeded FILE serve ...`.

The file says which seed holds; it may say another one later.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from shengji.server import runner
from shengji.terminal.cli import main
from tests.seeds import Seeded, read_in

if __name__ == "__main__":
    file = Path(sys.argv.pop(1))
    chance = Seeded(lambda: read_in(file))
    runner.serve = partial(runner.serve, chance=chance)
    main()
