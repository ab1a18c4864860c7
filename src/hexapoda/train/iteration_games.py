"""`IterationGames`: the games of a run's iterations, in its folder.

Reads and writes the files of each iteration. For iteration 1, `games-00001.samples` has the samples from its
games, and `games-00001.json` has statistics of these games. The latter is written last: without it, the games
are played again. If an iteration has several parts, each is kept in files such as
`games-00001-part-0.samples` and `games-00001-part-0.json` until all parts are complete.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.played_games import write_self_play
from hexapoda.train.reports import IterationReport
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.self_play import Part, SelfPlayed, parts_of

__all__ = ["IterationGames"]

PlayParts = Callable[[Sequence[Part], Callable[[int], None]], Generator[tuple[Part, SelfPlayed]]]
"""A function that plays parts and yields each as it ends, in any order. It calls its second argument with the
number of games of the current part that have ended, if that is known."""
_PREFIX = "games-"
_FIGURES = ("games", "decisive", "plies", "positions", "self_play_seconds")


class IterationGames:
    """The games of a run: plays them, writes them, and reads them again."""

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        """`folder` is the folder of the run."""
        self._folder, self._settings = folder, settings

    def samples(self, number: int) -> PackedSamples:
        """Return the samples of an iteration. Raises `UsageError` if they are missing or damaged."""
        return PackedSamples.load(self._file(number, None, "samples"))

    def play(
        self, number: int, play_parts: PlayParts, on_games: Callable[[int, int], None]
    ) -> tuple[PackedSamples, IterationReport]:
        """Return the samples of an iteration and its report, which has no results of learning yet. Parts that
        are on disk are not played again. Calls `on_games(ended, all)`.

        Raises `UsageError` for damaged files, and the errors of `play_parts`.
        """
        report = self._report(number, None)
        if report is None:
            return self._play(number, play_parts, on_games)
        return self.samples(number), report

    def forget(self, before: int) -> None:
        """Remove the games of all iterations before `before`."""
        for path in self._folder.glob(f"{_PREFIX}*"):
            number = path.stem.removeprefix(_PREFIX).partition("-")[0]
            if number.isdecimal() and int(number) < before:
                path.unlink(missing_ok=True)

    def forget_parts(self) -> None:
        """Remove the parts of complete iterations, which a killed process may have left behind."""
        for path in self._folder.glob(f"{_PREFIX}*-part-*"):
            if path.with_name(f"{path.stem.partition('-part-')[0]}.json").exists():
                path.unlink(missing_ok=True)

    def _play(
        self, number: int, play_parts: PlayParts, on_games: Callable[[int, int], None]
    ) -> tuple[PackedSamples, IterationReport]:
        parts, games = parts_of(self._settings, number), self._settings.self_play.games
        # An iteration with a single part has no part files.
        several = len(parts) > 1
        ended = {part: found for part in parts if several and (found := self._ended(number, part))}
        missing = [part for part in parts if part not in ended]

        def say(more: int = 0) -> None:
            on_games(sum(part.games for part in ended) + more, games)

        began = time.perf_counter()
        with contextlib.ExitStack() as stack:
            playing: Iterable[tuple[Part, SelfPlayed]] = ()
            if missing:
                # Closed at once if a file cannot be written; otherwise a cluster would play on.
                playing = stack.enter_context(contextlib.closing(play_parts(missing, say)))
            for part, played in playing:
                if part.number == 0:
                    write_self_play(self._folder, self._settings, number, played.shown)
                played.samples.save(self._file(number, part if several else None, "samples"))
                now = time.perf_counter()
                report = IterationReport(
                    iteration=number,
                    games=played.games,
                    decisive=played.decisive,
                    plies=round(played.plies / played.games, 2),
                    policy_loss=0,
                    value_loss=0,
                    positions=played.positions,
                    self_play_seconds=round(now - began, 3),
                )
                self._write(part if several else None, report)
                ended[part] = played.samples, report
                began = now
                say()
        return self._join(number, [(part, *ended[part]) for part in parts]) if several else ended[parts[0]]

    def _join(
        self, number: int, parts: Sequence[tuple[Part, PackedSamples, IterationReport]]
    ) -> tuple[PackedSamples, IterationReport]:
        """Join all parts, in order, into the files of the iteration; return its samples and report."""
        joined = PackedSamples.joined([samples for _, samples, _ in parts])
        joined.save(self._file(number, None, "samples"))
        reports = [report for _, _, report in parts]
        games = sum(report.games for report in reports)
        whole = IterationReport(
            iteration=number,
            games=games,
            decisive=sum(report.decisive for report in reports),
            plies=round(sum(report.plies * report.games for report in reports) / games, 2),
            policy_loss=0,
            value_loss=0,
            positions=sum(report.positions or 0 for report in reports),
            self_play_seconds=round(sum(report.self_play_seconds or 0 for report in reports), 3),
        )
        self._write(None, whole)
        self.forget_parts()
        return joined, whole

    def _ended(self, number: int, part: Part) -> tuple[PackedSamples, IterationReport] | None:
        """Return the samples and the report of a part; None if it is not complete. A part whose samples are
        missing or damaged is played again, which gives the same games, except on a GPU.
        """
        report = self._report(number, part)
        if report is None:
            return None
        try:
            return PackedSamples.load(self._file(number, part, "samples")), report
        except UsageError:
            return None

    def _report(self, number: int, part: Part | None) -> IterationReport | None:
        """Return the report of an iteration or a part; None if it is not complete."""
        path = self._file(number, part, "json")
        if not path.exists():
            return None
        try:
            figures = json.loads(path.read_text("utf-8"))
            return IterationReport.from_json(
                {**figures, "iteration": number, "policy_loss": 0, "value_loss": 0}, number
            )
        except (OSError, KeyError, ValueError, TypeError, RecursionError):
            raise UsageError(f"{str(path)!r} is damaged; without it the games are played again") from None

    def _write(self, part: Part | None, report: IterationReport) -> None:
        figures = {name: getattr(report, name) for name in _FIGURES}
        write_atomically(self._file(report.iteration, part, "json"), json.dumps(figures))

    def _file(self, number: int, part: Part | None, kind: str) -> Path:
        middle = "" if part is None else f"-part-{part.number}"
        return self._folder / f"{_PREFIX}{number:05}{middle}.{kind}"
