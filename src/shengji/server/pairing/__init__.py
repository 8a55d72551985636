"""Rated matches for people who wait for one."""
