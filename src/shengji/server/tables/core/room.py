"""The room: seats, host, settings and votes of a table; everything but the cards."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from shengji.cards import Rank
from shengji.game.shares import MOST_GIVEN_UP, DealRequest, NoShare, SeatShare
from shengji.practice.lessons import LessonName
from shengji.rules import Rules, rules_from
from shengji.server.rules.offers import name_of_bot
from shengji.server.rules.sheets import rules_state
from shengji.server.site.schemas import Text
from shengji.server.tables.state import (
    Ending,
    Leaving,
    Onlooker,
    ProposalState,
    ReadinessReset,
    SeatStake,
    SeatState,
    Settings,
    Sight,
    TableState,
    What,
)


class Seat(msgspec.Struct):
    """A seat.

    Attributes:
        person: the public id of its holder; `None`: no person.
        bot: the bot that holds it without a person.
        automated: the bot that plays for its person by choice.
        covered: the bot that plays while its person is absent.
        joins: the bot that plays until the next hand, in which its person starts; until then the
            person may not see the seat's cards.
        ready: whether its person is ready for the match, or for the next hand.
        again: the change since its person was ready for the match; `None`: no change.
    """

    person: str | None = None
    name: str = ""
    bot: str | None = None
    automated: str | None = None
    covered: str | None = None
    ready: bool = False
    again: ReadinessReset | None = None
    account: bool = False
    joins: str | None = None

    @property
    def player(self) -> str | None:
        """The bot that plays now; `None`: the person decides, or the seat is free."""
        return self.bot or self.joins or self.automated or self.covered

    @property
    def taken(self) -> bool:
        """Whether a person or a bot holds it."""
        return self.person is not None or self.bot is not None


class Proposal(msgspec.Struct):
    """A proposal that other players have to agree to."""

    what: What
    seat: int
    agreed: set[int]


class Room(msgspec.Struct, kw_only=True, dict=True, rename={"given": "rules"}):
    """A table without its match; entries change it (`TableEntry.apply`).

    Checkpoints store it with these field names: a renamed field is not read from older ones.

    Attributes:
        host: the public id of the host; `None` before the table is opened.
        given: the rules of the current match or the next one, as `rules_from` reads them.
        settings: the settings; some apply from the next hand on, see `sight`.
        held: during a hand, the seat whose cards each person has seen.
        watched: whether onlookers may have seen all cards of the current hand.
        seen: the visibility for onlookers in the current hand; see `sight`.
        closed: whether nobody might watch at some time of the current match, or of the last one.
        admitted: the people whom the host allows to take a bot's seat in the match.
        removed: the people whom the host has removed from a seat in the match.
        planned: the rules after the current hand, if they are to change.
        levels: the level of each seat at the start of the next match; empty: the first level.
        dealer: the Dealer of its first hand; `None`: the draw decides.
        stakes: ratings and expected scores of the seats if the match is rated; else empty.
        began: the players to whom the seats of a rated match or of a night's match belong: its
            players at the start, or players seated since.
        ending: how the last match ended; `None` during a match and before the first.
        left: the seats whose players left a rated match, or timed out too often in it.
        times_up: the number of timeouts of each seat in the match; in a rated match also the number
            of times that its player stood up, since a bot decides then too.
        night: the id of the night whose round is played here; empty: no night.
        lesson: the lesson whose hand is dealt here to a person alone with bots; `None`: none.
        commitments: the commitment to the next share of each person's page.
        left_out: the people whose share was late in the match: 1, or 2 once their page has sent a
            new commitment; 3 after another late share.
        request: the request for shares of the next deal, with those that are there; else `None`.
        asked: the person in each seat at that request.
        server_share: the server's share for it, a secret until the deck is shown.
        requests: number of requests so far.
        last_request: digest of the last request; `None`: there was none.
        given_up: the requests that were given up since the last deal.
    """

    id: str = ""
    host: str | None = None
    given: dict[str, Any] = {}
    settings: Settings = Settings()
    seats: list[Seat] = []
    matches: int = 0
    playing: bool = False
    in_hand: bool = False
    held: dict[str, int] = {}
    watched: bool = False
    seen: Sight = Sight()
    closed: bool = False
    admitted: set[str] = set()
    removed: set[str] = set()
    proposal: Proposal | None = None
    planned: dict[str, Any] | None = None
    levels: tuple[Rank, ...] = ()
    dealer: int | None = None
    stakes: tuple[SeatStake, ...] = ()
    began: tuple[str | None, ...] = ()
    ending: Ending | None = None
    left: tuple[int, ...] = ()
    times_up: dict[int, int] = {}
    night: str = ""
    lesson: LessonName | None = None
    commitments: dict[str, str] = {}
    left_out: dict[str, int] = {}
    request: DealRequest | None = None
    asked: tuple[str | None, ...] = ()
    server_share: str = ""
    requests: int = 0
    last_request: str | None = None
    given_up: tuple[DealRequest, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the table is open to strangers in casual play."""
        return not (self.settings.private or self.settings.rated or self.night)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the current match, or of the next one."""
        return rules_from(self.given, stored=True)

    def _name_of_bot(self, number: int) -> Text | None:
        """The name of the bot that plays in a seat, numbered where others have the same."""
        bot = self.seats[number].player
        if bot is None:
            return None
        alone = [seat.player for seat in self.seats].count(bot) == 1
        return name_of_bot(bot, None if alone else number + 1)

    def state(
        self,
        here: Collection[str] = (),
        onlookers: tuple[Onlooker, ...] = (),
        leaving: tuple[Leaving, ...] = (),
    ) -> TableState:
        """Return the room as all its viewers see it.

        Args:
            here: the public ids of all people at the table.
            onlookers: the people without a seat who may be named.
            leaving: the absent players of a rated match.
        """
        return TableState(
            id=self.id,
            host=None if self.night else self.host,
            admitted=tuple(sorted(self.admitted)),
            removed=tuple(sorted(self.removed)),
            rules=rules_state(self.rules),
            settings=self.settings,
            sight=self.sight,
            sight_next=self.sight_next,
            seats=tuple(
                SeatState(
                    person=seat.person,
                    name=seat.name or seat.bot or "",
                    account=seat.account,
                    bot=seat.player,
                    bot_name=self._name_of_bot(number),
                    present=seat.person in here,
                    joins=seat.joins is not None,
                    ready=seat.ready or (seat.person == self.host is not None and not self.playing),
                    again=seat.again,
                )
                for number, seat in enumerate(self.seats)
            ),
            onlookers=onlookers,
            match=self.matches,
            playing=self.playing,
            levels=() if self.playing else self.levels,
            planned=None
            if self.planned is None
            else rules_state(rules_from(self.planned, stored=True)),
            proposal=self._proposal_state(),
            stakes=self.stakes,
            leaving=leaving,
            ending=None if self.playing else self.ending,
            left=self.left,
            owners=self.began if self.is_rated or self.night else (),
            night=self.night or None,
            commitments=tuple(self.commitments.get(seat.person or "") for seat in self.seats),
            request=None if self.request is None else self.request.without_shares(),
        )

    def _proposal_state(self) -> ProposalState | None:
        if self.proposal is None:
            return None
        return ProposalState(
            what=self.proposal.what,
            seat=self.proposal.seat,
            agreed=tuple(sorted(self.proposal.agreed)),
            missing=self.missing(self.proposal),
        )

    def missing(self, proposal: Proposal) -> tuple[int, ...]:
        """Return the seats that still have to agree: the conceding side, else all.

        Seats played by bots need not agree. In a rated match they must, even if their players are
        absent or have stood up, since the other players may not decide over their result.
        """
        team = self.rules.team_of(proposal.seat)
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if (self.began[number] if self.is_rated else seat.person) is not None
            and (seat.player is None or self.is_rated)
            and number not in proposal.agreed
            and (proposal.what != "concede" or self.rules.team_of(number) == team)
        )

    def forbids(self, what: What) -> bool:
        """Return whether a setting of the table forbids a proposal."""
        if what == "take_back":
            return not self.settings.take_back
        return what in ("claim_all", "claim_none") and not self.settings.claims

    def seat_of(self, person: str) -> int | None:
        """Return the seat that a person holds; `None`: no seat."""
        return next((i for i, seat in enumerate(self.seats) if seat.person == person), None)

    def name_of(self, person: str | None) -> str:
        """Return the name of a person in a seat; empty if they hold none."""
        names = (seat.name for seat in self.seats if seat.person == person)
        return "" if person is None else next(names, "")

    def concerns(self, person: str) -> bool:
        """Return whether the room treats a person unlike any other onlooker."""
        known = {*self.held, *self.admitted, *self.removed, *self.began, *self.holders, self.host}
        return person in known

    def seat_seen_by(self, person: str) -> int | None:
        """Return the seat whose cards a person sees: the seat that they hold and play."""
        number = self.seat_of(person)
        return None if number is None or self.seats[number].joins is not None else number

    @property
    def holders(self) -> tuple[str | None, ...]:
        """The person who holds each seat; `None`: no person does."""
        return tuple(seat.person for seat in self.seats)

    @property
    def seated(self) -> tuple[str, ...]:
        """The people who hold seats."""
        return tuple(person for person in self.holders if person is not None)

    @property
    def seers(self) -> tuple[str | None, ...]:
        """The person who sees the cards of each seat; `None`: no person does."""
        return tuple(seat.person if seat.joins is None else None for seat in self.seats)

    @property
    def sight(self) -> Sight:
        """The current visibility for onlookers.

        Wider visibility applies from the next hand on, so that no player plays a hand without
        knowing it. Narrower visibility applies immediately.
        """
        return self.seen if self.in_hand else Sight.of(self.settings)

    @property
    def sight_next(self) -> Sight | None:
        """The visibility from the next hand on; `None`: it is unchanged."""
        then = Sight.of(self.settings)
        return None if then.shown == self.sight.shown else then

    def may_see_all(self, person: str) -> bool:
        """Return whether an onlooker may see all hands, where the settings allow it.

        People who have held a seat in the current hand may not, since they may take it again.
        """
        return person not in self.held

    def may_take_over(self, person: str) -> bool:
        """Return whether a person may take the seat of a bot in a match."""
        if self.is_rated or self.night:
            return person in self.began
        if person == self.host or person in self.admitted:
            return True
        return self.settings.take_over and person not in self.removed

    def may_join_hand(self, person: str, seat: int) -> bool:
        """Return whether a person who takes a bot's seat plays the current hand.

        Newcomers wait for the next hand, since they would see a second player's cards; the host can
        admit them.
        """
        if self.held.get(person) == seat or person in self.admitted or person == self.host:
            return True
        return bool(self.is_rated or self.night)  # where only the own seat can be taken

    @property
    def is_rated(self) -> bool:
        """Whether a rated match is under way."""
        return self.playing and bool(self.stakes)

    def absent(self, here: Collection[str]) -> tuple[int, ...]:
        """Return the seats of a rated match whose players are not connected, or have stood up."""
        if not self.is_rated:
            return ()
        return tuple(
            number
            for number, person in enumerate(self.began)
            if person is not None and (person not in here or self.seats[number].person != person)
        )

    @property
    def company(self) -> tuple[int, ...]:
        """The seats whose persons are present, even if bots play for them."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if seat.person is not None and seat.covered is None
        )

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats whose persons play themselves and are not ready."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if seat.person is not None and seat.player is None and not seat.ready
        )

    def begin_hand(self) -> None:
        """Update the room for the start of a hand."""
        self.clear_ready()
        self._let_join()
        self.proposal = None
        self.seen = Sight.of(self.settings)
        self.in_hand = True
        self.watched = self.seen.onlookers == "hands" and not self.seen.until_end
        self.held = {seat.person: i for i, seat in enumerate(self.seats) if seat.person is not None}
        self.request, self.server_share, self.given_up = None, "", ()

    def end_hand(self) -> None:
        """Update the room for the end of a hand, or for a re-deal."""
        self.in_hand = self.watched = False
        self.held = {}

    def end_match(self, ending: Ending | None = None) -> None:
        """Update the room for the end of a match; with `None`, new rules end it."""
        self.end_hand()
        self.ending = self.ending or ending
        self._let_join()
        self.playing = False
        self.proposal = None
        self.levels, self.dealer = (), None
        self.give_up_request()

    def share_of(self, seat: int, here: Collection[str]) -> SeatShare:
        """The share that the next deal asks of a seat, or the reason why it asks for none.

        Args:
            seat: the seat.
            here: the public ids of all people at the table.
        """
        person = self.seats[seat].person
        why: NoShare | None = None
        if person is None:
            why = "bot"
        elif person not in here:
            why = "away"
        elif len(self.given_up) >= MOST_GIVEN_UP:
            why = "limit"
        elif self.left_out.get(person) in (1, 3) or self._was_late(seat):
            why = "out"
        elif person not in self.commitments:
            why = "none"
        return SeatShare(why=why) if why else SeatShare(self.commitments[person or ""])

    def _was_late(self, seat: int) -> bool:
        """Whether the share of a seat was late since the deal before."""
        return any(seat in request.missing for request in self.given_up)

    def leave_out(self, person: str) -> None:
        """Record that a person's share was late."""
        self.left_out[person] = 3 if self.left_out.get(person) == 2 else 1

    def give_up_request(self) -> None:
        """Give the pending request for shares up, if there is one."""
        if self.request is not None:
            given_up = replace(self.request, server_share=self.server_share)
            self.given_up = (*self.given_up, given_up)
        self.request, self.server_share = None, ""

    def _let_join(self) -> None:
        """Activate the people who wait for the next hand."""
        for seat in self.seats:
            seat.joins = None

    def clear_ready(self, changed: ReadinessReset | None = None) -> None:
        """Reset readiness; before a match with the change that caused it."""
        for seat in self.seats:
            seat.again = (changed if seat.ready else seat.again) if changed else None
            seat.ready = False

    def withdraw(self, seat: int) -> None:
        """Remove a seat's agreement and proposal after its player has left it."""
        if self.proposal is not None:
            self.proposal.agreed.discard(seat)
            if self.proposal.seat == seat:
                self.proposal = None

    def count_time_up(self, seat: int) -> None:
        """Count a timeout of a seat."""
        self.times_up[seat] = self.times_up.get(seat, 0) + 1

    def set_rules(self, given: dict[str, Any]) -> None:
        """Set the rules; people in seats that no longer exist stand up."""
        self.given = given
        self.__dict__.pop("rules", None)
        players = self.rules.players
        free = [Seat() for _ in range(players - len(self.seats))]
        self.seats = [*self.seats[:players], *free]
