"""The command `review`: analyzes a recorded game move by move and finds the mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.group import complain
from hexapoda.cli.output import placed
from hexapoda.cli.subject import Force, Json
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.files.output_file import check_target

if TYPE_CHECKING:
    from hexapoda.analysis.position_analysis import PositionAnalysis
    from hexapoda.analysis.review import ReviewSettings
    from hexapoda.analysis.review_opening import OpeningReview
    from hexapoda.record import GameTree

__all__ = ["review"]

_SECONDS = 0.5
_FAULTS = 5
"""How many faults in the file are reported one by one; the rest are only counted."""
_STORE = "games.db"
"""The user's own store in the data folder. A review does not create it."""


def _option(*names: str, help: str, metavar: str | None = None, **more: Any) -> Any:
    return typer.Option(*names, help=help, metavar=metavar, show_default=False, **more)


def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A file of games in any format; - reads stdin.", show_default=False
        ),
    ],
    number: Annotated[
        int | None,
        _option(
            "--game-number",
            "-n",
            metavar="N",
            min=1,
            help="The game in the file, from 1; required if there are several.",
        ),
    ] = None,
    moves: Annotated[
        str | None, _option("--moves", metavar="FIRST-LAST", help="Review only these moves: 10-20, 10-, -20.")
    ] = None,
    engine: Annotated[
        str | None,
        _option("--engine", metavar="ENGINE", help="The engine; the strongest one by default."),
    ] = None,
    time: Annotated[
        float | None,
        _option(
            "--time", metavar="SECONDS", min=0, help="Seconds per position; 0.5 if no other limit is set."
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        _option(
            "--nodes",
            metavar="N",
            min=1,
            help="Nodes per position; with one thread, a review of Hive is then the same on every machine.",
        ),
    ] = None,
    depth: Annotated[int | None, _option("--depth", metavar="N", min=1, help="Plies to search.")] = None,
    scale: Annotated[
        float | None,
        _option(
            "--scale", metavar="SCORE", help="The score that means a win probability of 73%; 250 by default."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        _option(
            "--out", "-o", metavar="FILE", help="Write the game with comments: .pgn for Hive, .sgf for Hex."
        ),
    ] = None,
    store: Annotated[
        str | None,
        _option("--store", metavar="URL", help="The store to look up the opening in; your own by default."),
    ] = None,
    boards: Annotated[
        bool, typer.Option("--boards/--no-boards", help="Show the board at each mistake.")
    ] = True,
    resume: Annotated[bool, typer.Option("--resume", help="Continue FILE, an interrupted review.")] = False,
    force: Force = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Review a game: evaluate every move, and show the mistakes of each side and what was better.

    With --out, writes the game with evaluations, glyphs, comments and better lines. Ctrl+C stops the review
    and keeps what is done.
    """
    from hexapoda.analysis.review import ReviewSettings
    from hexapoda.cli.review_run import ReviewRun
    from hexapoda.engine import Limit
    from hexapoda.games.win_probability import SCALE
    from hexapoda.registry import default_engine

    tree = _read(file, number)
    known: dict[int, PositionAnalysis] = {}
    if resume:
        given = {
            "--game-number": number,
            "--moves": moves,
            "--engine": engine,
            "--time": time,
            "--nodes": nodes,
            "--depth": depth,
            "--scale": scale,
        }
        settings, known = _earlier(tree, file, [name for name, value in given.items() if value is not None])
        if out is not None and not (out.exists() and out.samefile(file)):
            _check_out(tree, out, file, force)
        else:  # FILE is the interrupted review, which the continued review replaces
            force = True
        out = out or Path(file)
    else:
        first, last = _range(moves, tree)
        seconds = _SECONDS if time is None and nodes is None and depth is None else time
        settings = ReviewSettings(
            _engine_text(engine or default_engine(tree.game.name), tree.game.name),
            Limit(seconds, depth, nodes),
            first,
            last,
            SCALE if scale is None else scale,
        )
        _check_out(tree, out, file, force)
    opening = _opening(tree, store)
    run = ReviewRun(
        tree, settings, known, out, opening=opening, boards=boards, force=force, quiet=quiet, json=json
    )
    run.go()


def _read(file: str, number: int | None) -> GameTree:
    from hexapoda.analysis.review_input import read_game, read_game_text
    from hexapoda.files.game_file import load_stdin

    tree = read_game_text(load_stdin(), "stdin", number) if file == "-" else read_game(file, number)
    shown = tree.faults[:_FAULTS]
    for fault in shown:
        complain(placed(fault.source or file, fault.line, f"{fault}; omitted from the review"))
    if len(tree.faults) > len(shown):
        complain(f"{len(tree.faults) - len(shown)} more faults of this kind")
    return tree


def _earlier(
    tree: GameTree, file: str, given: list[str]
) -> tuple[ReviewSettings, dict[int, PositionAnalysis]]:
    from hexapoda.analysis.review_tree import read_review

    if given:
        raise UsageError(f"a resumed review keeps its settings: {', '.join(given)} cannot be given")
    if file == "-":
        raise UsageError("--resume needs a file that it can update: stdin cannot be resumed")
    found = read_review(tree)
    if found is None:
        raise UsageError(f"{file!r} is not a review: expected a file that `hexapoda review --out` wrote")
    if tree.faults:
        raise UsageError(f"--resume would remove from {file!r} what it cannot read: correct the file first")
    return found


def _opening(tree: GameTree, url: str | None) -> OpeningReview | None:
    """Return how far the opening is known from the games in the store at `url`; None if not even the first
    move is known. Without `url`, use the user's own store, and also return None if it does not exist or
    cannot be read.
    """
    from hexapoda.analysis.review_opening import opening_review
    from hexapoda.files.data_folder import data_folder

    if url is None and not (data_folder() / _STORE).is_file():
        return None
    from hexapoda.cli.game_store.options import open_store

    try:
        with open_store(url, read_only=True) as opened:
            return opening_review(tree, opened)
    except HexapodaError as error:
        if url is not None:
            raise
        complain(f"cannot look up the opening: {error}")
        return None


def _engine_text(text: str, game: str) -> str:
    """Return the engine's full text, with a seed if it takes one, so that its choices are repeatable."""
    from hexapoda.registry import parse_engine

    return parse_engine(text, game).with_seed(0).text


def _range(text: str | None, tree: GameTree) -> tuple[int, int | None]:
    """Parse the moves `10-20`, `10-`, `-20` or `10`. Return the first and the last ply; the last is None for
    the end of the game. Raises `UsageError`.
    """
    from hexapoda.analysis.review import first_to_review

    if text is None:
        return first_to_review(tree.to_record()), None
    first, dash, last = text.strip().partition("-")
    if not (first or last) or not all(
        part.isascii() and part.isdigit() and len(part) < 10 for part in (first, last) if part
    ):
        raise UsageError(f"--moves {text!r}: expected moves such as 10-20, 10-, -20 or 10")
    game, player = tree.game, tree.start.turn
    begin = int(first or 1)
    end = begin if not dash else int(last) if last else None
    played = sum(1 for _ in tree.main_line())
    most = game.turn_of(played, player)
    if end is not None and end < begin <= most:
        raise UsageError(f"--moves {text!r}: expected the first move before the last")
    if played and not 1 <= begin <= min(most, most if end is None else end):
        raise UsageError(f"moves {text} are not in the game, which has {most}: expected 1-{most}")
    return max(1, game.plies_of(begin, player)[0]), None if end is None else game.plies_of(end, player)[-1]


def _check_out(tree: GameTree, out: Path | None, file: str, force: bool) -> None:
    """Check `--out` before the first search. Raises `UsageError`, for example if it would overwrite FILE."""
    from hexapoda.record.writing import tree_format

    if out is None:
        return
    suffix = tree_format(tree.game.name).endings[0]
    if out.suffix.lower() != suffix:
        raise UsageError(f"--out {str(out)!r}: a review of {tree.game.name} is written as {suffix}")
    if file != "-" and out.exists() and out.samefile(file):
        raise UsageError(f"--out {str(out)!r} would overwrite the game: choose another file, or use --resume")
    check_target(out, force=force)
