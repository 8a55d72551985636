"""Checks of the machine and the installed packages."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shengji import __version__
from shengji.play.marks import marks
from shengji.server.site.assets import STATIC, Client
from shengji.terminal.doctor.finding import Finding, make_finding
from shengji.words import Names

if sys.platform != "win32":
    import resource

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?(?:>=([0-9.]+))?")
_EXTRA = re.compile(r"""extra == ['"]([^'"]*)""")
_PART = re.compile(r'(?:src|href)="\.?/?([^"#?]+\.(?:js|css))"')
_OPEN_FILES = 4096
"""Minimum number of open files for a small site."""


def check_machine() -> Iterator[Finding]:
    """Check Python, the packages, the compiled rules, the client, time zones, and open files."""
    lacking = sorted(_lacking())
    if lacking:
        yield make_finding("packages", "bad", "packages.lacking", names=Names(lacking))
    else:
        python = platform.python_version()
        yield make_finding("packages", "good", "packages.there", version=__version__, python=python)
    yield _kernels()
    yield _client()
    try:
        ZoneInfo("Asia/Shanghai")
    except ZoneInfoNotFoundError:
        yield make_finding("zones", "bad", "zones.lacking")
    else:
        yield make_finding("zones", "good", "zones.there")
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most != resource.RLIM_INFINITY and most < _OPEN_FILES:
            yield make_finding("files", "doubtful", "files.few", most=most, expected=_OPEN_FILES)
        else:
            yield make_finding("files", "good", "files.enough")


def _lacking() -> Iterator[str]:
    """Yield the packages of the library and of a site that are missing or too old."""
    for line in requires("shengji") or ():
        match, extra = _REQUIREMENT.match(line), _EXTRA.search(line)
        if match is None or (extra is not None and extra[1] != "site"):
            continue
        name, least = match.groups()
        try:
            there = version(name)
        except PackageNotFoundError:
            yield name
            continue
        if least is not None and _numbers(there) < _numbers(least):
            yield f"{name} {there} < {least}"


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of a version, without zeros at its end."""
    numbers = [int(part) for part in re.findall("[0-9]+", text.partition("+")[0])]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _kernels() -> Finding:
    # Numba uses its cache only in writable folders.
    given = os.environ.get("NUMBA_CACHE_DIR")
    places = [place for place in marks() if given or takes_files(place.parent)]
    if not places or (given and not takes_files(Path(given))):
        folder = given or marks()[-1].parent
        return make_finding("kernels", "bad", "kernels.nowhere", folder=folder)
    if any(map(Path.exists, places)):
        return make_finding("kernels", "good", "kernels.there")
    return make_finding("kernels", "doubtful", "kernels.cold")


def takes_files(folder: Path) -> bool:
    """Whether files can be created in a folder, which may not exist yet."""
    while not folder.exists():
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _client() -> Finding:
    client = Client(STATIC)
    if not client.built:
        return make_finding("client", "bad", "client.lacking", folder=STATIC)
    parts = _PART.findall(client.assets["index.html"].body.decode())
    lacking = [part for part in parts if part not in client.assets]
    if lacking:
        return make_finding("client", "bad", "client.parts", names=Names(lacking), folder=STATIC)
    return make_finding("client", "good", "client.there")
