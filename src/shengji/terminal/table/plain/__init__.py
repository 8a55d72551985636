"""The plain mode: the game line by line, for pipes, screen readers and small terminals.

The package contains the course of a game (`game`), the commands of the player (`commands`), reports
on the state of the match (`reports`), and the two streams (`lines`).
"""
