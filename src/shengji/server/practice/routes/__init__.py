"""The addresses of drills and puzzles."""
