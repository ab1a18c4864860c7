"""Running a review from the command line: progress, Ctrl+C, the output file and the printed result.

Defines how an interrupted review is saved and resumed. `hexapoda.analysis.review` does the analysis.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from hexapoda.analysis.review import review_game
from hexapoda.analysis.review_json import move_json, summary_json
from hexapoda.analysis.review_opening import opening_text
from hexapoda.analysis.review_summary import summarize
from hexapoda.analysis.review_tree import ReviewedTree
from hexapoda.cli import review_view as view
from hexapoda.cli.group import INTERRUPTED, complain
from hexapoda.cli.output import print_json, terminal_width
from hexapoda.cli.review_mistakes import mistake_lines
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.files.output_file import write_text
from hexapoda.host import close_engine
from hexapoda.page.opening_json import opening_of
from hexapoda.page.opening_json import opening_text as name_text
from hexapoda.registry import parse_engine

if TYPE_CHECKING:
    from hexapoda.analysis.position_analysis import PositionAnalysis
    from hexapoda.analysis.review import ReviewSettings
    from hexapoda.analysis.review_move import MoveReview
    from hexapoda.analysis.review_opening import OpeningReview
    from hexapoda.analysis.review_summary import ReviewSummary
    from hexapoda.record import GameTree

__all__ = ["ReviewRun"]

_SAVED = 5.0
"""The minimum number of seconds between two saves of the file during the review."""
_LINES = 10
"""The number of progress lines if stderr is not a terminal."""


class ReviewRun:
    """One review, from its first move to the output."""

    def __init__(
        self,
        tree: GameTree,
        settings: ReviewSettings,
        known: dict[int, PositionAnalysis],
        out: Path | None,
        *,
        opening: OpeningReview | None,
        boards: bool,
        force: bool = False,
        quiet: bool,
        json: bool,
    ) -> None:
        self._tree = tree
        self._settings = settings
        self._known = known
        self._out = out
        self._opening = opening
        self._boards = boards
        self._force = force
        self._quiet = quiet
        self._json = json
        self._total = len(settings.plies(sum(1 for _ in tree.main_line())))
        self._reviewed = ReviewedTree(tree, settings)
        self._moves: list[MoveReview] = []
        self._written = 0
        self._saved = time.monotonic()

    def go(self) -> None:
        """Review the game, then print and write the result. Raises `typer.Exit` if interrupted."""
        engine = parse_engine(self._settings.engine, self._tree.game.name).create()
        failure: BaseException | None = None
        try:
            with _ReviewProgress(self._total, self._turn_of, quiet=self._quiet) as progress:
                for move in review_game(self._tree, engine, self._settings, known=self._known):
                    self._moves.append(move)
                    if self._json:
                        print_json(move_json(move, self._tree.game.players))
                    progress.show(move, len(self._moves))
                    if time.monotonic() - self._saved > _SAVED:
                        self._save()
        except (KeyboardInterrupt, HexapodaError, OSError) as error:
            failure = error
        finally:
            close_engine(engine)
        try:
            self._save()
        except (OSError, UsageError) as error:  # print the moves anyway: they may have taken hours
            failure = error
        if self._moves:
            self._print()
        if failure is not None:
            self._report(failure)

    def _report(self, failure: BaseException) -> None:
        done = f"after {len(self._moves)} of {self._total} moves"
        if self._out is None:
            advice = "only a review with --out FILE can be resumed"
        elif self._written or self._known:
            advice = f"resume with:\n  {_command(self._out)}"
        else:
            advice = "nothing is written yet"
        if not isinstance(failure, KeyboardInterrupt):
            if self._moves and isinstance(failure, HexapodaError):
                complain(f"the review ended {done}; {advice}")
            raise failure
        complain(f"interrupted {done}; {advice}")
        raise typer.Exit(INTERRUPTED) from None

    def _save(self) -> None:
        """Write the moves reviewed so far, unless the file of a resumed review still contains more moves."""
        before = min(len(self._known), self._total)  # `known` can include the position after the last move
        if self._out is None or len(self._moves) < max(before, 1):
            return
        for move in self._moves[self._written :]:
            self._reviewed.add(move)
            self._written += 1
        write_text(self._out, _text(self._tree), force=self._force)
        self._force = True  # this review wrote the file and may replace it
        self._saved = time.monotonic()

    def _turn_of(self, ply: int) -> int:
        """Return the move number of a ply, as in the notation of the game."""
        return self._tree.game.turn_of(ply, self._tree.start.turn)

    def _print(self) -> None:
        summary = summarize(self._tree.to_record(), self._moves, self._total)
        if self._json:
            out = str(self._out) if self._written else None
            print_json(summary_json(summary, self._settings, self._tree.game.players, out, self._opening))
        else:
            self._print_text(summary)

    def _print_text(self, summary: ReviewSummary) -> None:
        from rich.console import Console
        from rich.text import Text

        console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
        game = self._tree.game
        record = self._tree.to_record()
        plain = "utf" not in (sys.stdout.encoding or "").lower()
        style = view.ReviewStyle.of(self._tree, console.width)
        lines = [*view.heading(record, self._settings, game.players)]
        if (named := opening_of(self._tree)) is not None:
            lines.append(Text(name_text(named, record.plies)))
        if self._opening is not None:
            turn = style.turn_of(self._opening.plies + 1)
            lines.append(Text(opening_text(self._opening, game.players, turn)))
        lines += [Text(), *view.move_lines(self._moves, record, style), view.legend(style), Text()]
        lines += view.curve(self._moves, style, plain=plain)
        for line in lines:
            console.print(line, soft_wrap=True)
        console.print()
        for line in view.side_table(summary, style, terminal_width()):
            console.print(line, soft_wrap=True)
        for line in mistake_lines(self._tree, self._moves, style, boards=self._boards):
            console.print(line, soft_wrap=True)
        ends = [line for side in summary.sides for line in view.forced_ends(side, style)]
        for line in [Text(), *ends] if ends else []:
            console.print(line)
        if summary.remark:
            console.print(f"\n{summary.remark}")
        if self._out is not None and self._written:
            console.print(f"\nwritten to {self._out}", soft_wrap=True)


class _ReviewProgress:
    """Progress on stderr: a bar on a terminal, a few lines elsewhere."""

    def __init__(self, total: int, turn_of: Callable[[int], int], *, quiet: bool) -> None:
        self._total = total
        self._turn_of = turn_of
        self._quiet = quiet
        self._bar: Any = None
        self._task: Any = None
        self._lines = 0

    def __enter__(self) -> _ReviewProgress:
        if not self._quiet and sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
            )
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("reviewing", total=self._total)
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, move: MoveReview, done: int) -> None:
        """Show the progress after the review of a move."""
        if self._bar is not None:
            self._bar.update(
                self._task, completed=done, description=f"{self._turn_of(move.ply)}. {move.move}"
            )
        elif not self._quiet and done * _LINES // self._total > self._lines:
            self._lines = done * _LINES // self._total
            print(
                view.progress_text(done, self._total, move, self._turn_of(move.ply)),
                file=sys.stderr,
                flush=True,
            )


def _text(tree: GameTree) -> str:
    from hexapoda.record import format_game
    from hexapoda.record.writing import tree_format

    return format_game(tree, tree_format(tree.game.name).name)


def _command(out: Path) -> str:
    return shlex.join(["hexapoda", "review", str(out), "--resume"])
