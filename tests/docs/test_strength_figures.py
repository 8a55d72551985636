"""Each page that tells how strong or fast the program is tells what was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLAIM = re.compile(r"`(\w+)` (?:is )?(\+[\d.]+) (?:levels a hand )?ahead of `(\w+)`")
ROW = re.compile(
    r"\| (\w+) \| (\w+) \| default \|[^|]*\|[^|]*\| \**([+-][\d.]+)\** \(([+-][\d.]+) to"
)


def prose_of(page: str) -> str:
    return " ".join((ROOT / page).read_text(encoding="utf-8").split())


def measured() -> dict[tuple[str, str], tuple[str, str]]:
    """The levels of docs/strength.md and the lower end of their interval, for each pair of bots."""
    page = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    return {(one, other): (mean, low) for one, other, mean, low in ROW.findall(page)}


@pytest.mark.parametrize("page", ["README.md", "docs/arena.md"])
def test_a_page_claims_what_was_measured(page: str) -> None:
    claims = CLAIM.findall(prose_of(page))
    assert len(claims) == 2
    for one, mean, other in claims:
        found, low = measured()[one, other]
        assert mean == found and float(low) > 0, (one, other)


def test_nothing_is_claimed_of_master_that_was_not_measured() -> None:
    mean, low = measured()["master", "strong"]
    assert f"({mean}, from {low} to" in prose_of("docs/arena.md")
    assert "`master`" not in prose_of("README.md")
    page = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    for players, row in (("five", "finding-friends, players 5"), ("six", "finding-friends")):
        (line,) = re.findall(rf"\| master \| strong \| preset {row}, alone \|.*", page)
        claim = re.search(rf"(\+[\d.]+) with {players}\b", prose_of("docs/arena.md"))
        assert claim and f"**{claim[1]}** (+" in line, "above zero"


def test_the_readme_is_as_fast_as_the_figures() -> None:
    claim = re.search(r"about ([\d,]+) random legal hands a second", prose_of("README.md"))
    assert claim
    row = f"| whole random-legal hands a second, one thread | {claim[1]} |"
    assert row in prose_of("docs/figures.md")


def test_the_readme_is_short() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120 and max(map(len, lines)) <= 320
