from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import Rank
from shengji.rules import (
    PRESETS,
    Rules,
    RulesError,
    describe_rules,
    effective,
    rules_from,
    write_rules,
)
from shengji.rules.domain import bare, plain
from shengji.rules.options import Option, options
from shengji.rules.source import read_rules
from shengji.rules.telling import option_of
from tests.rules.kinds import TEXTS, any_rules, typed


@pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
def test_every_option_tells_what_it_is(option: Option) -> None:
    text = option.text
    for line in (text.title, text.help):
        assert line
        assert line.isprintable()
    for line in (text.title_zh, text.help_zh):
        assert any("\u4e00" <= sign <= "\u9fff" for sign in line), line
    assert text.help.endswith(".")
    assert text.help_zh.endswith("。")
    assert any(name in text.source for name in TEXTS)
    assert option.allowed
    assert option.default == plain(getattr(Rules(), option.name))


@pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
def test_each_value_is_told_on_its_own(option: Option) -> None:
    """One line says what a value does: no label goes on from another, nor tells what it is not."""
    assert "`" not in option.text.help
    labels = [text.label for text in option.text.values.values()]
    assert len(labels) == len({*labels})
    for text in option.text.values.values():
        assert not text.label.startswith("...")
        assert text.label not in ("No", "Not allowed")
        assert bool(text.help) == bool(text.help_zh)
        if text.help:
            assert text.help.endswith(".") and "`" not in text.help
            assert text.help_zh.endswith("。")
            assert any("\u4e00" <= sign <= "\u9fff" for sign in text.help_zh)


def test_what_must_not_be_is_quoted() -> None:
    """A condition reads well whatever the label of the value says."""
    condition = option_of("no_trump_rank_cards").condition()
    assert condition.startswith("Declaring with Jokers: anything but “No Jokers”, or ")


def test_our_own_choices_are_told() -> None:
    assert option_of("redeal_limit").help().endswith("No text says; the default is our choice.")
    assert "our choice" not in option_of("redeal_trumps").help()


def test_every_field_is_an_option_once() -> None:
    assert [option.name for option in options()] == list(Rules.__struct_fields__)


@pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
def test_the_values_of_an_option_are_allowed(option: Option) -> None:
    if option.kind in ("choice", "flag"):
        assert option.default in option.values
        for value in option.values:
            for language in ("en", "zh"):
                assert option.label(value, language)
            if option.kind == "choice" and "first_level" not in option.name:
                assert option.name == "last_level" or str(value) in option.text.values
    assert {*option.text.values} <= {*map(str, option.values), *option.words, "unset"}
    assert option.unset == ("unset" in option.allowed)
    for value in option.values:
        assert str(bare(value)) in option.allowed
        try:
            rules_from({option.name: [value] if option.kind == "levels" else value})
        except RulesError as error:
            # A value on its own may contradict the other defaults, but it is a right value.
            assert any(words in str(error) for words in ("cannot be:", "changes nothing here"))


BAD: tuple[object, ...] = ("nonsense", -7, 10**9, 2.5, {"a": 1}, [[]], [9999], [None])
"""Values that no option takes."""


@pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
def test_a_bad_value_is_named_with_what_is_allowed(option: Option) -> None:
    for value in BAD:
        with pytest.raises(RulesError) as caught:
            rules_from({option.name: value})
        assert caught.value.field == option.name
        assert caught.value.value == value
        assert caught.value.allowed == option.allowed
        assert option.name in str(caught.value)
        assert repr(value) in str(caught.value)
        assert option.allowed in str(caught.value)


@pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
def test_a_truth_value_is_no_number(option: Option) -> None:
    if False not in option.values:
        with pytest.raises(RulesError):
            rules_from({option.name: True})


@pytest.mark.parametrize(
    ("name", "value", "nearest"),
    [
        ("throw_penalty", "per_unit", "per-unit"),
        ("throw_penalty", "per-crad", "per-card"),
        ("kitty_factor", "power of cards", "power-of-cards"),
        ("first_drawer", "Random", "random"),
        ("throw_reading", "longst", "longest"),
    ],
)
def test_a_misspelt_value_is_named_with_the_nearest(name: str, value: str, nearest: str) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from({name: value})
    assert caught.value.nearest == nearest
    assert f"did you mean {nearest}?" in str(caught.value)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"permanent_twos": "yes"}, {"permanent_twos": True}),
        ({"permanent_twos": "On"}, {"permanent_twos": True}),
        ({"permanent_twos": 1}, {"permanent_twos": True}),
        ({"coming_back": "no"}, {"coming_back": False}),
        ({"coming_back": "off"}, {"coming_back": False}),
        ({"coming_back": 0}, {"coming_back": False}),
        ({"coming_back": "0"}, {"coming_back": False}),
        ({"first_level": "T"}, {"first_level": "10"}),
        ({"first_level": "k"}, {"first_level": "K"}),
        ({"must_play": ["5", "t", "K"]}, {"must_play": ["5", "10", "K"]}),
        ({"must_play": "5, T，K"}, {"must_play": ["5", "10", "K"]}),
        ({"must_play": [5, 10]}, {"must_play": ["5", "10"]}),
        ({"hooks": "j q"}, {"hooks": ["J", "Q"]}),
    ],
)
def test_values_are_read_as_people_write_them(
    given: dict[str, object], expected: dict[str, object]
) -> None:
    rules = rules_from(given)
    assert {name: plain(getattr(rules, name)) for name in given} == expected


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"must_play": ["5", "ten", "K"]}, "'ten' cannot stand in it"),
        ({"hooks": ["J", "K", "5"]}, "'K', '5' cannot stand in it"),
        ({"players": "6"}, "a number stands without quotes, 6."),
        ({"permanent_twos": "maybe"}, "permanent_twos cannot be 'maybe'."),
        ({"permanent_twos": 2}, "permanent_twos cannot be 2."),
    ],
)
def test_an_error_names_the_item(given: dict[str, object], said: str) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from(given)
    assert said in str(caught.value)


