"""How engines differ from their protocol, as data.

Owns the table of the engines that are known to differ. The clients of the protocols ask it; an engine that is
not in the table is taken as the protocol says.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EngineProfile", "profile_of"]


@dataclass(frozen=True, slots=True)
class EngineProfile:
    """What is special about an engine."""

    identity: str
    """How the name that it reports begins, in lower case."""
    passes: tuple[str, ...] = ("pass", "pss")
    """HTP: answers to `genmove` that mean that the engine considers the game decided. KataHex gives them; no
    engine of Hex can mean anything else."""
    swaps_board: bool = False
    """HTP: whether its board is right after it has answered with a swap. If not, as with MoHex, the position
    is set up again."""
    repetition: str = ""
    """UHP: how its rule of repetition differs from ours, in words; empty if it does not."""
    free_numbers: bool = False
    """UHP: whether its answers may give a new piece any number, as in `wA3` for the first ant."""


_PROFILES = (
    EngineProfile("hexapoda-", swaps_board=True),
    EngineProfile("nokamute", repetition="it ignores which piece is resting"),
    EngineProfile("openspiel", free_numbers=True),
    EngineProfile("open_spiel", free_numbers=True),
)
_DEFAULT = EngineProfile("")


def profile_of(identity: str) -> EngineProfile:
    """Return the profile of an engine, from the name that it reports."""
    name = identity.lower()
    return next((each for each in _PROFILES if name.startswith(each.identity)), _DEFAULT)
