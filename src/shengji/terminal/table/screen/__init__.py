"""The table on the screen: what the keys do, how the others' play is paced, and what is asked.

What lives here: the program (`app`), the screen with its parts (`layout`) and its keys (`table`),
the rhythm of the play (`pace`), the words for the moment (`prompts`), the sheets over the table
(`sheets`) and what stands on them (`dialogs`). What may not: painting, which is the widgets' work.
"""
