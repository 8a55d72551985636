"""Online tables: their state machine, event log, live connections, storage and HTTP addresses."""
