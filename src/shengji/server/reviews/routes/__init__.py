"""HTTP handlers of reviews."""
