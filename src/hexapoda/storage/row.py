"""Converts games to rows of the `games` table and back, without loss.

Fields that can be searched have columns of their own; `extra` and `tree` hold all others as JSON. Each row
has a checksum: reading a damaged row raises an error instead of returning a wrong game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from sqlalchemy import Select, Table, select

from hexapoda.errors import InvalidGameError
from hexapoda.record import Ending, GameRecord, MoveRecord, Node, PlayerRecord
from hexapoda.record.tree_json import nodes_from_json, nodes_json
from hexapoda.storage.answers import StoredGame
from hexapoda.storage.identity import known_player
from hexapoda.storage.indexing import IndexedGame
from hexapoda.storage.schema import GAMES_IN_BLOCK, games, players
from hexapoda.text.sentence import Sentence

__all__ = [
    "DRAW",
    "NO_RESULT",
    "Ownership",
    "checksum_of",
    "clean",
    "clean_player",
    "cleaned",
    "is_sound",
    "position_rows",
    "record_of",
    "result_code",
    "root_of",
    "row_checksum",
    "row_of",
    "rows_with_names",
    "sound_games",
    "stored_game",
]

DRAW = 2
NO_RESULT = 3
_PLAIN_COLUMNS = (
    "id", "game", "variant", "winner", "ending", "plies", "moves", "start", "date", "event", "source",
    "extra", "match_id", "owner", "kind", "name", "tree", "updated",
)  # fmt: skip
"""Columns that the checksum covers. Player ids are not among them, because merging players changes them."""


def clean(text: str) -> str:
    """Return `text` as both databases can store it: NUL and lone surrogates become U+FFFD."""
    if text.isascii():
        return text.replace("\0", "\ufffd") if "\0" in text else text
    return "".join("\ufffd" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)


def clean_player(player: PlayerRecord) -> tuple[str, str]:
    """Return the name and engine as in the table of players; both are empty for an anonymous player."""
    known = known_player(player)
    return clean(known.name), clean(known.engine)


def cleaned(record: GameRecord) -> GameRecord:
    """Return the record with the fields by which games are compared (players, event, date) cleaned."""
    pairs = [clean_player(player) for player in record.players]
    event, date = clean(record.event), clean(record.date)
    if (event, date) == (record.event, record.date) and pairs == [(p.name, p.engine) for p in record.players]:
        return record
    first, second = (PlayerRecord(name, engine) for name, engine in pairs)
    return replace(record, players=(first, second), event=event, date=date)


def rows_with_names(table: Table = games) -> Select[Any]:
    """Return the query for the rows that `record_of` reads, from `games` or `versions`. It includes games
    whose players are missing, which count as damaged.
    """
    first, second = players.alias("first"), players.alias("second")
    return (
        select(
            table,
            first.c.name.label("name0"),
            first.c.engine.label("engine0"),
            second.c.name.label("name1"),
            second.c.engine.label("engine1"),
        )
        .outerjoin(first, first.c.id == table.c.player0_id)
        .outerjoin(second, second.c.id == table.c.player1_id)
    )


def result_code(record: GameRecord) -> int:
    """Return 0 or 1 for the player who won, 2 for a draw, 3 for a game without a result."""
    if not record.finished:
        return NO_RESULT
    return DRAW if record.winner is None else record.winner


@dataclass(frozen=True, slots=True)
class Ownership:
    """The data that the store adds to a game.

    Attributes:
        owner: its owner; empty for the public library.
        kind: `game`, or `analysis` for a tree that does not record a played game.
        name: the name that its owner gave it.
        match: the id of the match that it belongs to.
    """

    owner: str = ""
    kind: str = "game"
    name: str = ""
    match: int | None = None


def row_of(
    game: IndexedGame, game_id: int, players: tuple[int, int], place: Ownership, updated: str
) -> dict[str, Any]:
    """Return the columns of a game whose players have these ids. Raises `InvalidGameError`."""
    record = game.record
    root = game.root
    row = {
        "id": game_id,
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
        "extra": _extra(record),
        "match_id": place.match,
        "owner": clean(place.owner),
        "kind": place.kind,
        "name": clean(place.name),
        "tree": None if root is None else json.dumps(nodes_json(root), separators=(",", ":")),
        "updated": updated,
    }
    row["checksum"] = checksum_of(row, *map(clean_player, record.players))
    return row


def checksum_of(row: Mapping[str, Any], first: tuple[str, str], second: tuple[str, str]) -> bytes:
    """Return 8 bytes that depend on a game's columns, except the player ids, and on its players' names."""
    values = (
        *(row[name] for name in _PLAIN_COLUMNS),
        _bytes(row["digest"]),
        bool(row["finished"]),
        *first,
        *second,
    )
    # The text of `ascii` is the same in every version of Python.
    return blake2b(ascii(values).encode("ascii"), digest_size=8).digest()


def position_rows(game: IndexedGame, game_id: int) -> list[tuple[int, int, int, int, int | None, int]]:
    """Return the rows of `positions`: block, key, game, ply, key of the next position in the game, result."""
    keys = game.keys
    if not keys:
        return []
    result = result_code(game.record)
    last = len(keys) - 1
    block = game_id // GAMES_IN_BLOCK
    rows: list[tuple[int, int, int, int, int | None, int]] = [
        (block, keys[ply], game_id, ply, keys[ply + 1], result) for ply in range(last)
    ]
    rows.append((block, keys[last], game_id, last, None, result))
    return rows


def record_of(row: Any, *, check: bool = True) -> GameRecord:
    """Return the record of a row of `rows_with_names`. Raises `InvalidGameError` for a damaged row. Without
    `check`, the checksum is ignored.
    """
    if check:
        _check(row)
    try:
        return _record(row)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise _damaged(row, str(error)) from error


def root_of(row: Any) -> Node | None:
    """Return the nodes of a row; None if it has only a main line. Raises `InvalidGameError`."""
    if row.tree is None:
        return None
    _check(row)
    try:
        return nodes_from_json(json.loads(row.tree))
    except (ValueError, TypeError, RecursionError) as error:
        raise _damaged(row, str(error)) from error


def stored_game(row: Any) -> StoredGame:
    """Return the game of a row of `rows_with_names`. Raises `InvalidGameError` for a damaged row."""
    return StoredGame(row.id, record_of(row), row.tree, row.owner, row.kind, row.name, row.updated)


def sound_games(rows: Iterable[Any], damaged: list[int] | None) -> Iterator[StoredGame]:
    """Yield the games of rows, and add the numbers of damaged ones to `damaged`; if that is None, a damaged
    game raises `InvalidGameError`.
    """
    for row in rows:
        try:
            found = stored_game(row)
        except InvalidGameError:
            if damaged is None:
                raise
            damaged.append(row.id)
        else:
            yield found


def row_checksum(row: Any) -> bytes:
    """Return the checksum that a row of `rows_with_names` should have. Raises `ValueError` or `TypeError`
    if a value has the wrong type.
    """
    mapping = row._mapping
    return checksum_of({**mapping, "id": _number(row)}, (row.name0, row.engine0), (row.name1, row.engine1))


def is_sound(row: Any) -> bool:
    """Return whether the checksum of a row of `rows_with_names` is correct."""
    try:
        return row.checksum is not None and row_checksum(row) == _bytes(row.checksum)
    except (ValueError, TypeError):
        return False


def _bytes(value: Any) -> bytes:
    """Return the bytes of a column. Raises `TypeError` for a number, which `bytes` would turn into zeros."""
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{value!r} is not bytes")
    return bytes(value)


def _check(row: Any) -> None:
    if not is_sound(row):
        raise _damaged(row, Sentence("its checksum is wrong"))


def _damaged(row: Any, why: str) -> InvalidGameError:
    return InvalidGameError(Sentence("game {id} of the store is damaged: {why}", id=_number(row), why=why))


def _number(row: Any) -> int:
    """Return the number of the game. The id of a row in `versions` is not the number of its game."""
    return int(row._mapping.get("game_id", row.id))


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
        raise ValueError(f"it has {len(texts)} moves and details for {len(details)}")
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


def _extra(record: GameRecord) -> str | None:
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
    if not all(move.is_plain for move in record.moves):
        extra["moves"] = [None if move.is_plain else _detail(move) for move in record.moves]
    return json.dumps(extra, separators=(",", ":")) if extra else None


def _detail(move: MoveRecord) -> list[Any]:
    values = [move.score, move.win_in, move.depth, move.nodes, move.time, move.book]
    return values if move.waited is None else [*values, move.waited]