def test_a_json_file_is_read_as_a_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text('{"preset": "pagat", "players": 6, "must_play": ["5"]}', encoding="utf-8")
    assert read_rules(path) == rules_from({"preset": "pagat", "players": 6, "must_play": ["5"]})
    for bad in ("{", "[1]", '"pagat"'):
        path.write_text(bad, encoding="utf-8")
        with pytest.raises(RulesError, match="JSON"):
            read_rules(path)


@pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
def test_a_misspelt_option_is_named_with_the_nearest(option: Option) -> None:
    for wrong in (option.name[1:], option.name.replace("_", "-") + "x", option.name.upper() + "S"):
        with pytest.raises(RulesError) as caught:
            rules_from({wrong: 1})
        assert caught.value.field == wrong
        assert caught.value.value is None
        assert option.name in caught.value.allowed
        assert caught.value.nearest is not None
        assert f"did you mean {caught.value.nearest}?" in str(caught.value)
    with pytest.raises(RulesError) as caught:
        option_of(option.name + "_x")
    assert caught.value.nearest == option.name


def test_an_option_like_none_other_has_no_nearest() -> None:
    with pytest.raises(RulesError) as caught:
        rules_from({"zzz": 1})
    assert caught.value.nearest is None
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("given", ["zhang2021", {"preset": "zhang-2012"}])
def test_an_unknown_preset_is_named_with_the_nearest(given: object) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from(given)  # type: ignore[arg-type]
    assert caught.value.field == "preset"
    assert caught.value.nearest == "zhang-2021"
    assert all(name in caught.value.allowed for name in PRESETS)


@pytest.mark.parametrize("given", [5, ["zhang-2021"], {"preset": 5}, {"preset": None}])
def test_what_are_no_rules(given: object) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from(given)  # type: ignore[arg-type]
    assert "zhang-2021" in caught.value.allowed


def test_rules_by_name_mapping_or_default() -> None:
    assert rules_from(None) == rules_from("zhang-2021") == rules_from({}) == Rules()
    assert rules_from(Rules(decks=3)) == rules_from({"decks": 3}) == Rules(decks=3)
    assert rules_from({"preset": "tractor", "first_level": 8}).first_level is Rank.EIGHT
    assert rules_from({"must_play": ["5", "10", "J"]}).must_play == (
        Rank.FIVE,
        Rank.TEN,
        Rank.JACK,
    )


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_preset_is_named_once_and_titled(name: str) -> None:
    preset = PRESETS[name]
    assert preset.name == name
    assert preset.title
    assert preset.title_zh
    assert rules_from(name) == preset.rules


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        ({"kitty": 9}, "kitty", 9),
        ({"decks": 1, "kitty": 54}, "kitty", 54),
        ({"decks": 1, "kitty": 60}, "kitty", 60),
        ({"first_level": "8", "last_level": "7"}, "last_level", "7"),
        ({"must_play": ["5"], "first_level": "8"}, "must_play", ["5"]),
        ({"must_play": ["K"], "last_level": "Q"}, "must_play", ["K"]),
        ({"step": 30}, "step", 30),
        ({"threshold": 90}, "threshold", 90),
    ],
)
def test_a_contradiction_is_named(given: dict[str, object], field: str, value: object) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from(given)
    assert caught.value.field == field
    found = caught.value.value
    assert (list(found) if isinstance(found, tuple) else found) == value
    assert caught.value.allowed
    assert caught.value.allowed in str(caught.value)
    with pytest.raises(RulesError):
        Rules(**typed(given))


def test_levels_are_plain_data_in_errors_and_defaults() -> None:
    assert option_of("must_play").default == []
    with pytest.raises(RulesError, match=r"^must_play = K, A cannot be") as caught:
        rules_from({"must_play": ["K", "A"], "last_level": "Q"})
    assert caught.value.value == ["K", "A"]


