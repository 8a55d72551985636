"""Commands to a match. A command is answered by events or by a refusal."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.game.events import Call, Takes
from shengji.game.shares import JointDeal

NamedReading: TypeAlias = int | tuple[tuple[Card, ...], ...]
"""Reading of a lead: the index of a listed reading, from 0, or the units of any reading."""


class _Command(msgspec.Struct, frozen=True, tag_field="command", gc=False):
    """Base class of all commands; they hold no cycles, so the garbage collector skips them."""


class StartHand(_Command, tag="start_hand", frozen=True):
    """Start the next hand. All randomness enters the game here.

    Attributes:
        deck: all cards in the order in which they are drawn; the last ones are the kitty.
        turned: in a match's first deal, the cards turned up to count the first drawer: cards that
            do not count, and then one that does (Z21 §3.5.3). Empty when the rules say `random`;
            ignored when the first drawer is known.
        first: in a match's first deal under `random`, the seat that draws first.
        salt: a secret that goes into the published commitment to the deck.
        table: the id of the table. The commitment then covers it, the rules, the numbers of hand
            and deal, and the first drawer with the turned cards; with `None` it covers the deck
            alone.
        shares: the shares that decided the deck.

    >>> from random import Random
    >>> from shengji.game import Match, shuffled
    >>> match = Match("tractor")
    >>> command = shuffled(match.rules, Random(1))
    >>> len(command.deck), [type(event).__name__ for event in match.do(command)]
    (108, ['HandStarted'])
    """

    deck: tuple[Card, ...]
    turned: tuple[Card, ...] = ()
    first: int | None = None
    salt: str = ""
    table: str | None = None
    shares: JointDeal | msgspec.UnsetType = msgspec.UNSET


class Draw(_Command, tag="draw", frozen=True):
    """The next player draws a card, or the next `cards` players one each, while cards are left.

    >>> from random import Random
    >>> from shengji.game import Match, shuffled
    >>> match = Match("tractor")
    >>> events = match.do(shuffled(match.rules, Random(1)))
    >>> len(match.do(Draw(100)))
    100
    """

    cards: int = 1


class Show(_Command, tag="show", frozen=True):
    """Declare, reinforce or override trumps by showing cards (Z21 §3.5.5).

    A reinforcement may give all the cards then shown, or only the added ones if they are no more
    than the cards already shown.

    >>> from shengji.cards import read_cards
    >>> Show(2, tuple(read_cards("2H 2H")))
    Show(seat=2, cards=(Card('2H'), Card('2H')))
    """

    seat: int
    cards: tuple[Card, ...]


class CloseDraw(_Command, tag="close_draw", frozen=True):
    """End the draw after the last card and the last declaration: make trumps, give the kitty.

    >>> from shengji.game import Match
    >>> Match("tractor").verify(CloseDraw()).sentence()
    'That cannot be done now: the next hand has not started.'
    """


class AnswerRedeal(_Command, tag="answer_redeal", frozen=True):
    """Claim a re-deal or decline it, when asked in turn (Z21 §3.5.7).

    >>> AnswerRedeal(0, wanted=False)
    AnswerRedeal(seat=0, wanted=False)
    """

    seat: int
    wanted: bool


class Bury(_Command, tag="bury", frozen=True):
    """Put cards back as the kitty, by the player who took it (Z21 §3.5.6).

    >>> from shengji.cards import read_cards
    >>> len(Bury(0, tuple(read_cards("3C 3C 4C 4C 6C 7C 8C 9C"))).cards)
    8
    """

    seat: int
    cards: tuple[Card, ...]


class BidLand(_Command, tag="bid_land", frozen=True):
    """Bid for the land with a pair or a longer tuple, or pass with no cards (Z21 §6.2).

    >>> from shengji.cards import read_cards
    >>> BidLand(1, tuple(read_cards("SJ SJ"))), BidLand(2)
    (BidLand(seat=1, cards=(Card('SJ'), Card('SJ'))), BidLand(seat=2, cards=()))
    """

    seat: int
    cards: tuple[Card, ...] = ()


class CallFriends(_Command, tag="call_friends", frozen=True):
    """The Dealer calls cards; the players of these cards become friends (Z21 §6.5).

    >>> from shengji.cards import Card
    >>> CallFriends(0, (Call(Card("AS"), 1),)).calls[0].card
    Card('AS')
    """

    seat: int
    calls: tuple[Call, ...]


class Play(_Command, tag="play", frozen=True):
    """Lead or follow.

    `reading` chooses the reading of an ambiguous lead: an index into `shengji.play.readings`, from
    0, or its units in any order. It is `None` for a follow.

    >>> from shengji.cards import read_cards
    >>> Play(0, tuple(read_cards("9S 9S")))
    Play(seat=0, cards=(Card('9S'), Card('9S')), reading=None)
    """

    seat: int
    cards: tuple[Card, ...]
    reading: NamedReading | None = None


class ClaimRest(_Command, tag="claim_rest", frozen=True):
    """Claim the rest of the hand; the claim must be proven from the seat's own knowledge.

    Attributes:
        seat: the claimer, whose turn it is.
        takes: as in `RestClaimed`.
        accepted: whether all other players agreed.
    """

    seat: int
    takes: Takes
    accepted: bool = True


class ShowDeck(_Command, tag="show_deck", frozen=True):
    """Show the deck and salt of a hand that is over or was thrown in; once."""


class EndMatch(_Command, tag="end_match", frozen=True):
    """End a match early, before it is won by the levels.

    Attributes:
        reason: as in `MatchEnded`; `hand` is possible only right after the end of a hand.
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
