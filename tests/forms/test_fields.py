"""The fields of forms are read off their types."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shengji.cards import Rank
from shengji.forms import Field, Setting, defaults_of, fields_of, strictly
from shengji.nights.settings import NightSettings
from shengji.server.tables.state import RATED_CLOCK, Settings


class Some(msgspec.Struct, frozen=True, kw_only=True):
    """One field of each kind, and one that is not set in a form."""

    name: Annotated[str, Meta(max_length=9), Setting()] = ""
    shown: Annotated[bool, Setting(strict={True: False})] = True
    way: Annotated[Literal["one", "other-way"], Setting()] = "one"
    perhaps: Annotated[Literal["one", "other"] | None, Setting()] = None
    level: Annotated[Rank | None, Setting(usual=("2", "A"))] = Rank.TWO
    times: Annotated[int, Meta(ge=5, le=90), Setting(usual=(10, 20))] = 10
    most: Annotated[Annotated[int, Meta(ge=1, le=50)] | None, Setting(step=5)] = None
    tables: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9)], ...], Meta(max_length=4), Setting()
    ] = ()
    given: Annotated[dict[str, str], Setting()] = msgspec.field(default_factory=lambda: {"a": "b"})
    hidden: bool = False


def field(name: str, struct: type[msgspec.Struct] = Some) -> Field:
    return next(one for one in fields_of(struct) if one.name == name)


def test_the_kind_of_a_field_and_its_bounds_are_those_of_its_type() -> None:
    kinds = [(one.name, one.kind) for one in fields_of(Some)]
    assert kinds == [
        ("name", "text"),
        ("shown", "flag"),
        ("way", "choice"),
        ("perhaps", "choice"),
        ("level", "choice"),
        ("times", "choice"),
        ("most", "number"),
        ("tables", "numbers"),
        ("given", "own"),
    ]
    assert field("name").longest == 9
    assert field("way").values == ("one", "other-way")
    assert field("perhaps").values == (None, "one", "other")
    assert field("level").values == (None, "2", "A")
    assert (field("times").values, field("times").low, field("times").high) == ((10, 20), 5, 90)
    assert (field("most").values, field("most").low, field("most").step) == ((None,), 1, 5)


def test_defaults_are_plain_data_of_all_fields() -> None:
    assert defaults_of(Some) == {
        "name": "",
        "shown": True,
        "way": "one",
        "perhaps": None,
        "level": "2",
        "times": 10,
        "most": None,
        "tables": [],
        "given": {"a": "b"},
        "hidden": False,
    }
    for struct in (Settings, NightSettings):
        assert defaults_of(struct) == msgspec.json.decode(msgspec.json.encode(struct()))


def test_a_strict_form_puts_other_values_in_the_place_of_some() -> None:
    assert strictly(Some(way="other-way")) == Some(way="other-way", shown=False)
    strict = strictly(Settings(clock=None, onlookers="none", hints=True))
    assert (strict.clock, strict.onlookers, strict.hints) == (RATED_CLOCK, "none", False)
    assert strictly(Settings(clock=60)).clock == 60


def test_what_is_offered_and_needed_can_be() -> None:
    for struct in (Settings, NightSettings):
        names = {one.name for one in fields_of(struct)}
        for one in fields_of(struct):
            for usual in one.setting.usual:
                msgspec.convert({one.name: usual}, struct)
            for instead in one.setting.strict.values():
                msgspec.convert({one.name: instead}, struct)
            if one.kind == "choice" and one.setting.usual == ():
                assert one.default in one.values
            needs = one.setting.needs
            assert needs is None or needs.option in names
