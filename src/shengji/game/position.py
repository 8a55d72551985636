"""A position as one line of text: all that a viewer knows of a match, without its history.

A line has words `key=value` in any order. Rules are written as in records: a preset, and the
options that differ. Cards, ranks and suits are written as on the cards. Commas separate cards and
numbers, slashes the seats or other longer parts of a list, colons the parts of one thing; `-` is
nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Annotated, Any, Literal, TypeAlias, get_type_hints

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from shengji.cards import Card, Suit, Trump, points_of, read_card
from shengji.game.declarations import Showing
from shengji.game.events import Call, HandStarted, RestClaimed, Takes, ThrowFailed, Way
from shengji.game.hand import Hand, Phase
from shengji.game.land import land_turns
from shengji.game.memory import Memory
from shengji.game.standing import Standing
from shengji.game.trick import Earlier, Shape, Told, Trick, lead_of
from shengji.play.position import NO_PAIRS
from shengji.play.readings import tractors_among
from shengji.rules import Rules, RulesError, describe_rules, rules_from
from shengji.rules.bounds import PER_SEAT, Cards, Count, Levels, Ordinal, Seat, Seats, Units

LONGEST = 8192
"""Maximum length of a line, in characters; with six decks it has some 3,000."""

_SUITS = "DCHST"
"""Letters of the effective suits, by number; T are the trumps."""

_EachCards: TypeAlias = Annotated[tuple[Cards, ...], PER_SEAT]
_EachCount: TypeAlias = Annotated[tuple[Count, ...], PER_SEAT]
_Shapes: TypeAlias = Annotated[
    tuple[Annotated[str, msgspec.Meta(pattern="^[DCHST]([2-6](x([2-9]|1[0-3]))?)?$")], ...],
    PER_SEAT,
]
_Few = msgspec.Meta(max_length=100)


class PositionError(ValueError):
    """A line that is no position; the message says what is wrong and what is right.

    >>> from shengji.game import Match
    >>> Match.from_position("rules=tractor seat=4 phase=start")
    Traceback (most recent call last):
    ...
    shengji.game.position.PositionError: seat=4: there is no seat 4: the seats are 0 to 3; write it
    as in seat=0
    """


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a line but the rules; docs/notation.md tells the meaning of each.

    Where a hand is not under way the phase is `start` or `over`, and `hand` the number of the next
    hand. Unknown cards are `None`, or their number in `hands`.
    """

    seat: Seat | Literal["all"] | None
    phase: Literal["start", "over", "draw", "redeal", "bury", "land", "call", "play"]
    hand: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    turn: Seat | None = None
    dealer: Seat | None = None
    dealing: Literal["open", "fixed"] | None = None
    first: Seat | None = None
    redeals: Count = 0
    levels: Levels = ()
    laps: _EachCount = ()
    tried: Seats = ()
    winners: Seats = ()
    trump: Literal["D", "C", "H", "S", "none"] | None = None
    hands: Annotated[tuple[Cards | Count, ...], PER_SEAT] = ()
    kitty: Cards | None = None
    buried: Annotated[tuple[tuple[Seat, Cards], ...], PER_SEAT] = ()
    turned: Cards = ()
    deck: Cards | None = None
    shown: Annotated[tuple[tuple[Seat, Cards, Way, Count], ...], _Few] = ()
    land: Annotated[tuple[tuple[Seat, Cards], ...], _Few] = ()
    calls: Annotated[tuple[tuple[Card, Ordinal, Seat | None], ...], PER_SEAT] = ()
    taken: _EachCount = ()
    discarded: Count = 0
    paid: _EachCount = ()
    captures: Annotated[tuple[tuple[Seat, Seat], ...], _Few] = ()
    claims: Annotated[tuple[tuple[Seat, Takes, Literal[0, 1]], ...], _Few] = ()
    tricks: Count = 0
    gone: _EachCards = ()
    trick: tuple[Seat, Units, _EachCards] | None = None
    failed: tuple[Units, Seat, Count] | None = None
    known: _EachCards = ()
    lacks: Annotated[tuple[_Shapes, ...], PER_SEAT] = ()


