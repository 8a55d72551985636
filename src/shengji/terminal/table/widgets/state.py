"""The state line: hand, trump, Dealer, levels, and the Opponents' points."""

from __future__ import annotations

from rich.cells import cell_len
from rich.style import Style

from shengji.game import Hand, Phase
from shengji.terminal.table import phrases
from shengji.terminal.table.speaker import PERSON
from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas
from shengji.terminal.table.widgets.painted import Painted, Scene


class State(Painted):
    """Two lines on top: hand, trump, Dealer, levels, and the Opponents' points."""

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the two lines."""
        session, speaker, hand = scene.session, scene.speaker, scene.session.hand
        canvas.right(
            canvas.width - 1,
            0,
            speaker.say("speed", speed=speaker.text(f"speed.{scene.speed}")),
            paint.FAINT_RIM,
        )
        if hand is None:
            return
        x = canvas.put(1, 0, speaker.say("hand-number", number=hand.number), paint.ON_RIM)
        x = self._then(canvas, x, 0, phrases.trump(hand, speaker), paint.BRIGHT_RIM)
        dealer = speaker.text("nobody") if hand.dealer is None else speaker.seat(hand.dealer)
        x = self._then(canvas, x, 0, speaker.say("dealer-is", dealer=dealer), paint.ON_RIM)
        if hand.phase is Phase.PLAY:
            number = len(hand.tricks) + (hand.trick is not None or any(hand.sizes))
            words = speaker.say("trick-number", number=number)
            self._then(canvas, x, 0, words, paint.FAINT_RIM)
        x = 1
        for key, seat, style in (
            ("us", PERSON, paint.OURS_RIM),
            ("them", PERSON + 1, paint.THEIRS_RIM),
        ):
            level = session.match.levels[seat]
            x = canvas.put(x, 1, f"{speaker.text(key)} {level.value}", style)
            side = phrases.side_of(hand, seat)
            if side is not None:
                brackets = "（{}）" if speaker.language == "zh" else " ({})"
                x = canvas.put(x, 1, brackets.format(speaker.text(side)), paint.FAINT_RIM)
            x += 2
        self._points(canvas, scene, hand, x)

    def _then(self, canvas: Canvas, x: int, y: int, text: str, style: Style) -> int:
        return canvas.put(canvas.put(x, y, " · ", paint.FAINT_RIM), y, text, style)

    def _points(self, canvas: Canvas, scene: Scene, hand: Hand, left: int) -> None:
        """The Opponents' points against the threshold, as a bar that fills up."""
        threshold = scene.session.rules.threshold_points
        ended = hand.result
        points = hand.opponents_points if ended is None else ended.points
        words = scene.speaker.say("points-of", points=points, threshold=threshold)
        room = canvas.width - 1 - left - cell_len(words) - 1
        size = max(0, min(20, room))
        x = canvas.width - 1 - size
        filled = min(size, max(0, points) * size // threshold)
        reached = points >= threshold
        style = paint.THEIRS_RIM if self._is_theirs(hand) else paint.OURS_RIM
        canvas.right(x - 1, 1, words, style if reached else paint.ON_RIM)
        canvas.put(x, 1, "█" * filled, style)
        canvas.put(x + filled, 1, "░" * (size - filled), paint.FAINT_RIM)

    def _is_theirs(self, hand: Hand) -> bool:
        """Whether the Opponents are the others."""
        return hand.dealer is not None and hand.is_declarer(PERSON)
