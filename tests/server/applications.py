"""Applications of Litestar that are used again, since each reads all handlers of the site anew.

The files of the client are read once, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from litestar import Litestar
from litestar.datastructures import State

from shengji.server import app as site
from shengji.server.app import create_app
from shengji.server.site.assets import Client

_client: Final = cache(Client)
_idle: Final = defaultdict[int, list[Litestar]](list)
"""Applications whose site has ended, by the largest request that they take."""


def give_back(app: Litestar) -> None:
    """Let the next site of this process have an application, when its own has ended."""
    largest = app.request_max_body_size
    assert isinstance(largest, int)
    _idle[largest].append(app)


def use_again() -> None:
    """Have `create_app` take what has been given back in this process, where there is any."""
    vars(site)["Litestar"] = _litestar
    vars(site)["Client"] = _client


def begin() -> None:
    """Have one application at hand, for processes that are forked from this one."""
    use_again()
    give_back(create_app())


def _litestar(
    routes: Sequence[Any], *, lifespan: Sequence[Any], request_max_body_size: int, **others: Any
) -> Litestar:
    """Make an application, or take one that was made of the same handlers."""
    if idle := _idle[request_max_body_size]:
        app = idle.pop()
        app.state = State()
        app.asgi_handler = app._create_asgi_handler()
    else:
        app = Litestar(routes, lifespan=[], request_max_body_size=request_max_body_size, **others)
    app._lifespan_managers = list(lifespan)
    return app
