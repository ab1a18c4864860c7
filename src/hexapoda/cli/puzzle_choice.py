"""The options that select puzzles by file, game, theme, variant, length and grade."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.games import Game, find_game, game_names

if TYPE_CHECKING:
    from hexapoda.puzzles.puzzle import Puzzle

__all__ = [
    "PuzzleFile",
    "PuzzleGame",
    "PuzzleGrades",
    "PuzzleLengths",
    "PuzzleTheme",
    "PuzzleVariant",
    "choose_puzzles",
]

PuzzleFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--file",
        metavar="FILE",
        help="The puzzles of this file, instead of those of the package and of your data folder.",
        show_default=False,
    ),
]
PuzzleGame: TypeAlias = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The game; all games by default.", show_default=False),
]
PuzzleTheme: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--theme",
        metavar="THEME",
        help="Only puzzles of this theme, such as pin or ladder.",
        show_default=False,
    ),
]
PuzzleVariant: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--variant", metavar="VARIANT", help="Only this variant of Hive or size of Hex.", show_default=False
    ),
]
PuzzleLengths: TypeAlias = Annotated[
    str | None,
    typer.Option("--length", metavar="N", help="Only wins in N moves, or in N-M.", show_default=False),
]
PuzzleGrades: TypeAlias = Annotated[
    str | None,
    typer.Option("--grade", metavar="N", help="Only this grade, 1 to 10, or grades N-M.", show_default=False),
]


def choose_puzzles(
    file: Path | None,
    game: str | None,
    length: str | None,
    grade: str | None,
    theme: str | None,
    variant: str | None,
) -> list[Puzzle]:
    """Return the puzzles that the options select. Raises `UsageError` for invalid options, for example if the
    game has no puzzles, and `InvalidGameError` for an invalid file.
    """
    from hexapoda.puzzles.making import forced_wins_of
    from hexapoda.puzzles.puzzle_file import all_puzzles, read_puzzles

    lengths, grades = _range("--length", length), _range("--grade", grade)
    games = [found for found in map(find_game, game_names()) if found.analysis.new_forced_wins() is not None]
    if game is not None:
        games = [find_game(game)]
        forced_wins_of(games[0])  # raises `UsageError` for a game without puzzles
    themes = {name for found in games for name in forced_wins_of(found).themes}
    if theme is not None and theme not in themes:
        raise UsageError(f"no theme {theme[:40]!r}: expected one of {', '.join(sorted(themes))}")
    variants = None if variant is None else variants_by_game(variant, games)
    return [
        puzzle
        for puzzle in (all_puzzles() if file is None else read_puzzles(file))
        if (game is None or puzzle.game == games[0].name)
        and puzzle.length in lengths
        and puzzle.grade in grades
        and (theme is None or theme in puzzle.themes)
        and (
            variants is None
            or (puzzle.game in variants and puzzle.position().variant == variants[puzzle.game])
        )
    ]


def variants_by_game(text: str, games: list[Game]) -> dict[str, str]:
    """Return, by game name, the variant that `text` names. Raises `UsageError` if no game has it."""
    found: dict[str, str] = {}
    for game in games:
        try:
            found[game.name] = game.parse_variant(text)
        except HexapodaError as error:
            if len(games) == 1:
                raise UsageError(str(error)) from None
    if not found:
        raise UsageError(f"no game has a variant {text[:40]!r}: expected one such as {games[0].variants[-1]}")
    return found


def _range(option: str, text: str | None) -> range:
    if text is None:
        return range(1, 100)
    found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last:
        raise UsageError(f"{option} {text!r}: expected a number from 1 up, or a range such as 2-4")
    return range(first, last + 1)
