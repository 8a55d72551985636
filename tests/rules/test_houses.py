"""A house's own rules, saved and loaded by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from shengji.rules import (
    PRESETS,
    Rules,
    RulesError,
    houses,
    load_house,
    named_rules,
    remove_house,
    rules_from,
    save_house,
)
from shengji.rules.houses import FOLDER_VARIABLE, folder


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "houses"))


RULES = rules_from({"preset": "pagat", "system": "finding-friends", "hooks": ["J"]})


@pytest.mark.parametrize("name", ["grandma", "三叔家", "club-2", "A_b", "8"])
def test_a_house_is_saved_loaded_and_forgotten(name: str) -> None:
    assert houses() == []
    path = save_house(name, RULES)
    assert path.is_file()
    assert houses() == [name]
    assert load_house(name) == named_rules(name) == RULES
    save_house(name, Rules(decks=3))
    assert load_house(name) == Rules(decks=3)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    remove_house(name)
    assert houses() == []


def test_presets_have_names_of_their_own() -> None:
    assert named_rules("pagat") == PRESETS["pagat"].rules
    for name in (*PRESETS, "Pagat"):
        with pytest.raises(RulesError, match="a preset has this name"):
            save_house(name, Rules())


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/b", "a\\b", "-x", "_x", ".x", "a b", "a.toml", "con", "x" * 41],
)
def test_a_name_that_a_file_cannot_have(name: str) -> None:
    with pytest.raises(RulesError, match="no name for a file") as caught:
        save_house(name, Rules())
    assert caught.value.value == name
    for look in (load_house, remove_house, named_rules):
        with pytest.raises(RulesError, match="no saved rules"):
            look(name)


def test_rules_by_name_do_not_read_files() -> None:
    save_house("grandma", RULES)
    with pytest.raises(RulesError, match="there is no preset"):
        rules_from("grandma")


def test_an_unknown_house_is_named_with_the_nearest() -> None:
    save_house("grandma", RULES)
    with pytest.raises(RulesError, match="did you mean grandma") as caught:
        named_rules("granma")
    assert caught.value.nearest == "grandma"
    with pytest.raises(RulesError):
        remove_house("pagat")


def test_a_spoilt_file_is_named() -> None:
    save_house("grandma", RULES).write_text("preset = ", encoding="utf-8")
    with pytest.raises(RulesError, match=r"grandma\.toml"):
        load_house("grandma")


def test_without_the_variable_it_is_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert folder().parent.name == "shengji"
