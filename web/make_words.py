"""Write the client's words, `src/words/generated/`, from what is authored in `words/*.toml`.

`make` runs `python -m web.make_words` when those are older than these. A word is a table in the
file of its area:

    [cards_left]
    en = "1 card left|{count} cards left"
    zh = "还剩 {count} 张"

The client asks for it as `t('table.cards_left', { count })`. `zh` is in simplified characters;
the traditional ones are made from them as the server makes its own, unless `hant` gives them. In
English, before the bar stands what is said of exactly one.

What the server or the terminal says too stands in `shengji.words`: `as = "terminal.hint.redeal"`.
A file with the name of an area there lists what it takes from that as it is: `same = ["joins"]`
gives `notes.joins`, and `notes.joins_you`, which is said to whoever does it.

The words of pages that few visits need stand in files of their own, which come with those pages: a
file that begins with `apart = true` is one of these areas. `apart = "play"` puts the areas that
all pages but the lobby need into one file, which comes with the first of these pages.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shengji.bots.characters import CHARACTERS, STEPS, Character, Level
from shengji.server.site.words import traditional
from shengji.words import texts

WEB = Path(__file__).resolve().parent
AUTHORED = WEB / "words"
GENERATED = WEB / "src" / "words" / "generated"

PARAMETER = re.compile(r"\{([a-z_]+)\}")
KEY = re.compile(r"[a-z][a-z0-9_]*")
TONGUES = ("en", "zh-Hans", "zh-Hant")
_MARKED = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8")).get("apart")
    for file in sorted(AUTHORED.glob("*.toml"))
}
APART = tuple(area for area, mark in _MARKED.items() if mark is True)
"""The areas that have a file of their own."""
PLAY = tuple(area for area, mark in _MARKED.items() if mark == "play")
"""The areas that share a file, which all pages but the lobby need."""
FILES = (*APART, "play")
FIELDS = {"en", "zh", "hant"}
HEADING = "// Written by `python -m web.make_words` from words/*.toml; change those.\n\n"


class WordsFault(ValueError):
    """Words that cannot be used as they are authored."""


@dataclass(frozen=True)
class Word:
    """One text of the client in the three languages, and what is put into it."""

    en: str
    hans: str
    hant: str
    parameters: tuple[str, ...]


def read(folder: Path = AUTHORED) -> dict[str, Word]:
    """Read what is authored.

    Args:
        folder: where the files of the areas are.

    Returns:
        The words by key, in the order of the keys.

    Raises:
        WordsFault: one of them lacks a language, or has other parameters in another one.
    """
    words: dict[str, Word] = {}
    for file in sorted(folder.glob("*.toml")):
        authored = tomllib.loads(file.read_text(encoding="utf-8"))
        authored.pop("apart", None)
        same = _same(file, authored.pop("same", []))
        for name, given in {**same, **authored}.items():
            words[f"{file.stem}.{name}"] = _word(file, name, given)
    if folder == AUTHORED:
        words |= _cast()
    return dict(sorted(words.items()))


def _cast() -> dict[str, Word]:
    """The names of the bots' levels and characters, which stand with these."""
    named: dict[str, Level | Character] = {
        f"bots.level_{number}": level for number, level in enumerate(STEPS, 1)
    }
    named |= {f"bots.name_{one.id}": one for one in CHARACTERS.values()}
    return {key: Word(one.en, one.zh, traditional(one.zh), ()) for key, one in named.items()}


def _same(file: Path, keys: list[str]) -> dict[str, object]:
    """The texts that an area takes as they are from that of the catalogue which has its name."""
    found: dict[str, object] = {}
    if not keys:
        return found
    said = texts(file.stem)
    for key in keys:
        if key not in said:
            raise WordsFault(f"web/words/{file.name}: the catalogue has no {file.stem}.{key}")
        name, text, one = key.replace("-", "_"), said[key], said.get(f"{key}.one")
        found[name] = {"en": text.en if one is None else f"{one.en}|{text.en}", "zh": text.zh}
        if f"{key}.you" in said:
            found[f"{name}_you"] = said[f"{key}.you"]._asdict()
    return found


