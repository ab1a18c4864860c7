"""`Access`: the token that proves who owns the data folder.

The token is in the file `web-token` of the data folder, which only its owner may read. `hexapoda web` opens
the page at an address with the token. The browser then keeps it in a cookie and the address loses it, so that
it is in no bookmark, no history and no link that a person copies. The file stays: bookmarks work after a
restart.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import Scope

from hexapoda.files.data_folder import data_folder
from hexapoda.web.settings import WebSettings

__all__ = ["TOKEN_FILE", "Access", "browser_cookie", "read_token"]

TOKEN_FILE = "web-token"
"""The name of the file in the data folder."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,100}")
_DAYS = 400
"""Days for which a browser keeps a secret after the last visit: more than this no browser allows."""


def read_token() -> str:
    """Return the token of the data folder; make it at the first call. A token that others could read, or that
    is damaged, is replaced. Raises `OSError`.
    """
    path = data_folder() / TOKEN_FILE
    found = _private_text(path)
    if found is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        found = _new_token(path)
    return found


def _private_text(path: Path) -> str | None:
    """The token in a file; None if there is none that only its owner could read."""
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            state = os.fstat(file.fileno())
            text = file.read(200).strip()
    except FileNotFoundError:
        return None
    seen = os.name == "posix" and state.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    return None if seen or _TOKEN.fullmatch(text) is None else text


def _new_token(path: Path) -> str:
    """Write a token, unless another server has just done so; return the one in the file."""
    token = secrets.token_urlsafe(24)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
            file.flush()
            os.fsync(file.fileno())
        if _private_text(path) is None:  # no other server has written one meanwhile
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return _private_text(path) or token


class Access:
    """Who has the token of a server."""

    def __init__(self, settings: WebSettings) -> None:
        """`settings`: the token; without one, every visitor of a server of this machine alone may do all."""
        self._token = settings.token
        self._open = settings.token is None and settings.local
        self._ticket = settings.ticket
        self._root = settings.root_path
        self._cookie = f"hexapoda-token-{settings.port}"  # cookies do not tell ports apart

    def is_owner(self, scope: Scope) -> bool:
        """Whether a request comes from the owner of the data folder."""
        if self._open:
            return True
        connection = HTTPConnection(scope)
        kind, _, sent = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and _same(sent.strip(), self._token):
            return True
        return _same(connection.cookies.get(self._cookie, ""), self._token)

    def exchange(self, scope: Scope) -> RedirectResponse | None:
        """Return the answer to an address with the token or the ticket: the same address without it, and the
        cookie. None if there is neither, or a wrong one.
        """
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        asked = dict(query)
        if self._token is None or not (_same(asked.get("token", ""), self._token) or self._is_ticket(asked)):
            return None
        rest = urlencode([pair for pair in query if pair[0] not in ("token", "ticket")])
        response = RedirectResponse(f"?{rest}" if rest else ".", 303)
        response.headers["set-cookie"] = browser_cookie(
            scope, self._cookie, self._token, "Strict", self._root
        )
        return response

    def cookie(self, scope: Scope) -> str | None:
        """Return the value of the header that gives the token to a browser; None if there is no token."""
        return (
            None
            if self._token is None
            else browser_cookie(scope, self._cookie, self._token, "Strict", self._root)
        )

    def _is_ticket(self, asked: Mapping[str, str]) -> bool:
        if not _same(asked.get("ticket", ""), self._ticket):
            return False
        self._ticket = None
        return True


def browser_cookie(scope: Scope, name: str, value: str, same_site: str, root: str) -> str:
    """Return the value of a header that lets a browser keep a secret, which no script of a page can read.
    `root`: the path below which the page lives.
    """
    secure = "; Secure" if scope["scheme"] in ("https", "wss") else ""
    age = f"Max-Age={_DAYS * 86400}"
    return f"{name}={value}; Path={root}; {age}; HttpOnly; SameSite={same_site}{secure}"


def _same(text: str, secret: str | None) -> bool:
    return secret is not None and secrets.compare_digest(text.encode(), secret.encode())
