"""A table: a value rebuilt from its log, with the commands that add entries to it."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from random import Random
from typing import Final, Literal, Self

import msgspec
from msgspec.structs import asdict, replace

from shengji.cards import Card, minus
from shengji.game import (
    Between,
    ClaimRest,
    CloseDraw,
    Command,
    DealtAgain,
    Draw,
    EndMatch,
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
    Refusal,
    RestClaimed,
    ShowDeck,
    Shown,
    StartHand,
    ThrowFailed,
    passing,
    play_out,
    readings_of_lead,
    shuffled,
)
from shengji.game.joint import dealt_by
from shengji.game.reasons import reason_of_throw
from shengji.game.shares import DealRequest, JointDeal, commitment_to, digest_of_request
from shengji.game.shuffle import digest_of_rules, digest_of_table
from shengji.play.readings import tractors_among
from shengji.practice.lessons import DEALS
from shengji.server.database.log import Cause, LogTail, Stored
from shengji.server.rules.schemas import Layout
from shengji.server.rules.sheets import layout_of, rules_state
from shengji.server.site.schemas import Text
from shengji.server.site.words import words_of, words_said
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import (
    EMPTY_CONTEXT,
    ActionContext,
    Actor,
    Entries,
    TableEntry,
    Topic,
    playing_seat,
)
from shengji.server.tables.acts.decisions import Decision, GameAction, PlayAction
from shengji.server.tables.acts.hosting import (
    RulesSet,
    next_host,
    rules_set,
)
from shengji.server.tables.acts.match import BankLeft, Left, MatchBegan, TimedOut
from shengji.server.tables.acts.permissions import permissions
from shengji.server.tables.acts.seating import (
    STAND_IN,
    BotSat,
    Covered,
    Renamed,
    Sat,
    Stood,
    replaced,
)
from shengji.server.tables.acts.shuffling import RequestGivenUp, SharesAsked
from shengji.server.tables.acts.talk import Spoke
from shengji.server.tables.acts.votes import (
    CLAIMS,
    Declined,
    TakenBack,
    Vote,
    agreed_command,
    before_last_play,
    drop_after_play,
    outcome_of,
)
from shengji.server.tables.core.entries import Body, ChangeVersions, decode_body
from shengji.server.tables.core.match_events import MatchEvents
from shengji.server.tables.core.prompts import Prompts
from shengji.server.tables.core.questions import offending_cards
from shengji.server.tables.core.rated import times_left
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.messages import (
    Check,
    Checked,
    Notice,
    ProposalEnded,
    SightSet,
    Spoken,
    StoodIn,
    TimeUp,
)
from shengji.server.tables.state import May, Sight

NextStep = Literal["idle", "start", "shares", "draw", "close", "wait", "pass", "next", "over"]
"""The next step: `idle`: none before a match; `start`: a hand starts; `shares`: shares
of the next deal are asked for, and some are not there; `draw`: a card is drawn;
`close`: the draw is closed; `wait`: a decision is pending; `pass`: the seat to play has no decision
and is passed over; `next`: people look at a result; `over`: none after a match."""

_RECENT: Final = 50
"""Number of chat messages, notices and timeouts that are kept for new viewers."""

_RECENT_COMMANDS: Final = 256
"""Number of commands whose ids are kept to recognise retries."""


class TableBeforeHand(msgspec.Struct, frozen=True, kw_only=True):
    """The room and the match before a hand, with recent messages.

    Attributes:
        version: the number of entries that led to it.
        changed: the version of the last change of each topic.
    """

    version: int
    room: Room
    match: Between
    said: tuple[Spoken, ...]
    changed: dict[Topic, int]
    results: tuple[HandAccount, ...]
    notices: tuple[Notice, ...] = ()
    times_up: tuple[TimeUp, ...] = ()


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A table before a hand, stored so that loading reads only the log since then.

    Attributes:
        format: the version of this schema; for another one the whole log is read.
        done: recent commands, with the versions that they led to.
        moved: the version at which each person's view last changed to or from a seat.
        watching_since: the version since which the visibility for onlookers is unchanged.
    """

    format: Literal[2] = 2
    table: TableBeforeHand
    done: tuple[tuple[Cause, int], ...]
    moved: dict[str, int]
    watching_since: int

    @classmethod
    def of(cls, logged: LogTail) -> Self | None:
        """Decode the checkpoint of a log; `None`: there is none, or it has another format."""
        if logged.checkpoint is None:
            return None
        try:
            return msgspec.json.decode(logged.checkpoint, type=cls)
        except msgspec.MsgspecError:
            return None


