"""Reports: the state of the match in lines, the news first of all."""

from __future__ import annotations

from shengji.terminal.table import phrases
from shengji.terminal.table.notes import ahead, points_in
from shengji.terminal.table.plain.lines import Lines
from shengji.terminal.table.session import Session
from shengji.terminal.table.speaker import lead_shape


class Reports:
    """Says how things stand in a session."""

    def __init__(self, session: Session, lines: Lines) -> None:
        self._session = session
        self._lines = lines
        self._told = 0

    def skip_news(self) -> None:
        """What has happened so far is not news."""
        self._told = len(self._session.journal)

    def news(self) -> None:
        """What has happened since the last time."""
        journal = self._session.journal
        self._lines.write(*(note.words(self._lines.speaker) for note in journal[self._told :]))
        self._told = len(journal)

    def hand(self) -> None:
        """The person's cards."""
        session, hand, speaker = self._session, self._session.hand, self._lines.speaker
        if hand is None:
            return
        rows = [
            speaker.say("plain.row", suit=phrases.row_name(hand, suit, speaker), cards=cards)
            for suit, cards in hand.space.by_suit(session.cards).items()
        ]
        self._lines.say("plain.hand", count=len(session.cards), rows="; ".join(rows))

    def table(self) -> None:
        """The trick on the table."""
        hand, speaker = self._session.hand, self._lines.speaker
        if hand is None or hand.trick is None:
            self._lines.say("plain.not-now")
            return
        trick = hand.trick
        self._lines.say("plain.table", plays="; ".join(phrases.plays(hand, trick, speaker)))
        shape = lead_shape(hand.space, trick.lead.reading)
        words = speaker.say("what.follow", seat=trick.leader, units=shape)
        best = speaker.say("plain.ahead", seat=ahead(hand, trick), points=points_in(trick))
        self._lines.write(f"{words} {best}")

    def last(self) -> None:
        """The last trick."""
        hand = self._session.hand
        if hand is None or hand.last_trick is None:
            self._lines.say("no-last-trick")
        else:
            self._lines.write(*phrases.last_trick(hand, self._lines.speaker))

    def kitty(self) -> None:
        """The kitty, for the Dealer."""
        hand = self._session.hand
        if hand is None or hand.kitty is None:
            self._lines.say("kitty-not-known")
            return
        self._lines.say("end.kitty-cards", cards=hand.kitty)
        self._lines.write(phrases.kitty_points(self._session, self._lines.speaker) or "")

    def score(self) -> None:
        """Trump, Dealer, the Opponents' points, and the levels."""
        hand, speaker = self._session.hand, self._lines.speaker
        if hand is None:
            return
        dealer = ""
        if hand.dealer is not None:
            dealer = speaker.say("seat-deals", dealer=hand.dealer) + " "
        self._lines.say(
            "plain.score",
            number=hand.number,
            trump=phrases.trump(hand, speaker),
            dealer=dealer,
            points=hand.opponents_points,
            threshold=self._session.rules.threshold_points,
        )
        self.levels()

    def levels(self) -> None:
        """The levels of both teams."""
        us, them = phrases.levels(self._session)
        self._lines.say("plain.levels", us=us, them=them)

    def what(self) -> None:
        """What may be done now."""
        self._lines.write(*phrases.what(self._session, self._lines.speaker))

    def hint(self) -> None:
        """What a bot would do."""
        speaker = self._lines.speaker
        words = phrases.advised(self._session, self._session.advice(), speaker)
        self._lines.write(words or speaker.text("no-hint"))

    def result(self) -> None:
        """How the last hand ended."""
        sheet = phrases.ResultSheet(self._session, self._session.results[-1], self._lines.speaker)
        sums = [f"{name}: {points}" for name, points in [*sheet.sums, sheet.total]]
        self._lines.write(f"{sheet.title}. {sheet.who}.", *sums, f"{sheet.needed}.", *sheet.lines)
