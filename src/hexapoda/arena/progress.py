"""The live view of a match: a table and a few lines, redrawn as games end.

Builds the content of the view; the command line decides where and how often it is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from hexapoda.arena.comparison import compare, rate, standing
from hexapoda.arena.ladder import LadderSchedule
from hexapoda.arena.match import MatchResult, Progress, SprtState
from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.statistics import EloEstimate, Rating
from hexapoda.arena.verdict import verdict_of
from hexapoda.text.text_table import TextColumn, format_table

__all__ = ["ProgressView", "duration", "elo_text", "progress_line", "rating_text", "result_view"]

_FAULTS_SHOWN = 3
_RATINGS_SHOWN = 3
"""The maximum number of ratings in a log line."""
_TOO_FEW = "too few games"


class ProgressView:
    """The state of a running match, fitted to the terminal when Rich draws it."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        progress = self._progress
        settings, board = progress.settings, progress.board
        yield from _body(settings, board, progress.sprt, options.max_width - 1, finished=False)
        left = progress.seconds_left
        played = len(board.games)
        at_most = "" if settings.sprt is None and settings.ladder is None else "at most "
        text = _games_text(settings, played)
        if left is not None and played < settings.total and settings.rating_list is None:
            text += f", {at_most}{duration(left)} left"
        yield Text(text)


def result_view(result: MatchResult, width: int | None = None) -> list[Text]:
    """Return the lines that show a match result. The table is fitted to `width` columns; if that is
    None, it is as wide as needed.
    """
    games = len(result.board.games)
    text = f"{games} games in {duration(result.elapsed)}"
    if result.played < games:
        text = f"{games} games, {result.played} of them in this run ({duration(result.elapsed)})"
    ladder = result.settings.ladder
    if not result.finished and not result.settings.open_ended:
        text += f", {result.settings.total - games} not played"
    lines = [
        *_body(result.settings, result.board, result.sprt, width, finished=result.finished),
        Text(text),
    ]
    if ladder is not None and result.finished and not LadderSchedule(result.settings).decided(result.board):
        lines.append(Text(f"the rating is not within {ladder.within:g}: a higher --games allows more games"))
    return lines


def progress_line(progress: Progress) -> str:
    """Return the state of a match in one line, for a log."""
    settings, board = progress.settings, progress.board
    line = f"{len(board.games)} games" if settings.open_ended else _games_text(settings, len(board.games))
    if settings.format == "match":
        seen = compare(board, *settings.names)
        won = seen.results
        elo = elo_text(*_elo(seen.estimate))
        line += f": +{won.wins} ={won.draws} -{won.losses}, {elo if elo == _TOO_FEW else 'Elo ' + elo}"
    if settings.ladder is not None:
        line += f": {rating_text(settings, board)}"
    if settings.rating_list is not None:
        best = rate(settings, board)[:_RATINGS_SHOWN]
        line += ": " + ", ".join(f"{rating.name} {_rated(rating, fixed=True)}" for rating in best)
    if progress.sprt is not None:
        line += f", LLR {progress.sprt.llr:.2f}"
    return line


def _games_text(settings: MatchSettings, played: int) -> str:
    """Return how many games have been played, and the total or its maximum if that is known."""
    if settings.rating_list is not None:
        return f"{played} games"
    return f"{played} of {'' if settings.ladder is None else 'at most '}{settings.total} games"


def rating_text(settings: MatchSettings, board: Scoreboard) -> str:
    """Return the rating on the ladder with its 95% bounds: `rating 1240 [1195, 1287]`, `rating at least
    2100`, `rating at most 900`, or `no rating yet`.
    """
    found = LadderSchedule(settings).rating(board)
    if found.elo is not None and found.low is not None and found.high is not None:
        return f"rating {found.elo:.0f} [{found.low:.0f}, {found.high:.0f}]"
    if found.low is not None:
        return f"rating at least {found.low:.0f}"
    return "no rating yet" if found.high is None else f"rating at most {found.high:.0f}"


