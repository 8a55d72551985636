"""Event-sourced actors, one writer each, and the registry of the loaded ones.

`LogActor` is rebuilt from an append-only log, handles one operation at a time and stores entries
before it publishes them. `Registry` holds the loaded actors of one kind. `ActorNotification` is
the base of the notifications. Tables, nights, SQL and HTTP do not belong here.
"""
