"""The socket that the server listens on, and the choice of its port.

This is a separate module because it loads fast: a port in use is reported before the server is loaded.
"""

from __future__ import annotations

import socket

from hexapoda.errors import UsageError
from hexapoda.text.sentence import reason_of
from hexapoda.web.settings import WebSettings

__all__ = ["listening_socket"]

_NEAR = 20
"""The number of consecutive ports that are tried if the user does not name a port."""


def listening_socket(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on `port`. If that is None, try the usual port, then the ports after it,
    then any free port. Raises `UsageError` if it cannot listen.
    """
    usual = WebSettings().port
    tried = [port] if port is not None else [*range(usual, usual + _NEAR), 0]
    error: OSError | None = None
    for number in tried:
        try:
            return _bound(host, number)
        except OSError as raised:
            error = raised
    what = "" if port is None else f" at port {port}"
    assert error is not None
    raise UsageError(f"cannot listen on {host!r}{what}: {reason_of(error)}")


def _bound(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # The protocol must be given, otherwise asyncio does not recognize TCP and leaves Nagle's algorithm on:
    # the body of a response would wait up to 40 ms for the client to acknowledge its head.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(256)
        made.set_inheritable(False)
    except BaseException:
        made.close()
        raise
    return made
