"""`Access`: the token that proves who owns the data folder.

The token is in the file `web-token` in the data folder, readable only by its owner. `hexapoda web` opens the
page at an address that contains the token. The browser stores the token in a cookie and is redirected to the
address without it, which keeps the token out of bookmarks, history and copied links. The file outlives the
server, so the cookie still works after a restart.
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
"""The name of the token file in the data folder."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,100}")
_DAYS = 400
"""How many days a browser keeps a secret after the last visit: the maximum that browsers allow."""


def read_token() -> str:
    """Return the token of the data folder, creating it on the first call. A token that is damaged or that
    other users can read is replaced. Raises `OSError`.
    """
    path = data_folder() / TOKEN_FILE
    found = _private_text(path)
    if found is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        found = _new_token(path)
    return found


def _private_text(path: Path) -> str | None:
    """Return the token in a file; None if the file is missing, damaged, or readable by other users."""
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            state = os.fstat(file.fileno())
            text = file.read(200).strip()
    except FileNotFoundError:
        return None
    seen = os.name == "posix" and state.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    return None if seen or _TOKEN.fullmatch(text) is None else text


def _new_token(path: Path) -> str:
    """Write a new token unless another server has just written one; return the token in the file."""
    token = secrets.token_urlsafe(24)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
            file.flush()
            os.fsync(file.fileno())
        if _private_text(path) is None:  # another server may have written one meanwhile
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return _private_text(path) or token


class Access:
    """Checks whether a visitor holds the token of the server."""

    def __init__(self, settings: WebSettings) -> None:
        """`settings`: without a token, everyone who can reach a local server counts as the owner."""
        self._token = settings.token
        self._open = settings.token is None and settings.local
        self._ticket = settings.ticket
        self._root = settings.root_path
        self._cookie = f"hexapoda-token-{settings.port}"  # browsers send cookies to all ports of a host

    def is_owner(self, scope: Scope) -> bool:
        """Return whether a request comes from the owner of the data folder."""
        if self._open:
            return True
        connection = HTTPConnection(scope)
        kind, _, sent = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and _same(sent.strip(), self._token):
            return True
        return _same(connection.cookies.get(self._cookie, ""), self._token)

    def exchange(self, scope: Scope) -> RedirectResponse | None:
        """Return the redirect for a request whose address contains the token or the ticket. It leads to the
        same address without them, and sets the cookie. Return None if the address contains no valid token or
        ticket. A ticket works only once.
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
        """Return the `set-cookie` value that gives the token to a browser; None if there is no token."""
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
    """Return the `set-cookie` value for a secret that a browser keeps and that scripts cannot read. `root`:
    the path under which the page is served.
    """
    secure = "; Secure" if scope["scheme"] in ("https", "wss") else ""
    age = f"Max-Age={_DAYS * 86400}"
    return f"{name}={value}; Path={root}; {age}; HttpOnly; SameSite={same_site}{secure}"


def _same(text: str, secret: str | None) -> bool:
    return secret is not None and secrets.compare_digest(text.encode(), secret.encode())
