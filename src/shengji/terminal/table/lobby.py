"""The lobby: from what the command line asks for to a session, new or taken up again."""

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
        rules: what a new match is played by; may be changed before one starts.
        bots: the bots of a new match: one name for all seats but the person's, or one for each,
            joined by commas; may be changed before one starts.
        takers: the same for a saved match, where they take over; `None` for those who played.
        seed: what chance starts from; `None` for real chance.
        auto: whether a bot plays for the person.
        save: where a new match is saved; `None` for the usual folder.
        offer: a saved match that the person may choose to go on with.
        asks: whether the person may choose the rules before a new match.
        adviser: the bot that gives hints, and plays for the person when asked to.
        limits: how long bots that are programs may take; `None`: as by default.
        session: the last session that was opened.
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
        """A new match.

        Raises:
            UsageError: when it cannot be saved, or there are no such bots.
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
        """A saved match, taken up where it was left.

        Raises:
            UsageError: when it cannot be read or written, another game is playing it, or there are
                no such bots.
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
        """Makes a session, new or not."""
        return partial(
            Session, seed=self.seed, auto=self.auto, adviser=self.adviser, limits=self.limits
        )

    def _taking_part(self, record: Record) -> Sequence[str]:
        """The bots that play on in a saved match."""
        if self.takers is not None:
            return bot_names(self.takers, record.rules)
        # A file does not say what runs on this machine: commands in it are not carried out.
        return [
            name if name is not None and _is_ours(name, record.rules) else self.adviser
            for name in record.players()[1:]
        ]


def _is_ours(name: str, rules: Rules) -> bool:
    """Whether this is the name of one of our own bots."""
    try:
        make_bot(name, rules, 1)
    except ValueError:
        return False
    return True


def bot_names(given: str, rules: Rules) -> tuple[str, ...]:
    """The bots that `--bots` names: one for all seats but the person's, or one for each.

    Raises:
        UsageError: when there are no such bots, or not as many as seats.
    """
    names = [name for name in bot_list(given) if name]
    seats = rules.players - 1
    check_bots(names, rules)
    if len(names) == 1:
        return (names[0],) * seats
    if len(names) != seats:
        raise misused("how-many-bots", seats=seats, given=len(names))
    return tuple(names)
