"""How long the clients of both protocols wait for an engine."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Timeouts"]


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long an engine is waited for, in seconds."""

    start: float = 20.0
    """For its greeting; loading a network takes its time."""
    silence: float = 3.0
    """After so long without a greeting it is asked for one."""
    answer: float = 10.0
    """For anything that is no search."""
    overstep: float = 1.0
    """What a search may take beyond its time before its answer counts as too late."""
    stall: float = 10.0
    """What a search may take beyond its time before the engine counts as hanging."""
    unclocked: float = 3600.0
    """For a search without a time, to a depth for example."""
    quit: float = 2.0
    """For leaving after `exit` or `quit`, and once more after the signal to terminate."""
