"""The bots of levels and characters."""

from __future__ import annotations

from math import exp
from typing import ClassVar, Final, NamedTuple

from shengji.bots.bot import Bot, LeadChoice
from shengji.bots.characters.cast import STEPS, Character, Level, StyleName
from shengji.bots.characters.styles import BUDGET, LAST, MARGIN, STYLES, liking
from shengji.bots.policy import follows
from shengji.bots.policy.numbers import Floats
from shengji.bots.policy.scratchpad import HELPERS, WEIGHED
from shengji.bots.ruled import RuledBot, lowest_cards
from shengji.bots.ruled.losses import fit_of, loss
from shengji.bots.ruled.memory_loss import forget
from shengji.bots.search import StrongBot
from shengji.bots.thought import Thought
from shengji.cards import Card
from shengji.game import Hand
from shengji.play.position import BEST, Position, twin_of
from shengji.play.space import TRUMP

_LATE: Final = 10
"""Maximum number of cards in the hand at which people break a pair by mistake."""


_IMPROBABLE: Final = 7.0
"""Multiple of the temperature: an answer that loses more is not considered."""


class Weighed(NamedTuple):
    """An answer that the rules of play weigh, with its expected loss in levels."""

    cards: tuple[Card, ...]
    loss: float
    marks: Floats


class LeveledBot(RuledBot):
    """Plays as `RuledBot` with the slips of people, and with a style.

    It sees its answers, and what each is expected to lose. A weak level chooses by chance, the less
    often the more an answer loses; its slips are those of people: forgotten cards, points that a
    winning partner does not get, pairs broken late. It never gives more points than it must to a
    trick that the other side has.

    Attributes:
        spent: the loss of the styled answers in the hand, in levels.
    """

    level: ClassVar[Level]
    style: ClassVar[StyleName] = "plain"
    steady = False
    spent = 0.0
    _of: Hand | None = None

    def position(self) -> Position:
        """The hand in play as its seat sees and remembers it."""
        position = super().position()
        if self.level.remembers is None:
            return position
        position = twin_of(position)
        forget(position, self.hand, self.level.remembers)
        return position

    def bury(self) -> tuple[Card, ...]:
        """Bury the cards that are least worth keeping, or low cards without a plan."""
        if self.level.plans:
            return super().bury()
        return self._note("bury", lowest_cards(self.hand.space, self.cards, self.rules.kitty_size))

    def lead(self) -> LeadChoice:
        """Make the lead that suits its level and style."""
        return LeadChoice(self._vary(super().lead().cards))

    def follow(self) -> tuple[Card, ...]:
        """Make the follow that suits its level and style."""
        return self._vary(super().follow())

    def _vary(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Replace the choice of the rules by the choice of the level and the style."""
        thought = self._thought
        plain = self.style == "plain" and not self.level.temperature
        if plain or thought is None or thought.decided != "rule":
            return cards
        weighed = self._weighed(thought, max(MARGIN, _IMPROBABLE * self.level.temperature))
        if len(weighed) < 2:
            return cards
        best, leads_ = weighed[0], thought.decision == "lead"
        slip = self._slip(leads_, weighed) if self.level.temperature else best
        if slip is not best:
            return self._instead(slip.cards, "slip")
        styled = self._styled(leads_, weighed)
        return cards if styled is best else self._instead(styled.cards, "rule")

    def _weighed(self, thought: Thought, most: float) -> list[Weighed]:
        """The weighed answers with a loss of at most `most` levels, the best first."""
        pad, space = self._pad, self.hand.space
        number = 0 if pad is None else int(pad.tally[WEIGHED])
        if pad is None or number < 2 or self._values is dict:
            return []
        fit = fit_of(thought.decision == "lead", len(thought.options[0].cards), len(self.cards))
        worth = pad.worth[:number].tolist()
        best = max(worth)
        lost = ((loss(fit, best - value), option) for option, value in enumerate(worth))
        found: dict[tuple[Card, ...], Weighed] = {}
        for lose, option in sorted(one for one in lost if one[0] <= most):
            play = tuple(space.cards(pad.options[option]))
            found.setdefault(play, Weighed(play, lose, pad.marks[option]))
        return list(found.values())

    def _slip(self, leads_: bool, weighed: list[Weighed]) -> Weighed:
        """An answer by a slip or by chance, which may be the best."""
        able = weighed
        if not leads_:
            # A follow does not give away more points than it must.
            least = min(map(_given, weighed))
            able = [one for one in weighed if _given(one) <= least or one is weighed[0]]
            if self.chance.random() < self.level.slips and (one := self._human_slip(able)):
                return one
        shares = [exp(-one.loss / self.level.temperature) for one in able]
        return self.chance.choices(able, shares)[0]

    def _human_slip(self, able: list[Weighed]) -> Weighed | None:
        """A slip that people make at a follow; `None` where there is no chance for one."""
        best, pad = able[0], self._pad
        assert pad is not None
        ours = pad.tally[HELPERS] >> pad.position.facts[BEST] & 1
        if ours and _points(best):
            # A low card under the trick of a partner, who could have had points.
            return min(able, key=lambda one: (_points(one), one.marks[follows.RANK]))
        if len(self.cards) <= _LATE and not best.marks[follows.BREAKS]:
            return next((one for one in able if one.marks[follows.BREAKS] > 0), None)
        return None

    def _styled(self, leads_: bool, weighed: list[Weighed]) -> Weighed:
        """The answer that the style prefers, which may be the best."""
        hand, style = self.hand, STYLES[self.style]
        if self._of is not hand:
            self._of, self.spent = hand, 0.0
        preferences = style.leads if leads_ else style.follows
        if not preferences or len(self.cards) <= LAST:
            return weighed[0]
        most, space = min(MARGIN, BUDGET - self.spent), hand.space
        able = [one for one in weighed if one.loss <= most]

        def liked(one: Weighed) -> tuple[float, float]:
            trump = all(space.suit(card) == TRUMP for card in one.cards)
            return liking(preferences, one.marks, trump=trump), -one.loss

        chosen = max(able, key=liked)
        self.spent += chosen.loss
        return chosen


def _points(one: Weighed) -> int:
    return sum(card.points for card in one.cards)


def _given(one: Weighed) -> float:
    """The points of a follow that go to the other side, where it has the trick for certain."""
    return float(_points(one)) if one.marks[follows.CHANCE] < 0.1 else 0.0


def bot_of_level(name: str, level: Level, style: StyleName = "plain") -> type[Bot]:
    """Make the class of a bot of a level, with a style where the level does not search."""
    if level.work is None:
        return type(name, (LeveledBot,), {"name": name, "level": level, "style": style})
    efforts = tuple(effort.times(level.work) for effort in StrongBot.efforts)
    own = {"name": name, "efforts": efforts, "seconds": StrongBot.seconds * level.work}
    return type(name, (StrongBot,), own)


def bot_of_character(character: Character) -> type[Bot]:
    """Make the class of a character's bot."""
    return bot_of_level(character.id, STEPS[character.level - 1], character.style)
