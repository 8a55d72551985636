"""Table commands: actions of people and steps of the server; return entries or a refusal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from random import Random

from msgspec.structs import replace

from shengji.cards import minus
from shengji.game import (
    ClaimRest,
    CloseDraw,
    Command,
    DealtAgain,
    Draw,
    EndMatch,
    HandEnded,
    Phase,
    Refusal,
    ShowDeck,
    passing,
    play_out,
    readings_of_lead,
    shuffled,
)
from shengji.game.reasons import reason_of_throw
from shengji.play.readings import tractors_among
from shengji.rules import Rules
from shengji.server.rules.sheets import rules_state
from shengji.server.site.schemas import Text
from shengji.server.site.words import words_of, words_said
from shengji.server.tables.actions import Action, GameAction, Next, Nudge, PlayAction, Propose, Vote
from shengji.server.tables.core import entries
from shengji.server.tables.core.commands import command_of
from shengji.server.tables.core.entries import Body, TableEntry
from shengji.server.tables.core.handlers import (
    EMPTY_CONTEXT,
    STAND_IN,
    ActionContext,
    Actor,
    ask,
    next_host,
    rules_set,
    tidy_settings,
)
from shengji.server.tables.core.logged_table import LoggedTable
from shengji.server.tables.core.night_tables import emptied, placed
from shengji.server.tables.core.rated import times_left
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Proposal
from shengji.server.tables.core.votes import (
    CLAIMS,
    agreed_command,
    answered,
    before_play,
    proposed,
)
from shengji.server.tables.messages import Check, Checked
from shengji.server.tables.state import Settings


class Table(LoggedTable):
    """A table with its commands.

    Each command returns its entries, which are already applied here. They must be stored before
    they are published; if that fails, the table must be rebuilt from its log. `()` means that
    nothing had to change.

    >>> from shengji.server.tables.actions import Start
    >>> table = Table()
    >>> for entry in opening("t1", Actor("p1", "Wu"), Rules(), Settings()):
    ...     table.apply(entry)
    >>> table.do(Actor("p1", "Wu"), Start(), table.version).words.en
    'Every seat must be taken. Wait for people, or give the free seats to bots.'
    """

    def _enter(self, made: tuple[TableEntry, ...]) -> tuple[Body, ...]:
        for entry in made:
            self.apply(entry)
        return made

    def _carry_out(self, command: Command) -> tuple[Body, ...] | Refusal:
        answer = self._match.do(command)
        if isinstance(answer, Refusal):
            return answer
        if self.room.settings.one_hand and isinstance(answer[-1], HandEnded):
            ended = self._match.do(EndMatch("hand"))
            assert not isinstance(ended, Refusal), ended
            answer += ended
        for event in answer:
            self._note(event)
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

    def do(
        self,
        asker: Actor,
        action: Action,
        version: int,
        around: ActionContext = EMPTY_CONTEXT,
    ) -> tuple[Body, ...] | Refused:
        """Carry out an action of a person.

        Args:
            asker: the person.
            action: the action.
            version: the version of the table that the person had seen.
            around: the context of the action.
        """
        if isinstance(action, GameAction):
            return self._decide_for(asker, action, version)
        if isinstance(action, Next):
            return self._see(asker, version)
        if isinstance(action, Vote):
            return self._vote(asker, action, version)
        if isinstance(action, Nudge) and self._has_been_nudged(action.seat):
            return refused("nudged")
        answer = ask(self.room, asker, action, around)
        if isinstance(answer, Refused):
            return answer
        if self._changes.is_late(action, version):
            return refused("late")
        made = self._enter(answer)
        for entry in answer:
            if isinstance(entry, entries.Stood) and times_left(self.room, entry.seat) == 0:
                return (*made, *self.leave((entry.seat,)))
        return (*made, *self._claimed())

    def _vote(self, asker: Actor, action: Vote, version: int) -> tuple[Body, ...] | Refused:
        """Handle a proposal or an answer to one; carry it out once all have agreed."""
        seat = self._playing_seat(asker, action, version)
        if isinstance(seat, Refused):
            return seat
        if self.hand is None:
            return refused("no-match")
        if isinstance(action, Propose):
            entry = proposed(self.room, self._match, self.happened, seat, action.what)
        else:
            entry = answered(self.room, seat, agree=action.agree)
        if isinstance(entry, Refused):
            return entry
        known = self.room.proposal
        made: tuple[Body, ...] = self._enter((entry,))
        if isinstance(entry, entries.Declined) and known is not None and seat != known.seat:
            made += self._declined_claim(known)
        return (*made, *self._settled())

    def _declined_claim(self, known: Proposal) -> tuple[Body, ...]:
        """Return the entries for a declined claim, which may not be repeated."""
        command = agreed_command(known.what, known.seat)
        if not isinstance(command, ClaimRest):
            return ()
        return self._step(replace(command, accepted=False))

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
            to = before_play(self.room, self._match, self.happened, proposal.seat)
            assert to is not None, "the next play ends the proposal"
            return self._enter((entries.TakenBack(to),))
        made = self._step(command)
        if isinstance(command, ClaimRest):
            assert self.hand is not None, "the rest of it was claimed"
            for play in play_out(self.hand):
                made += self._step(play)
        return made

    def _has_been_nudged(self, seat: int) -> bool:
        """Whether the holder of a seat has been nudged for the current decision."""
        since = self._changes.since
        return any(said.seat == seat and said.version > since for said in self.said)

    def _decide_for(
        self, asker: Actor, action: GameAction, version: int
    ) -> tuple[Body, ...] | Refused:
        """Handle a decision of a person in the match."""
        seat = self._playing_seat(asker, action, version)
        return seat if isinstance(seat, Refused) else self.seat_command(seat, action)

    def _playing_seat(self, asker: Actor, action: GameAction | Vote, version: int) -> int | Refused:
        """Return the seat that a person plays in, or the refusal of the action."""
        seat = self.room.seat_of(asker.person)
        if seat is None:
            return refused("not-seated")
        if not self.room.playing:
            return refused("no-match")
        if self.room.seats[seat].joins is not None:
            return refused("next-hand")
        if self.room.seats[seat].player is not None:
            return refused("bot-plays")
        return refused("late") if self._changes.is_late(action, version) else seat

    def _see(self, asker: Actor, version: int) -> tuple[Body, ...] | Refused:
        """Record that a person has seen the result."""
        seat = self.room.seat_of(asker.person)
        if seat is None:
            return refused("not-seated")
        if self._changes.is_late(Next(), version):
            return refused("late")
        if not self.room.playing or self.phase is not Phase.ENDED:
            return refused("nothing-to-see")
        return () if self.room.seats[seat].ready else self._enter((entries.Readied(seat),))

    def check(self, seat: int, asked: Check) -> Checked:
        """Check a decision, and list the readings of a lead, from the seat's own cards alone."""
        if self.match is None:
            return Checked(id=asked.id, refusal=refused("no-match").words)
        action = asked.action
        command = command_of(seat, action)
        refusal = None if command is None else self.match.verify(command)
        if refusal is not None:
            return Checked(id=asked.id, refusal=words_of(refusal))
        if self.hand is None or not isinstance(action, PlayAction):
            return Checked(id=asked.id, refusal=None)
        ways = readings_of_lead(self.hand, action.cards, asked.having)
        left = minus(action.cards, chain.from_iterable(asked.having)) if ways.more else ()
        tractors = tractors_among(self.hand.space, left) if left else []
        return Checked(
            id=asked.id,
            refusal=None,
            readings=tuple(tuple(unit.cards for unit in way) for way in ways.listed),
            tractors=tuple(unit.cards for unit in tractors),
            throw=self._throw_words(seat, action),
        )

    def _throw_words(self, seat: int, action: PlayAction) -> Text | None:
        """Return the name of a valid throw and what stops it; else `None`."""
        hand = self.hand
        if hand is None or hand.phase is not Phase.PLAY or hand.trick is not None:
            return None
        reason = reason_of_throw(hand, seat, action.cards)
        return None if reason is None else words_said(reason.said)

    def rename(self, asker: Actor) -> tuple[Body, ...]:
        """Change the name of a person."""
        number = self.room.seat_of(asker.person)
        if number is None:
            return ()
        seat = self.room.seats[number]
        if (seat.name, seat.account) == (asker.name, asker.account):
            return ()
        return self._enter((entries.Renamed(*asker),))

    # Steps of the server

    def seat_command(self, seat: int, action: GameAction) -> tuple[Body, ...] | Refused:
        """Carry out a decision for a seat on behalf of its bot or after a timeout."""
        command = command_of(seat, action)
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
        made: tuple[Body, ...] = self._enter((entries.TimedOut(seat),))
        if times_left(self.room, seat) == 0:
            made += self.leave((seat,), late=True)
        return made

    def note_banks(self, left: Mapping[int, int]) -> tuple[Body, ...]:
        """Record the remaining time in the banks of some seats, in milliseconds."""
        return self._enter(tuple(entries.BankLeft(*each) for each in left.items()))

    def cover(self, seat: int, on: bool) -> tuple[Body, ...]:
        """Start or end a bot's cover for an absent person; it starts only during a match."""
        at = self.room.seats[seat]
        bot = STAND_IN if on else None
        if at.person is None or at.covered == bot or (on and not self.room.playing):
            return ()
        return (*self._enter((entries.Covered(seat, bot),)), *self._claimed())

    def leave(self, seats: Collection[int], *, late: bool = False) -> tuple[Body, ...]:
        """End a rated match that the players of some seats have left.

        With no seats no player has lost. Before the first hand there is nothing to end.

        Args:
            seats: the seats.
            late: whether the players were present and timed out too often.
        """
        if not self.room.is_rated or self.hand is None:
            return ()
        left = self._enter((entries.Left(tuple(sorted(seats)), late),))
        return (*left, *self._step(EndMatch("agreed")))

    def begin(self) -> tuple[Body, ...]:
        """Begin the match of a table of a night, unless one has begun."""
        if self.room.matches or not all(seat.taken for seat in self.room.seats):
            return ()
        return self._enter((entries.MatchBegan(),))

    def place(self, people: Sequence[Actor]) -> tuple[Body, ...]:
        """Seat these people, by seat, at a table of a night, in place of the current players."""
        made: tuple[Body, ...] = ()
        for seat, person in enumerate(people):
            made += self._enter(placed(self.room, seat, person))
        return made

    def finish(self) -> tuple[Body, ...]:
        """End the match of a table of a night, and empty its seats."""
        made: tuple[Body, ...] = ()
        if self.room.playing and self.hand is None:
            made = self._enter((entries.RulesSet(rules_state(self.room.rules).given),))
        elif self.room.playing:
            made = self._step(EndMatch("agreed"))
        return (*made, *self._enter(emptied(self.room)))

    def replace_bot(self, seat: int) -> tuple[Body, ...]:
        """Replace a bot that cannot play by the stand-in, visibly to all."""
        if self.room.seats[seat].bot in (None, STAND_IN):
            return ()
        return self._enter((entries.BotSat(seat, STAND_IN),))

    def pass_host(self, here: Collection[str]) -> tuple[Body, ...]:
        """Make the next connected person in a seat the host, if the host is not connected."""
        if self.room.host is None or self.room.host in here:
            return ()
        return self._enter(next_host(self.room, self.room.seat_of(self.room.host) or 0, here))

    def start_hand(self, chance: Random) -> tuple[Body, ...]:
        """Start the next hand, when the step is `start`; or apply the planned rules."""
        planned, match = self.room.planned, self._match
        if planned is not None:
            anew = any(at.lap for at in match.standings)
            levels = () if anew else tuple(match.levels)
            return self._enter((rules_set(match.rules, planned, levels, match.dealer),))
        return self._step(shuffled(self._match.rules, chance, self.room.id))

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
        assert command is not None, "somebody may pass"
        return self._step(command)


def opening(
    table: str, host: Actor, rules: Rules, settings: Settings
) -> tuple[TableEntry, TableEntry]:
    """Return the first entries of a table: it is opened, and its host sits in seat 0."""
    given = rules_state(rules).given
    opened = entries.Opened(table, host.person, given, tidy_settings(settings))
    return opened, entries.Sat(0, *host)
