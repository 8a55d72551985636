"""Knowledge of a seat: `view`, and matches built from what it lets through."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import Card
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CardDrawn,
    CloseDraw,
    Command,
    DealtAgain,
    Event,
    FriendsCalled,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    Match,
    Phase,
    Play,
    Played,
    RedealAnswered,
    Refusal,
    Show,
    Shown,
    StartHand,
    ThrowFailed,
    TrumpMade,
    view,
)
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, any_rules, cards_in, public, random_command, random_hand, steady

SEEDS = st.integers(0, 10**6)


def viewers(rules: Rules) -> list[int | None]:
    return [None, *range(rules.players)]


# No more than one may know


class Knowledge:
    """The cards that somebody may know, told from what has really happened.

    A card is known to those who drew it, to everyone when it has lain open, and in the kitty to
    who took or buried it, to all once the Opponents have opened it, or when it was shown first.
    """

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.cards: Counter[Card] = Counter()

    def hear(self, event: Event) -> None:
        match event:
            case HandStarted():
                self.cards = Counter()
            case CardDrawn() | KittyTaken() if event.seat == self.seat:
                self.learn(event)
            case Shown() | Played() | ThrowFailed() | TrumpMade() | LandBid():
                self.open(event)
            case KittyTaken() if event.shown:
                self.open(event)
            case RedealAnswered() | DealtAgain():
                self.open(event)
            case HandEnded() if event.factor or event.buried_by == self.seat:
                self.open(event)
            case _:
                pass

    def learn(self, event: Event) -> None:
        """These cards come into the hand."""
        self.cards += Counter(cards_in(event))

    def open(self, event: Event) -> None:
        """These cards lie on the table; some of them may have been known before."""
        for card in set(cards_in(event)):
            self.cards[card] += 1


def masked_cards(rules: Rules, seed: int) -> None:
    """Every card of every masked event is one that its viewer may know."""
    game = random_hand(rules, Random(seed))
    for seat in viewers(rules):
        known = Knowledge(seat)
        for event in game.events:
            known.hear(event)
            seen = view(event, seat)
            if isinstance(seen, FriendsCalled):
                continue  # cards by name, wherever they are
            if isinstance(seen, HandStarted):
                assert seen.deck is None
                assert seen.salt is None
                # These have been put back into the deck, wherever.
                assert set(cards_in(seen)) <= set(seen.turned)
            else:
                assert set(cards_in(seen)) <= set(known.cards), (seat, seen)


ONE_DECK: list[dict[str, object]] = [
    {},
    {"players": 12},
    {"players": 5, "teams": "friends"},
    {"redeal_points": 30, "redeal_limit": 5},
    {"kitty_shown": True},
    {
        "no_bid": "first-card",
        "no_bid_joker": "deal-again",
        "first_dealer": "first",
        "joker_additions": "any",
    },
]


@steady(25)
@given(st.sampled_from(ONE_DECK), SEEDS)
def test_nobody_sees_a_card_that_they_may_not_know(options: dict[str, object], seed: int) -> None:
    """With one deck every card is there once; so a leak cannot hide behind the other copy."""
    masked_cards(rules_from({**options, "decks": 1}), seed)


@steady(15)
@given(any_rules(), SEEDS)
def test_nobody_sees_more_under_any_rules(rules: Rules, seed: int) -> None:
    masked_cards(rules, seed)


# And no less


@steady(15)
@given(any_rules(), SEEDS)
def test_what_is_let_through(rules: Rules, seed: int) -> None:
    """Whatever is masked is masked whole, and only that; the rest goes through as it is."""
    game = random_hand(rules, Random(seed))
    for event in game.events:
        for seat in viewers(rules):
            seen = view(event, seat)
            assert type(seen) is type(event)
            assert view(seen, seat) == seen
            changed = {
                name
                for name in event.__struct_fields__
                if getattr(seen, name) != getattr(event, name)
            }
            assert all(getattr(seen, name) is None for name in changed)
            allowed: set[str] = set()
            match event:
                case HandStarted():
                    allowed = {"deck", "salt"}
                case CardDrawn() if event.seat != seat:
                    allowed = {"card"}
                case KittyTaken() if event.shown:
                    assert rules.kitty_shown
                case KittyTaken() | KittyBuried() if event.seat != seat:
                    allowed = {"cards"}
                case HandEnded() if event.factor == 0 and event.buried_by != seat:
                    allowed = {"kitty", "kitty_points"}
                case _:
                    pass
            assert changed == allowed


def test_3_5_4_a_card_is_drawn_without_showing_it() -> None:
    """Z21 §3.5.4: "drawing a card and not showing it to any other player"."""
    event = CardDrawn(1, Card.H5)
    assert view(event, 1) == event
    assert [view(event, seat) for seat in (0, 2, 3, None)] == [CardDrawn(1, None)] * 4
    assert msgspec.json.encode(view(event, 0)) == b'{"event":"card_drawn","seat":1,"card":null}'


def test_the_kitty_is_shown_to_all_only_where_houses_have_it_so() -> None:
    """Z21 §3.5.6: "given to the Dealer, without showing the other players"; in some houses they are
    shown it first. What is buried, and what is taken in Bidding for Land, stays hidden.
    """
    viewers = (0, 1, 2, 3, None)
    for shown in (False, True):
        rules = Rules(kitty_shown=shown, land=True, land_bidders="all")
        game = Game.of(rules, {0: "2S 2S", 1: "BJ BJ"})
        game.draw(8)
        game.show(0, "2S 2S")
        game.draw_all()
        game.do(CloseDraw())
        event = game.last(KittyTaken)
        deck = game.hand.started.deck
        assert deck is not None
        assert event.shown == shown and event.cards == deck[-8:]
        seen = [view(event, seat) for seat in viewers]
        assert [found == event for found in seen] == [seat == 0 or shown for seat in viewers]
        assert game.hand.kitty_seen == (event.cards if shown else ())
        game.do(Bury(0, tuple(game.hand.hands[0][:8])))
        game.do(BidLand(1, (Card.BIG_JOKER,) * 2))
        again = game.last(KittyTaken)
        assert (again.seat, again.shown) == (1, False)
        for one in (again, game.last(KittyBuried)):
            hidden = [view(one, seat) != one for seat in viewers]
            assert hidden == [seat != one.seat for seat in viewers]


def test_cards_turned_up_are_announced() -> None:
    """Z21 §3.5.5: they "are turned face-up", so everyone sees them."""
    event = TrumpMade(None, 0, (Card.H5, Card.BIG_JOKER))
    assert all(view(event, seat) == event for seat in (0, 1, 2, 3, None))


# What nobody can see makes no difference


def masked(events: list[Event], seat: int | None) -> list[bytes]:
    """Events as they leave the table; without the commitment, which is of the whole deck."""
    seen = [view(event, seat) for event in events]
    return [
        msgspec.json.encode(
            msgspec.structs.replace(event, commitment="")
            if isinstance(event, HandStarted)
            else event
        )
        for event in seen
    ]


def recorded(rules: Rules, seed: int) -> tuple[list[Command], list[Event]]:
    """The commands and events of a deal played at random, to the end of the hand or the next."""
    chance, game, commands = Random(seed), Game(Match(rules)), list[Command]()
    while game.match.hand is None or not game.match.between_hands:
        if game.match.winners is not None:
            break
        command = random_command(game.match, chance)
        commands.append(command)
        game.do(command)
    return commands, game.events


def hidden_places(start: StartHand, events: list[Event], seat: int | None) -> list[int]:
    """The places in the deck of cards that a viewer cannot see during the draw.

    Not the viewer's own cards nor, for the Dealer, the kitty; not a kitty that was turned up or
    shown to all; no card of a kind that was shown, since the one who showed it must hold it.
    """
    made = next(event for event in events if isinstance(event, TrumpMade | DealtAgain))
    drawn = [event.seat for event in events if isinstance(event, CardDrawn)]
    shown = {card for event in events if isinstance(event, Shown) for card in event.cards}
    taken = [event for event in events if isinstance(event, KittyTaken)]
    kitty_open = made.turned or made.dealer == seat or any(event.shown for event in taken)
    return [
        place
        for place, card in enumerate(start.deck)
        if card not in shown and (drawn[place] != seat if place < len(drawn) else not kitty_open)
    ]


def with_deck(start: StartHand, deck: list[Card]) -> StartHand:
    return msgspec.structs.replace(start, deck=tuple(deck))


@steady(40)
@given(any_rules(), SEEDS)
def test_hidden_cards_do_not_show_in_the_draw(rules: Rules, seed: int) -> None:
    """All that a viewer cannot see is dealt anew: what they are told until the Dealer has the kitty
    is the same to the byte.
    """
    commands, events = recorded(rules, seed)
    start = commands[0]
    assert isinstance(start, StartHand)
    last = next(n for n, command in enumerate(commands) if isinstance(command, CloseDraw))
    chance = Random(seed)
    for seat in viewers(rules):
        places = hidden_places(start, events, seat)
        deck, moved = list(start.deck), chance.sample(places, len(places))
        for place, other in zip(places, moved, strict=True):
            deck[place] = start.deck[other]
        game = Game(Match(rules))
        game.do(with_deck(start, deck))
        for command in commands[1 : last + 1]:
            game.do(command)
        told = masked(game.events, seat)
        assert told == masked(events[: len(told)], seat)


def touches(command: Command, exchanged: set[Card]) -> bool:
    kinds = Show | Bury | BidLand | Play
    return isinstance(command, kinds) and not exchanged.isdisjoint(command.cards)


@steady(60)
@given(any_rules(), SEEDS)
def test_hidden_cards_do_not_show_until_they_are_played(rules: Rules, seed: int) -> None:
    """Two cards that a viewer cannot see change places. What the viewer is told is the same to the
    byte until somebody plays such a card, must not follow any more as they did, or a throw fails.
    """
    commands, events = recorded(rules, seed)
    start = commands[0]
    assert isinstance(start, StartHand)
    chance = Random(seed)
    for seat in viewers(rules):
        places = hidden_places(start, events, seat)
        one, other = chance.sample(places, 2)
        deck = list(start.deck)
        deck[one], deck[other] = deck[other], deck[one]
        exchanged = {deck[one], deck[other]}
        first, second = Match(rules), Match(rules)
        for number, command in enumerate(commands):
            given = first.do(command)
            if number == 0:
                answer = second.try_do(with_deck(start, deck))
            elif isinstance(command, Bury) and touches(command, exchanged) and command.seat != seat:
                # The Dealer buries something else; nobody else can tell.
                held = second.hand.hands[command.seat] if second.hand is not None else []
                kept = [card for card in held if card not in exchanged]
                answer = second.try_do(Bury(command.seat, tuple(kept[: len(command.cards)])))
                if not isinstance(answer, Refusal):
                    assert masked(list(answer), seat) == masked(list(given), seat)
                break
            elif touches(command, exchanged):
                break
            else:
                answer = second.try_do(command)
            if isinstance(answer, Refusal):
                # Only the one whose cards were exchanged can be held to something else.
                assert isinstance(command, AnswerRedeal | Show | Bury | BidLand | Play)
                assert command.seat != seat
                break
            both = [*given, *answer]
            if any(isinstance(event, ThrowFailed | HandEnded | DealtAgain) for event in both):
                break
            assert masked(list(answer), seat) == masked(list(given), seat)


# A match from what one is told


def agree(seen: Match, table: Match, seat: int | None) -> None:
    """A viewer's match has the viewer's hand as the table has it, and nobody else's."""
    if seen.hand is None or table.hand is None:
        assert seen.hand is table.hand
        return
    for other, held in enumerate(seen.hand.hands):
        assert held == (table.hand.hands[other] if other == seat else [])
        assert seen.hand.knows(other) == (other == seat)
    ended = table.hand.result
    if ended is not None:
        known = ended.factor > 0 or ended.buried_by == seat
    else:
        buried = table.hand.phase in (Phase.LAND, Phase.CALL, Phase.PLAY)
        known = buried and table.hand.buried_by == seat
    assert seen.hand.kitty == (table.hand.kitty if known else None)


@steady(8, least=2)  # all viewers compare all that lies open after every event
@given(any_rules(), SEEDS)
def test_a_match_from_masked_events_agrees(rules: Rules, seed: int) -> None:
    """After every event everyone agrees on all that lies open, has their own hand, and nothing of
    anybody else's. So through two hands.
    """
    chance, game = Random(seed), Game(Match(rules))
    table = Match(rules)
    seen = {seat: Match.seen(rules, seat) for seat in viewers(rules)}
    while game.match.hands < 2 or game.hand.phase is not Phase.ENDED:
        if game.match.winners is not None:
            break
        for event in game.do(random_command(game.match, chance)):
            table.apply(event)
            facts = public(table, whole=False)
            for seat, match in seen.items():
                match.apply(view(event, seat))
                assert public(match, whole=False) == facts
                agree(match, table, seat)
    facts = public(table)
    assert all(public(match) == facts for match in seen.values())
