"""A draft of rules: the changes of the form before a match, possibly invalid."""

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
"""The presets that are texts; each can be combined with every system."""


class Draft:
    """A draft of rules: a text, an optional system, and the options that differ from both.

    Attributes:
        system: the name of the system, or `None`.
        house: the name under which these rules were loaded or saved; `None` after a change.
        changes: the options that differ, as plain data.
        rules: the last valid rules.
        error: why the draft is invalid, or `None`.

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
        """Replace the draft by these rules."""
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
        """The rules of the text and the system without changes."""
        given = {"preset": self.preset}
        return rules_from(given if self.system is None else {**given, "system": self.system})

    def choose_preset(self, name: str) -> None:
        """Choose another text, and keep the changes."""
        self.preset = name
        self._try()

    def choose_system(self, name: str | None) -> None:
        """Choose another system; its options replace changes of the same options."""
        self.system = name
        if name is not None:
            for option in SYSTEMS[name].changes:
                self.changes.pop(option, None)
        self._try()

    def load(self, house: str) -> None:
        """Load a house's saved rules.

        Raises:
            RulesError: the house does not exist, or its rules are invalid.
            OSError: the file cannot be read.
        """
        self.take(load_house(house), house)

    def save(self, house: str) -> None:
        """Save the rules under a name.

        Raises:
            RulesError: the draft is invalid, or the name is no valid file name.
            OSError: the file cannot be written.
        """
        if self.error is not None:
            raise self.error
        save_house(house, self.rules)
        self.house = house

    def value(self, name: str) -> object:
        """The value of an option in the draft, as plain data."""
        return self.changes[name] if name in self.changes else self.base_value(name)

    def base_value(self, name: str) -> object:
        """The value of an option in the text and the system."""
        return plain(getattr(self.base, name))

    def put(self, name: str, value: object) -> None:
        """Set the value of an option."""
        if value == self.base_value(name):
            self.changes.pop(name, None)
        else:
            self.changes[name] = value
        self._try()

    def reset(self, name: str) -> None:
        """Reset an option to its value in the text and the system."""
        self.changes.pop(name, None)
        self._try()

    def step(self, name: str, by: int) -> None:
        """Set an option to its next or previous value; a list of levels does not change."""
        values = values_of(option_of(name))
        if values:
            now = self.value(name)
            at = values.index(now) if now in values else 0
            self.put(name, values[(at + by) % len(values)])

    def _try(self) -> None:
        """Validate the draft."""
        self.house = None
        try:
            self.rules = with_values(self.base, self.changes)
            self.error = None
        except RulesError as error:
            self.error = error


def values_of(option: Option) -> list[object]:
    """Every value of an option in order, as plain data; empty for a list of levels.

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
    """Parse a typed value of an option: a number, a word, or empty for none.

    Raises:
        ValueError: it is not allowed.

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
