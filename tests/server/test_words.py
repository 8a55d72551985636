"""Texts in three languages."""

import pytest

from shengji.game import Refusal
from shengji.rules import RulesError, rules_from
from shengji.server.site.decode_errors import decode_error_text
from shengji.server.site.words import rules_words, traditional, words, words_of


def test_traditional_characters_are_made_from_simplified_ones() -> None:
    made = words("Bury the kitty", "埋底，为庄家里面")
    assert (made.en, made.hans) == ("Bury the kitty", "埋底，为庄家里面")
    assert made.hant == traditional("埋底，为庄家里面") == "埋底，為莊家裡面"


def test_what_is_called_otherwise_in_taiwan() -> None:
    assert traditional("复制链接，保存设置，搜索消息") == "複製連結，儲存設定，搜尋訊息"
    assert traditional("服务器默认支持网络和屏幕") == "伺服器預設支援網路和螢幕"


def test_the_terms_of_the_game_stay() -> None:
    terms = traditional("主牌 甩牌 拖拉机 底牌 级牌 扣底 首家 炒地皮 全局 打开")
    assert terms == "主牌 甩牌 拖拉機 底牌 級牌 扣底 首家 炒地皮 全局 打開"


def test_a_refusal_of_the_game_in_all_languages() -> None:
    said = words_of(Refusal("structure", {"suit": "S", "owed": [[2, 2, 1]]}))
    assert said.en.endswith("a tractor of 2 pairs.")
    assert said.hans == "须跟牌型：在黑桃中你要出拖拉机（2 连对）。"
    assert said.hant == "須跟牌型：在黑桃中你要出拖拉機（2 連對）。"


@pytest.mark.parametrize(
    ("given", "hans"),
    [
        (
            {"kitty": 9},
            "「底牌张数」不能是 9：108 张牌留 9 张底后，4 个人不能平分；此处可选：4、8、",
        ),
        ({"frist_level": "8"}, "没有名为 frist_level 的选项，是否想写 first_level？"),
        ({"decks": 99}, "「几副牌」不能是 99。可选：1 到 6；unset（每两人一副）。"),
        ({"laps": 3}, "「圈数」设为 3 在此不起作用："),
        ({"players": "6"}, '「人数」不能是 "6"：数字不加引号，写成 6。可选：4 到 12。'),
        ({"throws": "perhaps"}, "「可以甩牌」不能是 perhaps。可选：false（否）；true（是）。"),
        ({"red_fives": "x"}, "「红五」不能是 x。可选：none（不用）；hearts（红桃 5）；hearts-and-"),
        (
            {"hooks": ["J", "K"]},
            "「勾级」不能是 J、K：其中不能有 K。可选：由这些级组成的列表：J、Q、A",
        ),
        ("nothing", "没有名为 nothing 的预设。可选：zhang-2021、"),
    ],
)
def test_why_rules_cannot_be_played(given: str | dict[str, object], hans: str) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from(given)
    said = rules_words(caught.value)
    assert said.en[1:40] == str(caught.value)[1:40] and said.en[-1] in ".…"
    assert said.hans.startswith(hans) and said.hans[-1] in "。？…"


@pytest.mark.parametrize(
    ("said", "en", "hans"),
    [
        ("Expected `str` of length <= 24 - at `$.name`", "name: at most 24", "最多 24 个字符"),
        ("Expected `str` of length >= 1 - at `$.name`", "at least 1", "至少 1 个字符"),
        ("Expected `array` of length <= 400 - at `$.cards`", "at most 400", "最多 400 个"),
        ("Expected `int` <= 11 - at `$.action.seat`", "action.seat: a number up to 11", "大于 11"),
        ("Expected `int` >= 5 - at `$.clock`", "a number from 5 on", "小于 5"),
        ("Expected `str`, got `int` - at `$.a[0]`", "a[0]: str is expected, not int", "应为 str"),
        ("Expected `str` matching regex '^[a-z]+$' - at `$.id`", "may not stand", "不允许的字符"),
        ("Object contains unknown field `nam`", "there is no field nam", "没有名为 nam 的字段"),
        ("Object missing required field `type`", "the field type is missing", "缺少字段 type"),
        ("Invalid enum value 'x' - at `$.pace`", "pace: 'x' may not", "pace：不能是 'x'"),
        ("JSON is malformed: invalid character (byte 4)", "from byte 4", "第 4 字节"),
        ("Input data was truncated", "in the middle", "内容不完整"),
        ("something new", "the form that is expected", "格式不对"),
    ],
)
def test_why_something_cannot_be_read(said: str, en: str, hans: str) -> None:
    told = decode_error_text(said)
    assert en in told.en and hans in told.hans
    assert "Expected" not in told.hans and "Object" not in told.hans
