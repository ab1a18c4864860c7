"""Checks the sizes of networks of the architecture `board`."""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.nets.network_file import NetworkHeader

__all__ = ["check_board_sizes"]

_SIZES = ("planes", "height", "width", "channels", "blocks", "kinds", "others")
_MORE = ("pieces",)
"""Sizes that a file omits if they are 0."""
_MAY_BE_ZERO = ("blocks", "others", "pieces")


def check_board_sizes(header: NetworkHeader, name: str) -> None:
    """Raise `UsageError` unless the architecture is `board` and its sizes are valid. `name` begins the
    message.
    """
    sizes = header.sizes
    if header.architecture != "board":
        raise UsageError(
            f"{name}: the network has the architecture {header.architecture!r}: expected 'board'"
        )
    if set(sizes) - set(_MORE) != set(_SIZES):
        raise UsageError(
            f"{name}: the sizes of a board network are {', '.join(_SIZES)}, and pieces if there are any"
        )
    for key, size in sizes.items():
        if not size and key not in _MAY_BE_ZERO:
            raise UsageError(f"{name}: the size {key} of the network is 0: expected at least 1")
    if sizes.get("pieces", 0) > min(sizes["kinds"], sizes["planes"]):
        raise UsageError(f"{name}: the network has more pieces than planes or kinds of moves")
