"""`python -m shengji` is `shengji`."""

from shengji.terminal.main import main

main()