_EXAMPLE = (
    "seat=0 phase=play hand=1 turn=0 dealer=0 dealing=open first=0 redeals=0 levels=2,2,2,2 "
    "laps=0,0,0,0 tried=0,2 winners=0,2 trump=H hands=AS,KS,3H/3/3/3 kitty=3C,3C,4C,4C "
    "buried=1:3C,3C,4C,4C turned=3C,2H deck=AS,AS shown=0:2H:declare:1 land=1:SJ,SJ "
    "calls=AS:1:-/KS:2:3 taken=0,5,0,0 discarded=0 paid=0,0,0,0 captures=0:1 claims=0:all:1 "
    "tricks=2 gone=5S,6S/7S,8S/9S,9S/4S,3S trick=3:AC,AC/KC:3C,4C failed=KC,KC/QC:1:10 "
    "known=-/-/KC,KC/- lacks=-/S,T2/-/H2x2"
)
_EXAMPLES = {word.partition("=")[0]: word.partition("=")[2] for word in _EXAMPLE.split()}
"""How each word is written, for messages."""


# Text


@cache
def _kinds() -> dict[str, tuple[inspect.Type, Any, object]]:
    """For each word the description of its type, the type, and the default."""
    info, hints = inspect.type_info(Position), get_type_hints(Position, include_extras=True)
    assert isinstance(info, inspect.StructType)
    return {field.name: (field.type, hints[field.name], field.default) for field in info.fields}


def _separator(kind: inspect.VarTupleType) -> str:
    scalar = not isinstance(kind.item_type, inspect.VarTupleType | inspect.TupleType)
    return "," if scalar and not isinstance(kind.item_type, inspect.UnionType) else "/"


def _text(value: Any, kind: inspect.Type) -> str:
    match kind:
        case inspect.UnionType():
            if value is None:
                return "-"
            lists = [one for one in kind.types if isinstance(value, tuple) and _is_list(one)]
            return _text(value, lists[0]) if lists else str(value)
        case inspect.Metadata():
            return _text(value, kind.type)
        case inspect.VarTupleType():
            return _separator(kind).join(_text(one, kind.item_type) for one in value) or "-"
        case inspect.TupleType():
            return ":".join(map(_text, value, kind.item_types))
    return str(msgspec.to_builtins(value))


def _is_list(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.VarTupleType | inspect.TupleType)


def _parts(text: str, kind: inspect.Type, players: int) -> object:
    """Split a value into the parts of its type, as plain data."""
    match kind:
        case inspect.UnionType():
            if text == "-" and any(isinstance(one, inspect.NoneType) for one in kind.types):
                return None
            number = text.isdecimal()
            kinds = [one for one in kind.types if isinstance(one, inspect.IntType) == number]
            kinds = [one for one in kinds if not isinstance(one, inspect.NoneType)]
            return _parts(text, kinds[0], players) if kinds else text
        case inspect.Metadata():
            return _parts(text, kind.type, players)
        case inspect.VarTupleType():
            items = [] if text == "-" else text.split(_separator(kind))
            return [_parts(one, kind.item_type, players) for one in items]
        case inspect.TupleType():
            items = text.split(":")
            if len(items) != len(kind.item_types):
                raise PositionError(f"{text!r} needs {len(kind.item_types)} parts, with : between")
            return [_parts(*one, players) for one in zip(items, kind.item_types, strict=True)]
        case inspect.EnumType() if kind.cls is Card:
            return read_card(text).value
        case inspect.IntType() | inspect.LiteralType(values=(0, 1)):
            if not re.fullmatch("[0-9]{1,7}", text):
                raise PositionError(f"{text!r} is not a number from 0")
            if isinstance(kind, inspect.IntType) and kind.le == 11 and int(text) >= players:
                raise PositionError(f"there is no seat {text}: the seats are 0 to {players - 1}")
            return int(text)
    return text


def write_position(rules: Rules, at: Position) -> str:
    """Write a position as a line; words with their default are left out."""
    described = describe_rules(rules)
    options = [
        f";{name}:{value if isinstance(value, str) else json.dumps(value, separators=(',', ':'))}"
        for name, value in described.items()
        if name != "preset"
    ]
    words = [f"rules={described['preset']}{''.join(options)}"]
    for name, (kind, _, default) in _kinds().items():
        value = getattr(at, name)
        if value != default:
            words.append(f"{name}={_text(value, kind)}")
    return " ".join(words)


