"""Words of the rules book itself, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Language = Literal["en", "zh"]

SHORT_NAMES: dict[str, str] = {
    "zhang-2021": "Z21",
    "zhang-2016": "Z16",
    "pagat": "PAG",
    "wikipedia-2014": "W14",
    "wikipedia-2023": "W23",
    "botzone": "BOT",
}
"""How the sources of options name the texts, by preset."""

SECTIONS_ZH: tuple[tuple[str, str], ...] = (
    ("Using a joker to change trumps", "用王换主"),
    ("Game with three decks", "三副牌"),
    ("Tractors skip played ranks", "拖拉机跳过已出完的点数"),
    ("Leading a set of top cards", "领出一组最大的牌"),
    ("Number of decks played", "牌副数"),
    ("20 points per rank", "每级 20 分"),
    ("Compulsory levels", "必打级"),
    ("Short game", "短局"),
    ("Six players", "六人"),
    ("The hook", "勾"),
    ("objective", "目标"),
    ("Scoring", "计分"),
    ("Triples", "三张"),
)
"""The sections that sources name by their titles, in Chinese."""


class Words(NamedTuple):
    """The words of one language; what stands in braces is filled in."""

    other: str
    title: str
    preface: str
    texts: str
    texts_intro: str
    texts_head: tuple[str, ...]
    systems: str
    systems_intro: str
    systems_head: tuple[str, ...]
    friends_intro: str
    friends_head: tuple[str, ...]
    house: str
    house_intro: str
    house_code: str
    house_end: str
    examples: str
    examples_intro: str
    examples_fold: str
    examples_try: str
    example: str
    meta: Mapping[str, str]
    value_head: tuple[str, ...]
    who: Mapping[str, str]
    allowed: Mapping[str, str]
    table: str
    table_intro: str
    table_head: str


_HOUSE_FILE = """\
```toml
preset = "pagat"
system = "finding-friends"
players = 7
must_play = ["5", "10", "K"]
```
"""

_HOUSE_CODE = """\
>>> from shengji.rules import rules_from
>>> given = {"preset": "pagat", "system": "finding-friends", "players": 7}
>>> rules = rules_from(given | {"must_play": ["5", "10", "K"]})
>>> rules.deck_count, rules.hand_size, rules.kitty_size, rules.threshold_points
(3, 22, 8, 120)
"""

WORDS: dict[Language, Words] = {
    "en": Words(
        other="[中文](zh/rules-book.md)",
        title="The rules book",
        preface="""\
Sheng Ji is a family: every house plays it a little differently, and so does every text. Here a
difference is an *option*, a text is a *preset*, a named set of values for all options, and the
rules of a house are a preset with a few options changed. This book goes through the options one by
one: what each value means, who plays it so, and an example. The default, which is what Z21 plays,
is bold.

Where a text is silent or can be read in two ways, [this page](reading-the-texts.md) says what we
do.
""",
        texts="The six texts",
        texts_intro="""\
`Z21` is what holds where nothing else is said. How sentences were read that disagree, or leave
something open, stands below the table.
""",
        texts_head=("", "text", "preset"),
        systems="The systems",
        systems_intro="""\
A system says how many play, with how many decks and in which teams, and goes with any of the texts.
The numbers are those of the system laid over `Z21`.
""",
        systems_head=(
            "system",
            "name",
            "players",
            "decks",
            "cards each",
            "kitty",
            "points to win",
            "points for a level",
            "source",
        ),
        friends_intro="Finding Friends is played by four to twelve:",
        friends_head=(
            "players",
            "decks",
            "cards each",
            "kitty",
            "friends",
            "points to win",
            "points for a level",
        ),
        house="The rules of your house",
        house_intro=f"""\
A house writes down the text, perhaps a system, and what it plays differently:

{_HOUSE_FILE}
`shengji play --rules FILE.toml` plays by it. Without a file, `--set must_play=5,10,K` changes an
option for once; `shengji rules --save NAME --set ...` keeps it, and then `--rules NAME` names it
everywhere. `shengji rules --diff A B` shows where two differ. In Python it is the same:
""",
        house_code=_HOUSE_CODE,
        house_end="""\
Rules that contradict each other are refused at once, with what would be possible; so is an option
that would change nothing because another one is missing.
""",
        examples="The examples",
        examples_intro="""\
The examples are Python, and the tests run all of them. A few short functions keep them to the
point: `house(decks=3)` is Z21 with three decks, `"8♥"` says that eights and hearts are trumps
(`"8"`: there is no trump suit), and players are numbered counter-clockwise, so that seat 1 sits to
the right of seat 0. Unless it is said otherwise seat 0 deals. To try them yourself, run this first.
""",
        examples_fold="What the examples start from",
        examples_try="""\
