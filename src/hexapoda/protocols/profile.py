"""How engines differ from their protocol, as data.

Contains the table of the engines that are known to differ. The protocol clients consult it. An engine that is
not in the table is expected to follow its protocol.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EngineProfile", "profile_of"]


@dataclass(frozen=True, slots=True)
class EngineProfile:
    """The peculiarities of an engine."""

    identity: str
    """The beginning of the name that the engine reports, in lower case."""
    passes: tuple[str, ...] = ("pass", "pss")
    """HTP: answers to `genmove` that mean that the engine considers the game decided. KataHex gives them. Hex
    has no pass, so they can mean nothing else."""
    swaps_board: bool = False
    """HTP: whether the engine's board is correct after it has answered with a swap. If not, as with MoHex,
    the position is set up again.
    """
    repetition: str = ""
    """UHP: how the engine's repetition rule differs from ours, in words; empty if it does not."""
    free_numbers: bool = False
    """UHP: whether the engine's answers may give a new piece any number, such as `wA3` for the first ant."""


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
