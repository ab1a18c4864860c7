"""The command `train`: a network learns a game by playing against itself."""

from __future__ import annotations

import contextlib
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.group import INTERRUPTED, complain
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.data_folder import data_folder

if TYPE_CHECKING:
    from hexapoda.train.training_run import IterationReport, TrainingRun

__all__ = ["train"]


def train(
    config: Annotated[
        Path, typer.Argument(metavar="CONFIG.toml", help="The settings of the run.", show_default=False)
    ],
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="FOLDER",
            help="Where the run is kept; by default runs/CONFIG in the data folder.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Let a network learn a game by playing against itself, from scratch.

    Each iteration plays games with the network and a search, and learns from the games of the last
    iterations. A run that was interrupted goes on when the command is given again. Needs PyTorch.
    """
    from hexapoda.train.run_settings import read_settings

    settings = read_settings(config)
    from hexapoda.train.training_run import TrainingRun

    target = folder if folder is not None else data_folder() / "runs" / config.stem
    with contextlib.closing(TrainingRun(target, settings)) as run:
        if run.iteration:
            complain(f"going on after iteration {run.iteration} in {target}")
        try:
            _train(run, json)
        except KeyboardInterrupt:
            complain(f"interrupted; to go on: {_again(config, folder, json)}")
            raise typer.Exit(INTERRUPTED) from None
    if not json:
        print_text(f"{run.iteration} iterations are complete; the network is {run.network_file}")


def _again(config: Path, folder: Path | None, json: bool) -> str:
    place = [] if folder is None else ["--folder", str(folder)]
    return shlex.join(["hexapoda", "train", str(config), *place, *["--json"] * json])


def _train(run: TrainingRun, json: bool) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    quiet, mixed = not console.is_terminal, sys.stdout.isatty()
    with Progress(
        *columns, console=console, disable=quiet, redirect_stdout=mixed, transient=True
    ) as progress:
        whole = progress.add_task("iterations", total=run.settings.iterations, completed=run.iteration)
        part = progress.add_task("", total=None)

        def show(what: str, done: int, all: int) -> None:
            progress.update(part, description=what, completed=done, total=all)

        while not run.complete:
            report = run.step(show)
            progress.update(whole, completed=run.iteration)
            _print(report, json)
            sys.stdout.flush()


def _print(report: IterationReport, json: bool) -> None:
    from dataclasses import asdict

    if json:
        print_json({"kind": "iteration", **asdict(report)})
        return
    print_text(
        f"iteration {report.iteration}: {report.games} games, {report.decisive} decisive, "
        f"{report.plies:.1f} plies; "
        f"loss of the policy {report.policy_loss:.3f}, of the value {report.value_loss:.3f}"
    )
