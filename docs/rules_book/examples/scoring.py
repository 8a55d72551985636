"""Examples of the result of a hand: points, levels, special levels."""

from docs.rules_book.example import Example

EXAMPLES = (
    Example(
        "threshold",
        "The Opponents have 100 points. Who wins the hand, and by how many levels:",
        "闲家得 100 分。谁胜，升几级：",
        """\
>>> for threshold in None, 120:
...     end = result(house(threshold=threshold), "8 8 8 8", 100)
...     print(threshold, end.winner, end.levels)
None opponents 0
120 declarers 1
""",
    ),
    Example(
        "step",
        "The levels for 35, 55, 65 and 75 points of the Opponents, which the Declarers gain, and "
        "for 80, 90, 100 and 120, which the Opponents gain (Z21 §6.1.1; PAG, 20 points per rank).",
        "闲家得 35、55、65、75 分时庄家所升的级数，得 80、90、100、120 分时闲家所升的级数"
        "（Z21 §6.1.1；PAG“每级 20 分”）。",
        """\
>>> for step in 40, 20, 10:
...     rules = house(step=step)
...     held = [outcome(rules, points).levels for points in (35, 55, 65, 75)]
...     print(step, held, [outcome(rules, points).levels for points in (80, 90, 100, 120)])
40 [2, 1, 1, 1] [0, 0, 0, 1]
20 [3, 2, 1, 1] [0, 0, 1, 2]
10 [5, 3, 2, 1] [0, 1, 2, 4]
""",
    ),
    Example(
        "kitty_factor",
        "The factor after six leads of the last trick: a single, a pair, tractors of two and of "
        "three pairs, a throw with a pair, and one of single cards.",
        "最后一轮六种领出各自的倍数：单张、对子、两对与三对的拖拉机、带对子的甩牌、全是单张的甩牌。",
        """\
>>> leads = "A♠", "A♠ A♠", "9♠ 9♠ J♠ J♠", "9♠ 9♠ J♠ J♠ Q♠ Q♠", "A♠ K♠ K♠", "A♠ K♠"
>>> for way in option_of("kitty_factor").values:
...     rules = house(kitty_factor=way)
...     print(way, [kitty_factor(rules, lead(rules, "10♥", cards).reading) for cards in leads])
pairs [2, 4, 8, 16, 4, 2]
power-of-cards [2, 4, 16, 64, 4, 2]
twice-cards [2, 4, 8, 12, 4, 2]
twice-cards-led [2, 4, 8, 12, 6, 4]
one [1, 1, 1, 1, 1, 1]
two [2, 2, 2, 2, 2, 2]
two-or-three [2, 2, 2, 2, 2, 3]
pairs-plus-one [2, 4, 6, 8, 4, 3]
pairs-plus-one-or-two [2, 4, 6, 8, 4, 2]
cards [1, 2, 4, 6, 4, 2]
cards-led [1, 2, 4, 6, 3, 2]
none [0, 0, 0, 0, 0, 0]
""",
    ),
    Example(
        "side_suit_halves",
        "Hearts are trumps, and 15 points lie in the kitty. An Opponent wins the last trick with "
        "an Ace of spades, or with a three of hearts; what the kitty brings at factors 2 and 1:",
        "红桃为主，底牌里有 15 分。闲家用黑桃 A 或红桃 3 赢得最后一轮；倍数为 2 与 1 时抠底各得：",
        """\
>>> for halves in False, True:
...     rules = house(side_suit_halves=halves)
...     for card in "A♠", "3♥":
...         halved = halves_kitty(rules, space(rules, "10♥"), read_cards(card))
...         print(halves, card, [kitty_bonus(15, factor, halved=halved) for factor in (2, 1)])
False A♠ [30, 15]
False 3♥ [30, 15]
True A♠ [15, 5]
True 3♥ [30, 15]
""",
    ),
    Example(
        "results",
        "The Opponents have 0, 75, 80 and 200 points. How many levels the winners of the hand go "
        "up:",
        "闲家得 0、75、80、200 分时，胜方各升几级：",
        """\
>>> for way in "both", "declarers-only":
...     print(way, [outcome(house(results=way), points).levels for points in (0, 75, 80, 200)])
both [3, 1, 0, 3]
declarers-only [1, 1, 0, 0]
""",
    ),
    Example(
        "negative_scores",
        "Failed throws cost ten points, and the Opponents end with 0, −10, −40 and −80. How many "
        "levels the Declarers go up:",
        "甩牌失败罚十分，闲家最后为 0、−10、−40、−80 分。庄家各升几级：",
        """\
>>> for negative in False, True:
...     rules = house(throw_penalty="flat", negative_scores=negative)
...     print(negative, [outcome(rules, points).levels for points in (0, -10, -40, -80)])
False [3, 3, 3, 3]
True [3, 4, 5, 6]
""",
    ),
    Example(
        "most_levels",
        "The Opponents have 200 and, with the kitty, 240 or 280 points.",
        "闲家得 200 分，或连同抠底得 240、280 分。",
        """\
>>> for most in None, 3:
...     print(most, [outcome(house(most_levels=most), points).levels for points in (200, 240, 280)])
None [3, 4, 5]
3 [3, 3, 3]
""",
    ),
    Example(
        "must_play",
        "The Declarers, at 9, win by three levels (PAG, Compulsory levels).",
        "庄家在 9 级，获胜应升三级（PAG“必打”之例）。",
        """\
>>> for must in [], ["10"]:
...     print(must, levels(result(house(must_play=must), "9 8 9 8", 0)))
[] Q 8 Q 8
['10'] 10 8 10 8
""",
    ),
    Example(
        "must_play_win",
        "Ten must be played. The Declarers, at 10, lose the hand; in the next one they win as "
        "Opponents, by one level.",
        "10 必打。庄家打 10 告负；下一局做闲家获胜，应升一级。",
        """\
>>> for win in True, False:
...     rules = house(must_play=["10"], must_play_win=win)
...     lost = result(rules, "10 8 10 8", 100)
...     print(win, levels(result(rules, lost.after, 120, dealer=1)))
True 10 8 10 8
False J 8 J 8
""",
    ),
    Example(
        "hooks",
        "Jacks and spades are trumps. Seat 1, an Opponent, wins the last trick with the Jack of "
        "spades, and the hand with 100 points: the Declarers fall to 2.",
        "打 J，黑桃为主。1 号闲家用黑桃 J 赢得最后一轮，并以 100 分上台：庄家降回 2。",
        """\
>>> for hooks in [], ["J"]:
...     hand = trick(house(hooks=hooks), "J♠", "J♠", "3♠", "4♠", "6♠", leader=1, points=100)
...     print(hooks, levels(end_of(hand)))
[] J J J J
['J'] 2 J 2 J
""",
    ),
    Example(
        "hook_card",
        "Jacks and spades are trumps, and seat 1, an Opponent, leads to the last trick and wins "
        "it: with the Jack of hearts; with that of spades; with a throw whose longest unit is "
        "another; with the Jack of spades, to which a Declarer must give a Jack. Whether it hooks:",
        "打 J，黑桃为主，1 号闲家领出并赢得最后一轮：用红桃 J；用黑桃 J；"
        "用一手甩牌，最长的一手里没有 J；用黑桃 J，且庄家一方跟出一张 J。勾不勾得着：",
        """\
>>> tricks = (
...     ("J♥", "3♠", "4♠", "6♠"),
...     ("J♠", "3♠", "4♠", "6♠"),
...     ("J♠ A♠ A♠", "3♠ 4♠ 5♠", "6♠ 7♠ 8♠", "9♠ 9♠ Q♠"),
...     ("J♠", "J♦", "4♠", "6♠"),
... )
>>> for card in "trump-suit-in-unit", "any-trump", "capture":
...     rules = house(hooks=["J"], hook_card=card)
...     ends = [end_of(trick(rules, "J♠", *plays, leader=1, points=100)) for plays in tricks]
...     print(card, [bool(end.hooked) for end in ends])
trump-suit-in-unit [False, True, False, True]
any-trump [True, True, True, True]
capture [False, False, False, True]
""",
    ),
    Example(
        "hook_needs_win",
        "The same last trick with the Jack of spades, but the Opponents have only 60 points and "
        "lose the hand.",
        "同样用黑桃 J 赢得最后一轮，但闲家只有 60 分，未能上台。",
        """\
>>> for needed in True, False:
...     rules = house(hooks=["J"], hook_needs_win=needed)
...     print(needed, levels(end_of(trick(rules, "J♠", *tricks[1], leader=1, points=60))))
True Q J Q J
False 2 J 2 J
""",
    ),
    Example(
        "missing_friend_bonus",
        "Five friends. The Dealer, in seat 0, has been alone all through the hand and wins by one "
        "level.",
        "五人找朋友。0 号庄家始终独自一人，获胜应升一级。",
        """\
>>> for bonus in True, False:
...     rules = house(players=5, teams="friends", missing_friend_bonus=bonus)
...     print(bonus, levels(result(rules, "8 8 8 8 8", 75, declarers=(0,))))
True 10 8 8 8 8
False 9 8 8 8 8
""",
    ),
    Example(
        "auto_level",
        "Six friends, three decks. The Opponents 1, 2 and 5 win with 125 points, five more than "
        "they need, which is no level yet.",
        "六人三副牌找朋友。1、2、5 号闲家得 125 分获胜，只比上台分多五分，本不升级。",
        """\
>>> for auto in False, True:
...     rules = house(players=6, teams="friends", auto_level=auto)
...     print(auto, levels(result(rules, "8 8 8 8 8 8", 125, declarers=(0, 3, 4))))
False 8 8 8 8 8 8
True 8 9 9 8 8 9
""",
    ),
)
