"""The requests that Botzone sends to a player of Tractor, and their format."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.rules.bounds import READ_STRICTLY, Whole, Word

KEEP_RUNNING = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""The line after an answer with which a program asks to be left running."""

PLAYERS = 4

_Player = Annotated[int, msgspec.Meta(ge=-1, le=3)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=107)]
_MANY = msgspec.Meta(max_length=400)
Numbers = Annotated[list[_Number], _MANY]
_Plays = Annotated[list[Numbers], _MANY]
Kept = Annotated[msgspec.Raw, msgspec.Meta(extra={READ_STRICTLY: "nobody"})] | msgspec.UnsetType
"""Any JSON that a program wants to be told again as it came, or nothing; no longer than a line."""


class RequestError(ValueError):
    """A request cannot be understood, or does not follow from those before."""


class Banking(msgspec.Struct, frozen=True):
    """How trumps stand.

    Attributes:
        called: who has declared, or -1.
        snatched: who has overridden that, or -1.
        major: the letter of the trump suit, `n` for none; empty while nobody has declared.
        banker: the Dealer, or -1.
    """

    called: _Player = -1
    snatched: _Player = -1
    major: Literal["", "s", "h", "c", "d", "n"] = ""
    banker: _Player = -1


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the game that every request tells.

    Attributes:
        level: the trump rank.
        banking: how trumps stand.
        first_round: whether the draw decides who deals.
        total_score: the Opponents' points so far, penalties among them; only during the play.
    """

    level: Word
    banking: Banking
    first_round: bool | None = None
    total_score: Whole | None = None


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """One request.

    Attributes:
        stage: a card has been dealt; the kitty is to be buried; cards are to be played.
        state: how the game stands.
        deliver: the card dealt, or the kitty.
        history: the plays of the last trick and of this one, who led the last, who leads this.
        playerpos: the player that is asked; in the first request, since 2024.
    """

    stage: Literal["deal", "cover", "play"]
    state: State = msgspec.field(name="global")
    deliver: Numbers = msgspec.field(default_factory=list)
    history: tuple[_Plays, _Plays, _Player, _Player] | None = None
    playerpos: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None


class Envelope(msgspec.Struct):
    """All requests of a game, the last of which is to be answered, and the answers before it.

    Attributes:
        requests, responses: these.
        data: what the program has asked with its last answer to be told again.
        globaldata: the same; it is kept from game to game.
    """

    requests: Annotated[list[Request], msgspec.Meta(min_length=1, max_length=400)]
    responses: _Plays = msgspec.field(default_factory=list)
    data: Kept = msgspec.UNSET
    globaldata: Kept = msgspec.UNSET


class Answer(msgspec.Struct):
    """The answer of a program; anything else it may say is for the platform.

    Attributes:
        response: the cards.
        data, globaldata: as in `Envelope`; any JSON.
    """

    response: Numbers
    data: Kept = msgspec.UNSET
    globaldata: Kept = msgspec.UNSET
