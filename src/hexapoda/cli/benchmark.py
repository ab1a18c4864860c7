"""The command `benchmark`: how often engines find the right move in the positions of a frozen task."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hexapoda.cli.output import print_json, print_table
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.text.text_table import TextColumn

__all__ = ["benchmark"]

_NODES = 1000
_LISTED = (
    TextColumn("task", width=10),
    TextColumn("positions", "number"),
    TextColumn("what it has", "prose"),
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
        typer.Option("--time", metavar="SECONDS", min=0.001, help="Time for each move.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The seed of the engines.")] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Measure engines and networks on a frozen task: positions in which the right moves are proven.

    A task never changes, and its checksum is tested. With --nodes and one thread, the same command gives the
    same figures on every machine.
    """
    from hexapoda.benchmark.task import TASKS, find_task

    if name is None:
        for task in TASKS.values() if json else ():
            count = len(task.positions())
            print_json({"task": task.name, "game": task.game, "positions": count, "sha256": task.sha256})
        if not json:
            print_table(_LISTED, [(task.name, len(task.positions()), task.about) for task in TASKS.values()])
        return
    task = find_task(name)
    if nodes is not None and time is not None:
        raise UsageError("expected --nodes or --time, not both")
    from hexapoda.benchmark.measuring import measure
    from hexapoda.cli.status_line import StatusLine
    from hexapoda.engine import Limit
    from hexapoda.registry import parse_engine

    specs = [parse_engine(text, task.game) for text in engines or ["random"]]
    limit = Limit(nodes=_NODES if time is None and nodes is None else nodes, time=time)
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
                        "task": task.name,
                        "sha256": task.sha256,
                        "engine": spec.text,
                        "nodes": limit.nodes,
                        "time": limit.time,
                        "seed": seed,
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
