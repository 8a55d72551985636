"""Examples of the play: leads, throws, following, winning tricks."""

from docs.rules_book.example import Example

EXAMPLES = (
    Example(
        "consecutive",
        "Eights and hearts are trumps. Which of these are tractors, and of which width and length? "
        "Nothing lies strictly between the eights of clubs and of diamonds; but between Ace and "
        "eight of hearts lie other eights besides those of clubs (Z21, footnote 5). Then fives "
        "and sevens, when every six of the suit has been played (PAG).",
        "打 8，红桃为主。下面哪些是拖拉机，宽几长几？梅花 8 与方块 8 之间没有别的牌；"
        "红桃 A 与红桃 8 之间，除梅花 8 外却还有另外两种 8（Z21 脚注 5）。"
        "最后是该花色的 6 已全部打出时的 5 与 7（PAG）。",
        """\
>>> for way in "adjacent", "nothing-between", "suit-ranks":
...     for cards in "8♣ 8♣ 8♦ 8♦", "A♥ A♥ 8♣ 8♣ 8♥ 8♥":
...         print(way, cards, shape(house(consecutive=way), "8♥", cards))
adjacent 8♣ 8♣ 8♦ 8♦ None
adjacent A♥ A♥ 8♣ 8♣ 8♥ 8♥ (2, 3)
nothing-between 8♣ 8♣ 8♦ 8♦ (2, 2)
nothing-between A♥ A♥ 8♣ 8♣ 8♥ 8♥ None
suit-ranks 8♣ 8♣ 8♦ 8♦ None
suit-ranks A♥ A♥ 8♣ 8♣ 8♥ 8♥ None
>>> for way in "adjacent", "skip-played":
...     print(way, shape(house(consecutive=way), "8♥", "5♠ 5♠ 7♠ 7♠", gone="6♠"))
adjacent None
skip-played (2, 2)
""",
    ),
    Example(
        "free_leads",
        "Three decks. A tractor of two pairs is led, while somebody holds a higher pair. With "
        "three decks pairs are no full tuples, so the lower one must be led alone.",
        "三副牌。领出两对的拖拉机，而有人握有更大的对子。三副牌时对子不算满副，只得改出较小的一对。",
        """\
>>> for free in "tractors", "full-tuples":
...     print(free, led(house(decks=3, free_leads=free), "8♥", "5♠ 5♠ 6♠ 6♠", "9♠ 9♠ J♠"))
tractors 6♠ 6♠ 5♠ 5♠
full-tuples 5♠ 5♠
""",
    ),
    Example(
        "throws",
        "Seat 0 holds both Aces of spades, a King and a pair of Queens. Of three leads:",
        "0 号有一对黑桃 A、一张 K 和一对 Q。领出下列牌时：",
        """\
>>> for allowed in True, False:
...     for cards in "A♠ A♠ K♠", "A♠ A♠", "Q♠ Q♠ K♠":
...         found = readings(space(house(), "8♥"), read_cards(cards))[0]
...         refusal = refuse_throw(house(throws=allowed), found)
...         print(allowed, cards, refusal.code if refusal else "may be led")
True A♠ A♠ K♠ may be led
True A♠ A♠ may be led
True Q♠ Q♠ K♠ may be led
False A♠ A♠ K♠ no-throws
False A♠ A♠ may be led
False Q♠ Q♠ K♠ no-throws
""",
    ),
    Example(
        "throw_units",
        "A tractor and an Ace are thrown, while somebody holds a higher pair but no tractor.",
        "甩出一条拖拉机加 A，而有人握有更大的对子，却没有拖拉机。",
        """\
>>> for units in "tractors", "tuples":
...     print(units, "|", led(house(throw_units=units), "8♥", "A♠ 6♠ 6♠ 5♠ 5♠", "9♠ 9♠ J♠"))
tractors | 6♠ 6♠ 5♠ 5♠ A♠
tuples | 5♠ 5♠
""",
    ),
    Example(
        "throw_reading",
        "With three decks these five cards are a tractor and a single, or a triple and a pair "
        "(Z21 §6.5). May the leader name the second reading?",
        "三副牌时，这五张既可拆成拖拉机加单张，也可拆成三张加一对（Z21 §6.5）。"
        "出牌人可否指定第二种拆法？",
        """\
>>> cards = read_cards("3♠ 3♠ 3♠ 4♠ 4♠")
>>> for reading in readings(space(house(decks=3), "8♥"), cards):
...     print(" + ".join(show(unit.cards) for unit in reading))
4♠ 4♠ 3♠ 3♠ + 3♠
3♠ 3♠ 3♠ + 4♠ 4♠
>>> for way in "named", "longest":
...     match = Match(house(decks=3, throw_reading=way))
...     match.hand = buried(match.rules, "8♥")
...     match.hand.hands[0] = cards
...     refusal = match.verify(Play(0, tuple(cards), reading=1))
...     print(way, refusal.code if refusal else "+")
named +
longest reading-not-named
""",
    ),
    Example(
        "exempt_tractors",
        "A tractor and an Ace are thrown, while somebody holds a higher tractor.",
        "甩出一条拖拉机加 A，而有人握有更大的拖拉机。",
        """\
>>> for exempt in False, True:
...     rules = house(exempt_tractors=exempt)
...     print(exempt, led(rules, "8♥", "A♠ 6♠ 6♠ 5♠ 5♠", "J♠ J♠ 10♠ 10♠"))
False 6♠ 6♠ 5♠ 5♠
True 6♠ 6♠ 5♠ 5♠ A♠
""",
    ),
    Example(
        "partner_stops_throws",
        "Seat 0 throws a King and a pair of tens. Seat 2, the partner, has the Ace; nobody else "
        "has a higher card.",
        "0 号甩出一张 K 和一对 10。对家 2 号有 A，此外无人能管。",
        """\
>>> for stops in True, False:
...     rules = house(partner_stops_throws=stops)
...     print(stops, led(rules, "8♥", "K♠ 10♠ 10♠", "9♠", "A♠", "7♠"))
True K♠
False 10♠ 10♠ K♠
""",
    ),
    Example(
        "failed_throw",
        "Seat 0 threw A♥ Q♥ Q♥ J♥, but seat 1 has a King (PAG), so that only the Jack is led. Seat "
        "1 would rather keep the King and give the ten: what is wrong with that? And what is led "
        "of a Queen and a pair of tens, when somebody has a King and a pair of Jacks?",
        "0 号甩出 A♥ Q♥ Q♥ J♥，但 1 号有 K（PAG 之例），故只改出 J。"
        "1 号想留着 K，跟一张 10：有什么不对？又若甩出一张 Q 和一对 10，而有人握有 K 和一对 J，"
        "则改出的是：",
        """\
>>> jack = tuple(read_cards("J♥"))
>>> for way in "unit-led", "must-beat":
...     hand = buried(house(failed_throw=way), "4♣")
...     hand.apply(ThrowFailed(0, tuple(read_cards("A♥ Q♥ Q♥ J♥")), challenger=1))
...     hand.apply(Played(0, jack, (jack,)))
...     print(way, hand.trick.lead_for(1).fault(read_cards("K♥ 10♥ 3♣"), read_cards("10♥")))
unit-led None
must-beat beat
>>> for way in "unit-led", "lowest-led", "card-led":
...     print(way, led(house(failed_throw=way), "4♣", "Q♥ 10♥ 10♥", "K♥ J♥ J♥"))
unit-led Q♥
lowest-led 10♥ 10♥
card-led 10♥
""",
    ),
    Example(
        "throw_penalty",
        "K♠ Q♠ 10♠ 10♠ is thrown, and others hold an Ace and a pair of Jacks (Z21 §4.2). All three "
        "units can be beaten, four cards; the Queen is led, three cards are taken back.",
        "甩出 K♠ Q♠ 10♠ 10♠，别家有一张 A 和一对 J（Z21 §4.2）。三手共四张都能被管上；"
        "改出 Q，收回三张。",
        """\
>>> def thrown(rules):
...     return throw(rules, "8♥", "K♠ Q♠ 10♠ 10♠", "A♠", "J♠ J♠")
>>> for way in "none", "flat", "per-unit", "per-card", "per-card-withdrawn":
...     rules = house(throw_penalty=way)
...     print(way, penalty_of(rules, thrown(rules)))
none 0
flat 10
per-unit 30
per-card 40
per-card-withdrawn 30
""",
    ),
    Example(
        "throw_penalty_points",
        "The same throw, with a penalty for each unit.",
        "还是那一手甩牌，按手数罚。",
        """\
>>> for points in 10, 20:
...     rules = house(throw_penalty="per-unit", throw_penalty_points=points)
...     print(points, penalty_of(rules, thrown(rules)))
10 30
20 60
""",
    ),
    Example(
        "following",
        "Three leads: a tractor of two pairs, one of three, and a throw of two pairs in a row and "
        "the Ace. May a follower who has a tractor of two pairs keep it and play other pairs?",
        "三种首出：两对的拖拉机、三对的拖拉机、两连对加 A 的甩牌。"
        "跟牌者有一条两对的，可否留着不出，另跟别的对子？",
        """\
>>> hand = read_cards("J♥ J♥ 9♥ 9♥ 7♥ 7♥ 2♥ 2♥ 3♥ 3♥")
>>> leads = "4♥ 4♥ 5♥ 5♥", "4♥ 4♥ 5♥ 5♥ 6♥ 6♥", "4♥ 4♥ 5♥ 5♥ A♥"
>>> for way in "tractors", "lone-tractors", "tuples", "same-length", "suit":
...     led_to = [lead(house(following=way), "K♣", cards) for cards in leads]
...     print(way, [each.fault(hand, hand[: each.size]) for each in led_to])
tractors ['structure', 'structure', 'structure']
lone-tractors ['structure', 'structure', None]
tuples [None, None, None]
same-length ['structure', None, 'structure']
suit [None, None, None]
>>> pair, kept = lead(house(following="suit"), "K♣", "4♥ 4♥"), read_cards("J♥ 9♥")
>>> print(pair.fault(hand, kept), lead(house(), "K♣", "4♥ 4♥").fault(hand, kept))
None structure
""",
    ),
    Example(
        "tractors_pulled",
        "A tractor of four pairs is led. May a follower who has two tractors of two pairs play one "
        "of them and two other pairs?",
        "首家出四连对。跟牌者有两条两对的拖拉机，可否只跟一条，另跟两对？",
        """\
>>> hand = read_cards("3♠ 3♠ 4♠ 4♠ 6♠ 6♠ K♠ K♠ 7♠ 7♠ A♠")
>>> for pulled in "as-led", "as-many-as-fit":
...     led_to = lead(house(tractors_pulled=pulled), "2♥", "9♠ 9♠ 10♠ 10♠ J♠ J♠ Q♠ Q♠")
...     print(pulled, led_to.fault(hand, hand[:8]))
as-led None
as-many-as-fit structure
""",
    ),
    Example(
        "follow_order",
        "Three decks, and two consecutive triples are led. A follower has two triples that are not "
        "consecutive, and two consecutive pairs. What is wrong with the triples, and the pairs?",
        "三副牌，首家出两连的三张。跟牌者有两组不相连的三张和一条两对的拖拉机。"
        "跟三张可否？跟拖拉机可否？",
        """\
>>> triples, pairs = "3♠ 3♠ 3♠ 5♠ 5♠ 5♠", "7♠ 7♠ 8♠ 8♠ 3♠ 3♠"
>>> hand = read_cards("3♠ 3♠ 3♠ 5♠ 5♠ 5♠ 7♠ 7♠ 8♠ 8♠")
>>> for order in "widest", "most-cards":
...     led_to = lead(house(decks=3, follow_order=order), "2♥", "9♠ 9♠ 9♠ 10♠ 10♠ 10♠")
...     print(order, [led_to.fault(hand, read_cards(play)) for play in (triples, pairs)])
widest [None, 'structure']
most-cards ['structure', None]
""",
    ),
    Example(
        "protected_tuples",
        "Three decks, and a pair of spades is led. A follower whose only tuple is a triple of "
        "Queens plays two single cards.",
        "三副牌，首家出一对黑桃。跟牌者除三张 Q 外别无对子，想跟两张单牌。",
        """\
>>> hand = read_cards("Q♠ Q♠ Q♠ 7♠ 3♠")
>>> for protected in False, True:
...     rules = house(decks=3, protected_tuples=protected)
...     print(protected, lead(rules, "8♥", "K♠ K♠").fault(hand, read_cards("7♠ 3♠")))
False structure
True None
""",
    ),
    Example(
        "protected_tractors",
        "A pair of spades is led. A follower whose only pairs are a tractor plays two singles.",
        "首家出一对黑桃。跟牌者的对子只有一条拖拉机，想跟两张单牌。",
        """\
>>> hand = read_cards("Q♠ Q♠ J♠ J♠ 7♠ 3♠")
>>> for protected in False, True:
...     rules = house(protected_tractors=protected)
...     print(protected, lead(rules, "8♥", "K♠ K♠").fault(hand, read_cards("7♠ 3♠")))
False structure
True None
""",
    ),
    Example(
        "trumped_throws",
        "A♦ K♦ K♦ is thrown, and all three others trump it; sevens and clubs are trumps. The pair "
        "of sevens of play 2 is higher than the eights of play 1, and equal to that of play 3, "
        "whose single card is higher; but play 1 has the highest single card. Which play wins:",
        "甩出 A♦ K♦ K♦，其余三家都毙；打 7，梅花为主。第 2 手的对 7 大于第 1 手的对 8，"
        "与第 3 手的对 7 相等；第 3 手的单张比第 2 手大，而第 1 手的单张最大。赢的是第几手：",
        """\
>>> plays = "A♦ K♦ K♦", "8♣ 8♣ J♣", "7♥ 7♥ 9♣", "7♠ 7♠ 10♣"
>>> for way in "longest-unit", "every-shape", "every-unit", "no-unit-lower":
...     thrown = lead(house(trumped_throws=way), "7♣", plays[0])
...     print(way, winner(thrown.space, thrown.reading, [read_cards(play) for play in plays]))
longest-unit 2
every-shape 3
every-unit 1
no-unit-lower 1
""",
    ),
)
