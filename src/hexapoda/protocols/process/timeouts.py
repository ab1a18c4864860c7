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
    """Without a greeting after this time, it is asked for one."""
    answer: float = 10.0
    """For anything but a search."""
    overstep: float = 1.0
    """Beyond the time of a search, before its answer is too late."""
    stall: float = 10.0
    """Beyond the time of a search, before the engine counts as hanging."""
    unclocked: float = 3600.0
    """For a search without a time limit, for example to a depth."""
    quit: float = 2.0
    """To end after `exit` or `quit`, and again after the terminate signal."""
