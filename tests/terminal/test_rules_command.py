"""`shengji rules`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from shengji.rules import (
    PRESETS,
    Rules,
    houses,
    load_house,
    named_rules,
    options,
    read_rules,
    rules_from,
)
from shengji.rules.houses import FOLDER_VARIABLE
from tests.commandkit import Command
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "houses"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_has_every_option(command: Command, lang: str) -> None:
    ran = command("rules", "--lang", lang)
    assert ran.status == 0
    for option in options():
        assert option.name in ran.out
        title = option.text.title_zh if lang == "zh" else option.text.title
        assert title.split()[0][:8] in ran.out


@pytest.mark.parametrize("name", PRESETS)
def test_json_has_every_option_with_its_value(command: Command, name: str) -> None:
    levels = ("--set", "first_level=8", "--set", "last_level=A", "--set", "must_play=10,K")
    ran = command("rules", name, "--json", *levels)
    data = json.loads(ran.out)
    assert [option["name"] for option in data["options"]] == [o.name for o in options()]
    values = {option["name"]: option["value"] for option in data["options"]}
    assert values["first_level"] == "8"
    assert values["must_play"] == ["10", "K"]
    assert rules_from(data["rules"]) == msgspec.convert(values, Rules)


def test_toml_is_read_back(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    changes = ["--set", "players=6", "--set", "throw_penalty=flat", "--set", "kitty=unset"]
    path.write_text(command("rules", "--toml", *changes).out, encoding="utf-8")
    assert read_rules(path) == rules_from({"players": 6, "throw_penalty": "flat"})
    assert json.loads(command("rules", path, "--json").out)["rules"]["throw_penalty"] == "flat"


def test_none_is_a_value_of_some_options(command: Command) -> None:
    ran = command("rules", "--json", "--set", "throw_penalty=none")
    assert ran.status == 0


def test_a_text_and_a_system(command: Command) -> None:
    """The game with three decks that Pagat describes."""
    ran = command("rules", "pagat", "--system", "three-deck", "--json")
    assert json.loads(ran.out)["rules"] == {"preset": "pagat", "system": "three-deck"}
    assert ran.err == ""
    changed = command("rules", "pagat", "--system", "finding-friends", "--players", "7", "--json")
    assert json.loads(changed.out)["rules"]["players"] == 7


def test_a_text_that_has_a_system_of_its_own_says_so(command: Command) -> None:
    ran = command("rules", "pagat", "--decks", "3", "--json")
    assert json.loads(ran.out)["rules"] == {"preset": "pagat", "decks": 3}
    assert "PAG, Game with three decks" in ran.err
    assert "bid_jokers = none" in ran.err
    assert "--system three-deck" in ran.err
    same = ("--set", "bid_jokers=none", "--set", "following=tractors")
    assert command("rules", "pagat", "--decks", "3", *same, "--json").err == ""
    assert command("rules", "zhang-2021", "--decks", "3", "--json").err == ""


def test_a_json_file_and_plain_words(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text('{"players": 6}', encoding="utf-8")
    words = ("--set", "permanent_twos=yes", "--set", "must_play=5,T", "--set", "land=off")
    data = json.loads(command("rules", path, "--json", *words).out)["rules"]
    assert data == {"preset": "six-player", "permanent_twos": True, "must_play": ["5", "10"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["zhang-2020"], "did you mean zhang-2021"),
        (["nothing.toml"], "cannot read nothing.toml"),
        (["--set", "kitty=9"], "split evenly"),
        (["--set", "kittty=9"], "did you mean kitty"),
        (["--set", "kitty"], "NAME=VALUE"),
        (["--set", "decks=many"], "decks cannot be 'many'"),
        (["--json", "--toml"], "one of --json and --toml"),
        (["pagat", "--system", "three"], "did you mean three-deck"),
        (["--set", "must_play=5,ten"], "'ten' cannot stand in it"),
        (["--set", "laps=3"], "it needs after_last_level = wrap"),
        (["--set", "players=6", "--players", "6"], "players is set twice"),
        (["--players", "5"], "two fixed teams"),
        (["--diff", "pagat", "pagatt"], "did you mean pagat"),
        (["--save", "pagat"], "a preset has this name"),
        (["--save", "../x"], "no name for a file"),
        (["--forget", "grandma"], "no saved rules"),
        (["--list", "--save", "x"], "one of --list and --save"),
        (["pagat", "--list"], "--list takes no other rules"),
        (["--list", "--toml"], "one of --list and --toml"),
    ],
)
def test_bad_input_ends_with_one_message(
    command: Command, arguments: list[str], message: str
) -> None:
    ran = command("rules", *arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_a_file_that_is_not_toml(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff = = 3")
    assert command("rules", tmp_path / "bad.toml").status == 2


@pytest.mark.parametrize("option", ["--json", "--toml", "--lang=en"])
def test_it_needs_no_compiler(option: str) -> None:
    script = (
        "import sys; sys.argv = ['shengji', 'rules', sys.argv[1]]\n"
        "from shengji.terminal.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", script, option],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=PATIENCE,
    )


def test_short_forms(command: Command) -> None:
    ran = command("rules", "finding-friends", "--players", "7", "--decks", "2", "--toml")
    assert ran.out.splitlines()[0] == 'preset = "finding-friends"'
    data = json.loads(command("rules", "finding-friends", "--players", "7", "--json").out)
    assert data["rules"] == {"preset": "finding-friends", "players": 7}
    assert (data["deck_count"], data["kitty_size"]) == (3, 8)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_list_has_every_preset_and_house(command: Command, lang: str) -> None:
    command("rules", "--set", "decks=3", "--save", "grandma")
    ran = command("rules", "--list", "--lang", lang)
    assert ran.status == 0
    for name in (*PRESETS, "grandma"):
        assert name in ran.out
    data = json.loads(command("rules", "--list", "--json").out)
    assert [preset["name"] for preset in data["presets"]] == list(PRESETS)
    assert data["houses"] == ["grandma"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_differs(command: Command, lang: str) -> None:
    ran = command("rules", "--diff", "zhang-2021", "zhang-2016", "--language", lang)
    assert ran.status == 0
    for words in ("kitty_factor", "power-of-cards", "§5.7"):
        assert words in ran.out
    assert "must_play" not in ran.out
    data = json.loads(command("rules", "--diff", "zhang-2021", "zhang-2016", "--json").out)
    factor = next(one for one in data if one["name"] == "kitty_factor")
    assert (factor["first"], factor["second"]) == ("pairs", "power-of-cards")
    assert factor["in_effect"]
    same = command("rules", "--diff", "pagat", "pagat", "--lang", lang)
    assert (same.status, len(same.out.splitlines())) == (0, 1)


def test_a_house_of_ones_own(command: Command) -> None:
    ran = command("rules", "pagat", "--set", "hooks=J,A", "--save", "grandma")
    assert ran.status == 0
    assert "--rules grandma" in ran.out
    assert load_house("grandma") == rules_from({"preset": "pagat", "hooks": ["J", "A"]})
    assert named_rules("grandma").hooks == ("J", "A")
    data = json.loads(command("rules", "grandma", "--json").out)
    assert data["rules"] == {"preset": "pagat", "hooks": ["J", "A"]}
    assert command("rules", "--diff", "pagat", "grandma").status == 0
    refused = command("rules", "--forget", "granny")
    assert "no saved rules 'granny'; there are: grandma\n" in refused.err
    assert command("rules", "--forget", "grandma").status == 0
    assert houses() == []