class Table:
    """A table: seats, settings, match and recent messages, built from its log by `apply`.

    Each command returns its entries, which are already applied here. They must be stored before
    they are published; if that fails, the table must be rebuilt from its log. `()` means that
    nothing had to change.

    One fact is not in the log: the seats that have passed at the last chance to declare.

    >>> from shengji.rules import Rules
    >>> from shengji.server.tables.acts.match import Start
    >>> from shengji.server.tables.acts.seating import opening
    >>> from shengji.server.tables.state import Settings
    >>> table = Table.of(opening("t1", Actor("p1", "Wu"), Rules(), Settings()))
    >>> table.do(Actor("p1", "Wu"), Start(), table.version).words.en
    'Every seat must be taken. Wait for people, or give the free seats to bots.'

    Args:
        checkpoint: the state from which the log continues; its next entry must start the hand.

    Attributes:
        version: the number of applied entries.
        moment: the version of the match's last event.
        ended: the version at which the last match ended; 0: none has ended.
        match: the current match, or the last one, with all cards; `None` before the first.
        banks: the milliseconds left in the banks of seats that are not full.
        done: the versions that recent commands led to.
    """

    def __init__(self, checkpoint: Checkpoint | None = None) -> None:
        self.version = self.moment = self.ended = 0
        self.match: Match | None = None
        self.room = Room()
        self.events = MatchEvents()
        self.said: deque[Spoken] = deque(maxlen=_RECENT)
        self.notices: deque[Notice] = deque(maxlen=_RECENT)
        self.times_up: deque[TimeUp] = deque(maxlen=_RECENT)
        self.banks: dict[int, int] = {}
        self.done: OrderedDict[Cause, int] = OrderedDict()
        self._overdue = False
        self._stood_in: dict[int, list[StoodIn]] = {}
        self._changes = ChangeVersions()
        self._declined: set[int] = set()
        self._moved: dict[str, int] = {}
        self._watching_since = 0
        self._prompts: Prompts | None = None
        if checkpoint is not None:
            self._resume(checkpoint)
        self._proposal = self.room.proposal
        self._playing, self._seers = self.room.playing, self.room.seers
        self._onlookers = self.room.sight.onlookers

    def _resume(self, checkpoint: Checkpoint) -> None:
        kept = checkpoint.table
        self.version = kept.version
        self.room = deepcopy(kept.room)
        self.room.end_hand()
        self.match = Match.resumed(self.room.rules, kept.match)
        self.events = MatchEvents(kept.results)
        self.said.extend(kept.said)
        self.notices.extend(kept.notices)
        self.times_up.extend(kept.times_up)
        self.done.update(checkpoint.done)
        self._changes = ChangeVersions(kept.changed)
        self._moved, self._watching_since = dict(checkpoint.moved), checkpoint.watching_since

    @classmethod
    def of(cls, bodies: Iterable[Body]) -> Self:
        """Return the table that a log describes."""
        table = cls()
        for body in bodies:
            table.apply(body)
        return table

    @classmethod
    def stored(cls, log: Iterable[Stored], checkpoint: Checkpoint | None = None) -> Self:
        """Return the table that a stored log describes, from its checkpoint on."""
        table = cls(checkpoint)
        for entry in log:
            table.apply(decode_body(entry.body))
            if entry.cause is not None:
                table.remember(entry.cause)
        return table

    def checkpoint(self) -> Checkpoint:
        """Return the state before the current hand, whose start must be the last entry."""
        before = TableBeforeHand(
            version=self.version - 1,
            room=deepcopy(self.room),
            match=self._match.before_deal(),
            said=tuple(self.said),
            changed=self._changes.last,
            results=tuple(self.events.results),
            notices=tuple(self.notices),
            times_up=tuple(self.times_up),
        )
        return Checkpoint(
            table=before,
            done=tuple(self.done.items()),
            moved=dict(self._moved),
            watching_since=self._watching_since,
        )

    # The log

    def apply(self, body: Body) -> None:
        """Apply the next entry of the log."""
        if isinstance(body, TableEntry):
            sight = Sight.of(self.room.settings)
            body.apply(self.room)
            self._update(body)
            self._add_sight_notice(sight)
        else:
            self._match.apply(body)
            self._update(body)

    def _update(self, body: Body) -> None:
        """Update versions, caches and notices after the room or the match has applied an entry."""
        self.version += 1
        self._prompts = None
        self._changes.record(body, self.version)
        if isinstance(body, TableEntry):
            self._update_for_entry(body)
        else:
            self._update_for_event(body)
        self._add_proposal_notice(body)
        self._record_views()

    def _record_views(self) -> None:
        """Record the end of a match, and changes of the people who see cards."""
        room, version = self.room, self.version
        if self._playing and not room.playing:
            self.ended = version
        self._playing = room.playing
        if self._onlookers != room.sight.onlookers:
            self._onlookers, self._watching_since = room.sight.onlookers, version
        if self._seers != room.seers:
            before, after = seats_by_person(self._seers), seats_by_person(room.seers)
            self._seers = room.seers
            for person in before.keys() | after.keys():
                if before.get(person) != after.get(person):
                    self._moved[person] = version

    def _add_proposal_notice(self, body: Body) -> None:
        """Add a notice if an entry has ended a proposal."""
        known, self._proposal = self._proposal, self.room.proposal
        if known is None or known is self._proposal:
            return
        outcome = outcome_of(self.room, known, body)
        self.notices.append(
            ProposalEnded(version=self.version, what=known.what, seat=known.seat, outcome=outcome)
        )

    def _add_sight_notice(self, before: Sight) -> None:
        """Add a notice if the host has changed the visibility for onlookers."""
        sight = Sight.of(self.room.settings)
        if sight.shown != before.shown:
            waits = self.room.sight_next is not None
            self.notices.append(SightSet(version=self.version, sight=sight, next_hand=waits))

    def _record_pass(self, seat: int) -> None:
        self._declined.add(seat)
        self._prompts = None

    def _update_for_entry(self, entry: TableEntry) -> None:
        match entry:
            case Sat():
                self._declined.discard(entry.seat)
                self._stood_in.pop(entry.seat, None)
            case RulesSet():
                # The state of the last match does not fit the new rules.
                self._leave_match(None)
            case MatchBegan():
                self._leave_match(Match(self.room.rules))
                if self.room.levels:
                    self._match.begin_at(self.room.levels, self.room.dealer)
            case TakenBack():
                self._take_back(entry.to)
                self.moment = self.version
            case BankLeft():
                self.banks[entry.seat] = entry.left
            case Spoke():
                self.said.append(Spoken(version=self.version, **asdict(entry)))
            case TimedOut(seat):
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
        self.match, self.events = new, MatchEvents()

    def _take_back(self, to: int) -> None:
        """Rebuild the match without the events of the hand after a version."""
        match = Match.resumed(self._match.rules, self._match.before_deal())
        self.events.take_back(to, self.version)
        for decisions in self._stood_in.values():
            decisions[:] = [one for one in decisions if one.version <= to]
        for at in self.events.unmasked:
            match.apply(at.event)
        self.match = match

    def _update_for_event(self, event: Event) -> None:
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
        if isinstance(event, HandStarted):
            self.banks.clear()
        if isinstance(event, HandStarted | Shown):
            self._declined.clear()
        if not isinstance(event, RestClaimed):  # The claiming seat still has to play in its time.
            self.moment = self.version
        self._record_stood_in(event)
        self._record_late_cards(event)
        self.events.add(event, self._match, self.version)

    def _record_stood_in(self, event: Event) -> None:
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

    def _record_late_cards(self, event: Event) -> None:
        if self._overdue and isinstance(event, Played):
            self.times_up[-1] = replace(self.times_up[-1], cards=event.cards)
        self._overdue = self._overdue and isinstance(event, ThrowFailed)

    def remember(self, cause: Cause) -> None:
        """Record that a command has led to the current version."""
        self.done[cause] = self.version
        if len(self.done) > _RECENT_COMMANDS:
            self.done.popitem(last=False)

    def same_view_since(self, person: str) -> int:
        """Return the version since which a person's view of the table is unchanged."""
        moved = self._moved.get(person, 0)
        return moved if person in self._seers else max(moved, self._watching_since)

    @property
    def seated_since(self) -> int:
        """The version since which the same people and bots hold the seats."""
        return self._changes.last.get("seats", 0)

    # The next step

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
    def prompts(self) -> Prompts:
        """The pending decisions; a new object after each entry."""
        if self._prompts is None:
            since, declined = self._changes.since, frozenset(self._declined)
            self._prompts = Prompts(self.room, self.match, self.events.unmasked, since, declined)
        return self._prompts

    @property
    def step(self) -> NextStep:
        """The next step."""
        match, hand = self.match, self.hand
        if match is None:
            return "idle"
        if match.winners is not None:
            return "over"
        if hand is None or match.between_hands:
            if self.room.request is not None:
                return "shares" if self.room.request.missing else "start"
            seen = hand is None or hand.phase is not Phase.ENDED or not self.room.undecided
            return "start" if seen else "next"
        if hand.phase is Phase.DRAW:
            if self.prompts.asked_last:
                return "wait"
            return "draw" if hand.cards_to_draw else "close"
        assert hand.turn is not None, "a seat has the turn"
        return "pass" if self.prompts.due(hand.turn) is None else "wait"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose decision is pending, of people and bots; not public during the draw."""
        hand = self.hand
        if hand is None or self._match.winners is not None:
            return ()
        if hand.phase is Phase.DRAW:
            return self.prompts.asked_last
        if self.step == "next":
            return self.room.undecided
        return () if hand.turn is None else (hand.turn,)

    def layout(self) -> Layout | None:
        """Return the current order of cards in a hand; the same object until it changes."""
        hand = self.hand
        return None if hand is None else layout_of(hand.rules, hand.trump_so_far)

    # Commands

    def _enter(self, made: Entries) -> tuple[Body, ...]:
        for entry in made:
            self.apply(entry)
        return made

    def _carry_out(self, command: Command) -> tuple[Body, ...] | Refusal:
        answer = self._match.try_do(command)
        if isinstance(answer, Refusal):
            return answer
        if self.room.settings.one_hand and isinstance(answer[-1], HandEnded):
            answer += self._match.do(EndMatch("hand"))
        for event in answer:
            self._update(event)
        if any(isinstance(event, HandEnded | DealtAgain) for event in answer):
            # The hand is over: the committed deck may now be disclosed.
            return (*answer, *self._step(ShowDeck()))
        return answer

    def _step(self, command: Command) -> tuple[Body, ...]:
        """Carry out an automatic command, which must not be refused."""
        answer = self._carry_out(command)
        assert not isinstance(answer, Refusal), answer
        return answer

    # Actions of people

    def permissions(self, actor: Actor, around: ActionContext) -> May:
        """Return the actions of the room that a viewer may request."""
        context = around._replace(match=self.match, events=self.events.unmasked)
        return permissions(self.room, actor, context)

    def do(
        self,
        actor: Actor,
        action: Action,
        version: int,
        around: ActionContext = EMPTY_CONTEXT,
    ) -> tuple[Body, ...] | Refused:
        """Carry out an action of a person.

        Args:
            actor: the person.
            action: the action.
            version: the version of the table that the person had seen.
            around: the context of the action.
        """
        context = around._replace(
            late=self._changes.is_late(action, version),
            match=self.match,
            events=self.events.unmasked,
            nudged=self._nudged(),
        )
        if isinstance(action, Decision):
            seat = playing_seat(self.room, actor, context)
            return seat if isinstance(seat, Refused) else self.seat_command(seat, action)
        claim = self._open_claim()
        answer = action.decide(self.room, actor, context)
        if isinstance(answer, Refused):
            return answer
        made: tuple[Body, ...] = self._enter(answer)
        for entry in answer:
            if isinstance(entry, Stood) and times_left(self.room, entry.seat) == 0:
                return (*made, *self.leave((entry.seat,)))
            if isinstance(entry, Declined) and claim is not None and entry.seat != claim.seat:
                made += self._step(replace(claim, accepted=False))  # it may not be repeated
        return (*made, *(self._settled() if isinstance(action, Vote) else self._claimed()))

    def _nudged(self) -> tuple[int | None, ...]:
        since = self._changes.since
        return tuple(said.seat for said in self.said if said.version > since)

    def _open_claim(self) -> ClaimRest | None:
        """Return the command of the open proposal, if it is a claim."""
        known = self.room.proposal
        command = None if known is None else agreed_command(known.what, known.seat)
        return command if isinstance(command, ClaimRest) else None

    def _claimed(self) -> tuple[Body, ...]:
        """Return the entries of a claim once the players still asked have left or use bots."""
        proposal = self.room.proposal
        return self._settled() if proposal is not None and proposal.what in CLAIMS else ()

    def _settled(self) -> tuple[Body, ...]:
        """Return the entries of a proposal that all have agreed to."""
        proposal = self.room.proposal
        if proposal is None or self.room.missing(proposal):
            return ()
        command = agreed_command(proposal.what, proposal.seat)
        if command is None:
            to = before_last_play(self.events.unmasked, proposal.seat)
            return self._enter((TakenBack(to),))
        made = self._step(command)
        if isinstance(command, ClaimRest):
            assert self.hand is not None, "the rest of it was claimed"
            for play in play_out(self.hand):
                made += self._step(play)
        return made

    def check(self, seat: int, request: Check) -> Checked:
        """Check a decision, and list the readings of a lead, from the seat's own cards alone."""
        if self.match is None:
            return Checked(id=request.id, refusal=refused("no-match").words)
        action = request.action
        command = action.command_of(seat)
        refusal = None if command is None else self.match.verify(command)
        if refusal is not None:
            offending: tuple[Card, ...] = ()
            if self.hand is not None and isinstance(action, PlayAction):
                offending = offending_cards(self.hand, seat, action.cards, refusal)
            return Checked(id=request.id, refusal=words_of(refusal), offending=offending)
        if self.hand is None or not isinstance(action, PlayAction):
            return Checked(id=request.id, refusal=None)
        ways = readings_of_lead(self.hand, action.cards, request.having)
        left = minus(action.cards, chain.from_iterable(request.having)) if ways.more else ()
        tractors = tractors_among(self.hand.space, left) if left else []
        return Checked(
            id=request.id,
            refusal=None,
            readings=tuple(tuple(unit.cards for unit in way) for way in ways.listed),
            tractors=tuple(unit.cards for unit in tractors),
            throw=self._throw_words(seat, action),
        )

    def _throw_words(self, seat: int, action: PlayAction) -> Text | None:
        """Return the words about a valid throw and its obstacles; `None`: it is not one."""
        hand = self.hand
        if hand is None or hand.phase is not Phase.PLAY or hand.trick is not None:
            return None
        reason = reason_of_throw(hand, seat, action.cards)
        return None if reason is None else words_said(reason.render)

    def rename(self, actor: Actor) -> tuple[Body, ...]:
        """Change the name of a person."""
        number = self.room.seat_of(actor.person)
        if number is None:
            return ()
        seat = self.room.seats[number]
        if (seat.name, seat.account) == (actor.name, actor.account):
            return ()
        return self._enter((Renamed(*actor),))

    # Steps of the server

    def seat_command(self, seat: int, action: GameAction) -> tuple[Body, ...] | Refused:
        """Carry out a decision for a seat on behalf of its bot or after a timeout."""
        command = action.command_of(seat)
        if command is not None or self.match is None:
            return self.answer(command)
        if self.phase is Phase.DRAW:
            self._record_pass(seat)
        return ()

    def answer(self, command: Command | None) -> tuple[Body, ...] | Refused:
        """Carry out a command for the seat that it names; `None` does nothing."""
        if self.match is None:
            return refused("no-match")
        answer = () if command is None else self._carry_out(command)
        return Refused(answer.code, words_of(answer)) if isinstance(answer, Refusal) else answer

    def time_up(self, seat: int) -> tuple[Body, ...]:
        """Record a timeout; a decision must follow, unless the seat has lost the match by it."""
        made: tuple[Body, ...] = self._enter((TimedOut(seat),))
        if times_left(self.room, seat) == 0:
            made += self.leave((seat,), late=True)
        return made

    def record_banks(self, left: Mapping[int, int]) -> tuple[Body, ...]:
        """Record the remaining time in the banks of some seats, in milliseconds."""
        return self._enter(tuple(BankLeft(*each) for each in left.items()))

    def cover(self, seat: int, on: bool) -> tuple[Body, ...]:
        """Start or end a bot's cover for an absent person; it starts only during a match."""
        at = self.room.seats[seat]
        bot = STAND_IN if on else None
        if at.person is None or at.covered == bot or (on and not self.room.playing):
            return ()
        return (*self._enter((Covered(seat, bot),)), *self._claimed())

    def leave(self, seats: Collection[int], *, late: bool = False) -> tuple[Body, ...]:
        """End a rated match that the players of some seats have left.

        With no seats no player has lost. Before the first hand there is nothing to end.

        Args:
            seats: the seats.
            late: whether the players were present and timed out too often.
        """
        if not self.room.is_rated or self.hand is None:
            return ()
        left = self._enter((Left(tuple(sorted(seats)), late),))
        return (*left, *self._step(EndMatch("agreed")))

    def begin(self) -> tuple[Body, ...]:
        """Begin the match of a table of a night, unless one has begun."""
        if self.room.matches or not all(seat.taken for seat in self.room.seats):
            return ()
        return self._enter((MatchBegan(),))

    def place(self, people: Sequence[Actor | None]) -> tuple[Body, ...]:
        """Seat these people, by seat, at a table of a night, in place of the current players.

        `None` leaves a seat to its bot.
        """
        made: tuple[Body, ...] = ()
        for seat, person in enumerate(people):
            if person is not None:
                made += self._enter(replaced(self.room, seat, person))
        return made

    def finish(self) -> tuple[Body, ...]:
        """End the match of a table of a night, and empty its seats."""
        made: tuple[Body, ...] = ()
        if self.room.playing and self.hand is None:
            made = self._enter((RulesSet(rules_state(self.room.rules).given),))
        elif self.room.playing:
            made = self._step(EndMatch("agreed"))
        seats = enumerate(self.room.seats)
        emptied = tuple(Stood(seat) for seat, at in seats if at.person is not None)
        return (*made, *self._enter(emptied))

    def replace_bot(self, seat: int) -> tuple[Body, ...]:
        """Replace a bot that cannot play by the stand-in, visibly to all."""
        if self.room.seats[seat].bot in (None, STAND_IN):
            return ()
        return self._enter((BotSat(seat, STAND_IN),))

    def pass_host(self, here: Collection[str]) -> tuple[Body, ...]:
        """Make the next connected person in a seat the host, if the host is not connected."""
        if self.room.host is None or self.room.host in here:
            return ()
        return self._enter(next_host(self.room, self.room.seat_of(self.room.host) or 0, here))

    def start_hand(self, chance: Random, here: Collection[str] | None = None) -> tuple[Body, ...]:
        """Start the next hand, when the step is `start`; or what comes before it.

        That is the planned rules, or the request for shares. A lesson's deck is known, so it is
        dealt only to a person alone with bots, never rated, and not once shares were asked for.

        Args:
            chance: makes the server's share, or the deck.
            here: the public ids of all people at the table; `None`: no shares are asked for.
        """
        planned, match = self.room.planned, self._match
        if planned is not None:
            restarts = any(at.lap for at in match.standings)
            levels = () if restarts else tuple(match.levels)
            return self._enter((rules_set(match.rules, planned, levels, match.dealer),))
        room = self.room
        alone = sum(seat.person is not None for seat in room.seats) == 1
        if room.lesson is not None and alone and not room.is_rated and not room.requests:
            return self._step(shuffled(match.rules, Random(DEALS[room.lesson]), room.id))
        if room.request is None:
            if here is None:
                return self._step(shuffled(match.rules, chance, room.id))
            asked = self._ask_shares(chance, here)
            return asked if self.step == "shares" else (*asked, *self._deal())
        return self._deal()

    def _deal(self) -> tuple[Body, ...]:
        """Start the hand whose deal the shares of the request decide."""
        room, match = self.room, self._match
        assert room.request is not None, "shares are asked for"
        request, share, line = room.request, room.server_share, self._line(room.request)
        dealt = dealt_by(match.rules, request, share, line=line)
        made = JointDeal(request, room.given_up)
        return self._step(StartHand(*dealt, salt=share, table=room.id, shares=made))

    def _ask_shares(self, chance: Random, here: Collection[str]) -> tuple[Body, ...]:
        room, match, share = self.room, self._match, f"{chance.getrandbits(256):064x}"
        request = DealRequest(
            number=room.requests + 1,
            match=room.matches,
            hand=match.next_hand[0],
            deal=match.deals + 1,
            first=match.rules.first_drawer if match.first is None else match.first,
            rules=digest_of_rules(match.rules),
            previous=room.last_request,
            server=commitment_to(share),
            seats=tuple(room.share_of(seat, here) for seat in range(len(room.seats))),
        )
        digest = digest_of_request(self._line(request))
        return self._enter((SharesAsked(request, share, digest),))

    def _line(self, request: DealRequest) -> str:
        return request.line(digest_of_table(self.room.id))

    def give_up_shares(self) -> tuple[Body, ...]:
        """Give the request for shares up, when the step is `shares`."""
        return self._enter((RequestGivenUp(),))

    def draw(self) -> tuple[Body, ...]:
        """Draw one card, when the step is `draw`."""
        return self._step(Draw())

    def close_draw(self) -> tuple[Body, ...]:
        """Fix the trump, when the step is `close`."""
        return self._step(CloseDraw())

    def pass_over(self) -> tuple[Body, ...]:
        """Answer for a seat without a choice, when the step is `pass`.

        The caller must wait for the usual time of a decision, so that the missing choice is not
        disclosed.
        """
        command = None if self.hand is None else passing(self.hand)
        assert command is not None, "a seat is passed over"
        return self._step(command)


def seats_by_person(holders: Iterable[str | None]) -> dict[str, int]:
    """Return the seat of each person."""
    return {person: seat for seat, person in enumerate(holders) if person is not None}
