"""Fills in the data that older stores lack: identities, trees, checksums and counters.

Runs after the migrations of the tables, in their transaction.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Table, or_, select, update

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.record import GameRecord, Node, PlayerRecord
from hexapoda.record.date import read_date
from hexapoda.record.node import line_of_moves
from hexapoda.storage.correction import REPEATED
from hexapoda.storage.counters import recount
from hexapoda.storage.identity import ANONYMOUS, digest_of, is_anonymous
from hexapoda.storage.indexing import IndexedGame, index
from hexapoda.storage.merging import join_players, merge_same_games
from hexapoda.storage.row import (
    Ownership,
    clean_player,
    is_sound,
    record_of,
    row_checksum,
    row_of,
    rows_with_names,
)
from hexapoda.storage.schema import games, players, versions
from hexapoda.storage.writer import now, player_ids

__all__ = ["renew", "sealing"]

_CHUNK = 1000
_REPEATED = {tag for tags in REPEATED[:3] for tag in tags} | {"Result", "RE"}
_COMMENTS = "Comments"
"""The tag in which older versions kept comments: a JSON list of pairs of a ply and a comment."""


def renew(connection: Connection) -> None:
    """Give every game its identity, tree and checksum, merge equal games, and fill the counters."""
    _join_anonymous(connection)
    for table in (games, versions):
        for row in _rows(connection, table):
            _renew_row(connection, table, row)
    recount(connection)
    merge_same_games(connection)


@contextlib.contextmanager
def sealing(connection: Connection, ids: Sequence[int]) -> Iterator[None]:
    """Recompute the checksums of these players' games after the `with` block, in which the caller changes the
    names of the players. A game that was damaged before remains damaged.
    """
    sound: list[tuple[Table, int]] = []
    for table in (games, versions):
        played = or_(table.c.player0_id.in_(ids), table.c.player1_id.in_(ids))
        sound += [
            (table, row.id)
            for row in connection.execute(rows_with_names(table).where(played))
            if is_sound(row)
        ]
    yield
    for table, number in sound:
        row = connection.execute(rows_with_names(table).where(table.c.id == number)).one()
        connection.execute(update(table).where(table.c.id == number).values(checksum=row_checksum(row)))


def _join_anonymous(connection: Connection) -> None:
    """Merge all nameless players into one; old stores have several."""
    for row in connection.execute(select(players)).all():
        if is_anonymous(PlayerRecord(row.name, row.engine)) and row.name:
            nobody = player_ids(connection, [clean_player(ANONYMOUS)])[clean_player(ANONYMOUS)]
            join_players(connection, row.id, nobody)


def _rows(connection: Connection, table: Table) -> Iterator[Any]:
    last = 0
    while rows := connection.execute(
        rows_with_names(table).where(table.c.id > last).order_by(table.c.id).limit(_CHUNK)
    ).all():
        yield from rows
        last = rows[-1].id


def _renew_row(connection: Connection, table: Table, row: Any) -> None:
    try:
        record, root = _with_comments(record_of(row, check=False))
    except InvalidGameError:
        return  # it has no checksum, so it stays a damaged game
    try:
        digest = index(record).digest
    except HexapodaError:  # a game unknown to this version
        digest = digest_of(record, [move.text for move in record.moves])
    number = row._mapping.get("game_id", row.id)
    game = IndexedGame(record, digest, (), root=root)
    place = Ownership(row.owner, row.kind, row.name, row.match_id)
    values = row_of(game, number, (row.player0_id, row.player1_id), place, row.updated or now())
    del values["id"]
    connection.execute(update(table).where(table.c.id == row.id).values(values))


def _with_comments(record: GameRecord) -> tuple[GameRecord, Node | None]:
    """Return the record in the form of this version, without the tag `Comments`, and its nodes with the
    comments of that tag; None instead of the nodes if the record has no such comments.
    """
    tags = dict(record.tags)
    text = tags.get(_COMMENTS)
    # Older versions kept only complete dates; an incomplete one is still in the tag.
    date = record.date or read_date(tags.get("Date", tags.get("DT", "")))
    repeated = _REPEATED if date else _REPEATED - {"Date", "DT"}
    record = replace(record, date=date, tags=tuple(tag for tag in record.tags if tag[0] not in repeated))
    if text is None:
        return record, None
    try:
        comments = [(int(ply), str(words)) for ply, words in json.loads(text)]
    except (TypeError, ValueError, RecursionError):
        return record, None  # the imported file itself has a tag with this name
    root = line_of_moves(record.moves)
    line = [root, *root.main_line()]
    for ply, words in comments:
        line[max(0, min(ply, len(line) - 1))].comments.append(words)
    others = tuple(tag for tag in record.tags if tag[0] != _COMMENTS)
    return replace(record, tags=others), root
