import json
import re
from html.parser import HTMLParser
from typing import Any, get_args

import pytest

from shengji.server.documents import asyncapi
from shengji.server.json_schema import server_schema, socket_schema
from shengji.server.pages import socket_page
from shengji.server.routes import ADDRESSES
from shengji.server.tables import messages
from tests.server.http.site import Site


class Links(HTMLParser):
    """The ids of a page, and what its links point at."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.targets: set[str] = set()
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                assert value not in self.ids
                self.ids.add(value or "")
            elif name in ("href", "src"):
                self.targets.add(value or "")


@pytest.mark.parametrize("path", ["/api/docs", "/api/docs/socket"])
def test_the_pages_need_nothing_from_afar_and_no_scripts(site: Site, path: str) -> None:
    browser = site.browser()
    response = browser.get(path)
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    links = Links(response.text)
    assert "script" not in links.tags
    assert "style" not in links.tags
    for target in links.targets:
        if target.startswith("#"):
            assert target[1:] in links.ids, target
        elif target != "data:,":
            assert browser.get(target).status_code == 200, target


def test_every_message_and_field_is_on_the_page() -> None:
    page = socket_page(socket_schema())
    for name in socket_schema()["$defs"]:
        assert f'id="{name}"' in page or name in ("FromBrowser", "ToBrowser")


@pytest.mark.parametrize(
    "schema", [socket_schema(), server_schema(ADDRESSES), asyncapi()], ids=lambda _: ""
)
def test_every_reference_leads_somewhere(schema: Any) -> None:
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(schema)):
        found = schema
        for part in reference.split("/"):
            found = found[part]


def test_what_the_server_sends_has_all_its_fields() -> None:
    parts = server_schema(ADDRESSES)["$defs"]
    for name in ("Welcome", "Now", "Turn", "SeatState", "Settings", "Me", "CheckedRules"):
        assert set(parts[name]["required"]) == set(parts[name]["properties"]), name
    assert parts["PlayAction"]["required"] == ["do", "cards"]
    assert parts["NewTable"]["required"] == []


def test_the_unions_are_named_and_told_apart() -> None:
    parts = socket_schema()["$defs"]
    assert parts["Do"]["properties"]["action"]["$ref"] == "#/$defs/Action"
    assert parts["Check"]["properties"]["action"]["$ref"] == "#/$defs/GameAction"
    kinds = parts["ToBrowser"]["discriminator"]["mapping"]
    assert len(kinds) == len(get_args(messages.ToBrowser))


def test_the_asyncapi_document_has_both_directions() -> None:
    operations = asyncapi()["operations"]
    assert {one["action"] for one in operations.values()} == {"receive", "send"}
    assert len(operations["hear"]["messages"]) == len(get_args(messages.FromBrowser))


def test_openapi_has_every_address(site: Site) -> None:
    paths = site.browser().get("/api/openapi.json").json()["paths"]
    documented = {(path, method.upper()) for path, methods in paths.items() for method in methods}
    assert documented == {
        (re.sub(r":\w+}", "}", path), method)
        for address in ADDRESSES
        for path in address.paths
        for method in address.http_methods
    }
