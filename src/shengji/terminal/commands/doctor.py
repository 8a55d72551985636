"""`shengji doctor`: diagnosis of an installation and its site, with remedies."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.database import DatabaseOption
from shengji.terminal.errors import as_usage, misused
from shengji.terminal.options import JsonOption, LanguageOption
from shengji.terminal.output import console, print_json
from shengji.words import Language, texts

if TYPE_CHECKING:
    from shengji.terminal.doctor.finding import Finding

_SIGNS = {"good": ("✓", "green"), "doubtful": ("?", "yellow"), "bad": ("✗", "red")}


def doctor(
    address: Annotated[
        str | None,
        typer.Argument(
            help="The address of the site under way, such as https://cards.example.org, to be "
            "looked at as a browser comes to it.",
            show_default=False,
        ),
    ] = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
    lang: LanguageOption = "en",
) -> None:
    """Examine this installation: report each problem and its remedy.

    It reads the settings that `shengji serve` would, and changes nothing. The exit status is 1 when
    something is wrong.
    """
    if address is not None and not re.fullmatch(r"https?://[^/\s]+/?", address):
        raise misused("address", given=address)
    findings = _examine(address, database)
    well = not any(finding.state == "bad" for finding in findings)
    if json:
        print_json({"well": well, "findings": [finding.plain() for finding in findings]})
    else:
        _print_table(findings, lang)
    if not well:
        raise typer.Exit(1)


def _examine(address: str | None, database: str | None) -> list[Finding]:
    from shengji.server.site.settings import SettingsError, changed, settings_from
    from shengji.terminal.doctor.address import check_address
    from shengji.terminal.doctor.machine import check_machine
    from shengji.terminal.doctor.site import check_site
    from shengji.terminal.doctor.storage import check_database

    with as_usage(SettingsError):
        settings = settings_from()
    if database is not None:
        settings = changed(settings, {"database": database})
    findings = [*check_machine(), *asyncio.run(check_database(settings.database_url))]
    findings += check_site(settings)
    return findings if address is None else [*findings, *check_address(address.rstrip("/"))]


def _print_table(findings: list[Finding], lang: Language) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        sign, colour = _SIGNS[finding.state]
        table.add_row(sign, finding.name(lang), finding.words.render(lang), style=colour)
    console().print(table)
    bad = sum(finding.state == "bad" for finding in findings)
    doubtful = sum(finding.state == "doubtful" for finding in findings)
    key = "sum" if bad or doubtful else "well"
    typer.echo(texts("doctor")[key].render(lang, bad=bad, doubtful=doubtful))
