"""Who the visitor is: `owner_of` a request, and the key in the browser that says so.

Everything that people make belongs to an owner, a short text. The owner of the data folder is `local`: who
has its token (`access`). On a shared server every other browser holds a random key in a cookie. Its owner is
a hash of the key, which is stored nowhere else: a stolen database gives no keys. On a server that only this
machine can reach, a browser gets a key when it asks to be a guest, as for a game to which it was invited. A
guest may play, and nothing else: `_GUEST` has the addresses.

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
"""What every visitor may read: it says that the server runs, that it does not run, or that it is locked."""
_LOCKED = Sentence(
    "this server is for the user who started it: open the address that it printed, or send the header "
    "'Authorization: Bearer TOKEN' with the text of the file web-token in the data folder"
)
_GUEST = re.compile(
    r"/api/v1/(catalog|games(/.*)?|boards/.*|lessons/.*|positions(/why)?|owner(/(games|levels))?)"
    r"|/(?!api/|metrics).*"
)
"""What a guest of this machine may ask for: games and what they need, and the files of the page."""
_RECORD = re.compile(r"/api/v1/games/[^/]*/record")
_NOT_FOR_GUESTS = Sentence("this is for the owner of this server: guests play games")
_OWNER = "hexapoda.owner"
_HELD = "hexapoda.key"
_IS_GUEST = "hexapoda.guest"


def owner_of(connection: HTTPConnection) -> str:
    """Return the owner of what this request or socket makes: `local`, or 32 hexadecimal digits."""
    owner: str = connection.scope[_OWNER]
    return owner


def key_of(connection: HTTPConnection) -> str | None:
    """Return the key that this visitor holds; None for the owner of the data folder, who needs none."""
    key: str | None = connection.scope.get(_HELD)
    return key


def is_guest(connection: HTTPConnection) -> bool:
    """Whether the visitor is a guest on a server of this machine alone, and may only play."""
    return connection.scope.get(_IS_GUEST) is True


def has_key(connection: HTTPConnection) -> bool:
    """Whether the browser came with the key, which was not made for this request."""
    return connection.cookies.get(KEY_COOKIE) == key_of(connection)


def owner_with(key: str) -> str:
    """Return the owner who holds a key, from which the key cannot be found."""
    return hashlib.sha256(b"hexapoda owner " + key.encode("ascii")).hexdigest()[:32]


def new_key() -> str:
    """Return a key of 192 random bits."""
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    """Whether a text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def key_cookie(scope: Scope, key: str, root: str) -> str:
    """Return the value of the header that gives a key to the browser. It is `Lax`, because a link on another
    site that leads here must not look like a first visit.
    """
    return browser_cookie(scope, KEY_COOKIE, key, "Lax", root)


class Visitors:
    """ASGI middleware that finds the owner of each request, for `owner_of`."""

    def __init__(self, app: ASGIApp, settings: WebSettings, files: PageFiles) -> None:
        """`app`: the application; `settings`: who can reach it, and the token of the owner of the data
        folder; `files`: those of the page.
        """
        self._app = app
        self._access = Access(settings)
        self._shared = not settings.local
        self._files = files
        self._root = settings.root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its owner, and the answer with the key or the token for the browser. Raises
        `Problem` 401 for a request that needs the token.
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
        """The page for those who need the token and do not have it."""
        found = self._files.find("offline/locked.html")
        return Response(found.content, 401, {"content-type": found.type, "www-authenticate": "Bearer"})


def _known_by_key(scope: Scope, send: Send, page: bool, root: str) -> Send:
    """Find the owner by the key in the cookie, or by a new key, and return how to send the answer."""
    found = HTTPConnection(scope).cookies.get(KEY_COOKIE, "")
    known = is_key(found)
    key = found if known else new_key()
    scope[_HELD], scope[_OWNER] = key, owner_with(key)
    makes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
    if page or (makes and not known):  # the page also renews a key that is known
        return _with_cookie(send, key_cookie(scope, key, root))
    return send


def _with_cookie(send: Send, cookie: str) -> Send:
    """Return how to send an answer with a cookie, unless it sets that one itself."""
    name = cookie.partition("=")[0]

    async def send_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if not any(one.startswith(f"{name}=") for one in headers.getlist("set-cookie")):
                headers.append("set-cookie", cookie)
        await send(message)

    return send_cookie
