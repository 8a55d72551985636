"""Each preset against the sentences of its text; and how systems are laid over texts."""

from __future__ import annotations

import msgspec
import pytest

from shengji.rules import PRESETS, SYSTEMS, Rules, describe_rules, option_of, options, rules_from
from shengji.rules.domain import plain

Quotes = dict[str, tuple[object, str]]

Z21: Quotes = {
    "first_level": ("2", "§3.4: A full game starts with both teams at level 2."),
    "last_level": ("A", "§3.9: a team to win a hand in which Ace is the trump rank"),
    "winning": ("defend", "§3.9: and they are the Declarers"),
    "first_drawer": (
        "counted",
        "§3.5.3: If an Ace or a Joker is revealed, the cards should be ...",
    ),
    "permanent_twos": (False, "§3.3 footnote 2: Some variants consider all 2s original trumps"),
    "red_fives": ("none", "W14 and W23 only"),
    "no_trump_rank_cards": ("trump", "§3.3: only Jokers and the trump rank, for a total of 12"),
    "least_shown": (1, "§3.5.5: (a) one card of the trump rank"),
    "bid_jokers": ("pairs", "§3.5.5: (c) a pair of identical Jokers"),
    "joker_additions": ("none", "PAG and W23 only"),
    "late_reinforcement": (False, "§3.5.5: A common variant allows late reinforcement."),
    "rank_overrides": ("free", "§6.5: longer tuples taking precedence over both shorter tuples"),
    "first_dealer": ("last", "§3.5.5: The last player to declare or override becomes the Dealer."),
    "later_dealer": ("result", "§3.6.1: the Dealer role passes to the Dealer's partner"),
    "pause_after_draw": (True, "§3.5.5: After a brief pause following the draw, declarations ..."),
    "no_bid": ("turn-kitty", "§3.5.5: turned face-up one-by-one until a card of the trump rank"),
    "redeal_no_trumps": (False, "§3.5.7: A common variant allows a re-deal"),
    "redeal_points": (None, "§3.5.7: A common variant allows a re-deal"),
    "land": (False, "§6.2: This rule adds an extra dimension"),
    "land_bidders": ("not-last-declarer", "§6.2: EXCEPT for the player who declared or overrode"),
    "consecutive": ("adjacent", "§4.1: the pairs are of adjacent and distinct rank"),
    "free_leads": ("tractors", "§3.7.1: Any set of consecutive pairs"),
    "throw_units": ("tractors", "§4.2: highest units (singles, pairs, or consecutive pairs)"),
    "failed_throw": ("unit-led", "§3.7.5: is not required to play it on this trick"),
    "throw_penalty": ("none", "§3.7.5: A common variant adds a point penalty"),
    "following": ("tractors", "§4.3: must be followed by n consecutive pairs from each player"),
    "tractors_pulled": ("as-led", "§4.3: up to the total number of sets of consecutive pairs"),
    "follow_order": ("widest", "§6.5: forces following players to play pairs if they have no"),
    "exempt_tractors": (False, "§4.2: no remaining consecutive pairs ... are strictly higher"),
    "protected_tuples": (False, "§6.5: leading a pair can force following players to play two ..."),
    "protected_tractors": (False, "§4.3: Longer sets of consecutive pairs ... are not protected"),
    "trumped_throws": ("longest-unit", "§4.4: there are no kickers in Sheng Ji"),
    "kitty_factor": ("pairs", "§3.8: 2^(n+1), where n is the number of pairs in the largest unit"),
    "results": ("both", "§3.8, table"),
    "must_play": ([], "§6.1.2: adds a must-play condition to certain levels"),
    "must_play_win": (True, "§6.1.2: The third condition is sometimes eliminated"),
    "hooks": ([], "§6.1.3, a variant"),
    "hook_card": ("trump-suit-in-unit", "§6.1.3: must be part of the longest unit"),
    "hook_needs_win": (True, "§6.1.3: The Opponents take 80 points or more."),
    "missing_friend_bonus": (True, "§6.5: increased by another n levels for each missing teammate"),
    "auto_level": (False, "§6.5: A common variant allows auto-leveling."),
}
Z16: Quotes = {
    "winning": (
        "defend",
        "§5.1 footnote 2: only be achieved while winning as Declarers at level Ace",
    ),
    "first_drawer": (
        "counted-ace-one",
        "§7.1: Jack is considered 11, Queen 12, King 13, and Ace 1",
    ),
    "rank_overrides": ("once", "§5.4.5: may only be done once and not by the original declarer"),
    "first_dealer": (
        "last-not-jokers",
        "§5.4.5: The player declaring no-trumps does NOT become the new Dealer (unless he or she "
        "is the first person to declare",
    ),
    "bid_jokers": ("pairs", "§5.4.5: any player may throw down two identical jokers"),
    "pause_after_draw": (False, "§5.4.5: During the draw, any player may become the Dealer"),
    "no_bid": ("turn-kitty", "§7.2: The first card of the trump rank, if one exists."),
    "land_bidders": ("all", "§8.3: the other players, in counterclockwise order, may override"),
    "consecutive": ("adjacent", "§7.3: adjacent and distinct rank"),
    "failed_throw": ("unit-led", "§4: The player who holds the higher ... is not obligated"),
    "following": (
        "lone-tractors",
        "§7.5: must also play consecutive pairs in the same suit, if possible; to a combination "
        "the same number of singles and pairs",
    ),
    "trumped_throws": ("every-shape", "§7.6: by first comparing pairs and then singles"),
    "kitty_factor": ("power-of-cards", "§5.7: 2^n, where n is the number of cards in the largest"),
    "hook_card": ("any-trump", "§8.2.2: using a trump jack (and possibly other cards)"),
    "hook_needs_win": (True, "§8.2.2: The Opponents take 80 points or more."),
    "must_play_win": (True, "§8.2.1: The team trying to advance wins the hand."),
}
PAG: Quotes = {
    "winning": ("pass", "Declarers and opponents: a score higher than ace"),
    "first_drawer": ("random", "The deal: takes the first card from the pack is chosen at random"),
    "no_trump_rank_cards": ("ordinary", "Players and Cards: the only trumps are the four jokers"),
    "override_partner": (
        True,
        "The deal: you can use a pair to change a trump suit made by your ...",
    ),
    "first_dealer": ("last", "The deal: The player who finally makes trumps becomes the starter"),
    "pause_after_draw": (True, "The deal: There is then a pause, to see whether anyone wishes"),
    "no_bid": ("turn-kitty", "The deal: the last eight cards are turned face up one at a time"),
    "no_bid_first_hand": ("deal-again", "The deal: would be thrown in and the deal repeated"),
    "consecutive": ("adjacent", "The play, 3: not valid: Ranks not adjacent (six missing)"),
    "free_leads": ("tractors", "The play: a sequence of consecutive pairs of identical cards"),
    "throw_units": ("tuples", "The play, 4: which can be a mixture of single cards and pairs"),
    "failed_throw": ("must-beat", "The play, 4: must be led, and the other player must beat it"),
    "throw_penalty": ("per-card-withdrawn", "The play, 4: for each card that has to be withdrawn"),
    "throw_penalty_points": (10, "The play, 4: 10 card points are transferred"),
    "following": ("tuples", "The play, 3: even if the pairs are not consecutive"),
    "follow_order": ("most-cards", "Game with three decks: failing that a shorter tractor"),
    "trumped_throws": (
        "longest-unit",
        "The play, 4: whichever of them played the highest trump pair",
    ),
    "kitty_factor": ("twice-cards-led", "Scoring: twice the number of cards led to the last trick"),
    "must_play_win": (False, "Compulsory levels: cannot go past any of these compulsory levels"),
    "hook_card": ("capture", "The hook: capturing a jack belonging to the other team"),
    "hook_needs_win": (False, "The hook: if a team wins the last trick with the jack"),
}
W14: Quotes = {
    "winning": ("pass", "When a team passes (rather than attains) a score of Ace"),
    "after_last_level": ("win", "If an even longer game is desired, players can wrap"),
    "pause_after_draw": (True, "silent on the last card, so as in Z21 §3.5.5"),
    "redeal_no_trumps": (False, "Sometimes, a player who has no trump"),
    "land": (False, "Sometimes, other players can change the trump"),
    "land_bidders": ("all", "other players can change the trump after the Dealer has discarded"),
    "free_leads": ("full-tuples", "exceptions are only granted to full n-tuples"),
    "failed_throw": ("unit-led", "play any of the single/double cards that may be bested"),
    "following": ("tractors", "1. Other consecutive doubles in the same suit"),
    "tractors_pulled": (
        "as-many-as-fit",
        "priority: 1. Other consecutive doubles 2. Other doubles",
    ),
    "exempt_tractors": (True, "2. If the cards are consecutive doubles, the player is exempted"),
    "trumped_throws": ("longest-unit", "Singles are not compared here."),
    "kitty_factor": (
        "twice-cards-led",
        "the number of cards used by the opponents to win the last trick determines the factor: "
        "with a combination of three cards, then the points would increase sixfold",
    ),
    "most_levels": (3, "200 or above: Opponents +3"),
    "must_play_win": (False, "they will have to play 10 first, instead of going straight to Jack"),
    "hook_card": ("any-trump", "wins the last trick with a Jack (or an Ace, respectively)"),
    "hook_needs_win": (False, "the scores of the members of the declarers' team go back"),
    "red_fives": ("none", "The 5 of Hearts is sometimes taken as the highest card"),
}
W23: Quotes = {
    "winning": ("pass", "When a team passes (rather than exactly attains) a score of ace"),
    "first_drawer": ("counted-ace-one", "Dealing: aces count as one, jacks as 11"),
    "no_trump_rank_cards": ("trump", "The deck: consisting of the jokers and the dominant rank"),
    "bid_jokers": ("none", "In some variations, players may bid two identical jokers"),
    "joker_additions": ("none", "In some variations, one or more joker cards may be included"),
    "override_partner": (True, "other player(s) ... may override the bid"),
    "reinforce_partner": (False, "Players are not allowed to reinforce their partner's bid."),
    "friends_called": ("by-decks", "The declarer team size is equal to the number of decks used"),
    "late_reinforcement": (True, "another 9♥, making a pair which takes precedence over East's"),
    "coming_back": (
        False,
        "A player who has already made a bid ... may only 'reinforce' their bid",
    ),
    "first_dealer": ("first", "The first player to reveal any rank 2 card ... will instantly"),
    "pause_after_draw": (True, "silent on the last card, so as in Z21 §3.5.5"),
    "no_bid": ("first-card", "the first card in the kitty is turned over, and its suit is adopted"),
    "no_bid_joker": ("next-card", "turn over the subsequent card, the first of three actions"),
    "land_bidders": ("all", "other players can change the trump after the dealer has discarded"),
    "free_leads": ("full-tuples", "exceptions are only granted to full N-tuples"),
    "following": ("tractors", "Other consecutively-ranked doubles (tractor) in the same suit"),
    "tractors_pulled": (
        "as-many-as-fit",
        "priority: Other consecutively-ranked doubles, Other ...",
    ),
    "exempt_tractors": (False, "play any of the single/double/tractor cards that may be bested"),
    "trumped_throws": ("longest-unit", "Singles are not compared here."),
    "kitty_factor": ("pairs-plus-one", "Scoring: 2. 2×(length+1)"),
    "results": ("both", "Scoring, the table of results"),
    "negative_scores": (True, "Scoring: below 0: Declarers +4"),
    "most_levels": (None, "Scoring: Opponents +3, +1 more when ... 40 more points above 200"),
    "must_play_win": (False, "they will have to play 10 first, instead of going straight to jack"),
    "hook_card": ("any-trump", "wins the last trick with a J (or an A, respectively)"),
    "hook_needs_win": (False, "the scores of the members of the declarers' team go back to 2"),
}
BOT: Quotes = {
    "last_level": ("2", "log: level 2; every request is of one hand"),
    "winning": ("pass", "judge, EndGame: the game is over after a hand, whoever wins it"),
    "first_drawer": ("random", "judge: random.randint(0, 3), where nobody has called"),
    "declarations": ("call-then-pair", "judge, checkBanker: 单张报主; 对子反主"),
    "bid_jokers": ("pairs", "judge, checkBanker: poker[0] == jo or poker[0] == Jo"),
    "first_dealer": ("last", "page: 第一回合的牌权在最后报主/反主的玩家手中"),
    "no_bid": ("first-card", "judge: suitset[random.randint(0, 3)]"),
    "no_trump_rank_cards": ("trump", "judge, setMajor: the rank cards of all suits"),
    "consecutive": (
        "suit-ranks",
        "judge, checkPokerType: 需排除大小王和级牌",
    ),
    "throw_reading": ("longest", "judge, checkThrow: 优先检查整牌型（拖拉机）"),
    "failed_throw": ("card-led", "env, _checkThrow: finalpok = [[finalpok[0]]]"),
    "throw_penalty": ("per-card", "judge, checkLegalMove: Punish(currplayer, banker, ilcnt*10)"),
    "throw_penalty_points": (10, "judge, checkLegalMove: ilcnt*10"),
    "following": ("same-length", "judge, checkRes: tmp >= len(poker)/2"),
    "trumped_throws": ("longest-unit", "judge, checkWinner: 对于甩牌，盖毙只判定最大牌型的大小"),
    "kitty_factor": ("cards", "env, _reveal: mult = len(self.history[0]); a throw: * 2"),
    "most_levels": (3, "judge, EndGame: 3 from 160 points on"),
    "must_play_win": (False, "nothing must be played"),
    "auto_level": (True, "judge, EndGame: score < 120: 闲家得1分"),
}


