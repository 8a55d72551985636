"""The plain mode: the same game line by line, for pipes, screen readers and small terminals.

What lives here: how a game goes (`game`), what the person's lines mean and do (`commands`), what is
said of the state of the match (`reports`), and the two streams (`lines`).
"""
