"""Options of leads, throws, following and winning, each by the text that has it."""

from __future__ import annotations

import pytest

from shengji.play.apply import lacks_shown
from shengji.play.follows import shapes_lacking
from shengji.play.readings import readings
from shengji.play.throws import penalty
from shengji.rules import Rules
from tests.kit import cards, written
from tests.play.kit import fault, follows, lead_of, led, rung, space, thrown, won


class TestFullTuples:
    """W14, W23, Number of decks played: "the rule of combinations may still apply, but exceptions
    are only granted to full n-tuples"."""

    found = space("2H", decks=3, free_leads="full-tuples")

    def test_doubles_with_three_decks(self) -> None:
        """ "with three decks, doubles are still subject to the rule of combinations and players
        will have to take back their cards where necessary" """
        throw = thrown(self.found, "7S 7S 8S 8S", "", "KS KS", "QS QS")
        assert [written(unit.cards) for unit in throw.led] == ["7S 7S"]
        assert written(throw.taken_back) == "8S 8S"
        assert throw.challenger == 1
        assert [written(unit.cards) for unit in throw.beaten] == ["8S 8S", "7S 7S"]

    def test_the_weakest_that_can_be_beaten(self) -> None:
        assert led(self.found, "AS AS KS KS", "QS QS AS KS", "", "") == "AS AS KS KS"
        assert led(self.found, "KS KS QS QS JS JS", "AS AS", "", "") == "JS JS"
        assert led(self.found, "KS KS QS QS JS JS", "QS QS", "", "") == "JS JS"
        assert led(self.found, "KS KS QS QS JS", "KS", "QS QS", "") == "JS"

    def test_full_tuples_are_free(self) -> None:
        others = ("AS AS AS KS KS KS", "", "")
        assert not thrown(self.found, "7S 7S 7S", *others).taken_back
        assert not thrown(self.found, "7S 7S 7S 8S 8S 8S", *others).taken_back

    def test_one_tuple_can_always_be_led(self) -> None:
        assert not thrown(self.found, "7S 7S", "AS AS AS", "", "").taken_back

    def test_what_stands_is_led_as_the_tractor_it_is(self) -> None:
        throw = thrown(self.found, "AS AS KS KS", "QS QS JS JS", "", "")
        assert [unit.shape for unit in throw.led] == [(2, 2)]
        lead = lead_of(self.found, "AS AS KS KS")
        assert rung(lead, "QS QS JS JS 9S 9S") == [(2, 2)]

    def test_with_two_decks_all_tractors_are_full(self) -> None:
        found = space("2H", free_leads="full-tuples")
        assert not thrown(found, "7S 7S 8S 8S", "AS AS KS KS", "", "").taken_back


class TestTractorsPulled:
    """Z21 §4.3: "As many sets of consecutive pairs as possible in the suit led, matching lengths as
    much as possible, up to the total number of sets of consecutive pairs in the combination led;
    PLUS as many pairs as possible"; W14, W23: "1. Other consecutive doubles in the same suit 2.
    Other doubles"."""

    led = "9S 9S 10S 10S JS JS QS QS"
    hand = "3S 3S 4S 4S 6S 6S 7S 7S KS KS AS"

    def test_one_tractor_and_any_pairs(self) -> None:
        lead = lead_of(space("2H"), self.led)
        assert rung(lead, self.hand) == [(2, 2), (2, 1), (2, 1)]
        assert fault(lead, self.hand, "3S 3S 4S 4S 6S 6S KS KS") is None
        assert fault(lead, self.hand, "3S 3S 4S 4S 6S 6S 7S 7S") is None
        assert fault(lead, self.hand, "3S 3S 6S 6S KS KS AS 4S") == "structure"

    def test_the_longest_that_fits(self) -> None:
        lead = lead_of(space("2H"), self.led)
        hand = "3S 3S 4S 4S 5S 5S 7S 7S 8S 8S KS KS"
        assert rung(lead, hand) == [(2, 3), (2, 1)]
        assert fault(lead, hand, "3S 3S 4S 4S 5S 5S KS KS") is None
        assert fault(lead, hand, "3S 3S 4S 4S 7S 7S 8S 8S") == "structure"

    def test_as_many_as_fit(self) -> None:
        lead = lead_of(space("2H", tractors_pulled="as-many-as-fit"), self.led)
        assert rung(lead, self.hand) == [(2, 2), (2, 2)]
        assert fault(lead, self.hand, "3S 3S 4S 4S 6S 6S KS KS") == "structure"
        assert fault(lead, self.hand, "3S 3S 4S 4S 6S 6S 7S 7S") is None

    def test_two_led_pull_two(self) -> None:
        hand = "3S 3S 4S 4S 6S 6S 7S 7S 9S 10S JS"
        lead = lead_of(space("2H"), "QS QS KS KS 9S 9S 10S 10S")
        assert rung(lead, hand) == [(2, 2), (2, 2)]

    def test_what_a_follower_shows_to_lack(self) -> None:
        """Whoever has played one tractor may have others."""
        lead = lead_of(space("2H"), self.led)
        assert shapes_lacking(lead, cards("3S 3S 4S 4S 6S 6S KS KS")) == {(2, 3)}
        pulled = lead_of(space("2H", tractors_pulled="as-many-as-fit"), self.led)
        assert shapes_lacking(pulled, cards("3S 3S 4S 4S 6S 6S KS KS")) == {(2, 2)}


