"""Reading all games of files in any format as game trees, with the place of each and of what is damaged.

The `read_trees` of each game reads the formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.game_file import existing, files_below, is_fault, load
from hexapoda.games import find_game
from hexapoda.games.any_game import sniff
from hexapoda.page.record_json import tree_of
from hexapoda.record import GameRecord, GameTree

__all__ = ["FoundGame", "games_of_text", "read_files"]

_JOURNAL = ".jsonl"


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
    """Yield all games of a text. `source` is its name in messages; a name that ends with `.jsonl` means the
    journal of a match. A text without games is an error if the user `named` it.
    """
    if source.lower().endswith(_JOURNAL):
        yield from (FoundGame(source, game) for game in _journal(text))
        return
    name, contents = sniff(text)
    if name is None:
        if is_fault(source, contents, named=named):
            yield FoundGame(source, InvalidGameError(f"no games: {contents.reason}", source=source))
        return
    try:
        for found in find_game(name).read_trees(text, source):
            yield FoundGame(source, _tree_or_error(found))
    except HexapodaError as error:  # the rest cannot be read
        yield FoundGame(source, error)


def _tree_or_error(found: object) -> GameTree | HexapodaError:
    return found if isinstance(found, (GameTree, HexapodaError)) else InvalidGameError(str(found))


def _journal(text: str) -> Iterator[GameTree | HexapodaError]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield tree_of(GameRecord.from_json(line))
            except HexapodaError as error:
                yield InvalidGameError(f"line {number}: {error}", line=number)
