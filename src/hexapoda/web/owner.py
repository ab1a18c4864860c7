"""Identifies the visitor: `owner_of` returns the owner of a request, derived from a key in the browser.

Everything that a visitor creates belongs to an owner, a short string. The owner of the data folder, who has
its token (see `access`), is `local`. On a shared server every other browser holds a random key in a cookie,
and its owner is a hash of the key. Only the hash is stored, so a stolen database reveals no keys. On a server
that only this machine can reach, a browser can become a guest, for example to play a game that it was
invited to, and then also has a key. A guest may only play: `_GUEST` lists the paths that this needs.

A browser receives its key together with the page, before any script runs. Its first requests, which may be
parallel, therefore never create two keys, one of which would be lost with everything created under it. A
program without a cookie receives a key with the first response to a request that may create something.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexapoda.files.data_folder import DATA_OWNER
from hexapoda.text.sentence import Sentence
from hexapoda.web.access import Access, browser_cookie
from hexapoda.web.page_files import PageFiles
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

__all__ = [
    "KEY_COOKIE",
    "LOCAL",
    "Visitors",
    "has_key",
    "is_guest",
    "is_key",
    "key_cookie",
    "key_of",
    "new_key",
    "owner_of",
    "owner_with",
]

LOCAL = DATA_OWNER
"""The owner of the data folder."""
KEY_COOKIE = "hexapoda-key"
_KEY = re.compile(r"[A-Za-z0-9_-]{32}")
_PAGES = ("/", "/index.html")
_OPEN = ("/offline/", "/icon.svg", "/offline_worker.js", "/health")
"""The paths that every visitor may read: the health check, and the pages that are shown while the server is
down or locked.
"""
_LOCKED = Sentence(
    "this server is for the user who started it: open the address that it printed, or send the header "
    "'Authorization: Bearer TOKEN' with the content of the file web-token in the data folder"
)
_GUEST = re.compile(
    r"/api/v1/(catalog|games(/.*)?|boards/.*|lessons/.*|positions(/why)?|owner(/(games|levels))?)"
    r"|/(?!api/|metrics).*"
)
"""The paths that a guest may request: games and what they need, and the files of the page."""
_RECORD = re.compile(r"/api/v1/games/[^/]*/record")
_NOT_FOR_GUESTS = Sentence("this is for the owner of this server: guests can only play games")
_OWNER = "hexapoda.owner"
_HELD = "hexapoda.key"
_IS_GUEST = "hexapoda.guest"


def owner_of(connection: HTTPConnection) -> str:
    """Return the owner of everything that a request or socket creates: `local`, or 32 hexadecimal digits. It
    is empty for a visitor without a key, who may only read the paths in `_OPEN`.
    """
    owner: str = connection.scope[_OWNER]
    return owner


def key_of(connection: HTTPConnection) -> str | None:
    """Return the visitor's key; None if there is none, as for the owner of the data folder."""
    key: str | None = connection.scope.get(_HELD)
    return key


def is_guest(connection: HTTPConnection) -> bool:
    """Return whether the visitor is a guest on a local server, who may only play."""
    return connection.scope.get(_IS_GUEST) is True


def has_key(connection: HTTPConnection) -> bool:
    """Return whether the browser sent its key, as opposed to a key created for this request."""
    return connection.cookies.get(KEY_COOKIE) == key_of(connection)


def owner_with(key: str) -> str:
    """Return the owner who holds `key`: a hash, from which the key cannot be recovered."""
    return hashlib.sha256(b"hexapoda owner " + key.encode("ascii")).hexdigest()[:32]


def new_key() -> str:
    """Return a key of 192 random bits."""
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    """Return whether a text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def key_cookie(scope: Scope, key: str, root: str) -> str:
    """Return the `set-cookie` value that gives a key to the browser. The cookie is `Lax`, so that a visitor
    who follows a link from another site is recognized.
    """
    return browser_cookie(scope, KEY_COOKIE, key, "Lax", root)


class Visitors:
    """ASGI middleware that determines the owner of each request, for `owner_of`."""

    def __init__(self, app: ASGIApp, settings: WebSettings, files: PageFiles) -> None:
        """`app`: the application; `settings`: who can reach the server, and the token of the data folder's
        owner; `files`: the files of the page.
        """
        self._app = app
        self._access = Access(settings)
        self._shared = not settings.local
        self._files = files
        self._root = settings.root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with its owner, and add the cookie with the key or the token to the response if
        the browser needs it. Raises `Problem` 401 if the request needs the token, and 403 if a guest
        may not make it.
        """
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        page = scope["type"] == "http" and scope["path"] in _PAGES
        exchanged = self._access.exchange(scope) if page else None
        if exchanged is not None:
            await exchanged(scope, receive, send)
            return
        if self._access.is_owner(scope):
            scope[_OWNER] = LOCAL
            renewed = self._access.cookie(scope) if page else None
            await self._app(scope, receive, send if renewed is None else _with_cookie(send, renewed))
        elif self._shared:
            await self._app(scope, receive, _known_by_key(scope, send, page, self._root))
        elif page and scope["query_string"] == b"guest":
            _known_by_key(scope, send, page, self._root)
            response = RedirectResponse(".", 303)
            response.headers["set-cookie"] = key_cookie(scope, scope[_HELD], self._root)
            await response(scope, receive, send)
        elif is_key(HTTPConnection(scope).cookies.get(KEY_COOKIE, "")):
            if _GUEST.fullmatch(scope["path"]) is None or _RECORD.fullmatch(scope["path"]) is not None:
                raise Problem(403, _NOT_FOR_GUESTS)
            scope[_IS_GUEST] = True
            await self._app(scope, receive, _known_by_key(scope, send, page, self._root))
        elif page:
            await self._locked_page()(scope, receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(_OPEN):
            scope[_OWNER] = ""
            await self._app(scope, receive, send)
        else:
            raise Problem(401, _LOCKED)

    def _locked_page(self) -> Response:
        """Return the page for visitors who need the token but did not send it."""
        found = self._files.find("offline/locked.html")
        return Response(found.content, 401, {"content-type": found.type, "www-authenticate": "Bearer"})


def _known_by_key(scope: Scope, send: Send, page: bool, root: str) -> Send:
    """Read the key of a request from its cookie, or create a new key, and store the key and its owner in the
    scope. Return the `send` callable for the response, which adds the cookie if necessary.
    """
    found = HTTPConnection(scope).cookies.get(KEY_COOKIE, "")
    known = is_key(found)
    key = found if known else new_key()
    scope[_HELD], scope[_OWNER] = key, owner_with(key)
    makes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
    if page or (makes and not known):  # the page also renews the cookie of a known key
        return _with_cookie(send, key_cookie(scope, key, root))
    return send


def _with_cookie(send: Send, cookie: str) -> Send:
    """Return a `send` callable that adds a cookie to the response, unless the response sets it itself."""
    name = cookie.partition("=")[0]

    async def send_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if not any(one.startswith(f"{name}=") for one in headers.getlist("set-cookie")):
                headers.append("set-cookie", cookie)
        await send(message)

    return send_cookie