class TestLoneTractors:
    """Z16 §7.5: "If the leader plays a combination of highest singles and pairs in the same suit,
    then the other players must also play the same number of singles and pairs"; "If the leader
    plays consecutive pairs, then the other players must also play consecutive pairs [...] if
    possible"."""

    found = space("2H", following="lone-tractors")
    hand = "7S 7S 8S 8S 10S 10S QS"

    def test_a_throw_pulls_pairs(self) -> None:
        lead = lead_of(self.found, "4S 4S 5S 5S AS")
        assert rung(lead, self.hand) == [(2, 1), (2, 1)]
        assert fault(lead, self.hand, "7S 7S 10S 10S QS") is None
        assert fault(lead, self.hand, "7S 7S 8S 10S QS") == "structure"
        assert fault(lead_of(space("2H"), "4S 4S 5S 5S AS"), self.hand, "7S 7S 10S 10S QS") == (
            "structure"
        )
        assert shapes_lacking(lead, cards("7S 7S 10S 10S QS")) == set()

    def test_a_tractor_alone_pulls_tractors(self) -> None:
        lead = lead_of(self.found, "4S 4S 5S 5S")
        assert fault(lead, self.hand, "7S 7S 10S 10S") == "structure"
        assert fault(lead, self.hand, "7S 7S 8S 8S") is None


class TestFollowOrder:
    """Z21 §6.5: "leading a triple forces following players to play pairs if they have no triples";
    PAG, Game with three decks: "failing that a shorter tractor"."""

    hand = "3S 3S 3S 5S 5S 5S 7S 7S 8S 8S"
    led = "9S 9S 9S 10S 10S 10S"

    def test_triples_before_tractors_of_pairs(self) -> None:
        lead = lead_of(space("2H", decks=3), self.led)
        assert rung(lead, self.hand) == [(3, 1), (3, 1)]
        assert fault(lead, self.hand, "3S 3S 3S 5S 5S 5S") is None
        assert fault(lead, self.hand, "7S 7S 8S 8S 3S 3S") == "structure"
        assert rung(lead, "3S 3S 3S 7S 7S 8S 8S KS AS") == [(3, 1), (2, 1)]
        assert rung(lead, "3S 4S 7S 7S 8S 8S KS AS") == [(2, 2)]

    def test_the_most_cards_first(self) -> None:
        lead = lead_of(space("2H", decks=3, follow_order="most-cards"), self.led)
        assert rung(lead, self.hand) == [(2, 2)]
        assert fault(lead, self.hand, "3S 3S 3S 5S 5S 5S") == "structure"
        assert rung(lead, "3S 3S 3S 4S 4S 4S KS") == [(3, 2)]

    def test_longer_tractors_first(self) -> None:
        lead = lead_of(space("2H"), "9S 9S 10S 10S JS JS")
        assert rung(lead, "3S 3S 4S 4S 6S 6S AS") == [(2, 2), (2, 1)]


