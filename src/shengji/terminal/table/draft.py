"""A draft of rules: what the form before a match changes, until it can be played."""

from __future__ import annotations

from shengji.rules import (
    PRESETS,
    SYSTEMS,
    Option,
    Rules,
    RulesError,
    describe_rules,
    load_house,
    option_of,
    rules_from,
    save_house,
)
from shengji.rules.domain import plain
from shengji.rules.presets import DEFAULT_PRESET, with_values

TEXTS = tuple(name for name, preset in PRESETS.items() if preset.kind == "text")
"""The presets that are texts; each can be played in every system."""


class Draft:
    """Rules under change: a text, perhaps a system over it, and what differs from both.

    Attributes:
        preset: the name of the text.
        system: the name of the system, `None` for that of the text itself.
        house: the name under which these rules were loaded or saved, until they change.
        changes: the options that differ, as plain data.
        rules: the last rules that could be played.
        error: why the draft as it is cannot be played, or `None`.

    >>> draft = Draft(Rules())
    >>> draft.put("kitty", 9)
    >>> draft.error.field, draft.rules.kitty_size
    ('kitty', 8)
    >>> draft.choose_system("six-player")
    >>> draft.put("kitty", 12)
    >>> draft.error, draft.rules.players, draft.changes
    (None, 6, {'kitty': 12})
    """

    def __init__(self, rules: Rules) -> None:
        self.preset: str = DEFAULT_PRESET
        self.system: str | None = None
        self.house: str | None = None
        self.changes: dict[str, object] = {}
        self.rules = rules
        self.error: RulesError | None = None
        self.take(rules)

    def take(self, rules: Rules, house: str | None = None) -> None:
        """Go on from these rules."""
        described = dict(describe_rules(rules))
        preset, system = str(described.pop("preset")), described.pop("system", None)
        self.system = system if isinstance(system, str) else None
        if preset in TEXTS:
            self.preset = preset
        else:
            self.preset, self.system = DEFAULT_PRESET, preset
        self.changes = described
        self._try()
        self.house = house

    @property
    def base(self) -> Rules:
        """The rules of the text and the system without any change."""
        given = {"preset": self.preset}
        return rules_from(given if self.system is None else {**given, "system": self.system})

    def choose_preset(self, name: str) -> None:
        """Play by another text; what has been changed stays changed."""
        self.preset = name
        self._try()

    def choose_system(self, name: str | None) -> None:
        """Play another system, with all that belongs to it."""
        self.system = name
        if name is not None:
            for option in SYSTEMS[name].changes:
                self.changes.pop(option, None)
        self._try()

    def load(self, house: str) -> None:
        """Go on from a house's saved rules.

        Raises:
            RulesError: when there are none, or they cannot be played.
            OSError: when they cannot be read.
        """
        self.take(load_house(house), house)

    def save(self, house: str) -> None:
        """Save the rules under a name.

        Raises:
            RulesError: when the draft cannot be played, or a file cannot have this name.
            OSError: when it cannot be written.
        """
        if self.error is not None:
            raise self.error
        save_house(house, self.rules)
        self.house = house

    def value(self, name: str) -> object:
        """The value of an option in the draft, as plain data."""
        return self.changes[name] if name in self.changes else self.base_value(name)

    def base_value(self, name: str) -> object:
        """The value that the text and the system give it."""
        return plain(getattr(self.base, name))

    def put(self, name: str, value: object) -> None:
        """Give an option a value."""
        if value == self.base_value(name):
            self.changes.pop(name, None)
        else:
            self.changes[name] = value
        self._try()

    def reset(self, name: str) -> None:
        """Give an option the value of the text and the system again."""
        self.changes.pop(name, None)
        self._try()

    def step(self, name: str, by: int) -> None:
        """Give an option its next value, or the one before; a list of levels stays."""
        values = values_of(option_of(name))
        if values:
            now = self.value(name)
            at = values.index(now) if now in values else 0
            self.put(name, values[(at + by) % len(values)])

    def _try(self) -> None:
        """See whether the draft can be played."""
        self.house = None
        try:
            self.rules = with_values(self.base, self.changes)
            self.error = None
        except RulesError as error:
            self.error = error


def values_of(option: Option) -> list[object]:
    """Every value of an option in order, as plain data; nothing for a list of levels.

    >>> values_of(option_of("decks")), values_of(option_of("winning"))
    ([None, 1, 2, 3, 4, 5, 6], ['defend', 'pass'])
    """
    if option.kind == "levels":
        return []
    if option.kind != "number":
        return list(option.values)
    assert option.low is not None and option.high is not None
    unset = [None] if option.unset else []
    return [*unset, *option.words, *range(option.low, option.high + 1, option.step)]


def read_value(option: Option, text: str) -> object:
    """The number, word or nothing that a person has typed for an option.

    Raises:
        ValueError: when it is neither.

    >>> read_value(option_of("decks"), " 3 "), read_value(option_of("decks"), "")
    (3, None)
    """
    word = text.strip()
    if word in option.words:
        return word
    if option.unset and word == "":
        return None
    values = values_of(option)
    if word.isascii() and word.isdigit() and len(word) < 10 and int(word) in values:
        return int(word)
    raise ValueError(option.allowed)
