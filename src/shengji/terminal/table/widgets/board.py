"""The board: the players in their places, the cards on the table, and what is going on."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style

from shengji.cards import Card
from shengji.game import Hand, Phase
from shengji.game.hand import Trick
from shengji.terminal.table import phrases
from shengji.terminal.table.notes import ahead, points_in
from shengji.terminal.table.session import Wait
from shengji.terminal.table.speaker import PERSON, lead_shape
from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, Faces, Look, wrap
from shengji.terminal.table.widgets.painted import Painted, Scene


class Board(Painted):
    """The table: the players around it, what they have played, and what is going on."""

    background = paint.ON_FELT

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the players and the middle."""
        hand = scene.session.hand
        if hand is None:
            return
        players, height = hand.players, canvas.height
        self._large = height >= 19
        others = players - 1
        top = 1 if players <= 6 else 3
        right = (others - top) // 2
        room = 5 if self._large else 3
        width = canvas.width // top
        for place in range(top):
            # Seats run counter-clockwise: up the right side, along the top to the left, down.
            seat = right + top - place
            self._player(canvas, scene, hand, seat, (place * width, 0, width, room - 1), "centre")
        side_top, bottom = room, height - room
        side = max(24, canvas.width // 3)
        step = max(1, (bottom - side_top) // max(1, right))
        for number in range(right):
            y = bottom - (number + 1) * step if right > 1 else side_top
            area = (canvas.width - side - 2, y, side, step)
            self._player(canvas, scene, hand, number + 1, area, "right")
        left = others - top - right
        for number in range(left):
            y = side_top + number * step if left > 1 else side_top
            area = (2, y, side, step)
            self._player(canvas, scene, hand, right + top + number + 1, area, "left")
        own = (0, height - room, canvas.width, room)
        self._player(canvas, scene, hand, PERSON, own, "own")
        middle = canvas.width - 2 * side - 6
        self._middle(canvas, scene, hand, (side + 3, side_top, middle, bottom - side_top))

    def _shown_trick(self, hand: Hand) -> Trick | None:
        if hand.phase not in (Phase.PLAY, Phase.ENDED):
            return None
        return hand.trick or hand.last_trick

    def _player(
        self,
        canvas: Canvas,
        scene: Scene,
        hand: Hand,
        seat: int,
        area: tuple[int, int, int, int],
        where: str,
    ) -> None:
        """One player: the name and what goes with it, and the cards on the table."""
        x, y, width, height = area
        trick = self._shown_trick(hand)
        pieces = self._caption(scene, hand, seat, trick, short=height == 1)
        wide = sum(cell_len(text) for text, _ in pieces)
        name_y = y + height - 1 if where == "own" else y
        at = x
        if where in ("centre", "own"):
            at = x + max(0, width - wide) // 2
        elif where == "right":
            at = x + width - wide
        for text, style in pieces:
            at = canvas.put(at, name_y, text, style)
        cards = self._cards(hand, seat, trick)
        if not cards:
            return
        stale = trick is not None and hand.trick is None and scene.session.waits_for is Wait.LEAD
        overridden = trick is None and bool(hand.shown) and hand.shown[-1].seat != seat
        look = Look(dull=stale or overridden)
        cards_y = y if where == "own" else y + 1
        if height == 1:
            # Crowded: the cards stand beside the name.
            width -= wide + 1
            x, cards_y = (x + wide + 1 if where == "left" else x), y
        self._lay(canvas, scene.faces, cards, (x, cards_y, width, max(1, height - 1)), where, look)

    def _caption(
        self, scene: Scene, hand: Hand, seat: int, trick: Trick | None, *, short: bool
    ) -> list[tuple[str, Style]]:
        speaker = scene.speaker
        ours = hand.same_side(seat, PERSON)
        style = paint.OURS if ours else paint.THEIRS
        turn = hand.turn == seat and hand.phase in (Phase.BURY, Phase.PLAY)
        crowded = hand.players > 4
        if ours and crowded and seat != PERSON:
            style += Style(underline=True)
        pieces = [(f" {speaker.seat(seat)} ", paint.TURN if turn else style)]
        if turn:
            pieces.insert(0, ("▶", paint.BRIGHT))
        if hand.dealer == seat:
            tag = speaker.text("dealer-letter" if short else "dealer-tag")
            pieces += [(" ", paint.ON_FELT), (f" {tag} ", paint.TAG)]
        if seat != PERSON:
            left = hand.sizes[seat]
            words = str(left) if crowded else speaker.say("cards-left", count=left)
            pieces.append((f" {words}", paint.FAINT))
        if trick is not None and trick.plays:
            if ahead(hand, trick) == seat:
                pieces.append((" ★", paint.BRIGHT))
            if trick.leader == seat and not short:
                pieces.append((f" {speaker.text('lead-tag')}", paint.FAINT))
        return pieces

    def _cards(self, hand: Hand, seat: int, trick: Trick | None) -> Sequence[Card]:
        """What lies before a player: a declaration during the draw, else the play."""
        if trick is not None:
            return trick.cards_of(seat, hand.players) or ()
        if hand.phase in (Phase.DRAW, Phase.BURY):
            return next((s.cards for s in reversed(hand.shown) if s.seat == seat), ())
        return ()

    def _lay(
        self,
        canvas: Canvas,
        faces: Faces,
        cards: Sequence[Card],
        area: tuple[int, int, int, int],
        where: str,
        look: Look,
    ) -> None:
        """Lay cards on the table, large ones if there is room."""
        x, y, width, height = area
        if self._large and height >= 3 and len(cards) * 6 - 1 <= width:
            at = self._from(where, x, width, len(cards) * 6 - 1)
            for card in cards:
                for row, text in enumerate(faces.large(card)):
                    canvas.put(at, y + row, text, faces.style(card, look))
                at += 6
            return
        lines = faces.lines(cards, width)
        for row, line in enumerate(lines[:height]):
            at = self._from(where, x, width, faces.line_width(line))
            for number, card in enumerate(line):
                hidden = row == height - 1 and len(lines) > height and number == len(line) - 1
                if hidden:
                    canvas.put(at, y + row, "...", paint.BRIGHT)
                else:
                    canvas.put(at, y + row, faces.text(card), faces.style(card, look))
                at += faces.width(card) + 1

    def _from(self, where: str, x: int, width: int, wide: int) -> int:
        if where == "left":
            return x
        return x + width - wide if where == "right" else x + max(0, width - wide) // 2

    def _middle(
        self, canvas: Canvas, scene: Scene, hand: Hand, area: tuple[int, int, int, int]
    ) -> None:
        x, y, width, height = area
        lines: list[tuple[str, Style]] = []
        for text, style in self._news(scene, hand):
            lines += [(line, style) for line in wrap(text, width)]
        lines = lines[:height]
        start = y + max(0, height - len(lines)) // 2
        for row, (line, style) in enumerate(lines):
            canvas.centre(start + row, line, style, x, width)

    def _news(self, scene: Scene, hand: Hand) -> list[tuple[str, Style]]:
        """What is going on, in short."""
        say = scene.speaker.say
        if hand.phase is Phase.DRAW and hand.trump is None:
            lines = [(phrases.trump(hand, scene.speaker), paint.BRIGHT)]
            if hand.cards_to_draw:
                total = hand.drawn + hand.cards_to_draw
                lines.append((say("drawn", count=hand.drawn, total=total), paint.FAINT))
            else:
                lines.append((scene.speaker.text("all-drawn"), paint.FAINT))
            return lines
        if hand.phase in (Phase.DRAW, Phase.BURY):
            lines = [(phrases.trump(hand, scene.speaker), paint.BRIGHT)]
            if hand.turned:
                lines.append((scene.speaker.cards(hand.turned), paint.ON_FELT))
            return [*lines, (say("burying", seat=hand.dealer), paint.FAINT)]
        trick = self._shown_trick(hand)
        if trick is None:
            return [(say("to-lead", seat=hand.turn), paint.FAINT)]
        lines = []
        if hand.failed is not None and hand.trick is not None:
            lines.append((say("throw-lost", cards=hand.failed.thrown), paint.BRIGHT))
        shape = lead_shape(hand.space, trick.lead.reading)
        lines.append((say("led", units=shape), paint.ON_FELT))
        key = "ahead" if trick.winner is None else "won"
        lines.append((say(key, seat=ahead(hand, trick)), paint.BRIGHT))
        lines.append((say("points", points=points_in(trick)), paint.FAINT))
        return lines
