"""The coverage of the family is whole: rows, tests, options, presets, peers, and docs/family.md."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from shengji.rules import PRESETS, options
from tests.coverage.rows import read_page, read_peers
from tests.coverage.tables import as_markdown
from tests.family.make_table import PAGE, block_of, with_block

ROOT = Path(__file__).parents[2]
ROWS = read_page(ROOT)
PEERS = read_peers(ROOT)


def test_every_row_is_told_once_and_has_tests() -> None:
    ids = [row.id for row in ROWS]
    assert len(set(ids)) == len(ids)
    assert {f"G{number}" for number in range(1, 10)} <= set(ids)
    for row in ROWS:
        assert bool(row.tests) != bool(row.later), row.id
        assert len(set(row.tests)) == len(row.tests), row.id
        assert row.text and row.sources


def test_every_named_test_exists(request: pytest.FixtureRequest) -> None:
    """As pytest itself names them, in this run or, where it is of other files, for this."""
    wanted = {test for row in ROWS for test in row.tests}
    missing = wanted - names(item.nodeid for item in request.session.items)
    files = sorted({test.partition("::")[0] for test in missing})
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert sorted(missing - (names(collected(files)) if files else set())) == []


def names(tests: Iterable[str]) -> set[str]:
    """The names of tests, with and without their parameters."""
    found = set(tests)
    return found | {test.partition("[")[0] for test in found}


def collected(files: Sequence[str]) -> list[str]:
    """All tests of these files."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    environment = {name: v for name, v in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        [*command, *files], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return [line for line in ran.stdout.splitlines() if "::" in line]


def test_every_option_and_every_choice_occurs() -> None:
    about: dict[str, list[object]] = {}
    for row in ROWS:
        for name, values in row.options.items():
            about.setdefault(name, []).extend(values)
    by_name = {option.name: option for option in options()}
    assert set(about) == set(by_name)
    for name, option in by_name.items():
        if option.kind != "number":
            assert set(map(str, option.values)) == set(map(str, about[name])), name
        else:
            allowed = [value for value in about[name] if isinstance(value, int)]
            assert option.low is not None and option.high is not None
            assert all(option.low <= value <= option.high for value in allowed), name
            assert set(option.words) <= set(map(str, about[name])), name


def test_every_preset_and_system_occurs_once() -> None:
    named = [preset for row in ROWS for preset in row.presets]
    assert sorted(named) == sorted(PRESETS)


def test_the_peers_are_well_formed() -> None:
    ids = {row.id for row in ROWS}
    names = [peer.id for peer in PEERS.peers]
    assert len(set(names)) == len(names)
    for peer in PEERS.peers:
        assert set(peer.rows) <= ids, peer.id
        assert peer.url.startswith("https://github.com/"), peer.id
        assert peer.read
        assert not peer.like or peer.like in names[: names.index(peer.id)], peer.id
        for name, support in peer.rows.items():
            # What is said of a program must stand on something.
            assert support.has == "unknown" or support.file, (peer.id, name)
            assert support.has != "partly" or support.note, (peer.id, name)


def test_nothing_is_denied_to_the_site_that_people_use_without_a_reason() -> None:
    first = PEERS.peers[0]
    assert (first.name, first.others) == ("rbtying/shengji", "unknown")
    for name, support in first.rows.items():
        assert support.has != "no" or support.note, name


def test_the_table_of_the_page_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert block_of(text) == as_markdown(ROWS, PEERS), "python -m tests.family.make_table"
    assert with_block(text, as_markdown(ROWS, PEERS)) == text
