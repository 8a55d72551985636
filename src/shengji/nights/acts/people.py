"""The people of a night: check-in and leaving, pairs, and guests' claims to their results."""

from __future__ import annotations

from datetime import datetime
from typing import Final, TypeAlias

from shengji.nights.acts.act import SERVER, Decided, NightCommand, NightEvent
from shengji.nights.bounds import Name, NewPersonId, PersonId
from shengji.nights.copies import made_from
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.nights.state import BOT, Person
from shengji.rules.bounds import Word

LONGEST_NAME: Final = 40


class CheckIn(NightCommand, tag="check_in", frozen=True, kw_only=True):
    """Check in to the night, first or again; for oneself, or as an organiser for another person.

    Attributes:
        person: the public id of the account, or a new id for a guest.
        account: the public id of the account; empty: a guest.
        partner: id of the partner, who must have checked in before; empty: none.
    """

    person: NewPersonId
    name: Name
    account: NewPersonId = ""
    partner: PersonId = ""
    team: Name = ""

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        person, name = self.person, self.name
        if self.by not in (person, SERVER) and not night.runs(self.by):
            return refused("for-yourself")
        known = night.people.get(person)
        if known is not None and (known.here or person == BOT):
            return refused("already-here", name=known.name)
        if known is None:
            if person in ("", BOT) or not 0 < len(name) <= LONGEST_NAME:
                return refused("bad-name", most=LONGEST_NAME)
            others = (one for one in night.people.values() if one.id != BOT)
            if any(one.name.casefold() == name.casefold() for one in others):
                return refused("name-taken", name=name)
            if self.account and _who_has(night, self.account):
                return refused("account-here", name=night.name(_who_has(night, self.account)))
            first: NightEvent = PersonArrived.of(self, at)
        else:
            first = PersonReturned.of(self, at)
        if not self.partner:
            return first
        fault = _pair_fault(night, self.partner, person)
        return fault or (first, PairMade.of(self, at, one=person, other=self.partner))


class PersonArrived(NightEvent, tag="person_arrived", frozen=True, kw_only=True):
    """A person checked in for the first time."""

    person: str
    name: str
    account: str = ""
    team: str = ""

    def _change(self, night: NightFacts) -> None:
        desk = self.by not in (self.person, SERVER)
        night.people[self.person] = made_from(
            Person,
            self,
            id=self.person,
            account=self.account or None,
            partner=None,
            here=True,
            desk=desk,
            phone=not desk,
            arrived=self.at,
        )
        _wait(night, self.person)


class PersonReturned(NightEvent, tag="person_returned", frozen=True, kw_only=True):
    """A person who had left checked in again."""

    person: str

    def _change(self, night: NightFacts) -> None:
        night.people[self.person].here = True
        _wait(night, self.person)


class Leave(NightCommand, tag="leave", frozen=True, kw_only=True):
    """Leave the night; for oneself, or as an organiser for another person."""

    person: PersonId

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        known = night.people.get(self.person)
        if self.by not in (self.person, SERVER) and not night.runs(self.by):
            return refused("for-yourself")
        if known is None or not known.here:
            return refused("not-here", name=night.name(self.person))
        left = PersonLeft.of(self, at)
        if not known.partner:
            return left
        return (PairParted.of(self, at, one=known.id, other=known.partner), left)


class PersonLeft(NightEvent, tag="person_left", frozen=True, kw_only=True):
    """A person left; the draw does not seat them any more."""

    person: str

    def _change(self, night: NightFacts) -> None:
        night.people[self.person].here = False
        running = night.running
        if running is not None:
            running.sits_out = tuple(one for one in running.sits_out if one != self.person)


class PairUp(NightCommand, tag="pair_up", frozen=True, kw_only=True):
    """Form a pair of partners; for oneself, or as an organiser for other people."""

    one: PersonId
    other: PersonId

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        one, other = self.one, self.other
        if self.by not in (one, other) and not night.runs(self.by):
            return refused("for-yourself")
        fault = _pair_fault(night, other, one) or _pair_fault(night, one, other)
        return fault or PairMade.of(self, at)


class PairMade(NightEvent, tag="pair_made", frozen=True, kw_only=True):
    """Two people became a pair of partners."""

    one: str
    other: str

    def _change(self, night: NightFacts) -> None:
        night.people[self.one].partner = self.other
        night.people[self.other].partner = self.one


class PartPair(NightCommand, tag="part_pair", frozen=True, kw_only=True):
    """Dissolve a pair."""

    person: PersonId

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        known = night.people.get(self.person)
        if known is None:
            return refused("not-checked-in", person=self.person)
        if self.by not in (known.id, known.partner) and not night.runs(self.by):
            return refused("for-yourself")
        if not known.partner:
            return refused("no-partner", name=known.name)
        return PairParted.of(self, at, one=known.id, other=known.partner)


class PairParted(NightEvent, tag="pair_parted", frozen=True, kw_only=True):
    """A pair was dissolved."""

    one: str
    other: str

    def _change(self, night: NightFacts) -> None:
        night.people[self.one].partner = night.people[self.other].partner = None


