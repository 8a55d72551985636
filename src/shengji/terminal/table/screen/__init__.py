"""The table on the screen: keys, pace of the bots' play, and dialogs.

The package contains the application (`app`), the screen with its parts (`layout`) and keys
(`table`), the pace (`pace`), the prompts (`prompts`), the sheets over the table (`sheets`) and
their contents (`dialogs`). Painting is done by the widgets.
"""
