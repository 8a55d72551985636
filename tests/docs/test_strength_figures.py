"""What the README says of how strong the bots are is what docs/strength.md says."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLAIM = re.compile(r"`(\w+)` (?:is )?(\+[\d.]+) (?:levels a hand )?ahead of `(\w+)`")
ROW = re.compile(
    r"\| (\w+) \| (\w+) \| default \|[^|]*\|[^|]*\| \**([+-][\d.]+)\** \(([+-][\d.]+) to"
)


def test_the_readme_claims_what_was_measured() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    page = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    measured = {(one, other): (mean, low) for one, other, mean, low in ROW.findall(page)}
    claims = CLAIM.findall(text)
    assert len(claims) == 2
    for one, mean, other in claims:
        found, low = measured[one, other]
        assert mean == found and float(low) > 0, (one, other)
    for players, row in (("five", "finding-friends, players 5"), ("six", "finding-friends")):
        (line,) = re.findall(rf"\| master \| strong \| preset {row}, alone \|.*", page)
        (mean,) = re.findall(rf"(\+[\d.]+) with {players}\b", text)
        assert f"**{mean}** (+" in line, "above zero"
    assert f"({measured['master', 'strong'][0]}, from {measured['master', 'strong'][1]} to" in text
