"""`shengji record find`: search for hands in a folder of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from shengji.cards import Rank, Suit
from shengji.documents import page
from shengji.terminal.database import DatabaseOption, with_store
from shengji.terminal.errors import as_usage, misused, reading, writing
from shengji.terminal.options import JsonOption, LanguageOption
from shengji.terminal.output import console, print_json
from shengji.words import Language, Names, Phrase, texts

if TYPE_CHECKING:
    from shengji.record.arrow import TableFormat
    from shengji.record.features import HandSummary
    from shengji.record.library import Entry
    from shengji.server.stores import Stores

OUTCOMES = ("declarers", "opponents", "won", "lost")


def find(
    folder: Annotated[Path, typer.Argument(help="A folder with records in it.")],
    player: Annotated[
        str | None, typer.Option(help="Somebody of this name played.", show_default=False)
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="The name of the preset or system.", show_default=False)
    ] = None,
    players: Annotated[int | None, typer.Option(help="So many play.", show_default=False)] = None,
    decks: Annotated[
        int | None, typer.Option(help="With so many decks.", show_default=False)
    ] = None,
    result: Annotated[
        str | None,
        typer.Option(
            help="Who won the hand: declarers or opponents; or the player won or lost it.",
            show_default=False,
        ),
    ] = None,
    trump: Annotated[
        str | None,
        typer.Option(
            help="The trump suit, D, C, H, S or none, the rank, or both: 10H.", show_default=False
        ),
    ] = None,
    pattern: Annotated[
        list[str] | None,
        typer.Option(
            help="A pattern of play, with its least amount if you like: tractor-ruffed:3. May be "
            f"repeated; {page('record-format')} lists them.",
            show_default=False,
        ),
    ] = None,
    site: Annotated[
        bool,
        typer.Option(
            "--site",
            help="First bring the records of the site's matches into the folder that are not there "
            "yet.",
        ),
    ] = False,
    database: DatabaseOption = None,
    parquet: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write the hands found and their plays as tables in Parquet into this folder.",
            show_default=False,
        ),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write them as CSV instead, which needs no further package.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    lang: LanguageOption = "en",
) -> None:
    """Find hands in a folder of records: by player, rules, result, trump and what happened.

    The folder keeps an index, so that only records that are new are read.
    """
    from shengji.record.library import Query, read_folder, read_pattern, search

    if result is not None and result not in OUTCOMES:
        raise misused("result", names=Names(OUTCOMES), given=result)
    outcome: Any = result
    rank, suit = _trump(trump)
    with as_usage(ValueError):
        query = Query(
            player=player,
            rules=rules,
            players=players,
            decks=decks,
            outcome=outcome,
            rank=rank,
            suit=suit,
            patterns=tuple(read_pattern(text) for text in pattern or ()),
        )
        if site or database is not None:
            _bring(folder, database, lang)
        with as_usage(OSError, doing=reading(folder)):
            entries = read_folder(folder)
        found = list(search(entries, query))
    for entry in entries:
        if entry.fault:
            told = Phrase("usage", "left-out", path=folder / entry.path, why=entry.fault)
            typer.echo(f"shengji: {told.render(lang)}", err=True)
    if parquet is not None:
        _export(folder, found, parquet, "parquet", lang)
    if csv is not None:
        _export(folder, found, csv, "csv", lang)
    if parquet is not None or csv is not None:
        return
    if as_json:
        print_json([_plain(entry, hand) for entry, hand in found])
    else:
        _print_table(entries, found, lang)


def _bring(folder: Path, database: str | None, lang: Language) -> None:
    """Export a site's records to the folder, and print the number of new ones."""
    with as_usage(OSError, doing=writing(folder)):
        new = with_store(database, lambda store: write_missing_records(store, folder))
    told = texts("usage")["brought"].render(lang, count=new, folder=folder)
    typer.echo(f"shengji: {told}", err=True)


