"""The home of the Sheng Ji card games (升级): Tractor (拖拉机) and its relatives.

Here live the rooms of the program, each importing only from those before it: `cards` (a card and
how it is written), `rules` (the options of a game, as data), `play` (the compiled rules of play),
`game` (a hand and a match as state machines), `record` (event logs and notation), `bots`, then
`arena`, `env` and `server`, and last `terminal` (the command line and the table on the screen).
This module itself holds the version and nothing else, so that importing it costs nothing.
"""

__version__ = "0.1.0"
