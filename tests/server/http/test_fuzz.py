"""Hostile input, the same in every run: clear refusals, and a table that lives."""

import string
from http import HTTPStatus
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from shengji.server.json_schema import socket_schema
from shengji.server.site.parameters import LONGEST_ADDRESS
from tests.seeds import all_are_made
from tests.server.http.site import Site, Talk, running
from tests.waiting import PATIENCE

BOUNDED = settings(
    derandomize=True,
    database=None,
    max_examples=30,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

_WRONG = GenerationMode.NEGATIVE
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_the_api_answers_as_documented(site: Site) -> None:
    api = schemathesis.openapi.from_url(f"{site.url}/api/openapi.json", timeout=PATIENCE)
    headers = {"cookie": f"shengji={site.guest().cookies['shengji']}"}
    tried = 0
    for found in api.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(BOUNDED, max_examples=20 if all_are_made() else 1)  # of many operations
        @given(operation.as_strategy() | operation.as_strategy(generation_mode=_WRONG))
        def attack(case: Any) -> None:
            nonlocal tried
            tried += 1
            answer = case.call(base_url=site.url, headers=headers)
            if answer.status_code == HTTPStatus.REQUEST_URI_TOO_LONG:  # before it is any address
                assert len(answer.request.url) - len(site.url) > LONGEST_ADDRESS
            else:
                case.validate_response(answer, headers=headers, checks=CHECKS)

        attack()
    assert tried > 100


# The socket

_TAGS = sorted(
    {
        value
        for part in socket_schema()["$defs"].values()
        for tag in ("type", "do")
        for value in part.get("properties", {}).get(tag, {}).get("enum", ())
    }
)
_KEYS = st.sampled_from(
    [
        *("type", "do", "id", "version", "action", "cards", "seat", "since", "rules", "settings"),
        *("reading", "calls", "card", "ordinal", "wanted", "on", "bot", "text", "phrase", "person"),
    ]
)
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([*_TAGS, "2H", "BJ", "a", "zhang-2021", "basic", ""])
    | st.text(max_size=40)
)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(_KEYS, inner, max_size=6),
    max_leaves=12,
)
_ACTIONS = st.fixed_dictionaries(
    {"do": st.sampled_from(_TAGS)},
    optional={
        "cards": st.lists(st.sampled_from(["2H", "2S", "BJ", "SJ", "AS", "10D"]), max_size=40),
        "seat": st.integers(-1, 12),
        "one": st.integers(0, 12),
        "other": st.integers(0, 12),
        "bot": st.sampled_from(["basic", "random", "oracle", ""]),
        "rules": st.sampled_from(["pagat", "forty-points"]) | st.dictionaries(_KEYS, _SCALARS),
        "ready": st.booleans(),
        "on": st.booleans(),
        "wanted": st.booleans(),
        "reading": st.integers(-1, 20_000),
        "calls": st.lists(_JSON, max_size=3),
        "settings": st.fixed_dictionaries(
            {}, optional={"pace": st.just("instant"), "clock": _JSON}
        ),
        "person": st.text(string.ascii_letters, max_size=12),
        "text": st.text(max_size=310),
    },
)
_LIKE_MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["do", "check", "hint", "hello", "ping"])},
    optional={
        "id": st.text(string.ascii_letters, max_size=4),
        "version": st.integers(-1, 300),
        "action": _ACTIONS,
        "since": st.integers(-1, 300) | st.none(),
    },
)
_WHOLE = st.builds(
    lambda id, version, action: {"type": "do", "id": id, "version": version, "action": action},
    st.text(string.ascii_letters, min_size=1, max_size=4),
    st.integers(0, 300),
    _ACTIONS,
)
_FRAMES = st.lists(
    _WHOLE | _LIKE_MESSAGES | _JSON.map(str) | st.text(max_size=200) | st.binary(max_size=60),
    min_size=1,
    max_size=12,
)


def test_the_socket_lives_through_anything(tmp_path: Path) -> None:
    with running(tmp_path, messages_per_second=1000.0, message_burst=100_000) as site:
        host = site.guest()
        table = site.table(host, bots="basic")

        @BOUNDED
        @given(_FRAMES)
        def attack(frames: list[Any]) -> None:
            with site.connect(host, table) as talk:
                for frame in frames:
                    talk.say(frame)
                answers = until_quiet(talk)
            assert not [one for one in answers if one.get("code") == "server"], frames

        attack()
        calm = site.guest()
        with site.connect(calm, table) as talk:
            welcome = talk.hello()
        assert welcome["table"]["id"] == table
        counts = calm.get("/api/metrics").text
        assert "shengji_faults_total 0.0" in counts


def until_quiet(talk: Talk) -> list[Any]:
    """The messages heard until everything that was said has been dealt with."""
    heard = []
    try:
        talk.say({"type": "hello"})
        talk.say({"type": "ping"})
        waiting = True
        while waiting:
            heard.append(talk.hear())
            waiting = heard[-1]["type"] != "pong" or "welcome" not in {one["type"] for one in heard}
    except ConnectionClosed as end:
        # Only too many binary frames may end it.
        assert end.rcvd is not None and end.rcvd.code == 1008
    return heard
