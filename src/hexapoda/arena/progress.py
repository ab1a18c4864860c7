"""A match as people watch it: one table and a few lines, redrawn as games end.

Owns what the table says. Where it is shown, and how often, is the command line's business.
"""

from __future__ import annotations

import math

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hexapoda.arena.comparison import compare, rate
from hexapoda.arena.match import MatchResult, Progress, SprtState
from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.statistics import EloEstimate

__all__ = ["duration", "elo_text", "progress_line", "progress_view", "result_view"]

_FAULTS_SHOWN = 3


def progress_view(progress: Progress) -> RenderableType:
    """The state of a match that is being played."""
    settings, board = progress.settings, progress.board
    left = progress.seconds_left
    played = len(board.games)
    text = f"{played} of {settings.total} games"
    if left is not None and played < settings.total:
        bound = "at most " if settings.sprt is not None else ""
        text += f", {bound}{duration(left)} left"
    return Group(*_body(settings, board, progress.sprt), Text(text))


def result_view(result: MatchResult) -> RenderableType:
    """What a match came to."""
    games = len(result.board.games)
    text = f"{games} games in {duration(result.elapsed)}"
    if result.played < games:
        text = f"{games} games, {result.played} of them now in {duration(result.elapsed)}"
    if not result.finished:
        text += f", {result.settings.total - len(result.board.games)} not played"
    return Group(*_body(result.settings, result.board, result.sprt), Text(text))


def progress_line(progress: Progress) -> str:
    """The state of a match in one line, for a log."""
    settings, board = progress.settings, progress.board
    line = f"{len(board.games)} of {settings.total} games"
    if settings.format == "match":
        seen = compare(board, *settings.names)
        won = seen.results
        line += f": +{won.wins} ={won.draws} -{won.losses}, Elo {elo_text(*_elo(seen.estimate))}"
    if progress.sprt is not None:
        line += f", LLR {progress.sprt.llr:.2f}"
    return line


def elo_text(elo: float | None, low: float | None, high: float | None) -> str:
    """An Elo with its bounds: `+12.3 [-4.0, +28.9]`, without tenths where they are no matter; what is not
    finite is written as such.
    """
    if elo is None and low is None and high is None:
        return "-"
    digits = 0 if any(value is not None and abs(value) >= 100 for value in (elo, low, high)) else 1
    middle = "inf" if elo is None and low is not None else "-inf" if elo is None else f"{elo:+.{digits}f}"
    left = "-inf" if low is None else f"{low:+.{digits}f}"
    right = "inf" if high is None else f"{high:+.{digits}f}"
    return f"{middle} [{left}, {right}]"


def duration(seconds: float) -> str:
    """Seconds as people say them: `45 s`, `3:05`, `2:00:10`."""
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    whole = math.ceil(seconds)
    hours, rest = divmod(whole, 3600)
    clock = f"{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return f"{hours}:{clock}" if hours else clock


def _body(settings: MatchSettings, board: Scoreboard, sprt: SprtState | None) -> list[RenderableType]:
    title = f"{settings.game} {settings.variant}, {settings.control}"
    if settings.opening_source:
        title += f", openings {settings.opening_source}"
    parts: list[RenderableType] = [Text(title, style="dim"), _table(settings, board)]
    if settings.format == "match":
        parts.append(Text(_match_line(settings, board, sprt)))
    white, black, draws = board.by_color
    if board.games:
        endings = ", ".join(f"{number} {ending.value}" for ending, number in board.endings.most_common())
        parts.append(Text(f"first player +{white} ={draws} -{black}; endings: {endings}"))
    for fault in board.faults[-_FAULTS_SHOWN:]:
        parts.append(Text(f"game {fault.game}: {fault.ending.value}: {fault.detail}", style="red"))
    if len(board.faults) > _FAULTS_SHOWN:
        parts.append(Text(f"{len(board.faults)} faults in all", style="red"))
    return parts


def _table(settings: MatchSettings, board: Scoreboard) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("engine", overflow="ellipsis", no_wrap=True, min_width=8)
    for name in ("games", "won", "drew", "lost", "score"):
        table.add_column(name, justify="right", no_wrap=True)
    rated = settings.format != "match"
    table.add_column("Elo" if rated else "Elo [95%]", justify="right", no_wrap=True)
    for name in ("s/move", "depth", "faults"):
        table.add_column(name, justify="right", no_wrap=True)
    ratings = {rating.name: rating for rating in rate(settings, board)} if rated else {}
    names = settings.names
    order = sorted(names, key=lambda name: (-board.results(name).points, names.index(name)))
    for name in order if rated else names:
        won = board.results(name)
        if rated:
            rating = ratings.get(name)
            elo = "-" if rating is None else f"{rating.elo:+.0f} ± {rating.error:.0f}"
        else:
            other = names[1 - names.index(name)]
            elo = elo_text(*_elo(compare(board, name, other).estimate))
        table.add_row(
            Text(name),
            str(won.games),
            str(won.wins),
            str(won.draws),
            str(won.losses),
            "-" if won.score is None else f"{100 * won.score:.1f}%",
            elo,
            _figure(board.seconds_a_move(name), 3),
            _figure(board.depth(name), 1),
            str(sum(fault.engine == name for fault in board.faults)),
        )
    return table


def _match_line(settings: MatchSettings, board: Scoreboard, sprt: SprtState | None) -> str:
    seen = compare(board, *settings.names)
    line = f"LOS {100 * seen.estimate.los:.1f}%, pairs {' '.join(map(str, seen.pentanomial))}"
    if sprt is not None and settings.sprt is not None:
        asked = settings.sprt
        line += f", LLR {sprt.llr:.2f} ({sprt.lower:.2f}, {sprt.upper:.2f}) [{asked.elo0:g}, {asked.elo1:g}]"
        line += f": {sprt.verdict} accepted" if sprt.verdict else ""
    return line


def _elo(estimate: EloEstimate) -> tuple[float | None, float | None, float | None]:
    return estimate.elo, estimate.low, estimate.high


def _figure(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
