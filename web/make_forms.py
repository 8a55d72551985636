"""Write the fields of the client's forms, `src/*/*.fields.ts`, from the types of what is set.

`make` runs `python -m web.make_forms` when they are older than a module that declares a `Setting`.
What a field is called and what its values are called stands in the words of its area, by its name:

    [set_pace]        what it is
    [set_pace_hint]   a sentence below it, where one is needed
    [pace_slow]       a value; where none is set, or it is 0, `[clock_none]`

`help.pace`, where there is such a word, explains it when `?` is on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from shengji.forms import Field, defaults_of, fields_of
from shengji.nights.settings import NightSettings
from shengji.server.clubs.schemas import ClubSettings
from shengji.server.evenings.evening_settings import EveningSettings
from shengji.server.matches.filters import MatchFilter
from shengji.server.tables.state import Settings
from web.make_words import WEB, Word, WordsFault, read

SOURCES = WEB / "src"
HEADING = "// Written by `python -m web.make_forms` from the type of what is set; change that.\n"


@dataclass(frozen=True)
class Form:
    """A form of the client.

    Attributes:
        file: the module in which its fields are, below `src`.
        struct: what is set.
        words: how the key begins of what a field is called.
        unset: the key of what stands for nothing set, if it is the same in all fields.
        whole: whether the client sends the struct as it is, and begins with its defaults.
        explained: whether `?` has words for its fields.
    """

    file: str
    struct: type[msgspec.Struct]
    words: str
    unset: str | None = None
    whole: bool = True
    explained: bool = False

    @property
    def area(self) -> str:
        """The area of its words."""
        return self.words.partition(".")[0]


FORMS = (
    Form("room/settings.fields.ts", Settings, "room.set_", explained=True),
    Form("organising/settings.fields.ts", NightSettings, "organising."),
    Form(
        "history/matchFilter.fields.ts", MatchFilter, "history.", unset="history.any", whole=False
    ),
    Form("evenings/settings.fields.ts", EveningSettings, "evenings.set_"),
    Form("clubs/settings.fields.ts", ClubSettings, "clubs."),
)


def written(form: Form, words: Mapping[str, Word]) -> str:
    """Write the fields of a form as TypeScript, with its defaults as `FRESH` where it is whole.

    Args:
        form: the form.
        words: all words of the client, by their keys.

    Raises:
        WordsFault: a field or a value has no word.
    """
    fields = "".join(
        f"  {json.dumps(shape(form, field, words))},\n" for field in fields_of(form.struct)
    )
    name = form.struct.__name__
    fresh = json.dumps(defaults_of(form.struct))
    shapes = f"\nexport const FIELDS: readonly FieldShape[] = [\n{fields}];\n"
    first = 'import type { FieldShape } from "../ui/fields";\n'
    if not form.whole:
        return f"{HEADING}{first}{shapes}"
    imports = f'{first}import type {{ {name} }} from "../wire";\n'
    return f"{HEADING}{imports}{shapes}\nexport const FRESH: {name} = {fresh};\n"


def shape(form: Form, field: Field, words: Mapping[str, Word]) -> dict[str, Any]:
    """Say of a field what `FieldShape` of `src/ui/fields.ts` has, but for what it has not."""
    title, setting = f"{form.words}{field.name}", field.setting
    if title not in words:
        area, _, key = title.partition(".")
        raise WordsFault(f"web/words/{area}.toml: [{key}] is missing, the name of a setting")
    note, needs, numbered = f"{title}_hint", setting.needs, field.kind == "number"
    found = {
        "name": field.name,
        "kind": field.kind,
        "title": title,
        "note": note if note in words else None,
        "help": field.name if form.explained and f"help.{field.name}" in words else None,
        "values": list(_values(form, field, words)) or None,
        **({"low": field.low, "high": field.high, "step": field.step} if numbered else {}),
        "longest": field.longest,
        "needs": needs
        and {"field": needs.option, "values": needs.values, "negated": needs.negated},
        "seconds": setting.seconds,
        "menu": setting.menu,
        "beside": setting.beside,
        "rare": setting.rare,
        "strict": list(setting.strict) or None,
        "lasting": setting.lasting,
    }
    return {
        name: value for name, value in found.items() if value is not None and value is not False
    }


def _values(form: Form, field: Field, words: Mapping[str, Word]) -> Iterable[dict[str, Any]]:
    for value in field.values:
        unset = value is None or (value == 0 and value is not False)
        said = "none" if unset else str(value).replace("-", "_").lower()
        label = f"{form.area}.{field.name}_{said}"
        if unset and form.unset is not None:
            label = form.unset
        if label in words:
            yield {"value": value, "label": label}
        elif value in field.setting.usual:
            yield {"value": value}
        else:
            key = label.partition(".")[2]
            raise WordsFault(f"web/words/{form.area}.toml: [{key}] is missing, a setting's value")


def main() -> int:
    """Write the files again.

    Returns:
        The exit status.
    """
    try:
        words = read()
        for form in FORMS:
            (SOURCES / form.file).write_text(written(form, words), encoding="utf-8")
    except WordsFault as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
