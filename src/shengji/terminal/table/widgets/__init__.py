"""The widgets of the table, one module each, and their painting tools.

The package contains the canvas, the colours and the faces of cards (`paint`), the base of all
widgets (`painted`), and the widgets. Each paints the session's view with a speaker and faces.
Widgets do not handle the game's keys, nor change the session.
"""