def elo_text(elo: float | None, low: float | None, high: float | None) -> str:
    """Return an Elo difference with its bounds: `+12.3 [-4.0, +28.9]`, without decimals if one of the numbers
    is 100 or more, or -100 or less. With only wins or only losses, there is a single bound: `at least +120`,
    `at most -120`, or `too few games` if it does not show who is better. Return `-` if there are no games.
    """
    bounds = [value for value in (elo, low, high) if value is not None]
    if not bounds:
        return "-"
    digits = 0 if any(abs(value) >= 100 for value in bounds) else 1
    if elo is not None and low is not None and high is not None:
        return f"{elo:+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}]"
    if low is not None and low > 0:
        return f"at least {low:+.{digits}f}"
    if high is not None and high < 0:
        return f"at most {high:+.{digits}f}"
    return _TOO_FEW


def duration(seconds: float) -> str:
    """Return a duration as text: `3.2 s`, `45 s`, `3:05`, `2:00:10`."""
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    whole = math.ceil(seconds)
    hours, rest = divmod(whole, 3600)
    clock = f"{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return f"{hours}:{clock}" if hours else clock


def _body(
    settings: MatchSettings, board: Scoreboard, sprt: SprtState | None, width: int | None, *, finished: bool
) -> Iterator[Text]:
    title = f"{settings.game} {settings.variant}, {settings.control_text}"
    if settings.opening_source:
        title += f", openings {settings.opening_source}"
    yield Text(title, style="dim")
    for line in _table(settings, board, width):
        yield Text(line)
    if settings.format == "match":
        yield Text(_match_line(settings, board, sprt))
    white, black, draws = board.by_color
    if board.games:
        endings = ", ".join(f"{number} {ending.value}" for ending, number in board.endings.most_common())
        yield Text(f"first player +{white} ={draws} -{black}; endings: {endings}")
    verdict = verdict_of(settings, board, finished)
    for number, sentence in enumerate((*verdict.headline, *verdict.notes)):
        claim = verdict.doubts <= number < len(verdict.headline)
        yield Text(sentence, style="bold" if claim else "yellow")
    for fault in board.faults[-_FAULTS_SHOWN:]:
        yield Text(f"game {fault.game}: {fault.ending.value}: {fault.detail}", style="red")
    if len(board.faults) > _FAULTS_SHOWN:
        yield Text(f"{len(board.faults)} faults in all", style="red")


def _table(settings: MatchSettings, board: Scoreboard, width: int | None) -> list[str]:
    rated = settings.format != "match"
    numbers = ("games", "won", "drew", "lost", "score", "Elo" if rated else "Elo [95%]")
    columns = [
        TextColumn("engine", "name"),
        *(TextColumn(name, "number") for name in (*numbers, "s/move", "depth", "faults")),
    ]
    ratings = {rating.name: rating for rating in rate(settings, board)} if rated else {}
    fixed = settings.open_ended
    names = settings.names
    order = standing(settings, board) if rated else list(names)
    rows = []
    for name in order:
        won = board.results(name)
        if rated:
            rating = ratings.get(name)
            elo = "-" if rating is None else _rated(rating, fixed)
        else:
            other = names[1 - names.index(name)]
            elo = elo_text(*_elo(compare(board, name, other).estimate))
        rows.append(
            (
                name,
                won.games,
                won.wins,
                won.draws,
                won.losses,
                "-" if won.score is None else f"{100 * won.score:.1f}%",
                elo,
                _figure(board.seconds_a_move(name), 3),
                _figure(board.depth(name), 1),
                sum(fault.engine == name for fault in board.faults),
            )
        )
    return format_table(columns, rows, width)


def _match_line(settings: MatchSettings, board: Scoreboard, sprt: SprtState | None) -> str:
    seen = compare(board, *settings.names)
    line = f"LOS {100 * seen.estimate.los:.1f}%, pairs {' '.join(map(str, seen.pentanomial))}"
    if sprt is not None and settings.sprt is not None:
        asked = settings.sprt
        line += f", LLR {sprt.llr:.2f} ({sprt.lower:.2f}, {sprt.upper:.2f}) [{asked.elo0:g}, {asked.elo1:g}]"
        line += f": {sprt.verdict} accepted" if sprt.verdict else ""
    return line


def _rated(rating: Rating, fixed: bool) -> str:
    """Return a rating as text: relative to the mean of its group or, with `fixed`, on the scale of a ladder
    or a list.
    """
    if not fixed:
        return f"{rating.elo:+.0f} ± {rating.error:.0f}"
    return f"{rating.elo:.0f}" + (f" ± {rating.error:.0f}" if rating.error else "")


def _elo(estimate: EloEstimate) -> tuple[float | None, float | None, float | None]:
    return estimate.elo, estimate.low, estimate.high


def _figure(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
