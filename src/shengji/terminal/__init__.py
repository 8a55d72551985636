"""The command line and the table in the terminal.

This package contains the commands of `shengji`, their output, and the Textual table. It does not
contain rules, nor code that a browser or another program would also need. Commands import their
modules when they run, so that those without rules of play start at once.
"""
