"""The form before a match, and the draft of rules behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from shengji.rules import GROUPS, PRESETS, Rules, RulesError, load_house, options, rules_from
from shengji.rules.houses import FOLDER_VARIABLE
from shengji.terminal.table.draft import TEXTS, Draft, read_value, values_of
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.screen.rulesform import RulesForm
from shengji.terminal.table.screen.sheets import ChoiceSheet, MarkSheet, NameSheet
from tests.cases import cases
from tests.terminal.tablekit import lobby, screen_text, session_of, until


@pytest.fixture(autouse=True)
def _houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "houses"))


# The draft


@pytest.mark.parametrize("name", PRESETS)
def test_a_draft_of_a_preset_changes_nothing(name: str) -> None:
    draft = Draft(PRESETS[name].rules)
    assert draft.rules == PRESETS[name].rules and not draft.changes and draft.error is None
    assert draft.preset in TEXTS


def test_a_draft_keeps_what_was_changed_when_text_and_system_change() -> None:
    draft = Draft(Rules())
    draft.put("first_level", "8")
    draft.choose_preset("pagat")
    draft.choose_system("finding-friends")
    assert draft.rules == rules_from(
        {"preset": "pagat", "system": "finding-friends", "first_level": "8"}
    )
    draft.put("players", 7)
    draft.choose_system("six-player")
    assert draft.rules.players == 6 and draft.changes == {"first_level": "8"}
    draft.choose_system(None)
    draft.reset("first_level")
    assert draft.rules == PRESETS["pagat"].rules


def test_a_value_of_the_preset_is_no_change() -> None:
    draft = Draft(Rules())
    draft.put("land", True)
    draft.put("land", False)
    assert not draft.changes


def test_every_option_can_be_stepped_through_and_read() -> None:
    for option in options():
        draft = Draft(Rules())
        values = values_of(option)
        assert (option.kind == "levels") == (not values)
        for value in values:
            if option.kind == "number":
                typed = "" if value is None else str(value)
                assert read_value(option, typed) == value
            draft.step(option.name, 1)
        if values:
            assert draft.value(option.name) == draft.base_value(option.name)


@pytest.mark.parametrize("typed", ["9999", "-1", "x", "1.5", "٣"])
def test_what_is_no_value_is_not_read(typed: str) -> None:
    for option in options():
        if option.kind == "number":
            with pytest.raises(ValueError):
                read_value(option, typed)


def test_a_contradiction_keeps_the_last_rules_that_could_be_played() -> None:
    draft = Draft(Rules())
    draft.put("players", 5)
    assert draft.error is not None and draft.error.field == "players"
    assert draft.rules.players == 4
    with pytest.raises(RulesError):
        draft.save("house")
    draft.put("teams", "friends")
    assert draft.error is None and draft.rules.players == 5


def test_a_house_is_saved_and_loaded() -> None:
    draft = Draft(PRESETS["finding-friends"].rules)
    draft.put("players", 9)
    draft.save("club")
    assert draft.house == "club" and load_house("club") == draft.rules
    other = Draft(Rules())
    other.load("club")
    assert other.rules == draft.rules and other.changes == {"players": 9}
    assert (other.system, other.house) == ("finding-friends", "club")


# The form


async def opened(pilot: Pilot[None], app: TableApp) -> RulesForm:
    await until(pilot, lambda: isinstance(app.screen, ChoiceSheet))
    await pilot.press("2")
    await until(pilot, lambda: isinstance(app.screen, RulesForm) and app.screen.query("Form"))
    assert isinstance(app.screen, RulesForm)
    await pilot.pause()
    return app.screen


def asking(tmp_path: Path, language: str = "en") -> TableApp:
    where = lobby(tmp_path / "match.jsonl", bots="random", asks=True)
    return TableApp(where, None, "zh" if language == "zh" else "en", "slow")


async def test_a_match_of_finding_friends_is_set_up(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await opened(pilot, app)
        assert "cards each: 25, in the kitty: 8" in screen_text(app)
        await pilot.press("down", "down", "left")
        assert form.draft.system == "finding-friends"
        await pilot.press("pagedown", "right", "right")
        assert "Players *" in screen_text(app) and "(else: 6)" in screen_text(app)
        assert "Finding Friends for 8 players" in screen_text(app)
        await pilot.press("b")
        await until(pilot, lambda: app.table.session is not None)
        assert session_of(app).rules == rules_from({"preset": "finding-friends", "players": 8})


async def test_a_contradiction_is_shown_at_once_and_cannot_be_played(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("pagedown", "right")
        text = screen_text(app)
        assert "Players cannot be 5: 5 players do not make two fixed teams" in text
        assert "▸!Players *" in text
        assert "These rules cannot be played yet" in text and "cards each" not in text
        assert "4, 6, 8, 10, 12; or any number with teams = friends" in " ".join(text.split())
        await pilot.press("b")
        assert isinstance(app.screen, RulesForm) and app.table.session is None
        assert "not yet: see below" in screen_text(app)
        await pilot.press("g")
        assert "「人数」不能是「5」" in screen_text(app)
        await pilot.press("x")
        assert "不能是" not in screen_text(app)


async def test_a_dormant_option_says_what_it_needs(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await opened(pilot, app)
        form.form.point_at("laps")
        await pilot.press("right")
        text = " ".join(screen_text(app).split())
        assert "it needs: After the last level: Wrap to 2." in text
        assert form.draft.value("laps") == 2 and not form.draft.changes
        form.form.point_at("after_last_level")
        await pilot.press("right", "down", "right")
        assert form.draft.changes == {"after_last_level": "wrap", "laps": 3}


async def test_values_are_chosen_typed_and_marked(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await opened(pilot, app)
        form.form.point_at("throw_penalty")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChoiceSheet))
        await pilot.press("3")
        await until(pilot, lambda: app.screen is form)
        assert form.draft.value("throw_penalty") == "per-unit"
        form.form.point_at("decks")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, NameSheet))
        assert "1 to 6; empty: one for every two players" in screen_text(app)
        await pilot.press("7", "enter")
        await until(pilot, lambda: app.screen is form)
        assert "It cannot be '7'" in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, NameSheet))
        await pilot.press("3", "enter")
        await until(pilot, lambda: app.screen is form)
        assert form.draft.rules.deck_count == 3
        form.form.point_at("must_play")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MarkSheet))
        await pilot.press("down", "down", "down", "space", "enter")
        await until(pilot, lambda: app.screen is form)
        assert form.draft.value("must_play") == ["5"]
        assert form.draft.error is None


async def test_a_house_is_saved_by_name_and_loaded_in_the_form(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await opened(pilot, app)
        await pilot.press("l")
        await pilot.pause()
        assert "No rules have been saved yet." in screen_text(app)
        form.form.point_at("land")
        await pilot.press("right", "s")
        await until(pilot, lambda: isinstance(app.screen, NameSheet))
        await pilot.press(*"pagat", "enter")
        await until(pilot, lambda: app.screen is form)
        assert "Rules cannot be saved as 'pagat'" in screen_text(app)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, NameSheet))
        await pilot.press(*"club", "enter")
        await until(pilot, lambda: app.screen is form)
        assert "Saved as club." in screen_text(app) and load_house("club").land
        form.form.point_at("land")
        await pilot.press("x", "l")
        await until(pilot, lambda: isinstance(app.screen, ChoiceSheet))
        await pilot.press("1")
        await until(pilot, lambda: app.screen is form)
        assert form.draft.rules.land


@pytest.mark.parametrize("language", cases(["en", "zh"], "zh"))
async def test_every_option_is_shown_with_help_and_source(tmp_path: Path, language: str) -> None:
    app = asking(tmp_path, language)
    tongue = app.table.language
    async with app.run_test(size=(80, 24)) as pilot:
        form = await opened(pilot, app)
        for group in GROUPS:
            for option in (o for o in options() if o.name in group.fields):
                form.form.point_at(option.name)
                form.redraw()
                await pilot.pause()
                lines = screen_text(app).split("\n")
                assert all(cell_len(line) == 80 for line in lines)
                text = "".join("".join(lines).split())
                assert option.title(tongue).replace(" ", "") in text
                assert option.help(tongue).replace(" ", "") in text, option.name
                value_help = option.value_help(option.default, tongue)
                assert value_help.replace(" ", "") in text, option.name
                assert option.text.source.split(";")[0].replace(" ", "") in text, option.name


async def test_going_back_keeps_the_draft(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await opened(pilot, app)
        form.form.point_at("first_level")
        await pilot.press("right", "escape")
        again = await opened(pilot, app)
        assert again is not form and again.draft.changes == {"first_level": "3"}
        await pilot.press("b")
        await until(pilot, lambda: app.table.session is not None)
        assert session_of(app).rules == rules_from({"first_level": "3"})


async def test_end_goes_to_the_last_row(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await opened(pilot, app)
        await pilot.press("end")
        assert form.form.entry == GROUPS[-1].fields[-1]
        await pilot.press("down")
        assert form.form.at == 0


async def test_going_back_begins_nothing(tmp_path: Path) -> None:
    app = asking(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ChoiceSheet))
        await pilot.press("1")
        await until(pilot, lambda: app.table.session is not None)
        assert session_of(app).rules == Rules()
