"""The report's charts as PNG pictures, for papers and slides, drawn by matplotlib.

Owns the file names and the style. Only this module imports matplotlib (the extra `plots`).
"""

from __future__ import annotations

import importlib
import io
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.output_file import check_target, write_bytes
from hexapoda.report.figures import MatchFigures
from hexapoda.report.text import endings, short

__all__ = ["check_plots", "write_plots"]

_COLORS = ("#1f6f8b", "#c2571a", "#2f7d4f", "#8a3f8f", "#8a6d00", "#4456b5")
_RESULTS = (
    ("White won", "#e2b04a"),
    ("drawn", "#a9a49b"),
    ("Black won", "#4d4741"),
    ("no result", "#d8d2c5"),
)


_NAMES = ("elo", "score", "lengths", "endings")


def check_plots(folder: Path, *, force: bool = False) -> None:
    """Check that the plots can be written to `folder`. It need not exist, but its parent must.

    Raises what `check_target` raises.
    """
    if not folder.exists():
        check_target(folder)
    else:
        for name in _NAMES:
            check_target(folder / f"{name}.png", force=force)


def write_plots(figures: MatchFigures, folder: Path, *, force: bool = False) -> list[Path]:
    """Write elo.png, score.png, lengths.png and endings.png to `folder` and return their paths.

    Raises `UsageError` if matplotlib is not installed or the folder cannot be written, and
    `FileInTheWayError` if a file exists and `force` is false.
    """
    try:
        make_figure: Any = importlib.import_module("matplotlib.figure").Figure
    except ImportError:
        raise UsageError(
            "plots are drawn by matplotlib, which is not installed: pip install 'hexapoda[plots]'"
        ) from None
    try:
        check_plots(folder, force=force)
        folder.mkdir(exist_ok=True)
        paths = []
        for name, draw in zip(_NAMES, (_elo, _score, _lengths, _endings), strict=True):
            figure = make_figure(figsize=(6.4, 4.0), layout="constrained")
            axes = figure.add_subplot()
            axes.spines[["top", "right"]].set_visible(False)
            draw(axes, figures)
            paths.append(folder / f"{name}.png")
            picture = io.BytesIO()
            figure.savefig(picture, dpi=150, format="png")
            write_bytes(paths[-1], picture.getvalue(), force=force)
    except OSError as error:
        raise UsageError(f"cannot write {str(folder)!r}: {(error.strerror or str(error)).lower()}") from None
    return paths


def _elo(axes: Any, figures: MatchFigures) -> None:
    duel = figures.duel
    if duel is not None:
        estimate = duel.estimate
        rows = [
            (f"{_name(duel.first)}\nagainst\n{_name(duel.second)}", estimate.elo, estimate.low, estimate.high)
        ]
    else:
        rows = [(_name(r.name), r.elo, r.elo - r.error, r.elo + r.error) for r in figures.ratings]
    for place, (_, value, low, high) in enumerate(reversed(rows)):
        color = _COLORS[(len(rows) - 1 - place) % len(_COLORS)]
        known = [bound for bound in (low, value, high) if bound is not None]
        axes.plot([min(known), max(known)], [place, place], color=color, linewidth=2.5)
        for bound, marker in ((low, "<"), (high, ">")):
            if bound is None:  # infinite
                axes.plot([min(known) if marker == "<" else max(known)], [place], marker=marker, color=color)
        if value is not None:
            axes.plot([value], [place], marker="o", color=color)
    axes.axvline(0, color="#666666", linestyle=":", linewidth=1)
    axes.set_yticks(range(len(rows)), [row[0] for row in reversed(rows)])
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlabel("Elo, 95% intervals")


def _score(axes: Any, figures: MatchFigures) -> None:
    names = figures.players[:1] if figures.duel is not None else figures.players
    for number, name in enumerate(names):
        points = figures.curves[name]
        games, color = [point.games for point in points], _COLORS[number % len(_COLORS)]
        axes.plot(games, [100 * point.score for point in points], color=color, label=_name(name))
        if len(names) == 1:
            low, high = [100 * p.low for p in points], [100 * p.high for p in points]
            axes.fill_between(games, low, high, color=color, alpha=0.17, linewidth=0)
    axes.axhline(50, color="#666666", linestyle=":", linewidth=1)
    axes.set_ylim(0, 100)
    axes.set_xlabel("games played")
    axes.set_ylabel("score in percent")
    axes.legend(frameon=False)


def _lengths(axes: Any, figures: MatchFigures) -> None:
    kinds: list[list[int]] = [[], [], [], []]
    for game in figures.records:
        kinds[3 if not game.finished else 1 if game.winner is None else (0, 2)[game.winner]].append(
            game.plies
        )
    present = [(kind, *style) for kind, style in zip(kinds, _RESULTS, strict=True) if kind]
    axes.hist(
        [kind for kind, _, _ in present],
        bins=20,
        stacked=True,
        label=[label for _, label, _ in present],
        color=[color for _, _, color in present],
    )
    axes.set_xlabel("plies")
    axes.set_ylabel("games")
    axes.legend(frameon=False)


def _endings(axes: Any, figures: MatchFigures) -> None:
    names = [endings[ending] for ending in figures.endings][::-1]
    bars = axes.barh(names, list(figures.endings.values())[::-1], color="#a86a00", height=0.55)
    axes.bar_label(bars, padding=4)
    axes.set_xlabel("games")


def _name(name: str) -> str:
    """Shorten a name and escape its dollar signs, which matplotlib would read as mathematics."""
    return short(name).replace("$", r"\$")