def _word(file: Path, name: str, given: object) -> Word:
    where = f"web/words/{file.name}: [{name}]"
    if isinstance(given, dict) and given.keys() == {"as"}:
        area, _, key = str(given["as"]).partition(".")
        if key not in texts(area):
            raise WordsFault(f"{where}: the catalogue has no {given['as']}")
        given = texts(area)[key]._asdict()
    if not KEY.fullmatch(name):
        raise WordsFault(f"{where}: a key is written in small letters, digits and _")
    if not isinstance(given, dict) or not {"en", "zh"} <= given.keys() <= FIELDS:
        raise WordsFault(f"{where}: needs en and zh, may have hant, and nothing else")
    if not all(isinstance(text, str) and text.strip() for text in given.values()):
        raise WordsFault(f"{where}: every language needs a text")
    en, hans = given["en"], given["zh"]
    hant = given.get("hant") or traditional(hans)
    parameters = set(PARAMETER.findall(en))
    for text in (hans, hant):
        if set(PARAMETER.findall(text)) != parameters:
            raise WordsFault(f"{where}: the languages do not have the same parameters")
    if "|" in en and "count" not in parameters:
        raise WordsFault(f"{where}: one or many is told by {{count}}, which is not there")
    return Word(en, hans, hant, tuple(sorted(parameters)))


def files(words: Mapping[str, Word]) -> dict[str, str]:
    """Write the words as TypeScript.

    Args:
        words: what `read` gives.

    Returns:
        The text of each file under `src/words/generated/`, by its name.
    """
    written = {"keys.ts": _keys(words), "apart.ts": _apart()}
    for tongue in TONGUES:
        told = _in_tongue(words, tongue)
        for file in (None, *FILES):
            name = f"{tongue}.ts" if file is None else f"{file}.{tongue}.ts"
            written[name] = _texts(file, {k: text for k, text in told.items() if _file(k) == file})
    return written


def _file(key: str) -> str | None:
    """The file of a word that stands apart; `None`: it is loaded first."""
    area = key.partition(".")[0]
    return "play" if area in PLAY else area if area in APART else None


def _in_tongue(words: Mapping[str, Word], tongue: str) -> dict[str, str]:
    fields = {"en": "en", "zh-Hans": "hans", "zh-Hant": "hant"}
    return {key: getattr(word, fields[tongue]) for key, word in words.items()}


def _keys(words: Mapping[str, Word]) -> str:
    lines = ["/** What is put into each text. */", "export interface Parameters {"]
    for key, word in words.items():
        taken = "; ".join(
            f"{name}: {'number' if name == 'count' else 'string | number'}"
            for name in word.parameters
        )
        lines.append(f"  '{key}': {f'{{ {taken} }}' if taken else 'null'}")
    files, play = (" | ".join(f"'{name}'" for name in names) for names in (FILES, PLAY))
    lines += [
        "}",
        "",
        "export type Key = keyof Parameters",
        "",
        "/** Words that are loaded when their pages are. */",
        f"export type Apart = {files}",
        f"type Area<A extends Apart> = A extends 'play' ? {play} : A",
        "export type KeyOf<A extends Apart> = Extract<Key, `${Area<A>}.${string}`>",
        "",
    ]
    return HEADING + "\n".join(lines)


def _apart() -> str:
    lines = ["import type { Tongue } from '../../wire'", "import type { Apart } from './keys'", ""]
    lines += [
        "type Load = () => Promise<{ TEXTS: Readonly<Record<string, string>> }>",
        "",
        "export const APART: Record<Apart, Record<Tongue, Load>> = {",
    ]
    for area in FILES:
        loads = ", ".join(f"'{tongue}': () => import('./{area}.{tongue}')" for tongue in TONGUES)
        lines.append(f"  '{area}': {{ {loads} }},")
    return HEADING + "\n".join([*lines, "}", ""])


def _texts(area: str | None, texts: Mapping[str, str]) -> str:
    body = "".join(
        f"  '{key}': {json.dumps(text, ensure_ascii=False)},\n" for key, text in texts.items()
    )
    if area is None:
        imported, keys = "Apart, Key, KeyOf", "Exclude<Key, KeyOf<Apart>>"
    else:
        imported, keys = "KeyOf", f"KeyOf<'{area}'>"
    return (
        f"{HEADING}import type {{ {imported} }} from './keys'\n\n"
        f"export const TEXTS: Record<{keys}, string> = {{\n{body}}}\n"
    )


def write(written: Mapping[str, str], folder: Path) -> None:
    """Write files into a folder, and remove all others that are there.

    Args:
        written: the text of each, by its name.
        folder: is made when it is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    for path in folder.iterdir():
        if path.name not in written:
            path.unlink()


def main() -> int:
    """Write the files again.

    Returns:
        The exit status.
    """
    try:
        write(files(read()), GENERATED)
    except (WordsFault, tomllib.TOMLDecodeError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
