"""The ids by which pages name the games of training runs among the matches."""

from __future__ import annotations

from hexapoda.train.run_folder import is_games_name

__all__ = ["games_id", "games_of"]

_PREFIX = "run:"
"""Users cannot give a match such a name."""


def games_id(run: str, name: str) -> str:
    """Return the id of some games of a run, whose name is that of their journal."""
    return f"{_PREFIX}{run}:{name}"


def games_of(id: str) -> tuple[str, str] | None:
    """Return the run and the name of its games in such an id; None for another id."""
    run, _, name = id.removeprefix(_PREFIX).rpartition(":")
    return (run, name) if id.startswith(_PREFIX) and run and is_games_name(name) else None
