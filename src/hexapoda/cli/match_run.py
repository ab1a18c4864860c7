"""Running a match from the command line: the live table, Ctrl+C, and the output files.

Prints and writes the results, and builds the command that resumes a match. The arena plays the games and
keeps the journal.
"""

from __future__ import annotations

import csv
import io
import shlex
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from hexapoda.arena.options import option, option_words
from hexapoda.cli.group import INTERRUPTED, NO, WRONG, complain
from hexapoda.cli.match_results import Targets
from hexapoda.cli.output import print_json, terminal_width
from hexapoda.errors import EngineError, EngineUnavailable, UsageError
from hexapoda.files.output_file import check_target, write_text

if TYPE_CHECKING:
    from hexapoda.arena.journal import Journal
    from hexapoda.arena.match import GamePlayer, MatchResult, Progress
    from hexapoda.arena.settings import MatchSettings
    from hexapoda.record import GameRecord
    from hexapoda.storage import Rating, Store

__all__ = ["MatchView", "RunOptions", "begin_match", "failures", "player_of", "print_result", "resume_match"]

_REDRAW = 0.25
"""Seconds between two updates of the live table."""
_LINES = 10
"""The number of progress lines of a match if stderr is not a terminal."""
_RATED = 20
"""Games per progress line if the number of games is open, as when an engine is rated."""
_FILES = "Results"
_CSV_COLUMNS = (
    *("game", "pair", "first", "second", "winner", "result", "ending", "plies"),
    *("seconds_a_move_first", "seconds_a_move_second", "detail"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The options for running a match and for its results."""

    concurrency: int | None = option("Games to play in parallel; 1 by default.", "-j", unit="N", min=1)
    cluster: str | None = option("Play on a Ray cluster (needs the extra `cluster`).", unit="auto|ADDRESS")
    id: str | None = option("A name for the match; by default its start time.", unit="ID")
    resume: str | None = option("Resume an interrupted match.", unit="ID")
    out: Path | None = option(
        "Write the games as PGN (.pgn) for Hive, as SGF (.sgf) for Hex.", "-o", unit="FILE", group=_FILES
    )
    csv: Path | None = option("Write a table, one row per game.", unit="FILE", group=_FILES)
    store: str | None = option(
        "Add the games to this store; `default` is your own.", unit="URL", group=_FILES
    )
    force: bool = option("Replace existing files.", default=False, group=_FILES)
    quiet: bool = option("Show no progress.", "-q", default=False)
    json: bool = option("Print JSON lines, one object per line.", default=False)

    def check(self, game: str) -> None:
        """Check the targets before the first game, not after the last. Raises `UsageError`."""
        if self.out is not None:
            from hexapoda.record.writing import tree_format

            ending = tree_format(game).endings[0]
            if self.out.suffix.lower() != ending:
                raise UsageError(
                    f"--out {str(self.out)!r}: games of {game} are written as {ending[1:].upper()}, "
                    f"expected a name that ends in {ending}"
                )
        for path in (self.out, self.csv):
            if path is not None:
                check_target(path, force=self.force)
        if self.store is not None:
            _open_store(self.store).close()

    def resume_command(self, match_id: str, settings: MatchSettings) -> str:
        """Return the command line that resumes a match."""
        given = option_words(replace(self, id=None, resume=None))
        return shlex.join(["hexapoda", settings.command, "--resume", match_id, *given])


def begin_match(settings: MatchSettings, options: RunOptions) -> None:
    """Play a new match and print its result.

    Raises `typer.Exit` if the match is interrupted, or if an engine lost all its games to faults.
    """
    from hexapoda.arena.journal import Journal, match_folder, new_match_id

    options.check(settings.game)
    name = options.id or new_match_id()
    journal = Journal.create(match_folder(), replace(settings, event=settings.event or name), name)
    _targets(options).remember(journal.folder)
    _run(journal, options)


def resume_match(options: RunOptions, given: Sequence[str]) -> None:
    """Resume a match and print its result. `given`: the options on the command line that only a new match
    accepts. Raises `UsageError` if there are any.
    """
    from hexapoda.arena.journal import Journal, match_folder

    given = [*given, *(["--id"] if options.id else [])]
    if given:
        raise UsageError(f"a resumed match keeps its settings: {', '.join(given)} cannot be given")
    journal = Journal.open(match_folder(), str(options.resume))
    options = _completed(options, Targets.recall(journal.folder))
    options.check(journal.settings().game)
    _targets(options).remember(journal.folder)
    _run(journal, options)


def _targets(options: RunOptions) -> Targets:
    return Targets(options.out, options.csv, options.store)


def _completed(options: RunOptions, begun: Targets) -> RunOptions:
    """Fill in the output files and the store of the first run where the user gave none."""
    taken = {
        name: value
        for name in ("out", "csv", "store")
        if getattr(options, name) is None and (value := getattr(begun, name)) is not None
    }
    if taken and not options.quiet:
        named = " ".join(f"--{name} {shlex.quote(str(value))}" for name, value in taken.items())
        complain(f"using the output options of the first run: {named}")
    if "store" not in taken and options.store is None and not options.quiet:
        complain("note: the games are not added to a store; --store adds them")
    return replace(options, **taken)


def _run(journal: Journal, options: RunOptions) -> None:
    from hexapoda.arena.match import Match

    settings = journal.settings()
    if options.concurrency is not None:
        settings = settings.with_concurrency(options.concurrency)
    match = Match(settings, journal, player_of(options.cluster))
    view = MatchView(options.quiet)
    try:
        with view:
            result = match.run(view.show)
        _write_results(result, options, journal.id)
        Targets.forget(journal.folder)
    except KeyboardInterrupt:
        result = match.result()
        print_result(result, options.json)
        of = "" if settings.open_ended else f" of {settings.total}"
        complain(
            f"interrupted after {len(result.board.games)}{of} games; resume with:\n"
            f"  {options.resume_command(journal.id, settings)}"
        )
        raise typer.Exit(INTERRUPTED) from None
    except (UsageError, EngineError) as error:
        games = len(match.result().board.games)
        if isinstance(error, EngineUnavailable) and not games:
            journal.discard()  # the match never began, so there is nothing to resume
            raise
        hint = options.resume_command(journal.id, settings)
        of = "" if settings.open_ended else f" of {settings.total}"
        raise type(error)(
            f"{error}\nthe match ended after {games}{of} games; resume with:\n  {hint}"
        ) from None
    print_result(result, options.json)
    if failed := failures(result):
        complain("\n".join(failed))
        raise typer.Exit(NO)


def _write_results(result: MatchResult, options: RunOptions, id: str) -> None:
    """Write the output files. If this fails, print the result and the command that writes them, and raise
    `typer.Exit`.
    """
    try:
        _write_files(result, options)
    except (UsageError, OSError) as error:
        print_result(result, options.json)
        complain(
            f"{error}\nthe games are saved, but not all results are written; write them with:\n"
            f"  {options.resume_command(id, result.settings)}"
        )
        raise typer.Exit(WRONG) from None


def failures(result: MatchResult) -> list[str]:
    """Return a message about each engine that lost all its games to faults."""
    return [text for name in result.settings.names if (text := _failure(result, name))]


def _failure(result: MatchResult, name: str) -> str:
    """Return the message about an engine if it lost all its games to faults; otherwise empty."""
    kinds = result.board.failures(name)
    if kinds is None:
        return ""
    games = kinds.total()
    how = ", ".join(ending.value for ending, _ in kinds.most_common())
    return f"{name} lost {f'all {games} games' if games > 1 else 'its only game'} to faults ({how})"


def player_of(cluster: str | None) -> GamePlayer | None:
    """Return the `GamePlayer` that plays the games on a cluster, or None to play on this machine."""
    if cluster is None:
        return None
    from hexapoda.arena.game_players import ClusterPlayer

    return ClusterPlayer(cluster)


class MatchView:
    """Progress on stderr: a live table on a terminal, a few lines elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._live: Any = None
        self._drawn = 0.0
        self._lines = 0

    def __enter__(self) -> MatchView:
        if not self._quiet and sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    @staticmethod
    def _steps(progress: Progress) -> int:
        """Return how many progress lines are due so far."""
        done, total = len(progress.board.games), progress.settings.total
        return done // _RATED if progress.settings.open_ended else done * _LINES // total

    def show(self, progress: Progress) -> None:
        """Show the state of a match, if an update is due."""
        from hexapoda.arena.progress import ProgressView, progress_line

        done, total = len(progress.board.games), progress.settings.total
        if self._live is not None:
            now = time.monotonic()
            if now - self._drawn >= _REDRAW or done == total:
                self._drawn = now
                self._live.update(ProgressView(progress), refresh=True)
        elif not self._quiet and progress.last is not None and self._steps(progress) > self._lines:
            self._lines = self._steps(progress)
            print(progress_line(progress), file=sys.stderr, flush=True)


def print_result(result: MatchResult, json: bool) -> None:
    """Print a result, as one JSON object or as text."""
    if json:
        from hexapoda.arena.comparison import result_json

        print_json(result_json(result))
        return
    from rich.console import Console

    from hexapoda.arena.progress import result_view

    console = Console(file=sys.stdout)
    for line in result_view(result, terminal_width()):
        console.print(line, soft_wrap=True, highlight=False)
    if result.journal is not None:
        console.print(
            f"match {result.journal.id} in {result.journal.folder}",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )
        logs = result.journal.fault_logs()
        if logs:
            folder = next(iter(logs.values())).parent
            console.print(f"tracebacks in {folder}", highlight=False, markup=False, soft_wrap=True)


def _write_files(result: MatchResult, options: RunOptions) -> None:
    from hexapoda.games import find_game
    from hexapoda.record import GameTree, write_games

    if options.out is not None:
        game = find_game(result.settings.game)
        games = (GameTree(game, record) for record in result.records())
        write_games(games, options.out, force=options.force)
    if options.csv is not None:
        write_text(options.csv, _csv(result.records()), force=options.force)
    if options.store is not None:
        settings = result.settings
        with _open_store(options.store) as store:
            match = store.match(settings.event, game=settings.game, settings=settings.to_json())
            store.add_many(result.records(), match=match)
            store.save_ratings(settings.event, _ratings(result))


def _ratings(result: MatchResult) -> list[Rating]:
    """Return the engines' ratings in this match, for the store."""
    from hexapoda.arena.comparison import rate
    from hexapoda.storage import Rating

    settings = result.settings
    texts = dict(zip(settings.names, settings.engines, strict=True))
    date = max((record.date for record in result.records()), default="")
    return [
        Rating(r.name, texts[r.name], settings.game, settings.event, r.elo, r.error, int(r.games), date)
        for r in rate(settings, result.board)
    ]


def _csv(records: Iterable[GameRecord]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_CSV_COLUMNS)
    from hexapoda.arena.scoreboard import GameSummary

    for record in records:
        names = [player.name for player in record.players]
        summary = GameSummary.of(record)
        pace = [
            f"{seconds / moves:.6f}" if moves else ""
            for seconds, moves in zip(summary.seconds, summary.moves, strict=True)
        ]
        winner = "" if record.winner is None else names[record.winner]
        end = (record.result, record.ending.value, record.plies)
        writer.writerow([record.number, record.number // 2, *names, winner, *end, *pace, record.detail])
    return file.getvalue()


def _open_store(url: str) -> Store:
    from hexapoda.cli.game_store.options import open_store

    return open_store(None if url == "default" else url, create=True)
