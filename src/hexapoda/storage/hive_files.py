"""Files of Hive games as indexed games, and stored games as what the writers of files take.

Owns the passage between `hexapoda.hive.records` and `GameRecord`. Games with canonical piece numbers, which
nearly all are, are replayed by the core in one call; the others go the way of the readers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexapoda.errors import InvalidGameError
from hexapoda.hive import Position
from hexapoda.hive.records import RecordedGame, write_pgn
from hexapoda.hive.records.draft import GameDraft
from hexapoda.hive.records.reading import drafts
from hexapoda.hive.records.replay import claim, record, smallest_variant
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage.comments import COMMENTS, comments_of
from hexapoda.storage.indexing import IndexedGame, indexed

__all__ = ["hive_games", "hive_text", "recorded_game"]

_FINISHED = {"WhiteWins": 0, "BlackWins": 1, "Draw": None}
_DATE = re.compile(r"(\d{4})[./-](\d{2})[./-](\d{2})")
_plain_move = lru_cache(maxsize=8192)(MoveRecord)
"""Cached, because the 5,488 texts that there are come back in every game and a record does not change."""


def hive_games(text: str, source: str) -> Iterator[IndexedGame | InvalidGameError]:
    """The games of a text; an error in the place of each one that cannot be replayed."""
    for draft in drafts(text, source)[1]:
        try:
            yield _index(draft)
        except InvalidGameError as error:
            yield error


def hive_text(game: GameRecord, format: str) -> str:
    """A stored game of Hive as PGN or game string, ending in a line end. Raises `InvalidGameError`."""
    if format not in ("pgn", "gamestring"):
        raise InvalidGameError(f"a game of {game.game!r} has no form as {format}: expected pgn or gamestring")
    recorded = recorded_game(game)
    return write_pgn(recorded) if format == "pgn" else recorded.game_string() + "\n"


def recorded_game(game: GameRecord) -> RecordedGame:
    """A stored game of Hive as the writers of files take it. Raises `InvalidGameError`.

    A game that began from a text position has no form as a PGN or GameString.
    """
    if game.game != "hive":
        raise InvalidGameError(f"a game of {game.game!r} has no form as a GameString or a PGN of Hive")
    if game.start is not None:
        raise InvalidGameError("a game that began from a text position has no form as GameString or PGN")
    position = Position(game.variant, opening="free", repetition=False)
    texts = tuple(move.text for move in game.moves)
    if position._play_uhp(texts) < len(texts):
        raise InvalidGameError(
            f"ply {position.ply + 1} of the stored game is not legal: {texts[position.ply]!r}"
        )
    result = ("WhiteWins", "BlackWins")[game.winner] if game.winner is not None else "Draw"
    tags = {name: value for name, value in game.tags if name != COMMENTS}
    # The opening is free where the moves need it, whatever the record says.
    off = ["opening"] if _early_queen(texts) else []
    off += ["repetition"] if dict(game.rules).get("repetition") == "off" else []
    tags.setdefault("Date", game.date.replace("-", ".")[:10])
    tags.setdefault("Event", game.event)
    return RecordedGame(
        source=game.source,
        line=1,
        format="pgn",
        variant=position.variant,
        rules=tuple(off),
        moves=tuple(position.moves),
        texts=texts,
        state=position.state,
        claimed=result if game.finished else None,
        white=game.players[0].name or None,
        black=game.players[1].name or None,
        tags={name: value for name, value in tags.items() if value},
        comments=comments_of(game),
    )  # fmt: skip


def _index(draft: GameDraft) -> IndexedGame:
    position = _played(draft)
    rules: tuple[tuple[str, str], ...] = ()
    third: int | None = None
    if position is not None:
        keys = position._canonical_keys()
        if (
            len(set(keys)) < len(keys) - 1 and max(Counter(keys).values()) > 2
        ):  # perhaps a repetition: the readers tell
            position = None
    if position is None:
        game = record(draft)
        position = Position(game.variant, opening="free", repetition=False)
        for move in game.moves:
            position.push(move)
        third = game.repetition_ply
        keys = position._canonical_keys()
    texts = position._uhp_texts()
    if _early_queen(texts):
        rules = (("opening", "free"),)
    if third is not None and third < len(texts):
        rules += (("repetition", "off"),)
    return indexed(_record(draft, position, texts, rules, third), texts, keys, bare=True)


def _early_queen(texts: Sequence[str]) -> bool:
    """Whether a queen came on a player's first turn."""
    return any(text[1:2] == "Q" for text in texts[:2])


def _played(draft: GameDraft) -> Position | None:
    """The last position, if every ply is an exact MoveString in canonical numbering."""
    if draft.cells or draft.error is not None:
        return None
    variant = draft.variant or smallest_variant(draft)
    position = Position(variant, opening="free", repetition=False)
    if position._play_uhp(draft.texts) < len(draft.texts):
        return None
    return None if draft.unfinished is not None and position.state not in _FINISHED else position


def _record(
    draft: GameDraft,
    position: Position,
    texts: Sequence[str],
    rules: tuple[tuple[str, str], ...],
    third: int | None,
) -> GameRecord:
    board = position.state
    claimed = claim(draft, board)
    # What has ended on the board cannot be argued with; otherwise the record's word stands.
    result = board if board in _FINISHED else claimed
    finished = result in _FINISHED
    ending = Ending.UNKNOWN
    if board in _FINISHED:
        ending = Ending.NORMAL
    elif finished and third == len(texts):
        ending = Ending.REPETITION
    tags = tuple((name, value) for name, value in draft.tags.items())
    if draft.comments:
        tags += ((COMMENTS, json.dumps(draft.comments, ensure_ascii=False)),)
    date = _DATE.match(draft.tags.get("Date", ""))
    return GameRecord(
        game="hive",
        variant=position.variant,
        players=(PlayerRecord(draft.white or ""), PlayerRecord(draft.black or "")),
        moves=tuple(map(_plain_move, texts)),
        winner=_FINISHED[result] if finished and result is not None else None,
        finished=finished,
        ending=ending,
        rules=rules,
        date="-".join(date.groups()) if date else "",
        event=draft.tags.get("Event", ""),
        source=draft.source,
        tags=tags,
    )
