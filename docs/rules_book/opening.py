"""The code at the opening of the rules book, which all examples use."""

OPENING = """\
>>> from shengji.cards import Rank, Suit, Trump, read_card, read_cards
>>> from shengji.game import Call, Hand, HandEnded, HandStarted, KittyBuried, Match
>>> from shengji.game import Play, Played, Shown, Standing, ThrowFailed, TrumpMade
>>> from shengji.game import CloseDraw, Draw, StartHand, land_bids, may_redeal, view
>>> from shengji.game.decisions import refuse_throw
>>> from shengji.game.endings import end_hand, take_trick
>>> from shengji.game.friends import judge_calls
>>> from shengji.game.hand import suit_of
>>> from shengji.game.land import land_turns
>>> from shengji.game.levels import HandFacts, settle
>>> from shengji.game.draw_end import again_on_request, close_draw, dealer_after
>>> from shengji.game.shuffle import counted_seat, counts
>>> from shengji.play.follows import Lead
>>> from shengji.play.score import halves_kitty, kitty_bonus, kitty_factor, outcome
>>> from shengji.play.space import space_of
>>> from shengji.play.throws import judge_lead, penalty as penalty_of
>>> from shengji.play.tricks import winner
>>> from shengji.play.readings import readings
>>> from shengji.play.units import default_reading, unit_of
>>> from shengji.rules import option_of, rules_from

>>> def house(**options):
...     return rules_from(options)

>>> def show(cards):
...     return " ".join(c.value if c.is_joker else c.rank.value + c.suit.symbol for c in cards)

>>> def space(rules, trump, gone=""):
...     rank, suit = Rank(trump.rstrip("♦♣♥♠")), trump[-1]
...     made = Trump(rank, next((s for s in Suit if s.symbol == suit), None))
...     return space_of(rules, made, frozenset(read_cards(gone)))

>>> def order(rules, trump, cards):
...     return show(space(rules, trump).sort(read_cards(cards)))

>>> def shape(rules, trump, cards, gone=""):
...     unit = unit_of(space(rules, trump, gone), read_cards(cards))
...     return unit and unit.shape

>>> def lead(rules, trump, cards):
...     laid = space(rules, trump)
...     return Lead(laid, default_reading(laid, read_cards(cards)))

>>> def throw(rules, trump, cards, *others):
...     thrown = lead(rules, trump, cards)
...     return judge_lead(thrown.space, thrown.reading, [read_cards(hand) for hand in others])

>>> def led(rules, trump, cards, *others):
...     units = throw(rules, trump, cards, *others).led
...     return show(card for unit in units for card in unit.cards)

>>> def draw(rules, *shown, rank="8", dealer=None, kitty="", redeals=0):
...     start = HandStarted(1, Rank(rank), dealer, 0, (), "", redeals=redeals)
...     hand = Hand(rules, start, [Rank(rank)] * rules.players, None, all_seen=False)
...     hand.kitty = tuple(read_cards(kitty))
...     for seat, text in shown:
...         cards, way = tuple(read_cards(text)), "override" if hand.shown else "declare"
...         hand.apply(Shown(seat, way, cards, suit_of(cards), dealer_after(hand, seat, cards)))
...     return hand

>>> def may_show(hand, seat, cards):
...     return [show(bid) for bid in hand.bidding.options(seat, read_cards(cards))]

>>> def buried(rules, trump):
...     made = space(rules, trump).trump
...     hand = draw(rules, rank=made.rank.value, dealer=0)
...     hand.apply(TrumpMade(made.suit, 0))
...     hand.apply(KittyBuried(0, ()))
...     return hand

>>> def trick(rules, trump, *plays, leader=0, points=0):
...     hand = buried(rules, trump)
...     hand.taken[1] = points
...     for turn, cards in enumerate(plays):
...         units = () if turn else [u.cards for u in lead(rules, trump, cards).reading]
...         seat = (leader + turn) % rules.players
...         hand.apply(Played(seat, tuple(read_cards(cards)), tuple(units)))
...     hand.apply(take_trick(hand, hand.ahead))
...     return hand

>>> def end_of(hand):
...     return end_hand(hand, [Standing(level) for level in hand.levels], ())

>>> def result(rules, before, points, declarers=None, dealer=0, lap=0):
...     if isinstance(before, str):
...         before = [Standing(Rank(level), lap) for level in before.split()]
...     if declarers is None:
...         declarers = tuple(range(dealer, rules.players, 2))
...     return settle(rules, before, HandFacts(before[dealer].level, dealer, declarers, points))

>>> def levels(end):
...     if not isinstance(end, HandEnded):
...         return " ".join(standing.level.value for standing in end.after)
...     return " ".join(level.value for level in end.levels_after)
"""
