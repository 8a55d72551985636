"""The commands of `shengji`, one module each; nothing heavy is imported before a command runs."""
