"""Lists of the games on this server, read from their files: `game_rows`, the games that a visitor plays or
played, and `offered_games`, the games that a visitor can join.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from hexapoda.errors import HexapodaError
from hexapoda.games import find_game
from hexapoda.games.translations import translated
from hexapoda.play import HUMAN
from hexapoda.play.session_json import read_saved
from hexapoda.record import GameRecord, PlayerRecord
from hexapoda.record.given_moves import has_begun
from hexapoda.web.answers.game import OfferedGameJson, PlayedRowJson, RowSeatJson
from hexapoda.web.live.room_file import (
    GAME_ID,
    archive_folder,
    digest_of,
    open_seat_in,
    owners_in,
    rematch_in,
    room_path,
)
from hexapoda.web.live.served_time import ServedTime
from hexapoda.web.live.unfinished import Unfinished
from hexapoda.web.opponents import opponent_names
from hexapoda.web.owner import LOCAL

__all__ = ["game_rows", "offered_games"]


def game_rows(
    ids: Iterable[str], keys: Mapping[str, Sequence[str]], owner: str, served: ServedTime
) -> list[PlayedRowJson]:
    """Return the list rows of the games with these ids, most recently saved first. Games that do not exist or
    cannot be read are skipped, and so are games in which nobody has moved, unless the visitor plays
    one side against a person.

    `keys`: the visitor's keys, by the id of the game; `owner`: the visitor. `here` is left empty, because
    only the caller knows which players are connected.
    """
    found = [
        row for id in dict.fromkeys(ids) if (row := _row(id, keys.get(id, ()), owner, served)) is not None
    ]
    return sorted(found, key=lambda row: row["saved"], reverse=True)


def offered_games(ids: Iterable[str]) -> list[OfferedGameJson]:
    """Return the list rows of the games among `ids` that are open to anyone, newest first. `here` is left
    false, because only the caller knows which players are connected.
    """
    found = [game for id in ids if (game := _offered(id)) is not None]
    return sorted(found, key=lambda game: game["since"], reverse=True)


def _row(id: str, keys: Sequence[str], owner: str, served: ServedTime) -> PlayedRowJson | None:
    if GAME_ID.fullmatch(id) is None:
        return None
    path = room_path(id)
    if not path.exists():
        path = archive_folder() / path.name
    try:
        record, saved, changed = _read(path)
        now = Unfinished.of_file(record, saved, served.now())
        names = opponent_names(find_game(record.game))
    except (OSError, ValueError, HexapodaError):
        return None
    own = _own_seats(saved, keys, owner)
    if not has_begun(record) and not (now.people and len(own) == 1):
        return None
    first, second = record.players
    return {
        "own": own,
        "turn": None if record.finished else now.turn,
        "left": None if now.due is None or record.finished else round(max(now.due - served.now(), 0.0), 1),
        "control": now.control,
        "timed": now.timed,
        "here": [],
        "open": now.open,
        "rematch": rematch_in(saved.get("web")) or None,
        "id": id,
        "game": record.game,
        "variant": record.variant,
        "seats": (_seat(first, names), _seat(second, names)),
        "plies": record.plies,
        "begun": has_begun(record),
        "result": record.result,
        "over": record.finished,
        "saved": changed,
    }


def _offered(id: str) -> OfferedGameJson | None:
    try:
        record, saved, _ = _read(room_path(id))
        web = saved.get("web")
        offered = open_seat_in(web)
        control = Unfinished.of_file(record, saved, 0).control
    except (OSError, ValueError, HexapodaError):
        return None
    if offered is None:
        return None
    offerer = record.players[1 if offered == "first" else 0]
    return {
        "id": id,
        "game": record.game,
        "variant": record.variant,
        "rules": dict(record.rules),
        "start": record.start is not None,
        "control": control,
        "seat": {"first": 0, "second": 1}.get(offered),
        "name": "" if offerer.name == HUMAN else offerer.name,
        "help": isinstance(web, Mapping) and web.get("help") is True,
        "here": False,
        "since": record.date,
    }


def _read(path: Path) -> tuple[GameRecord, Mapping[str, object], str]:
    """Return the record in a game's file, the whole content of the file, and the time of its last change as
    ISO 8601 in UTC. Raises `OSError`, `ValueError` and `HexapodaError`.
    """
    record, saved = read_saved(path.read_text(encoding="utf-8"))
    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return record, saved, changed.strftime("%Y-%m-%dT%H:%M:%SZ")


def _own_seats(saved: Mapping[str, object], keys: Sequence[str], owner: str) -> list[int]:
    """Return the seats for which these keys are valid. Without keys, return the seats that the visitor took
    before, but none for the owner of the data folder.
    """
    known = saved.get("keys")
    digests = [digest_of(key) for key in keys]
    if digests and isinstance(known, list):
        return [seat for seat, digest in enumerate(known[:2]) if digest in digests]
    if owner == LOCAL:
        return []
    return [seat for seat, taker in enumerate(owners_in(saved.get("web"))) if taker == owner]


def _seat(player: PlayerRecord, names: Mapping[str, tuple[str, str]]) -> RowSeatJson:
    _, name = names.get(player.engine, (None, player.name))
    return translated(RowSeatJson(human=not player.engine, name=name))
