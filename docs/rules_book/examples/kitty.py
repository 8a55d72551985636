"""Examples of what follows the draw: Bidding for Land, and calling friends."""

from docs.rules_book.example import Example

EXAMPLES = (
    Example(
        "kitty_shown",
        "Seat 0 is the Dealer and takes a kitty of six cards. What seats 0 and 1 see of it:",
        "0 号坐庄，拿起六张底牌。0 号与 1 号各看到：",
        """\
>>> for shown in False, True:
...     match = Match(house(decks=1, first_drawer="random", kitty_shown=shown))
...     start, drawn = StartHand(tuple(match.rules.deck), first=0), match.rules.card_count - 6
...     *_, taken = [match.do(command) for command in (start, Draw(drawn), CloseDraw())][-1]
...     print(shown, [show(view(taken, seat).cards or ()) for seat in (0, 1)])
False ['J♠ Q♠ K♠ A♠ SJ BJ', '']
True ['J♠ Q♠ K♠ A♠ SJ BJ', 'J♠ Q♠ K♠ A♠ SJ BJ']
""",
    ),
    Example(
        "land",
        "The Dealer, in seat 0, has buried the kitty: the play begins, or the player to the right "
        "is asked for a bid. A pair of eights of hearts was shown in the draw; spades and Jokers "
        "are higher, diamonds are not.",
        "0 号庄家已埋底：直接开打，或由其下家先决定炒不炒。摸牌时亮的是一对红桃 8；"
        "黑桃对和王对比它大，方块对则不行。",
        """\
>>> for land in False, True:
...     hand = buried(house(land=land), "8♥")
...     print(land, hand.phase.value, hand.turn)
False play 0
True land 1
>>> held = read_cards("8♠ 8♠ 8♦ 8♦ SJ SJ")
>>> bids = land_bids(Rank("8"), read_cards("8♥ 8♥"), held)
>>> [show(bid) for bid in bids]
['8♠ 8♠', 'SJ SJ']
""",
    ),
    Example(
        "land_bidders",
        "Seat 0 is the Dealer, but seat 2 was the last to declare. Who is asked in the first "
        "round, in turn:",
        "0 号是庄家，而最后亮主的是 2 号。第一圈依次轮到：",
        """\
>>> for bidders in "not-last-declarer", "all":
...     rules = house(land=True, land_bidders=bidders)
...     print(bidders, land_turns(rules, buried_by=0, last_declarer=2, bids=0))
not-last-declarer [1, 3]
all [1, 2, 3]
""",
    ),
    Example(
        "friends_called",
        "Of five players with three decks the Dealer calls the second King of spades and nothing "
        "else.",
        "五人三副牌，庄家只叫一张“第二张黑桃 K”。",
        """\
>>> calls = [Call(read_card("K♠"), 2)]
>>> for called in None, "by-decks", 0:
...     rules = house(players=5, decks=3, teams="friends", friends_called=called)
...     print(called, rules.calls, judge_calls(rules, space(rules, "8♥"), calls))
None 1 None
by-decks 2 call-count
0 0 call-count
""",
    ),
)
