"""How a night is run: what is played, how long, with whom, and who sees what."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from shengji.cards import Rank
from shengji.rules import Rules, RulesError, describe_rules, rules_from
from shengji.words.others import ForOthers

Partners: TypeAlias = Literal["chosen", "drawn"]
Uneven: TypeAlias = Literal["sit-out", "larger-tables"]
Cards: TypeAlias = Literal["online", "real"]
SixPlay: TypeAlias = Literal["friends", "teams"]

TABLE_SIZES = (4, 5, 6)
"""How many can sit at a table; more than four only where the settings have larger tables."""


class NightSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a night is run. A series of nights is the same settings again.

    Attributes:
        title: what the night is called; people read it.
        series: the series to which it belongs; empty: it stands alone.
        rules: what four play, as `shengji.rules.rules_from` reads it: a preset, and changes.
        start_level: with which level matches begin: 8, so that they end (Z16 §3); `None`: with
            that of the rules.
        rounds: how many rounds there are; `None`: as many as people like.
        minutes: how long a round is; 0: it has no clock.
        partners: who plays with whom: partners chosen at the door, or drawn each round (Z16 §3).
        rated: whether hands count for ratings.
        casual: the numbers of the tables at which games are casual (Z16 §3): they count neither
            for ratings nor for the standings.
        tables: how many tables there are; 0: as many as are needed.
        real_cards: the numbers of the tables that have real cards; `all`: every table.
        uneven: when numbers do not divide by four: somebody sits out, or a table is larger.
        six_play: what six at a table play: friends, or two teams of three. Five play friends.
        friends_rules: what is played among friends, as `rules`, but for the number of players.
        six_rules: what two teams of three play, as `rules`.
        by_standings: whether people meet those who stand near them.
        hide_standings: whether only organisers see the standings until the night is over.
        error_points: points that an error found later costs besides the hand (Z21 §3.7.5).
        error_levels: levels that it costs besides the hand (Z21 §3.7.5).

    Raises:
        ValueError: when something cannot be; it says what and what is expected.

    >>> NightSettings().rules_for(4).first_level
    Rank('8')
    >>> NightSettings(tables=3, real_cards=(3,)).cards_at(3)
    'real'
    """

    title: ForOthers = ""
    series: ForOthers = ""
    rules: dict[str, Any] = {}
    start_level: Rank | None = Rank.EIGHT
    rounds: int | None = 4
    minutes: int = 45
    partners: Partners = "drawn"
    rated: bool = True
    casual: tuple[int, ...] = ()
    tables: int = 0
    real_cards: tuple[int, ...] | Literal["all"] = ()
    uneven: Uneven = "sit-out"
    six_play: SixPlay = "friends"
    friends_rules: dict[str, Any] = msgspec.field(
        default_factory=lambda: {"preset": "finding-friends"}
    )
    six_rules: dict[str, Any] = msgspec.field(default_factory=lambda: {"preset": "six-player"})
    by_standings: bool = False
    hide_standings: bool = False
    error_points: int = 0
    error_levels: int = 0

    def __post_init__(self) -> None:
        _within("rounds", self.rounds, 1, 50)
        _within("minutes", self.minutes, 0, 600)
        _within("tables", self.tables, 0, 100)
        _within("error_points", self.error_points, 0, 400)
        _within("error_levels", self.error_levels, 0, 12)
        if self.error_points % 5:
            raise ValueError(f"error_points is {self.error_points}; points come in fives")
        real = () if self.real_cards == "all" else self.real_cards
        for name, numbers in (("real_cards", real), ("casual", self.casual)):
            for number in numbers:
                if number < 1 or (self.tables and number > self.tables):
                    raise ValueError(
                        f"{name} names table {number}; tables are numbered from 1 to "
                        f"{self.tables or 'as many as are needed'}"
                    )
        if len(self.title) > 120 or len(self.series) > 120:
            raise ValueError("title and series have at most 120 characters")
        for players in self.sizes:
            try:
                found = self.rules_for(players)
            except RulesError as error:
                raise ValueError(f"what {players} play cannot be played: {error}") from None
            if found.players != players:
                raise ValueError(
                    f"by the rules for a table of {players} play {found.players}; choose others"
                )

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        return TABLE_SIZES if self.uneven == "larger-tables" else TABLE_SIZES[:1]

    def rules_for(self, players: int) -> Rules:
        """What so many play at a table.

        Raises:
            RulesError: when that cannot be played.
        """
        if players == 4:
            given = self.rules
        elif players == 6 and self.six_play == "teams":
            given = self.six_rules
        else:
            given = {**self.friends_rules, "players": players}
        level = {} if self.start_level is None else {"first_level": self.start_level.value}
        # A night that is kept must be read whatever is found to change nothing since.
        return rules_from({**describe_rules(rules_from(given, stored=True)), **level}, stored=True)

    def check_options(self) -> None:
        """Refuse options that change nothing; whoever makes a night asks for it.

        Raises:
            RulesError: for such an option, as `shengji.rules.rules_from`.

        >>> NightSettings(rules={"laps": 3}).check_options()
        Traceback (most recent call last):
        ...
        shengji.rules.domain.RulesError: laps = 3 changes nothing here: it needs
        after_last_level = wrap
        """
        for given in (self.rules, self.friends_rules, self.six_rules):
            rules_from(given)

    def cards_at(self, table: int) -> Cards:
        """Whether a table has real cards."""
        return "real" if self.real_cards == "all" or table in self.real_cards else "online"


def _within(name: str, value: int | None, low: int, high: int) -> None:
    """Refuse a number that is out of its range."""
    if value is not None and not low <= value <= high:
        raise ValueError(f"{name} is {value}; it goes from {low} to {high}")