def _check(name: str, quotes: Quotes) -> None:
    """Check that quotes hold, and that nothing differs from Z21 without one."""
    preset = PRESETS[name]
    for option, (value, quote) in quotes.items():
        assert plain(getattr(preset.rules, option)) == value, quote
    for option in Rules.__struct_fields__:
        if getattr(preset.rules, option) != getattr(Rules(), option):
            assert option in quotes
    assert preset.notes
    for note in preset.notes:
        assert note.text
        assert any("\u4e00" <= sign <= "\u9fff" for sign in note.text_zh)


def test_zhang_2021() -> None:
    _check("zhang-2021", Z21)
    assert PRESETS["zhang-2021"].rules == Rules()


def test_zhang_2016() -> None:
    _check("zhang-2016", Z16)


def test_pagat() -> None:
    _check("pagat", PAG)


def test_wikipedia_2014() -> None:
    _check("wikipedia-2014", W14)


def test_wikipedia_2023() -> None:
    _check("wikipedia-2023", W23)


def test_botzone() -> None:
    _check("botzone", BOT)


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        # players, decks, cards each, kitty, threshold, step
        ("tractor", (4, 2, 25, 8, 80, 40)),  # Z21 §3.5.4, §3.8
        ("forty-points", (4, 1, 12, 6, 40, 20)),  # Z21 §6.3: "Each player draws 12 cards"
        ("three-deck", (4, 3, 39, 6, 120, 60)),  # PAG: "Each player draws 39 cards"
        ("six-player", (6, 3, 26, 6, 120, 60)),  # Z21 §6.5: "26 cards per hand"
        ("six-player-two-deck", (6, 2, 17, 6, 80, 40)),  # PAG: "each player takes 17 cards"
        ("finding-friends", (6, 3, 26, 6, 120, 60)),  # Z21 §6.5
    ],
)
def test_the_systems(name: str, cards: tuple[int, ...]) -> None:
    rules = rules_from(name)
    found = (rules.players, rules.deck_count, rules.hand_size, rules.kitty_size)
    assert (*found, rules.threshold_points, rules.step_points) == cards
    assert PRESETS[name].kind == "system"
    assert PRESETS[name].title == SYSTEMS[name].title
    for option in SYSTEMS[name].changes:
        assert option_of(option)


