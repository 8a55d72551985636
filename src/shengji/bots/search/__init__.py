"""Search: players that try their decisions out on deals that may be theirs.

What lives here: the answers worth trying (`lead_candidates`, `follow_candidates`, `kitties`,
`callings`), trying them by playouts with the rule policy in every seat (`estimates`), spending a
budget of work on them and deciding (`verdict`), and the players (`searcher`). What may not:
anything that looks at more than a seat's view, and rules of play of its own.
"""

from shengji.bots.search.searcher import MasterBot, SearchBot, StrongBot

__all__ = ["MasterBot", "SearchBot", "StrongBot"]
