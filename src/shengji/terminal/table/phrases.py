"""Phrases: what the state of a match means for the person, in words; used by screen and plain mode.

Every function asks the session's own match, which is that of seat 0, and a speaker.
"""

from __future__ import annotations

from shengji.cards import Card, points_of
from shengji.game import Hand, Phase, Refusal, shown_trump
from shengji.game.hand import Trick
from shengji.game.refusals import suit_letter
from shengji.terminal.table.saves import Saved
from shengji.terminal.table.session import Advice, HandResult, Session, Wait
from shengji.terminal.table.speaker import PERSON, Speaker, lead_shape


def trump(hand: Hand, speaker: Speaker) -> str:
    """The trump as far as it is known."""
    if hand.trump is not None:
        return speaker.say("trump", trump=hand.trump)
    if hand.shown:
        return speaker.say("trump-so-far", trump=hand.trump_so_far)
    return speaker.say("trump-rank-only", rank=hand.rank)


def levels(session: Session) -> tuple[str, str]:
    """The level of the person's team and that of the others."""
    now = session.match.levels
    return now[PERSON].value, now[PERSON + 1].value


def side_of(hand: Hand, team_of: int) -> str | None:
    """`declarers` or `opponents`, the side of a seat; `None` before there is a Dealer."""
    if hand.dealer is None:
        return None
    return "declarers" if hand.is_declarer(team_of) else "opponents"


def duty(session: Session, speaker: Speaker) -> str:
    """What the person owes on the lead."""
    hand = session.hand
    assert hand is not None and hand.trick is not None
    lead = hand.trick.lead
    owed = lead.owed(session.cards)
    params: dict[str, object] = {
        "suit": suit_letter(hand.space, owed.suit),
        "size": owed.size,
        "of_suit": owed.of_suit,
        "rest": owed.size - owed.of_suit,
        "owed": speaker.rung(owed.rung),
    }
    if owed.of_suit == 0:
        return speaker.say("duty.void", **params)
    if owed.of_suit < owed.size:
        return speaker.say("duty.short", **params)
    if not owed.rung:
        return speaker.say("duty.suit", **params)
    whole = sum(width * length * times for width, length, times in owed.rung) == owed.size
    return speaker.say("duty.rung-only" if whole else "duty.rung", **params)


def forced(session: Session) -> tuple[Card, ...]:
    """The cards that the person must play whatever else; none when it is not their turn."""
    hand = session.hand
    if session.waits_for is not Wait.FOLLOW or hand is None or hand.trick is None:
        return ()
    return hand.trick.lead.forced(session.cards)


def refusal(answer: Refusal, speaker: Speaker) -> str:
    """Why something was refused."""
    if answer.code == "not-your-turn" and isinstance(answer.params.get("turn"), int):
        return speaker.say("not-your-turn", seat=answer.params["turn"])
    return answer.sentence(speaker.language)


def what(session: Session, speaker: Speaker) -> list[str]:
    """What may be done now, in full sentences."""
    hand, wait = session.hand, session.waits_for
    if hand is None or hand.phase is Phase.ENDED:
        return [speaker.text("what.ended")]
    if hand.phase is Phase.DRAW:
        lines = [speaker.say("what.draw", rank=hand.rank)]
        if session.options:
            options = speaker.options(session.options)
            lines.append(speaker.say("what.draw-options", options=options))
        return lines
    if wait is Wait.BURY:
        return [speaker.say("what.bury", size=session.rules.kitty_size)]
    if wait is Wait.LEAD:
        return [speaker.text("what.lead")]
    if wait is Wait.FOLLOW:
        trick = hand.trick
        assert trick is not None
        units = lead_shape(hand.space, trick.lead.reading)
        lines = [speaker.say("what.follow", seat=trick.leader, units=units)]
        lines.append(duty(session, speaker))
        if must := forced(session):
            lines.append(speaker.say("what.forced", cards=must))
        if trick.lead.owed(session.cards).of_suit == 0:
            lines.append(speaker.text("what.follow-others"))
        return lines
    return [speaker.say("what.wait", seat=hand.turn)]


def advised(session: Session, found: Advice | None, speaker: Speaker) -> str | None:
    """What a bot would do in the person's place, in words."""
    if found is None:
        return None
    if session.waits_for is Wait.BURY:
        return speaker.say("what.hint-bury", cards=_sorted(session, found.cards))
    if session.waits_for in (Wait.LEAD, Wait.FOLLOW):
        return speaker.say("what.hint", cards=_sorted(session, found.cards))
    if not found.cards:
        return speaker.text("what.hint-wait")
    return speaker.say("what.hint-show", cards=found.cards)


