"""HTTP routes of nights."""
