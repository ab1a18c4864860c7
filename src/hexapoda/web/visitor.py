"""`Visitor`: the owner and network of a request, for limits on what one visitor may use."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import HTTPConnection
from starlette.types import Scope

from hexapoda.web.owner import LOCAL, owner_of

__all__ = ["Visitor", "address_of", "network_of", "visitor_of"]


@dataclass(frozen=True, slots=True)
class Visitor:
    """The owner and the network of a request."""

    owner: str
    network: str
    """The IP address, or the part of it that identifies a household. See `network_of`."""

    @property
    def local(self) -> bool:
        """Whether this is the owner of the data folder, who has no limits."""
        return self.owner == LOCAL


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return the visitor who sent a request or opened a socket."""
    return Visitor(owner_of(connection), network_of(address_of(connection.scope)))


def address_of(scope: Scope) -> str:
    """Return the IP address of the client; empty if unknown."""
    client = scope.get("client")
    return str(client[0]) if client else ""


@lru_cache(1024)  # called several times per request
def network_of(address: str) -> str:
    """Return the part of an address that identifies a client: a whole IPv4 address, or the first half of an
    IPv6 address, because one customer usually has all addresses that share it.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
