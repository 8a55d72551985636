"""Shuffling: the only place where randomness becomes the command that starts a hand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from shengji.cards import Card, Rank, write_cards
from shengji.game.commands import StartHand
from shengji.rules import Rules, RulesLike, describe_rules, rules_from

_STATEMENT = re.compile(
    r"\S+ hand=([0-9]{1,7}) deal=([0-9]{1,7}) first=([0-9]{1,2}) turned=(\S*)"
    r" rules=([0-9a-f]{64}) table=([0-9a-f]{64}|-)"
)


class Statement(NamedTuple):
    """Facts about a deal that its salt states, so that the commitment covers them.

    Attributes:
        hand: the number of the hand in the match, from 1.
        deal: the number of the deal in the match, from 1.
        first: the seat that draws first.
        turned: the cards turned up to count the first drawer, separated by commas.
        rules: digest of the rules, as made by `digest_of_rules`.
        table: SHA-256 of the table's id, in hex; `-` without a table.
    """

    hand: int
    deal: int
    first: int
    turned: str
    rules: str
    table: str

    def salt(self, secret: str) -> str:
        """The salt: the secret, followed by the facts."""
        facts = (f"{name}={value}" for name, value in self._asdict().items())
        return " ".join((secret, *facts))


def statement_in(salt: str) -> Statement | None:
    """The facts stated in a salt; `None` for a salt that covers the deck alone."""
    found = _STATEMENT.fullmatch(salt)
    if found is None:
        return None
    hand, deal, first, turned, rules, table = found.groups()
    return Statement(int(hand), int(deal), int(first), turned, rules, table)


def statement_of(
    rules: Rules, *, hand: int, deal: int, first: int, turned: Sequence[Card], table: str
) -> Statement:
    """The facts about a deal; `table` is the table's id."""
    return Statement(
        hand=hand,
        deal=deal,
        first=first,
        turned=stated_cards(turned),
        rules=digest_of_rules(rules),
        table=digest_of_table(table),
    )


def digest_of_table(table: str) -> str:
    """SHA-256, in hex, of a table's id."""
    return hashlib.sha256(table.encode()).hexdigest()


def stated_cards(cards: Sequence[Card]) -> str:
    """Cards in the form of a statement: separated by commas."""
    return write_cards(cards).replace(" ", ",")


def digest_of_rules(rules: Rules) -> str:
    """SHA-256, in hex, of the rules from `describe_rules`, as compact JSON with sorted keys."""
    described = msgspec.json.encode(describe_rules(rules), order="deterministic")
    return hashlib.sha256(described).hexdigest()


def commitment_of(deck: Iterable[Card], salt: str) -> str:
    """The commitment to a deck before the play: SHA-256 of salt and cards."""
    return hashlib.sha256(f"{salt} {write_cards(deck)}".encode()).hexdigest()


def shuffled(rules: RulesLike, chance: Random, table: str | None = None) -> StartHand:
    """A fair start of a hand: the deck, the cards that count the first drawer, a salt.

    The result is unpredictable with `random.SystemRandom()`, and reproducible with
    `random.Random(seed)`.

    Args:
        rules: the rules of the match.
        chance: the source of chance.
        table: as in `StartHand`.

    >>> from random import Random
    >>> shuffled("tractor", Random(1)).deck[:2]
    (Card('8C'), Card('KD'))
    """
    rules = rules_from(rules)
    deck = rules.deck
    chance.shuffle(deck)
    turned: list[Card] = []
    while rules.first_drawer != "random" and not (turned and counts(rules, turned[-1])):
        turned.append(deck[chance.randrange(len(deck))])
    return StartHand(
        deck=tuple(deck),
        turned=tuple(turned),
        first=chance.randrange(rules.players) if rules.first_drawer == "random" else None,
        salt=f"{chance.getrandbits(128):032x}",
        table=table,
    )


def counts(rules: Rules, card: Card) -> bool:
    """Whether a turned-up card decides the first drawer.

    Jokers do not, nor Aces (Z21 §3.5.3) unless they count as 1 (Z16 §7.1, W23).
    """
    if card.rank is None:
        return False
    return card.rank is not Rank.ACE or rules.first_drawer == "counted-ace-one"


def first_counted(rules: Rules, turned: Sequence[Card], shuffler: int) -> int | None:
    """The first drawer according to the turned-up cards (Z21 §3.5.3).

    `None` for invalid cards: the last card must count, and none before it.
    """
    counting = [number for number, card in enumerate(turned, 1) if counts(rules, card)]
    if counting != [len(turned)]:
        return None
    return counted_seat(turned[-1], shuffler, rules.players)


def counted_seat(card: Card, shuffler: int, players: int) -> int:
    """The seat that a card counts to, from the shuffler as 1 counter-clockwise (Z21 §3.5.3).

    An Ace counts as 1 (Z16 §7.1), where it counts at all.

    >>> [counted_seat(Card(c), 0, 4) for c in ("5H", "9H", "KH", "2S", "AS")]
    [0, 0, 0, 1, 0]
    """
    assert card.rank is not None
    counted = 0 if card.rank is Rank.ACE else card.rank.order + 1
    return (shuffler + counted) % players
