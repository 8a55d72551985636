"""Bill of materials, and check of reproducible builds: `make sbom`, `make reproducible`.

`sbom` lists the packages that `shengji[site]` installs, and those that the browser client bundles,
as CycloneDX 1.6 in `build/sbom.json`, and prints them with their licences. It ends with status 1
when a licence is not in `ALLOWED`.

`reproducible` builds sdist and wheel from two clones of the last commit, in other folders, time
zones, languages and umasks, and compares them byte by byte.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any, Final, NamedTuple

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "src/shengji/server/static/licenses.md"
ALLOWED: Final = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC"),
        *("LLVM-exception", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib"),
    }
)
"""Licences of what may be installed or bundled beside this program, which changes none of it."""

_SPDX: Final = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
_READ: Final = {"numba": "BSD-2-Clause", "pyasn1-modules": "BSD-2-Clause", "rich-click": "MIT"}
"""Licences as the packages' own texts have them, where the metadata are not exact."""


class Component(NamedTuple):
    """A package; `license` is an SPDX expression, `kind` a type of package URL."""

    kind: str
    name: str
    version: str
    license: str

    @property
    def purl(self) -> str:
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"

    @property
    def refused(self) -> set[str]:
        """The licences of its expression that are not allowed."""
        parts = re.split(r"[\s()]+", self.license)
        return {part for part in parts if part not in {"AND", "OR", "WITH", ""}} - ALLOWED


def installed(extra: str = "site") -> Iterator[Component]:
    """The packages that `shengji` with an extra has installed, by name."""
    waiting, seen, found = [("shengji", extra)], set[tuple[str, str]](), dict[str, Distribution]()
    while waiting:
        name, wanted = asked = waiting.pop()
        if asked in seen:
            continue
        seen.add(asked)
        found[name] = package = distribution(name)
        for requirement in map(Requirement, package.requires or ()):
            if requirement.marker is None or requirement.marker.evaluate({"extra": wanted}):
                needed = canonicalize_name(requirement.name)
                waiting += [(needed, part) for part in ("", *requirement.extras)]
    for name, package in sorted(found.items()):
        yield Component("pypi", name, package.version, _READ.get(name) or license_of(package))


def license_of(package: Distribution) -> str:
    """The licence that a package declares, as an SPDX expression; "unknown" if it declares none."""
    metadata = package.metadata
    for said in (metadata["License-Expression"], metadata["License"]):
        try:
            return canonicalize_license_expression(said or "")
        except InvalidLicenseExpression:
            continue
    kinds = {kind.rpartition(" :: ")[2] for kind in metadata.get_all("Classifier") or ()}
    return " OR ".join(sorted(_SPDX[kind] for kind in kinds & _SPDX.keys())) or "unknown"


def bundled() -> Iterator[Component]:
    """The packages and fonts in the browser client, as its build has listed them."""
    text = CLIENT.read_text(encoding="utf-8")
    for name, version, license_ in re.findall(r"^## (\S+) - (\S+) \((.+)\)$", text, re.MULTILINE):
        yield Component("npm", name, version, license_)
    for font, year in re.findall(r"^([a-z]+)\.woff2: Copyright ([0-9]{4})", text, re.MULTILINE):
        yield Component("generic", font, year, "OFL-1.1")


def sbom(components: list[Component]) -> dict[str, Any]:
    """A CycloneDX document, which is the same for the same components."""
    own, *others = [
        {
            "type": "library",
            **{"bom-ref": one.purl, "purl": one.purl, "name": one.name, "version": one.version},
            "licenses": [{"expression": one.license}],
        }
        for one in sorted(components, key=lambda one: (one.name != "shengji", one))
    ]
    document = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    return {**document, "metadata": {"component": own}, "components": others}


def write_sbom() -> bool:
    """Write the list and print it; returns whether all licences are allowed."""
    components = [*installed(), *bundled()]
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "sbom.json").write_text(json.dumps(sbom(components), indent=1) + "\n")
    for one in components:
        wrong = f"  not allowed: {', '.join(sorted(one.refused))}" if one.refused else ""
        print(f"{one.kind:8} {one.name:28} {one.version:12} {one.license}{wrong}")
    return not any(one.refused for one in components)


def build(folder: Path, time_zone: str, language: str, umask: int) -> dict[str, str]:
    """Build the last commit in a clone; returns the SHA-256 of each file by its name."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    asked = ["git", "log", "-1", "--format=%ct"]
    time = subprocess.run(asked, cwd=folder, check=True, capture_output=True, text=True).stdout
    settings = {"TZ": time_zone, "LC_ALL": language, "SOURCE_DATE_EPOCH": time.strip()}
    settings |= {"PYTHONPATH": str(folder / "src")}
    for task in (["docs.site"], ["hatchling", "build", "--directory", "dist"]):
        subprocess.run(
            [sys.executable, "-m", *task],
            cwd=folder,
            check=True,
            stdout=sys.stderr,
            env={**os.environ, **settings},
            umask=umask,
        )
    made = sorted((folder / "dist").iterdir())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made}


def build_twice() -> bool:
    """Build in two surroundings; returns whether the files are the same."""
    with tempfile.TemporaryDirectory(prefix="shengji-") as name:
        one = build(Path(name) / "one", "UTC", "C.UTF-8", 0o022)
        other = build(Path(name) / "the" / "other", "Asia/Shanghai", "C", 0o077)
    for file, digest in one.items():
        print(f"{digest}  {file}{'' if other.get(file) == digest else '  differs'}")
    return one == other


if __name__ == "__main__":
    sys.exit(not {"sbom": write_sbom, "reproducible": build_twice}[sys.argv[1]]())
