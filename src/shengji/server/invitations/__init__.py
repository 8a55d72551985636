"""Invitations: a friend asks a friend to a table, to a night, or to whatever else is a place."""
