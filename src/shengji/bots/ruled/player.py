"""`RuledBot`: passes each of its decisions to the responsible module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from shengji.bots.bot import LeadChoice, OwnBot
from shengji.bots.policy.networks import DEFAULT
from shengji.bots.policy.numbers import Floats
from shengji.bots.policy.playout import choose_on_scratchpad
from shengji.bots.policy.scratchpad import OUT, PLAY, Scratchpad, scratchpad_for
from shengji.bots.ruled.answer_values import (
    AnswerValues,
    Play,
    best_of,
    options_of,
    values_of_plays,
)
from shengji.bots.ruled.burial import choose_burial
from shengji.bots.ruled.calls import choose_calls
from shengji.bots.ruled.challenge import choose_answer
from shengji.bots.ruled.expectations import EQUAL, is_odd, most_expected
from shengji.bots.ruled.land import land_gain
from shengji.bots.ruled.losses import fit_of, loss
from shengji.bots.ruled.redeal import redeal_gain
from shengji.bots.ruled.shows import showing_gains
from shengji.bots.thought import Decided, Option, Thought
from shengji.cards import Card
from shengji.game import Call, Decision, Event, Match
from shengji.game.memory import Memory
from shengji.play.position import Position
from shengji.rules import Rules


class RuledBot(OwnBot):
    """Plays by tuned rules of thumb, and answers at once.

    Its play depends on the events alone; the seed makes no difference.

    Attributes:
        networks: the weights for its leads and follows.
        heeds_expectations: whether it prefers what people expect among answers that are equally
            good; playouts do not.
    """

    name = "medium"
    steady = True
    networks: ClassVar[Floats] = DEFAULT
    heeds_expectations: ClassVar[bool] = True

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        super().__init__(rules, seat, seed)
        self._thought: Thought | None = None
        self._values: Callable[[], AnswerValues] = dict
        self._pad: Scratchpad | None = None
        self._arrays: tuple[Any, ...] = ()
        """The arrays of the scratchpad, as arguments of the kernel."""

    def explain(self) -> Thought | None:
        """The reasons of its last decision."""
        thought = self._thought
        if thought is None or thought.decided not in {"rule", "slip"}:
            return thought
        by_cards = {option.cards: option for option in options_of(self._values())}
        first = [by_cards.pop(option.cards, option) for option in thought.options]
        return msgspec.structs.replace(thought, options=(*first, *by_cards.values()))

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Declare the most promising suit, if it promises enough."""
        return self._take("show", showing_gains(self.hand, self.seat, options)) or None

    def redeal(self) -> bool:
        """Claim a re-deal with a hand that is bad for its side."""
        gains = {tuple(self.cards): redeal_gain(self.hand, self.seat)}
        return self._take("redeal", gains) != ()

    def bury(self) -> tuple[Card, ...]:
        """Bury the cards that are least worth keeping."""
        return self._note("bury", choose_burial(self.hand, self.seat))

    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Bid when another trump suit and the kitty are worth it."""
        gains = {option: land_gain(self.hand, self.seat, option) for option in options}
        return self._take("land", gains) or None

    def call_friends(self) -> tuple[Call, ...]:
        """Call winning cards that other players must play."""
        calls = choose_calls(self.hand, self.seat)
        self._note("call", (), calls=calls)
        return calls

    def lead(self) -> LeadChoice:
        """Make the most promising lead."""
        return LeadChoice(self._play("lead"))

    def follow(self) -> tuple[Card, ...]:
        """Make the most promising follow."""
        hand, seat = self.hand, self.seat
        trick, cards = hand.trick, hand.hands[seat]
        assert trick is not None
        lead = trick.lead_for(seat)
        if len(cards) == lead.size:
            return self._note("follow", tuple(cards), decided="forced")
        if lead.must_beat(cards):
            return self._note("follow", choose_answer(lead, cards))
        return self._play("follow")

    def position(self) -> Position:
        """The hand in play as its seat sees and remembers it."""
        return self.hand.position

    def _play(self, decision: Decision) -> tuple[Card, ...]:
        """The most promising of the candidate plays."""
        space, position, pad = self.hand.space, self.position(), self._pad
        if pad is None or pad.position is not position:
            room = pad or scratchpad_for(position, self.networks)
            pad = self._pad = room._replace(position=position)
            self._arrays = (*position, *pad[1:])
        choose_on_scratchpad(*self._arrays)
        cards = self._as_expected(decision, space.play_of(pad.scratch[PLAY]), pad)
        return self._note(decision, cards, lambda: values_of_plays(space, pad))

    def _as_expected(self, decision: Decision, cards: Play, pad: Scratchpad) -> Play:
        """The answer that people expect among those as good; the networks' choice as a rule."""
        hand, out = self.hand, pad.scratch[OUT]
        plain = self.networks is not DEFAULT or not self.heeds_expectations
        if plain or not is_odd(hand, out, cards):
            return cards
        values = values_of_plays(hand.space, pad)
        if not values:
            return cards
        fit = fit_of(decision == "lead", len(cards), len(self.cards))
        best = max(values.values())
        plays = sorted(values, key=values.__getitem__, reverse=True)
        equal = [play for play in plays if loss(fit, best - values[play]) <= EQUAL]
        return most_expected(hand, out, equal)

    def _take(self, decision: Decision, gains: AnswerValues) -> tuple[Card, ...]:
        """The option with the largest gain; no cards when no option has a gain."""
        values = {(): 0.0} | gains
        return self._note(decision, best_of(values), lambda: values)

    def _note(
        self,
        decision: Decision,
        cards: tuple[Card, ...],
        values: Callable[[], AnswerValues] = dict,
        *,
        calls: tuple[Call, ...] = (),
        decided: Decided = "rule",
    ) -> tuple[Card, ...]:
        """Record the choice and the function that evaluates all answers; returns the cards."""
        self._thought = Thought(decision, (Option(cards, calls),), 0, decided)
        self._values = values
        return cards

    def _instead(self, cards: tuple[Card, ...], decided: Decided) -> tuple[Card, ...]:
        """Replace the choice of the rules of play by these cards, and record that."""
        thought, space = self._thought, self.hand.space
        assert thought is not None
        if Counter(cards) != Counter(thought.options[0].cards):
            # In the order of the weighed plays.
            options = (Option(tuple(space.cards(space.words(cards)))), *thought.options)
            self._thought = Thought(thought.decision, options, 1, decided)
        return cards


class RememberingBot(RuledBot):
    """A ruled bot that also remembers its observations."""

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        super().__init__(rules, seat, seed)
        self.memory = Memory(rules, seat)

    def on_event(self, event: Event) -> None:
        """Process an event, already masked for this seat."""
        self.memory.observe(event, self.hand)

    def take_seat(self, match: Match) -> None:
        """Play on for a seat of a match under way."""
        super().take_seat(match)
        if match.hand is not None:
            self.memory.recall(match.hand)
