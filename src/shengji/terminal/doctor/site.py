"""Checks of a site's settings: addresses, proxies, cookies, mail, push messages, and the port."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_network
from urllib.parse import urlsplit

import httpx

from shengji.server.accounts.mailer import Mailer
from shengji.server.site.gate import is_at_home
from shengji.server.site.settings import ServerSettings
from shengji.terminal.commands.serve import listen
from shengji.terminal.doctor.finding import Finding, State, make_finding
from shengji.terminal.errors import UsageError
from shengji.words import Names

_SECONDS = 5.0
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def check_site(settings: ServerSettings) -> Iterator[Finding]:
    """Check the settings, the mail server that they name, and the port."""
    yield _addresses(settings)
    yield _proxies(settings)
    yield _cookies(settings)
    yield _mail(settings)
    yield _push(settings)
    yield _port(settings)


def _https(settings: ServerSettings) -> list[str]:
    return [url for url in settings.public_urls if url.startswith("https://")]


def _addresses(settings: ServerSettings) -> Finding:
    urls = settings.public_urls
    if not urls:
        return make_finding("addresses", "good", "addresses.none")
    plain = [
        url for url in urls if url not in _https(settings) and not is_at_home(urlsplit(url).netloc)
    ]
    if plain:
        return make_finding("addresses", "bad", "addresses.plain", names=Names(plain))
    return make_finding("addresses", "good", "addresses.there", names=Names(urls))


def _proxies(settings: ServerSettings) -> Finding:
    proxies = settings.trusted_proxies
    if "*" in proxies:
        return make_finding("proxies", "bad", "proxies.all")
    strange = [proxy for proxy in proxies if not _is_network(proxy)]
    if strange:
        return make_finding("proxies", "bad", "proxies.strange", names=Names(strange))
    if _https(settings) and settings.host not in _LOOPBACK:
        return make_finding("proxies", "doubtful", "proxies.open", host=settings.host)
    return make_finding("proxies", "good", "proxies.there", names=Names(proxies))


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def _cookies(settings: ServerSettings) -> Finding:
    wish, https = settings.secure_cookies, _https(settings)
    if https and wish == "never":
        return make_finding("cookies", "bad", "cookies.never")
    if wish == "always" and not https:
        return make_finding("cookies", "bad", "cookies.always")
    return make_finding("cookies", "good", "cookies.there", value=wish)


def _mail(settings: ServerSettings) -> Finding:
    post = Mailer.of(settings)
    if post is None:
        return make_finding("mail", "good", "mail.none")
    place = f"{settings.mail_host}:{settings.mail_port}"
    try:
        post.reach()
    except (OSError, smtplib.SMTPException, ValueError) as fault:
        return make_finding("mail", "bad", "mail.fails", server=place, why=fault)
    finally:
        post.close()
    return make_finding("mail", "good", "mail.there", server=place)


def _push(settings: ServerSettings) -> Finding:
    if settings.push == "off":
        return make_finding("push", "good", "push.off")
    if not _https(settings):
        state: State = "doubtful" if settings.public_urls else "good"
        return make_finding("push", state, "push.plain")
    return make_finding("push", "good", "push.there")


def _port(settings: ServerSettings) -> Finding:
    where = {"host": settings.host, "port": settings.port}
    try:
        with closing(listen(settings.host, settings.port)):
            return make_finding("port", "good", "port.free", **where)
    except UsageError:
        if _is_ours(settings):
            return make_finding("port", "good", "port.ours", **where)
        return make_finding("port", "bad", "port.taken", **where)


def _is_ours(settings: ServerSettings) -> bool:
    """Whether a server of this program answers at the port."""
    host = "localhost" if settings.host in ("", "0.0.0.0", "::") else settings.host
    shown = f"[{host}]" if ":" in host else host
    try:
        health = httpx.get(f"http://{shown}:{settings.port}/api/health", timeout=_SECONDS)
        return bool(health.json()["status"] == "ok")
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        return False
