"""Options that only make sense with others, as data.

An option is *in effect* when what it needs is given. A preset may carry values that are not in
effect (which card would hook, if there were hooks): they lie ready and change nothing. Whoever
sets such an option by hand is told what is missing.
"""

from __future__ import annotations

from typing import NamedTuple

from shengji.rules.derived import DerivedRules


class Given(NamedTuple):
    """An option has one of some values, or, `negated`, none of them; and is in effect."""

    option: str
    values: tuple[object, ...]
    negated: bool = False

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules have it so."""
        found = getattr(rules, self.option) in self.values
        return found != self.negated and in_effect(rules, self.option)


class Decks(NamedTuple):
    """There are at least so many decks, and with them tuples of so many identical cards."""

    least: int

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules have it so."""
        return rules.deck_count >= self.least


class Jokers(NamedTuple):
    """At least one Joker is played with."""

    least: int = 1

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules have it so."""
        return 2 * rules.deck_count - len(rules.removed) >= self.least


class OpenMustPlay(NamedTuple):
    """A must-play level need not be won anyway: it is not the last one where that is defended."""

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules have it so."""
        defended = {rules.last_level} if rules.winning == "defend" else set()
        return bool({*rules.must_play} - defended)


class JokerKitty(NamedTuple):
    """The kitty can be nothing but Jokers, which makes no trump suit when it is turned up."""

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules have it so."""
        return rules.kitty_size <= 2 * rules.deck_count - len(rules.removed)


Way = Given | Decks | Jokers | OpenMustPlay | JokerKitty
"""One way to meet a need."""
Need = tuple[Way, ...]
"""Something an option needs: any one of these ways will do."""


def _is(option: str, *values: object) -> Need:
    return (Given(option, values),)


def _not(option: str, *values: object) -> Need:
    return (Given(option, values, negated=True),)


_PAIRS: Need = (Decks(2),)
_TRIPLES: Need = (Decks(3),)
_FRIENDS = _is("teams", "friends")
_REDEALS: Need = (
    Given("redeal_no_trumps", (True,)),
    Given("redeal_points", (None,), negated=True),
)
_OPEN = _is("declarations", "open")
_THROWS = _is("throws", True)
# Without throws only a tractor that is not free to lead can fail, as its tuples are judged.
_FAILURES: Need = (Given("throws", (True,)), Given("free_leads", ("full-tuples",)))
# With one deck nothing can be overridden, unless by a Joker that is added or by a higher suit.
_OVERRIDES: Need = (
    Decks(2),
    Given("joker_additions", ("any",)),
    Given("suit_overrides", (True,)),
)

NEEDS: dict[str, tuple[Need, ...]] = {
    "laps": (_is("after_last_level", "wrap"),),
    "red_five_penalty": (_not("red_fives", "none"),),
    "red_five_points": (_is("red_five_penalty", "points"),),
    "red_five_levels": (_is("red_five_penalty", "levels"),),
    # A hand without a trump suit comes of Jokers: declared, bid for the land, or turned up.
    "no_trump_rank_cards": (
        (
            Given("bid_jokers", ("none",), negated=True),
            Given("land", (True,)),
            Given("no_bid_joker", ("no-trump",)),
            JokerKitty(),
        ),
    ),
    "least_shown": (_OPEN,),
    "suit_overrides": (_is("least_shown", 1),),
    "bid_jokers": (_PAIRS, (Jokers(),)),
    "joker_additions": (_OPEN,),
    "late_reinforcement": (_PAIRS, _OPEN),
    "override_partner": (_is("teams", "fixed"), _OVERRIDES),
    # With two decks nobody has more of what the partner has shown, unless with a Joker.
    "reinforce_partner": (
        _is("override_partner", True),
        (Decks(3), Given("joker_additions", ("any",))),
    ),
    "coming_back": (_OVERRIDES, _OPEN),
    # With two decks a pair is overridden by nothing but Jokers, so there is only one to begin with;
    # then it is asked whether whoever overrode may bring big Jokers over small ones.
    "rank_overrides": (
        (
            Decks(3),
            Given("joker_additions", ("to-pairs", "any")),
            Given("bid_jokers", ("pairs",)),
            Given("suit_overrides", (True,)),
        ),
        _OPEN,
    ),
    "first_dealer": (_OVERRIDES,),
    "no_bid_joker": (_is("no_bid", "first-card"), (Jokers(),)),
    "redeal_trumps": (_is("redeal_no_trumps", True),),
    "redeal_limit": (_REDEALS,),
    "redeal_starter": (_REDEALS,),
    "redeal_dealer": (_REDEALS,),
    "land_bidders": (_is("land", True),),
    "friends_called": (_FRIENDS,),
    "consecutive": (_PAIRS,),
    # With two decks every tuple is a full one.
    "free_leads": (_TRIPLES,),
    "throw_units": (_PAIRS, _THROWS),
    "throw_reading": (_PAIRS, _THROWS),
    "failed_throw": (_FAILURES,),
    "throw_penalty": (_FAILURES,),
    "throw_penalty_points": (_not("throw_penalty", "none"),),
    "exempt_tractors": (_PAIRS, _THROWS, _is("throw_units", "tractors")),
    "following": (_PAIRS,),
    "tractors_pulled": (_PAIRS, _not("following", "tuples")),
    # With two decks all tuples are as wide.
    "follow_order": (_TRIPLES, _not("following", "tuples")),
    # A lead that asks for a tuple at all asks for pairs, and what is wider are triples.
    "protected_tuples": (_TRIPLES,),
    "protected_tractors": (_PAIRS,),
    "trumped_throws": (_THROWS,),
    "side_suit_halves": (_not("kitty_factor", "none"),),
    "step": (_is("results", "both"),),
    # Only a penalty takes the Opponents below zero.
    "negative_scores": (
        _is("results", "both"),
        (
            Given("throw_penalty", ("none",), negated=True),
            Given("red_five_penalty", ("points",)),
        ),
    ),
    "most_levels": ((Given("results", ("both",)), Given("missing_friend_bonus", (True,))),),
    "must_play_win": ((OpenMustPlay(),),),
    "hook_card": (_not("hooks", ()),),
    "hook_needs_win": (_not("hooks", ()),),
    "missing_friend_bonus": (_FRIENDS, _not("friends_called", 0)),
}
"""The needs of each option, all of them; an option that is not here is always in effect."""

VALUE_NEEDS: dict[tuple[str, object], tuple[Need, ...]] = {
    ("first_dealer", "last-not-jokers"): (_not("bid_jokers", "none"),),
    ("following", "lone-tractors"): (_THROWS,),
    # With one deck, and no throws of single cards, all these are 2.
    ("kitty_factor", "two-or-three"): ((Decks(2), Given("throws", (True,))),),
    ("kitty_factor", "pairs-plus-one-or-two"): (_PAIRS,),
}
"""The needs of single values; without these they do what the default does."""


def in_effect(rules: DerivedRules, option: str) -> bool:
    """Whether an option can change anything in these rules.

    >>> from shengji.rules import Rules
    >>> in_effect(Rules(), "laps"), in_effect(Rules(after_last_level="wrap"), "laps")
    (False, True)
    """
    return not missing_needs(rules, option)


def missing_needs(rules: DerivedRules, option: str) -> list[Need]:
    """The needs that an option does not have met in these rules."""
    return [need for need in NEEDS.get(option, ()) if not any(way.met(rules) for way in need)]


def missing_for_value(rules: DerivedRules, option: str) -> list[Need]:
    """The needs of an option's value, beside the option itself, that are not met."""
    needs = VALUE_NEEDS.get((option, getattr(rules, option)), ())
    return [need for need in needs if not any(way.met(rules) for way in need)]
