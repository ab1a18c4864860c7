"""The command `benchmark`: measures engines and networks on a frozen task, in positions or in games."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.arena.options import RATING_WITHIN
from hexapoda.cli.group import INTERRUPTED, NO, complain
from hexapoda.cli.match_run import failures
from hexapoda.cli.output import print_json, print_table
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.text.text_table import TextColumn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hexapoda.arena.ladder import RatingEstimate
    from hexapoda.arena.match import Progress
    from hexapoda.benchmark.ladder_task import LadderTask
    from hexapoda.benchmark.task import BenchmarkTask
    from hexapoda.engine import Limit
    from hexapoda.registry import EngineSpec

__all__ = ["benchmark"]

_NODES = 1000
_LISTED = (
    TextColumn("task", width=11),
    TextColumn("size"),
    TextColumn("contents", "prose"),
)
_COLUMNS = (
    TextColumn("engine", "name"),
    TextColumn("variant"),
    TextColumn("right", "number"),
    TextColumn("of", "number"),
    TextColumn("share", "number"),
    TextColumn("95% interval"),
    TextColumn("by chance", "number"),
)
_RATED = (
    TextColumn("engine", "name"),
    TextColumn("variant"),
    TextColumn("rating", "number"),
    TextColumn("95% interval"),
    TextColumn("games", "number"),
)


def benchmark(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[TASK]", help="The task; without it, all are listed.", show_default=False),
    ] = None,
    engines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ENGINE...]",
            help="The engines: NAME[:key=value,...] or net:NETWORK; by default random.",
            show_default=False,
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            metavar="N",
            min=1,
            help=f"Nodes for each move; {_NODES} by default.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="SECONDS",
            min=0.001,
            help="Time for each move, instead of --nodes.",
            show_default=False,
        ),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(
            "--within",
            metavar="ELO",
            min=1,
            max=1000,
            help="On a ladder: stop when the 95% interval is at most this far from the rating; "
            f"{RATING_WITHIN:g} by default.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="The seed of the engines, and of the openings of a ladder."
        ),
    ] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Measure engines and networks on a frozen task: positions in which the right moves are proven, or games
    against the levels of known rating.

    A task never changes, and its checksum is checked. With --nodes and one thread, the same command gives the
    same figures on every machine. The games of a ladder are saved: after an interruption, the same command
    continues. Exit code 1: an engine lost all its games on a ladder to faults.
    """
    from hexapoda.benchmark.ladder_task import LADDER_TASKS
    from hexapoda.benchmark.task import TASKS

    if name is None:
        _list(TASKS.values(), LADDER_TASKS.values(), json)
        return
    if nodes is not None and time is not None:
        raise UsageError("--nodes and --time cannot be combined")
    from hexapoda.engine import Limit
    from hexapoda.registry import parse_engine
    from hexapoda.text.suggestion import check_choice

    name = check_choice("task", name, [*TASKS, *LADDER_TASKS])
    task = TASKS.get(name) or LADDER_TASKS[name]
    specs = [parse_engine(text, task.game) for text in engines or ["random"]]
    limit = Limit(nodes=_NODES if time is None and nodes is None else nodes, time=time)
    if name in LADDER_TASKS:
        _rate(LADDER_TASKS[name], specs, limit, seed, within or RATING_WITHIN, quiet=quiet, json=json)
        return
    if within is not None:
        raise UsageError(f"--within is for ladders: {', '.join(LADDER_TASKS)}")
    _solve(TASKS[name], specs, limit, seed, quiet=quiet, json=json)


def _list(tasks: Iterable[BenchmarkTask], ladders: Iterable[LadderTask], json: bool) -> None:
    rows = []
    for task in tasks:
        count = len(task.positions())
        rows.append((task.name, f"{count} positions", task.about))
        if json:
            print_json({"task": task.name, "game": task.game, "positions": count, "sha256": task.sha256})
    for ladder in ladders:
        count = ladder.opponent_count
        rows.append((ladder.name, f"{count} opponents", ladder.summary))
        if json:
            print_json(
                {"task": ladder.name, "game": ladder.game, "opponents": count, "sha256": ladder.sha256}
            )
    if not json:
        print_table(_LISTED, rows)


