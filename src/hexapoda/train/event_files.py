"""`EventFiles`: the progress of a run in event files, which TensorBoard shows. Needs the package tensorboard.

They are made from the run's reports alone, so they can be added to a run at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.train.reports import GateReport, IterationReport, elo_curve

__all__ = ["EventFiles"]

_FOLDER = "tensorboard"
_FIGURES = {
    "games/plies": "plies",
    "loss/policy": "policy_loss",
    "loss/value": "value_loss",
    "speed/games_per_hour": "games_per_hour",
    "speed/positions_per_second": "positions_per_second",
    "speed/self_play_seconds": "self_play_seconds",
    "speed/learning_seconds": "learning_seconds",
}
"""The curves that show an attribute of `IterationReport` unchanged, with the name of that attribute."""


class EventFiles:
    """The event files of a run. They are rewritten each time they are opened, so no step appears twice."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the folder of the run. Raises `UsageError` if the package is missing, and `OSError`."""
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError as error:
            raise UsageError(
                f"event files need the package tensorboard ({error}): pip install 'hexapoda[tensorboard]'"
            ) from None
        target = folder / _FOLDER
        target.mkdir(exist_ok=True)
        old = list(target.glob("events.out.tfevents.*"))
        # `purge_step` makes a running TensorBoard drop the steps of the old files.
        self._writer = SummaryWriter(str(target), purge_step=0)
        for file in old:
            file.unlink()
        self._iterations = self._matches = 0

    def close(self) -> None:
        """Close the file."""
        self._writer.close()

    def update(self, iterations: Sequence[IterationReport], matches: Sequence[GateReport]) -> None:
        """Write the new reports. Raises `OSError`."""
        for report in iterations[self._iterations :]:
            for name, value in _figures(report):
                self._writer.add_scalar(name, value, report.iteration)
        self._iterations = len(iterations)
        for count, match in enumerate(matches[self._matches :], self._matches + 1):
            # Use only the matches up to this one, so that an interruption does not change the curve.
            known = elo_curve(matches[:count])
            rating = next((one for one in known if one.iteration == match.iteration), None)
            elo = {"elo/rating": 0.0} if rating is None else {"elo/rating": rating.elo}
            if rating is not None:
                elo |= {"elo/low": rating.elo - rating.error, "elo/high": rating.elo + rating.error}
            for name, value in elo.items():
                self._writer.add_scalar(name, value, match.iteration)
        self._matches = len(matches)
        self._writer.flush()


def _figures(report: IterationReport) -> Iterator[tuple[str, float]]:
    yield "games/decisive", report.decisive / report.games
    for name, figure in _FIGURES.items():
        value = getattr(report, figure)
        if value is not None:
            yield name, value
