"""JSON Schema of all that goes between server and browser, made from the types themselves.

`python -m shengji.server.schema` prints it; the browser's types are generated from that.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import msgspec

from shengji.game import Event
from shengji.server import shapes, wire
from shengji.server.shapes import claim_shapes, night_shapes, night_state_shapes, puzzle_shapes

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"

UNIONS: dict[str, tuple[str, Any]] = {
    "FromBrowser": ("A message from the browser.", wire.FromBrowser),
    "ToBrowser": ("A message to the browser.", wire.ToBrowser),
    "Action": ("What can be asked of a table.", wire.Action),
    "GameAction": ("A decision in a hand.", wire.GameAction),
    "Event": ("Something that happened in a match.", Event),
    "AskedOfNight": ("What can be asked of a night.", night_shapes.AskedOfNight),
}
"""The unions that have a name of their own, and what each is."""

_TAKEN = (
    shapes.Rename,
    shapes.Subscribe,
    shapes.NewToken,
    shapes.NewAccount,
    shapes.SetPassphrase,
    shapes.AddPasskey,
    shapes.Proof,
    shapes.AskPasskey,
    shapes.SignIn,
    shapes.PasskeySignIn,
    shapes.CodeSignIn,
    shapes.SetRole,
    shapes.NewReport,
    shapes.Settle,
    shapes.Impose,
    shapes.SetMail,
    shapes.ConfirmMail,
    shapes.AskMail,
    shapes.NewTable,
    shapes.QuickPlay,
    shapes.CheckRules,
    shapes.AskDrill,
    shapes.AnswerDrill,
    shapes.AskPairing,
    shapes.Annul,
    night_shapes.NewNight,
    night_shapes.AskNight,
    puzzle_shapes.AnswerPuzzle,
    shapes.OpenRecord,
    shapes.TellHand,
)
_GIVEN = (
    shapes.Me,
    shapes.DeviceLink,
    shapes.Devices,
    shapes.Pushes,
    shapes.Tokens,
    shapes.MadeToken,
    shapes.MadeAccount,
    shapes.AccountState,
    shapes.Codes,
    shapes.AccountLines,
    shapes.ReportLines,
    shapes.ReportFacts,
    shapes.SanctionLine,
    shapes.SanctionLines,
    shapes.ActLines,
    shapes.PasskeyOptions,
    shapes.TableId,
    shapes.TableLine,
    shapes.Lobby,
    shapes.HandReplay,
    shapes.ReplayMatch,
    shapes.HandReviewState,
    shapes.MatchReviewState,
    shapes.MatchShare,
    shapes.HandText,
    shapes.MatchPage,
    shapes.MatchFacts,
    shapes.PersonPage,
    shapes.RatedHouse,
    shapes.TableStakes,
    shapes.Leaderboard,
    shapes.PersonRatings,
    shapes.PairingState,
    shapes.PersonStatistics,
    shapes.RulesForm,
    shapes.CheckedRules,
    shapes.DrillAsked,
    shapes.DrillAnswered,
    night_shapes.NightId,
    night_shapes.NightAnswers,
    night_shapes.NightLines,
    night_state_shapes.NightState,
    night_state_shapes.NightRound,
    night_state_shapes.NightResults,
    night_state_shapes.SeriesTable,
    claim_shapes.ClaimCodes,
    claim_shapes.AskClaim,
    claim_shapes.NightClaim,
    puzzle_shapes.PuzzleAsked,
    puzzle_shapes.PuzzleAnswered,
    puzzle_shapes.PuzzleStanding,
    shapes.Fault,
)


@cache
def socket_schema() -> Schema:
    """The JSON Schema of the socket's messages: `FromBrowser` and `ToBrowser` in `$defs`."""
    parts = _parts(get_args(wire.FromBrowser), get_args(wire.ToBrowser))
    return {
        "$schema": DRAFT,
        "title": "shengji socket",
        "description": "A message of the socket of a table, either way.",
        "anyOf": [{"$ref": "#/$defs/FromBrowser"}, {"$ref": "#/$defs/ToBrowser"}],
        "$defs": parts,
    }


