"""Our bots on standard input and output: what no table may send is told as what it is."""

from __future__ import annotations

import json

import pytest

from shengji.bots import make_bot
from shengji.bots.outside.host import ProtocolError, serve_bot
from shengji.bots.outside.limits import Limits
from shengji.bots.outside.question import hello
from shengji.game import Standing
from shengji.record.lines import encode
from shengji.rules import Rules

RULES = Rules()
STARTED = {
    "event": "hand_started",
    "hand": 1,
    "rank": "2",
    "dealer": None,
    "first": 0,
    "turned": [],
    "commitment": "0" * 64,
}


def serve(given: dict[str, object], *events: dict[str, object]) -> None:
    """Let basic answer a hello in which something is given otherwise, and then events."""
    begin = encode(hello(RULES, 0, 1, Limits(), [Standing(RULES.first_level)] * 4, None))
    first = json.dumps(json.loads(begin) | given).encode()
    told = json.dumps({"type": "events", "events": events}).encode()
    serve_bot("basic", lambda *of: make_bot("basic", *of), [first, told], lambda line: None)


@pytest.mark.parametrize("seat", [2**64, 2**63, 4])
def test_a_seat_that_is_not_there(seat: int) -> None:
    serve({}, STARTED, {"event": "card_drawn", "seat": 0, "card": "AS"})
    with pytest.raises(ProtocolError, match="seat"):
        serve({"seat": seat})
    known = seat < 12
    with pytest.raises(ProtocolError, match="the Dealer is seat" if known else "dealer"):
        serve({"dealer": seat})
    with pytest.raises(ProtocolError, match="line 2 has an event" if known else "line 2 .*seat"):
        serve({}, STARTED, {"event": "card_drawn", "seat": seat, "card": "AS"})
