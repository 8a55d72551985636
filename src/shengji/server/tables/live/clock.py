"""Timers: the decision clock with each seat's bank, and the result timer."""

from __future__ import annotations

from collections.abc import Mapping

from shengji.server.tables.state import ClockState, Onward


class DecisionClock:
    """The clock of one seat, or of several seats that are asked at the same time.

    Args:
        since: the version at which the decision began.
        start: its start, in seconds of the event loop's clock.
        each: seconds for the decision.
        bank: extra seconds of the seat; 0 where several are asked.
    """

    def __init__(
        self, seats: tuple[int, ...], since: int, start: float, each: float, bank: float
    ) -> None:
        self.seats = seats
        self.since = since
        self._ends = start + each
        self.bank = bank

    @property
    def expires(self) -> float:
        """Deadline of the decision, in seconds of the event loop's clock."""
        return self._ends + self.bank

    def is_for(self, seats: tuple[int, ...], since: int) -> bool:
        """Return whether it measures this decision; some of its seats may have answered."""
        return self.since == since and set(seats) <= set(self.seats)

    def left_in_bank(self, now: float) -> float:
        """Return the seconds left in the bank at a time."""
        return max(0.0, min(self.bank, self.expires - now))

    def state(self, now: float) -> ClockState:
        """Return the clock in the form for viewers."""
        left = max(0.0, self._ends - now)
        return ClockState(round(left * 1000), round(self.left_in_bank(now) * 1000))


class Clocks:
    """The clocks of a table: at most one runs, and each seat has a bank that a new hand fills.

    >>> clocks = Clocks()
    >>> clocks.run((2,), 7, 100.0, each=10, bank=60)
    >>> clocks.state(115.0)
    ClockState(left=0, bank=55000)
    >>> clocks.run((3,), 8, 115.0, each=10, bank=60)
    >>> clocks.run((2,), 9, 116.0, each=10, bank=60)
    >>> clocks.expires
    181.0

    Args:
        banks: the milliseconds left in the banks of seats that are not full.
    """

    def __init__(self, banks: Mapping[int, int] | None = None) -> None:
        self._running: DecisionClock | None = None
        self._stopped: DecisionClock | None = None
        self._banks = {seat: left / 1000 for seat, left in (banks or {}).items()}

    @property
    def expires(self) -> float | None:
        """Deadline of the decision; `None`: no clock runs."""
        return None if self._running is None else self._running.expires

    @property
    def banks(self) -> dict[int, int]:
        """The milliseconds left in the banks of seats that are not full."""
        return {seat: round(left * 1000) for seat, left in self._banks.items()}

    def state(self, now: float) -> ClockState | None:
        """Return the clock in the form for viewers; `None`: no clock runs."""
        return None if self._running is None else self._running.state(now)

    def fill(self) -> None:
        """Fill all banks, at the start of a hand."""
        self._banks.clear()

    def rest(self, now: float) -> None:
        """Stop and reset the clock of the decision, since no person is present."""
        self.stop(now)
        self._stopped = None

    def stop(self, now: float) -> None:
        """Stop the clock after a decision; time used from a bank is lost."""
        clock, self._running = self._running, None
        if clock is None:
            return
        self._stopped = clock
        left = clock.left_in_bank(now)
        if left < clock.bank:
            self._banks[clock.seats[0]] = left

    def run(
        self, seats: tuple[int, ...], since: int, now: float, each: float, bank: float = 0.0
    ) -> None:
        """Start the clock for these seats, unless it already runs for this decision.

        A clock that was stopped before the decision continues as if it had not been stopped, so
        that players gain no time by letting a bot play for a moment.

        Args:
            seats: the seats; of several that are asked at the same time some may have answered.
            since: the version at which the decision began.
            now: the current time, in seconds of the event loop's clock.
            each: seconds for the decision.
            bank: extra seconds for each hand.
        """
        running = self._running
        if running is not None and running.is_for(seats, since):
            return
        self.stop(now)
        if self._stopped is not None and self._stopped.is_for(seats, since):
            self._running = self._stopped
            return
        left = min(bank, self._banks.get(seats[0], bank)) if bank else 0.0
        self._running = DecisionClock(seats, since, now, each, left)


class ResultTimer:
    """The countdown of a displayed result; it is paused while players read.

    Args:
        since: the version of the result.
        now: the current time, in seconds of the event loop's clock.
        left: seconds until the next hand begins automatically.
        most: maximum total seconds of pauses.

    >>> time = ResultTimer(7, 100.0, left=90, most=300)
    >>> time.settle(130.0, (2,))
    >>> time.state(150.0)
    Onward(left=60000, still=280000, readers=(2,))
    >>> time.settle(150.0, ())
    >>> time.ends
    210.0
    """

    def __init__(self, since: int, now: float, *, left: float, most: float) -> None:
        self.since = since
        self._at = now
        self._left = left
        self._most = most
        self._readers: tuple[int, ...] = ()

    @property
    def ends(self) -> float:
        """Start of the next hand, unless a player begins or stops to read before."""
        return self._at + self._left + (self._most if self._readers else 0.0)

    def settle(self, now: float, readers: tuple[int, ...]) -> None:
        """Set the seats that read from now on."""
        spent = now - self._at
        if self._readers:
            still = min(spent, self._most)
            self._most -= still
            spent -= still
        self._left = max(0.0, self._left - spent)
        self._at, self._readers = now, readers

    def shorten(self, now: float, left: float) -> None:
        """Limit the remaining time to these seconds."""
        self.settle(now, self._readers)
        self._left = min(self._left, left)

    def state(self, now: float) -> Onward:
        """Return the timer in the form for viewers."""
        self.settle(now, self._readers)
        still = self._most if self._readers else 0.0
        return Onward(round(self._left * 1000), round(still * 1000), self._readers)
