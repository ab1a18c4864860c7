"""Timeouts of the protocol clients."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Timeouts"]


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait for an engine, in seconds."""

    start: float = 20.0
    """For its greeting; loading a network takes time."""
    silence: float = 3.0
    """For a greeting that comes unasked; after this time the engine is asked for one."""
    answer: float = 10.0
    """For the answer to any command but a search."""
    overstep: float = 1.0
    """How much later than its time limit a search may answer."""
    stall: float = 10.0
    """How long after its time limit a search that has not answered counts as hanging."""
    unclocked: float = 3600.0
    """For a search without a time limit, for example to a depth."""
    quit: float = 2.0
    """For the process to end after `exit` or `quit`, and again after the terminate signal."""
