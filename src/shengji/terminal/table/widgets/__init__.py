"""The widgets of the table, one module each, and what they are painted with.

What lives here: the canvas, the colours and the faces of cards (`paint`), the base of all widgets
(`painted`), and the widgets. Each paints the session's view with a speaker and faces. What may not:
anything that knows what a key does, or that changes the session.
"""
