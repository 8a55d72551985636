"""Drills and puzzles."""
