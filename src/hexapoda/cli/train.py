"""The command `train`: a network learns a game by playing against itself."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.group import INTERRUPTED, complain
from hexapoda.cli.output import counted, print_text
from hexapoda.cli.subject import Json
from hexapoda.cli.train_report import print_curve, print_report
from hexapoda.errors import UsageError

if TYPE_CHECKING:
    from hexapoda.host.ray_cluster import RayCluster
    from hexapoda.train.run import Run
    from hexapoda.train.run_state import RunStateFile

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
    tensorboard: Annotated[
        bool,
        typer.Option(
            "--tensorboard", help="Also write event files for TensorBoard (needs the extra `tensorboard`)."
        ),
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="auto|ADDRESS",
            help="Play the training games on a Ray cluster (needs the extra `cluster`).",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Train a network by self-play, or from the searches of the engine that uses it.

    Each iteration plays games with the network and a search, and learns from the games of the last
    iterations. Every few iterations a match against the published network shows the progress; a network that
    scores well replaces it. The same command continues an interrupted run. Needs PyTorch (extra `train`).
    """
    from hexapoda.train.any_settings import read_any_settings
    from hexapoda.train.run_folder import runs_folder
    from hexapoda.train.run_settings import RunSettings

    settings = read_any_settings(config)
    if cluster is not None and isinstance(settings, RunSettings) and settings.self_play.parts == 1:
        raise UsageError("a cluster plays the parts of self-play: expected self_play.parts of 2 or more")
    target = folder if folder is not None else runs_folder() / config.stem
    run: Run[Any]
    machines = _cluster(cluster)
    # Connect first, so that a failure leaves no folder of the run behind.
    with machines.connected() if machines else contextlib.nullcontext():
        if isinstance(settings, RunSettings):
            from hexapoda.train.training_run import TrainingRun

            run = TrainingRun(target, settings, config.parent, machines)
        else:
            from hexapoda.train.expert.expert_run import ExpertRun

            run = ExpertRun(target, settings, config.parent, machines)
        _train_to_end(run, _again(config, folder, tensorboard, cluster, json), tensorboard, json)
    if not json:
        print_curve(run)
        are = "is" if run.iteration == 1 else "are"
        print_text(f"{counted(run.iteration, run.unit)} {are} complete; the network is {run.network_file}")


def _train_to_end(run: Run[Any], again: str, tensorboard: bool, json: bool) -> None:
    """Run the remaining iterations. `again`: the command that resumes the run."""
    from hexapoda.train.run_state import RunStateFile

    with contextlib.closing(run):
        if run.progress_text:
            complain(f"continuing after {run.progress_text} in {run.folder}")
        try:
            with contextlib.ExitStack() as during:
                on_report = _event_files(run, during) if tensorboard else lambda: None
                state = during.enter_context(RunStateFile(run.folder, run.current))
                _train(run, state, on_report, json)
        except KeyboardInterrupt:
            complain(f"interrupted; to continue: {again}")
            raise typer.Exit(INTERRUPTED) from None


def _cluster(address: str | None) -> RayCluster | None:
    """Return the cluster at an address. Raises `UsageError` if Ray is not installed."""
    if address is None:
        return None
    from hexapoda.host.ray_cluster import RayCluster

    return RayCluster(address)


def _again(config: Path, folder: Path | None, tensorboard: bool, cluster: str | None, json: bool) -> str:
    place = [] if folder is None else ["--folder", str(folder)]
    place += [] if cluster is None else ["--cluster", cluster]
    options = [*["--tensorboard"] * tensorboard, *["--json"] * json]
    return shlex.join(["hexapoda", "train", str(config), *place, *options])


def _event_files(run: Run[Any], open_files: contextlib.ExitStack) -> Callable[[], None]:
    """Open event files, and return the function that writes new reports to them."""
    from hexapoda.train.event_files import EventFiles

    files = open_files.enter_context(contextlib.closing(EventFiles(run.folder)))
    files.update(run.reports, run.gates.reports)
    return lambda: files.update(run.reports, run.gates.reports)


def _train(run: Run[Any], state: RunStateFile, on_report: Callable[[], None], json: bool) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    quiet, mixed = not console.is_terminal, sys.stdout.isatty()
    with Progress(
        *columns, console=console, disable=quiet, redirect_stdout=mixed, transient=True
    ) as progress:
        whole = progress.add_task(f"{run.unit}s", total=run.settings.iterations, completed=run.iteration)
        part = progress.add_task("", total=None)

        def show(what: str, done: int, all: int) -> None:
            progress.update(part, description=what, completed=done, total=all)
            state.work(run.current, what, done, all)

        while not run.complete:
            print_report(run, run.advance(show), json)
            progress.update(whole, completed=run.iteration)
            on_report()
            sys.stdout.flush()
