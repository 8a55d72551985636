"""Shuffling: the one place that turns chance into the command that starts a hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from random import Random

from shengji.cards import Card, Rank, write_cards
from shengji.game.commands import StartHand
from shengji.rules import Rules


def commitment_of(deck: Iterable[Card], salt: str) -> str:
    """The commitment to a deck before it is played: SHA-256 of the salt and the cards."""
    return hashlib.sha256(f"{salt} {write_cards(deck)}".encode()).hexdigest()


def shuffled(rules: Rules, chance: Random) -> StartHand:
    """A fair start of a hand: the deck, the cards turned to count the first drawer, a salt.

    With `random.SystemRandom()` nobody can know it beforehand; with `random.Random(seed)` it is
    the same each time.
    """
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
    )


def counts(rules: Rules, card: Card) -> bool:
    """Whether a card turned up tells who draws first.

    Jokers do not, nor Aces (Z21 §3.5.3) unless they count as 1 (Z16 §7.1, W23).
    """
    if card.rank is None:
        return False
    return card.rank is not Rank.ACE or rules.first_drawer == "counted-ace-one"


def first_counted(rules: Rules, turned: Sequence[Card], shuffler: int) -> int | None:
    """The seat that draws first by the cards turned up (Z21 §3.5.3).

    `None` where these are not what is turned up: the last card counts, and none before it.
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