class TestExemptTractors:
    """W14, Combination of multiple cards: "2. If the cards are consecutive doubles, the player is
    exempted from the above rule"; Z21 §4.2 lets a tractor beat a tractor."""

    def test_a_tractor_is_not_challenged(self) -> None:
        others = ("KS KS QS QS", "", "")
        found = space("2H", exempt_tractors=True)
        assert not thrown(found, "AS 4S 4S 5S 5S", *others).taken_back
        assert led(space("2H"), "AS 4S 4S 5S 5S", *others) == "5S 5S 4S 4S"

    def test_the_rest_of_the_throw_is(self) -> None:
        found = space("2H", exempt_tractors=True)
        throw = thrown(found, "QS 4S 4S 5S 5S", "KS JS JS 10S 10S", "", "")
        assert [written(unit.cards) for unit in throw.led] == ["QS"]
        assert [written(unit.cards) for unit in throw.beaten] == ["QS"]

    def test_narrower_tractors_are_tuples_with_more_decks(self) -> None:
        found = space("2H", decks=3, exempt_tractors=True, free_leads="full-tuples")
        assert led(found, "AS 4S 4S 5S 5S", "KS KS", "", "") == "4S 4S"
        assert not thrown(found, "AS 4S 4S 4S 5S 5S 5S", "KS KS KS QS QS QS", "", "").taken_back


class TestSuitAlone:
    """A house rule of other programs: followers owe the suit, and no pairs or tractors."""

    lead = lead_of(space("2H", decks=3, following="suit", protected_tuples=True), "4S 4S 5S 5S AS")
    hand = "7S 7S 8S 8S 10S 10S 10S QS"

    def test_no_structure_is_owed(self) -> None:
        assert rung(self.lead, self.hand) == []
        assert fault(self.lead, self.hand, "QS 10S 8S 7S 7S") is None
        assert fault(self.lead, self.hand + " 3C", "QS 10S 8S 7S 3C") == "suit"
        assert self.lead.forced(cards(self.hand)) == ()
        assert self.lead.count(cards(self.hand), 1000) == len(
            [*self.lead.follows(cards(self.hand))]
        )

    def test_no_follow_proves_a_void_of_pairs(self) -> None:
        assert shapes_lacking(self.lead, cards("QS 10S 8S 7S 7S")) == set()
        table, play = self.lead.space.table, self.lead.space.words(cards("QS 10S 8S 7S 3S"))
        assert lacks_shown(table, self.lead.units, self.lead.suit, play) == 0


class TestPartnerStops:
    """A house rule of other programs: only opponents make a throw fail."""

    found = space("2H", partner_stops_throws=False, failed_throw="must-beat")

    def test_only_opponents_stop_a_throw(self) -> None:
        assert led(space("2H"), "KS 10S 10S", "9S", "AS", "7S") == "KS"
        assert led(self.found, "KS 10S 10S", "9S", "AS", "7S") == "10S 10S + KS"
        assert thrown(self.found, "KS 10S 10S", "9S", "AS", "AS").challenger == 2
        six = space("2H", decks=3, partner_stops_throws=False)
        assert led(six, "KS 10S 10S", "9S", "AS", "7S", "AS", "JS") == "10S 10S + KS"
        friends = space("2H", partner_stops_throws=False, teams="friends")
        assert led(friends, "KS 10S 10S", "9S", "AS", "7S") == "KS"

    def test_only_their_cards_are_penalised(self) -> None:
        throw = thrown(self.found, "KS 10S 10S", "JS JS", "AS", "7S")
        assert [written(unit.cards) for unit in throw.beaten] == ["10S 10S"]
        rules = Rules(partner_stops_throws=False, throw_penalty="per-unit")
        assert penalty(rules, throw) == 10


class TestLowestLed:
    """A house's reading of W14 and W23, "any of the single/double cards that may be bested": the
    lowest of them, whatever its shape."""

    def test_the_lowest_unit_is_led_whole(self) -> None:
        found = space("2H", failed_throw="lowest-led")
        assert led(found, "9S 8S 8S 4S 4S", "QS QS", "", "") == "4S 4S"
        assert led(found, "9S 8S 8S 4S 4S", "QS", "", "") == "9S"
        assert led(found, "9S 9S 8S 8S AS", "KS KS QS QS", "", "") == "9S 9S 8S 8S"
        assert led(space("2H"), "9S 8S 8S 4S 4S", "QS QS", "", "") == "9S"


