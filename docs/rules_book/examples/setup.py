"""Examples of the set-up: players, decks, levels, the ranking of cards."""

from docs.rules_book.example import Example

EXAMPLES = (
    Example(
        "players",
        "Players, decks, cards in each hand, cards in the kitty, and the points that the Opponents "
        "need:",
        "依次为人数、副数、每人张数、底牌张数、闲家上台分：",
        """\
>>> for players in 4, 6, 8:
...     rules = house(players=players)
...     print(players, rules.deck_count, rules.hand_size, rules.kitty_size, rules.threshold_points)
4 2 25 8 80
6 3 26 6 120
8 4 26 8 160
""",
    ),
    Example(
        "teams",
        "Six players, and the Dealer sits in seat 0. In fixed teams seats 0, 2 and 4 are the "
        "Declarers. Among friends the Dealer begins alone and calls two cards, so that two may "
        "join.",
        "六人，0 号座位坐庄。固定搭档时，0、2、4 号同为庄家一方；找朋友时，"
        "庄家起初独自一人，叫两张牌，最多有两人加入庄家一方。",
        """\
>>> for teams in "fixed", "friends":
...     rules = house(players=6, teams=teams)
...     print(teams, draw(rules, dealer=0).declarers, rules.calls)
fixed (0, 2, 4) 0
friends (0,) 2
""",
    ),
    Example(
        "decks",
        "Four players with one, two and three decks: cards in each hand, cards in the kitty, the "
        "points that the Opponents need, and those that make a level more.",
        "四人分别用一、二、三副牌：每人张数、底牌张数、上台分、每级分。",
        """\
>>> for decks in 1, 2, 3:
...     rules = house(decks=decks)
...     print(decks, rules.hand_size, rules.kitty_size, rules.threshold_points, rules.step_points)
1 12 6 40 20
2 25 8 80 40
3 39 6 120 60
""",
    ),
    Example(
        "jokers_removed",
        "Seven friends with three decks have a kitty of eight. Without one small and one big Joker "
        "it comes out at six.",
        "七人三副牌找朋友，底牌为八张；去掉大小王各一张，恰为六张。",
        """\
>>> for removed in 0, "to-fit":
...     rules = house(players=7, teams="friends", jokers_removed=removed)
...     print(removed, len(rules.removed), rules.kitty_size)
0 0 8
to-fit 2 6
""",
    ),
    Example(
        "kitty",
        "Four cards more in the kitty are one card less in each of four hands.",
        "底牌多四张，四家手里就各少一张。",
        """\
>>> for kitty in None, 12:
...     rules = house(kitty=kitty)
...     print(rules.kitty_size, rules.hand_size)
8 25
12 24
""",
    ),
    Example(
        "first_level",
        "The levels of the four seats before the first hand.",
        "第一局开打之前四家的级。",
        """\
>>> for first in "2", "8":
...     print([level.value for level in Match(house(first_level=first)).levels])
['2', '2', '2', '2']
['8', '8', '8', '8']
""",
    ),
    Example(
        "last_level",
        "The Declarers play 6 and hold the Opponents to 75 points. Usually they go on to 7; in a "
        'short game "until a team reaches" seven (Pagat) 6 is the last level, and they have won.',
        "庄家打 6，闲家只得 75 分。通常庄家升到 7；若为打到升上 7 为止的短局，最后一级是 6，"
        "庄家已赢下整场。",
        """\
>>> for last in "A", "6":
...     end = result(house(last_level=last), "6 6 6 6", 75)
...     print(last, levels(end), end.winners)
A 7 6 7 6 ()
6 6 6 6 6 (0, 2)
""",
    ),
    Example(
        "winning",
        "The Opponents are at King and take 160 points, which makes two levels. Where the Ace must "
        "be defended they stop there; where passing it is enough they have won the match.",
        "闲家在 K 级，得 160 分，应升两级。A 须坐庄打胜时，只能升到 A；升过即可时，已赢下整场。",
        """\
>>> for winning in "defend", "pass":
...     end = result(house(winning=winning), "5 K 5 K", 160)
...     print(winning, levels(end), end.winners)
defend 5 A 5 A ()
pass 5 K 5 K (1, 3)
""",
    ),
    Example(
        "after_last_level",
        "The Declarers win at Ace: that is the match, or the second lap begins.",
        "庄家打 A 获胜：赢下整场，或转回 2 开始第二圈。",
        """\
>>> for after in "win", "wrap":
...     end = result(house(after_last_level=after), "A 9 A 9", 75)
...     print(after, levels(end), end.winners)
win A 9 A 9 (0, 2)
wrap 2 9 2 9 ()
""",
    ),
    Example(
        "laps",
        "The Declarers, in their second lap, win at Ace.",
        "庄家已在第二圈，打 A 获胜。",
        """\
>>> for laps in 2, 3:
...     end = result(house(after_last_level="wrap", laps=laps), "A 9 A 9", 75, lap=1)
...     print(laps, levels(end), end.winners)
2 A 9 A 9 (0, 2)
3 2 9 2 9 ()
""",
    ),
    Example(
        "first_drawer",
        "The shuffler sits in seat 0 and turns up an Ace, then, if that does not count, a six. "
        "Counted from the shuffler as one, six comes to seat 1. Under `random` no card is turned.",
        "洗牌人坐 0 号，先翻到 A；若 A 不算，再翻到 6。从洗牌人数起（算 1），6 数到 1 号座位。"
        "random 则不翻牌。",
        """\
>>> for way in "counted", "counted-ace-one":
...     rules = house(first_drawer=way)
...     card = next(card for card in read_cards("A♠ 6♦") if counts(rules, card))
...     print(way, show([card]), counted_seat(card, 0, 4))
counted 6♦ 1
counted-ace-one A♠ 0
""",
    ),
    Example(
        "permanent_twos",
        "Eights and hearts are trumps. The twos rise above the Ace of hearts, that of hearts "
        "highest among them.",
        "打 8，红桃为主。2 升到红桃 A 之上，其中红桃 2 最大。",
        """\
>>> for twos in False, True:
...     print(order(house(permanent_twos=twos), "8♥", "8♣ A♥ 3♥ 2♥ A♣ 2♣"))
8♣ A♥ 3♥ 2♥ A♣ 2♣
8♣ 2♥ 2♣ A♥ 3♥ A♣
""",
    ),
    Example(
        "red_fives",
        "Eights and spades are trumps.",
        "打 8，黑桃为主。",
        """\
>>> for fives in "none", "hearts", "hearts-and-diamonds":
...     print(order(house(red_fives=fives), "8♠", "BJ SJ 8♠ 6♥ 5♥ 5♦"))
BJ SJ 8♠ 6♥ 5♥ 5♦
5♥ BJ SJ 8♠ 6♥ 5♦
5♥ 5♦ BJ SJ 8♠ 6♥
""",
    ),
    Example(
        "red_five_penalty",
        "The Dealer leads a pair of trumps in the last trick, and the player to the right, an "
        "Opponent with 60 points, must give the five of hearts. It costs the Opponents 20 points, "
        "or a level.",
        "最后一轮庄家领出一对主牌，其下家（闲家，已得 60 分）只得跟出红桃 5。"
        "闲家被罚 20 分，或降一级。",
        """\
>>> def captured(rules):
...     return trick(rules, "8♠", "6♠ 6♠", "5♥ 7♠", "9♠ J♠", "2♠ 3♠", points=60)
>>> for penalty in "points", "levels":
...     hand = captured(house(red_fives="hearts", red_five_penalty=penalty))
...     print(penalty, hand.opponents_points, levels(end_of(hand)))
points 40 9 8 9 8
levels 60 9 7 9 7
""",
    ),
    Example(
        "red_five_points",
        "The same trick (see [Captured red five](#red_five_penalty)). With 40 points the Opponents "
        "keep only 20, and the Declarers go up two levels instead of one.",
        "还是那一轮（见[红五被吃](#red_five_penalty)）。若罚 40 分，闲家只剩 20 分，"
        "庄家便升两级而非一级。",
        """\
>>> for points in 20, 40:
...     hand = captured(house(red_fives="hearts", red_five_points=points))
...     print(points, hand.opponents_points, levels(end_of(hand)))
20 40 9 8 9 8
40 20 10 8 10 8
""",
    ),
    Example(
        "red_five_levels",
        "The same trick once more: the Opponents, at 8, fall to 7 or to 6.",
        "还是那一轮：闲家原在 8 级，降到 7，或降到 6。",
        """\
>>> for down in 1, 2:
...     rules = house(red_fives="hearts", red_five_penalty="levels", red_five_levels=down)
...     print(down, levels(end_of(captured(rules))))
1 9 7 9 7
2 9 6 9 6
""",
    ),
    Example(
        "no_trump_rank_cards",
        "Eights, without a trump suit. As an ordinary card the eight of spades lies between nine "
        "and seven.",
        "打 8，无主。归本花色时，黑桃 8 排在 9 与 7 之间。",
        """\
>>> for way in "trump", "ordinary":
...     print(way, order(house(no_trump_rank_cards=way), "8", "SJ 8♠ 9♠ 7♠"))
trump SJ 8♠ 9♠ 7♠
ordinary SJ 9♠ 8♠ 7♠
""",
    ),
)
