"""Who the visitor is: `owner_of` a request, and the key in the browser that says so.

Everything that people make belongs to an owner, a short text. On a server that only this machine can reach,
that is always `local`, the owner of the data folder. On a shared server the browser holds a random key in a
cookie. The owner is a hash of the key, which is stored nowhere else: a stolen database gives no keys.

A browser gets its key together with the page, before any script runs: so two first requests at a time never
make two keys, of which one would be lost with all that it has made. A program without a cookie gets a key
with the first answer to a request that may make something.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexapoda.web.settings import WebSettings

__all__ = [
    "KEY_COOKIE",
    "LOCAL",
    "Visitors",
    "is_key",
    "key_cookie",
    "key_of",
    "new_key",
    "owner_of",
    "owner_with",
]

LOCAL = "local"
"""The owner of the data folder."""
KEY_COOKIE = "hexapoda-key"
_KEY = re.compile(r"[A-Za-z0-9_-]{32}")
_DAYS = 400
"""Days for which a browser keeps a key after the last visit: more than this no browser allows."""
_PAGES = ("/", "/index.html")
_OWNER = "hexapoda.owner"
_HELD = "hexapoda.key"


def owner_of(connection: HTTPConnection) -> str:
    """Return the owner of what this request or socket makes: `local`, or 32 hexadecimal digits."""
    owner: str = connection.scope[_OWNER]
    return owner


def key_of(connection: HTTPConnection) -> str | None:
    """Return the key that this visitor holds; None for the owner of the data folder, who needs none."""
    key: str | None = connection.scope.get(_HELD)
    return key


def owner_with(key: str) -> str:
    """Return the owner who holds a key, from which nobody can tell the key."""
    return hashlib.sha256(b"hexapoda owner " + key.encode("ascii")).hexdigest()[:32]


def new_key() -> str:
    """Return a key of 192 random bits."""
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    """Whether a text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def key_cookie(scope: Scope, key: str) -> str:
    """Return the value of the header that gives a key to the browser. It is `Lax`, because a link on another
    site that leads here must not look like a first visit.
    """
    secure = "; Secure" if scope["scheme"] in ("https", "wss") else ""
    return f"{KEY_COOKIE}={key}; Path=/; Max-Age={_DAYS * 86400}; HttpOnly; SameSite=Lax{secure}"


class Visitors:
    """ASGI middleware that finds the owner of each request, for `owner_of`."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        """`app`: the application; `settings`: who can reach it."""
        self._app = app
        self._shared = not settings.local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its owner, and the answer with the key of a new visitor."""
        if scope["type"] in ("http", "websocket"):
            if self._shared:
                send = _known_by_key(scope, send)
            else:
                scope[_OWNER] = LOCAL
        await self._app(scope, receive, send)


def _known_by_key(scope: Scope, send: Send) -> Send:
    """Find the owner by the key in the cookie, or by a new key, and return how to send the answer."""
    found = HTTPConnection(scope).cookies.get(KEY_COOKIE, "")
    known = is_key(found)
    key = found if known else new_key()
    scope[_HELD], scope[_OWNER] = key, owner_with(key)
    page = scope["path"] in _PAGES  # also renews a key that is known
    if scope["type"] != "http" or not (page or (not known and scope["method"] not in ("GET", "HEAD"))):
        return send

    async def send_key(message: Message) -> None:
        if message["type"] == "http.response.start":
            # An answer that has set a key itself knows better.
            headers = MutableHeaders(scope=message)
            if not any(one.startswith(f"{KEY_COOKIE}=") for one in headers.getlist("set-cookie")):
                headers.append("set-cookie", key_cookie(scope, key))
        await send(message)

    return send_key
