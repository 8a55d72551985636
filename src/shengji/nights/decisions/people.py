"""People of a night: who is here, who plays with whom, and who owns a guest's results."""

from __future__ import annotations

from shengji.nights import commands as asked
from shengji.nights import events as told
from shengji.nights.commands import SERVER
from shengji.nights.course import Course
from shengji.nights.decisions.grounds import Decided, Decisions, Stamp
from shengji.nights.refusals import Refusal, refused

LONGEST_NAME = 40


def _check_in(night: Course, command: asked.CheckIn, stamp: Stamp) -> Decided:
    person, name = command.person, command.name.strip()
    if command.by not in (person, SERVER) and not night.runs(command.by):
        return refused("for-yourself")
    known = night.people.get(person)
    if known is not None and known.here:
        return refused("already-here", name=known.name)
    if known is None:
        if not person or not 0 < len(name) <= LONGEST_NAME:
            return refused("bad-name", most=LONGEST_NAME)
        if any(one.name.casefold() == name.casefold() for one in night.people.values()):
            return refused("name-taken", name=name)
        if command.account and _who_has(night, command.account):
            return refused("account-here", name=night.name(_who_has(night, command.account)))
        first: told.Event = told.PersonArrived(
            person=person, name=name, account=command.account, team=command.team, **stamp
        )
    else:
        first = told.PersonReturned(person=person, **stamp)
    if not command.partner:
        return (first,)
    fault = _pair_fault(night, command.partner, person)
    return fault or (first, told.PairMade(one=person, other=command.partner, **stamp))


def _who_has(night: Course, account: str) -> str:
    """The person who plays for an account here; empty: nobody."""
    found = (one.id for one in night.people.values() if account in (one.account, one.id))
    return next(found, "")


def _pair_fault(night: Course, partner: str, person: str) -> Refusal | None:
    """Why somebody cannot play with this partner."""
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


def _pair_up(night: Course, command: asked.PairUp, stamp: Stamp) -> Decided:
    one, other = command.one, command.other
    if command.by not in (one, other) and not night.runs(command.by):
        return refused("for-yourself")
    fault = _pair_fault(night, other, one) or _pair_fault(night, one, other)
    return fault or (told.PairMade(one=one, other=other, **stamp),)


def _part_pair(night: Course, command: asked.PartPair, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if known is None:
        return refused("not-checked-in", person=command.person)
    if command.by not in (known.id, known.partner) and not night.runs(command.by):
        return refused("for-yourself")
    if not known.partner:
        return refused("no-partner", name=known.name)
    return (told.PairParted(one=known.id, other=known.partner, **stamp),)


def _leave(night: Course, command: asked.Leave, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if command.by not in (command.person, SERVER) and not night.runs(command.by):
        return refused("for-yourself")
    if known is None or not known.here:
        return refused("not-here", name=night.name(command.person))
    left = told.PersonLeft(person=known.id, **stamp)
    if not known.partner:
        return (left,)
    return (told.PairParted(one=known.id, other=known.partner, **stamp), left)


def _note_phone(night: Course, command: asked.NotePhone, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if command.by not in (command.person, SERVER) and not night.runs(command.by):
        return refused("for-yourself")
    if known is None:
        return refused("not-checked-in", person=command.person)
    if known.phone == command.phone:
        return refused("phone-known", name=known.name)
    if known.desk and not known.account:
        return refused("no-browser", name=known.name)
    return (told.PhoneNoted(person=known.id, phone=command.phone, **stamp),)


def _claim_guest(night: Course, command: asked.ClaimGuest, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if known is None:
        return refused("not-checked-in", person=command.person)
    if known.account:
        return refused("has-an-account", name=known.name)
    if not command.account:
        return refused("no-account")
    other = _who_has(night, command.account)
    if other not in ("", known.id):  # a guest who makes an account keeps the id
        return refused("account-here", name=night.name(other))
    return (told.GuestClaimed(person=known.id, account=command.account, **stamp),)


def _release_guest(night: Course, command: asked.ReleaseGuest, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if known is None:
        return refused("not-checked-in", person=command.person)
    if known.account in ("", known.id):
        return refused("not-claimed", name=known.name)
    if not known.desk:
        return refused("own-browser", name=known.name)
    return (told.GuestReleased(person=known.id, account=known.account, **stamp),)


def _open_claims(night: Course, command: asked.OpenClaims, stamp: Stamp) -> Decided:
    return (told.ClaimsOpened(secret=command.secret, **stamp),) if not night.claims else ()


DECISIONS: Decisions = {
    asked.CheckIn: _check_in,
    asked.Leave: _leave,
    asked.PairUp: _pair_up,
    asked.PartPair: _part_pair,
    asked.NotePhone: _note_phone,
    asked.ClaimGuest: _claim_guest,
    asked.ReleaseGuest: _release_guest,
    asked.OpenClaims: _open_claims,
}