class NotePhone(NightCommand, tag="note_phone", frozen=True, kw_only=True):
    """Record whether a person can play by phone.

    For oneself, or as an organiser for another person. A person without a phone is seated at tables
    with real cards.
    """

    person: PersonId
    phone: bool

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        known = night.people.get(self.person)
        if self.by not in (self.person, SERVER) and not night.runs(self.by):
            return refused("for-yourself")
        if known is None:
            return refused("not-checked-in", person=self.person)
        if known.phone == self.phone:
            return refused("phone-known", name=known.name)
        if known.desk and not known.account:
            return refused("no-browser", name=known.name)
        return PhoneNoted.of(self, at)


class PhoneNoted(NightEvent, tag="phone_noted", frozen=True, kw_only=True):
    """A person can no longer play by phone, or can again."""

    person: str
    phone: bool

    def _change(self, night: NightFacts) -> None:
        night.people[self.person].phone = self.phone


class ClaimGuest(NightCommand, tag="claim_guest", frozen=True, kw_only=True):
    """Transfer a guest's results to an account. `SERVER` or organisers only.

    Attributes:
        account: the public id of the account.
    """

    givers = "server"
    late = True

    person: PersonId
    account: PersonId

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        known = night.people.get(self.person)
        if known is None:
            return refused("not-checked-in", person=self.person)
        if known.account:
            return refused("has-an-account", name=known.name)
        if not self.account:
            return refused("no-account")
        other = _who_has(night, self.account)
        if other not in ("", known.id):  # a guest who creates an account keeps the id
            return refused("account-here", name=night.name(other))
        return GuestClaimed.of(self, at)


class GuestClaimed(NightEvent, tag="guest_claimed", frozen=True, kw_only=True):
    """A guest's results and ratings now belong to an account."""

    moves_tables = True
    moves_ratings = True

    person: str
    account: str

    def _change(self, night: NightFacts) -> None:
        person = night.people[self.person]
        person.account, person.phone = self.account, True  # guests claim with a browser


class ReleaseGuest(NightCommand, tag="release_guest", frozen=True, kw_only=True):
    """Undo the claim of a guest's results by a wrong account. Organisers only."""

    givers = "organisers"
    late = True

    person: PersonId

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        known = night.people.get(self.person)
        if known is None:
            return refused("not-checked-in", person=self.person)
        if known.account in (None, known.id):
            return refused("not-claimed", name=known.name)
        if not known.desk:
            return refused("own-browser", name=known.name)
        return GuestReleased.of(self, at, account=known.account)


class GuestReleased(NightEvent, tag="guest_released", frozen=True, kw_only=True):
    """The claim of a guest's results was undone."""

    moves_tables = True
    moves_ratings = True

    person: str
    account: str

    def _change(self, night: NightFacts) -> None:
        person = night.people[self.person]
        person.account, person.phone = None, not person.desk


class OpenClaims(NightCommand, tag="open_claims", frozen=True, kw_only=True):
    """Create the secret for guests' claim codes. `SERVER` only.

    Attributes:
        secret: the key of the codes, known only to the server.
    """

    givers = "server"
    late = True

    secret: Word

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        return ClaimsOpened.of(self, at) if not night.claims else ()


class ClaimsOpened(NightEvent, tag="claims_opened", frozen=True, kw_only=True):
    """Claim codes for guests can be issued."""

    secret: str

    def _change(self, night: NightFacts) -> None:
        night.claims = self.secret


def _who_has(night: NightFacts, account: str) -> str:
    """The id of the person with this account; empty: none."""
    found = (one.id for one in night.people.values() if account in (one.account, one.id))
    return next(found, "")


def _pair_fault(night: NightFacts, partner: str, person: str) -> Refusal | None:
    """The refusal if a person cannot form a pair with this partner."""
    other = night.people.get(partner)
    if night.settings.partners != "chosen":
        return refused("partners-drawn")
    if other is None or not other.here:
        return refused("partner-not-here", name=night.name(partner))
    if partner == person:
        return refused("pair-of-one")
    if other.partner:
        return refused("has-a-partner", name=other.name, partner=night.name(other.partner))
    return None


def _wait(night: NightFacts, person: str) -> None:
    """Add a person who arrives during a round to those sitting out, until they replace a player."""
    running = night.running
    if running is None or person in running.sits_out:  # between rounds, or already sitting out
        return
    if all(person not in game.seats for game in running.games.values()):
        running.sits_out = (*running.sits_out, person)


ClientCommand: TypeAlias = CheckIn | Leave | PairUp | PartPair | NotePhone | ReleaseGuest
Command: TypeAlias = ClientCommand | ClaimGuest | OpenClaims
Event: TypeAlias = (
    PersonArrived
    | PersonReturned
    | PersonLeft
    | PairMade
    | PairParted
    | PhoneNoted
    | GuestClaimed
    | GuestReleased
    | ClaimsOpened
)
