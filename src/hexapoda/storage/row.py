"""Converting records to rows of the table of games and back, without loss.

Owns which fields are columns, for searching, and the JSON of all others in the column `extra`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, Table, select

from hexapoda.errors import InvalidGameError
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage.identity import known_player
from hexapoda.storage.indexing import IndexedGame
from hexapoda.storage.schema import games, players

__all__ = [
    "NO_RESULT",
    "clean",
    "clean_player",
    "cleaned",
    "position_rows",
    "record_of",
    "result_code",
    "row_of",
    "rows_with_names",
]

DRAW = 2
NO_RESULT = 3


def clean(text: str) -> str:
    """Return `text` as both databases can store it: NUL and lone surrogates become U+FFFD."""
    if text.isascii():
        return text.replace("\0", "\ufffd") if "\0" in text else text
    return "".join("\ufffd" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)


def clean_player(player: PlayerRecord) -> tuple[str, str]:
    """Name and engine as in the table of players; both are empty for an anonymous player."""
    known = known_player(player)
    return clean(known.name), clean(known.engine)


def cleaned(record: GameRecord) -> GameRecord:
    """The record with the texts by which games are compared (players, event, date) passed through `clean`."""
    pairs = [clean_player(player) for player in record.players]
    event, date = clean(record.event), clean(record.date)
    if (event, date) == (record.event, record.date) and pairs == [(p.name, p.engine) for p in record.players]:
        return record
    first, second = (PlayerRecord(name, engine) for name, engine in pairs)
    return replace(record, players=(first, second), event=event, date=date)


def rows_with_names(table: Table = games) -> Select[Any]:
    """The query for the rows that `record_of` reads, of the stored games or of those in the trash."""
    first, second = players.alias("first"), players.alias("second")
    return (
        select(
            table,
            first.c.name.label("name0"),
            first.c.engine.label("engine0"),
            second.c.name.label("name1"),
            second.c.engine.label("engine1"),
        )
        .join(first, first.c.id == table.c.player0_id)
        .join(second, second.c.id == table.c.player1_id)
    )


def result_code(record: GameRecord) -> int:
    """0 or 1 for the player who won, 2 for a draw, 3 for a game without a result."""
    if not record.finished:
        return NO_RESULT
    return DRAW if record.winner is None else record.winner


def row_of(game: IndexedGame, players: tuple[int, int], match: int | None) -> dict[str, Any]:
    """The columns of a game whose players have these ids."""
    record = game.record
    return {
        "digest": game.digest,
        "game": clean(record.game),
        "variant": clean(record.variant),
        "player0_id": players[0],
        "player1_id": players[1],
        "winner": record.winner,
        "finished": record.finished,
        "ending": record.ending.value,
        "plies": len(record.moves),
        "moves": clean(";".join([move.text for move in record.moves])),
        "start": None if record.start is None else clean(record.start),
        "date": clean(record.date),
        "event": clean(record.event),
        "source": clean(record.source),
        "extra": _extra(record, game.bare),
        "match_id": match,
    }


def position_rows(game: IndexedGame, game_id: int) -> list[tuple[int, int, int, int | None, int]]:
    """Rows of the table of positions: key, game, ply, key of the next position in the game, result."""
    keys = game.keys
    if not keys:
        return []
    result = result_code(game.record)
    last = len(keys) - 1
    rows: list[tuple[int, int, int, int | None, int]] = [
        (keys[ply], game_id, ply, keys[ply + 1], result) for ply in range(last)
    ]
    rows.append((keys[last], game_id, last, None, result))
    return rows


def record_of(row: Any) -> GameRecord:
    """The record of a row of `rows_with_names`. Raises `InvalidGameError` for a damaged row."""
    try:
        return _record(row)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidGameError(f"game {row.id} of the store is damaged: {error}") from error


def _record(row: Any) -> GameRecord:
    extra: dict[str, Any] = json.loads(row.extra) if row.extra else {}
    texts = row.moves.split(";") if row.moves else []
    details = extra.pop("moves", None)
    if details is None:
        moves = tuple(map(MoveRecord, texts))
    elif len(details) == len(texts):
        moves = tuple(
            MoveRecord(text) if detail is None else MoveRecord(text, *detail)
            for text, detail in zip(texts, details, strict=True)
        )
    else:
        raise ValueError(f"it has {len(texts)} moves and details of {len(details)}")
    for name in ("rules", "tags"):
        if name in extra:
            extra[name] = tuple((key, value) for key, value in extra[name])
    return GameRecord(
        game=row.game,
        variant=row.variant,
        players=(PlayerRecord(row.name0, row.engine0), PlayerRecord(row.name1, row.engine1)),
        moves=moves,
        winner=row.winner,
        finished=bool(row.finished),
        ending=Ending(row.ending),
        start=row.start,
        date=row.date,
        event=row.event,
        source=row.source,
        **extra,
    )


def _extra(record: GameRecord, bare: bool) -> str | None:
    extra: dict[str, Any] = {}
    if record.rules:
        extra["rules"] = record.rules
    if record.detail:
        extra["detail"] = record.detail
    if record.number != -1:
        extra["number"] = record.number
    if record.seed is not None:
        extra["seed"] = record.seed
    if record.tags:
        extra["tags"] = record.tags
    if not bare and not all(map(_is_plain, record.moves)):
        extra["moves"] = [None if _is_plain(move) else _detail(move) for move in record.moves]
    return json.dumps(extra, separators=(",", ":")) if extra else None


def _is_plain(move: MoveRecord) -> bool:
    """Return whether a move record has only a text."""
    return (
        move.score is None
        and move.nodes is None
        and move.time is None
        and move.depth is None
        and move.win_in is None
        and not move.book
    )


def _detail(move: MoveRecord) -> list[Any]:
    return [move.score, move.win_in, move.depth, move.nodes, move.time, move.book]
