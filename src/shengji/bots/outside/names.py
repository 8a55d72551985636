"""How bots in other processes are named, alone and in a list."""

from __future__ import annotations

EXEC = "exec:"
"""The prefix of a command in the place of a bot's name."""
BOTZONE = "botzone:"
"""The prefix of a command that is made for Botzone (docs/botzone.md)."""


def is_command(name: str) -> bool:
    """Whether a bot's name is a command to run.

    >>> is_command("exec:python club.py"), is_command("basic")
    (True, False)
    >>> is_command("botzone:python club.py")
    True
    """
    return name.startswith((EXEC, BOTZONE))


def command_of(name: str) -> str:
    """The command in a name of the form `exec:COMMAND`; `botzone:` stays before its own."""
    return name.removeprefix(EXEC).strip()


def name_of(command: str) -> str:
    """The name of a bot that is played by a command; undoes `command_of`.

    >>> name_of("python club.py"), name_of("botzone:python club.py")
    ('exec:python club.py', 'botzone:python club.py')
    """
    return command if is_command(command) else f"{EXEC}{command}"


def bot_list(text: str) -> list[str]:
    """The names in a list with commas; one between quotes belongs to its command.

    >>> bot_list("basic, exec:club --deep 3")
    ['basic', 'exec:club --deep 3']
    >>> bot_list("exec:club '--weights=a,b',random")
    ["exec:club '--weights=a,b'", 'random']
    """
    names, quote = [""], ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        if character == "," and not quote:
            names.append("")
        else:
            names[-1] += character
    return [name.strip() for name in names]
