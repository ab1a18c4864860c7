"""`NewRun`: a training run that a page asks for, and the command that trains.

The page offers the example from the documentation: a small network on a small board. As for the command line,
the settings are written to a file, and the same code checks them. Only their bounds are defined here.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import data_folder, write_atomically
from hexapoda.games import find_game
from hexapoda.text.sentence import Sentence, reason_of
from hexapoda.train.any_settings import any_settings_of
from hexapoda.train.run_folder import SETTINGS, read_part, runs_folder
from hexapoda.web.commands.new_match import NAME
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

__all__ = ["NewRun", "check_runs", "resumed_run"]

_LARGEST = 64 * 1024
"""The largest settings file that is read, in bytes."""


class NewRun(BaseModel):
    """A small network that learns a game by playing against itself."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(pattern=NAME, description="The name of the run.")
    game: str = Field(max_length=40, description="A game with a `quick_variant` in the catalog.")
    iterations: int = Field(default=60, ge=1, le=1000)
    games: int = Field(default=256, ge=8, le=4096, description="Games of an iteration.")
    simulations: int = Field(default=32, ge=2, le=800, description="Simulations for a move.")
    seed: int = Field(default=1, ge=0, le=2**31 - 1)

    def command(self) -> list[str]:
        """Write the settings and return the arguments of `hexapoda`. Raises `Problem` and `HexapodaError`."""
        game = find_game(self.game)
        if not game.quick_variant:
            raise Problem(
                400,
                Sentence("{game} has no small board on which a network learns quickly", game=game.title),
                "game",
            )
        if (runs_folder() / self.id).exists():
            raise Problem(409, Sentence("a training run {id!r} already exists", id=self.id), "id")
        settings = {
            "game": game.name,
            "variant": game.quick_variant,
            "iterations": self.iterations,
            "seed": self.seed,
            "threads": min(2, os.cpu_count() or 1),
            "network": {"channels": 32, "blocks": 3},
            "self_play": {
                "games": self.games,
                "simulations": self.simulations,
                "considered": 8,
                "random_plies": 8,
            },
            "learner": {"window": 8, "updates": 120},
        }
        return _words(self.id, settings)


def resumed_run(id: str) -> list[str]:
    """Write the settings of a run and return the arguments of `hexapoda` that continue it. Raises
    `UsageError` if there is no such run, and `Problem` if it learns from files that only its original
    settings file names.
    """
    folder = runs_folder() / id
    try:
        if Path(id).name != id or id in ("", ".", ".."):
            raise FileNotFoundError
        settings = json.loads(read_part(folder / SETTINGS, _LARGEST))
    except (OSError, ValueError, RecursionError):
        raise UsageError(f"there is no training run {id[:100]!r} whose settings can be read") from None
    if not isinstance(settings, dict) or "expert" in settings or _warm_games(settings):
        raise Problem(
            409,
            Sentence(
                "this run needs the settings file that it was started with: continue it with hexapoda train"
            ),
        )
    return _words(id, settings)


def check_runs(settings: WebSettings) -> None:
    """Raise `Problem` 409 without PyTorch, or if commands write runs to a different folder than the one shown
    on pages.
    """
    if settings.runs is not None and settings.runs.resolve() != runs_folder().resolve():
        raise Problem(
            409, Sentence("this server shows training runs from another folder than the one it writes to")
        )
    if importlib.util.find_spec("torch") is None:
        raise Problem(409, Sentence("training needs PyTorch: pip install 'hexapoda[train]'"))


def _warm_games(settings: Mapping[str, object]) -> bool:
    warm = settings.get("warm")
    return isinstance(warm, dict) and bool(warm.get("games"))


def _words(id: str, settings: dict[str, object]) -> list[str]:
    any_settings_of(settings)  # raises if something is wrong
    path = data_folder() / "run-settings" / f"{id}.toml"
    try:
        write_atomically(path, _toml(settings))
    except OSError as error:
        raise UsageError(Sentence("cannot write '{path}': {why}", path=path, why=reason_of(error))) from None
    return ["train", str(path), f"--folder={runs_folder() / id}"]


def _toml(settings: Mapping[str, object]) -> str:
    """Return settings as TOML. They may contain numbers, strings, booleans, and tables of these."""
    lines = [f"{name} = {_value(value)}" for name, value in settings.items() if _is_plain(value)]
    for name, table in settings.items():
        if isinstance(table, Mapping):
            lines += [f"[{name}]", *(f"{_value(str(key))} = {_value(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _is_plain(value: object) -> bool:
    return value is not None and not isinstance(value, Mapping)


def _value(value: object) -> str:
    # JSON is also TOML for these values, but TOML has no surrogate pairs, and DEL must be escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
