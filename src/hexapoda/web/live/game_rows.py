"""`game_rows`: games of this server in a list, read from their files: a page asks what it can go on with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from hexapoda.errors import HexapodaError
from hexapoda.games import find_game
from hexapoda.games.translations import translated
from hexapoda.play.session_json import read_saved
from hexapoda.record import PlayerRecord
from hexapoda.web.answers.game import PlayedRowJson, RowSeatJson
from hexapoda.web.live.room_file import archive_folder, room_path
from hexapoda.web.opponents import opponent_names

__all__ = ["game_rows"]

_ID = re.compile(r"[0-9a-f]{32}")


def game_rows(ids: Iterable[str]) -> list[PlayedRowJson]:
    """Return what a list says about the games with these ids, last played first. Games that are gone, that
    cannot be read and that have no moves are left out.
    """
    found = [row for id in dict.fromkeys(ids) if (row := _row(id)) is not None]
    return sorted(found, key=lambda row: row["saved"], reverse=True)


def _row(id: str) -> PlayedRowJson | None:
    if _ID.fullmatch(id) is None:
        return None
    path = room_path(id)
    if not path.exists():
        path = archive_folder() / path.name
    try:
        record, _ = read_saved(path.read_text(encoding="utf-8"))
        saved = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        names = opponent_names(find_game(record.game))
    except (OSError, ValueError, HexapodaError):
        return None
    if not record.moves:
        return None
    first, second = record.players
    return {
        "id": id,
        "game": record.game,
        "variant": record.variant,
        "seats": (_seat(first, names), _seat(second, names)),
        "plies": record.plies,
        "result": record.result,
        "over": record.finished,
        "saved": saved.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def _seat(player: PlayerRecord, names: Mapping[str, tuple[str, str]]) -> RowSeatJson:
    _, name = names.get(player.engine, (None, player.name))
    return translated(RowSeatJson(human=not player.engine, name=name))