def declaration(hand: Hand, cards: tuple[Card, ...], speaker: Speaker) -> str:
    """A declaration that could be made, and what it makes trump."""
    trump = shown_trump(cards, hand.rank)
    return speaker.say("declare.option", cards=cards, trump=trump)


def _sorted(session: Session, cards: tuple[Card, ...]) -> list[Card]:
    assert session.hand is not None
    return session.hand.space.sort(cards)


def kitty_points(session: Session, speaker: Speaker) -> str | None:
    """The points in the kitty, where the person may know them."""
    hand = session.hand
    if hand is None or hand.kitty is None:
        return None
    return speaker.say("kitty.points", points=points_of(hand.kitty))


def row_name(hand: Hand, suit: int, speaker: Speaker) -> str:
    """The name of an effective suit of a hand, for a list of its cards."""
    return speaker.suit(suit_letter(hand.space, suit))


def plays(hand: Hand, trick: Trick, speaker: Speaker) -> list[str]:
    """Who has played what to a trick."""
    return [
        speaker.say("last.play", seat=(trick.leader + i) % hand.players, cards=play)
        for i, play in enumerate(trick.plays)
    ]


def last_trick(hand: Hand, speaker: Speaker) -> list[str]:
    """The last complete trick: who played what, and who won it."""
    trick = hand.last_trick
    assert trick is not None
    return [
        *plays(hand, trick, speaker),
        speaker.say("takes-trick", seat=trick.winner, points=trick.points),
    ]


def offered(offer: Saved, speaker: Speaker) -> str:
    """What is said of a saved match that could go on."""
    if offer.record is None:
        return speaker.say("start.corrupt", path=offer.path, reason=offer.reason)
    match = offer.record.match
    when = speaker.say("start.when", when=offer.played.strftime("%Y-%m-%d %H:%M"))
    hands = speaker.text("start.no-hand")
    if match.hands:
        hands = speaker.say("hand-number", number=match.hands)
    us, them = match.levels[PERSON].value, match.levels[PERSON + 1].value
    levels = speaker.say("start.levels", us=us, them=them)
    return speaker.say("start.saved", when=when, hands=hands, levels=levels)


class ResultSheet:
    """How a hand ended, line by line.

    Attributes:
        title: who won it.
        sums: the sum: what counts, and how many points.
        lines: the rest in sentences.
    """

    def __init__(self, session: Session, result: HandResult, speaker: Speaker) -> None:
        ended, rules = result.ended, session.rules
        dealers = {
            seat
            for seat in range(rules.players)
            if rules.team_of(seat) == rules.team_of(ended.dealer)
        }
        others = [seat for seat in range(rules.players) if seat not in dealers]
        winners = sorted(dealers) if ended.winner == "declarers" else others
        self.won = PERSON in winners
        self.title = speaker.say("end.title", number=result.number, side=ended.winner)
        self.who = speaker.say("end.who", names=speaker.seats(others))
        penalties = rules.throw_penalty != "none"
        self.sums = [
            (speaker.text("end.tricks-penalty" if penalties else "end.tricks"), ended.tricks)
        ]
        self.lines: list[str] = []
        if ended.factor and ended.kitty_points is not None:
            name = speaker.say("end.kitty", points=ended.kitty_points, factor=ended.factor)
            self.sums.append((name, ended.kitty_points * ended.factor))
            self.lines.append(speaker.say("end.kitty-open", factor=ended.factor))
        else:
            self.lines.append(speaker.text("end.kitty-closed"))
        if ended.kitty is not None:
            self.lines.append(speaker.say("end.kitty-cards", cards=ended.kitty))
        self.total = (speaker.text("end.total"), ended.points)
        self.needed = speaker.say("end.needed", threshold=rules.threshold_points)
        before, after = result.before[winners[0]], ended.levels_after[winners[0]]
        params: dict[str, object] = {
            "side": ended.winner,
            "levels": ended.levels,
            "before": before,
            "after": after,
        }
        gained = after.order - before.order
        if ended.levels == 0:
            key = "end.stay"
        elif gained == ended.levels:
            key = "end.up"
        else:
            key = "end.up-held" if gained else "end.kept"
        if session.match.winners is None:
            self.lines.append(speaker.say(key, **params))
            rank = ended.levels_after[ended.next_dealer]
            self.lines.append(speaker.say("end.next", dealer=ended.next_dealer, rank=rank))


def over(session: Session, speaker: Speaker) -> tuple[str, list[str]]:
    """How the match ended: a title and some sentences."""
    winners = session.match.winners
    assert winners is not None
    title = speaker.text("over.title.won" if PERSON in winners else "over.title.lost")
    us, them = levels(session)
    return title, [
        speaker.say("over.winners", names=speaker.seats(winners)),
        speaker.say("over.hands", count=session.match.hands),
        speaker.say("over.levels", us=us, them=them),
    ]
