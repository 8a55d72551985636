"""HTTP handlers of clubs."""
