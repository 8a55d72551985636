"""The requests that Botzone sends to a player of Tractor, and their format."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.rules.bounds import READ_STRICTLY, Whole, Word

KEEP_RUNNING = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""The line after an answer that asks to keep the program running."""

PLAYERS = 4

_Player = Annotated[int, msgspec.Meta(ge=-1, le=3)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=107)]
_MANY = msgspec.Meta(max_length=400)
Numbers = Annotated[list[_Number], _MANY]
_Plays = Annotated[list[Numbers], _MANY]
Kept = Annotated[msgspec.Raw, msgspec.Meta(extra={READ_STRICTLY: "nobody"})] | msgspec.UnsetType
"""Any JSON that a program wants to receive again unchanged; at most as long as a line."""


class RequestError(ValueError):
    """A request that is invalid, or does not follow from those before."""


class Banking(msgspec.Struct, frozen=True):
    """The state of the declarations.

    Attributes:
        called: the first player with a declaration, or -1.
        snatched: the player with the overriding declaration, or -1.
        major: the letter of the trump suit, `n` for none; empty before any declaration.
        banker: the Dealer, or -1.
    """

    called: _Player = -1
    snatched: _Player = -1
    major: Literal["", "s", "h", "c", "d", "n"] = ""
    banker: _Player = -1


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the game, part of every request.

    Attributes:
        level: the trump rank.
        first_round: whether the draw decides who deals.
        total_score: the Opponents' points so far, including penalties; only during the play.
    """

    level: Word
    banking: Banking
    first_round: bool | None = None
    total_score: Whole | None = None


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """One request.

    Attributes:
        stage: `deal`: a card has been dealt; `cover`: bury the kitty; `play`: play cards.
        deliver: the card dealt, or the kitty.
        history: the plays of the last trick and of this one, and the leaders of the last and of
            this one.
        playerpos: the player; in the first request, since 2024.
    """

    stage: Literal["deal", "cover", "play"]
    state: State = msgspec.field(name="global")
    deliver: Numbers = msgspec.field(default_factory=list)
    history: tuple[_Plays, _Plays, _Player, _Player] | None = None
    playerpos: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None


class Envelope(msgspec.Struct):
    """All requests of a game, ending with the one to answer, and the answers before it.

    Attributes:
        data: the `data` of the program's last answer.
        globaldata: the `globaldata` of its last answer; it is kept from game to game.
    """

    requests: Annotated[list[Request], msgspec.Meta(min_length=1, max_length=400)]
    responses: _Plays = msgspec.field(default_factory=list)
    data: Kept = msgspec.UNSET
    globaldata: Kept = msgspec.UNSET


class Answer(msgspec.Struct):
    """The answer of a program; other fields are for the platform."""

    response: Numbers
    data: Kept = msgspec.UNSET
    globaldata: Kept = msgspec.UNSET
