"""The words, types and forms of the client, which are made from those of the program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
from litestar import Litestar, Response
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, QueryParameter

from shengji.server.json_schema import server_schema
from shengji.server.routes import ADDRESSES
from shengji.server.site.addresses import Addresses
from shengji.server.site.guards import AnyCaller, BotCaller, PersonCaller
from shengji.server.site.me import Me
from shengji.server.site.schemas import Game
from shengji.server.site.services import provide_services
from shengji.words import texts
from web import make_forms, make_requests, make_types, make_words


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


def test_sentences_of_the_catalogue_are_taken_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "notes.toml"
    file.write_text('same = ["late-reinforce", "hand-won"]\n', encoding="utf-8")
    words, said = make_words.read(tmp_path), texts("notes")
    assert words.keys() == {"notes.hand_won", "notes.late_reinforce", "notes.late_reinforce_you"}
    assert words["notes.late_reinforce_you"].en == said["late-reinforce.you"].en
    assert words["notes.hand_won"].en == f"{said['hand-won.one'].en}|{said['hand-won'].en}"
    assert words["notes.hand_won"].hans == said["hand-won"].zh
    file.write_text('same = ["nothing"]\n', encoding="utf-8")
    with pytest.raises(make_words.WordsFault, match=r"the catalogue has no notes\.nothing"):
        make_words.read(tmp_path)


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


asked = Addresses("tests")


@asked.get("/api/people/{person_id:str}/of/{number:int}")
async def one_person(
    caller: PersonCaller, person_id: FromPath[str], number: FromPath[int]
) -> Me | None:
    """A person."""
    raise NotImplementedError


@asked.get("/api/people", besides={204: "nobody"})
async def people(
    caller: AnyCaller,
    game: Annotated[Game | None, QueryParameter()] = None,
    company: Annotated[str | None, QueryParameter(name="with")] = None,
    least: FromQuery[int] = 3,
) -> tuple[Me, ...]:
    """People."""
    raise NotImplementedError


@asked.post("/api/people/{person:str}")
async def rename(caller: PersonCaller, person: FromPath[str], data: Me) -> None:
    """Give a name."""


@asked.post("/api/people", makes=True)
async def add(caller: PersonCaller, data: Me) -> None:
    """Add one; what is sent again makes nothing twice."""


@asked.get("/api/file", media_type="text/csv")
async def file_of_people(caller: AnyCaller) -> Response[bytes]:
    """All of them."""
    raise NotImplementedError


@asked.get("/api/machine")
async def machine(caller: BotCaller) -> Me:
    """A question that no browser asks."""
    raise NotImplementedError


def document_of(addresses: Addresses) -> dict[str, Any]:
    """The OpenAPI document of some addresses."""
    app = Litestar([*addresses], dependencies={"services": Provide(provide_services)})
    return app.openapi_schema.to_schema()


def test_requests_of_every_shape() -> None:
    document = document_of(asked)
    text = make_requests.module(tuple(asked), document)
    game = " | ".join(f'"{name}"' for name in get_args(Game))
    assert (
        text.partition("\n")[2]
        == f"""import {{ ask, make, withQuery }} from "./net/api";
import type {{
  Me,
}} from "./wire";

/** A person. */
export const onePerson = (personId: string, number: number): Promise<Me | null> =>
  ask("GET", `/api/people/${{encodeURIComponent(personId)}}/of/${{number}}`);

/** People. */
export const people = (query: {{ readonly game?: {game} | null; readonly with?: string | null; \
readonly least?: number }} = {{}}): Promise<readonly Me[] | null> =>
  ask("GET", withQuery("/api/people", query));

/** Give a name. */
export const rename = (person: string, body: Me): Promise<null> =>
  ask("POST", `/api/people/${{encodeURIComponent(person)}}`, body);

/** Add one; what is sent again makes nothing twice. */
export const add = (body: Me): Promise<null> =>
  make("/api/people", body);

/** All of them. */
export const fileOfPeopleAddress = (): string =>
  "/api/file";
"""
    )


def test_requests_have_a_name_each() -> None:
    twice = Addresses("tests")

    @twice.get("/api/one")
    async def one(caller: AnyCaller) -> Me:
        """One."""
        raise NotImplementedError

    twice.get("/api/other")(one)
    document = document_of(twice)
    with pytest.raises(ValueError, match="Addresses are called alike: one; rename all but one"):
        make_requests.module(tuple(twice), document)


def test_the_client_has_the_requests_and_types_of_the_server() -> None:
    text = make_requests.module()
    assert make_requests.REQUESTS.read_text(encoding="utf-8") == text
    types = make_types.typescript(server_schema(ADDRESSES))
    assert make_types.WIRE.read_text(encoding="utf-8") == types
    named = set(re.findall(r"^  (\w+),$", text, re.MULTILINE))
    assert named <= set(re.findall(r"^export (?:type|interface) (\w+)", types, re.MULTILINE))
