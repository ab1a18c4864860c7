"""The games section of the page: the list, the viewer that replays a game, and the data for the script.

Owns the markup that `static/viewer/report_page.js` works on. Games are numbered from 1 on the page, from 0 in
records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexapoda.arena.scoreboard import FAULTS
from hexapoda.errors import HexapodaError
from hexapoda.page.board_parts import games_json
from hexapoda.page.packed_games import PackedGames
from hexapoda.page.record_json import record_json
from hexapoda.record import GameRecord
from hexapoda.report.figures import MatchFigures
from hexapoda.report.text import endings, html, many

__all__ = ["games"]

_VIEWER = (
    '<div class="viewer" role="group" aria-label="Replay"><game-viewer></game-viewer>'
    '<p class="tools"><button type="button" id="previous-game">Previous game</button>'
    '<button type="button" id="next-game">Next game</button> <span>← → step, Home and End jump</span></p>'
    "<noscript><p>The replay needs JavaScript; everything else on this page does not.</p></noscript></div>"
)


def games(figures: MatchFigures, limit: int) -> tuple[str, dict[str, Any] | None]:
    """Return the section with the list of all games, of which the first `limit` can be replayed, and the data
    for the script; None if no game can be replayed.
    """
    numbered = list(zip(_ids(figures.records), figures.records, strict=True))
    packed = PackedGames()
    replays = []
    for number, game in numbered[:limit]:
        try:
            record = record_json(game)
        except HexapodaError:
            continue  # not even its start can be read
        replays.append({**_header(number, game), "place": packed.add(record)})
    known = {replay["id"] for replay in replays}
    rows = "".join(_row(number, game, number in known) for number, game in numbered)
    lacking = len(numbered) - len(known)
    note = f'<p class="note">{many(lacking, "game")} cannot be replayed on this page.</p>' if lacking else ""
    data = None
    if replays:
        kinds = games_json(game.game for game in figures.records)
        data = {"kinds": kinds, "games": replays, "blocks": packed.blocks()}
    first, second = figures.sides
    return (
        '<section class="card list" id="replay"><h2>Games</h2>'
        f'<div class="replay">{_VIEWER if replays else ""}<div class="all">{_tools(figures)}'
        '<div class="games" id="games" tabindex="0" role="region" aria-label="All games"><table>'
        '<caption class="hidden">All games</caption><thead><tr><th scope="col">#</th>'
        f'<th scope="col" class="left">{first}</th><th scope="col" class="left">{second}</th>'
        '<th scope="col">Result</th><th scope="col" class="left optional">Ending</th>'
        f'<th scope="col">Plies</th></tr></thead><tbody>{rows}</tbody></table></div>{note}</div></div>'
        "</section>"
    ), data


def _row(number: int, game: GameRecord, replayable: bool) -> str:
    kind = _kinds(game)
    link = (
        f'<a href="#game-{number}" title="Replay game {number}">{number}</a>' if replayable else str(number)
    )
    names = "".join(f'<td class="left">{html(player.name)}</td>' for player in game.players)
    fault = ' class="fault"' if game.ending in FAULTS else ""
    return (
        f'<tr id="row-{number}" data-kind="{kind}"{fault}><th scope="row">{link}</th>{names}'
        f'<td>{_result(game)}</td><td class="left ending optional">{endings[game.ending]}</td>'
        f"<td>{game.plies}</td></tr>"
    )


def _result(game: GameRecord) -> str:
    return game.result.replace("1/2", "½").replace("-", "–")


def _ids(records: Sequence[GameRecord]) -> list[int]:
    """Return the games' numbers from 1, or their places if a number is missing or occurs twice."""
    numbers = [record.number + 1 for record in records]
    unique = len(set(numbers)) == len(numbers) and min(numbers) > 0
    return numbers if unique else list(range(1, len(numbers) + 1))


def _header(number: int, game: GameRecord) -> dict[str, Any]:
    words = [_result(game), game.variant, endings[game.ending], game.detail, game.date]
    return {
        "id": number,
        "game": game.game,
        "names": [player.name for player in game.players],
        "detail": " · ".join(word for word in words if word),
    }


def _kinds(game: GameRecord) -> str:
    words = [
        "none" if not game.finished else "drawn" if game.winner is None else ("first", "second")[game.winner]
    ]
    if game.ending in FAULTS:
        words.append("fault")
    return " ".join(words)


def _tools(figures: MatchFigures) -> str:
    first, second = figures.sides
    choices = {"first": f"{first} won", "second": f"{second} won", "drawn": "Drawn", "none": "No result"}
    choices["fault"] = "Faults"
    present = {word for game in figures.records for word in _kinds(game).split()}
    options = "".join(
        f'<option value="{value}">{name}</option>' for value, name in choices.items() if value in present
    )
    return (
        '<div class="tools"><label for="filter">Show</label>'
        f'<select id="filter"><option value="">All games</option>{options}</select>'
        f'<span id="shown" role="status">{len(figures.records)} shown</span></div>'
    )
