from typing import Any

import pytest

from shengji.rules import PRESETS, SYSTEMS, Rules, options, rules_from
from shengji.server.rules.routes import checked, form_asset, rules_form
from shengji.server.rules.schemas import BotLine
from tests.server.http.site import Site


def no_bots(rules: Rules) -> tuple[BotLine, ...]:
    return ()


def test_the_form_has_every_option_in_its_group() -> None:
    form = rules_form("en")
    assert [option.name for option in form.options] == list(Rules.__struct_fields__)
    assert {option.group for option in form.options} == {group.name for group in form.groups}
    assert {text.name for text in form.texts} | {system.name for system in form.systems} == {
        *PRESETS,
        *SYSTEMS,
    }


def test_the_form_offers_every_default() -> None:
    offered = {option.name: option for option in rules_form("en").options}
    for option in options():
        shape = offered[option.name]
        values = [one.value for one in shape.values]
        if shape.kind == "levels":
            assert isinstance(option.default, list)
            assert all(level in values for level in option.default)
        elif shape.low is not None and isinstance(option.default, int):
            assert shape.high is not None
            assert shape.low <= option.default <= shape.high
        else:
            assert option.default in values


def test_the_form_is_complete_in_chinese() -> None:
    for option in rules_form("zh-Hans").options:
        for text in (option.title, option.help):
            assert any("\u4e00" <= character <= "\u9fff" for character in text), option.name
    hans, hant = rules_form("zh-Hans"), rules_form("zh-Hant")
    assert hans.options[0].title != hant.options[0].title or hans.groups != hant.groups


def test_the_form_is_packed_and_not_sent_twice(site: Site) -> None:
    browser = site.browser()
    first = browser.get("/api/rules/zh-Hans")
    assert first.headers["content-encoding"] == "gzip"
    assert first.content == form_asset("zh-Hans").body
    again = browser.get("/api/rules/zh-Hans", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert browser.get("/api/rules/klingon").status_code == 400


@pytest.mark.parametrize("name", PRESETS)
def test_checking_a_preset_finds_no_fault(name: str) -> None:
    found = checked(name, no_bots)
    assert found.fault is None
    assert rules_from(found.given) == rules_from(name)
    assert found.values["players"] == rules_from(name).players


@pytest.mark.parametrize(
    ("given", "option", "en", "zh"),
    [
        ({"players": 5}, "players", "two fixed teams", "「人数」不能是 5：5 个人不能分成两队"),
        ({"decks": 99}, "decks", "decks cannot be 99", "「几副牌」不能是 99。可选：1 到 6；"),
        ({"laps": 3}, "laps", "changes nothing here", "在此不起作用：须"),
        ({"lapps": 3}, None, "no option 'lapps'", "没有名为 lapps 的选项"),
        ({"preset": "pagatt"}, None, "no preset 'pagatt'", "没有名为 pagatt 的预设"),
        ({"system": []}, None, "no system", "没有名为 [] 的玩法"),
        ({"winning": "deffend"}, "winning", "did you mean defend", "是否想写 defend"),
        ("nonsense", None, "no preset 'nonsense'", "没有名为 nonsense 的预设"),
    ],
)
def test_a_fault_is_told_in_all_languages(
    given: str | dict[str, Any], option: str | None, en: str, zh: str
) -> None:
    fault = checked(given, no_bots).fault
    assert fault is not None
    assert fault.option == option
    assert en in fault.words.en
    assert zh in fault.words.hans


def test_with_a_fault_the_values_are_those_of_preset_and_system() -> None:
    found = checked({"preset": "pagat", "system": "three-deck", "players": 5}, no_bots)
    base = rules_from({"preset": "pagat", "system": "three-deck"})
    assert found.fault is not None
    assert (found.values["decks"], found.values["winning"]) == (3, base.winning)


def test_no_rules_are_read_from_files(site: Site) -> None:
    for name in ("../../etc/passwd", "rules.toml", "/etc/passwd"):
        response = site.browser().post("/api/rules/check", json={"rules": name})
        assert response.json()["fault"]["words"]["en"].startswith("There is no preset")
