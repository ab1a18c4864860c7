"""`TrustedProxies`: recovers a browser's original request from the headers of a reverse proxy.

All requests that a proxy forwards seem to come from its own address. The proxy describes the original request
in three headers: `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`. Anybody can send these, so
they count only if the request comes from a proxy that the option `--trusted-proxy` names.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import Scope

from hexapoda.errors import UsageError
from hexapoda.web.visitor import address_of

__all__ = ["TrustedProxies", "below_root", "is_forwarded", "root_path"]

_ROOT = re.compile(r"/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/)*")
_FOR, _PROTO, _HOST = "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"
_SCHEMES = {"http": {"http": "http", "https": "https"}, "websocket": {"http": "ws", "https": "wss"}}


def is_forwarded(headers: Headers) -> bool:
    """Return whether the headers say that a proxy forwarded the request."""
    return any(name in headers for name in (_FOR, "forwarded", "x-real-ip"))


def root_path(text: str) -> str:
    """Return the path below which the page is served, normalized to begin and end with a slash. Raises
    `UsageError`.
    """
    path = f"/{text.strip('/')}/" if text.strip("/") else "/"
    if _ROOT.fullmatch(path) is None:
        raise UsageError(
            f"{text!r} is not a path: expected letters, digits, '-', '_', '.' and '/', such as /hex/"
        )
    return path


def below_root(scope: Scope, root: str) -> Scope:
    """Return a request with its path relative to `root`, but still with a leading slash. A path that is not
    below `root` is not changed, because a proxy has already shortened it. The path of `root` without its
    final slash becomes empty.
    """
    path = scope["path"]
    if root == "/" or not f"{path}/".startswith(root):
        return scope
    rest = path[len(root) - 1 :].encode("utf-8", "surrogateescape")
    return {**scope, "path": path[len(root) - 1 :], "raw_path": rest}


class TrustedProxies:
    """The trusted proxies of one server."""

    def __init__(self, addresses: Sequence[str]) -> None:
        """`addresses`: IP addresses and networks, such as `10.0.0.0/8`. Raises `UsageError`."""
        self._networks = []
        for text in addresses:
            try:
                self._networks.append(ipaddress.ip_network(text))
            except ValueError:
                raise UsageError(
                    f"{text!r} is not a proxy: expected an IP address, or a network such as 10.0.0.0/8"
                ) from None

    def trusts(self, address: str) -> bool:
        """Return whether an address belongs to a trusted proxy."""
        if not self._networks:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)

    def seen_through(self, scope: Scope) -> Scope:
        """Return a request as the browser sent it to the proxy: with the browser's address, scheme and host.
        A request that does not come from a trusted proxy is returned unchanged.
        """
        if not self.trusts(address_of(scope)):
            return scope
        headers = Headers(scope=scope)
        found = dict(scope)
        client = self._client(_items(headers, _FOR))
        if client:
            found["client"] = (client, 0)
        schemes = _SCHEMES[scope["type"]]
        for proto in _items(headers, _PROTO)[-1:]:
            found["scheme"] = schemes.get(proto.lower(), scope["scheme"])
        for host in _items(headers, _HOST)[-1:]:
            kept = [pair for pair in scope["headers"] if pair[0] != b"host"]
            found["headers"] = [*kept, (b"host", host.encode("latin-1"))]
        return found

    def _client(self, path: list[str]) -> str:
        """Return the last address in `path` that is not a trusted proxy, because the client may have forged
        the addresses before it. If all are trusted, return the first; if there is none, an empty string.
        """
        client = ""
        for text in reversed(path):
            address = _without_port(text)
            if not address:
                break
            client = address
            if not self.trusts(address):
                break
        return client


def _items(headers: Headers, name: str) -> list[str]:
    """Return the items of a header that may be a list and may occur several times."""
    return [item.strip() for line in headers.getlist(name) for item in line.split(",") if item.strip()]


def _without_port(text: str) -> str:
    """Return the address in `1.2.3.4`, `1.2.3.4:5`, `::1` or `[::1]:5`; empty if there is none."""
    host = text
    if text.startswith("["):
        host = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        host = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""
