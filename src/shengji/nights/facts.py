"""The state of a night, which events build, and queries on it."""

from __future__ import annotations

from collections.abc import Mapping

from shengji.nights.devices import table_of
from shengji.nights.entries import HandEntry
from shengji.nights.scorekeeping import Score, declarers_of, play_through
from shengji.nights.settings import NightSettings
from shengji.nights.state import (
    BOT,
    Game,
    Hand,
    NightNews,
    NightNote,
    NightPenalty,
    Person,
    Round,
    UnixMs,
)


class NightFacts:
    """The state of a night; only events change it (`shengji.nights.acts`).

    Attributes:
        id: empty before the night is created.
        people: all who have checked in, by id, in order of arrival.
        rounds: in order, without cancelled ones.
        penalties: all penalties, revoked ones included.
        announcements: in order, without withdrawn ones.
        notes: invalid plays that were put right during their trick.
        apart: pairs of ids of people who may not sit at one table; only organisers see them.
        stays: number of the table at which a person always sits, by id; only organisers see it.
        done: ids of the commands that have been carried out.
        claims: secret of the guests' claim codes; empty: not created yet.
        ended: time of the end; `None`: not over.
    """

    def __init__(self) -> None:
        self.id = ""
        self.settings = NightSettings()
        self.organisers: tuple[str, ...] = ()
        self.people: dict[str, Person] = {}
        self.rounds: list[Round] = []
        self.penalties: list[NightPenalty] = []
        self.announcements: list[NightNews] = []
        self.notes: list[NightNote] = []
        self.apart: frozenset[frozenset[str]] = frozenset()
        self.stays: Mapping[str, int] = {}
        self.done: set[str] = set()
        self.claims = ""
        self.opened: UnixMs | None = None
        self.ended: UnixMs | None = None

    # Queries

    @property
    def round(self) -> Round | None:
        """The last round drawn, which may be over."""
        return self.rounds[-1] if self.rounds else None

    @property
    def running(self) -> Round | None:
        """The last round, if it is not over."""
        last = self.round
        return None if last is None or last.ended is not None else last

    @property
    def here(self) -> list[str]:
        """Ids of the people present, in order of arrival."""
        return [person.id for person in self.people.values() if person.here]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of partners, each once."""
        return [
            (one.id, one.partner)
            for one in self.people.values()
            if one.partner and one.id < one.partner
        ]

    def name(self, person: str) -> str:
        """The name of a person; the id if unknown."""
        known = self.people.get(person)
        return person if known is None else known.name

    def game(self, number: int, table: int) -> Game | None:
        """A table of a round, if it exists."""
        if not 1 <= number <= len(self.rounds):
            return None
        return self.rounds[number - 1].games.get(table)

    def score(self, number: int, table: int) -> Score:
        """The score of a table, with its unconfirmed hands.

        Raises:
            KeyError: the table does not exist.
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
        """The people at a table who have left the night and need a replacement."""
        return [one for one in game.seats if one != BOT and not self.people[one].here]

    def unconfirmed(self, number: int) -> list[tuple[int, int]]:
        """The unconfirmed hands of a round, as numbers of table and hand."""
        games = self.rounds[number - 1].games.values()
        return [(game.table, hand.number) for game in games for hand in game.hands if hand.waits]

    def may_see_standings(self, person: str) -> bool:
        """Whether a person may see the standings now."""
        return not self.settings.hide_standings or self.ended is not None or self.runs(person)

    def runs(self, person: str) -> bool:
        """Whether a person is an organiser, by the id in the night or of the account."""
        known = self.people.get(person)
        return person in self.organisers or (known is not None and known.account in self.organisers)

    def side_of(self, game: Game, hand: Hand, person: str) -> int | None:
        """The side of a person in the latest version of a hand with real cards.

        Returns:
            0 for the Declarers, 1 for the Opponents, 2 for the table's device, `None` for an
            organiser who did not play the hand.
        """
        if table_of(person) is not None:
            return 2
        if person not in hand.seats:
            return None
        entry = hand.latest
        assert isinstance(entry, HandEntry), "people confirm only entered hands"
        declarers = declarers_of(game.played, hand.seats, entry)
        return 0 if hand.seats.index(person) in declarers else 1

    def missing_sides(self, game: Game, hand: Hand) -> tuple[int, ...]:
        """The sides, as in `side_of`, that have not confirmed the latest version of a hand."""
        if not hand.waits:
            return ()
        have = {self.side_of(game, hand, person) for person in hand.confirmed_by}
        return tuple(side for side in (0, 1) if side not in have)

    def game_at(self, number: int, table: int) -> Game:
        """A table of a round, which must exist."""
        return self.rounds[number - 1].games[table]

    def hand_at(self, number: int, table: int, hand: int) -> tuple[Game, Hand]:
        """A table of a round and one of its hands, which must exist."""
        game = self.game_at(number, table)
        return game, game.hands[hand - 1]
