"""Metadata, links and versions for PyPI and the forge."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from docs.site import licenses
from hatch_build import PublishedHook, project_urls, with_absolute_links

ROOT = Path(__file__).parents[2]
URL = "https://forge.example/shengji"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize(
    ("page", "absolute"),
    [
        ("[a](docs/a.md#b)", f"[a]({URL}/blob/v1.2/docs/a.md#b)"),
        ("![a](docs/a.webp)", f"![a]({URL}/raw/v1.2/docs/a.webp)"),
        ("[![a](a.svg)](b.md)", f"[![a]({URL}/raw/v1.2/a.svg)]({URL}/blob/v1.2/b.md)"),
        ("[a](https://b.c) [d](#e)", "[a](https://b.c) [d](#e)"),
        ("```python\nbots[0](hand)\n```\n", "```python\nbots[0](hand)\n```\n"),
    ],
)
def test_links_become_absolute_when_published(page: str, absolute: str) -> None:
    assert with_absolute_links(page, URL, "1.2") == absolute
    assert with_absolute_links(page, "", "1.2") == page


def test_the_published_readme_has_no_relative_link() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)", with_absolute_links(readme, URL, "1.2"))
    assert len(targets) > 10
    assert all(target.startswith(("https://", "#")) for target in targets)


def test_urls_follow_from_one_constant(tmp_path: Path) -> None:
    source = tmp_path / "src/shengji/__init__.py"
    source.parent.mkdir(parents=True)
    (tmp_path / "README.md").write_text("[a](b.md)", encoding="utf-8")
    metadata: dict[str, object] = {}
    source.write_text(f'__version__ = "1.2"\n__url__ = "{URL}"  # a word\n', encoding="utf-8")
    PublishedHook(str(tmp_path), {}).update(metadata)
    assert metadata["urls"] == {
        "Homepage": URL,
        "Documentation": f"{URL}/tree/v1.2/docs",
        "Changelog": f"{URL}/blob/v1.2/CHANGELOG.md",
        "Issues": f"{URL}/issues",
    }
    assert metadata["readme"] == {
        "content-type": "text/markdown",
        "text": f"[a]({URL}/blob/v1.2/b.md)",
    }
    assert project_urls("", "1.2") == {}


def test_pythons_are_claimed_where_tests_run() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    prefix = "Programming Language :: Python :: 3."
    claimed = [each[len(prefix) - 2 :] for each in PROJECT["classifiers"] if prefix in each]
    assert claimed == workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert PROJECT["requires-python"] == f">={claimed[0]}"


def test_bundled_packages_come_with_their_licences() -> None:
    client = (ROOT / "src/shengji/server/static/licenses.md").read_text(encoding="utf-8")
    built = ("svelte", "@noble/hashes", "Figtree", "Fraunces")
    for text, names in ((client, built), (licenses(), ("furo", "Sphinx"))):
        assert all(name in text for name in names)
        assert "copyright notice" in text
