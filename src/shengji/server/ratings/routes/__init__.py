"""HTTP endpoints of ratings."""
