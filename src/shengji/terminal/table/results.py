"""The results of a hand and a match in words, with all reasons for the change of levels."""

from __future__ import annotations

from collections import Counter

from shengji.cards import RANKS
from shengji.game import HandAccount
from shengji.terminal.table import phrases
from shengji.terminal.table.session import Session
from shengji.terminal.table.speaker import PERSON, Speaker


class ResultSheet:
    """The result of a hand, in lines.

    Attributes:
        title: the winning side.
        who: the members of each side.
        sums: the items of the Opponents' points, with their values.
        total: the Opponents' points.
        needed: the threshold.
        lines: further sentences.
        levels: the levels before and after, for each team or player.
    """

    def __init__(self, session: Session, result: HandAccount, speaker: Speaker) -> None:
        self._session, self._result, self._speaker = session, result, speaker
        ended, rules = result.ended, session.rules
        self._sides: dict[str, list[int]] = {
            "declarers": list(ended.declarers),
            "opponents": [s for s in range(rules.players) if s not in ended.declarers],
        }
        self.title = speaker.say("end.title", number=result.number, side=ended.winner)
        self.who = [
            speaker.say("end.declarers", dealer=ended.dealer, names=self._sides["declarers"]),
            speaker.say("end.who", names=self._sides["opponents"]),
        ]
        penalties = rules.throw_penalty != "none" or (
            rules.red_fives != "none" and rules.red_five_penalty == "points"
        )
        self.sums = [
            (speaker.text("end.tricks-penalty" if penalties else "end.tricks"), ended.tricks)
        ]
        self.lines: list[str] = []
        if result.discarded:
            self.lines.append(speaker.say("end.discarded", points=result.discarded))
        self._tell_kitty()
        self.total = (speaker.text("end.total"), ended.points)
        self.needed = speaker.say("end.needed", threshold=rules.threshold_points)
        self._tell_levels()
        self.levels = self._changes()
        if session.match.winners is None:
            self._tell_next()

    def _say(self, key: str, **params: object) -> None:
        self.lines.append(self._speaker.say(key, **params))

    def _tell_kitty(self) -> None:
        ended = self._result.ended
        if ended.factor and ended.kitty_points is not None:
            key = "end.kitty-half" if ended.halved else "end.kitty"
            name = self._speaker.say(key, points=ended.kitty_points, factor=ended.factor)
            self.sums.append((name, ended.bonus))
            self._say("end.kitty-open", factor=ended.factor)
            if ended.halved:
                self._say("end.kitty-side-suit")
        elif self._session.rules.kitty_factor == "none":
            self._say("end.kitty-none")
        else:
            self._say("end.kitty-closed")
        if ended.kitty is not None:
            self._say("end.kitty-cards", cards=ended.kitty)

    def _tell_levels(self) -> None:
        """Describe the levels gained, and all reasons that change them."""
        ended, rules = self._result.ended, self._session.rules
        earned = ended.levels
        if earned == 0:
            self._say("end.stay", side=ended.winner)
        else:
            self._say("end.up", side=ended.winner, count=earned)
        if self._result.auto_level:
            self._say("end.auto-level")
        gain = self._result.gain
        if gain > earned:
            self._say("end.missing-bonus", seat=ended.dealer, count=ended.missing, gain=gain)
        elif ended.missing:
            self._say("end.missing", count=ended.missing)
        self._tell_held()
        if ended.hooked:
            self._say("end.hooked", names=ended.hooked, rank=self._result.rank)
        if ended.fined:
            down = rules.red_five_levels
            for seat, times in Counter(ended.fined).items():
                if rules.teams == "friends" or seat in (PERSON, PERSON + 1):
                    self._say("end.fined", seat=seat, count=down * times)

    def _tell_held(self) -> None:
        """Describe which winners are held at a level that must be played."""
        after = self._result.after
        for level in RANKS:
            names = [seat for seat in self._result.held if after[seat].level is level]
            if names:
                self._say("end.held", names=names, rank=level)

    def _changes(self) -> list[tuple[str, str, bool]]:
        """For each team or player: the name, the level before and after, and whether it changed."""
        rules, speaker, result = self._session.rules, self._speaker, self._result
        if rules.teams == "fixed":
            named = [(speaker.text("us"), PERSON), (speaker.text("them"), PERSON + 1)]
        else:
            named = [(speaker.seat(seat), seat) for seat in range(rules.players)]
        found = []
        for name, seat in named:
            before, after = result.before[seat], result.after[seat]
            words = phrases.level(rules, after, speaker)
            changed = (before.level, before.lap) != (after.level, after.lap)
            if changed:
                was = phrases.level(rules, before, speaker)
                words = speaker.say("end.from-to", before=was, after=words)
            found.append((name, words, changed))
        return found

    def levels_line(self) -> str:
        """The levels in one sentence."""
        words = (f"{name} {level}" for name, level, _ in self.levels)
        return self._speaker.say("end.levels", levels=self._speaker.listed(words))

    def _tell_next(self) -> None:
        ended = self._result.ended
        if ended.next_dealer is None:
            self._say("end.next-open", seat=ended.next_first)
        else:
            rank = ended.levels_after[ended.next_dealer]
            self._say("end.next", dealer=ended.next_dealer, rank=rank)


def over(session: Session, speaker: Speaker) -> tuple[str, list[str]]:
    """The result of the match: a title and sentences."""
    winners = session.match.winners
    assert winners is not None
    title = speaker.text("over.title.won" if PERSON in winners else "over.title.lost")
    where = phrases.levels(session.rules, session.match.standings, speaker)
    return title, [
        speaker.say("over.winners", names=winners),
        speaker.say("over.hands", count=session.match.hands),
        speaker.say("over.levels", levels=where),
    ]


def score(session: Session, speaker: Speaker) -> list[str]:
    """The state of the hand and the match: trump, Dealer, points, and each player."""
    hand, rules = session.hand, session.rules
    if hand is None:
        return []
    dealer = ""
    if hand.dealer is not None:
        dealer = speaker.joined(speaker.say("deals", seat=hand.dealer), "")
    lines = [
        speaker.say(
            "score.hand",
            text=phrases.hand_number(session, speaker),
            trump=phrases.trump(hand, speaker),
            dealer=dealer,
            points=hand.opponents_points,
            threshold=rules.threshold_points,
        ),
        speaker.say("score.levels", levels=phrases.levels(rules, session.match.standings, speaker)),
    ]
    if hand.calls:
        calls = speaker.listed(phrases.calls_state(hand, speaker))
        lines.append(speaker.say("score.calls", text=calls))
    if hand.discarded:
        lines.append(speaker.say("end.discarded", points=hand.discarded))
    for seat in range(hand.players):
        side = phrases.side_of(hand, seat)
        words = speaker.text("score.side-open" if side is None else side)
        lines.append(
            speaker.say(
                "score.seat",
                seat=seat,
                text=words,
                points=hand.taken[seat],
                count=hand.sizes[seat],
            )
        )
    return lines
