"""A table's state, built from its log: room, match, prompts and recent messages."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Literal, Self, cast

import msgspec
from msgspec.structs import asdict, replace

from shengji.cards import Card
from shengji.game import (
    Between,
    DealtAgain,
    Due,
    Event,
    FriendsCalled,
    Hand,
    HandAccount,
    HandEnded,
    HandStarted,
    KittyBuried,
    LandBid,
    Match,
    MatchEnded,
    Phase,
    Played,
    RestClaimed,
    Shown,
    ThrowFailed,
    claimable,
    due_of,
    may_be_last,
)
from shengji.game.counting import voids_of
from shengji.server.rules.schemas import Layout
from shengji.server.rules.sheets import layout_of
from shengji.server.tables.actions import Topic
from shengji.server.tables.core import entries
from shengji.server.tables.core.entries import Body, TableEntry
from shengji.server.tables.core.masks import Viewer, masked_account
from shengji.server.tables.core.match_events import MatchEvents
from shengji.server.tables.core.questions import public_now, turn_of
from shengji.server.tables.core.rated import times_left
from shengji.server.tables.core.room import Proposal, Room
from shengji.server.tables.core.staleness import ChangeVersions
from shengji.server.tables.core.votes import (
    drop_after_play,
    drop_if_off,
    may_take_back,
    outcome_of,
)
from shengji.server.tables.messages import Notice, ProposalEnded, SightSet, Spoken, StoodIn, TimeUp
from shengji.server.tables.state import Letter, Now, Sight

Step = Literal["idle", "start", "draw", "close", "wait", "pass", "next", "over"]
"""The next step: `idle`: none before a match; `start`: a hand starts; `draw`: a card is drawn;
`close`: the draw is closed; `wait`: a decision is pending; `pass`: the seat to play has no decision
and is passed over; `next`: people look at a result; `over`: none after a match."""

_SAID_LATELY = 50


class TableCheckpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A table's state before a hand.

    Attributes:
        version: the number of entries that led to it.
        match: the state of the match between hands.
        said: recent chat messages.
        changed: the version of the last change of each topic.
        results: the results of the match's hands.
        notices: recent notices.
        times_up: recent timeouts.
    """

    version: int
    room: Room
    match: Between
    said: tuple[Spoken, ...]
    changed: dict[Topic, int]
    results: tuple[HandAccount, ...]
    notices: tuple[Notice, ...] = ()
    times_up: tuple[TimeUp, ...] = ()


