"""The progress of a training run, in a file that can be read without PyTorch: a line for the warm start, for
each iteration and for each match.

The file, `progress.jsonl`, repeats the reports in the checkpoint and in the list of matches. It is rewritten
as a whole after each change to them and whenever a run is opened. So no line appears twice, and a run that
was killed between two writes adds the missing lines when it is resumed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.text.sentence import reason_of
from hexapoda.train.reports import GateReport, IterationReport, WarmReport
from hexapoda.train.run_folder import PROGRESS, read_part

__all__ = ["OnProgress", "RunProgress", "no_progress", "read_progress", "write_progress"]

OnProgress = Callable[[str, int, int], None]
"""A function that is called with the work in progress, how much of it is done, and how much there is in
all."""
_LARGEST = 16 * 1024**2
"""The largest file that is read, in bytes: enough for 40,000 iterations."""


def no_progress(what: str, done: int, all: int) -> None:
    """Do nothing: an `OnProgress` for callers that need none."""


@dataclass(frozen=True, slots=True)
class RunProgress:
    """What a run has done so far, according to its file."""

    iterations: tuple[IterationReport, ...]
    matches: tuple[GateReport, ...]
    warm_start: WarmReport | None = None
    """None if there was no warm start, or it is not complete."""
    trouble: str = ""
    """What is wrong with the file; empty if it is intact. The reports are those before the damage."""


def write_progress(
    folder: Path,
    iterations: Sequence[IterationReport],
    matches: Sequence[GateReport],
    warm_start: WarmReport | None = None,
) -> None:
    """Write the file of a run, if it has changed. Raises `OSError`, and `UsageError` if it is not a file."""
    path = folder / PROGRESS
    if path.exists() and not path.is_file():
        raise UsageError(f"{str(path)!r} is not a file")
    text = "".join(
        json.dumps(line, allow_nan=False) + "\n" for line in _lines(iterations, matches, warm_start)
    )
    if text != (path.read_text("utf-8", "replace") if path.exists() else ""):
        write_atomically(path, text)


def _lines(
    iterations: Sequence[IterationReport], matches: Sequence[GateReport], warm_start: WarmReport | None
) -> Iterator[dict[str, Any]]:
    after = {match.iteration: match for match in matches}
    if warm_start is not None:
        yield warm_start.to_json()
    if 0 in after:
        yield after[0].to_json()
    for report in iterations:
        yield report.to_json()
        if report.iteration in after:
            yield after[report.iteration].to_json()


def read_progress(folder: Path) -> RunProgress:
    """Read the file of a run; without it, the progress is empty. A damaged file is not an error: see
    `RunProgress.trouble`.
    """
    iterations: list[IterationReport] = []
    matches: list[GateReport] = []
    warm_start = None
    trouble = ""
    number = 0
    try:
        for number, line in enumerate(read_part(folder / PROGRESS, _LARGEST).splitlines(), 1):  # noqa: B007 - errors name the line
            value = json.loads(line)
            if value["kind"] == "warm_start":
                warm_start = WarmReport.from_json(value)
            elif value["kind"] == "match":
                matches.append(_match(value, len(iterations), matches))
            else:
                iterations.append(IterationReport.from_json(value, len(iterations) + 1))
    except FileNotFoundError:
        pass
    except OSError as error:
        trouble = f"{PROGRESS}: {reason_of(error)}"
    except (KeyError, TypeError, ValueError, AssertionError, ArithmeticError, RecursionError) as error:
        where = f"{PROGRESS}, line {number}" if number else PROGRESS
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
        trouble = f"{where}: {reason}"[:300]
    return RunProgress(tuple(iterations), tuple(matches), warm_start, trouble)


def _match(value: dict[str, Any], done: int, before: Sequence[GateReport]) -> GateReport:
    found = GateReport.from_json(value, "result", before)
    last = before[-1].iteration if before else -1
    if found.iteration != done or found.iteration <= last:
        raise ValueError(f"a match after iteration {found.iteration}: expected one after {done}")
    return found
