"""The facts of a night: its state, which events build, and what can be asked of it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from shengji.nights.entries import HandEntry
from shengji.nights.scorekeeping import Score, declarers_of, play_through
from shengji.nights.settings import NightSettings
from shengji.nights.state import Game, Hand, Penalty, Person, Round


class NightRecord(Protocol):
    """Something that somebody has told, kept as its event; see `shengji.nights.acts`."""

    @property
    def by(self) -> str:
        """The one who has told it, by id."""

    @property
    def command(self) -> str:
        """The id of the command by which it was told."""

    @property
    def table(self) -> int:
        """The table that it concerns; 0: all."""


class Announcement(NightRecord, Protocol):
    """Something that an organiser has told all, or a table."""

    @property
    def text(self) -> str:
        """The words."""


class Note(NightRecord, Protocol):
    """An error that was noted at a table."""

    @property
    def round(self) -> int:
        """The round in which it was."""

    @property
    def person(self) -> str:
        """The one whose error it was, by id."""

    @property
    def what(self) -> str:
        """The error, for people."""


class NightFacts:
    """The state of a night so far; only its events change it (`shengji.nights.acts`).

    Attributes:
        id: the id of the night; empty before it was made.
        settings: how it is run.
        organisers: the ids of those who run it.
        people: all who have checked in, by id, in the order in which they came.
        rounds: the rounds, in order; one that was cancelled is not among them.
        penalties: all penalties, those that were taken back among them.
        announcements: what was told to all, or to a table, in order.
        notes: the invalid plays that were put right during their trick.
        done: the ids of all commands that have been carried out.
        claims: what the codes of guests are made of; empty: none have been asked for.
        opened: when it was made.
        ended: when it was over, or `None`.
    """

    def __init__(self) -> None:
        self.id = ""
        self.settings = NightSettings()
        self.organisers: tuple[str, ...] = ()
        self.people: dict[str, Person] = {}
        self.rounds: list[Round] = []
        self.penalties: list[Penalty] = []
        self.announcements: list[Announcement] = []
        self.notes: list[Note] = []
        self.done: set[str] = set()
        self.claims = ""
        self.opened: datetime | None = None
        self.ended: datetime | None = None

    # What can be asked

    @property
    def round(self) -> Round | None:
        """The last round that was drawn; it may be over."""
        return self.rounds[-1] if self.rounds else None

    @property
    def running(self) -> Round | None:
        """The round that is drawn and not over."""
        last = self.round
        return None if last is None or last.ended is not None else last

    @property
    def here(self) -> list[str]:
        """The people who are here, in the order in which they came."""
        return [person.id for person in self.people.values() if person.here]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of partners who are both here, each once."""
        return [
            (one.id, one.partner)
            for one in self.people.values()
            if one.partner and one.id < one.partner
        ]

    def name(self, person: str) -> str:
        """How somebody is called."""
        known = self.people.get(person)
        return person if known is None else known.name

    def game(self, number: int, table: int) -> Game | None:
        """A table in a round, if there is one."""
        if not 1 <= number <= len(self.rounds):
            return None
        return self.rounds[number - 1].games.get(table)

    def score(self, number: int, table: int) -> Score:
        """How a table stands, its unconfirmed hands among it.

        Raises:
            KeyError: there is no such table.
        """
        game = self.game(number, table)
        if game is None:
            raise KeyError(f"there is no table {table} in round {number}")
        return play_through(game)

    def phoneless_at(self, game: Game) -> list[str]:
        """The people at a table of the server who cannot play by phone."""
        at_phones = game.seats if game.cards == "online" else ()
        return [person for person in at_phones if not self.people[person].phone]

    def gone_from(self, game: Game) -> list[str]:
        """The people at a table who have left the night, so that somebody must take their place."""
        return [person for person in game.seats if not self.people[person].here]

    def unconfirmed(self, number: int) -> list[tuple[int, int]]:
        """The hands of a round that wait to be confirmed, as table and number."""
        games = self.rounds[number - 1].games.values()
        return [(game.table, hand.number) for game in games for hand in game.hands if hand.waits]

    def may_see_standings(self, person: str) -> bool:
        """Whether somebody may see the standings now."""
        return not self.settings.hide_standings or self.ended is not None or self.runs(person)

    def runs(self, person: str) -> bool:
        """Tell whether somebody is an organiser, given the id in the night or of the account."""
        known = self.people.get(person)
        return person in self.organisers or (known is not None and known.account in self.organisers)

    def side_of(self, game: Game, hand: Hand, person: str) -> int | None:
        """The side of somebody in a hand that people wrote down, as it was written last.

        Returns:
            0 for the Declarers', 1 for the other, `None` for who did not play it.
        """
        if person not in hand.seats:
            return None
        entry = hand.latest
        assert isinstance(entry, HandEntry), "nobody confirms what the server tells"
        declarers = declarers_of(game.played, hand.seats, entry)
        return 0 if hand.seats.index(person) in declarers else 1

    def missing_sides(self, game: Game, hand: Hand) -> tuple[int, ...]:
        """The sides that have not confirmed a hand as it was written last, as in `side_of`."""
        if not hand.waits:
            return ()
        have = {self.side_of(game, hand, person) for person in hand.confirmed_by}
        return tuple(side for side in (0, 1) if side not in have)

    def game_at(self, number: int, table: int) -> Game:
        """A table that there is in a round."""
        return self.rounds[number - 1].games[table]

    def hand_at(self, number: int, table: int, hand: int) -> tuple[Game, Hand]:
        """A table that there is in a round, and a hand that has been played there."""
        game = self.game_at(number, table)
        return game, game.hands[hand - 1]
