"""A decision of a recorded match, made again by a bot that says what it considered.

`deciding` finds who decided and asks the bot; `telling` puts what it thought into words. Nothing
here judges a play: all figures are the bot's own (`shengji.bots.thought`).
"""

from shengji.terminal.explaining.deciding import Answer, Explanation, Laid, explain_decision
from shengji.terminal.explaining.telling import tell_explanation

__all__ = ["Answer", "Explanation", "Laid", "explain_decision", "tell_explanation"]