def server_schema() -> Schema:
    """The JSON Schema of the socket's messages, and of what the addresses take and give.

    What the server gives has all its fields; what only the browser sends may leave out those with
    a default.
    """
    taken = (*get_args(wire.FromBrowser), *_TAKEN)
    given = (*get_args(wire.ToBrowser), *_GIVEN)
    parts = _parts(taken, given)
    parts["Tongue"] = {
        "description": "A language of the site.",
        "enum": list(get_args(shapes.Tongue)),
    }
    return {
        "$schema": DRAFT,
        "title": "shengji server",
        "description": "What goes between server and browser.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in parts],
        "$defs": parts,
    }


def _parts(taken: Iterable[type], given: Iterable[type]) -> dict[str, Schema]:
    """The definitions of types that the server takes and gives, and of all they consist of."""
    taken, given = tuple(taken), tuple(given)
    _, parts = msgspec.json.schema_components((*taken, *given), ref_template="#/$defs/{name}")
    sent_back = {kind.__name__ for kind in get_args(wire.Action)}
    complete = _reached(parts, {kind.__name__ for kind in given}, but=sent_back)
    for name, part in parts.items():
        document(part)
        if name in complete and "properties" in part:
            part["required"] = list(part["properties"])
    named = {
        name: _union(words, kinds)
        for name, (words, kinds) in UNIONS.items()
        if all(kind.__name__ in parts for kind in get_args(kinds))
    }
    for part in parts.values():
        _name_unions(part, named)
    return dict(sorted({**parts, **named}.items()))


def _reached(parts: dict[str, Schema], names: set[str], but: set[str]) -> set[str]:
    """The definitions that some refer to, themselves included, without going through others."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found and name not in but:
            found.add(name)
            text = json.dumps(parts[name])
            waiting += re.findall(r'"#/\$defs/(\w+)"', text)
    return found


def _union(words: str, kinds: Any) -> Schema:
    members = get_args(kinds)
    refs = [f"#/$defs/{kind.__name__}" for kind in members]
    configs = [kind.__struct_config__ for kind in members]
    tags = {str(config.tag): ref for config, ref in zip(configs, refs, strict=True)}
    return {
        "description": words,
        "anyOf": [{"$ref": ref} for ref in refs],
        "discriminator": {"propertyName": configs[0].tag_field, "mapping": tags},
    }


def _name_unions(part: Any, named: dict[str, Schema]) -> None:
    """Put a reference to a named union wherever its members are listed."""
    if isinstance(part, list):
        for one in part:
            _name_unions(one, named)
    elif isinstance(part, dict):
        tags = part.get("discriminator", {}).get("mapping")
        for name, union in named.items():
            if tags == union["discriminator"]["mapping"]:
                del part["anyOf"], part["discriminator"]
                part["$ref"] = f"#/$defs/{name}"
        for one in part.values():
            _name_unions(one, named)


def document(part: Schema, kind: type | None = None) -> None:
    """Put what docstrings say of the fields of a type to its schema, in place.

    With the type itself, what the types that it is made from say counts too.
    """
    summary, fields = read_docstring(part.get("description", "").replace("`None`", "`null`"))
    if summary:
        part["description"] = summary
    if kind is not None:
        fields = field_words(kind)
    for name, words in fields.items():
        if name in part.get("properties", {}):
            part["properties"][name]["description"] = words


def field_words(kind: type) -> dict[str, str]:
    """What the docstrings of a type, and of those that it is made from, say of its fields."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        found |= read_docstring((one.__doc__ or "").replace("`None`", "`null`"))[1]
    return found


def read_docstring(text: str) -> tuple[str, dict[str, str]]:
    r"""What a docstring says: the text before its first section, and of each attribute.

    >>> read_docstring("A pair.\n\n    Attributes:\n        card: which\n            one.")
    ('A pair.', {'card': 'which one.'})
    """
    text = inspect.cleandoc(text)
    summary = re.split(r"\n(?:Attributes|Args|Raises|Returns):|\n>>> ", text)[0].strip()
    _, _, section = text.partition("Attributes:\n")
    fields: dict[str, str] = {}
    for words in re.split(r"\n(?=    \w)", "\n" + re.split(r"\n(?=\S)", section)[0]):
        name, colon, meaning = words.strip().partition(": ")
        if colon:
            fields[name] = " ".join(meaning.split())
    return re.sub(r"\s*\n\s*", " ", summary), fields


if __name__ == "__main__":
    json.dump(server_schema(), sys.stdout, indent=2, ensure_ascii=False)
    print()
