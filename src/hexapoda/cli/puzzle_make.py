"""The command `puzzle make`: makes puzzles from games in files, in a store, or between engines."""

from __future__ import annotations

import contextlib
import itertools
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.group import INTERRUPTED, NO, complain
from hexapoda.cli.output import print_json, print_text, print_written
from hexapoda.cli.puzzle_choice import variants_by_game
from hexapoda.cli.subject import Force, Json, check_variant
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games import find_game, game_names

if TYPE_CHECKING:
    from hexapoda.puzzles.material import GameLine
    from hexapoda.puzzles.production import Production, ProductionStep

__all__ = ["make"]

_LEVELS = "3-6"
_Source = Iterator["tuple[str, Callable[[], GameLine]] | InvalidGameError"]


def _option(*names: str, help: str, metavar: str | None = None, **more: Any) -> Any:
    return typer.Option(*names, help=help, metavar=metavar, **more)


def make(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="Files of games in any format.", show_default=False),
    ] = None,
    out: Annotated[
        Path,
        _option(
            "--out",
            "-o",
            metavar="FILE",
            help="The file to write; puzzles.jsonl by default.",
            show_default=False,
        ),
    ] = Path("puzzles.jsonl"),
    positions: Annotated[
        bool, _option("--positions", help="Read one position from each line of the files.")
    ] = False,
    store: Annotated[
        str | None,
        _option(
            "--store",
            metavar="URL",
            help="Search the games of this store; `default` is your own.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        str | None,
        _option(
            "--game",
            metavar="GAME",
            help="Let engines play this game; with FILE or --store, search only its games.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        _option(
            "--games",
            metavar="N",
            min=1,
            help="How many games the engines play; by default until --count, --time or Ctrl+C ends the run.",
            show_default=False,
        ),
    ] = None,
    variant: Annotated[
        list[str] | None,
        _option(
            "--variant",
            metavar="VARIANT",
            help="A variant for the engines; with files or --store, search only its games; may be repeated.",
            show_default=False,
        ),
    ] = None,
    theme: Annotated[
        str,
        _option("--theme", metavar="THEME", help="Only puzzles of this theme, such as pin or ladder."),
    ] = "",
    levels: Annotated[
        str, _option("--levels", metavar="FROM-TO", help="The levels of the engines that play.")
    ] = _LEVELS,
    seed: Annotated[int, _option("--seed", metavar="N", min=0, help="The seed of the engines' games.")] = 0,
    shortest: Annotated[
        int, _option("--shortest", metavar="N", min=1, max=10, help="The fewest moves that the win may take.")
    ] = 1,
    longest: Annotated[
        int, _option("--longest", metavar="N", min=1, max=10, help="The most moves that the win may take.")
    ] = 4,
    margin: Annotated[
        int,
        _option(
            "--margin",
            metavar="N",
            min=0,
            max=5,
            help="No other first move may win even with N more moves.",
        ),
    ] = 0,
    plies: Annotated[
        int,
        _option("--plies", metavar="N", min=1, help="Search the last N positions before the end of a game."),
    ] = 10,
    seconds: Annotated[
        float, _option("--seconds", metavar="S", min=0.01, help="The time for each search of a position.")
    ] = 1.0,
    tries: Annotated[
        int,
        _option(
            "--tries",
            metavar="N",
            min=0,
            max=100,
            help="How often each level tries to solve a puzzle; 0: grade by length alone.",
        ),
    ] = 3,
    count: Annotated[
        int | None,
        _option("--count", metavar="N", min=1, help="End when the file has N puzzles.", show_default=False),
    ] = None,
    time: Annotated[
        float | None,
        _option("--time", metavar="S", min=0.1, help="End after S seconds.", show_default=False),
    ] = None,
    resume: Annotated[
        bool,
        _option("--resume", help="Continue an interrupted run; give the other options again, unchanged."),
    ] = False,
    force: Force = False,
    quiet: Annotated[bool, _option("--quiet", "-q", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Make puzzles: positions from games in which exactly one first move wins by force.

    The solver proves each puzzle, and the levels of the game's engine try to solve it, which gives its grade.
    Ctrl+C ends the run and keeps the puzzles found; --resume continues it. Exit code 0: done, 1: no puzzle
    found, 130: interrupted.
    """
    from hexapoda._core import StopToken
    from hexapoda.cli.interruption import first_interrupt
    from hexapoda.puzzles.making import PuzzleWishes
    from hexapoda.puzzles.production import Production

    if not files and store is None and game is None:
        raise UsageError("expected games to search: FILE..., --store URL or --game GAME")
    if positions and not files:
        raise UsageError("--positions reads files: expected FILE...")
    wanted = _filter(game, variant)
    stop = StopToken()
    wishes = PuzzleWishes(shortest, longest, margin, plies, seconds, theme)
    with contextlib.closing(
        Production(out, wishes, tries=tries, count=count, seconds=time, resume=resume, force=force, stop=stop)
    ) as production:
        sources: list[_Source] = []
        if files:
            sources.append(_of_files(files, positions))
        if store is not None:
            sources.append(_of_store(None if store == "default" else store, game))
        elif game is not None and not files:
            sources.append(_of_engines(game, variant or [], _range(levels), seed, games))
        with first_interrupt(stop.stop), _MakeProgress(quiet=quiet) as progress:
            for step in production.run(itertools.chain.from_iterable(sources), wanted):
                _report(step, production, progress, json=json)
            if production.interrupted:
                production.save()
            else:
                production.finish()
    if production.interrupted:
        complain(f"interrupted with {len(production.puzzles)} puzzles; --resume continues the run")
        raise typer.Exit(INTERRUPTED)
    found = len(production.puzzles)
    if json:
        print_json({"puzzles": found, "file": str(out) if found else None})
    elif found:
        print_written(f"{found} puzzle{'' if found == 1 else 's'} written to {out}", out)
    else:
        complain("no puzzle was found, so no file is written")
    if not found:
        raise typer.Exit(NO)


def _of_files(paths: list[Path], positions: bool) -> _Source:
    from hexapoda.puzzles.material import file_games, file_positions

    for path in paths:
        for found in file_positions(path) if positions else file_games(path):
            yield found if isinstance(found, InvalidGameError) else (found.mark, partial(_same, found))


def _of_store(url: str | None, game: str | None) -> _Source:
    from hexapoda.puzzles.material import record_game
    from hexapoda.storage import GameFilter, Store

    wanted = GameFilter(game=None if game is None else find_game(game).name)
    with Store.open(url, read_only=True, create=False) as opened:
        damaged: list[int] = []
        for stored in opened.records(wanted, damaged):
            source = f"{' and '.join(player.name for player in stored.record.players)}, game {stored.id}"
            yield f"stored {stored.id}", partial(record_game, stored.record, source)
        for number in damaged:
            yield InvalidGameError(f"game {number} of the store is damaged")


def _filter(name: str | None, variants: list[str] | None) -> Callable[[GameLine], bool]:
    """Return a predicate that accepts a `GameLine` of the game `name` in one of the `variants`. None accepts
    any game or any variant.

    Raises `UsageError` for a variant that the game lacks or, if `name` is None, that every game lacks.
    """
    games = list(map(find_game, game_names() if name is None else [name]))
    names = {game.name for game in games}
    wanted = [variants_by_game(text, games) for text in variants or ()]

    def is_wanted(line: GameLine) -> bool:
        kind, variant = line.game.name, line.position.variant
        return kind in names and (not wanted or any(one.get(kind) == variant for one in wanted))

    return is_wanted


def _of_engines(name: str, variants: list[str], levels: range, seed: int, most: int | None) -> _Source:
    from hexapoda.puzzles.making import forced_wins_of

    game = find_game(name)
    forced_wins_of(game)  # raises `UsageError` for a game without puzzles, before its engines play
    named = [check_variant(game, text) for text in variants] or [game.variants[0]]
    for number in itertools.count() if most is None else range(most):
        yield f"{game.name} {seed} {number}", partial(_engine_game, game, named, list(levels), seed, number)


def _same(line: GameLine) -> GameLine:
    return line


def _engine_game(game: Any, variants: list[str], levels: list[int], seed: int, number: int) -> GameLine:
    from hexapoda.puzzles.material import engine_games

    return next(engine_games(game, variants, levels, seed, [number]))


def _range(text: str) -> range:
    found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= 10:
        raise UsageError(f"--levels {text!r}: expected levels from 1 to 10, such as {_LEVELS}")
    return range(first, last + 1)


def _report(step: ProductionStep, production: Production, progress: _MakeProgress, *, json: bool) -> None:
    if step.fault is not None:
        complain(f"{step.fault}; omitted")
    elif step.puzzle is not None:
        puzzle = step.puzzle
        if json:
            print_json(puzzle.to_json())
        else:
            progress.hide()
            print_text(f"{puzzle.id}  win in {puzzle.length}, grade {puzzle.grade}, from {puzzle.source}")
            sys.stdout.flush()
    progress.show(step.games, len(production.puzzles))


class _MakeProgress:
    """Progress on stderr, if it is a terminal: the number of games searched and of puzzles found."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._status: Any = None

    def __enter__(self) -> _MakeProgress:
        if not self._quiet and sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

            columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
            self._status = Progress(*columns, console=Console(stderr=True), transient=True)
            self._status.add_task("searching the first game")
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, games: int, puzzles: int) -> None:
        """Update the progress line, and show it again if it was hidden."""
        if self._status is not None:
            self._status.start()
            self._status.update(self._status.task_ids[0], description=f"{games} games, {puzzles} puzzles")

    def hide(self) -> None:
        """Remove the progress line before other output is printed."""
        if self._status is not None:
            self._status.stop()
