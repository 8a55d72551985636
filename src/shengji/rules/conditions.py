"""Dependencies between options, as data.

An option is *in effect* when its needs are met. A preset may contain values that are not in effect
(such as the hooking card, without hooks): they change nothing until their needs are met. Setting
such an option by hand raises an error that names the missing needs.
"""

from __future__ import annotations

from typing import NamedTuple

from shengji.rules.derived import DerivedRules


class Given(NamedTuple):
    """An option has one of these values, or, `negated`, none of them; and is in effect."""

    option: str
    values: tuple[object, ...]
    negated: bool = False

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules meet the condition."""
        found = getattr(rules, self.option) in self.values
        return found != self.negated and in_effect(rules, self.option)


class Decks(NamedTuple):
    """The number of decks, and so the maximum width of tuples, is at least `least`."""

    least: int

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules meet the condition."""
        return rules.deck_count >= self.least


class Jokers(NamedTuple):
    """At least `least` Jokers are in the deck."""

    least: int = 1

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules meet the condition."""
        return 2 * rules.deck_count - len(rules.removed) >= self.least


class OpenMustPlay(NamedTuple):
    """A must-play level exists other than the last level where that must be defended."""

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules meet the condition."""
        defended = {rules.last_level} if rules.winning == "defend" else set()
        return bool({*rules.must_play} - defended)


class JokerKitty(NamedTuple):
    """The kitty may consist of Jokers alone, which makes no trump suit when it is turned up."""

    def met(self, rules: DerivedRules) -> bool:
        """Whether the rules meet the condition."""
        return rules.kitty_size <= 2 * rules.deck_count - len(rules.removed)


Way = Given | Decks | Jokers | OpenMustPlay | JokerKitty
"""A condition that meets a need."""
Need = tuple[Way, ...]
"""A need of an option: at least one of these conditions."""


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
# With one deck only an added Joker or a higher suit can override.
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
    # A hand without a trump suit comes from Jokers: declared, bid for the land, or turned up.
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
    # With two decks no player can have more copies than the partner has shown, unless with a Joker.
    "reinforce_partner": (
        _is("override_partner", True),
        (Decks(3), Given("joker_additions", ("any",))),
    ),
    "coming_back": (_OVERRIDES, _OPEN),
    "override_own": (_OVERRIDES, _OPEN),
    # With two decks only Jokers override a pair, so rank cards override at most once anyway; the
    # option then only decides whether that player may bring big Jokers over small ones.
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
    "no_bid_joker": (_not("no_bid", "turn-kitty"), (Jokers(),)),
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
    "partner_stops_throws": (_FAILURES, _is("teams", "fixed")),
    "failed_throw": (_FAILURES,),
    "throw_penalty": (_FAILURES,),
    "throw_penalty_points": (_not("throw_penalty", "none"),),
    "exempt_tractors": (_PAIRS, _THROWS, _is("throw_units", "tractors")),
    "following": (_PAIRS,),
    "tractors_pulled": (_PAIRS, _not("following", "tuples", "suit")),
    # With two decks all tuples have the same width.
    "follow_order": (_TRIPLES, _not("following", "tuples", "suit")),
    # A lead with a tuple asks at least for pairs; wider tuples are triples.
    "protected_tuples": (_TRIPLES, _not("following", "suit")),
    "protected_tractors": (_PAIRS, _not("following", "suit")),
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
"""All needs of each option; an option without an entry is always in effect."""

VALUE_NEEDS: dict[tuple[str, object], tuple[Need, ...]] = {
    ("first_dealer", "last-not-jokers"): (_not("bid_jokers", "none"),),
    ("following", "lone-tractors"): (_THROWS,),
    # With one deck, and no throws of single cards, all these are 2.
    ("kitty_factor", "two-or-three"): ((Decks(2), Given("throws", (True,))),),
    ("kitty_factor", "pairs-plus-one-or-two"): (_PAIRS,),
}
"""Needs of single values; if unmet, the value acts like the default."""


def in_effect(rules: DerivedRules, option: str) -> bool:
    """Whether an option has any effect under these rules.

    >>> from shengji.rules import Rules
    >>> in_effect(Rules(), "laps"), in_effect(Rules(after_last_level="wrap"), "laps")
    (False, True)
    """
    return not missing_needs(rules, option)


def missing_needs(rules: DerivedRules, option: str) -> list[Need]:
    """The unmet needs of an option."""
    return [need for need in NEEDS.get(option, ()) if not any(way.met(rules) for way in need)]


def missing_for_value(rules: DerivedRules, option: str) -> list[Need]:
    """The unmet needs of an option's value, in addition to those of the option."""
    needs = VALUE_NEEDS.get((option, getattr(rules, option)), ())
    return [need for need in needs if not any(way.met(rules) for way in need)]
