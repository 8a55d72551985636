"""`shengji serve`: the table on the web."""

from __future__ import annotations

import socket
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.documents import page
from shengji.terminal.errors import UsageError, as_usage
from shengji.terminal.first_run import compile_if_cold
from shengji.words import Phrase

if TYPE_CHECKING:
    from shengji.server.site.settings import ServerSettings

_EVERYWHERE = ("0.0.0.0", "::", "")
_BACKLOG = 1024
_ADDRESS_SPACE = 1_200_000_000
"""Minimum of address space in bytes; a server with one table uses 1.03 GB. With less, threads and
compiled code fail at any moment, and even the exit fails.
"""

_UNREAD_MS = 60_000
"""Timeout in milliseconds of sent data that a browser does not acknowledge."""


def serve(
    host: Annotated[
        str | None,
        typer.Option(help="The address to listen at.", show_default="0.0.0.0, all addresses"),
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port; 0 takes a free one.", show_default="8000")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where tables are kept: sqlite:////folder/file.db or "
            "postgresql://user:password@host/name.",
            show_default="a file in your data folder",
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME=exec:COMMAND",
            help=f"A bot of your own that people may seat ({page('bots')}). May be repeated.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve the table on the web, for browsers in the house or, behind a proxy, anywhere.

    Every setting can also be given as an environment variable; docs/settings.md lists them.
    """
    from shengji.server.site.settings import SettingsError, changed, settings_from

    _need_address_space()
    compile_if_cold()
    given = {"host": host, "port": port, "database": database, "bots": tuple(bots or ()) or None}
    with as_usage(SettingsError):
        settings = changed(
            settings_from(), {name: value for name, value in given.items() if value is not None}
        )
    with closing(listen(settings.host, settings.port)) as listener:
        _run(settings, listener)


def _need_address_space() -> None:
    """Check that the limit of address space is high enough for the server.

    Raises:
        UsageError: it is too low.
    """
    if sys.platform == "win32":
        return
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < _ADDRESS_SPACE:
        megabytes = {"limit": limit // 1_000_000, "least": _ADDRESS_SPACE // 1_000_000}
        raise UsageError(Phrase("usage", "address-space", **megabytes))


def _run(settings: ServerSettings, listener: socket.socket) -> None:
    """Serve until a signal ends the process."""
    from shengji.server.database.errors import StorageError
    from shengji.server.runner import serve as serve_at
    from shengji.server.site.log_lines import set_up_logs
    from shengji.server.site.settings import SettingsError
    from shengji.terminal.ending import is_asked

    set_up_logs(settings)
    address = address_of(settings.host, listener.getsockname()[1])
    with as_usage(StorageError, SettingsError):
        serve_at(settings, listener, lambda: print(address, flush=True), is_asked)


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket.

    Raises:
        UsageError: the port is taken, or the address is not local; the message contains a remedy.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only on sockets with an explicit protocol. Without it, the second
    # part of a response, or the next card, waits for the acknowledgement of the previous one: 40
    # ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Accepted connections inherit the option.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MS)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OverflowError:
        listener.close()
        raise UsageError(f"there is no port {port}: expected 0 to 65535") from None
    except OSError as error:
        listener.close()
        raise UsageError(
            f"cannot listen at {host} port {port}: {error.strerror or error}; is the server "
            "running already? --port takes another one, and --port 0 any that is free"
        ) from None
    listener.setblocking(False)
    return listener


def address_of(host: str, port: int) -> str:
    """The URL to open: with the address in the local network if known, else with localhost."""
    if host in _EVERYWHERE:
        host = _house_address() or "localhost"
    elif host in ("127.0.0.1", "::1"):
        host = "localhost"
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _house_address() -> str | None:
    """This machine's address in the local network, or `None`."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # No packet is sent: the system only selects the source address.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address