class LoggedTable:
    """A table's state, built from its log by `apply`.

    One fact is not in the log: the seats that have passed at the last chance to declare.

    Attributes:
        version: the number of applied entries.
        room: the seats and settings.
        match: the current match, or the last one, with all cards; `None` before the first.
        happened: the published events of the match.
        said: recent chat messages.
        notices: recent notices.
        times_up: recent timeouts.
    """

    def __init__(self) -> None:
        self.version = 0
        self.match: Match | None = None
        self.room = Room()
        self.happened = MatchEvents()
        self.said: deque[Spoken] = deque(maxlen=_SAID_LATELY)
        self.notices: deque[Notice] = deque(maxlen=_SAID_LATELY)
        self.times_up: deque[TimeUp] = deque(maxlen=_SAID_LATELY)
        self._proposal: Proposal | None = None
        self._overdue = False
        self._stood_in: dict[int, list[StoodIn]] = {}
        self._changes = ChangeVersions()
        self._declined: set[int] = set()
        self._public: Now | None = None
        self._nows: dict[Viewer, Now] = {}
        self._dues: dict[int, Due | None] = {}
        self._lasts: dict[int, bool] = {}

    @classmethod
    def of(cls, bodies: Iterable[Body]) -> Self:
        """Return the table that a log describes."""
        table = cls()
        for body in bodies:
            table.apply(body)
        return table

    @classmethod
    def resumed(cls, kept: TableCheckpoint) -> Self:
        """Restore a table from `before_hand`; the next entry must start the hand."""
        table = cls()
        table.version = kept.version
        table.room = deepcopy(kept.room)
        table.room.end_hand()
        table.match = Match.resumed(table.room.rules, kept.match)
        table.happened = MatchEvents(kept.results)
        table.said.extend(kept.said)
        table.notices.extend(kept.notices)
        table.times_up.extend(kept.times_up)
        table._proposal = table.room.proposal
        table._changes = ChangeVersions(kept.changed)
        return table

    def before_hand(self) -> TableCheckpoint:
        """Return the state before the current hand, whose start must be the last entry."""
        return TableCheckpoint(
            version=self.version - 1,
            room=deepcopy(self.room),
            match=self._match.before_deal(),
            said=tuple(self.said),
            changed=self._changes.last,
            results=tuple(self.happened.results),
            notices=tuple(self.notices),
            times_up=tuple(self.times_up),
        )

    # The log

    def apply(self, body: Body) -> None:
        """Apply the next entry of the log."""
        if isinstance(body, TableEntry):
            sight = Sight.of(self.room.settings)
            self.room.apply(body)
            self._note(body)
            self._note_sight(sight)
        else:
            self._match.apply(body)
            self._note(body)

    def _note(self, body: Body) -> None:
        """Update versions, caches and notices after the room or the match has applied an entry."""
        self.version += 1
        self._forget()
        self._changes.note(body, self.version)
        if isinstance(body, TableEntry):
            self._note_entry(body)
        else:
            self._note_event(body)
        self._note_proposal(body)

    def _note_proposal(self, body: Body) -> None:
        """Add a notice if an entry has ended a proposal."""
        known, self._proposal = self._proposal, self.room.proposal
        if known is None or known is self._proposal:
            return
        outcome = outcome_of(self.room, known, body)
        self.notices.append(
            ProposalEnded(version=self.version, what=known.what, seat=known.seat, outcome=outcome)
        )

    def _note_sight(self, before: Sight) -> None:
        """Add a notice if the host has changed the visibility for onlookers."""
        sight = Sight.of(self.room.settings)
        if sight.shown != before.shown:
            waits = self.room.sight_next is not None
            self.notices.append(SightSet(version=self.version, sight=sight, next_hand=waits))

    def _record_pass(self, seat: int) -> None:
        """Record that a seat has passed at the last chance to declare."""
        self._declined.add(seat)
        self._forget()

    def _forget(self) -> None:
        """Clear the caches of derived state."""
        self._public = None
        self._nows.clear()
        self._dues.clear()
        self._lasts.clear()

    def _note_entry(self, entry: TableEntry) -> None:
        match entry:
            case entries.Sat():
                self._declined.discard(entry.seat)
                self._stood_in.pop(entry.seat, None)
            case entries.RulesSet():
                # The state of the last match does not fit the new rules.
                self._leave_match(None)
            case entries.MatchBegan():
                self._leave_match(Match(self.room.rules))
                if self.room.levels:
                    self._match.begin_at(self.room.levels, self.room.dealer)
            case entries.TakenBack():
                self._take_back(entry.to)
            case entries.SettingsSet():
                drop_if_off(self.room)
            case entries.Spoke():
                self.said.append(Spoken(version=self.version, **asdict(entry)))
            case entries.TimedOut(seat):
                at = self.room.seats[seat]
                up = TimeUp(
                    version=self.version,
                    seat=seat,
                    person=at.person,
                    name=at.name,
                    left=times_left(self.room, seat),
                )
                self.times_up.append(up)
                self._overdue = True
            case _:
                pass

    def _leave_match(self, new: Match | None) -> None:
        self.match, self.happened = new, MatchEvents()

    def _take_back(self, to: int) -> None:
        """Rebuild the match without the events of the hand after a version."""
        match = Match.resumed(self._match.rules, self._match.before_deal())
        self.happened.take_back(to, self.version)
        for decisions in self._stood_in.values():
            decisions[:] = [one for one in decisions if one.version <= to]
        for at in self.happened.told:
            match.apply(at.event)
        self.match = match

    def _note_event(self, event: Event) -> None:
        match event:
            case HandStarted():
                self.room.begin_hand()
            case HandEnded() | DealtAgain():
                self.room.end_hand()
                drop_after_play(self.room)
            case MatchEnded():
                self.room.end_match(event.reason)
            case Played():
                drop_after_play(self.room, event.seat)
            case RestClaimed():
                drop_after_play(self.room)
            case _:
                pass
        if isinstance(event, HandStarted | Shown):
            self._declined.clear()
        self._note_stood_in(event)
        self._note_overdue(event)
        self.happened.note(event, self._match, self.version)

    def _note_stood_in(self, event: Event) -> None:
        """Record the decisions of a bot for a person, until the person decides again."""
        if isinstance(event, HandStarted):
            self._stood_in.clear()
        if not isinstance(event, Played | KittyBuried | FriendsCalled | Shown | LandBid):
            return
        if self._overdue or self.room.seats[event.seat].covered is not None:
            cards = event.cards if isinstance(event, Played) else ()
            decision = StoodIn(version=self.version, cards=cards)
            self._stood_in.setdefault(event.seat, []).append(decision)
        else:
            self._stood_in.pop(event.seat, None)

    def stood_in(self, seat: int, since: int | None) -> tuple[StoodIn, ...]:
        """Return the decisions of a bot in this hand for the person of a seat.

        Args:
            seat: the seat.
            since: return only decisions after this version; `None`: since the person's last own
                decision.
        """
        known = self._stood_in.get(seat, ())
        return tuple(one for one in known if since is None or one.version > since)

    def _note_overdue(self, event: Event) -> None:
        """Record the cards played for a player who ran out of time."""
        if self._overdue and isinstance(event, Played):
            self.times_up[-1] = replace(self.times_up[-1], cards=event.cards)
        self._overdue = self._overdue and isinstance(event, ThrowFailed)

    # Prompts

    @property
    def _match(self) -> Match:
        assert self.match is not None, "a match has begun"
        return self.match

    @property
    def hand(self) -> Hand | None:
        """The current hand, or the last one, with all cards; `None` before the first."""
        return None if self.match is None else self.match.hand

    @property
    def phase(self) -> Phase | None:
        """The phase of the hand; `None` before the first hand."""
        return None if self.hand is None else self.hand.phase

    @property
    def step(self) -> Step:
        """The next step."""
        match, hand = self.match, self.hand
        if match is None:
            return "idle"
        if match.winners is not None:
            return "over"
        if hand is None or match.between_hands:
            seen = hand is None or hand.phase is not Phase.ENDED or not self.room.undecided
            return "start" if seen else "next"
        if hand.phase is Phase.DRAW:
            if self.asked_last:
                return "wait"
            return "draw" if hand.cards_to_draw else "close"
        assert hand.turn is not None, "somebody's turn"
        return "pass" if self.due(hand.turn) is None else "wait"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose decision is pending, of people and bots; not public during the draw."""
        hand = self.hand
        if hand is None or self._match.winners is not None:
            return ()
        if hand.phase is Phase.DRAW:
            return self.asked_last
        if self.step == "next":
            return self.room.undecided
        return () if hand.turn is None else (hand.turn,)

    @property
    def asked_last(self) -> tuple[int, ...]:
        """The seats of people whose last chance to declare is pending.

        If only seats with a possible declaration were asked, the length of the pause would disclose
        that one exists. With several people, every seat that may publicly still hold a declaration
        is asked. A player passes with one tap, also before that moment, and the pause ends once all
        have passed; bots answer immediately. A single person among bots is asked only if a
        declaration is possible.
        """
        hand = self.hand
        if hand is None or hand.phase is not Phase.DRAW:
            return ()
        people = [number for number, seat in enumerate(self.room.seats) if seat.player is None]
        asked = self._may_be_last if len(people) > 1 else self._is_last
        return tuple(seat for seat in people if seat not in self._declined and asked(seat))

    def _is_last(self, seat: int) -> bool:
        """Whether a seat can declare now for the last time."""
        due = self.due(seat)
        return due is not None and due.last

    def _may_be_last(self, seat: int) -> bool:
        """Whether a seat may be able to declare now for the last time, from public knowledge."""
        if seat not in self._lasts:
            assert self.hand is not None, "cards are drawn"
            self._lasts[seat] = may_be_last(self.hand, seat)
        return self._lasts[seat]

    @property
    def may_show(self) -> tuple[int, ...]:
        """The seats that could declare now, of people and bots; not public."""
        return tuple(number for number in range(len(self.room.seats)) if self.options(number))

    def options(self, seat: int) -> tuple[tuple[Card, ...], ...]:
        """Return the possible declarations of a seat, from low to high."""
        due = self.due(seat)
        return due.options if due is not None and due.decision == "show" else ()

    def due(self, seat: int) -> Due | None:
        """Return a seat's pending decision, or `None`; not public during the draw."""
        hand = self.hand
        if hand is None:
            return None
        if seat not in self._dues:
            self._dues[seat] = due_of(hand, seat)
        return self._dues[seat]

    # Per-viewer state

    def now(self, viewer: Viewer) -> Now:
        """Return the prompt as a viewer may see it, without the clock and the paused flag."""
        found = self._nows.get(viewer)
        if found is None:
            found = self._nows[viewer] = self._now(viewer)
        return found

    def _now(self, viewer: Viewer) -> Now:
        if self.match is None:
            return Now(wait="start", since=self._changes.since)
        if self._public is None:
            since = self._changes.since
            self._public = public_now(self.match, self.room.undecided, since)
            if self.room.settings.counter and self.hand is not None:
                voids = cast(tuple[tuple[Letter, ...], ...], voids_of(self.hand))
                self._public = replace(self._public, voids=voids)
        own: dict[str, Any] = {}
        account = self._public.account
        if account is not None:
            own["account"] = masked_account(account, viewer)
        seat = viewer.seat
        if seat is not None and self.room.playing and self.room.seats[seat].player is None:
            due = self.due(seat)
            if self.hand is not None and due is not None:
                turn = turn_of(self.hand, due)
                if self.room.settings.claims and due.decision in ("lead", "follow"):
                    turn = replace(turn, claim=claimable(self.hand, seat))
                own["turn"] = turn
            if seat in self.asked_last:
                own.update(wait="declare", seats=(seat,))
            if self.phase is Phase.DRAW:
                own["passed"] = seat in self._declined
            own["may_take_back"] = may_take_back(self.room, self.match, self.happened, seat)
        return replace(self._public, **own) if own else self._public

    def layout(self) -> Layout | None:
        """Return the current order of cards in a hand; the same object until it changes."""
        hand = self.hand
        return None if hand is None else layout_of(hand.rules, hand.trump_so_far)
