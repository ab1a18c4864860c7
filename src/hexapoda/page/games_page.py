"""A page that shows a collection of games: a list, and a viewer with variations, comments and a win graph.

The page is a single file. Its main script is `static/viewer/games_page.js`; the games are embedded as data.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from hexapoda.page.board_parts import board_scripts, board_shapes, board_styles, games_json, notices
from hexapoda.page.bundle import bundle_scripts, bundle_styles
from hexapoda.page.packed_games import PackedGames, packed
from hexapoda.page.page_html import page_html
from hexapoda.page.record_json import listed_game, record_json
from hexapoda.record import GameRecord, ReadGame
from hexapoda.record.reading import NoGames

__all__ = ["VIEWER_STYLES", "games_page"]

VIEWER_STYLES = (
    "style.css",
    "playing.css",
    "narrow.css",
    "wide.css",
    "stepping.css",
    "boards.css",
    "views/evaluation_bar.css",
    "views/judgment.css",
    "views/win_graph.css",
    "views/variation_tree.css",
    "viewer/game_viewer.css",
)
"""The style sheets of a page with a `<game-viewer>`."""
_BODY = (
    '<div id="page"><noscript><p class="alone">This page needs JavaScript.</p></noscript></div>'
    '<div id="shapes"></div>'
)


def games_page(found: Iterable[ReadGame | NoGames]) -> str:
    """Return an HTML page with these games. Games that cannot be shown are listed with the reason. Intact
    files of other kinds are left out.
    """
    blocks = PackedGames()
    rows: list[dict[str, object]] = []
    shown: list[GameRecord] = []
    for each in found:
        report = each.report
        row = {"id": len(rows) + 1, "file": PurePath(report.file).name}
        if each.unreadable is not None:
            rows.append({**row, "error": str(each.unreadable), "line": report.line})
        elif isinstance(each, ReadGame):
            shown.append(each.tree.header)
            rows.append({**row, "place": blocks.add(record_json(each.tree)), **listed_game(each.tree)})
    names = [record.game for record in shown]
    data = {
        "kinds": games_json(names),
        "games": rows,
        "blocks": blocks.blocks(),
        "shapes": packed(board_shapes(shown)),
        "notices": notices(names),
    }
    return page_html(
        _title(shown),
        style=bundle_styles([*VIEWER_STYLES, *board_styles(names), "viewer/games_page.css"]),
        body=_BODY,
        script=bundle_scripts([*board_scripts(names), "viewer/games_page.js"]),
        data={"games": data},
    )


def _title(shown: list[GameRecord]) -> str:
    names = [player.name for player in shown[0].players if player.name] if len(shown) == 1 else []
    title = " \u2013 ".join(names) if names else f"{len(shown)} game{'' if len(shown) == 1 else 's'}"
    return f"{title} \u00b7 hexapoda"
