"""Profiles: people's chosen pictures, and their lines about themselves."""
