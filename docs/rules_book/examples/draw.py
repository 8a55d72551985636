"""Examples of the draw: how trumps and the Dealer are made, and re-deals."""

from docs.rules_book.example import Example

EXAMPLES = (
    Example(
        "declarations",
        "What a player with these cards may show: before anybody has declared, after another "
        "player has shown an eight of spades, and after a pair has been shown upon that.",
        "手中有这些牌，可以亮：无人亮主时；别人亮了一张黑桃 8 之后；其后又有人亮了一对之后。",
        """\
>>> for way in "open", "call-then-pair":
...     for shown in [], [(1, "8♠")], [(1, "8♠"), (2, "8♦ 8♦")]:
...         hand = draw(house(declarations=way), *shown)
...         print(way, may_show(hand, 0, "8♥ 8♥ 8♣ SJ SJ"))
open ['8♣', '8♥', '8♥ 8♥', 'SJ SJ']
open ['8♥ 8♥', 'SJ SJ']
open ['SJ SJ']
call-then-pair ['8♣', '8♥']
call-then-pair ['8♥ 8♥', 'SJ SJ']
call-then-pair []
""",
    ),
    Example(
        "least_shown",
        "Nobody has declared yet. What a player with these cards may show:",
        "尚无人亮主。手中有这些牌，可以亮：",
        """\
>>> for least in 1, 2:
...     print(least, may_show(draw(house(least_shown=least)), 0, "8♥ 8♥ 8♣ SJ SJ"))
1 ['8♣', '8♥', '8♥ 8♥', 'SJ SJ']
2 ['8♥ 8♥', 'SJ SJ']
""",
    ),
    Example(
        "suit_overrides",
        "Seat 1 has shown an eight of hearts. Seat 0 has eights of spades and of clubs, one each.",
        "1 号亮了一张红桃 8。0 号有黑桃 8、梅花 8 各一张。",
        """\
>>> for allowed in False, True:
...     hand = draw(house(suit_overrides=allowed), (1, "8♥"))
...     print(allowed, may_show(hand, 0, "8♠ 8♣"))
False []
True ['8♠']
""",
    ),
    Example(
        "bid_jokers",
        "A player holds all four Jokers.",
        "四张王都在一人手里。",
        """\
>>> for jokers in "pairs", "big-only", "none":
...     print(jokers, may_show(draw(house(bid_jokers=jokers)), 0, "SJ SJ BJ BJ"))
pairs ['SJ SJ', 'BJ BJ']
big-only ['BJ BJ']
none []
""",
    ),
    Example(
        "joker_additions",
        "Seat 1 has shown a pair of eights of spades. Seat 0 has a pair of hearts and two "
        "different Jokers. Where any may be added, an eight and a Joker already beat the pair, "
        "being as many cards and more Jokers.",
        "1 号亮了一对黑桃 8。0 号有一对红桃 8 和大小王各一张。可任意加王时，一张 8 加一张王"
        "就已大于对 8：张数相同，王多者为大。",
        """\
>>> for added in "none", "to-pairs", "any":
...     hand = draw(house(joker_additions=added), (1, "8♠ 8♠"))
...     print(added, may_show(hand, 0, "8♥ 8♥ SJ BJ"))
none []
to-pairs ['8♥ 8♥ SJ', '8♥ 8♥ BJ']
any ['8♥ SJ', '8♥ BJ', '8♥ 8♥ SJ', '8♥ 8♥ BJ', '8♥ SJ BJ', '8♥ 8♥ SJ BJ']
""",
    ),
    Example(
        "late_reinforcement",
        "Seat 0 declared spades with one eight, and seat 1 has just overridden that with a pair of "
        "hearts. Now seat 0 has the other eight of spades.",
        "0 号先亮一张黑桃 8，1 号刚用一对红桃 8 反了主。0 号手里还有另一张黑桃 8。",
        """\
>>> for late in False, True:
...     hand = draw(house(late_reinforcement=late), (0, "8♠"), (1, "8♥ 8♥"))
...     print(late, may_show(hand, 0, "8♠ 8♠"))
False []
True ['8♠ 8♠']
""",
    ),
    Example(
        "override_partner",
        "The partner in seat 2 declared spades, and seat 0 has a pair of hearts.",
        "2 号搭档亮了黑桃，0 号有一对红桃 8。",
        """\
>>> for allowed in True, False:
...     hand = draw(house(override_partner=allowed), (2, "8♠"))
...     print(allowed, may_show(hand, 0, "8♥ 8♥"))
True ['8♥ 8♥']
False []
""",
    ),
    Example(
        "reinforce_partner",
        "Three decks. The partner in seat 2 declared spades with one eight; seat 0 has the two "
        "others of spades, and a pair of hearts.",
        "三副牌。2 号搭档亮了一张黑桃 8；0 号有另两张黑桃 8，还有一对红桃 8。",
        """\
>>> for allowed in True, False:
...     hand = draw(house(decks=3, reinforce_partner=allowed), (2, "8♠"))
...     print(allowed, may_show(hand, 0, "8♠ 8♠ 8♥ 8♥"))
True ['8♥ 8♥', '8♠ 8♠']
False ['8♥ 8♥']
""",
    ),
    Example(
        "coming_back",
        "Seat 0 declared spades and was overridden by a pair; it holds a pair of big Jokers.",
        "0 号亮了黑桃，被一对反主；他手里有一对大王。",
        """\
>>> for allowed in True, False:
...     hand = draw(house(coming_back=allowed), (0, "8♠"), (1, "8♥ 8♥"))
...     print(allowed, may_show(hand, 0, "BJ BJ"))
True ['BJ BJ']
False []
""",
    ),
    Example(
        "override_own",
        "Seat 0 declared spades with one eight; it also holds a pair of hearts.",
        "0 号亮了单张黑桃 8；他手里还有一对红桃 8。",
        """\
>>> for allowed in True, False:
...     hand = draw(house(override_own=allowed), (0, "8♠"))
...     print(allowed, may_show(hand, 0, "8♠ 8♥ 8♥"))
True ['8♥ 8♥']
False []
""",
    ),
    Example(
        "rank_overrides",
        "Three decks. A single eight has been overridden by a pair; seat 2 holds three eights of "
        "clubs.",
        "三副牌。单张 8 已被一对 8 反主；2 号手里有三张梅花 8。",
        """\
>>> for overrides in "free", "once":
...     hand = draw(house(decks=3, rank_overrides=overrides), (0, "8♠"), (1, "8♥ 8♥"))
...     print(overrides, may_show(hand, 2, "8♣ 8♣ 8♣"))
free ['8♣ 8♣ 8♣']
once []
""",
    ),
    Example(
        "first_dealer",
        "In the first hand seat 0 declares, seat 1 overrides with a pair, seat 2 with a pair of "
        "Jokers. Who is the Dealer:",
        "首局，0 号亮主，1 号用一对反主，2 号再用对王反主。坐庄的是：",
        """\
>>> for way in "last", "first", "last-not-jokers", "first-pair":
...     hand = draw(house(first_dealer=way), (0, "8♠"), (1, "8♥ 8♥"), (2, "SJ SJ"))
...     print(way, hand.dealer)
last 2
first 0
last-not-jokers 1
first-pair 1
""",
    ),
    Example(
        "later_dealer",
        "Seat 0 dealt and the Opponents have won. Who deals next, `None` while that is open, and "
        "who draws first:",
        "0 号坐庄，闲家获胜。下一局的庄家（None 为待定）和先摸牌者：",
        """\
>>> for later in "result", "draw":
...     end = result(house(later_dealer=later), "8 8 8 8", 100)
...     print(later, end.next_dealer, end.next_first)
result 1 1
draw None 1
""",
    ),
    Example(
        "pause_after_draw",
        "All hundred cards are drawn, nobody has declared, and seat 0 has kept an eight of hearts "
        "back.",
        "一百张牌都已摸完，无人亮主，0 号手里还压着一张红桃 8。",
        """\
>>> for pause in True, False:
...     hand = draw(house(pause_after_draw=pause))
...     hand.drawn = 100
...     print(pause, may_show(hand, 0, "8♥"))
True ['8♥']
False []
""",
    ),
    Example(
        "no_bid",
        "Nobody has declared. Which cards of the kitty are turned up, and which suit they make "
        "trump:",
        "无人亮主。翻开的底牌，以及由此定出的主花色：",
        """\
>>> for way in "turn-kitty", "first-card", "third-card":
...     hand = draw(house(no_bid=way), dealer=0, kitty="5♥ K♠ SJ 8♣ A♠ A♦ 3♦ 9♥")
...     made = close_draw(hand)
...     print(way, "|", show(made.turned), "|", made.suit.symbol)
turn-kitty | 5♥ K♠ SJ 8♣ | ♣
first-card | 5♥ | ♥
third-card | 5♥ K♠ SJ 8♣ | ♣
""",
    ),
    Example(
        "no_bid_joker",
        "The first card of the kitty is a Joker. What the end of the draw makes, and which cards "
        "are turned up:",
        "底牌第一张是王。摸牌的结果（TrumpMade 为定主，DealtAgain 为重新发牌），以及翻开的牌：",
        """\
>>> for way in "next-card", "no-trump", "deal-again":
...     rules = house(no_bid="first-card", no_bid_joker=way)
...     made = close_draw(draw(rules, dealer=0, kitty="SJ 5♥ K♠ 8♣ A♠ A♦ 3♦ 9♥"))
...     print(way, "|", type(made).__name__, "|", show(made.turned))
next-card | TrumpMade | SJ 5♥
no-trump | TrumpMade | SJ
deal-again | DealtAgain | SJ
""",
    ),
    Example(
        "no_bid_first_hand",
        "Nobody has declared in the first hand, in which seat 0 drew first. What comes of it, and "
        "who is the Dealer:",
        "首局由 0 号先摸，无人亮主。结果（TrumpMade 为定主，DealtAgain 为重新发牌）以及庄家：",
        """\
>>> for way in "as-later", "deal-again":
...     hand = draw(house(no_bid_first_hand=way), kitty="5♥ K♠ SJ 8♣ A♠ A♦ 3♦ 9♥")
...     made = close_draw(hand)
...     print(way, type(made).__name__, made.dealer)
as-later TrumpMade 0
deal-again DealtAgain None
""",
    ),
    Example(
        "redeal_no_trumps",
        "Eights and hearts are trumps. May a player with such a hand (five cards stand for all 25) "
        "ask for a re-deal?",
        "打 8，红桃为主。手里全是这样的牌（以五张代表全部 25 张），可否要求重发？",
        """\
>>> for redeal in False, True:
...     hand = draw(house(redeal_no_trumps=redeal), (1, "8♥"))
...     print(redeal, may_redeal(hand, read_cards("A♠ K♠ 5♣ 4♦ 2♦")))
False False
True True
""",
    ),
    Example(
        "redeal_trumps",
        "A hand with two trumps, an eight and a heart.",
        "手里有两张主牌：一张 8 和一张红桃。",
        """\
>>> for most in 0, 2:
...     hand = draw(house(redeal_no_trumps=True, redeal_trumps=most), (1, "8♥"))
...     print(most, may_redeal(hand, read_cards("8♣ 9♥ 5♣ 4♦ 2♦")))
0 False
2 True
""",
    ),
    Example(
        "redeal_points",
        "A hand with ten points: that is not fewer than 10, but fewer than 15.",
        "手里有十分：不少于 10，但少于 15。",
        """\
>>> for limit in None, 10, 15:
...     hand = draw(house(redeal_points=limit), (1, "8♥"))
...     print(limit, may_redeal(hand, read_cards("9♥ 5♠ 5♣ 4♦ 2♦")))
None False
10 False
15 True
""",
    ),
    Example(
        "redeal_limit",
        "The hand has been dealt again once on request. May it be once more?",
        "这一局已应要求重发过一次。还能再要求吗？",
        """\
>>> for limit in 1, 2:
...     print(limit, draw(house(redeal_points=10, redeal_limit=limit), redeals=1).can_redeal)
1 False
2 True
""",
    ),
    Example(
        "redeal_starter",
        "Seat 0 drew first and seat 3 asks for a re-deal. Who draws first now:",
        "原由 0 号先摸，3 号要求重发。这回先摸的是：",
        """\
>>> for starter in "same", "next", "requester":
...     hand = draw(house(redeal_points=10, redeal_starter=starter))
...     print(starter, again_on_request(hand, 3).first)
same 0
next 1
requester 3
""",
    ),
    Example(
        "redeal_dealer",
        "Seat 2 is the Dealer and seat 3 asks for a re-deal. Who deals then, `None` while that is "
        "open:",
        "2 号是庄家，3 号要求重发。重发时的庄家（None 为待定）：",
        """\
>>> for way in "kept", "open":
...     hand = draw(house(redeal_points=10, redeal_dealer=way), dealer=2)
...     print(way, again_on_request(hand, 3).dealer)
kept 2
open None
""",
    ),
)