So `result` settles a hand, given the levels of the seats and the Opponents' points. In Pagat's
example North and South, the Declarers, play 7, East and West are at 10 and take 160 points: they go
up two levels, to Queen, and the player to the right of the Dealer deals next.
""",
        example="**Example.** ",
        meta={
            "needs": "In effect with",
            "source": "Source",
            "sep": ": ",
            "unset": "unset",
        },
        value_head=("value", "meaning", "who plays it so"),
        who={
            "all": "all six texts",
            "ours": "our choice",
            "idle": "{names} (once in effect)",
            "systems": "systems {names}",
            "system": "system {names}",
            "none": "a variation",
            "free": "a house's choice",
            "comma": ", ",
            "semicolon": "; ",
        },
        allowed={
            "range": "{low} to {high}",
            "step": " in steps of {step}",
            "levels": "any of {levels}",
            "choice": "{first} to {last}",
            "other": "other values",
        },
        table="All options, text by text",
        table_intro="""\
The first column of values is `Z21`; the others show only where they differ from it. What is not in
effect by itself (which card hooks, where there are no hooks) holds when it is switched on.
""",
        table_head="option",
    ),
    "zh": Words(
        other="[English](../rules-book.md)",
        title="规则手册",
        preface=(
            "升级是一大家子：家家打法略有不同，各种文本也不尽一致。在这里，每一处不同就是一个**选项**；"
            "每一种文本就是一套**预设**，即给所有选项都定好了值；而一家自己的规矩，"
            "就是某套预设再改上几项。本手册逐项说明：每个值是什么意思，哪些文本这样打，再举一个例子。"
            "粗体是默认值，也就是 Z21 的打法。\n\n"
            "原文没有说清、或可以有两种读法的地方，我们怎么处理，见[这一页](../reading-the-texts.md)（英文）。"
        ),
        texts="六种文本",
        texts_intro="""\
凡别处没有说的，一律依 `Z21`。原文前后不一或留有余地之处是怎么读的，列在表下。
""",
        texts_head=("简称", "文本", "预设"),
        systems="各种玩法",
        systems_intro="""\
一种玩法规定几个人、用几副牌，可与任何一种文本搭配。表中的数字是与 `Z21` 搭配时的。
""",
        systems_head=(
            "玩法",
            "名称",
            "人数",
            "副数",
            "每人张数",
            "底牌",
            "上台分",
            "每级分",
            "出处",
        ),
        friends_intro="找朋友可四至十二人玩：",
        friends_head=("人数", "副数", "每人张数", "底牌", "朋友", "上台分", "每级分"),
        house="自家的规矩",
        house_intro=f"""\
写明依哪一种文本、用哪一种玩法（可省），再写上自家不同的地方，就成了：

{_HOUSE_FILE}
"""
        + (
            "`shengji play --rules 文件.toml` 即照此打牌。不写文件，用 `--set must_play=5,10,K` "
            "也可临时改一项；`shengji rules --save 名称 --set ...` 则存下来，以后处处可用 "
            "`--rules 名称`。`shengji rules --diff 甲 乙` "
            "列出两套规则的不同之处。在 Python 里也一样："
        ),
        house_code=_HOUSE_CODE,
        house_end="""\
自相矛盾的规则一写出来就会被拒绝，并说明可以怎么改；缺了前提、改了也不起作用的选项同样会被拒绝。
""",
        examples="例子怎么读",
        examples_intro=(
            "例子都是 Python，测试时全部会运行一遍。为了突出要点，例子用了几个简短的函数："
            '`house(decks=3)` 是用三副牌的 Z21；`"8♥"` 表示打 8、红桃为主（`"8"` 则为无主）；'
            "座位按逆时针编号，1 号是 0 号的下家（在其右手）。除非另有说明，0 号坐庄。"
            "想自己动手试，请先运行这一段。"
        ),
        examples_fold="例子所用的准备代码",
        examples_try=(
            "例如 `result` 按各家的级和闲家的得分结算一局。Pagat 举的例子：南北坐庄打 7，"
            "东西在 10 级，得 160 分，于是东西升两级到 Q，下一局由庄家的下家坐庄。"
        ),
        example="**例**：",
        meta={
            "needs": "前提",
            "source": "出处",
            "sep": "：",
            "unset": "不设",
        },
        value_head=("值", "意思", "谁这样打"),
        who={
            "all": "六种文本",
            "ours": "由我们选定",
            "idle": "{names}（起作用时）",
            "systems": "玩法 {names}",
            "system": "玩法 {names}",
            "none": "仅作变体",
            "free": "自定",
            "comma": "、",
            "semicolon": "；",
        },
        allowed={
            "range": "{low} 至 {high}",
            "step": "，须为 {step} 的倍数",
            "levels": "{levels} 中任选",
            "choice": "{first} 至 {last}",
            "other": "其他值",
        },
        table="全部选项一览",
        table_intro=(
            "第一列是 `Z21` 的值，其余各列只写与它不同的。"
            "本来不起作用的选项（如没有勾级时“用哪张牌勾”），打开之后按表中的值。"
        ),
        table_head="选项",
    ),
}
"""By language."""