def read_position(line: str) -> tuple[Rules, Position]:
    """Read a line as rules and position, each word for itself.

    Raises:
        PositionError: a word is missing, unknown, or wrongly written.
    """
    if len(line) > LONGEST:
        raise PositionError(f"a position has at most {LONGEST} characters, not {len(line)}")
    given: dict[str, str] = {}
    for word in line.split():
        key, is_pair, text = word.partition("=")
        if key != "rules" and key not in _kinds():
            known = ", ".join(["rules", *_kinds()])
            raise PositionError(
                f"{word[:40]!r} is no word of a position: write key=value, of {known}"
            )
        if not is_pair or key in given:
            raise PositionError(
                f"write {key}=... once, as in {_EXAMPLES.get(key, 'rules=tractor')}"
            )
        given[key] = text
    for key in ("rules", "seat", "phase"):
        if key not in given:
            example = _EXAMPLES.get(key, "tractor")
            raise PositionError(f"{key}= is missing; write it as in {key}={example}")
    rules = _rules(given.pop("rules"))
    values = {}
    for key, text in given.items():
        kind, hint, _ = _kinds()[key]
        try:
            values[key] = msgspec.convert(_parts(text, kind, rules.players), hint)
        except ValueError as error:
            shown = text if len(text) < 60 else f"{text[:60]}..."
            raise PositionError(
                f"{key}={shown}: {error}; write it as in {key}={_EXAMPLES[key]}"
            ) from None
    return rules, Position(**values)


def _rules(text: str) -> Rules:
    preset, *options = text.split(";")
    described: dict[str, object] = {"preset": preset}
    for option in options:
        name, _, value = option.partition(":")
        try:
            described[name] = json.loads(value)
        except (ValueError, RecursionError):
            described[name] = value
    try:
        return rules_from(described, stored=True)
    except RulesError as error:
        raise PositionError(f"rules={text[:60]}: {error}") from None


# From a match


def progress_of(standings: Sequence[Standing]) -> dict[str, Any]:
    """The words of a position for the standings of all seats."""
    laps = tuple(at.lap for at in standings)
    return {
        "levels": tuple(at.level for at in standings),
        "laps": laps if any(laps) else (),
        "tried": tuple(seat for seat, at in enumerate(standings) if at.tried),
    }


def position_at(hand: Hand, standings: Sequence[Standing], *, fixed: bool) -> Position:
    """The position of a hand under way, as its viewer knows it; `fixed`: so was the Dealer."""
    memory = Memory(hand.rules, -1)
    memory.recall(hand)
    seats, trick, failed, deck = range(hand.players), hand.trick, hand.failed, hand.started.deck
    known = tuple(tuple(sorted(cards.elements(), key=_index)) for cards in memory.known)
    voids = hand.position.voids.tolist() if hand.phase is Phase.PLAY else [0] * hand.players
    lacks = tuple(
        tuple(
            letter + (f"{width}" if length == 1 else f"{width}x{length}") * (width > 1)
            for suit, letter in enumerate(_SUITS)
            for width, length in [
                *[(1, 1)] * (voids[seat] >> suit & 1),
                *sorted(memory.lacks[seat][suit]),
            ]
        )
        for seat in seats
    )
    gone = tuple(tuple(hand.played_by(seat)[: -len(_laid(hand, seat)) or None]) for seat in seats)
    return Position(
        seat="all" if hand.all_seen else hand.seen_by,
        phase=hand.phase.value,  # type: ignore[arg-type]
        hand=hand.number,
        turn=hand.turn,
        dealer=hand.dealer,
        dealing=None if fixed == (hand.number > 1) else "fixed" if fixed else "open",
        first=hand.first,
        redeals=hand.redeals,
        **progress_of(standings),
        trump=None if hand.trump is None else hand.trump.suit.value if hand.trump.suit else "none",
        hands=tuple(tuple(hand.hands[s]) if hand.knows(s) else hand.sizes[s] for s in seats),
        kitty=hand.kitty,
        buried=tuple(one for one in sorted(hand.burials.items()) if one[1] != hand.kitty),
        turned=hand.kitty_seen,
        deck=deck[hand.drawn : hand.to_draw] if deck and hand.phase is Phase.DRAW else None,
        shown=tuple((one.seat, one.cards, one.way, one.drawn) for one in hand.shown),
        land=tuple((bid.seat, bid.cards) for bid in hand.land),
        calls=tuple((c.card, c.ordinal, s) for c, s in zip(hand.calls, hand.answers, strict=True)),
        taken=tuple(hand.taken) if any(hand.taken) else (),
        discarded=hand.discarded,
        paid=tuple(hand.paid) if any(hand.paid) else (),
        captures=tuple(hand.captures),
        claims=tuple((one.seat, one.takes, 1 if one.accepted else 0) for one in hand.claims),
        tricks=hand.tricks_taken,
        gone=gone if any(gone) else (),
        trick=None
        if trick is None
        else (trick.leader, tuple(u.cards for u in trick.lead.reading), tuple(trick.plays[1:])),
        failed=None
        if failed is None
        else (failed.units or (failed.thrown,), failed.challenger, failed.penalty),
        known=known if known != _open_cards(hand) else (),
        lacks=lacks if any(lacks) else (),
    )


