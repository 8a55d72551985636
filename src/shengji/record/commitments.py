"""Compares the facts stated in a record's salts with the record itself."""

from __future__ import annotations

from shengji.game import DeckShown, Event, HandStarted
from shengji.game.shuffle import digest_of_rules, stated_cards, statement_in
from shengji.record.misfit import need
from shengji.rules import Rules


class Commitments:
    """Checks, deal by deal, the facts that commitments cover in addition to the decks.

    A record may begin in the middle of its match, as a record of one hand does. The numbers of its
    hands, and of its deals, then differ from the stated numbers by a constant.

    Attributes:
        deck_only: number of shown decks with a commitment that covers the deck alone.
    """

    def __init__(self, rules: Rules) -> None:
        self.deck_only = 0
        self._rules = digest_of_rules(rules)
        self._deals = 0
        self._started: HandStarted | None = None
        self._numbers: tuple[int, int] | None = None
        self._table: str | None = None

    def take(self, event: Event) -> None:
        """Check the salt that an event contains, if any.

        Raises:
            Misfit: the salt states a fact that differs from the record.
        """
        if isinstance(event, HandStarted):
            self._started = event
            self._deals += 1
            self._check(event, event.salt)
        elif isinstance(event, DeckShown) and self._started is not None:
            self.deck_only += statement_in(event.salt) is None
            self._check(self._started, event.salt)

    def _check(self, started: HandStarted, salt: str | None) -> None:
        stated = None if salt is None else statement_in(salt)
        if stated is None:
            return
        need(stated.rules == self._rules, "stated-rules")
        need(stated.first == started.first, "stated-first", seat=stated.first)
        need(stated.turned == stated_cards(started.turned), "stated-turned")
        numbers = stated.hand - started.hand, stated.deal - self._deals
        self._numbers = self._numbers or numbers
        self._table = self._table or stated.table
        need(min(numbers) >= 0 and numbers == self._numbers, "stated-number", hand=stated.hand)
        need(stated.table == self._table, "stated-table")
