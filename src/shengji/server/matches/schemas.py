"""Request and response schemas of finished matches."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from shengji.cards import Rank, Suit
from shengji.rules.bounds import Count, Seat
from shengji.server.database.roles import HandRole
from shengji.server.ratings.schemas import MatchRating
from shengji.server.rules.schemas import RulesState
from shengji.server.site.schemas import Game, Schema, Text, Tongue
from shengji.server.tables.state import Ending

LONGEST_RECORD: Final = 4_000_000
"""Maximum length of an uploaded record, in bytes as JSON; a long match has about 500,000."""

RecordText = Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]


class MatchPlayer(Schema, frozen=True):
    """The holder of a seat in a match, from one hand until the next holder of that seat.

    Attributes:
        first: the first hand at whose end they held the seat; 0: they held it when the match began.
        person: the public id; `None`: a bot, or a person who is no longer known.
        name: the name of the person or of the bot.
        bot: the name of the bot that held the seat without a person; `None`: a person held it.
        hands: the number of hands at whose end they held the seat.
    """

    seat: int
    first: int
    person: str | None
    name: str
    bot: str | None
    hands: int


class MatchLine(Schema, frozen=True):
    """A finished match in a list.

    Attributes:
        match: the id of the match.
        begun: the start, in milliseconds since 1970.
        ended: the end, in milliseconds since 1970.
        ending: how the match ended: `won` by the levels; `conceded` by the other side; `agreed`:
            ended before a side had won; `hand`: it was for one hand; `left`: a player left a rated
            match; `late`: a player timed out too often in a rated match; `abandoned`: it was not
            continued.
        heading: the rules' preset and system in words.
        system: the name of the system applied to the preset; `None`: no system.
        game: the game, as in `RulesState`; so are `players`, `decks` and `teams`.
        winners: the seats that won the match.
        rated: whether the match counts for ratings.
        open: whether people other than its players may see it.
        seats: the holders of the seats, by seat.
    """

    match: str
    begun: int
    ended: int
    ending: Ending
    heading: Text
    preset: str
    system: str | None
    game: Game | None
    players: int
    decks: int
    teams: Literal["fixed", "friends"]
    winners: tuple[int, ...]
    hands: int
    rated: bool
    open: bool
    seats: tuple[MatchPlayer, ...]


class MatchPage(Schema, frozen=True):
    """A page of matches, the latest first.

    Attributes:
        next: the value of `before` for the next page; `null`: this is the last page.
    """

    matches: tuple[MatchLine, ...]
    next: str | None


class HandSeat(Schema, frozen=True):
    """The result of a hand for a seat.

    Attributes:
        person: public id of the holder at the end of the hand; `null`: a bot or a removed person.
        levels: levels gained by its side; negative: gained by the other side.
        throws: number of throws that it led successfully.
        failed: number of its failed throws.
    """

    person: str | None
    role: HandRole
    levels: int
    throws: int
    failed: int


class HandLine(Schema, frozen=True):
    """A finished hand of a match.

    Attributes:
        hand: its number in the match, from 1.
        suit: the trump suit; `null`: no trump suit.
        points: the Opponents' points.
        won: whether the Declarers won.
        levels: levels gained by the Declarers; negative: gained by the Opponents.
        kitty_by: the last seat that buried the kitty.
        kitty_factor: multiplier of the kitty's points; 0 if they did not count, for example after
            the Declarers won the last trick.
        seats: the results by seat.
    """

    hand: int
    dealer: int
    rank: Rank
    suit: Suit | None
    points: int
    won: bool
    levels: int
    kitty_by: int
    kitty_points: int
    kitty_factor: int
    seats: tuple[HandSeat, ...]


class MatchNight(Schema, frozen=True):
    """The night of a match, with the round and the table.

    Attributes:
        night: id of the night.
        title: its name; may be empty.
        real: whether physical cards were used; the hands are then as the players recorded them, and
            there is no record.
    """

    night: str
    title: str
    round: int
    table: int
    real: bool


class MatchFacts(Schema, frozen=True):
    """A finished match with its hands.

    Attributes:
        hands: the finished hands, in order.
        rating: the rating changes; `null`: the match is not rated.
        night: the table of a night; `null`: not part of a night.
    """

    line: MatchLine
    rules: RulesState
    hands: tuple[HandLine, ...]
    rating: MatchRating | None
    night: MatchNight | None


class OpenRecord(Schema, frozen=True):
    """An uploaded record.

    Attributes:
        text: the record, as JSON lines (docs/record-format.md) or notation (docs/notation.md).
        hand: number of the hand to include in the response, from 1.
    """

    text: RecordText
    hand: Count = 1


class TellHand(Schema, frozen=True):
    """A hand to convert.

    Attributes:
        record: the record of this hand only, as JSON lines.
        hand: number of the hand in its match, from 1.
        at: number of events before the moment, for a picture.
        seat: the seat of the viewer; `null`: all known cards.
        tongue: language of texts.
    """

    record: RecordText
    hand: Count = 1
    at: Count = 0
    seat: Seat | None = None
    tongue: Tongue = "en"


class HandText(Schema, frozen=True):
    """A hand in notation.

    Attributes:
        text: the notation, which converts back without loss.
    """

    text: str


class MatchShare(Schema, frozen=True):
    """The caller's link to a match.

    Attributes:
        token: token of the link; `null`: there is no link.
    """

    token: str | None


class PersonPage(Schema, frozen=True):
    """The public page of a person.

    Attributes:
        made: time of registration in Unix milliseconds; `null`: unknown.
        matches: number of the person's matches that the caller may see.
        hands: number of hands in them at whose end the person held a seat.
        bot: whether the account is that of a bot that plays over the network.
    """

    person: str
    name: str
    bot: bool
    made: int | None
    matches: int
    hands: int


Feat = Literal[
    "dealer",
    "partner",
    "opponent",
    "throw",
    "failed",
    "buried",
    "lost",
    "taken",
    "trump-D",
    "trump-C",
    "trump-H",
    "trump-S",
    "trump-none",
]
"""Feat of a player in a hand: a role; led a successful `throw`, or a `failed` one; `buried` the
kitty, `lost` it to the last trick, or has `taken` it as an Opponent; was Dealer with this trump."""