def _solve(
    task: BenchmarkTask, specs: Sequence[EngineSpec], limit: Limit, seed: int, *, quiet: bool, json: bool
) -> None:
    """Print how many positions each engine solves."""
    from hexapoda.benchmark.measuring import measure
    from hexapoda.cli.status_line import StatusLine

    rows = []
    for spec in specs:
        with StatusLine(None if quiet else sys.stderr) as status:

            def show(done: int, all: int, text: str = spec.text, line: StatusLine = status) -> None:
                line.write(f"{text}: {done} of {all} positions")

            scores = measure(task, spec, limit, seed, show)
        for score in scores:
            low, high = score.interval
            figures = (score.right, score.positions, f"{score.share:.1%}")
            bounds = f"{low:.1%} to {high:.1%}"
            rows.append((spec.text, score.variant, *figures, bounds, f"{score.chance:.1%}"))
            if json:
                print_json(
                    {
                        **_asked(task, spec, limit, seed),
                        "variant": score.variant,
                        "right": score.right,
                        "positions": score.positions,
                        "share": round(score.share, 5),
                        "low": round(low, 5),
                        "high": round(high, 5),
                        "chance": round(score.chance, 5),
                    }
                )
    if not json:
        print_table(_COLUMNS, rows)


def _rate(
    task: LadderTask,
    specs: Sequence[EngineSpec],
    limit: Limit,
    seed: int,
    within: float,
    *,
    quiet: bool,
    json: bool,
) -> None:
    """Print the rating of each engine on each ladder."""
    from hexapoda.arena.journal import match_folder
    from hexapoda.arena.ladder import LadderSchedule
    from hexapoda.benchmark.ladder_task import open_ladder_journal, rate_on_ladder
    from hexapoda.cli.status_line import StatusLine

    rows, failed = [], []
    for spec in specs:
        for ladder in task.ladders():
            journal = open_ladder_journal(
                task, ladder, spec, limit, seed=seed, within=within, folder=match_folder()
            )
            games = sum(1 for _ in journal.records())
            if games and not quiet:
                complain(f"{spec.text} has {games} games in {journal.folder}; its rating continues with them")
            with StatusLine(None if quiet else sys.stderr) as status:

                def show(progress: Progress, text: str = spec.text, line: StatusLine = status) -> None:
                    from hexapoda.arena.progress import progress_line

                    line.write(f"{text}, {progress.settings.variant}: {progress_line(progress)}")

                try:
                    result = rate_on_ladder(journal, show)
                except KeyboardInterrupt:
                    complain("interrupted; the same command continues with the next game")
                    raise typer.Exit(INTERRUPTED) from None
            rating = LadderSchedule(result.settings).rating(result.board)
            games = len(result.board.games)
            rows.append((spec.text, ladder.variant, *_rating_texts(rating), games))
            failed += failures(result)
            if json:
                print_json(
                    {
                        **_asked(task, spec, limit, seed),
                        "within": within,
                        "variant": ladder.variant,
                        "elo": rating.elo,
                        "low": rating.low,
                        "high": rating.high,
                        "games": games,
                        "match": journal.id,
                    }
                )
    if not json:
        print_table(_RATED, rows)
    if failed:
        complain("\n".join(failed))
        raise typer.Exit(NO)


def _asked(task: BenchmarkTask | LadderTask, spec: EngineSpec, limit: Limit, seed: int) -> dict[str, object]:
    """Return the settings of a measurement as the first fields of its JSON object."""
    return {
        "task": task.name,
        "sha256": task.sha256,
        "engine": spec.text,
        "nodes": limit.nodes,
        "time": limit.time,
        "seed": seed,
    }


def _rating_texts(rating: RatingEstimate) -> tuple[str, str]:
    """Return the rating and its interval as text. After only wins or only losses, one bound is missing."""
    low, high = (None if bound is None else f"{bound:.0f}" for bound in (rating.low, rating.high))
    if rating.elo is None:
        return "", f"at least {low}" if low else f"at most {high}" if high else "no rating yet"
    return f"{rating.elo:.0f}", f"{low or 'unknown'} to {high or 'unknown'}"