def test_what_a_contradiction_allows_is_right() -> None:
    with pytest.raises(RulesError) as caught:
        Rules(kitty=9)
    for kitty in map(int, caught.value.allowed.removesuffix(" ...").split(", ")):
        assert Rules(kitty=kitty).hand_size * 4 + kitty == 108
    with pytest.raises(RulesError) as caught:
        Rules(step=30)
    for step in map(int, caught.value.allowed.split(", ")):
        assert Rules(step=step).step_points == step


@pytest.mark.parametrize(
    ("players", "decks", "kitty", "hand"),
    [
        (4, 2, 8, 25),  # Z21 §3.5.4: "all but 8 cards ... the number of cards in each hand is 25"
        (4, 1, 6, 12),  # Z21 §6.3: "Each player draws 12 cards and the kitty is 6 cards."
        (4, 3, 6, 39),  # PAG: "Each player draws 39 cards and the starter takes an additional six"
        (6, 3, 6, 26),  # Z21 §6.5: "the kitty is 6 cards for 6 people (26 cards per hand)"
        (6, 2, 6, 17),  # PAG: "each player takes 17 cards and there are six extra cards"
    ],
)
def test_kitty_sizes_of_the_texts(players: int, decks: int, kitty: int, hand: int) -> None:
    rules = rules_from({"players": players, "decks": decks})
    assert (rules.kitty_size, rules.hand_size) == (kitty, hand)


@pytest.mark.parametrize("players", [4, 6, 8, 10, 12])
@pytest.mark.parametrize("decks", range(1, 7))
def test_every_kitty_leaves_an_even_split(players: int, decks: int) -> None:
    rules = rules_from({"players": players, "decks": decks})
    assert rules.kitty_size + players * rules.hand_size == 54 * decks
    assert 6 <= rules.kitty_size < 6 + players


@pytest.mark.parametrize(("decks", "threshold", "step"), [(1, 40, 20), (2, 80, 40), (3, 120, 60)])
def test_z21_thresholds(decks: int, threshold: int, step: int) -> None:
    """Z21 §6.5: "the Opponents need to take 40d points to win, and the scoring table increases and
    decreases in increments of 20d"."""
    rules = Rules(decks=decks)
    assert (rules.threshold_points, rules.step_points) == (threshold, step)
    assert rules.total_points == 100 * decks


def test_teams_sit_alternately() -> None:
    assert [Rules().team_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Rules().decks = 3  # type: ignore[misc]


@given(any_rules())
def test_rules_are_described_by_what_differs(rules: Rules) -> None:
    described = describe_rules(rules)
    assert described["preset"] in PRESETS
    again = rules_from(described)
    assert effective(again) == effective(rules)
    assert rules_from(msgspec.json.decode(msgspec.json.encode(described))) == again
    assert describe_rules(again) == described


@given(rules=any_rules())
def test_rules_round_trip_through_a_file(
    rules: Rules, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("rules") / "house.toml"
    path.write_text(write_rules(rules), encoding="utf-8")
    assert read_rules(path) == rules_from(describe_rules(rules))


@given(any_rules())
def test_the_file_says_what_each_line_is(rules: Rules) -> None:
    text = write_rules(rules)
    assert text.startswith("preset = ")
    for name in describe_rules(rules):
        if name not in ("preset", "system"):
            title = option_of(name).text.title
            before, _, _ = text.partition(f"\n{name} = ")
            assert before.splitlines()[-1].startswith(f"# {title}")


@given(any_rules())
def test_rules_convert_from_json_as_a_struct(rules: Rules) -> None:
    assert msgspec.json.decode(msgspec.json.encode(rules), type=Rules) == rules


_NUMBERS = [b"decks = " + b"9" * 5000, b"decks = 0x" + b"f" * 5000, b"decks = " + b"9" * 20]


@pytest.mark.parametrize(
    "content",
    [b"preset = ", b"\xff\xfe", b"= 3", b"a = 1\na = 2", *_NUMBERS, b"a = " + b"[" * 5000],
)
def test_a_file_that_is_not_toml(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("rules") / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=r"bad\.toml is not a TOML file: .{1,200}$"):
        read_rules(path)


def test_a_file_that_is_not_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(OSError, match=r"none\.toml"):
        read_rules(tmp_path_factory.mktemp("rules") / "none.toml")


def test_an_empty_file_is_the_default(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("rules") / "empty.toml"
    path.write_text("", encoding="utf-8")
    assert read_rules(path) == Rules()


@given(st.dictionaries(st.text(max_size=12), st.none() | st.integers() | st.text(max_size=8)))
def test_any_mapping_gives_rules_or_a_rules_error(given: dict[str, object]) -> None:
    try:
        rules = rules_from(given)
    except RulesError:
        pass
    else:
        assert rules == Rules() or set(given) & set(Rules.__struct_fields__)


def test_a_file_can_unset_what_its_preset_sets(tmp_path: Path) -> None:
    rules = rules_from({"preset": "wikipedia-2014", "most_levels": None})
    text = write_rules(rules)
    assert 'most_levels = "unset"' in text
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    assert read_rules(tmp_path / "house.toml") == rules
    with pytest.raises(RulesError):
        rules_from({"players": "unset"})
