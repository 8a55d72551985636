"""The drill about following: which of these may you play? (Z21 §3.7.2, §4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from shengji.cards import Card, write_cards
from shengji.game.decisions import refuse_follow
from shengji.game.duty import duty_words
from shengji.judge.answers import FollowAnswer
from shengji.judge.inputs import space_for
from shengji.judge.questions import Follow
from shengji.play.follows import Lead
from shengji.play.units import default_reading
from shengji.practice.drills.drill import Pile
from shengji.practice.drills.kind import Answers, DrillReasons, Kind
from shengji.practice.drills.phrases import both, refused, say
from shengji.practice.drills.scene import Draft, Option, Scene
from shengji.rules import Rules

_CHOICES = 4
_TRIES = 40
_MOST_FOLLOWS = 60
"""Maximum number of legal plays listed as candidates; there may be more."""


class _Follows(Kind):
    """The drill about which plays may follow a lead."""

    source = "Z21 §3.7.2, §4.3"
    options = (
        "following",
        "tractors_pulled",
        "follow_order",
        "protected_tuples",
        "protected_tractors",
        "consecutive",
        "no_trump_rank_cards",
        "permanent_twos",
        "red_fives",
    )

    def draft(self, scene: Scene) -> Draft | None:
        chance, suit = scene.chance, scene.a_suit()
        cards = scene.a_lead(suit)
        if not cards:
            return None
        hand = _hand(scene, suit, len(cards))
        if len(hand) < len(cards):
            return None
        lead = Lead(scene.space, default_reading(scene.space, cards))
        legal = list(islice(lead.follows(hand), _MOST_FOLLOWS))
        wrong = _wrong(scene, lead, hand, legal)
        rights = chance.randint(1, _CHOICES - 1)
        if len(legal) < rights or len(wrong) < _CHOICES - rights:
            return None
        plays = chance.sample(legal, rights) + chance.sample(wrong, _CHOICES - rights)
        chance.shuffle(plays)
        faults = [lead.fault(hand, play) for play in plays]
        owed = lead.owed(hand)
        return Draft(
            say("follow.ask"),
            tuple(
                Follow(
                    trump=scene.given,
                    lead=write_cards(cards),
                    hand=write_cards(hand),
                    play=write_cards(play),
                )
                for play in plays
            ),
            tuple(map(Option, plays)),
            scene.given,
            (Pile(say("pile.lead"), cards), Pile(say("pile.hand"), hand)),
            several=True,
            interest=2.0 * faults.count("structure")
            + faults.count("suit")
            + 2.0 * (len(owed.rung) > 0)
            + 2.0 * (tuple(unit.shape for unit in lead.reading) != _shapes(owed.rung)),
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        return tuple(isinstance(answer, FollowAnswer) and answer.legal for answer in answers)

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        assert draft.trump is not None
        space = space_for(rules, draft.trump)
        led, held = (list(pile.cards) for pile in draft.piles)
        lead = Lead(space, default_reading(space, led))
        why = both(lambda language: duty_words(lead, lead.owed(held), held, language))
        refusals = [refuse_follow(lead, held, option.cards) for option in draft.options]
        return DrillReasons(why, [None if found is None else refused(found) for found in refusals])


def _shapes(rung: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((width, length) for width, length, times in rung for _ in range(times))


def _hand(scene: Scene, suit: int, size: int) -> tuple[Card, ...]:
    """Create a follower's hand with more cards of the suit than were led, or with too few."""
    chance = scene.chance
    short = size > 1 and chance.random() < 0.25
    of_suit = scene.of_suit(
        suit, chance.randrange(1, size) if short else size + chance.randint(1, 3)
    )
    others = [other for other in scene.suits if other != suit]
    count = max(size - len(of_suit), 0) + chance.randint(1, 3)
    return tuple(scene.space.sort([*of_suit, *scene.take(scene.some(count, others))]))


def _wrong(
    scene: Scene, lead: Lead, hand: Sequence[Card], legal: Sequence[tuple[Card, ...]]
) -> list[tuple[Card, ...]]:
    """Create illegal follows from a hand, most of them nearly legal."""
    chance, space = scene.chance, scene.space
    found: dict[tuple[Card, ...], None] = {}
    for _ in range(_TRIES):
        play = list(chance.choice(legal))
        rest = list(hand)
        for card in play:
            rest.remove(card)
        for _ in range(chance.choice((1, 1, 2))):
            if rest:
                play[chance.randrange(len(play))] = rest.pop(chance.randrange(len(rest)))
        sorted_play = tuple(space.sort(play))
        if lead.fault(hand, sorted_play) is not None:
            found[sorted_play] = None
    return list(found)


FOLLOWS: Kind = _Follows()
"""The drill about which plays may follow a lead."""
