"""Compares the facts stated in a record's salts with the record itself."""

from __future__ import annotations

from itertools import pairwise

from shengji.cards import Card
from shengji.game import DeckShown, Event, HandStarted
from shengji.game.joint import dealt_by
from shengji.game.shares import DealRequest, JointDeal, digest_of_request, misfit_of
from shengji.game.shuffle import Statement, digest_of_rules, stated_cards, statement_in
from shengji.record.misfit import need
from shengji.rules import Rules


class Commitments:
    """Checks, deal by deal, the facts that commitments cover in addition to the decks.

    A record may begin in the middle of its match, as a record of one hand does. The numbers of its
    hands, and of its deals, then differ from the stated numbers by a constant.

    Attributes:
        deck_only: number of shown decks with a commitment that covers the deck alone.
        joint: the deals of the decks shown that follow from their shares.
        shared: number of deals with shares, shown or not.
        deals: number of deals.
    """

    def __init__(self, rules: Rules) -> None:
        self.deck_only = 0
        self.joint: list[JointDeal] = []
        self.shared = self.deals = 0
        self._of = rules
        self._rules = digest_of_rules(rules)
        self._last: tuple[int, str] | None = None
        """Number and digest of the last request."""
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
            self.deals += 1
            self.shared += isinstance(event.shares, JointDeal)
            self._check(event, event.deck, event.salt)
        elif isinstance(event, DeckShown) and self._started is not None:
            self.deck_only += statement_in(event.salt) is None
            self._check(self._started, event.deck, event.salt)

    def _check(self, started: HandStarted, deck: tuple[Card, ...] | None, salt: str | None) -> None:
        if salt is None or deck is None:
            return
        stated = statement_in(salt)
        need(stated is not None or not isinstance(started.shares, JointDeal), "shares-unstated")
        if stated is None:
            return
        need(stated.rules == self._rules, "stated-rules")
        need(stated.first == started.first, "stated-first", seat=stated.first)
        need(stated.turned == stated_cards(started.turned), "stated-turned")
        numbers = stated.hand - started.hand, stated.deal - self.deals
        self._numbers = self._numbers or numbers
        self._table = self._table or stated.table
        need(min(numbers) >= 0 and numbers == self._numbers, "stated-number", hand=stated.hand)
        need(stated.table == self._table, "stated-table")
        made = started.shares
        if isinstance(made, JointDeal) and not (self.joint and self.joint[-1] is made):
            self._check_shares(started, made, deck, stated, salt.partition(" ")[0])
            self.joint.append(made)

    def _check_shares(
        self,
        started: HandStarted,
        made: JointDeal,
        deck: tuple[Card, ...],
        stated: Statement,
        server_share: str,
    ) -> None:
        """Check that the shares fit their commitments, and that the deal follows from them."""
        requests = [*made.given_up, made.request]
        if (stated.deal, made.request.match) == (1, 1):
            first = requests[0]
            need((first.number, first.previous) == (1, None), "request-first")
        for request, following in pairwise(requests):
            self._check_request(request, request.server_share or "", stated)
            ended = stated.deal == 1 and request.match < following.match
            need(bool(request.missing) or ended, "request-dropped")
        request = made.request
        need((request.hand, request.deal) == (stated.hand, stated.deal), "shares-number")
        need(request.rules == stated.rules, "stated-rules")
        need(len(request.seats) == self._of.players and not request.missing, "shares-missing")
        line = self._check_request(request, server_share, stated)
        dealt = dealt_by(self._of, request, server_share, line=line)
        need(dealt.deck == deck, "shares-deck")
        need(dealt.turned == started.turned, "shares-turned")
        drawn = stated.deal == 1 and started.dealer is None
        need(request.first == (self._of.first_drawer if drawn else started.first), "shares-first")
        need(dealt.first in (started.first, None), "shares-first")

    def _check_request(self, request: DealRequest, server_share: str, stated: Statement) -> str:
        """Check a request's shares, and that it follows the one before; return its line."""
        misfit = misfit_of(request, server_share)
        need(misfit != "server", "share-server")
        need(misfit is None, "share-seat", seat=misfit)
        follows = request.number - 1, request.previous
        need(self._last is None or follows == self._last, "request-order")
        line = request.line(stated.table)
        self._last = request.number, digest_of_request(line)
        return line
