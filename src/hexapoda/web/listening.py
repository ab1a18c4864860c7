"""The socket that the server listens on, and the choice of its port.

A module of its own, because it loads in no time: a port that is taken is refused before the server is loaded.
"""

from __future__ import annotations

import socket

from hexapoda.errors import UsageError
from hexapoda.text.sentence import reason_of
from hexapoda.web.settings import WebSettings

__all__ = ["listening_socket"]

_NEAR = 20
"""The number of ports that are tried if none is asked for."""


def listening_socket(host: str, port: int | None) -> socket.socket:
    """Return a socket on `port`; if that is None, on the usual port or a free one near it. Raises
    `UsageError` if none is free.
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
    # With the protocol, or asyncio does not recognize TCP, and the body of an answer waits up to 40 ms for
    # the client to confirm its head.
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
