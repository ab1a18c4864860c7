"""`page_address`: the address at which other devices can reach the page, for links to share."""

from __future__ import annotations

import socket

from hexapoda.web.settings import WebSettings, is_loopback

__all__ = ["page_address"]

_ANY = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation. They make the system choose its own address; nothing is sent."""


def page_address(settings: WebSettings) -> str | None:
    """Return the address of the page for other devices; None if there is none or only a proxy knows it."""
    if settings.address is not None:
        return settings.address
    if settings.local or settings.names or settings.trusted_proxies:
        return None
    host = settings.host if settings.host not in _ANY else _own_address(_ANY[settings.host])
    if host is None or is_loopback(host):
        return None
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}{settings.root_path}"


def _own_address(family: socket.AddressFamily) -> str | None:
    """Return the address of this machine in its network; None without a network."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((_ELSEWHERE[family], 9))
            return str(asked.getsockname()[0])
    except OSError:
        return None
