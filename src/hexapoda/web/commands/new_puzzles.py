"""`NewPuzzles`: puzzles that a page asks for, and the command that makes them.

Engines play games, and their wins become puzzles. The command writes to the folder from which the page reads
the owner's puzzles. A second file next to the puzzles contains the arguments for resuming the command. The
path of the puzzles is not among them, because the data folder may have moved by then.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.games import find_game
from hexapoda.games.variant_choice import check_variant
from hexapoda.puzzles.making import forced_wins_of
from hexapoda.puzzles.production import is_in_use
from hexapoda.puzzles.puzzle_file import puzzle_folder
from hexapoda.text.sentence import Sentence, reason_of
from hexapoda.web.commands.new_match import NAME
from hexapoda.web.problem import Problem

__all__ = ["NewPuzzles", "count_puzzles", "resumed_puzzles", "stopped_puzzles"]

_WORDS = ".command"
"""The extension of the file with the arguments of the command."""
_STATE = ".state"
"""The extension of the file that `Production` keeps until it is done."""


class NewPuzzles(BaseModel):
    """Puzzles to make from games between engines."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(pattern=NAME, description="The name of the file.")
    game: str = Field(max_length=40, description="The name of the game, as in the catalog.")
    variant: str | None = Field(default=None, max_length=40, description="By default the first variant.")
    theme: str = Field(default="", max_length=40, description="Only puzzles of this theme.")
    count: int = Field(default=20, ge=1, le=1000, description="The puzzles after which the command ends.")
    minutes: int = Field(default=60, ge=1, le=24 * 60, description="The minutes after which it ends.")
    shortest: int = Field(default=1, ge=1, le=10, description="The fewest moves of a win.")
    longest: int = Field(default=4, ge=1, le=10, description="The most moves of a win.")
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)

    def command(self) -> list[str]:
        """Return the arguments of `hexapoda`, and write them to a file for `resumed_puzzles`. Raises
        `Problem` and `HexapodaError`.
        """
        game = find_game(self.game)
        wins = forced_wins_of(game)
        variant = check_variant(game, self.variant) if self.variant else game.variants[0]
        if self.theme and self.theme not in wins.themes:
            raise Problem(400, Sentence("there is no theme {name!r}", name=self.theme), "theme")
        if self.shortest > self.longest:
            raise Problem(400, Sentence("the shortest win cannot be longer than the longest one"), "shortest")
        path = _file(self.id)
        if path.exists() or path.with_name(path.name + _STATE).exists() or is_in_use(path):
            raise Problem(409, Sentence("a puzzle file {id!r} already exists", id=self.id), "id")
        seed = secrets.randbelow(2**31) if self.seed is None else self.seed
        words = ["puzzle", "make", f"--game={game.name}", f"--variant={variant}"]
        words += [f"--theme={self.theme}"] if self.theme else []
        words += [f"--count={self.count}", f"--time={60 * self.minutes}", f"--seed={seed}", "--quiet"]
        words += [f"--shortest={self.shortest}", f"--longest={self.longest}"]
        try:
            write_atomically(path.with_name(path.name + _WORDS), json.dumps(words) + "\n")
        except OSError as error:
            raise UsageError(
                Sentence("cannot write '{path}': {why}", path=path, why=reason_of(error))
            ) from None
        return [*words, f"--out={path}"]


def resumed_puzzles(id: str) -> list[str]:
    """Return the arguments of `hexapoda` that continue the search. Raises `Problem` 404 if no page started
    this search, and 409 if it is complete.
    """
    path = _file(id)
    try:
        if Path(id).name != id:
            raise FileNotFoundError
        words = json.loads(path.with_name(path.name + _WORDS).read_text("utf-8"))
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError("not a list of words")
        if words[:2] != ["puzzle", "make"]:
            raise ValueError("another command")
    except (OSError, ValueError, RecursionError):
        raise Problem(
            404, Sentence("this server did not start the puzzle file {id!r}", id=id[:100])
        ) from None
    words = [*(word for word in words if not word.startswith("--out=")), f"--out={path}"]
    if path.with_name(path.name + _STATE).exists():
        return [*words, "--resume"]
    if path.exists():
        raise Problem(409, Sentence("the puzzles of {id!r} are complete", id=id))
    return words


def stopped_puzzles(known: Collection[str] = ()) -> list[str]:
    """Return the names of the files that were begun from a page and can be resumed. The `known` names are
    left out, because `is_in_use` briefly locks a file, which could stop a command that is starting.
    """
    ending = ".jsonl" + _STATE
    found = sorted(path.name.removesuffix(ending) for path in puzzle_folder().glob(f"*{ending}"))
    return [
        name
        for name in found
        if name not in known
        and _file(name).with_name(f"{name}.jsonl{_WORDS}").is_file()
        and not is_in_use(_file(name))
    ]


def count_puzzles(id: str) -> int:
    """Return how many puzzles a file contains."""
    try:
        with _file(id).open("rb") as file:
            return sum(1 for line in file if line.strip())
    except OSError:
        return 0


def _file(id: str) -> Path:
    return puzzle_folder() / f"{id}.jsonl"
