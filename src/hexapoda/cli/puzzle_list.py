"""The commands `puzzle list` and `puzzle stats`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import typer

from hexapoda.cli.group import NO
from hexapoda.cli.output import print_json, print_table, print_text
from hexapoda.cli.puzzle_choice import (
    PuzzleFile,
    PuzzleGame,
    PuzzleGrades,
    PuzzleLengths,
    PuzzleTheme,
    PuzzleVariant,
    choose_puzzles,
)
from hexapoda.cli.subject import Json
from hexapoda.text.text_table import TextColumn

if TYPE_CHECKING:
    from hexapoda.puzzles.progress import PuzzleProgress
    from hexapoda.puzzles.puzzle import Puzzle

__all__ = ["list_puzzles", "stats"]


def list_puzzles(
    game: PuzzleGame = None,
    theme: PuzzleTheme = None,
    variant: PuzzleVariant = None,
    length: PuzzleLengths = None,
    grade: PuzzleGrades = None,
    file: PuzzleFile = None,
    json: Json = False,
) -> None:
    """List puzzles, the easiest first, with their grades and your results.

    Exit code 0: some were listed, 1: none.
    """
    from hexapoda.puzzles.attempt import task
    from hexapoda.puzzles.progress import PuzzleProgress

    puzzles = choose_puzzles(file, game, length, grade, theme, variant)
    progress = PuzzleProgress.load()
    rows = []
    for puzzle in sorted(puzzles, key=lambda each: (each.game, each.grade, each.length, each.id)):
        card = progress.cards.get(puzzle.id)
        state = "" if card is None else card.state
        if json:
            print_json({**puzzle.to_json(), "task": task(puzzle), "state": state or "new"})
        rows.append((puzzle.id, puzzle.game, puzzle.grade, task(puzzle), state, puzzle.source))
    if not json and rows:
        print_table(
            (
                TextColumn("id"),
                TextColumn("game"),
                TextColumn("grade", "number"),
                TextColumn("task"),
                TextColumn("you"),
                TextColumn("source", "name"),
            ),
            rows,
        )
    if not json:
        print_text(f"{len(rows)} puzzle{'' if len(rows) == 1 else 's'}")
    if not rows:
        raise typer.Exit(NO)


def stats(file: PuzzleFile = None, json: Json = False) -> None:
    """Show how many puzzles there are, how many you have solved, your level, and how many are due again."""
    from hexapoda.puzzles.progress import PuzzleProgress

    puzzles = choose_puzzles(file, None, None, None, None, None)
    progress, now = PuzzleProgress.load(), time.time()
    rows = [_row(game, puzzles, progress, now) for game in dict.fromkeys(each.game for each in puzzles)]
    if json:
        for row in rows:
            print_json(row)
        return
    columns = (
        TextColumn("game"),
        *(TextColumn(name, "number") for name in ("puzzles", "solved", "failed", "due", "level")),
    )
    print_table(columns, [tuple(row.values()) for row in rows])
    print_text(f"{progress.streak} solved in a row")


def _row(game: str, puzzles: list[Puzzle], progress: PuzzleProgress, now: float) -> dict[str, object]:
    own = [puzzle for puzzle in puzzles if puzzle.game == game]
    cards = [progress.cards[puzzle.id] for puzzle in own if puzzle.id in progress.cards]
    states = [card.state for card in cards]
    return {
        "game": game,
        "puzzles": len(own),
        "solved": states.count("solved"),
        "failed": states.count("failed"),
        "due": sum(card.due <= now for card in cards),
        "level": round(progress.level(game), 1),
    }
