"""Settings of small matches for the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import TimeControl

BOTS = Path(__file__).with_name("misbehaving.py")


def bot(name: str) -> str:
    """The ENGINE text of a bot in `misbehaving`."""
    return f"{BOTS}:{name}"


def small(*engines: str, games: int = 2, **more: Any) -> MatchSettings:
    """A match of a few games with little patience."""
    if "control" not in more:
        more |= {"control": TimeControl(nodes=1), "patience": more.get("patience", 1.0)}
    return MatchSettings(engines or ("random", "greedy"), games=games, seed=more.pop("seed", 5), **more)


def essence(record: Any) -> tuple[Any, ...]:
    """What must be the same when a game is played again: everything but times and dates."""
    return (
        record.number,
        record.players,
        [(move.text, move.score, move.depth, move.nodes, move.book) for move in record.moves],
        record.winner,
        record.ending,
        record.seed,
    )
