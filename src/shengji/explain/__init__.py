"""A decision of a recorded match, made again by a bot that says what it considered.

What lives here: finding who decided an event, asking a bot what it would have done there, and its
answer with what it thought, as data. What may not: words for people, and judging a play; all
figures are the bot's own (`shengji.bots.thought`).
"""

from shengji.explain.decision import Answer, Explanation, Laid, explain_decision

__all__ = ["Answer", "Explanation", "Laid", "explain_decision"]