class TestPagThrows:
    """PAG, Leading a set of top cards: "a mixture of single cards and pairs"."""

    found = space("4C", throw_units="tuples")

    def test_a_tractor_in_a_throw_is_its_pairs(self) -> None:
        text = "AH KH KH QH QH"
        assert [[u.shape for u in r] for r in readings(self.found, cards(text))] == [
            [(2, 1), (2, 1), (1, 1)]
        ]
        assert rung(lead_of(self.found, text), "2H 2H 3H 3H 9H 9H") == [(2, 1), (2, 1)]

    def test_one_tractor_is_a_tractor(self) -> None:
        assert [unit.shape for unit in lead_of(self.found, "KH KH QH QH").reading] == [(2, 2)]

    def test_a_triple_is_not_divided(self) -> None:
        """It is one unit, as a pair is (PAG, three decks)."""
        found = space("4C", decks=3, throw_units="tuples")
        shapes = [[u.shape for u in r] for r in readings(found, cards("3H 3H 3H 5H 5H"))]
        assert shapes == [[(3, 1), (2, 1)]]

    def test_each_pair_must_be_highest(self) -> None:
        others = ("KH KH", "AH AH", "")
        assert led(self.found, "QH QH JH JH 9H", *others) == "9H"
        assert led(self.found, "AH QH QH JH JH", "KH KH", "", "") == "JH JH"
        assert led(space("4C"), "AH QH QH JH JH", "KH KH", "", "") == "QH QH JH JH + AH"

    def test_as_many_pairs_of_trumps(self) -> None:
        """ "as many pairs of identical trumps as there were pairs among the cards led" """
        assert won(self.found, "AH KH KH QH QH", "2C 2C 7C 7C 9C") == 1
        assert won(space("4C"), "AH KH KH QH QH", "2C 2C 7C 7C 9C") == 0


class TestPagMustBeat:
    """PAG: "The card or pair that can be beaten must be led, and the other player must beat
    it." """

    found = space("4C", throw_units="tuples")

    def test_the_jack_beaten_by_the_king(self) -> None:
        """ "A-Q-Q-J is not a valid lead because the jack could be beaten by the outstanding
        king." """
        throw = thrown(self.found, "AH QH QH JH", "9H 8H", "KH 10H 3C", "")
        assert written(throw.led[0].cards) == "JH"
        assert throw.challenger == 1
        lead = lead_of(self.found, "JH")
        hand = "KH 10H 3C"
        assert follows(lead, hand) == {"KH", "10H"}
        challenged = lead.for_challenger()
        assert follows(challenged, hand) == {"KH"}
        assert fault(challenged, hand, "10H") == "beat"
        assert fault(challenged, hand, "3C") == "suit"
        assert written(challenged.forced(cards(hand))) == "KH"
        owed = challenged.owed(cards(hand))
        assert (owed.size, owed.of_suit, owed.rung, owed.beat) == (1, 1, (), True)

    def test_a_pair(self) -> None:
        challenged = lead_of(self.found, "JH JH").for_challenger()
        hand = "AH AH KH KH 3H 3H QH"
        assert follows(challenged, hand) == {"AH AH", "KH KH"}
        assert challenged.count(cards(hand), 10) == 2
        assert fault(challenged, hand, "3H 3H") == "beat"
        assert fault(challenged, hand, "KH QH") == "structure"
        assert challenged.owed(cards(hand)).rung == ((2, 1, 1),)

    def test_who_cannot_follows_as_ever(self) -> None:
        challenged = lead_of(self.found, "JH JH").for_challenger()
        assert follows(challenged, "9H 9H 3C") == {"9H 9H"}
        assert not challenged.owed(cards("9H 9H 3C")).beat

    def test_a_protected_triple_is_broken(self) -> None:
        found = space("4C", decks=3, protected_tuples=True)
        challenged = lead_of(found, "JH JH").for_challenger()
        assert follows(challenged, "AH AH AH 3H 5H") == {"AH AH"}


