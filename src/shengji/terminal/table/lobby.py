"""The lobby: creates new sessions and resumes saved ones, from command-line options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from shengji.bots import make_bot
from shengji.bots.outside import Limits, bot_list
from shengji.record import Record, RecordWriter, read_record
from shengji.rules import Rules
from shengji.terminal.errors import UsageError, misused
from shengji.terminal.options import check_bots
from shengji.terminal.table.saves import Lock, Saved, SaveInUseError, folder, load, new_path
from shengji.terminal.table.session import STAND_IN, Session
from shengji.words import why_of


@dataclass
class Lobby:
    """Opens sessions.

    Attributes:
        rules: the rules of a new match; may be changed before it starts.
        bots: the bots of a new match: one name for all seats but the player's, or one for each,
            joined by commas; may be changed before it starts.
        takers: like `bots`, for a saved match; `None` keeps its bots.
        seed: the random seed; `None` for system randomness.
        save: the file of a new match; `None` for the default folder.
        offer: a saved match that can be resumed, or `None`.
        asks: whether the player may choose the rules before a new match.
        adviser: the bot that gives hints and can play for the player.
        limits: the time limits of external bots; `None` for the default.
        session: the last session opened, or `None`.
    """

    rules: Rules
    bots: str = STAND_IN
    _: KW_ONLY
    takers: str | None = None
    seed: int | None = None
    auto: bool = False
    save: Path | None = None
    offer: Saved | None = None
    asks: bool = False
    adviser: str = STAND_IN
    limits: Limits | None = None
    session: Session | None = field(default=None, init=False)

    def start(self) -> Session:
        """Start a new match.

        Raises:
            UsageError: it cannot be saved, or a bot does not exist.
        """
        session = self._session(self.rules, bot_names(self.bots, self.rules))
        created = datetime.now(UTC).isoformat(timespec="seconds")
        path = self.save
        try:
            path = path or new_path()
            writer = RecordWriter(path, session.header(created))
            session.record_to(writer, Lock(path), session.players)
        except FileExistsError:
            raise misused("save-exists", path=path) from None
        except OSError as error:
            where = path or folder()
            raise misused("cannot-save", path=where, why=why_of(error)) from None
        self.session = session
        return session

    def go_on(self, path: Path) -> Session:
        """Resume a saved match.

        Raises:
            UsageError: the match cannot be read or written, is in use by another game, or a bot
                does not exist.
        """
        try:
            lock = Lock(path)
        except SaveInUseError:
            raise misused("in-use", path=path) from None
        except OSError as error:
            raise misused("cannot-read", path=path, why=why_of(error)) from None
        saved = load(path)
        if saved.record is None:
            lock.release()
            raise misused("no-save", path=path, why=saved.reason)
        writer = RecordWriter.resume(path)
        record = read_record(path)
        try:
            names = self._taking_part(record)
        except UsageError:
            writer.close()
            lock.release()
            raise
        session = self._session(
            record.rules,
            names,
            events=record.events,
            levels=record.header.levels,
            dealer=record.header.dealer,
        )
        session.record_to(writer, lock, record.players())
        self.session = session
        return session

    @property
    def _session(self) -> partial[Session]:
        return partial(
            Session, seed=self.seed, auto=self.auto, adviser=self.adviser, limits=self.limits
        )

    def _taking_part(self, record: Record) -> Sequence[str]:
        """The bots of a resumed match."""
        if self.takers is not None:
            return bot_names(self.takers, record.rules)
        # Commands of external bots in a file are not executed, since the file may come from
        # elsewhere.
        return [
            name if name is not None and _is_ours(name, record.rules) else self.adviser
            for name in record.players()[1:]
        ]


def _is_ours(name: str, rules: Rules) -> bool:
    """Whether a name is that of a built-in bot."""
    try:
        make_bot(name, rules, 1)
    except ValueError:
        return False
    return True


def bot_names(given: str, rules: Rules) -> tuple[str, ...]:
    """Parse the bots of `--bots`: one for all seats but the player's, or one for each.

    Raises:
        UsageError: a bot does not exist, or their number is wrong.
    """
    names = [name for name in bot_list(given) if name]
    seats = rules.players - 1
    check_bots(names, rules)
    if len(names) == 1:
        return (names[0],) * seats
    if len(names) != seats:
        raise misused("how-many-bots", seats=seats, given=len(names))
    return tuple(names)
