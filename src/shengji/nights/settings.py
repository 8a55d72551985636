"""Settings of a night: rules, rounds, clocks, partners, ratings and hidden standings."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from shengji.cards import Rank
from shengji.forms import Setting
from shengji.nights.bounds import MOST_MINUTES, TableNumbers
from shengji.rules import Rules, RulesError, describe_rules, rules_from
from shengji.rules.bounds import GivenRules
from shengji.rules.conditions import Given
from shengji.words.others import ForOthers

Partners: TypeAlias = Literal["drawn", "chosen"]
Uneven: TypeAlias = Literal["sit-out", "larger-tables"]
Cards: TypeAlias = Literal["online", "real"]
Finalists: TypeAlias = Literal["none", "four", "eight"]
SixPlay: TypeAlias = Literal["friends", "teams"]
Unrated: TypeAlias = Literal["casual", "night", "rules", "bot"]
"""Reason why no hand of a table can count for ratings: the table is casual, the night is not rated,
the site does not rate its rules, or a bot plays there."""

_ROUNDS: Final = Meta(ge=1, le=50)
_MINUTES: Final = Meta(ge=0, le=MOST_MINUTES)
_TABLES: Final = Meta(ge=0, le=100)
_ERROR_POINTS: Final = Meta(ge=0, le=400)
_ERROR_LEVELS: Final = Meta(ge=0, le=12)
_TITLE: Final = Meta(max_length=120)

TABLE_SIZES = (4, 5, 6)
"""Allowed numbers of people at a table; more than four only with larger tables enabled."""


class NightSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of a night.

    The form for the settings is generated from this class.

    Attributes:
        title: name of the night, shown to people.
        rules: rules for four, as `shengji.rules.rules_from` reads them: a preset, and changes.
        start_level: level at which matches begin: 8, so that they end (Z16 §3); `None`: the level
            of the rules.
        rounds: number of rounds; `None`: unlimited.
        minutes: length of a round; 0: no clock.
        final: how many of the first play a final after the rounds, with a consolation round for the
            others (`shengji.nights.finals`).
        partners: whether partners are chosen at check-in, or drawn each round (Z16 §3).
        real_cards: the numbers of the tables with real cards; `all`: every table.
        rated: whether hands count for ratings.
        hide_standings: whether only organisers see the standings until the night is over.
        uneven: if the number of people is not divisible by four: some sit out, or tables are
            larger.
        six_play: the game of six at a table: friends, or two teams of three. Five play friends.
        friends_rules: rules for Finding Friends, as `rules`, without the number of players.
        six_rules: rules for two teams of three, as `rules`.
        by_standings: whether the draw seats people with neighbours in the standings.
        tables: maximum number of tables; 0: unlimited.
        casual: the numbers of the tables with casual games (Z16 §3): they count neither for ratings
            nor for the standings.
        error_points: points that an error found later costs in addition to the hand (Z21 §3.7.5).
        error_levels: levels that it costs in addition to the hand (Z21 §3.7.5).

    Raises:
        ValueError: a setting is invalid; the message names the problem and the expected values.

    >>> NightSettings().rules_for(4).first_level
    Rank('8')
    >>> NightSettings(tables=3, real_cards=(3,)).cards_at(3)
    'real'
    """

    title: Annotated[ForOthers, _TITLE, Setting()] = ""
    rules: Annotated[GivenRules, Setting()] = {}
    start_level: Annotated[
        Rank | None, Setting(usual=("2", "5", "8", "10", "J"), menu=True, beside=True)
    ] = Rank.EIGHT
    rounds: Annotated[Annotated[int, _ROUNDS] | None, Setting()] = 4
    minutes: Annotated[int, _MINUTES, Setting(step=5, beside=True)] = 45
    final: Annotated[Finalists, Setting(needs=Given("rounds", (None,), negated=True))] = "none"
    partners: Annotated[Partners, Setting()] = "drawn"
    real_cards: Annotated[TableNumbers | Literal["all"], Setting()] = ()
    rated: Annotated[bool, Setting()] = True
    hide_standings: Annotated[bool, Setting()] = False
    uneven: Annotated[Uneven, Setting(rare=True)] = "sit-out"
    six_play: Annotated[SixPlay, Setting(needs=Given("uneven", ("larger-tables",)), rare=True)] = (
        "friends"
    )
    friends_rules: GivenRules = msgspec.field(default_factory=lambda: {"preset": "finding-friends"})
    six_rules: GivenRules = msgspec.field(default_factory=lambda: {"preset": "six-player"})
    by_standings: Annotated[bool, Setting(rare=True)] = False
    tables: Annotated[int, _TABLES, Setting(rare=True)] = 0
    casual: Annotated[TableNumbers, Setting(rare=True)] = ()
    error_points: Annotated[int, _ERROR_POINTS, Setting(step=5, rare=True)] = 0
    error_levels: Annotated[int, _ERROR_LEVELS, Setting(beside=True, rare=True)] = 0

    def __post_init__(self) -> None:
        _within("rounds", self.rounds, _ROUNDS)
        _within("minutes", self.minutes, _MINUTES)
        _within("tables", self.tables, _TABLES)
        _within("error_points", self.error_points, _ERROR_POINTS)
        _within("error_levels", self.error_levels, _ERROR_LEVELS)
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
        longest = _TITLE.max_length
        if longest is not None and len(self.title) > longest:
            raise ValueError(f"the title has at most {longest} characters")
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
    def finalists(self) -> int:
        """Number of people who play a final after the rounds; 0: none."""
        return 0 if self.rounds is None else {"none": 0, "four": 4, "eight": 8}[self.final]

    @property
    def all_rounds(self) -> int | None:
        """Number of rounds, the final included; `None`: unlimited."""
        return None if self.rounds is None else self.rounds + bool(self.finalists)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Allowed numbers of people at a table."""
        return TABLE_SIZES if self.uneven == "larger-tables" else TABLE_SIZES[:1]

    def rules_for(self, players: int) -> Rules:
        """The rules for a number of people at a table.

        Raises:
            RulesError: these cannot be played.
        """
        if players == 4:
            given = self.rules
        elif players == 6 and self.six_play == "teams":
            given = self.six_rules
        else:
            given = {**self.friends_rules, "players": players}
        level = {} if self.start_level is None else {"first_level": self.start_level.value}
        # A stored night must stay readable, even if an option is later found to have no effect.
        return rules_from({**describe_rules(rules_from(given, stored=True)), **level}, stored=True)

    def check_options(self) -> None:
        """Refuse options without effect; called when a night is created or its settings change.

        Raises:
            RulesError: for such an option, as by `shengji.rules.rules_from`.

        >>> NightSettings(rules={"laps": 3}).check_options()
        Traceback (most recent call last):
        ...
        shengji.rules.telling.RulesError: laps = 3 changes nothing here: it needs
        after_last_level = wrap
        """
        for given in (self.rules, self.friends_rules, self.six_rules):
            rules_from(given)

    def cards_at(self, table: int) -> Cards:
        """The kind of cards at a table."""
        return "real" if self.real_cards == "all" or table in self.real_cards else "online"

    def unrated_at(self, table: int) -> Unrated | None:
        """The reason why no hand of a table can count for ratings; `None`: hands can count."""
        if table in self.casual:
            return "casual"
        return None if self.rated else "night"


def _within(name: str, value: int | None, bounds: Meta) -> None:
    """Raise `ValueError` for a number out of range, also for values that were not decoded."""
    if value is not None and not (bounds.ge or 0) <= value <= (bounds.le or 0):
        raise ValueError(f"{name} is {value}; it goes from {bounds.ge} to {bounds.le}")
