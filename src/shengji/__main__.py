"""`python -m shengji` is `shengji`."""

from shengji.terminal.cli import main

main()
