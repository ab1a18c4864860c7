"""The report on a match: the page of the match with its games, as one HTML file that needs no server.

Its script is `static/viewer/match_report.js`, and its data are the server's responses about the match.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from pathlib import Path

from hexapoda.arena.journal import Journal
from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.page.board_parts import board_scripts, board_shapes, board_styles, games_json, notices
from hexapoda.page.bundle import bundle_scripts, bundle_styles
from hexapoda.page.games_page import VIEWER_STYLES
from hexapoda.page.packed_games import PackedGames, packed
from hexapoda.page.page_html import escaped, page_html
from hexapoda.page.record_json import record_json
from hexapoda.web.matches.watched_match import WatchedMatch
from hexapoda.web.versioned_json import compact_json

__all__ = ["REPLAYS", "MatchReport", "match_report"]

REPLAYS = 1000
"""The default number of games that can be replayed; each takes about 2 KB."""
_STYLES = (
    *VIEWER_STYLES,
    "dialogs.css",
    *(
        f"views/{name}.css"
        for name in ("matches", "match_figures", "line_chart", "match_games", "matches_narrow")
    ),
    "viewer/match_report.css",
)


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The report on a match."""

    html: str
    games: int
    """The number of finished games."""
    conclusion: tuple[str, ...]
    """The conclusion from the result, in sentences."""


def match_report(folder: Path, *, replays: int = REPLAYS) -> MatchReport:
    """Return the report on the match in a folder. `replays`: the maximum number of games that can be
    replayed.

    Raises `UsageError` if no game has ended, and `InvalidGameError` if the journal is damaged.
    """
    watched = WatchedMatch(folder, folder.name)
    watched.update(float("inf"))
    match = watched.match_json()
    if match["trouble"]:
        raise InvalidGameError(f"{folder}: {match['trouble']}", source=str(folder))
    if not watched.games:
        raise UsageError(f"the match {folder.name!r} has no finished game yet: nothing to report")
    rows = watched.games_json(0, None, "")["games"]
    finished = islice(Journal(folder).records(), watched.games)  # a running match may have more by now
    records = nsmallest(max(replays, 1), finished, key=lambda record: record.number)
    blocks, places = PackedGames(), {}
    for record in records[:replays]:
        with contextlib.suppress(HexapodaError):  # not even its start can be read
            places[record.number] = blocks.add(record_json(record))
    data = {
        "kinds": games_json([match["game"]]),
        "match": json.loads(compact_json(match)),
        "rows": packed(json.dumps(rows, ensure_ascii=False)),
        "places": places,
        "blocks": blocks.blocks(),
        "shapes": packed(board_shapes(records[:1])),
        "notices": notices([match["game"]]),
    }
    conclusion = match["conclusion"]
    headline, notes = ([], []) if conclusion is None else (conclusion["headline"], conclusion["notes"])
    title = " \u2013 ".join(match["engines"]) if match["format"] == "match" else match["id"]
    html = page_html(
        f"{title} \u00b7 hexapoda",
        style=bundle_styles([*_STYLES, *board_styles([match["game"]])]),
        body=_body(headline),
        script=bundle_scripts([*board_scripts([match["game"]]), "viewer/match_report.js"]),
        data={"match": data},
    )
    return MatchReport(html, watched.games, (*headline, *notes))


def _body(headline: list[str]) -> str:
    summary = escaped(" ".join(headline))
    alone = f'<noscript><p class="alone">{summary} This page needs JavaScript.</p></noscript>'
    return f'<div id="page">{alone}</div><div id="shapes"></div>'
