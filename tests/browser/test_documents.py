"""The site of the documents in a browser: it keeps the server's policy, and its search works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from docs.site import DOCS
from shengji import documents
from tests.browser.conftest import Visit
from tests.server.http.site import running

INDEX = "# 升级\n\n```{toctree}\n\nbids\n```\n"
BIDS = "# 亮主\n\n亮主、反主和找朋友。\n"


def build(folder: Path) -> Path:
    """A site of two pages in Chinese, as `make docs` builds it."""
    source, out = folder / "source", folder / "out"
    source.mkdir()
    (source / "index.md").write_text(INDEX, encoding="utf-8")
    (source / "bids.md").write_text(BIDS, encoding="utf-8")
    given = ["-q", "-W", "-c", str(DOCS), "-D", "language=zh_CN", str(source), str(out / "zh")]
    # In a process of its own: jieba leaves the file of its words open.
    subprocess.run([sys.executable, "-m", "sphinx", *given], check=True)
    (out / "index.html").write_text("<!doctype html>", encoding="utf-8")
    return out


def test_documents_keep_the_policy_and_are_searched(
    tmp_path: Path, person: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "SITE", build(tmp_path))
    page = person(width=360, height=740, locale="zh-CN")
    broken: list[str] = []
    page.on(
        "console", lambda message: broken.append(message.text) if message.type == "error" else None
    )
    with running(tmp_path) as site:
        page.goto(f"{site.url}/docs/")
        expect(page).to_have_url(f"{site.url}/docs/zh/index.html")
        page.goto(f"{site.url}/docs/zh/search.html?q=反主找朋友")
        page.locator("#search-results a", has_text="亮主").click()
        expect(page.get_by_role("heading", name="亮主")).to_be_visible()
        page.goto("about:blank")
    assert broken == []
