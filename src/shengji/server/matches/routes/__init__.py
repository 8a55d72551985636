"""HTTP handlers of finished matches."""
