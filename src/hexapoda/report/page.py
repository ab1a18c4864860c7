"""The report as one page: everything inline, no requests, readable in print and on a phone.

Owns the order of the sections. `hexapoda.page` has the boards, and makes the page a single file.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from hexapoda.arena.settings import MatchSettings
from hexapoda.page.board_parts import board_scripts, board_styles, notices
from hexapoda.page.bundle import bundle_scripts, bundle_styles
from hexapoda.page.page_html import page_html
from hexapoda.record import GameRecord
from hexapoda.report import board, sections
from hexapoda.report.figures import MatchFigures, figures_of
from hexapoda.report.games import games
from hexapoda.report.text import html, many
from hexapoda.report.verdict import (
    counted,
    on_ladder,
    repetition_sentence,
    sprt_sentence,
    unscored_sentence,
    verdict,
)

__all__ = ["REPLAYS", "render_report"]

REPLAYS = 1000
"""The default number of games with a replay; each takes about 2 KB."""
_STYLES = ("boards.css", "viewer/game_viewer.css")


def render_report(
    settings: MatchSettings | None, records: Iterable[GameRecord], *, name: str = "", replays: int = REPLAYS
) -> str:
    """Return the report on a match as HTML. `name` is the match's id, `replays` the most games to replay."""
    records = counted(settings, list(records))
    figures = figures_of(records, settings.names if settings is not None else ())
    if settings is not None and settings.ladder is not None:
        figures = on_ladder(settings, figures)
    title = _title(figures)
    section, data = games(figures, replays)
    more_sentences = [
        sprt_sentence(settings, figures),
        unscored_sentence(figures),
        repetition_sentence(figures),
    ]
    charts = [sections.ratings(figures), sections.over_time(figures), sections.lengths(figures)]
    more = [sections.ends(figures), sections.effort(figures)]
    body = [
        board.definitions(records),
        f'<header><p class="eyebrow">{_eyebrow(settings, figures)}</p><h1>{title}</h1>',
        f'<p class="verdict">{verdict(figures)}</p>',
        *(f'<p class="verdict">{sentence}</p>' for sentence in more_sentences if sentence),
        "</header><main>",
        sections.facts(figures),
        sections.faults(figures),
        sections.results(figures),
        f'<div class="grid">{"".join(charts)}</div>',
        f'<div class="grid">{"".join(more)}</div>',
        sections.openings(figures),
        section,
        "</main>",
        _footer(settings, figures, name),
    ]
    names = [game.game for game in records]
    return page_html(
        _plain_title(figures),
        style=bundle_styles([*_STYLES, *board_styles(names)])
        + resources.files("hexapoda.report").joinpath("page.css").read_text("utf-8"),
        body="".join(body),
        script=bundle_scripts([*board_scripts(names), "viewer/report_page.js"]),
        data={} if data is None else {"replays": data},
        language="en",
    )


def _own_style() -> str:
    return resources.files("hexapoda.report").joinpath("page.css").read_text("utf-8")


def _title(figures: MatchFigures) -> str:
    if figures.ladder is not None:
        return f"Rating of {html(figures.ladder.name)}"
    if len(figures.players) == 2:
        first, second = figures.players
        return f'{html(first)} <span class="versus">against</span> {html(second)}'
    return f"Tournament of {len(figures.players)}"


def _plain_title(figures: MatchFigures) -> str:
    if figures.ladder is not None:
        return f"Rating of {figures.ladder.name} \u00b7 hexapoda"
    if len(figures.players) == 2:
        return f"{figures.players[0]} against {figures.players[1]} \u00b7 hexapoda"
    return f"Tournament of {len(figures.players)} \u00b7 hexapoda"


def _eyebrow(settings: MatchSettings | None, figures: MatchFigures) -> str:
    variants = dict.fromkeys(f"{game.game.capitalize()} {game.variant}" for game in figures.records)
    words = [html(", ".join(list(variants)[:3])), many(len(figures.records), "game")]
    if settings is not None:
        words.append(html(settings.control_text))
        if settings.event:
            words.insert(0, html(settings.event))
    days = sorted({game.date[:10] for game in figures.records if game.date})
    if days:
        words.append(html(days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"))
    return " \u00b7 ".join(words)


def _footer(settings: MatchSettings | None, figures: MatchFigures, name: str) -> str:
    rows = [("Match", name)] if name else []
    if settings is not None:
        rows += [
            ("Engines", ", ".join(settings.names)),
            (
                "Games",
                f"{len(figures.records)} of {'at most ' if figures.ladder else ''}{settings.total} played",
            ),
            ("Limits", settings.control_text),
            ("Rules", ", ".join(f"{key}={value}" for key, value in settings.rules) or "as usual"),
            ("Openings", settings.opening_source or many(len(settings.openings), "opening")),
            ("Seed", str(settings.seed)),
        ]
    listed = "".join(f"<dt>{key}</dt><dd>{html(value)}</dd>" for key, value in rows)
    details = (
        f'<details><summary>Match settings</summary><dl class="settings">{listed}</dl></details>'
        if rows
        else ""
    )
    mark = "".join(f" {notice}" for notice in notices(game.game for game in figures.records))
    return (
        "<footer><p>Intervals have 95% confidence. They are computed from pairs of games with the same "
        f"opening if there are any.{mark}</p>{details}</footer>"
    )
