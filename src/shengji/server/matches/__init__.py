"""Finished matches: records, visibility, statistics and sharing."""
