"""Actors: things of which a log is kept, and those of them that are in memory.

What lives here: `LogActor`, one thing of which a log is kept, where all happens one after the
other, each stored before it is told; `Registry`, those of one kind that are in memory;
`ActorNotification`, what they tell. What may not: tables, nights, SQL, and HTTP.
"""
