"""What can be asked of a match. A command is answered by events or by a refusal."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from shengji.cards import Card


class _Command(msgspec.Struct, frozen=True, tag_field="command"):
    pass


class StartHand(_Command, tag="start_hand", frozen=True):
    """Start the next hand. Chance comes in here, and nowhere else.

    Attributes:
        deck: all cards in the order in which they are drawn; the last ones are the kitty.
        turned: in a match's first hand, the cards turned up to count who draws first: Aces and
            Jokers, and then one that is neither (Z21 §3.5.3). Empty when the rules say `random`.
        first: in a match's first hand under `random`, the seat that draws first.
        salt: a secret that goes into the published commitment to the deck.
    """

    deck: tuple[Card, ...]
    turned: tuple[Card, ...] = ()
    first: int | None = None
    salt: str = ""


class Draw(_Command, tag="draw", frozen=True):
    """The next player draws a card."""


class Show(_Command, tag="show", frozen=True):
    """Declare, reinforce or override trumps by showing cards (Z21 §3.5.5).

    To reinforce, all the cards then shown may be given, or only those that are added when they are
    no more than lie there already.
    """

    seat: int
    cards: tuple[Card, ...]


class CloseDraw(_Command, tag="close_draw", frozen=True):
    """All cards are drawn and nobody may declare any more: make trumps, give the kitty."""


class Bury(_Command, tag="bury", frozen=True):
    """The Dealer puts cards back as the kitty (Z21 §3.5.6)."""

    seat: int
    cards: tuple[Card, ...]


class Play(_Command, tag="play", frozen=True):
    """Lead or follow.

    `reading` names, for an ambiguous lead, one of `shengji.play.units.readings`, counted from 0; a
    follow has none.
    """

    seat: int
    cards: tuple[Card, ...]
    reading: int | None = None


Command: TypeAlias = StartHand | Draw | Show | CloseDraw | Bury | Play
