"""How strong the bots are: the matches of plan.toml, and their table in docs/strength.md.

`python -m benchmarks.strength play --minutes 20` plays on where the last run stopped, every match
by its turn, and writes the tables; `write` only writes them; `check` is a short guard against
regressions. Deals are kept in build/strength, and played anew when the bots have changed; figures
in results/, and the deals of an unfinished match beside them, packed, so that another machine can
play on; whoever ends a run loses only the deals under way. Figures of a whole match stay: delete
its file to have it played anew.
"""
