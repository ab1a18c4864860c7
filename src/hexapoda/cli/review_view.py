"""A review as text: a table of the moves, the curve of the game, and the statistics of both sides.

Lays out the text for 80 columns or more. Evaluations and the curve are from player 0's point of view, as on
every analysis board. No information depends on color alone. `review_mistakes` shows the mistakes in detail.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rich.text import Text

from hexapoda.analysis.review import ReviewSettings
from hexapoda.analysis.review_judgment import Judgment, glyph
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_summary import ReviewSummary, SideReview
from hexapoda.analysis.review_value import Value
from hexapoda.engine import Limit
from hexapoda.record import GLYPHS, GameRecord, GameTree
from hexapoda.text.text_table import TextColumn, format_table, shorten

__all__ = [
    "ReviewStyle",
    "curve",
    "forced_ends",
    "heading",
    "legend",
    "limit_text",
    "move_lines",
    "move_text",
    "progress_text",
    "side_table",
]

_QUIET, _HEAD = "#8c8172", "bold"
_STYLES = MappingProxyType(
    {
        Judgment.BEST: _QUIET,
        Judgment.GOOD: _QUIET,
        Judgment.INACCURACY: "yellow",
        Judgment.MISTAKE: "#d9981e",
        Judgment.BLUNDER: "bold red",
        Judgment.MISSED_WIN: "bold magenta",
        Judgment.ALLOWED_WIN: "bold magenta",
    }
)
_BLOCKS, _PLAIN = "▁▂▃▄▅▆▇█", "_.-~=+*#"
_NAME = 7
"""The maximum length of a player's name in the table of moves and before the curve, and its minimum length
when shortened in the statistics.
"""
_GAP = 2
"""Spaces between the columns of the table."""
_LABEL = 8
"""The width of the labels before the curve, in columns."""
_SEEN = 0.005
"""The smallest loss of win probability that is not rounded to 0%."""


@dataclass(frozen=True, slots=True)
class ReviewStyle:
    """The layout of a review.

    Attributes:
        players: the names of players 0 and 1, such as White and Black.
        point: the engine score that counts as one point; None if the game has only win probabilities.
        counts_plies: whether to show the lengths of forced wins.
        width: the number of columns.
        turn_of: returns the move number of a ply, as in the notation of the game.
    """

    players: tuple[str, str]
    point: float | None
    counts_plies: bool
    width: int
    turn_of: Callable[[int], int]

    @classmethod
    def of(cls, tree: GameTree, width: int) -> ReviewStyle:
        """Return the style for the review of a game."""
        game, first = tree.game, tree.start.turn
        return cls(
            game.players,
            game.analysis.POINT,
            game.analysis.COUNTS_PLIES,
            width,
            lambda ply: game.turn_of(ply, first),
        )


def heading(record: GameRecord, settings: ReviewSettings, players: tuple[str, str]) -> Iterator[Text]:
    """Yield two lines: the players and the result, then the variant, the length, the engine and its limit."""
    names = [player.name or color for player, color in zip(record.players, players, strict=True)]
    ending = "" if record.ending.value in ("unknown", "normal") else f" ({record.ending.value})"
    event = f", {record.event}" if record.event else ""
    yield Text(f"{names[0]} - {names[1]}  {record.result}{ending}", style=_HEAD)
    by = f"{settings.engine}, {limit_text(settings.limit)} a position"
    yield Text(f"{record.variant}, {record.plies} plies{event}; {by}", style=_QUIET)


def limit_text(limit: Limit) -> str:
    """Format a limit: `0.5 s`, `20,000 nodes`, `depth 6`."""
    bounds = []
    if limit.time is not None:
        bounds.append(f"{limit.time:g} s")
    if limit.nodes is not None:
        bounds.append(f"{limit.nodes:,} nodes")
    if limit.depth is not None:
        bounds.append(f"depth {limit.depth}")
    return ", ".join(bounds)


def move_lines(moves: Sequence[MoveReview], record: GameRecord, style: ReviewStyle) -> Iterator[Text]:
    """Yield the table of moves: a header, the evaluation before the first move, then one line per move."""
    wide = max(len(move_text(move)) for move in moves)
    name = style.players[0][:_NAME]
    room = max(len(name), 5)
    yield Text(
        f"{'no.':>4}  {'move':<{wide}}  {'eval':>6}  {name:>{room}}  loss  {'':<11}  better", style=_QUIET
    )
    first = moves[0]
    start = _eval_text(_of_first(first.before, first.player), style)
    yield Text(f"{'':>4}  {'':<{wide}}  {start:>6}  {_win_probability(first, after=False):>{room}.0%}")
    for move in moves:
        value = _of_first(_after_move(move.after), move.player)
        evaluation = record.result if move.ends else _eval_text(value, style)
        loss = f"{move.win_probability_loss:.0%}" if move.win_probability_loss >= _SEEN else ""
        turn = style.turn_of(move.ply)
        line = Text(
            f"{turn:>4}  {move_text(move):<{wide}}  {evaluation:>6}  {_win_probability(move):>{room}.0%}"
        )
        line.append(f"  {loss:>4}  ")
        judgment = "only move" if move.only else move.judgment.value
        line.append(f"{judgment:<11}", style=_STYLES[move.judgment])
        if move.best != move.move:
            better = _cut(move.line, style.width - 1 - len(line) - 2)
            line.append(f"  {better}", style="" if move.judgment.is_error else _QUIET)
        line.rstrip()
        yield line


def legend(style: ReviewStyle) -> Text:
    """Return a line that explains the columns."""
    name = style.players[0]
    if style.point is None:
        return Text(f"% is for {name}; #: {name} wins by force, -#: loses by force", style=_QUIET)
    return Text(
        f"eval (in points) and % are for {name}; #5: {name} wins by force within 5 plies", style=_QUIET
    )


def curve(moves: Sequence[MoveReview], style: ReviewStyle, *, plain: bool) -> list[Text]:
    """Draw player 0's win probability over the game, with errors marked below. `plain` uses only ASCII.

    A column stands for one move, or for several if the game is long.
    """
    marks = _PLAIN if plain else _BLOCKS
    count = min(len(moves), max(style.width - _LABEL - 1, 8))
    edges = [column * len(moves) // count for column in range(count + 1)]
    heights, errors = "", ""
    for start, end in itertools.pairwise(edges):
        column = moves[start:end]
        probability = sum(_win_probability(move) for move in column) / len(column)
        heights += marks[min(int(probability * len(marks)), len(marks) - 1)]
        errors += "?" if any("?" in _glyph(move) and _glyph(move) != "?!" for move in column) else " "
    lines = [Text(f"{style.players[0][:_NAME]:<{_LABEL}}").append(heights)]
    if errors.strip():
        lines.append(Text(f"{'errors':<{_LABEL}}").append(errors.rstrip(), style="red"))
    return lines


def side_table(summary: ReviewSummary, style: ReviewStyle, width: int | None) -> Iterator[Text]:
    """Yield the statistics of both sides in two columns. Shortens long names to fit a terminal of `width`."""
    rows = [("accuracy", *(_figure(side.accuracy, "%") for side in summary.sides))]
    if style.point is not None:
        lost = (_figure(side.average_loss, "", 2) for side in summary.sides)
        rows.append(("points lost per move", *lost))
    inks = [""] * len(rows)
    for judgment in Judgment:
        counts = [side.counts[judgment] for side in summary.sides]
        rows.append((_plural(judgment), *map(str, counts)))
        inks.append(_STYLES[judgment] if any(counts) else _QUIET)
    names = [f"{style.players[side.player]} {side.name}".rstrip() for side in summary.sides]
    if width is not None:
        room = (width - max(len(label) for label, *_ in rows)) // len(names) - _GAP
        names = [shorten(name, max(room, _NAME)) for name in names]
    head, *lines = format_table([TextColumn(), *(TextColumn(name, "number") for name in names)], rows)
    yield Text(head, style=_HEAD)
    for line, (label, *_), ink in zip(lines, rows, inks, strict=True):
        text = Text(line)
        text.stylize(ink, 0, len(label))
        yield text


def forced_ends(side: SideReview, style: ReviewStyle) -> Iterator[Text]:
    """Yield the forced wins that a side missed and the forced losses it entered, even if they cost little."""
    name = style.players[side.player]
    if side.missed_wins:
        wins = ", ".join(
            f"{style.turn_of(move.ply)}. {move.move} ({move.best} wins)" for move in side.missed_wins
        )
        yield Text(f"Forced wins missed by {name}: {wins}")
    if side.allowed_wins:
        losses = ", ".join(f"{style.turn_of(move.ply)}. {move.move}" for move in side.allowed_wins)
        yield Text(f"Forced losses entered by {name}: {losses}")


def progress_text(done: int, total: int, move: MoveReview, turn: int) -> str:
    """Return a progress line for a log. `turn`: the move number."""
    note = f", {move.judgment.value}" if move.judgment.is_error else ""
    return f"{done} of {total} moves: {turn}. {move.move}{note}"


def move_text(move: MoveReview) -> str:
    """Format a move with its glyph: `wA1 -bQ?!`."""
    return f"{move.move}{_glyph(move)}"


def _cut(line: Sequence[str], width: int) -> str:
    """Join as many moves of a line as fit into `width`, but at least the first."""
    shown = line[0]
    for text in line[1:]:
        if len(shown) + 2 + len(text) > width:
            break
        shown += f", {text}"
    return shown


def _glyph(move: MoveReview) -> str:
    number = glyph(move.judgment, move.win_probability_loss)
    return "" if number is None else GLYPHS[number]


def _plural(judgment: Judgment) -> str:
    words = {Judgment.BEST: "best moves", Judgment.GOOD: "good moves", Judgment.INACCURACY: "inaccuracies"}
    return words.get(judgment, f"{judgment.value}s")


def _of_first(value: Value, player: int) -> Value:
    return value if player == 0 else value.flipped()


def _after_move(value: Value) -> Value:
    """Return the value of the position after the move, or `value` unchanged if the move ends the game."""
    return value if value.win_in in (1, -1) else value.without_move()


def _win_probability(move: MoveReview, *, after: bool = True) -> float:
    probability = move.win_probability_after if after else move.win_probability_before
    return probability if move.player == 0 else 1 - probability


def _eval_text(value: Value, style: ReviewStyle) -> str:
    if value.win_in is not None:
        if style.counts_plies:
            return f"#{value.win_in}"
        return "#" if value.is_won else "-#"
    return "" if value.score is None or style.point is None else f"{value.score / style.point:+.2f}"


def _figure(value: float | None, unit: str, digits: int = 0) -> str:
    return "-" if value is None else f"{value:.{digits}f}{unit}"