async def write_missing_records(store: Stores, folder: Path) -> int:
    """Write the records of all matches of a site that a folder lacks.

    A file with outdated names is rewritten, so that it contains no former name, nor that of a
    deleted user.

    Args:
        store: the site's stores.
        folder: the target folder; it is created if necessary.

    Returns:
        The number of files written.

    Raises:
        OSError: a file cannot be written.
    """
    from shengji.record.lines import RecordError
    from shengji.record.reader import header_in

    folder.mkdir(parents=True, exist_ok=True)
    written, after = 0, None
    while found := await store.matches.all_records(after):
        for record in found:
            path = folder / record.file_name
            try:
                kept = header_in(path).seats == record.packed.names
            except RecordError:  # missing or incomplete
                kept = False
            if not kept:
                new = path.with_name(f"{path.name}.new")
                new.write_bytes(record.packed.lines())
                new.replace(path)
                written += 1
        after = found[-1].place
    return written


def _export(
    folder: Path,
    found: list[tuple[Entry, HandSummary]],
    out: Path,
    form: TableFormat,
    lang: Language,
) -> None:
    """Write the hands as tables, and print their number."""
    from shengji.record import read_record
    from shengji.record.arrow import ParquetError
    from shengji.record.parquet import HandRow, PlayRow, export, rows

    wanted: dict[str, set[int]] = {}
    for entry, hand in found:
        wanted.setdefault(entry.path, set()).add(hand.number)

    def hands_with_plays() -> Iterator[tuple[HandRow, list[PlayRow]]]:
        for path, numbers in wanted.items():
            yield from rows(read_record(folder / path), path, numbers)

    with as_usage(ParquetError), as_usage(OSError, doing=writing(out)):
        count = export(hands_with_plays(), out, form)
    typer.echo(texts("usage")["exported"].render(lang, count=count, folder=out))


def _trump(text: str | None) -> tuple[Rank | None, Suit | Literal["none"] | None]:
    """Parse a trump: its rank, and its suit or `none`."""
    if text is None:
        return None, None
    if text == "none":
        return None, "none"
    ranks = {rank.value: rank for rank in Rank}
    suits = {suit.value: suit for suit in Suit}
    if text in suits:
        return None, suits[text]
    if text in ranks:
        return ranks[text], None
    if text[:-1] in ranks and text[-1] in suits:
        return ranks[text[:-1]], suits[text[-1]]
    raise misused("trump", given=text)


def _plain(entry: Entry, hand: HandSummary) -> dict[str, object]:
    import msgspec

    hand_data: dict[str, object] = msgspec.to_builtins(hand)
    return {"file": entry.path, "rules": entry.rules, "created": entry.created, **hand_data}


def _print_table(
    entries: tuple[Entry, ...], found: list[tuple[Entry, HandSummary]], lang: Language
) -> None:
    from shengji.terminal.report import Column, report

    said = texts("library")
    if found:
        keys = ("file", "hand", "trump", "dealer", "result", "points", "found")
        columns = [Column(said[key].of(lang), long="fold") for key in keys]
        console().print(report(columns, (_row(*one, lang) for one in found), "none"))
    hands = sum(len(entry.hands) for entry in entries)
    files = sum(not entry.fault for entry in entries)
    typer.echo(said["summary"].render(lang, found=len(found), hands=hands, files=files))


def _row(entry: Entry, hand: HandSummary, lang: Language) -> tuple[str, ...]:
    from shengji.record.printable import printable

    dealer = "" if hand.dealer is None else printable(hand.players[hand.dealer])
    suit = "" if hand.suit is None else hand.suit.symbol
    trump = "" if hand.rank is None else f"{hand.rank.value}{suit}"
    row = (printable(entry.path), str(hand.number), trump, dealer)
    points = str(hand.points)
    features = ("；" if lang == "zh" else ", ").join(_features(hand, lang))
    return (*row, result_words(hand, lang), points, features)


def result_words(hand: HandSummary, lang: Language) -> str:
    """The result of a hand, in a few words."""
    key: str = "unfinished" if hand.winner is None else hand.winner
    if hand.winner == "opponents" and not hand.levels:
        key = "opponents.none"
    return texts("library")[key].render(lang, levels=hand.levels)


def _features(hand: HandSummary, lang: Language) -> list[str]:
    said = texts("library")
    told = []
    for feature in hand.features:
        what = said[f"pattern.{feature.pattern}"].render(lang, size=feature.size)
        at = feature.trick
        told.append(said["in-trick"].render(lang, what=what, number=at) if at else what)
    return told
