"""JSON Schema of all that goes between server and browser, made from the types themselves.

`python -m shengji.server.json_schema` prints it; the browser's types are generated from that.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import msgspec

from shengji.game import Event
from shengji.server.accounts.shapes import (
    AccountLines,
    AccountState,
    AddPasskey,
    AskMail,
    AskPasskey,
    Codes,
    CodeSignIn,
    ConfirmMail,
    DeviceLink,
    Devices,
    MadeAccount,
    MadeToken,
    NewAccount,
    NewToken,
    PasskeyOptions,
    PasskeySignIn,
    Proof,
    Rename,
    SetMail,
    SetPassphrase,
    SetRole,
    SignIn,
    Tokens,
)
from shengji.server.friends.shapes import (
    AskByName,
    Asked,
    FriendLink,
    FriendOffer,
    Friends,
    SetShown,
)
from shengji.server.matches.shapes import (
    HandText,
    MatchFacts,
    MatchPage,
    MatchShare,
    OpenRecord,
    PersonPage,
    TellHand,
)
from shengji.server.matches.statistics_shapes import PersonStatistics
from shengji.server.moderation.shapes import (
    ActLines,
    Impose,
    NewReport,
    ReportFacts,
    ReportLines,
    SanctionLine,
    SanctionLines,
    Settle,
)
from shengji.server.nights.claim_shapes import AskClaim, ClaimCodes, NightClaim
from shengji.server.nights.shapes import (
    AskedOfNight,
    AskNight,
    NewNight,
    NightAnswers,
    NightId,
    NightLines,
)
from shengji.server.nights.state import NightResults, NightRound, NightState, SeriesTable
from shengji.server.pairing.shapes import AskPairing, PairingState
from shengji.server.practice.drill_shapes import AnswerDrill, AskDrill, DrillAnswered, DrillAsked
from shengji.server.practice.puzzle_shapes import (
    AnswerPuzzle,
    PuzzleAnswered,
    PuzzleAsked,
    PuzzleStanding,
)
from shengji.server.push.shapes import Pushes, Subscribe
from shengji.server.ratings.shapes import Annul, Leaderboard, PersonRatings, RatedHouse
from shengji.server.reviews.shapes import HandReviewState, MatchReviewState
from shengji.server.rules.shapes import CheckedRules, CheckRules, RulesForm
from shengji.server.site.docstrings import Schema, document
from shengji.server.site.me import Me
from shengji.server.site.shapes import Fault, Tongue
from shengji.server.tables import wire
from shengji.server.tables.replay_shapes import HandReplay, ReplayMatch
from shengji.server.tables.shapes import Lobby, NewTable, QuickPlay, TableId, TableLine, TableStakes

DRAFT = "https://json-schema.org/draft/2020-12/schema"

UNIONS: dict[str, tuple[str, Any]] = {
    "FromBrowser": ("A message from the browser.", wire.FromBrowser),
    "ToBrowser": ("A message to the browser.", wire.ToBrowser),
    "Action": ("What can be asked of a table.", wire.Action),
    "GameAction": ("A decision in a hand.", wire.GameAction),
    "Event": ("Something that happened in a match.", Event),
    "AskedOfNight": ("What can be asked of a night.", AskedOfNight),
}
"""The unions that have a name of their own, and what each is."""

_TAKEN = (
    Rename,
    Subscribe,
    NewToken,
    NewAccount,
    SetPassphrase,
    AddPasskey,
    Proof,
    AskPasskey,
    SignIn,
    PasskeySignIn,
    CodeSignIn,
    SetRole,
    NewReport,
    Settle,
    Impose,
    SetMail,
    ConfirmMail,
    AskMail,
    NewTable,
    QuickPlay,
    CheckRules,
    AskDrill,
    AnswerDrill,
    AskPairing,
    Annul,
    NewNight,
    AskNight,
    AnswerPuzzle,
    OpenRecord,
    TellHand,
    SetShown,
    AskByName,
)
_GIVEN = (
    Me,
    DeviceLink,
    Devices,
    Pushes,
    Tokens,
    MadeToken,
    MadeAccount,
    AccountState,
    Codes,
    AccountLines,
    ReportLines,
    ReportFacts,
    SanctionLine,
    SanctionLines,
    ActLines,
    PasskeyOptions,
    TableId,
    TableLine,
    Lobby,
    HandReplay,
    ReplayMatch,
    HandReviewState,
    MatchReviewState,
    MatchShare,
    HandText,
    MatchPage,
    MatchFacts,
    PersonPage,
    RatedHouse,
    TableStakes,
    Leaderboard,
    PersonRatings,
    PairingState,
    PersonStatistics,
    RulesForm,
    CheckedRules,
    DrillAsked,
    DrillAnswered,
    NightId,
    NightAnswers,
    NightLines,
    NightState,
    NightRound,
    NightResults,
    SeriesTable,
    ClaimCodes,
    AskClaim,
    NightClaim,
    PuzzleAsked,
    PuzzleAnswered,
    PuzzleStanding,
    Friends,
    Asked,
    FriendLink,
    FriendOffer,
    Fault,
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
        "enum": list(get_args(Tongue)),
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


if __name__ == "__main__":
    json.dump(server_schema(), sys.stdout, indent=2, ensure_ascii=False)
    print()
