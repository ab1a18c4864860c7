"""Which game a match is about: from its name to the `Game`, its shipped openings and its record files.

Owns the only place of the arena where games are named; everything else works on the `Game` interface.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.game import Game

__all__ = ["find_game", "read_records", "shipped_lines", "shipped_variants"]

_GAMES: Mapping[str, str] = MappingProxyType(
    {"hive": "hexapoda.hive.game:HIVE", "hex": "hexapoda.hex.game:HEX"}
)
_SUITES: Mapping[str, str] = MappingProxyType(
    {"hive": "hexapoda.hive.openings", "hex": "hexapoda.hex.openings"}
)
_RECORDS: Mapping[str, str] = MappingProxyType(
    {"hive": "hexapoda.hive.records:read_games", "hex": "hexapoda.hex.records:read_games"}
)


def find_game(name: str) -> Game:
    """The game called `name`. Raises `UsageError` for a name that no game has."""
    if name not in _GAMES:
        raise UsageError(f"no game is called {name!r}: expected one of {', '.join(_GAMES)}")
    found: Game = _load(_GAMES[name])
    return found


def shipped_lines(game: str, variant: str) -> Sequence[Sequence[str]]:
    """The openings that come with the package, each a list of moves; none for a variant without a suite."""
    lines: Callable[[str], Sequence[Sequence[str]]] = _load(f"{_SUITES[game]}:opening_lines")
    return lines(variant)


def shipped_variants(game: str) -> Sequence[str]:
    """The variants that have such openings."""
    variants: Callable[[], Sequence[str]] = _load(f"{_SUITES[game]}:opening_variants")
    return variants()


def read_records(game: str, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Any]]]:
    """Each game of a record file: the line it begins on and its moves.

    Raises `UsageError` when the file cannot be opened, `InvalidGameError` at the first bad game and at one
    that names another board of Hex; a game of Hive fits every type that has its pieces.
    """
    for record in _load(_RECORDS[game])(path):
        if game == "hex" and record.format != "moves" and record.variant != variant:
            raise InvalidGameError(
                f"{path}:{record.line}: it is of {record.variant}, expected {variant}",
                source=str(path),
                line=record.line,
            )
        if getattr(record, "start", None) is not None:
            raise InvalidGameError(
                f"{path}:{record.line}: it begins from a set-up position, expected the empty board",
                source=str(path),
                line=record.line,
            )
        yield record.line, record.moves


def _load(target: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)
