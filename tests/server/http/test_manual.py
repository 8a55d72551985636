"""The site of the documents on the server: in the language of the reader, if it is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from shengji import documents
from tests.server.http.site import Site


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    site = tmp_path / "built"
    (site / "zh").mkdir(parents=True)
    monkeypatch.setattr(documents, "SITE", site)
    return site


def test_the_root_leads_to_the_language_and_files_are_served(built: Path, site: Site) -> None:
    browser = site.browser()
    assert browser.get("/docs/").status_code == 404
    assert "make docs" in browser.get("/docs/").text
    (built / "index.html").write_text("<p>one", encoding="utf-8")
    (built / "zh" / "index.html").write_text("<p>二", encoding="utf-8")
    (built.parent / "secret.txt").write_text("secret", encoding="utf-8")
    for language, path in ("zh-TW,en", "/docs/zh/index.html"), ("en,zh", "/docs/index.html"):
        found = browser.get("/docs", headers={"accept-language": language})
        assert found.headers["location"] == path
        assert found.headers["vary"] == "accept-language"
    found = browser.get("/docs/zh/index.html")
    assert (found.text, found.headers["content-type"]) == ("<p>二", "text/html; charset=utf-8")
    (built / "index.html").write_text("<p>two", encoding="utf-8")
    assert browser.get("/docs/index.html").text == "<p>two"
    assert browser.get("/docs/none.html").status_code == 404
    assert browser.get("/docs/%2e%2e/secret.txt").status_code == 404
