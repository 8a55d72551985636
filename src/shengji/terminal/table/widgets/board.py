"""The board: the players in their seats, the cards on the table, and the current state."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from shengji.cards import Card
from shengji.game import Hand, Phase, Trick
from shengji.game.notes import lead_shape
from shengji.terminal.table import phrases
from shengji.terminal.table.session import Wait
from shengji.terminal.table.speaker import PERSON, Speaker
from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, Faces, Look, wrap
from shengji.terminal.table.widgets.painted import Painted, Scene
from shengji.terminal.table.widgets.seats import Area, Seating, Where, seating

_DOING = {
    Phase.AGAIN: "again",
    Phase.REDEAL: "asking-redeal",
    Phase.BURY: "burying",
    Phase.LAND: "bidding-land",
    Phase.CALL: "calling",
}
_BEFORE_PLAY = (Phase.DRAW, *_DOING)


class Board(Painted[Scene]):
    """The table with its players, their plays, and the current state."""

    background = paint.ON_FELT

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the players and the middle."""
        hand = scene.session.hand
        if hand is None:
            return
        table = seating(hand.players, canvas.width, canvas.height)
        for seat, area, where in table.places:
            self._player(canvas, scene, table, (seat, area, where))
        self._middle(canvas, scene, hand, table)

    def _player(
        self, canvas: Canvas, scene: Scene, table: Seating, place: tuple[int, Area, Where]
    ) -> None:
        """Paint a player: the name with its details, and the cards played."""
        seat, (x, y, width, height), where = place
        hand = scene.session.hand
        assert hand is not None
        trick = self._shown_trick(hand)
        short = table.flat and seat != PERSON
        pieces = self._caption(scene, hand, seat, short=short)
        wide = sum(cell_len(text) for text, _ in pieces)
        name_y = y + height - 1 if where == "own" else y
        at = x
        if where in ("top", "own") and not short:
            at = x + max(0, width - wide) // 2
        elif where == "right":
            at = x + width - wide
        for text, style in pieces:
            at = canvas.put(at, name_y, text, style)
        cards = self._cards(hand, seat, trick)
        if not cards:
            return
        stale = trick is not None and hand.trick is None and scene.session.waits_for is Wait.LEAD
        last = (hand.land or hand.shown)[-1:]
        overridden = trick is None and bool(last) and last[0].seat != seat
        look = Look(dull=stale or overridden)
        if short:
            # Cards are placed beside the name.
            room = Area(x if where == "right" else x + wide + 1, y, width - wide - 1, 1)
            where = "left" if where == "top" else where
        else:
            room = Area(x, y if where == "own" else y + 1, width, max(1, height - 1))
        self._lay(canvas, scene.faces, cards, room, where, look, large=table.large)

    def _shown_trick(self, hand: Hand) -> Trick | None:
        if hand.phase not in (Phase.PLAY, Phase.ENDED):
            return None
        return hand.trick or hand.last_trick

    def _caption(
        self, scene: Scene, hand: Hand, seat: int, *, short: bool
    ) -> list[tuple[str, Style]]:
        """The caption of a player: the name and its details."""
        speaker, trick = scene.speaker, self._shown_trick(hand)
        crowded = hand.players > 4 or hand.rules.teams == "friends"
        turn = hand.turn == seat and hand.phase is not Phase.DRAW
        name = f"{seat:2}" if short else speaker.seat(seat)
        style = _side_style(hand, seat)
        if style == paint.OURS and crowded and seat != PERSON:
            style += Style(underline=True)
        pieces = [(f" {name} ", paint.TURN if turn else style)]
        if turn:
            pieces.insert(0, ("▶", paint.BRIGHT))
        elif short:
            pieces.insert(0, (" ", paint.ON_FELT))
        tag = None
        if hand.dealer == seat:
            tag = speaker.text("dealer-letter" if crowded else "dealer-tag")
        elif seat in hand.joined:
            tag = speaker.text("friend-letter" if crowded else "friend-tag")
        if tag is not None:
            gap = [] if short else [(" ", paint.ON_FELT)]
            pieces += [*gap, (tag if short else f" {tag} ", paint.TAG)]
        elif short:
            pieces.append((" " * cell_len(speaker.text("dealer-letter")), paint.ON_FELT))
        if hand.rules.teams == "friends":
            standing = scene.session.match.standings[seat]
            level = hand.levels[seat] if hand.result is None else standing.level
            words = speaker.text("level-letter").format(level=level.value)
            pieces.append((f" {set_cell_size(words, 4) if short else words}", paint.ON_FELT))
        if seat != PERSON:
            left = hand.sizes[seat]
            words = f"{left:2}" if crowded else speaker.say("cards-left", count=left)
            pieces.append((f" {words}", paint.FAINT))
        leads = trick is not None and trick.leader == seat
        wins = trick is not None and bool(trick.plays) and _ahead(hand, trick) == seat
        if short:
            signs = ("›" if leads else " ") + ("★" if wins else " ")
            pieces.append((f" {signs}", paint.BRIGHT))
            return pieces
        if leads:
            lead = "›" if crowded else speaker.text("lead-tag")
            pieces.append((f" {lead}", paint.BRIGHT if crowded else paint.FAINT))
        if wins:
            pieces.append((" ★", paint.BRIGHT))
        return pieces

    def _cards(self, hand: Hand, seat: int, trick: Trick | None) -> Sequence[Card]:
        """The cards in front of a player: those shown to make trumps, else the play."""
        if trick is not None:
            return trick.cards_of(seat, hand.players) or ()
        if hand.phase in _BEFORE_PLAY:
            shown = [*hand.shown, *hand.land]
            return next((s.cards for s in reversed(shown) if s.seat == seat), ())
        return ()

    def _lay(
        self,
        canvas: Canvas,
        faces: Faces,
        cards: Sequence[Card],
        area: Area,
        where: Where,
        look: Look,
        *,
        large: bool,
    ) -> None:
        """Paint cards on the table: large if possible, and equal ones grouped if necessary."""
        x, y, width, height = area
        if large and height >= 3 and len(cards) * 6 - 1 <= width:
            at = _from(where, x, width, len(cards) * 6 - 1)
            for card in cards:
                for row, text in enumerate(faces.large(card)):
                    canvas.put(at, y + row, text, faces.style(card, look))
                at += 6
            return
        lines = faces.laid(cards, width, height)
        for row, line in enumerate(lines):
            at = _from(where, x, width, sum(cell_len(text) + 1 for _, text in line) - 1)
            for shown, text in line:
                style = paint.BRIGHT if shown is None else faces.style(shown, look)
                at = canvas.put(at, y + row, text, style) + 1

    def _middle(self, canvas: Canvas, scene: Scene, hand: Hand, table: Seating) -> None:
        x, y, width, height = table.middle
        news = self._news(scene, hand)
        if table.flat:
            at = x + max(0, width - sum(cell_len(text) + 3 for text, _ in news) + 3) // 2
            for text, style in news:
                at = canvas.put(at, y + max(0, height - 1) // 2, text, style) + 3
            return
        lines: list[tuple[str, Style]] = []
        for text, style in news:
            lines += [(line, style) for line in wrap(text, width)]
        lines = lines[:height]
        start = y + max(0, height - len(lines)) // 2
        for row, (line, style) in enumerate(lines):
            canvas.put(x + max(0, width - cell_len(line)) // 2, start + row, line, style)

    def _news(self, scene: Scene, hand: Hand) -> list[tuple[str, Style]]:
        """The state of the hand, as short lines."""
        say = scene.speaker.say
        if hand.phase in _BEFORE_PLAY:
            lines = [(phrases.trump(hand, scene.speaker), paint.BRIGHT)]
            if hand.kitty_seen:
                lines.append((scene.speaker.cards(hand.kitty_seen), paint.ON_FELT))
            return [*lines, (_before_play(scene.speaker, hand), paint.FAINT)]
        trick = self._shown_trick(hand)
        if trick is None:
            return [(say("to-lead", seat=hand.turn), paint.FAINT)]
        lines = []
        if hand.failed is not None and hand.trick is not None:
            lines.append((say("throw-lost", cards=hand.failed.thrown), paint.BRIGHT))
        shape = lead_shape(hand.space, trick.lead.reading)
        lines.append((say("led", units=shape), paint.ON_FELT))
        if trick.challenger is not None and len(trick.plays) < hand.players:
            lines.append((say("must-beat", seat=trick.challenger), paint.BRIGHT))
        key = "ahead" if trick.winner is None else "won"
        lines.append((say(key, seat=_ahead(hand, trick)), paint.BRIGHT))
        lines.append((say("points", points=trick.points), paint.FAINT))
        return lines


def _ahead(hand: Hand, trick: Trick) -> int | None:
    return hand.ahead if trick.winner is None else trick.winner


def _before_play(speaker: Speaker, hand: Hand) -> str:
    """The stage of a hand before the first lead, in words."""
    if hand.phase in _DOING:
        return speaker.say(_DOING[hand.phase], seat=hand.turn)
    if hand.cards_to_draw:
        return speaker.say("drawn", count=hand.drawn, total=hand.drawn + hand.cards_to_draw)
    return speaker.text("all-drawn")


def _side_style(hand: Hand, seat: int) -> Style:
    """The colour of a player by side: the player's own, the other, or unknown."""
    if seat == PERSON:
        return paint.OURS
    if hand.rules.teams == "friends":
        mine = hand.dealer is not None and hand.is_declarer(PERSON)
        if hand.dealer is None or not (hand.sides_known or (mine and hand.is_declarer(seat))):
            return paint.OPEN
    return paint.OURS if hand.same_side(seat, PERSON) else paint.THEIRS


def _from(where: Where, x: int, width: int, wide: int) -> int:
    """The start of a text of width `wide` in a part of the table."""
    if where == "left":
        return x
    return x + max(0, width - wide if where == "right" else (width - wide) // 2)
