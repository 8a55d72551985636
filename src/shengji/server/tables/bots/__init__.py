"""The bots of the tables: one port to ask a bot, by thread, process, bus worker or connection.

What lives here: `BotPort`, which a table knows alone; a module for each transport; the roster of
the bots that can be seated; the bots in the seats of one table. What may not: a table's log or its
connections (`live`), and how a bot decides (`shengji.bots`).
"""
