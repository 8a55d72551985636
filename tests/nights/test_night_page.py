"""docs/nights.md describes every event."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from shengji.nights import Event

PAGE = Path(__file__).parents[2] / "docs" / "nights.md"


def test_the_page_describes_every_event_once() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| event |")[2].partition("\n\n")[0]
    described = re.findall(r"`(\w+)`", table)
    assert sorted(described) == sorted(one.__struct_config__.tag for one in get_args(Event))