def test_three_decks_of_pagat_have_no_joker_bids_and_ask_for_tractors() -> None:
    """PAG: "There is no no-trump option (exposing jokers) in this version"; "players who have a
    similar shaped tractor in that suit must play it"."""
    rules = rules_from({"preset": "pagat", "system": "three-deck"})
    assert (rules.bid_jokers, rules.following) == ("none", "tractors")
    assert rules.follow_order == "most-cards"
    assert rules.throw_units == "tuples"


@pytest.mark.parametrize("text", [name for name, p in PRESETS.items() if p.kind == "text"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_is_laid_over_a_text(text: str, system: str) -> None:
    rules = rules_from({"preset": text, "system": system})
    for option in options():
        expected = SYSTEMS[system].changes.get(
            option.name, plain(getattr(PRESETS[text].rules, option.name))
        )
        assert plain(getattr(rules, option.name)) == expected
    assert rules_from(describe_rules(rules)) == rules


def test_text_system_and_options_are_described_as_such() -> None:
    given = {"preset": "pagat", "system": "finding-friends", "players": 7, "first_level": "8"}
    assert describe_rules(rules_from(given)) == given
    assert rules_from(given).hand_size == 22


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_described_by_its_name(name: str) -> None:
    described = describe_rules(PRESETS[name].rules)
    assert described == {"preset": name if name != "tractor" else "zhang-2021"}
    assert msgspec.json.decode(msgspec.json.encode(PRESETS[name].rules), type=Rules) == (
        PRESETS[name].rules
    )
