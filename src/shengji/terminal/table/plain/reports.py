"""Reports on the state of the match, as lines."""

from __future__ import annotations

from shengji.game.notes import lead_shape
from shengji.game.refusals import suit_letter
from shengji.terminal.reviewed import reviewed_lines
from shengji.terminal.table import counter, phrases, prompt, results, rulewords
from shengji.terminal.table.plain.lines import Lines
from shengji.terminal.table.session import Session
from shengji.words import Names


class Reports:
    """Prints reports on a session."""

    def __init__(self, session: Session, lines: Lines) -> None:
        self._session = session
        self._lines = lines
        self._printed = 0

    def skip_news(self) -> None:
        """Mark all events so far as reported."""
        self._printed = len(self._session.journal)

    def news(self) -> None:
        """Print the events since the last call."""
        journal, speaker = self._session.journal, self._lines.speaker
        self._lines.write(*(speaker.sentence(note) for note in journal[self._printed :]))
        self._printed = len(journal)

    def hand(self) -> None:
        """Print the player's cards."""
        session, hand, speaker = self._session, self._session.hand, self._lines.speaker
        if hand is None:
            return
        rows = [
            speaker.say("plain.row", suit=suit_letter(hand.space, suit), cards=cards)
            for suit, cards in hand.space.by_suit(session.cards).items()
        ]
        self._lines.say(
            "plain.hand",
            count=len(session.cards),
            rows=Names(rows, apart=True).render(speaker.language),
        )

    def table(self) -> None:
        """Print the trick on the table."""
        hand, speaker = self._session.hand, self._lines.speaker
        if hand is None or hand.trick is None:
            self._lines.say("plain.not-now")
            return
        trick = hand.trick
        plays = Names(phrases.plays(hand, trick, speaker), apart=True)
        self._lines.say("plain.table", plays=plays.render(speaker.language))
        shape = lead_shape(hand.space, trick.lead.reading)
        words = speaker.say("has-led", seat=trick.leader, units=shape)
        best = speaker.say("plain.ahead", seat=hand.ahead, points=trick.points)
        self._lines.write(speaker.joined(words, best))

    def last(self) -> None:
        """Print the last trick."""
        hand = self._session.hand
        if hand is None or hand.last_trick is None:
            self._lines.say("no-last-trick")
        else:
            self._lines.write(*phrases.last_trick(hand, self._lines.speaker))

    def kitty(self) -> None:
        """Print the kitty, if the player is the Dealer."""
        hand = self._session.hand
        if hand is None or hand.kitty is None:
            self._lines.say("kitty-not-known")
            return
        self._lines.say("end.kitty-cards", cards=hand.kitty)
        self._lines.write(phrases.kitty_points(hand.kitty, self._lines.speaker))

    def score(self) -> None:
        """Print trump, Dealer, the Opponents' points, the levels, and each player."""
        self._lines.write(*results.score(self._session, self._lines.speaker))

    def count(self) -> None:
        """Print the cards still out, those played, and the players void in a suit."""
        hand = self._session.hand
        if hand is None:
            self._lines.say("plain.not-now")
        else:
            self._lines.write(*counter.sentences(hand, self._lines.speaker))

    def levels(self) -> None:
        """Print the levels of teams or players."""
        session, speaker = self._session, self._lines.speaker
        words = phrases.levels(session.rules, session.match.standings, speaker)
        self._lines.say("score.levels", levels=words)

    def rules(self) -> None:
        """Print the rules, their differences from the preset, and the bots."""
        self._lines.write(*rulewords.played(self._session.rules, self._lines.speaker))
        self.others()

    def others(self) -> None:
        """Print the bots in the other seats."""
        self._lines.say("bots.others", text=self._lines.speaker.bots(self._session.bot_names))

    def what(self) -> None:
        """Print the possible actions."""
        self._lines.write(*prompt.what(self._session, self._lines.speaker))

    def hint(self) -> None:
        """Print the advice of a bot with its reason."""
        session, speaker = self._session, self._lines.speaker
        advice = session.advice()
        words = prompt.advised(session, advice, speaker)
        reason = prompt.why(session, advice, speaker)
        self._lines.write(words or speaker.text("no-hint"), *([reason] if reason else []))

    def review(self) -> None:
        """Print the review of the last finished hand."""
        session, lines = self._session, self._lines
        number = session.reviewable
        if number is None or session.path is None:
            lines.say("plain.no-review")
            return
        lines.say("plain.reviewing", number=number)
        speaker = lines.speaker
        lines.write(*reviewed_lines(session.path, number, speaker.language, speaker.seat))

    def result(self) -> None:
        """Print the result of the last hand."""
        session, lines = self._session, self._lines
        sheet = results.ResultSheet(session, session.results[-1], lines.speaker)
        sums = [f"{name}: {points}" for name, points in [*sheet.sums, sheet.total]]
        lines.write(
            sheet.title,
            *sheet.who,
            *sums,
            sheet.needed,
            *sheet.lines,
            sheet.levels_line(),
        )
