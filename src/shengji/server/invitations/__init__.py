"""Invitations of friends to tables, nights and evenings."""
