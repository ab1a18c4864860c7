"""What a shell offers for the arguments of commands: games, variants, engines, matches, networks and
benchmarks.

Which words fit follows from the name of a parameter, so a command with an option `--variant` has them without
naming this module. Files are left to the shell.
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
"""Yields the words for a game, which the command line may name."""


def is_completing() -> bool:
    """Whether a shell asks for completions."""
    return "_HEXAPODA_COMPLETE" in os.environ


def add_completions(callback: Callable[..., Any]) -> None:
    """Give the parameters of a command their completions."""
    found = signature(callback, eval_str=True)
    for parameter in found.parameters.values():
        for about in getattr(parameter.annotation, "__metadata__", ()):
            words = _WORDS.get(parameter.name) or _WORDS_OF_METAVARS.get(
                getattr(about, "metavar", None) or ""
            )
            if words is not None and getattr(about, "autocompletion", words) is None:
                about.autocompletion = _completer(words)
    # Annotations that are texts would be evaluated again, to parameters without completions.
    callback.__signature__ = found  # type: ignore[attr-defined]
    callback.__annotations__ = {each.name: each.annotation for each in found.parameters.values()}


def _completer(words: Words) -> Callable[[typer.Context, str], list[str]]:
    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        game = ctx.params.get("game") or _named_game()
        # A damaged file of engines must not print an error in the middle of a line that is being typed.
        with contextlib.suppress(HexapodaError, OSError):
            found = words(game if isinstance(game, str) else None)
            return sorted({word for word in found if word.lower().startswith(incomplete.lower())})
        return []

    return complete


def _named_game() -> str | None:
    """Return the game that the line names. The parser has not read it if an option after it has no value."""
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
"""What completes a parameter, by its name."""
_WORDS_OF_METAVARS: dict[str, Words] = {"[NETWORK...]": _networks, "[TASK]": _tasks}
