import pytest

from shengji.bots import BOTS
from shengji.server.accounts import names
from shengji.server.accounts.names import found_by, passes_for_house, read_name, skeletons


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("武松", "武松"),
        ("  Wu \u3000 Song ", "Wu Song"),
        ("ＷＵ　２", "WU 2"),
        ("Zoe\u0308", "Zoë"),
        ("Nguyễn", "Nguyễn"),
        ("O'Neil", "O'Neil"),
        ("武松 2号", "武松 2号"),
        ("スミス武", "スミス武"),
        ("김민수", "김민수"),
        ("Scunthorpe", "Scunthorpe"),
        ("Hancock", "Hancock"),
        ("Badminton", "Badminton"),
        ("Talbot", "Talbot"),
        ("PandaBot", "PandaBot"),
        ("Meme", "Meme"),
        ("Medium Rare", "Medium Rare"),
        ("Master Lin", "Master Lin"),
        ("Wu 455", "Wu 455"),
        ("Wu Song 53x", "Wu Song 53x"),
        ("李大师兄", "李大师兄"),
        ("强哥", "强哥"),
        ("梅姐", "梅姐"),
        ("阿浪", "阿浪"),
        ("Captain", "Captain"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_of_all_writings_are_taken(text: str, name: str) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "name-letters"),
        ("   ", "name-letters"),
        ("...", "name-letters"),
        ("x" * 25, "name-letters"),
        ("Wu❤", "name-letters"),
        ("a@b.example", "name-letters"),
        ("<b>", "name-letters"),
        ("a\u202eb", "name-letters"),
        ("a\u200db", "name-letters"),
        ("Wu\x00", "name-letters"),
        ("W\u0443 Song", "name-mixed"),
        ("Ραul", "name-mixed"),
        ("Админ admin", "name-mixed"),
        ("admin", "name-reserved"),
        ("ADMIN", "name-reserved"),
        ("adm1n", "name-reserved"),
        ("A.d.m.i.n 7", "name-reserved"),
        ("管理员", "name-reserved"),
        ("管理員 2", "name-reserved"),
        ("Sheng Ji", "name-reserved"),
        ("strong", "name-reserved"),
        ("Site Admin", "name-reserved"),
        ("SiteAdmin", "name-reserved"),
        ("Wu Admin", "name-reserved"),
        ("Support Team 2", "name-reserved"),
        ("S1te 4dmin", "name-reserved"),
        ("M3dium", "name-reserved"),
        ("5tr0ng", "name-reserved"),
        ("8asic 3", "name-reserved"),
        ("Str0ng B0t", "name-reserved"),
        ("机器人强", "name-reserved"),
        ("本站官方客服", "name-reserved"),
        ("小機器人", "name-reserved"),
        ("中级", "name-reserved"),
        ("大師 2", "name-reserved"),
        ("A5shole", "name-reserved"),
        ("fuck", "name-reserved"),
        ("F u c k", "name-reserved"),
        ("xmotherfuckerx", "name-reserved"),
        ("王强奸笑", "name-reserved"),
    ],
)
def test_what_is_no_name_is_refused(text: str, fault: str) -> None:
    assert read_name(text) == fault


def test_no_name_is_a_bots() -> None:
    named = [
        form.format(bot)
        for bot in BOTS
        for form in ("{}", "Bot {}", "bot-{}", "{} bot", "Bót {} 3", "机器人 {}", "B0t.{}")
    ]
    assert {read_name(name) for name in named} == {"name-reserved"}
    assert all(map(passes_for_house, (*named, "❤ Bot 3 ❤", "机器人 2", "♥admin♥", "❤ S1te Adm1n")))


@pytest.mark.parametrize("text", ["Wu Song 12ab", "龘" * 24, "8z " * 8, "x" * 1_000_000])
def test_however_many_words_are_refused_a_name_is_read_a_few_times(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_name("Wu Song")  # now the words are read
    bare, shown, letters = names._bare, names._shown, 0

    def counted(part: str) -> str:
        nonlocal letters
        letters += len(part)
        return bare(part)

    def told(part: str) -> str:
        assert len(part) <= names.LONGEST
        return shown(part)

    monkeypatch.setattr(names, "_bare", counted)
    monkeypatch.setattr(names, "_shown", told)
    read_name(text)
    assert letters <= 16 * names.LONGEST


@pytest.mark.parametrize("name", ["Guest 1234", "访客 7", "訪客 7", "Robin", "Medium Rare", "❤"])
def test_what_a_guest_is_called(name: str) -> None:
    assert not passes_for_house(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wu Song", "wu SONG"),
        ("Will", "WlLL"),
        ("bob", "b0b"),
        ("Bill", "Bi1l"),
        ("morgan", "rnorgan"),
        ("ВОВ", "bob"),  # the first in Cyrillic
        ("вов", "ВОВ"),
        ("раур", "payp"),  # likewise
        ("ΑΒΓ", "αβγ"),
        ("值班", "値班"),
        ("口", "ロ"),  # a mouth, and the kana ro
        ("Victim One", "Victim One."),
        ("Victim One", "Victim-One"),
        ("Victim One", "Víctim One"),
        ("Victim One", "victim_one"),
        ("Victim One", "VictimOne"),
        ("Nguyễn", "Nguyen"),
        ("Victim One", "❤ Victim One ❤"),  # as a guest may write it
        ("张三", "張三"),
        ("Ёлка", "Елка"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert set(skeletons(one)) & set(skeletons(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wu Song", "Wu Sing"),
        ("Ann", "Anna"),
        ("张三", "李四"),
        ("rut", "rzy"),
        ("Victim One", "Victim One 2"),
        ("か", "が"),  # other letters, and no accents
        ("कि", "की"),
        ("กา", "กี"),
        ("김", "감"),
        ("❤❤", "☺☺"),
    ],
)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert not set(skeletons(one)) & set(skeletons(other))


def test_an_account_is_found_however_its_name_is_typed() -> None:
    for text in ("wu song", " WU  Song", "ｗｕ song"):
        assert found_by(text) == skeletons("Wu Song")[0]
    assert found_by("a\u202eb") == ""
