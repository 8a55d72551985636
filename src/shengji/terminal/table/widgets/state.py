"""The state lines: hand, trump, Dealer, levels, the Opponents' points, and calls of friends."""

from __future__ import annotations

from rich.cells import cell_len
from rich.style import Style

from shengji.game import Hand, Phase
from shengji.rules import Rules
from shengji.terminal.table import phrases
from shengji.terminal.table.speaker import PERSON
from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, clip
from shengji.terminal.table.widgets.painted import Painted, Scene

_BAR = 20


class State(Painted[Scene]):
    """The lines at the top: hand, trump, Dealer; levels and points; calls, if any."""

    @staticmethod
    def lines_for(rules: Rules) -> int:
        """The number of lines."""
        return 3 if rules.calls else 2

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the lines."""
        speaker, hand = scene.speaker, scene.session.hand
        speed = speaker.say("speed", speed=speaker.text(f"speed.{scene.speed}"))
        if hand is None:
            canvas.right(canvas.width - 1, 0, speed, paint.FAINT_RIM)
            return
        x = canvas.put(1, 0, phrases.hand_number(scene.session, speaker), paint.ON_RIM)
        x = self._then(canvas, x, 0, phrases.trump(hand, speaker), paint.BRIGHT_RIM)
        dealer = speaker.text("nobody") if hand.dealer is None else speaker.seat(hand.dealer)
        x = self._then(canvas, x, 0, speaker.say("dealer-is", dealer=dealer), paint.ON_RIM)
        if hand.phase is Phase.PLAY:
            number = len(hand.tricks) + (hand.trick is not None or any(hand.sizes))
            words = speaker.say("trick-number", number=number)
            x = self._then(canvas, x, 0, words, paint.FAINT_RIM)
        if x + cell_len(speed) < canvas.width - 1:
            canvas.right(canvas.width - 1, 0, speed, paint.FAINT_RIM)
        self._points(canvas, scene, hand, self._levels(canvas, scene, hand))
        if canvas.height > 2 and hand.calls:
            self._calls(canvas, scene, hand)

    def _then(self, canvas: Canvas, x: int, y: int, text: str, style: Style) -> int:
        return canvas.put(canvas.put(x, y, " · ", paint.FAINT_RIM), y, text, style)

    def _levels(self, canvas: Canvas, scene: Scene, hand: Hand) -> int:
        """Paint the levels of both teams with their sides; without teams, the player's level."""
        speaker, session = scene.speaker, scene.session
        shown = [("us", PERSON, paint.OURS_RIM), ("them", PERSON + 1, paint.THEIRS_RIM)]
        if session.rules.teams == "friends":
            shown = [("seat.you", PERSON, paint.OURS_RIM)]
        x = 1
        for key, seat, style in shown:
            level = phrases.level(session.rules, session.match.standings[seat], speaker)
            x = canvas.put(x, 1, f"{speaker.text(key)} {level}", style)
            side = phrases.side_of(hand, seat)
            if side is not None:
                brackets = "（{}）" if speaker.language == "zh" else " ({})"
                x = canvas.put(x, 1, brackets.format(speaker.text(side)), paint.FAINT_RIM)
            x += 2
        return x

    def _points(self, canvas: Canvas, scene: Scene, hand: Hand, left: int) -> None:
        """Paint the Opponents' points against the threshold, as a bar."""
        threshold = scene.session.rules.threshold_points
        ended = hand.result
        points = hand.opponents_points if ended is None else ended.points
        words = scene.speaker.say("points-of", points=points, threshold=threshold)
        room = canvas.width - 1 - left - cell_len(words) - 1
        size = max(0, min(_BAR, room))
        x = canvas.width - 1 - size
        filled = min(size, max(0, points) * size // threshold)
        reached = points >= threshold
        theirs = hand.dealer is not None and hand.is_declarer(PERSON)
        style = paint.THEIRS_RIM if theirs else paint.OURS_RIM
        canvas.right(x - 1, 1, words, style if reached else paint.ON_RIM)
        canvas.put(x, 1, "█" * filled, style)
        canvas.put(x + filled, 1, "░" * (size - filled), paint.FAINT_RIM)

    def _calls(self, canvas: Canvas, scene: Scene, hand: Hand) -> None:
        """Paint the called cards, with the player who answered or the number of copies played."""
        speaker = scene.speaker
        x = canvas.put(1, 2, speaker.text("called"), paint.FAINT_RIM) + 1
        words = phrases.calls_state(hand, speaker, short=True)
        long = sum(cell_len(word) + 3 for word in words) > canvas.width - x
        for word, call, seat in zip(words, hand.calls, hand.answers, strict=True):
            style = paint.BRIGHT_RIM if seat is None else paint.OURS_RIM
            said = word
            if long:
                # Short form for many calls: the card and copy, and an arrow to the player who
                # answered.
                said = f"{speaker.card(call.card)}#{call.ordinal}"
                who = speaker.text("seat.you") if seat == PERSON else seat
                said += f"({hand.played[call.card]})" if seat is None else f"→{who}"
            x = canvas.put(x, 2, clip(said, canvas.width - x), style) + 2
