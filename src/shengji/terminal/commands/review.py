"""`shengji review`: the value of each decision of a recorded hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shengji.terminal.errors import as_usage, misused
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.options import JsonOption, LanguageOption, SeedOption
from shengji.terminal.output import bar, console
from shengji.words import texts


def review(
    file: Annotated[Path, typer.Argument(help="A record.", metavar="RECORD")],
    hand: Annotated[
        int | None,
        typer.Option(help="Which hand, by its number from 1; else the last.", show_default=False),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Every hand, and the match as a whole."),
    ] = False,
    seed: SeedOption = 0,
    depth: Annotated[
        float | None,
        typer.Option(
            help="Search effort per decision, as a multiple of that of `strong`.",
            show_default="2",
        ),
    ] = None,
    store: Annotated[
        bool,
        typer.Option("--store", help="Add what was found to the record, for whoever asks again."),
    ] = False,
    as_json: JsonOption = False,
    lang: LanguageOption = "en",
) -> None:
    """Review a hand of a recorded match: its course, how each played, what cost most and why.

    Every decision is judged by what its player could know then, over possible deals. The same
    record, seed and depth give the same review; one stored in the record by this version is shown
    at once.
    """
    if every and hand is not None:
        raise misused("all-or-hand")
    compile_if_cold(lang)
    from shengji.record import RecordError, add_reviews, read_record
    from shengji.review import (
        DEPTH,
        HandReview,
        MatchReview,
        review_hand,
        review_match,
        to_store,
    )

    depth = DEPTH if depth is None else depth
    found: HandReview | MatchReview
    with as_usage(RecordError, ValueError), bar(texts("review")["bar"].of(lang), None) as moved:
        record = read_record(file)

        def progress(done: int, of: int) -> None:
            moved(completed=done, total=of)

        if every:
            found = review_match(record, seed, depth, progress)
        else:
            found = review_hand(record, hand, seed, depth, progress)
        if store:
            hands = found.hands if isinstance(found, MatchReview) else (found,)
            lines = [to_store(each, record) for each in hands]
            add_reviews(file, [line for line in lines if line not in record.reviews])
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    from shengji.terminal.reviewed import render_match, render_review

    console().print(
        render_review(found, lang) if isinstance(found, HandReview) else render_match(found, lang)
    )
