"""Deals that shares decide: fixed test vectors, which the client's tests read too."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import write_cards
from shengji.game.joint import dealt_by
from shengji.game.shares import DealRequest, JointDeal, SeatShare, commitment_to, misfit_of
from shengji.game.shuffle import counts, digest_of_table, first_counted
from shengji.rules import Rules, rules_from

VECTORS: list[dict[str, Any]] = msgspec.json.decode(
    (Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "joint.json").read_bytes()
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_the_deal_is_that_of_the_test_vectors(vector: dict[str, Any]) -> None:
    rules, made = rules_from(vector["options"]), msgspec.convert(vector["shares"], JointDeal)
    line = made.request.line(digest_of_table(vector["table"]))
    assert line == vector["line"]
    dealt = dealt_by(rules, made.request, vector["server_share"], line=line)
    assert write_cards(dealt.deck).split() == vector["deck"]
    assert write_cards(dealt.turned).split() == vector["turned"]
    counted = first_counted(rules, dealt.turned, 0)
    assert vector["first"] in (dealt.first, counted, made.request.first)


def request(share: str, **given: Any) -> DealRequest:
    seats = (SeatShare(commitment_to(share), share), *[SeatShare(why="bot")] * 3)
    zero = "0" * 64
    facts = {"number": 1, "match": 1, "hand": 1, "deal": 1, "first": "counted"}
    return DealRequest(**{**facts, "rules": zero, "server": zero, "seats": seats, **given})


SHARES = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(share=SHARES, server=SHARES, decks=st.integers(1, 6))
def test_a_deal_is_the_whole_pack_and_counts_a_first_drawer(
    share: str, server: str, decks: int
) -> None:
    rules = Rules(decks=decks)
    dealt = dealt_by(rules, request(share), server, line="x")
    assert Counter(dealt.deck) == rules.copies
    assert counts(rules, dealt.turned[-1]) and not any(counts(rules, c) for c in dealt.turned[:-1])


@given(share=SHARES, other=SHARES)
def test_a_share_fits_its_commitment_alone(share: str, other: str) -> None:
    server = commitment_to(other)
    assert misfit_of(request(share, server=server), other) is None
    assert (misfit_of(request(share, server=server), share) is None) == (share == other)
    moved = SeatShare(commitment_to(share), other)
    found = misfit_of(request(share, server=server, seats=(moved,)), other)
    assert found == (None if share == other else 0)
    for seat in (SeatShare(), SeatShare(commitment_to(share), share, "away")):
        assert misfit_of(request(share, server=server, seats=(seat,)), other) == 0
