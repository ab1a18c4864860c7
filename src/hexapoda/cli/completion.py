"""Shell completion of arguments: games, variants, engines, matches, networks and benchmark tasks.

The name or the metavar of a parameter selects its completions, so a command with the option `--variant` need
not import this module. The shell itself completes file names.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any, TypeAlias

import typer

from hexapoda.errors import HexapodaError

__all__ = ["add_completions", "is_completing"]

Words: TypeAlias = Callable[[str | None], Iterator[str]]
"""A function that yields the possible words, given the game named on the command line, or None."""


def is_completing() -> bool:
    """Return whether a shell started this process to complete a command line."""
    return "_HEXAPODA_COMPLETE" in os.environ


def add_completions(callback: Callable[..., Any]) -> None:
    """Add completions to the parameters of a command."""
    found = signature(callback, eval_str=True)
    for parameter in found.parameters.values():
        for about in getattr(parameter.annotation, "__metadata__", ()):
            words = _WORDS.get(parameter.name) or _WORDS_OF_METAVARS.get(
                getattr(about, "metavar", None) or ""
            )
            if words is not None and getattr(about, "autocompletion", words) is None:
                about.autocompletion = _completer(words)
    # Typer would evaluate string annotations again, and lose the completions.
    callback.__signature__ = found  # type: ignore[attr-defined]
    callback.__annotations__ = {each.name: each.annotation for each in found.parameters.values()}


def _completer(words: Words) -> Callable[[typer.Context, str], list[str]]:
    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        game = ctx.params.get("game") or _named_game()
        # An error, such as a damaged file of engines, must not be printed into the line being typed.
        with contextlib.suppress(HexapodaError, OSError):
            found = words(game if isinstance(game, str) else None)
            return sorted({word for word in found if word.lower().startswith(incomplete.lower())})
        return []

    return complete


def _named_game() -> str | None:
    """Return the game named on the command line, or None. Needed when a later option has no value yet,
    because the parser then stops before the game.
    """
    from hexapoda.games import game_names

    line = os.environ.get("COMP_WORDS", "") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return next((word for word in line.split() if word in game_names()), None)


def _games(game: str | None) -> Iterator[str]:
    from hexapoda.games import game_names

    yield from game_names()


def _variants(game: str | None) -> Iterator[str]:
    from hexapoda.games import find_game, game_names

    for name in game_names() if game is None else [game]:
        yield from find_game(name).variants


def _engines(game: str | None) -> Iterator[str]:
    from hexapoda.games import game_names
    from hexapoda.nets.network_file import read_header
    from hexapoda.nets.shipped import shipped_networks
    from hexapoda.registry import engines

    for name in game_names() if game is None else [game]:
        yield from (spec.name for spec in engines(name))
    for network, path in shipped_networks().items():
        if game is None or read_header(path).game == game:
            yield f"net:{network}"


def _players(game: str | None) -> Iterator[str]:
    yield "human"
    yield from _engines(game)


def _matches(game: str | None) -> Iterator[str]:
    from hexapoda.arena.journal import match_folder

    for path in match_folder().iterdir():
        if path.is_dir():
            yield path.name


def _networks(game: str | None) -> Iterator[str]:
    from hexapoda.nets.shipped import shipped_networks

    yield from shipped_networks()


def _tasks(game: str | None) -> Iterator[str]:
    from hexapoda.benchmark.ladder_task import LADDER_TASKS
    from hexapoda.benchmark.task import TASKS

    yield from (task.name for task in TASKS.values() if game in (None, task.game))
    yield from (task.name for task in LADDER_TASKS.values() if game in (None, task.game))


_WORDS: dict[str, Words] = {
    "game": _games,
    "variant": _variants,
    "engine": _engines,
    "engines": _engines,
    "beside": _engines,
    "white": _players,
    "black": _players,
    "match": _matches,
    "resume": _matches,
}
"""The completions, by parameter name."""
_WORDS_OF_METAVARS: dict[str, Words] = {"[NETWORK...]": _networks, "[TASK]": _tasks}
