"""Search: players that try their decisions on possible deals.

What lives here: the candidate answers (`lead_candidates`, `follow_candidates`, `kitties`,
`callings`), trying them by playouts with the rule policy in every seat (`estimates`), spending a
budget of work on them and deciding (`verdict`), and the players (`searcher`). What may not: use of
information beyond a seat's view, and rules of play of its own.
"""

from shengji.bots.search.searcher import MasterBot, SearchBot, StrongBot

__all__ = ["MasterBot", "SearchBot", "StrongBot"]
