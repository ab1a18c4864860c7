"""The command `train`: a network learns a game by playing against itself."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from hexapoda.cli.group import INTERRUPTED, complain
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json

if TYPE_CHECKING:
    from hexapoda.train.gate_report import GateReport
    from hexapoda.train.iteration_report import IterationReport
    from hexapoda.train.run_settings import RunSettings
    from hexapoda.train.run_state import RunStateFile
    from hexapoda.train.self_play import SelfPlayer
    from hexapoda.train.training_run import TrainingRun
    from hexapoda.train.warm_report import WarmReport

__all__ = ["train"]

Report = TypeVar("Report", "WarmReport", "GateReport", "IterationReport")


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
        bool, typer.Option("--tensorboard", help="Also write event files for TensorBoard.")
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="auto|ADDRESS",
            help="Play the parts of self-play on a Ray cluster (needs the extra `cluster`).",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Let a network learn a game by playing against itself, from scratch or from recorded games.

    Each iteration plays games with the network and a search, and learns from the games of the last
    iterations. Every few iterations a match against the published network shows the progress; a network that
    does well takes its place. A run that was interrupted goes on when the command is given again. Needs
    PyTorch.
    """
    from hexapoda.train.run_settings import read_settings

    settings = read_settings(config)
    from hexapoda.train.run_folder import runs_folder
    from hexapoda.train.run_state import RunStateFile
    from hexapoda.train.training_run import TrainingRun

    target = folder if folder is not None else runs_folder() / config.stem
    player, connection = _player(cluster, settings)
    with contextlib.closing(TrainingRun(target, settings, config.parent, player)) as run:
        if run.iteration or run.warm.parts:
            done = (
                f"iteration {run.iteration}" if run.iteration else f"{run.warm.parts} parts of the warm start"
            )
            complain(f"going on after {done} in {target}")
        try:
            with contextlib.ExitStack() as during:
                during.enter_context(connection)
                on_report = _event_files(run, during) if tensorboard else lambda: None
                state = during.enter_context(RunStateFile(run.folder, run.current))
                _train(run, state, on_report, json)
        except KeyboardInterrupt:
            complain(f"interrupted; to go on: {_again(config, folder, tensorboard, cluster, json)}")
            raise typer.Exit(INTERRUPTED) from None
    if not json:
        _print_curve(run)
        print_text(f"{run.iteration} iterations are complete; the network is {run.network_file}")


def _player(
    cluster: str | None, settings: RunSettings
) -> tuple[SelfPlayer, contextlib.AbstractContextManager[None]]:
    """Return who plays the games of self-play, and the context that it needs. Raises `UsageError`."""
    if cluster is None:
        from hexapoda.train.self_play import play_here

        return play_here, contextlib.nullcontext()
    from hexapoda.arena.ray_cluster import RayCluster
    from hexapoda.errors import UsageError
    from hexapoda.train.cluster_self_play import ClusterSelfPlay

    if settings.self_play.parts == 1:
        raise UsageError("a cluster plays the parts of self-play: expected self_play.parts of 2 or more")
    machines = RayCluster(cluster)
    return ClusterSelfPlay(machines), machines.connected()


def _again(config: Path, folder: Path | None, tensorboard: bool, cluster: str | None, json: bool) -> str:
    place = [] if folder is None else ["--folder", str(folder)]
    place += [] if cluster is None else ["--cluster", cluster]
    options = [*["--tensorboard"] * tensorboard, *["--json"] * json]
    return shlex.join(["hexapoda", "train", str(config), *place, *options])


def _event_files(run: TrainingRun, open_files: contextlib.ExitStack) -> Callable[[], None]:
    """Begin event files, and return the function that brings them up to date."""
    from hexapoda.train.event_files import EventFiles

    files = open_files.enter_context(contextlib.closing(EventFiles(run.folder)))
    files.update(run.reports, run.gates.reports)
    return lambda: files.update(run.reports, run.gates.reports)


def _train(run: TrainingRun, state: RunStateFile, on_report: Callable[[], None], json: bool) -> None:
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
            state.work(run.current, what, done, all)

        while not run.complete:
            if run.warm_start_due:
                _print(run.start_warm(show), _warm_start_text, json)
            elif run.gate_due:
                _print(run.gate(show), _gate_text, json)
            else:
                _print(run.step(show), _iteration_text, json)
                progress.update(whole, completed=run.iteration)
            on_report()
            sys.stdout.flush()


def _print(report: Report, text: Callable[[Report], str], json: bool) -> None:
    """Print a report, as JSON or as lines of text."""
    if json:
        print_json(report.to_json())
    else:
        print_text(text(report))


def _gate_text(report: GateReport) -> str:
    found, after = report.result, f"network after {_after(report.iteration)}"
    if found is None:
        return f"{after}: published, the first"
    from hexapoda.arena.progress import elo_text

    return (
        f"{after}: {'published' if report.published else 'not published'}; against the one after "
        f"{_after(report.against or 0)} +{found.wins} ={found.draws} -{found.losses}, "
        f"Elo {elo_text(found.elo, found.low, found.high)}"
    )


def _after(iteration: int) -> str:
    return f"iteration {iteration}" if iteration else "the warm start"


def _warm_start_text(report: WarmReport) -> str:
    text = (
        f"warm start: {report.positions} positions of {report.games} games; on games that were held out: "
        f"{report.predicted:.1%} of the moves are its first choice, loss of the policy "
        f"{report.policy_loss:.3f}, of the value {report.value_loss:.3f}"
    )
    if report.left_out:
        were = "game was" if report.left_out == 1 else "games were"
        why = "of another variant or with other rules, or not playable by them"
        text += f"\n{report.left_out} {were} left out: {why}"
    return text


def _iteration_text(report: IterationReport) -> str:
    return (
        f"iteration {report.iteration}: {report.games} games, {report.decisive} decisive, "
        f"{report.plies:.1f} plies; "
        f"loss of the policy {report.policy_loss:.3f}, of the value {report.value_loss:.3f}"
    )


def _print_curve(run: TrainingRun) -> None:
    from hexapoda.text_table import TextColumn, format_table

    curve = run.gates.curve()
    if not curve:
        return
    published = {report.iteration for report in run.gates.reports if report.published}
    rows = [
        (
            str(one.iteration),
            f"{one.elo:+.0f} ± {one.error:.0f}",
            "yes" if one.iteration in published else "no",
        )
        for one in curve
    ]
    columns = (
        TextColumn("iteration", "number"),
        TextColumn("Elo", "number"),
        TextColumn("published", "name"),
    )
    for line in format_table(columns, rows):
        print_text(line)
    if any(one.drawn_game_added for one in curve):
        print_text("a network won or lost all games of a match, so a drawn game was added to each match")
