"""Builds the picture of a match, for one seat's view or with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

from shengji.cards import Card
from shengji.game.hand import Hand, Phase
from shengji.game.notes import hand_won
from shengji.game.standing import Standing
from shengji.game.trick import Trick
from shengji.game.voice import Voice
from shengji.picture import Place, Row, Scene, board, draw
from shengji.rules import Rules
from shengji.words import Language, texts

Eyes = Literal["all"] | int | None
"""Viewer of a picture: `all` with all hands open, a seat, or `None` for an onlooker."""


class MatchSeen(Protocol):
    """The attributes of a match that a picture depends on; see `shengji.game.match.Match`."""

    rules: Rules
    standings: list[Standing]
    hand: Hand | None
    seen_by: int | None
    all_seen: bool


def picture_of(
    match: MatchSeen,
    *,
    eyes: Eyes | Literal["own"] = "own",
    names: Sequence[str] = (),
    language: Language = "en",
) -> str:
    """A picture of the present state of a match, as SVG.

    Args:
        match: the match, in any view.
        eyes: the viewer; by default the match's own viewer, so that a match that hides nothing
            shows all hands. Cards that the match does not know are not shown.
        names: the player's name for each seat.
        language: language of the words in it.
    """
    return draw(scene_of(match, _viewer(match, eyes), names, language), language)


def board_of(
    match: MatchSeen,
    *,
    eyes: Eyes | Literal["own"] = "own",
    names: Sequence[str] = (),
    language: Language = "en",
) -> str:
    """A picture of the present state of a match, as lines of text; arguments as `picture_of`."""
    return board(scene_of(match, _viewer(match, eyes), names, language), language)


def _viewer(match: MatchSeen, eyes: Eyes | Literal["own"]) -> Eyes:
    if eyes == "own":
        return "all" if match.all_seen else match.seen_by
    return eyes


def scene_of(match: MatchSeen, eyes: Eyes, names: Sequence[str], language: Language) -> Scene:
    """The contents of a picture of a match; arguments as in `picture_of`."""
    players, hand = match.rules.players, match.hand
    said = texts("picture")
    called = [*names] or [said["seat"].render(language, number=seat) for seat in range(players)]
    bottom = eyes if isinstance(eyes, int) else 0
    if hand is None:
        places = tuple(
            Place(name=name, level=at.level.value, count=0)
            for name, at in zip(called, match.standings, strict=True)
        )
        title = texts("names")["phase.start"].render(language)
        return Scene(
            title=title[0].upper() + title[1:], facts=(), trump=None, middle="",
            places=places, bottom=bottom, faded=False, rows=(),
        )  # fmt: skip
    trick = hand.trick or hand.last_trick
    places = tuple(_place(match, hand, trick, seat, called[seat]) for seat in range(players))
    known = hand.started.rank is not None or hand.dealer is not None
    return Scene(
        title=_title(hand, language, known=known),
        facts=tuple(_facts(hand, called, language)),
        trump=hand.trump_so_far if known else None,
        middle=_middle(match, hand, language),
        places=places,
        bottom=bottom,
        faded=hand.trick is None and trick is not None,
        rows=tuple(_rows(hand, eyes, called, language)),
    )


def _title(hand: Hand, language: Language, *, known: bool) -> str:
    key = "hand" if known else "hand-open"
    title = texts("account")[key].render(language, number=hand.number, rank=hand.rank.value)
    if hand.result is not None or (hand.trick is None and not hand.tricks_taken):
        return title
    number = hand.tricks_taken + (hand.trick is not None)
    return texts("picture")["with-trick"].render(language, hand=title, number=number)


def _facts(hand: Hand, names: Sequence[str], language: Language) -> Iterator[str]:
    """Dealer, points and calls, if there are any."""
    said = texts("picture")
    if hand.dealer is not None:
        yield said["dealer"].render(language, name=names[hand.dealer])
        yield said["points"].render(language, points=hand.opponents_points)
    if hand.calls:
        voice = _DrawnVoice(language, names)
        calls = [
            voice.call(call)
            if seat is None
            else said["answered"].render(language, call=voice.call(call), name=names[seat])
            for call, seat in zip(hand.calls, hand.answers, strict=True)
        ]
        yield said["called"].render(language, calls=voice.listed(calls))


class _DrawnVoice(Voice):
    """Voice for the words in a picture."""

    def card(self, card: Card) -> str:
        """A card, with its suit symbol forced to text presentation instead of an emoji."""
        sign = "" if card.suit is None else "\N{VARIATION SELECTOR-15}"
        return super().card(card) + sign


def _middle(match: MatchSeen, hand: Hand, language: Language) -> str:
    """The text in the middle of the table, in place of a trick."""
    if hand.result is not None:
        return Voice(language, ()).sentence(hand_won(hand.result))
    if hand.phase in (Phase.PLAY, Phase.AGAIN):
        return ""
    return texts("names")[f"phase.{hand.phase.value}"].render(language)


def _place(match: MatchSeen, hand: Hand, trick: Trick | None, seat: int, name: str) -> Place:
    side = None
    if hand.dealer is not None and (hand.sides_known or hand.is_declarer(seat)):
        side = "declarers" if hand.is_declarer(seat) else "opponents"
    cards: tuple[Card, ...] = ()
    ahead = leads = False
    full = hand.trick is not None and len(hand.trick.plays) == hand.players
    if hand.result is not None:
        pass
    elif trick is not None:
        cards = trick.cards_of(seat, hand.players) or ()
        leads = seat == trick.leader
        ahead = seat == (hand.ahead if trick is hand.trick else trick.winner)
    elif hand.phase is not Phase.PLAY:
        last = (hand.land or hand.shown)[-1:]
        cards = next((bid.cards for bid in last if bid.seat == seat), ())
    return Place(
        name=name,
        level=match.standings[seat].level.value,
        count=hand.sizes[seat],
        side=side,
        deals=seat == hand.dealer,
        joined=seat in hand.joined,
        turn=seat == hand.turn and not full,
        cards=cards,
        leads=leads,
        ahead=ahead,
    )


def _rows(hand: Hand, eyes: Eyes, names: Sequence[str], language: Language) -> Iterator[Row]:
    """The hands that the viewer may see, and the kitty if it is visible."""
    seats = range(hand.players) if eyes == "all" else () if eyes is None else (eyes,)
    for seat in seats:
        groups = tuple(tuple(cards) for cards in hand.space.by_suit(hand.hands[seat]).values())
        if hand.knows(seat) and groups:
            yield Row(names[seat], groups, large=eyes != "all")
    shown = hand.result is not None and hand.result.factor > 0
    own = eyes is not None and eyes == hand.buried_by
    if hand.kitty is not None and (eyes == "all" or own or shown):
        groups = tuple(tuple(cards) for cards in hand.space.by_suit(hand.kitty).values())
        yield Row(texts("picture")["kitty"].render(language), groups)
