"""HTTP endpoints of drills and puzzles."""