class TestTractorsNotRequired:
    """PAG: "playing identical pairs (not necessarily consecutive) in the suit that was led as far
    as possible"; Z16 §7.5."""

    found = space("KC", following="tuples")

    def test_pairs_that_are_not_consecutive(self) -> None:
        """ "the other players must play identical pairs of trumps as far as possible, even if the
        pairs are not consecutive" """
        hand = "10H 10H 9H 9H 5H 5H 2H"
        assert rung(lead_of(self.found, "3H 3H 4H 4H"), hand) == [(2, 1), (2, 1)]
        assert follows(lead_of(self.found, "3H 3H 4H 4H"), hand) == {
            "10H 10H 9H 9H",
            "10H 10H 5H 5H",
            "9H 9H 5H 5H",
        }

    def test_the_example(self) -> None:
        """ "West leads 3-3-4-4. South's hearts are J, 10, 10, 8, 6, 5, 5 and South is forced to
        follow with pairs: 10-10-5-5." """
        lead = lead_of(self.found, "3H 3H 4H 4H")
        assert follows(lead, "JH 10H 10H 8H 6H 5H 5H AC") == {"10H 10H 5H 5H"}

    def test_longer_tuples(self) -> None:
        lead = lead_of(space("KC", decks=3, following="tuples"), "3H 3H 3H 4H 4H 4H")
        assert rung(lead, "9H 9H 9H 10H 10H 5H 5H") == [(3, 1), (2, 1)]
        assert rung(lead, "9H 9H 10H 10H 5H 5H 2H") == [(2, 1), (2, 1)]

    def test_a_tractor_still_beats_only_by_a_tractor(self) -> None:
        plays = ("3H 3H 4H 4H", "10H 10H 5H 5H", "5C 5C 7C 7C", "5C 5C 6C 6C")
        assert won(self.found, *plays) == 3

    def test_what_a_follow_tells(self) -> None:
        """A player of pairs may hold a tractor all the same."""
        lead = lead_of(self.found, "3H 3H 4H 4H")
        assert shapes_lacking(lead, cards("10H 10H 5H 5H")) == set()
        assert shapes_lacking(lead, cards("10H 10H 5H 6H")) == {(2, 1)}


class TestZ21Footnote11:
    """Z21 footnote 11: "Some variants allow triples in following players' hands to be "protected"
    if the leader leads a pair, so that if following players have one or more triples but no pairs,
    they are not obligated to play two cards from a triple." """

    found = space("2H", decks=3, protected_tuples=True)

    def test_triples_but_no_pairs(self) -> None:
        lead = lead_of(self.found, "9S 9S")
        assert rung(lead, "7S 7S 7S 3S 4S") == []
        assert follows(lead, "7S 7S 7S 3S 4S") == {"7S 7S", "7S 4S", "7S 3S", "4S 3S"}

    def test_a_pair_is_owed_still(self) -> None:
        lead = lead_of(self.found, "9S 9S")
        assert rung(lead, "7S 7S 7S 3S 3S 4S") == [(2, 1)]
        assert follows(lead, "7S 7S 7S 3S 3S 4S") == {"7S 7S", "3S 3S"}

    def test_two_pairs_against_a_triple_and_a_pair(self) -> None:
        """The pair 8-8 is owed: a triple is no substitute for it."""
        lead = lead_of(self.found, "5S 5S 6S 6S")
        hand = "7S 7S 7S 8S 8S 2C 3S 4S"
        assert rung(lead, hand) == [(2, 1)]
        assert fault(lead, hand, "7S 7S 7S 8S") == "structure"
        assert fault(lead, hand, "7S 8S 3S 4S") == "structure"
        assert fault(lead, hand, "8S 8S 3S 4S") is None
        assert fault(lead, hand, "7S 7S 8S 8S") is None

    def test_a_triple_led_takes_triples(self) -> None:
        lead = lead_of(self.found, "9S 9S 9S")
        assert rung(lead, "7S 7S 7S 3S 3S 4S") == [(3, 1)]

    def test_a_tractor_of_pairs_does_not_break_triples(self) -> None:
        lead = lead_of(self.found, "9S 9S 10S 10S")
        assert rung(lead, "7S 7S 7S 8S 8S 8S 3S 4S") == []
        assert rung(lead_of(space("2H", decks=3), "9S 9S 10S 10S"), "7S 7S 7S 8S 8S 8S 3S") == [
            (2, 2)
        ]

    def test_longer_tuples_are_protected_too(self) -> None:
        found = space("2H", decks=4, protected_tuples=True)
        assert rung(lead_of(found, "9S 9S 9S"), "7S 7S 7S 7S 3S 4S") == []
        assert rung(lead_of(found, "9S 9S 9S 9S"), "7S 7S 7S 3S 4S") == [(3, 1)]

    def test_what_is_forced(self) -> None:
        lead = lead_of(self.found, "5S 5S 6S 6S")
        assert written(lead.forced(cards("7S 7S 7S 8S 8S"))) == "8S 8S 7S 7S"
        assert written(lead.forced(cards("7S 7S 7S 8S 8S 3S"))) == "8S 7S"

    def test_what_a_follow_tells(self) -> None:
        """Nothing: a triple may be hiding."""
        assert shapes_lacking(lead_of(self.found, "9S 9S"), cards("3S 4S")) == set()
        assert shapes_lacking(lead_of(self.found, "9S 9S 9S"), cards("3S 4S 5S")) == {(2, 1)}


