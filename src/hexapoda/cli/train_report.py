"""What the command `train` prints about a run: its reports, and the Elo of its networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexapoda.cli.output import print_json, print_text

if TYPE_CHECKING:
    from hexapoda.train.reports import GateReport, IterationReport, WarmReport
    from hexapoda.train.run import Run

__all__ = ["print_curve", "print_report"]


def print_report(run: Run[Any], report: WarmReport | GateReport | IterationReport, json: bool) -> None:
    """Print a report of a run, as JSON or as lines of text."""
    from hexapoda.train.reports import GateReport, IterationReport

    if json:
        print_json(report.to_json())
    elif isinstance(report, IterationReport):
        print_text(_iteration_text(run, report))
    elif isinstance(report, GateReport):
        print_text(_gate_text(run, report))
    else:
        print_text(_warm_start_text(report))


def _gate_text(run: Run[Any], report: GateReport) -> str:
    found, after = report.result, f"network {_after(run, report.iteration)}"
    if found is None:
        text = f"{after}: published, the first"
    else:
        from hexapoda.arena.progress import elo_text

        text = (
            f"{after}: {'published' if report.published else 'not published'}; against the one "
            f"{_after(run, report.against or 0)} +{found.wins} ={found.draws} -{found.losses}, "
            f"Elo {elo_text(found.elo, found.low, found.high)}"
        )
    for one in (*report.older, *report.engines):
        result = one.result
        whom = one.against if isinstance(one.against, str) else f"the one {_after(run, one.against)}"
        text += f"; against {whom} +{result.wins} ={result.draws} -{result.losses}"
    return text


def _after(run: Run[Any], of: int) -> str:
    """Return when a network was made, given its iteration, in words."""
    return f"after {run.unit} {of}" if of else run.zero_text


def _warm_start_text(report: WarmReport) -> str:
    text = (
        f"warm start: {report.positions} positions of {report.games} games; on games that were held out: "
        f"{report.predicted:.1%} of the moves are its first choice, loss of the policy "
        f"{report.policy_loss:.3f}, of the value {report.value_loss:.3f}"
    )
    if report.left_out:
        were = "game was" if report.left_out == 1 else "games were"
        why = "with a different variant or rules, or not legal"
        text += f"\n{report.left_out} {were} left out: {why}"
    return text


def _iteration_text(run: Run[Any], report: IterationReport) -> str:
    policy = "" if report.policy_loss is None else f"of the policy {report.policy_loss:.3f}, "
    value = "unknown: no game was finished" if report.value_loss is None else f"{report.value_loss:.3f}"
    return (
        f"{run.unit} {report.iteration}: {report.games} games, {report.decisive} decisive, "
        f"{report.plies:.1f} plies; loss {policy}of the value {value}"
    )


def print_curve(run: Run[Any]) -> None:
    """Print a table of the measured networks with their Elo, if there are any."""
    from hexapoda.text.text_table import TextColumn, format_table
    from hexapoda.train.reports import engine_ratings

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
    rows += [
        (text, f"{elo:+.0f} ± {error:.0f}", "") for text, elo, error in engine_ratings(run.gates.reports)
    ]
    columns = (
        TextColumn(run.unit, "number"),
        TextColumn("Elo", "number"),
        TextColumn("published", "name"),
    )
    for line in format_table(columns, rows):
        print_text(line)
    if any(one.drawn_game_added for one in curve):
        print_text(
            "some networks won every game against the others, so a drawn game was added for each pair "
            "that met"
        )
