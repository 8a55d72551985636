"""The commands of `shengji`, one module each; heavy imports happen when a command runs."""
