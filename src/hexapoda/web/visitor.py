"""`Visitor`: who asks and from where, for what one visitor may have of all that a server can do."""

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
    """An owner who has come from somewhere."""

    owner: str
    network: str
    """The address, or the part of it that one household has."""

    @property
    def local(self) -> bool:
        """Whether it is the owner of the data folder, who may have as much as the machine can give."""
        return self.owner == LOCAL


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return who has sent a request or opened a socket."""
    return Visitor(owner_of(connection), network_of(address_of(connection.scope)))


def address_of(scope: Scope) -> str:
    """Return the address of the client; empty if it is unknown."""
    client = scope.get("client")
    return str(client[0]) if client else ""


@lru_cache(1024)  # several times for each request
def network_of(address: str) -> str:
    """Return what counts as one address: of the sixth version a customer has 2**64, so its first half."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
