"""Names of bots in other processes, alone and in a list."""

from __future__ import annotations

EXEC = "exec:"
"""The prefix of a command as a bot's name."""
BOTZONE = "botzone:"
"""The prefix of a command made for Botzone (docs/botzone.md)."""


def is_command(name: str) -> bool:
    """Whether a bot's name is a command to run.

    >>> is_command("exec:python club.py"), is_command("basic")
    (True, False)
    >>> is_command("botzone:python club.py")
    True
    """
    return name.startswith((EXEC, BOTZONE))


def command_of(name: str) -> str:
    """The command in a name `exec:COMMAND`; the prefix `botzone:` is kept."""
    return name.removeprefix(EXEC).strip()


def name_of(command: str) -> str:
    """The bot name of a command; the inverse of `command_of`.

    >>> name_of("python club.py"), name_of("botzone:python club.py")
    ('exec:python club.py', 'botzone:python club.py')
    """
    return command if is_command(command) else f"{EXEC}{command}"


def bot_list(text: str) -> list[str]:
    """Split a list of names at commas, except those between quotes in a command.

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
