"""Commands to a match. A command is answered by events or by a refusal."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.game.events import Call, Takes

NamedReading: TypeAlias = int | tuple[tuple[Card, ...], ...]
"""The reading of a lead: the number of a reading that is listed, from 0, or the units of any."""


class _Command(msgspec.Struct, frozen=True, tag_field="command", gc=False):
    """The base of all commands; none refers to itself, so the garbage collector need not look."""


class StartHand(_Command, tag="start_hand", frozen=True):
    """Start the next hand. Chance comes in here, and nowhere else.

    Attributes:
        deck: all cards in the order in which they are drawn; the last ones are the kitty.
        turned: in a match's first deal, the cards turned up to count who draws first: those that
            do not count, and then one that does (Z21 §3.5.3). None when the rules say `random`; not
            looked at when it is known who draws first.
        first: in a match's first deal under `random`, the seat that draws first.
        salt: a secret that goes into the published commitment to the deck.
        table: the id of the table at which the deal is made. The commitment then covers it, the
            rules, the number of hand and deal, and who draws first and why; with `None` it covers
            the deck alone.
    """

    deck: tuple[Card, ...]
    turned: tuple[Card, ...] = ()
    first: int | None = None
    salt: str = ""
    table: str | None = None


class Draw(_Command, tag="draw", frozen=True):
    """The next player draws a card, or so many players one each, as long as there are any."""

    cards: int = 1


class Show(_Command, tag="show", frozen=True):
    """Declare, reinforce or override trumps by showing cards (Z21 §3.5.5).

    To reinforce, all the cards then shown may be given, or only those that are added when they are
    no more than lie there already.
    """

    seat: int
    cards: tuple[Card, ...]


class CloseDraw(_Command, tag="close_draw", frozen=True):
    """All cards are drawn and nobody may declare any more: make trumps, give the kitty."""


class AnswerRedeal(_Command, tag="answer_redeal", frozen=True):
    """Claim a re-deal, or not, when asked in turn (Z21 §3.5.7)."""

    seat: int
    wanted: bool


class Bury(_Command, tag="bury", frozen=True):
    """Put cards back as the kitty, by the player who took it (Z21 §3.5.6)."""

    seat: int
    cards: tuple[Card, ...]


class BidLand(_Command, tag="bid_land", frozen=True):
    """Bid for the land with a pair or a longer tuple, or pass with no cards (Z21 §6.2)."""

    seat: int
    cards: tuple[Card, ...] = ()


class CallFriends(_Command, tag="call_friends", frozen=True):
    """The Dealer calls the cards that make friends of who plays them (Z21 §6.5)."""

    seat: int
    calls: tuple[Call, ...]


class Play(_Command, tag="play", frozen=True):
    """Lead or follow.

    `reading` names how an ambiguous lead is read: one of its `shengji.play.readings`, counted from
    0, or its units in any order; a follow has none.
    """

    seat: int
    cards: tuple[Card, ...]
    reading: NamedReading | None = None


class ClaimRest(_Command, tag="claim_rest", frozen=True):
    """Claim the rest of the hand, which must be proven from what the seat can know.

    Attributes:
        seat: who claims, and is to play.
        takes: as in `RestClaimed`.
        accepted: what the others have answered.
    """

    seat: int
    takes: Takes
    accepted: bool = True


class ShowDeck(_Command, tag="show_deck", frozen=True):
    """Show the deck of the hand that is over, or was thrown in, and its salt, once."""


class EndMatch(_Command, tag="end_match", frozen=True):
    """End a match that nobody has won by the levels.

    Attributes:
        reason: as in `MatchEnded`; `hand` only when one has just ended.
        seat: a seat of the side that concedes; only where teams are fixed.
    """

    reason: Literal["conceded", "agreed", "hand"]
    seat: int | None = None


Command: TypeAlias = (
    StartHand
    | Draw
    | Show
    | CloseDraw
    | AnswerRedeal
    | Bury
    | BidLand
    | CallFriends
    | Play
    | ClaimRest
    | ShowDeck
    | EndMatch
)
