"""Every worker begins with its part of what takes long."""

from __future__ import annotations

from tests.order import SLOW, in_shares, rank, shares

QUICK = [f"tests/rules/test_rules.py::test_{at}" for at in range(101)]
PAGES = [f"tests/browser/test_pages.py::test_{at}" for at in range(9)]
ARENA = [f"tests/arena/test_duel.py::test_{at}" for at in range(6)]


def test_each_share_begins_with_its_part_of_the_slow() -> None:
    tests = [*ARENA, *PAGES, *QUICK]
    ordered = in_shares(tests, 4, str)
    assert sorted(ordered) == sorted(tests)
    at = 0
    for size in shares(len(tests), 4):
        share = ordered[at : at + size]
        ranks = [rank(name) for name in share]
        assert ranks == sorted(ranks)
        assert 2 <= sum(name in PAGES for name in share) <= 3
        assert 1 <= sum(name in ARENA for name in share) <= 2
        # What was collected together stays together.
        pages = [PAGES.index(name) for name in share if name in PAGES]
        assert pages == list(range(pages[0], pages[0] + len(pages)))
        at += size


def test_nothing_is_lost_where_all_is_slow() -> None:
    assert sorted(in_shares(PAGES, 4, str)) == PAGES
    assert in_shares([], 4, str) == []
    assert in_shares(QUICK, 1, str) == QUICK


def test_shares_are_those_of_the_scheduler() -> None:
    assert shares(9, 4) == [2, 2, 2, 3]
    assert shares(8, 2) == [4, 4]
    assert [rank(f"{room}test_a.py::test_b") for room in SLOW] == list(range(len(SLOW)))
