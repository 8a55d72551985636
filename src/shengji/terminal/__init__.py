"""The command line and the table in the terminal.

What lives here: the commands of `shengji`, what they print, and the Textual table. What may not:
rules, and anything that a browser or a program would need too. Commands import what they need when
they run, so that those that need no rules of play start at once.
"""