def _index(card: Card) -> int:
    return card.index


def _laid(hand: Hand, seat: int) -> tuple[Card, ...]:
    """The cards of a seat in the trick on the table."""
    return (hand.trick.cards_of(seat, hand.players) if hand.trick else None) or ()


def _open_cards(hand: Hand) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat has shown, and neither played nor perhaps buried since."""
    held = [Counter[Card]() for _ in range(hand.players)]
    for showing in (*hand.shown, *hand.land):
        held[showing.seat] |= Counter(showing.cards)
    for seat in hand.takers[:-1] if hand.phase is Phase.BURY else hand.takers:
        held[seat].clear()
    return tuple(
        tuple(sorted((cards - Counter(hand.played_by(seat))).elements(), key=_index))
        for seat, cards in enumerate(held)
    )


# To a match


def standings_of(rules: Rules, at: Position) -> list[Standing]:
    """The standing of each seat; by default all are at the first level.

    Raises:
        PositionError: a level cannot be reached, or a seat lacks one.
    """
    levels = at.levels or (rules.first_level,) * rules.players
    _need(len(levels) == rules.players, "levels", f"one for each of {rules.players} seats")
    low, high = rules.lowest_level, rules.last_level
    reach = all(low.order <= level.order <= high.order for level in levels)
    _need(reach, "levels", f"levels from {low.value} to {high.value}")
    laps = _each(rules, "laps", at.laps, 0)
    return [Standing(level, laps[seat], seat in at.tried) for seat, level in enumerate(levels)]


def _need(holds: object, key: str, expected: str) -> None:
    if not holds:
        raise PositionError(f"{key}: expected {expected}, as in {key}={_EXAMPLES[key]}")


def _each(rules: Rules, key: str, values: tuple[Any, ...], default: Any) -> list[Any]:
    _need(len(values) in (0, rules.players), key, f"one for each of {rules.players} seats, or none")
    return list(values or (default,) * rules.players)


def hand_at(
    rules: Rules, at: Position, standings: Sequence[Standing], started: HandStarted
) -> Hand:
    """The hand of a position in which one is under way; `started` has no deck yet.

    Raises:
        PositionError: the position is impossible, as far as that is checked.
    """
    levels = [standing.level for standing in standings]
    seen_by, all_seen = (at.seat, False) if at.seat != "all" else (None, True)
    hand = Hand(rules, started, levels, seen_by, all_seen=all_seen)
    hand.phase = Phase(at.phase)
    hand.dealer = at.dealer
    hand.shown = [Showing(*one) for one in at.shown]
    hand.land = [Showing(*one) for one in at.land]
    _need(all(one.cards for one in (*hand.shown, *hand.land)), "shown", "some cards each time")
    hand.turn = at.turn
    if hand.phase is not Phase.DRAW:
        _need(at.dealer is not None, "dealer", "a Dealer after the draw")
        _need(at.trump, "trump", "a trump suit or none after the draw")
        _need(at.turn is not None or hand.phase is Phase.REDEAL, "turn", "a seat")
    if at.trump is not None and at.dealer is not None:
        hand.trump = Trump(hand.ranks[at.dealer], None if at.trump == "none" else Suit(at.trump))
    hand.turned = hand.kitty_seen = at.turned
    _put_takers(hand)
    hand.calls = tuple(Call(card, ordinal) for card, ordinal, _ in at.calls)
    hand.answers = [seat for *_, seat in at.calls]
    count = rules.calls if hand.phase is Phase.PLAY else 0
    _need(len(hand.calls) == count, "calls", f"{count} calls in this phase")
    others = [seat for seat in hand.answers if seat is not None and seat != hand.dealer]
    hand.joined = list(dict.fromkeys(others))
    hand.taken = _each(rules, "taken", at.taken, 0)
    _need(sum(hand.taken) <= rules.total_points, "taken", f"at most {rules.total_points} points")
    hand.paid = _each(rules, "paid", at.paid, 0)
    hand.discarded, hand.captures = at.discarded, list(at.captures)
    hand.claims = [RestClaimed(seat, takes, yes == 1) for seat, takes, yes in at.claims]
    gone = _each(rules, "gone", at.gone, ())
    hand.played = Counter(chain.from_iterable(gone))
    most = max(map(len, gone))
    _need(at.tricks <= most, "tricks", f"at most {most}, the cards that each seat has played")
    hand.lay_out()
    if at.trick is not None:
        _put_trick(hand, at.trick)
    if at.failed is not None:
        units, challenger, penalty = at.failed
        thrown = tuple(chain.from_iterable(units))
        leader = hand.trick.leader if hand.trick else hand.turn
        _need(leader is not None and thrown, "failed", "a throw at the start of a trick")
        assert leader is not None
        named = units if len(units) > 1 else msgspec.UNSET
        hand.failed = ThrowFailed(leader, thrown, challenger, penalty, named)
        if hand.trick is not None and rules.failed_throw == "must-beat":
            hand.trick.challenger = challenger
    _put_cards(hand, at, gone)
    under_way = hand.trick is not None
    voids, told = _told(hand, at)
    hand.earlier = Earlier(at.tricks, tuple(gone), told, voids, hand.space, under_way)
    if not at.known:
        cards = _open_cards(hand)
        told = tuple(Told(own, lacks) for own, (_, lacks) in zip(cards, told, strict=True))
        hand.earlier = hand.earlier._replace(told=told)
    return hand


def _put_takers(hand: Hand) -> None:
    """Set the seats that took the kitty, the last burier, and the seats still to answer."""
    rules, phase, turn, land = hand.rules, hand.phase, hand.turn, hand.land
    _need(not land or rules.land, "land", "no bids under these rules")
    if phase is Phase.REDEAL:
        _ask(hand, [(hand.first + turn) % rules.players for turn in range(rules.players)])
    if phase in (Phase.DRAW, Phase.REDEAL) or hand.dealer is None:
        _need(not land, "land", "no bids before the kitty is buried")
        return
    takers = [hand.dealer, *(bid.seat for bid in land)]
    bids = phase is Phase.LAND and len(takers) > 1 and turn == takers[-1]
    hand.takers = takers[:-1] if bids else takers  # A bidder who has not taken the kitty yet
    buriers = takers[:-1] if phase is Phase.BURY else hand.takers
    hand.buried_by = buriers[-1] if buriers else None
    if phase is Phase.BURY:
        _need(turn == takers[-1], "turn", f"the seat that took the kitty, {takers[-1]}")
    elif phase is Phase.CALL:
        _need(turn == hand.dealer and rules.calls, "turn", "the Dealer, who calls")
    elif phase is Phase.LAND and hand.buried_by is not None:
        _need(rules.land, "phase", "another phase, as nobody bids under these rules")
        declarer = hand.shown[-1].seat if hand.shown else None
        order = land_turns(rules, hand.buried_by, declarer, len(hand.takers) - 1)
        _ask(hand, order)


def _ask(hand: Hand, order: list[int]) -> None:
    turn = hand.turn
    _need(turn is None or turn in order, "turn", "a seat that may answer")
    hand._to_ask = [] if turn is None else order[order.index(turn) :]


def _put_trick(hand: Hand, given: tuple[int, Units, tuple[Cards, ...]]) -> None:
    """Put the trick on the table; the space is that of its beginning."""
    leader, units, follows = given
    plays = [tuple(chain.from_iterable(units)), *follows]
    fits = units and all(units) and len(plays) <= hand.players
    fits = fits and all(len(cards) == len(plays[0]) for cards in plays)
    _need(fits, "trick", "units of cards, and follows of as many cards")
    space = hand.space
    one_suit = len({space.suit(card) for card in plays[0]}) == 1
    _need(one_suit and all(_is_unit(hand, unit) for unit in units), "trick", "units of one suit")
    turn = (leader + len(plays)) % hand.players
    _need(hand.phase is Phase.PLAY and hand.turn == turn, "turn", f"seat {turn}, by the trick")
    hand.trick = Trick(leader, lead_of(space, units), plays)
    hand.trick.points = points_of(chain.from_iterable(plays))
    hand.played.update(chain.from_iterable(plays))


def _is_unit(hand: Hand, cards: Cards) -> bool:
    if len(set(cards)) == 1:
        return True
    tractors = tractors_among(hand.space, cards)
    return any(sorted(unit.cards, key=_index) == sorted(cards, key=_index) for unit in tractors)


def _put_cards(hand: Hand, at: Position, gone: Sequence[Cards]) -> None:
    """Set the cards of the seats, the kitty and the deck, and check their numbers."""
    rules, players, phase = hand.rules, hand.players, hand.phase
    _need(len(at.hands) == players, "hands", f"cards or their number for each of {players} seats")
    sizes = [held if isinstance(held, int) else len(held) for held in at.hands]
    if phase is Phase.DRAW:
        hand.drawn = drawn = sum(sizes)
        due = [len(range((seat - hand.first) % players, drawn, players)) for seat in range(players)]
        turn = (hand.first + drawn) % players if drawn < hand.to_draw else None
        _need(hand.turn == turn and drawn <= hand.to_draw, "turn", f"{turn}, by the cards drawn")
    else:
        hand.drawn = hand.to_draw
        takes = phase is Phase.BURY
        due = [
            rules.hand_size + rules.kitty_size * (takes and seat == hand.turn)
            - len(gone[seat]) - len(_laid(hand, seat))
            for seat in range(players)
        ]  # fmt: skip
    _need(sizes == due, "hands", f"{'/'.join(map(str, due))} cards in this phase")
    known = [not isinstance(held, int) for held in at.hands]
    want = [hand.knows(seat) for seat in range(players)]
    _need(known == want, "hands", "the cards of the viewer alone, or of all with seat=all,")
    hand.sizes = sizes
    hand.hands = [[] if isinstance(held, int) else list(held) for held in at.hands]
    hand.kitty = at.kitty
    knows = phase is not Phase.BURY and (
        hand.all_seen or (hand.buried_by is not None and hand.buried_by == hand.seen_by)
    )
    size = rules.kitty_size
    _need(
        len(at.kitty or ()) == size if knows else at.kitty is None,
        "kitty",
        f"{size} cards, since the viewer knows them" if knows else "none, since it is not known",
    )
    whole = all(len(cards) == size and hand.knows(seat) for seat, cards in at.buried)
    _need(whole, "buried", f"{size} cards that the viewer buried")
    hand.burials = dict(at.buried)
    if hand.buried_by is not None and at.kitty is not None:
        hand.burials[hand.buried_by] = at.kitty
    deck = at.deck or ()
    left = hand.cards_to_draw if hand.all_seen else 0
    _need(len(deck) == left, "deck", f"{left} cards still to be drawn")
    if hand.all_seen and phase is Phase.DRAW:
        first, held = hand.first, hand.hands
        order = [held[(first + n) % players][n // players] for n in range(hand.drawn)]
        hand.started = replace(hand.started, deck=(*order, *deck, *(at.kitty or ())))
    all_known = Counter(chain(hand.played.elements(), *hand.hands, at.kitty or (), deck))
    over = (all_known - rules.copies) | (Counter(at.turned) - rules.copies)
    _need(not over, "hands", f"at most {rules.deck_count} of each card of the pack in all words,")


def _told(hand: Hand, at: Position) -> tuple[tuple[int, ...], tuple[Told, ...]]:
    """The voids of each seat as bits, and what else it is known to hold and to lack."""
    known, lacks = (
        _each(hand.rules, "known", at.known, ()),
        _each(hand.rules, "lacks", at.lacks, ()),
    )
    hidden = [() if hand.knows(seat) else cards for seat, cards in enumerate(known)]
    held = hand.played + Counter(chain(*hidden, *hand.hands, hand.kitty or ()))
    fits = all(len(cards) <= size for cards, size in zip(known, hand.sizes, strict=True))
    _need(fits and not held - hand.rules.copies, "known", "cards that the seats can hold")
    voids, told = [], []
    for seat, words in enumerate(lacks):
        bits = 0
        shapes: dict[int, frozenset[Shape]] = {}
        for word in words:
            suit, width, length = _SUITS.index(word[0]), int(word[1:2] or 1), int(word[3:] or 1)
            if width == 1:
                bits |= 1 << suit
            else:
                shapes[suit] = shapes.get(suit, frozenset()) | {(width, length)}
            if length == 1 and width <= 2:
                bits |= 1 << NO_PAIRS + suit
        voids.append(bits)
        told.append(Told(known[seat], shapes))
    return tuple(voids), tuple(told)
