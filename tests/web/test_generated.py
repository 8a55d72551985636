"""The words, types and forms of the client, which are made from those of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from web import make_forms, make_types, make_words


def test_nothing_is_left_of_languages_that_are_gone(tmp_path: Path) -> None:
    folder = tmp_path / "generated"
    for tongue in ("en", "de"):
        make_words.write({f"{tongue}.ts": f"// {tongue}\n"}, folder)
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("de.ts", "// de\n")]


def authored(folder: Path, text: str) -> dict[str, make_words.Word]:
    (folder / "area.toml").write_text(text, encoding="utf-8")
    return make_words.read(folder)


def test_traditional_is_made_unless_given(tmp_path: Path) -> None:
    words = authored(
        tmp_path,
        '[one]\nen = "Dealer"\nzh = "庄家"\n[other]\nen = "Copy"\nzh = "复制"\nhant = "拷貝"\n',
    )
    assert words["area.one"] == make_words.Word("Dealer", "庄家", "莊家", ())
    assert words["area.other"].hant == "拷貝"


def test_parameters_are_typed(tmp_path: Path) -> None:
    words = authored(
        tmp_path,
        '[left]\nen = "1 card of {name}|{count} cards of {name}"\nzh = "{name}剩 {count} 张"\n',
    )
    assert (
        "'area.left': { count: number; name: string | number }"
        in make_words.files(words)["keys.ts"]
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[one]\nen = "Dealer"\n', "needs en and zh"),
        ('[one]\nen = "Dealer"\nzh = ""\n', "every language needs a text"),
        ('[one]\nen = "Dealer"\nzh = "庄家"\nde = "Geber"\n', "nothing else"),
        ('[one]\nen = "{name} deals"\nzh = "坐庄"\n', "same parameters"),
        ('[one]\nen = "{name} deals"\nzh = "{who}坐庄"\n', "same parameters"),
        ('[one]\nen = "a card|cards"\nzh = "牌"\n', "one or many"),
        ('[One]\nen = "Dealer"\nzh = "庄家"\n', "small letters"),
        ('one = "Dealer"\n', "needs en and zh"),
    ],
)
def test_faulty_words_are_named(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(make_words.WordsFault, match=rf"area\.toml: \[[oO]ne\].*{fault}"):
        authored(tmp_path, text)


@pytest.mark.parametrize("key", ["room.set_pace", "room.pace_fast"])
def test_a_setting_without_words_is_named(key: str) -> None:
    words = make_words.read()
    del words[key]
    with pytest.raises(make_words.WordsFault, match=rf"room\.toml: \[{key[5:]}\] is missing"):
        make_forms.written(make_forms.FORMS[0], words)


def test_a_field_of_a_form_has_what_its_type_says() -> None:
    text = make_forms.written(make_forms.FORMS[0], make_words.read())
    assert '{"name": "title", "kind": "text", "title": "room.set_title", ' in text
    assert '"strict": ["hands"]' in text
    assert '"needs": {"field": "clock", "values": [null], "negated": true}' in text
    assert 'export const FRESH: Settings = {"title": "", ' in text


def test_types_of_every_shape() -> None:
    schema = {
        "$defs": {
            "Suit": {"enum": ["C", "D"]},
            "Play": {
                "description": "A play.",
                "type": "object",
                "properties": {
                    "do": {"enum": ["play"]},
                    "cards": {"type": "array", "items": {"$ref": "#/$defs/Suit"}},
                    "trump": {
                        "type": "array",
                        "prefixItems": [
                            {"type": "string"},
                            {"anyOf": [{"$ref": "#/$defs/Suit"}, {"type": "null"}]},
                        ],
                    },
                    "zh-Hans": {"type": "string", "description": "a text."},
                    "given": {"type": "object"},
                    "counts": {"type": "array", "items": {"type": ["integer", "null"]}},
                },
                "required": ["cards"],
            },
        }
    }
    text = make_types.typescript(schema)
    assert 'export type Suit = "C" | "D";\n' in text
    assert text.partition("/** A play. */\n")[2].startswith(
        """export interface Play {
  readonly do: "play";
  readonly cards: readonly Suit[];
  readonly trump?: readonly [string, Suit | null];
  /** a text. */
  readonly "zh-Hans"?: string;
  readonly given?: Readonly<Record<string, unknown>>;
  readonly counts?: readonly (number | null)[];
}
"""
    )
