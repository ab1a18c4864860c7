"""Reading all games of files in any format as game trees, with the place of each and of what is damaged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import HexapodaError
from hexapoda.files.game_file import existing, files_below, load
from hexapoda.record import GameTree, ReadGame, scan_text

__all__ = ["FoundGame", "games_of_text", "read_files"]


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of a file, or why it cannot be shown."""

    source: str
    """The path of the file, or the name of the text."""
    game: GameTree | HexapodaError

    @property
    def line(self) -> int | None:
        """The line of the error."""
        return getattr(self.game, "line", None)


def read_files(paths: Iterable[str | Path]) -> Iterator[FoundGame]:
    """Yield all games of files and folders. Files of a folder that hold no games are skipped. Raises
    `UsageError`, before the first game, for a missing path.
    """
    files = [(file, file == root) for root in existing(paths) for file in files_below(root)]
    for file, named in files:
        try:
            text = load(file)
        except HexapodaError as error:
            yield FoundGame(str(file), error)
            continue
        yield from games_of_text(text, str(file), named=named)


def games_of_text(text: str, source: str, *, named: bool = True) -> Iterator[FoundGame]:
    """Yield all games of a text. `source` is its name in messages. A text without games is an error if the
    user `named` it.
    """
    try:
        for found in scan_text(text, source, named=named):
            yield FoundGame(source, _tree_or_error(found))
    except HexapodaError as error:
        yield FoundGame(source, error)


def _tree_or_error(found: ReadGame) -> GameTree | HexapodaError:
    try:
        return found.readable()
    except HexapodaError as error:
        return error
