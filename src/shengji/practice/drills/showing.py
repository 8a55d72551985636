"""The drill about declaring trump: which of these may you show now? (Z21 §3.5.5)."""

from __future__ import annotations

from itertools import combinations

from shengji.cards import Card, read_cards, write_cards
from shengji.game import Bidding, Refusal, Showing
from shengji.judge import answer
from shengji.judge.answers import BidsAnswer
from shengji.judge.questions import Bids, ShownGiven
from shengji.practice.drills.drill import Pile
from shengji.practice.drills.kind import Answers, DrillReasons, Kind
from shengji.practice.drills.phrases import refused, say
from shengji.practice.drills.scene import Draft, Option, Scene
from shengji.rules import Rules
from shengji.words import Text

_CHOICES = 4
_SEAT = 0


class _Shows(Kind):
    """The drill about which cards may be shown."""

    source = "Z21 §3.5.5"
    options = (
        "declarations",
        "least_shown",
        "suit_overrides",
        "bid_jokers",
        "joker_additions",
        "override_partner",
        "reinforce_partner",
    )

    def draft(self, scene: Scene) -> Draft | None:
        chance, rules, rank = scene.chance, scene.rules, scene.given.rank
        able = [card for card in Card if card.rank is rank or card.is_joker]
        held = [card for card in able for _ in range(_copies(scene, card))]
        shown: list[ShownGiven] = []
        ranks = (rank,) * rules.players
        if chance.random() < 0.75:
            card = chance.choice(able)
            cards = [card] * min(
                chance.choice((1, 1, 2)), rules.deck.count(card) - held.count(card)
            )
            seat = chance.randrange(1, rules.players)
            if not cards or isinstance(Bidding(rules, ranks).judge(seat, None, cards), str):
                return None
            shown.append(ShownGiven(seat, write_cards(cards)))
        sets = [(card,) * count for card in able for count in range(1, held.count(card) + 1)]
        # Two cards that are not identical, but might be mistaken for a pair.
        sets += [(one, other) for one, other in combinations(dict.fromkeys(held), 2)]
        others = [card for card in scene.space.sort(rules.deck) if card not in able]
        hand = scene.space.sort([*held, *chance.sample(others, 3)])
        asks = Bids(hand=write_cards(hand), seat=_SEAT, shown=shown, rank=rank)
        found = answer(asks, rules)
        assert isinstance(found, BidsAnswer)
        right = list(map(_key, found.bids))
        may = [cards for cards in sets if _key(cards) in right]
        may_not = [cards for cards in sets if _key(cards) not in right]
        rights = chance.randint(1, _CHOICES - 1)
        if len(may) < rights or len(may_not) < _CHOICES - rights:
            return None
        chosen = chance.sample(may, rights) + chance.sample(may_not, _CHOICES - rights)
        chance.shuffle(chosen)
        piles = [Pile(say("pile.hand"), tuple(hand))]
        for given in shown:
            label = say(f"pile.shown{_whose(rules, given.seat)}")
            piles.insert(0, Pile(label, tuple(read_cards(given.cards))))
        return Draft(
            say("show.ask" if shown else "show.ask.first", rank=rank.value),
            (asks,),
            tuple(map(Option, chosen)),
            None,
            tuple(piles),
            several=True,
            interest=float(len({len(cards) for cards in chosen}) + bool(shown)),
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        (found,) = answers
        assert isinstance(found, BidsAnswer)
        able = {_key(cards) for cards in found.bids}
        return tuple(_key(option.cards) in able for option in draft.options)

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        (asks,) = draft.asks
        assert isinstance(asks, Bids)
        assert asks.rank is not None
        shown = tuple(Showing(g.seat, tuple(read_cards(g.cards))) for g in asks.shown)
        bidding = Bidding(rules, (asks.rank,) * rules.players, shown)
        lying = write_cards(shown[-1].cards if shown else ())
        reasons: list[Text | None] = []
        for option in draft.options:
            judged = bidding.judge(_SEAT, read_cards(asks.hand), option.cards)
            if not isinstance(judged, str):
                reasons.append(None)
                continue
            said: dict[str, int | str | list[list[int]]] = {
                "cards": write_cards(option.cards),
                "rank": asks.rank.value,
                "shown": lying,
                "least": rules.least_shown,
            }
            reasons.append(refused(Refusal(judged, said)))
        key = "show.why" if shown else "show.why.first"
        return DrillReasons(say(key, rank=asks.rank.value), reasons)


def _whose(rules: Rules, seat: int) -> str:
    """The end of the text's key for the side of the declaring seat."""
    if rules.teams == "friends":
        return ".other"
    return ".partner" if rules.team_of(seat) == rules.team_of(_SEAT) else ""


def _copies(scene: Scene, card: Card) -> int:
    there = scene.rules.deck.count(card)
    return min(there, scene.chance.choice((0, 1, 1, 2, 2, 3)))


def _key(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(sorted(card.value for card in cards))


SHOWS: Kind = _Shows()
"""The drill about which cards may be shown."""
