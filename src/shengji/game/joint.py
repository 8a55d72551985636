"""The deal that shares decide: the seed, and what follows from it (docs/deals.md)."""

from __future__ import annotations

import hmac
from typing import Final, NamedTuple

from shengji.cards import Card
from shengji.game.shares import DealRequest
from shengji.game.shuffle import counts
from shengji.rules import Rules

_BLOCKS: Final = 255
"""Number of blocks of the output of HKDF-SHA-256, its maximum."""
_WORDS: Final = 2**32


class Dealt(NamedTuple):
    """Fields of `StartHand` that a seed decides; after a match's first deal, the deck alone."""

    deck: tuple[Card, ...]
    turned: tuple[Card, ...]
    first: int | None


class _Numbers:
    """Numbers from the output of HKDF-SHA-256 (RFC 5869): 32 bits each, big-endian."""

    def __init__(self, secret: bytes, info: bytes) -> None:
        key = hmac.digest(bytes(32), secret, "sha256")
        block, stream = b"", b""
        for number in range(1, _BLOCKS + 1):
            block = hmac.digest(key, block + info + bytes([number]), "sha256")
            stream += block
        self._words = (int.from_bytes(stream[at : at + 4]) for at in range(0, len(stream), 4))

    def below(self, bound: int) -> int:
        """The next number from 0 to `bound` - 1, without bias."""
        limit = _WORDS - _WORDS % bound
        return next(word for word in self._words if word < limit) % bound


def dealt_by(rules: Rules, request: DealRequest, server_share: str, *, line: str) -> Dealt:
    """The deal that the shares of a request decide.

    Args:
        rules: the rules of the match.
        request: the request, with all shares but the server's.
        server_share: the server's share.
        line: the request as `DealRequest.line` writes it.
    """
    shares = [server_share, *(at.share for at in request.seats if at.share is not None)]
    numbers = _Numbers(bytes.fromhex("".join(shares)), line.encode("ascii"))
    deck = rules.deck
    for place in range(len(deck) - 1, 0, -1):
        other = numbers.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    if isinstance(request.first, int):
        return Dealt(tuple(deck), (), None)
    if request.first == "random":
        return Dealt(tuple(deck), (), numbers.below(rules.players))
    turned = [deck[numbers.below(len(deck))]]
    while not counts(rules, turned[-1]):
        turned.append(deck[numbers.below(len(deck))])
    return Dealt(tuple(deck), tuple(turned), None)