class TestZ16Comparison:
    """Z16 §7.6: ""highest" is determined by first comparing pairs and then singles"."""

    found = space("8H", trumped_throws="every-shape")

    def test_pairs_first(self) -> None:
        plays = ("AS KS KS", "9H 9H 2H", "7H 7H BJ", "10H 10H 2H")
        assert won(self.found, *plays) == 3

    def test_then_singles(self) -> None:
        assert won(self.found, "AS KS KS", "8C 8C 2H", "8D 8D BJ", "8S 8S 8H") == 2
        assert won(space("8H"), "AS KS KS", "8C 8C 2H", "8D 8D BJ", "8S 8S 8H") == 1
        assert won(self.found, "AS KS", "AH 2H", "AH KH", "KH KH") == 2

    def test_a_tie_throughout(self) -> None:
        assert won(self.found, "AS KS KS", "8C 8C AH", "8D 8D AH") == 1

    def test_pair_after_pair(self) -> None:
        lead = "AS AS QS QS JS"
        assert won(self.found, lead, "9H 9H 3H 3H AH", "9H 9H 4H 4H 2H") == 2
        assert won(self.found, lead, "9H 9H 4H 4H 2H", "9H 9H 3H 3H AH") == 1

    def test_tractors_before_pairs(self) -> None:
        lead = "AS AS KS KS JS JS 10S"
        assert won(self.found, lead, "4H 4H 5H 5H 7H 7H 2H", "4H 4H 5H 5H 9H 9H 2H") == 2

    def test_of_equal_cards_those_that_leave_the_better_rest(self) -> None:
        """8♣-8♣-8♣-8♦-8♦ is a pair and a triple, not two pairs."""
        found = space("8H", decks=3, trumped_throws="every-shape")
        lead = "AS AS AS QS QS"
        assert won(found, lead, "8C 8C 8C 7H 7H", "8C 8C 8D 8D 8D") == 2


class TestZ21Footnote7:
    """Z21 footnote 7: "requiring that each unit of a later set of trumps be higher than the
    corresponding units of the earlier set to win"."""

    found = space("8H", trumped_throws="every-unit")

    def test_each_unit(self) -> None:
        assert won(self.found, "AS KS KS", "5H 5H 9H", "6H 6H 7H") == 1
        assert won(self.found, "AS KS KS", "5H 5H 9H", "6H 6H 10H") == 2
        assert won(space("8H"), "AS KS KS", "5H 5H 9H", "6H 6H 7H") == 2

    def test_equal_is_not_higher(self) -> None:
        assert won(self.found, "AS KS KS", "5H 5H 9H", "6H 6H 9H") == 1

    def test_corresponding_singles(self) -> None:
        assert won(self.found, "AS KS QS", "AH 5H 3H", "8C 6H 4H") == 2
        assert won(self.found, "AS KS QS", "AH 5H 3H", "8C 8D 3H") == 1

    def test_any_match_beats_the_suit_led(self) -> None:
        assert won(self.found, "AS KS KS", "2H 2H 3H") == 1

    def test_against_the_one_that_wins_so_far(self) -> None:
        plays = ("AS KS KS", "5H 5H 9H", "6H 6H 7H", "7H 7H 10H")
        assert won(self.found, *plays) == 3


def test_no_unit_may_be_lower_and_one_must_be_higher() -> None:
    """A house rule of another program."""
    found = space("8H", trumped_throws="no-unit-lower")
    assert won(found, "AS KS KS", "5H 5H 9H", "6H 6H 9H") == 2
    assert won(found, "AS KS KS", "5H 5H 9H", "5H 5H 10H") == 2
    assert won(found, "AS KS KS", "5H 5H 9H", "6H 6H 7H") == 1
    assert won(found, "AS KS QS", "8C 7H 6H", "8D 7H 6H") == 1


@pytest.mark.parametrize(
    "comparison", ["longest-unit", "every-shape", "every-unit", "no-unit-lower"]
)
def test_one_unit_compares_as_ever(comparison: str) -> None:
    found = space("8H", trumped_throws=comparison)
    assert won(found, "9S 9S 10S 10S", "QS QS KS KS", "2H 2H 3H 3H", "4H 4H 5H 5H") == 3
    assert won(found, "9S", "8C", "8D", "AH") == 1
