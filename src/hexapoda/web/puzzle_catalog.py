"""`PuzzleCatalog`: the puzzles on the server, and their JSON. `puzzle_work` judges the moves."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import HexapodaError
from hexapoda.games import find_game, game_names
from hexapoda.games.translations import translated
from hexapoda.puzzles.attempt import Attempt
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.puzzles.puzzle_file import all_puzzles, own_puzzles
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.parts import StepJson
from hexapoda.web.answers.puzzle import (
    PuzzleJson,
    PuzzleRowJson,
    PuzzlesJson,
    PuzzleThemeJson,
    SolutionJson,
)
from hexapoda.web.problem import Problem
from hexapoda.web.puzzle_work import state_json
from hexapoda.web.versioned_json import fast_json

__all__ = ["PuzzleCatalog"]

_FAULT = Sentence("a puzzle file in the data folder could not be read")


@dataclass(frozen=True, slots=True)
class _Found:
    """The puzzles of all files, and the state of the user's own files when they were read."""

    files: tuple[tuple[Path, int, int], ...]
    puzzles: Mapping[str, Puzzle]
    listed: PuzzlesJson
    packed: bytes
    """The list as JSON, compressed with gzip only once, because it may have thousands of rows."""


class PuzzleCatalog:
    """Reads the puzzles on first use, and again when the user's own files have changed. Any thread may use
    it. While one thread reads changed files, the others see the earlier puzzles.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: _Found | None = None

    def list_json(self) -> PuzzlesJson:
        """Return all puzzles without solutions, the games that can have puzzles, their themes, and the faults
        in files.
        """
        return self._read().listed

    def list_bytes(self, *, packed: bool) -> bytes:
        """Return the list as JSON text. `packed`: compress it with gzip."""
        found = self._read()
        return found.packed if packed else fast_json(found.listed)

    def puzzle_json(self, id: str) -> PuzzleJson:
        """Return a puzzle with its board. Raises `Problem` 404."""
        puzzle = self.find(id)
        game, position = find_game(puzzle.game), puzzle.position()
        return {
            **_summary(puzzle),
            "source": puzzle.source,
            "start": puzzle.start,
            "rules": dict(puzzle.rules),
            **state_json(game, position),
        }

    def solution_json(self, id: str) -> SolutionJson:
        """Return the winning line with its boards. Raises `Problem` 404."""
        puzzle = self.find(id)
        attempt = Attempt(puzzle)
        at = attempt.position.copy()
        steps: list[StepJson] = []
        for move in attempt.solution():
            written = attempt.game.move_json(at, move)
            at.push(move)
            steps.append({"move": written, "board": attempt.game.board_json(at)})
        return {"id": puzzle.id, "steps": steps}

    def find(self, id: str) -> Puzzle:
        """Return a puzzle. Raises `Problem` 404."""
        found = self._read().puzzles.get(id)
        if found is None:
            raise Problem(404, Sentence("there is no puzzle {id!r}", id=id[:20]))
        return found

    def ids(self) -> Set[str]:
        """Return the ids of all puzzles."""
        return self._read().puzzles.keys()

    def _read(self) -> _Found:
        files, known = tuple(_stamps()), self._found
        if known is not None and (known.files == files or self._lock.locked()):
            return known
        with self._lock:
            found = self._found
            if found is None or found.files != files:
                faults: list[HexapodaError] = []
                puzzles = {puzzle.id: puzzle for puzzle in all_puzzles(faults.append)}
                # The faults contain paths, which pages must not see.
                listed = _listed(puzzles.values(), [_FAULT] * len(faults))
                packed = gzip.compress(fast_json(listed), 4, mtime=0)
                found = self._found = _Found(files, puzzles, listed, packed)
            return found


def _stamps() -> Iterator[tuple[Path, int, int]]:
    """Yield the path, time and size of each of the user's own files, to detect changes."""
    for path in own_puzzles():
        with suppress(OSError):  # the file was just deleted
            state = path.stat()
            yield path, state.st_mtime_ns, state.st_size


def _listed(puzzles: Iterable[Puzzle], faults: list[Sentence]) -> PuzzlesJson:
    wins = {name: find_game(name).analysis.new_forced_wins() for name in game_names()}
    themes = [
        translated(PuzzleThemeJson(game=game, name=name, title=title))
        for game, search in wins.items()
        if search is not None
        for name, title in search.themes.items()
    ]
    return translated(
        PuzzlesJson(
            games=[game for game, search in wins.items() if search is not None],
            themes=themes,
            puzzles=[_summary(puzzle) for puzzle in puzzles],
            faults=list(faults),
        )
    )


def _summary(puzzle: Puzzle) -> PuzzleRowJson:
    position = puzzle.position()
    side = find_game(puzzle.game).wording.player(position, position.turn)
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "variant": position.variant,
        "player": position.turn,
        "side": side,
        "length": puzzle.length,
        "grade": puzzle.grade,
        "themes": list(puzzle.themes),
    }
