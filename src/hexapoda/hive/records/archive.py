"""Games of Hive for the store: read from files, written as PGN and game strings.

Owns the conversion between `hexapoda.hive.records` and `GameRecord`. Nearly all games use canonical piece
numbers: the core replays those in one call. The other games take the slower way through `replay.record`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games.archive import ReadRecord
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from hexapoda.hive.position_keys import moves_by_key, opening_keys, position_key, replay
from hexapoda.hive.records import RecordedGame, write_pgn
from hexapoda.hive.records.draft import GameDraft
from hexapoda.hive.records.reading import drafts
from hexapoda.hive.records.replay import claim, record, smallest_variant
from hexapoda.hive.records.tree import with_own_tags
from hexapoda.hive.text.game_string import STATES, split_game_string
from hexapoda.hive.variant import parse_variant
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.comments import COMMENTS, comments_of

__all__ = [
    "FORMATS",
    "moves_by_key",
    "opening_keys",
    "parse_opening",
    "parse_position",
    "position_key",
    "read_records",
    "record_text",
    "recorded_game",
    "replay",
    "takes",
]

FORMATS: tuple[str, ...] = ("pgn", "gamestring")

_FINISHED = {"WhiteWins": 0, "BlackWins": 1, "Draw": None}
_DATE = re.compile(r"(\d{4})[./-](\d{2})[./-](\d{2})")
_plain_move = lru_cache(maxsize=8192)(MoveRecord)
"""Cached: there are only about 5,500 move texts, and the records are immutable."""


def takes(text: str) -> bool:
    """Return whether the text of a variant, a position or an opening belongs to Hive: texts of Hex begin with
    a digit or are links.
    """
    return not text.lstrip()[:1].isdigit() and "#" not in text


def parse_position(text: str) -> Position:
    """Return the position of a text, under rules that allow every game of the store."""
    return HIVE.parse_position(text, {"opening": "free"})


def parse_opening(text: str, variant: str | None) -> tuple[str, list[str]]:
    """Return the variant and the moves of an opening. The text is a GameString, a variant and moves, or only
    moves if `variant` is given.
    """
    fields = [field.strip() for field in text.split(";")]
    if fields[0].startswith("Base"):
        if len(fields) > 1 and fields[1] in STATES:
            game = split_game_string(text)
            named, moves = game.variant, list(game.moves)
        else:
            named, moves = parse_variant(fields[0]), fields[1:]
        if variant is not None and named != variant:
            raise UsageError(f"the variant of the opening is {named!r}, but --variant is {variant!r}")
        variant = named
    else:
        moves = fields
    if variant is None:
        raise UsageError(f"the opening {text[:80]!r} has no variant: expected a GameString or --variant")
    return variant, [move for move in moves if move]


def read_records(text: str, source: str) -> Iterator[ReadRecord | InvalidGameError]:
    """Yield the games of a text; for one that cannot be replayed, its error."""
    for draft in drafts(text, source)[1]:
        try:
            yield _read(draft)
        except InvalidGameError as error:
            yield error


def record_text(game: GameRecord, format: str) -> str:
    """Return a stored game as PGN or game string, with a final newline. Raises `InvalidGameError`."""
    if format not in FORMATS:
        raise InvalidGameError(
            f"a game of {game.game!r} cannot be written as {format}: expected pgn or gamestring"
        )
    recorded = recorded_game(game)
    return write_pgn(recorded) if format == "pgn" else recorded.game_string() + "\n"


def recorded_game(game: GameRecord) -> RecordedGame:
    """Return a stored game in the form that the writers need. Raises `InvalidGameError` for an illegal move,
    and for a custom initial position, which neither PGN nor GameString can represent.
    """
    if game.game != "hive":
        raise InvalidGameError(f"a game of {game.game!r} cannot be written as a GameString or PGN of Hive")
    if game.start is not None:
        raise InvalidGameError("a game from a custom position cannot be written as GameString or PGN")
    position = Position(game.variant, opening="free", repetition=False)
    texts = tuple(move.text for move in game.moves)
    if position._play_uhp(texts) < len(texts):
        raise InvalidGameError(
            f"ply {position.ply + 1} of the stored game is not legal: {texts[position.ply]!r}"
        )
    result = ("WhiteWins", "BlackWins")[game.winner] if game.winner is not None else "Draw"
    # The moves decide whether the opening is free; the record may lack the rule.
    off = ["opening"] if _early_queen(texts) else []
    off += ["repetition"] if dict(game.rules).get("repetition") == "off" else []
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
        tags=_file_tags(game),
        comments=comments_of(game),
    )  # fmt: skip


def _file_tags(game: GameRecord) -> dict[str, str]:
    """Return the tags of the file that a game came from, with the record's current date and event."""
    tags = {name: value for name, value in game.tags if name != COMMENTS}
    tags["Event"] = game.event
    # A record has only complete dates. The tag keeps an incomplete date, such as 2024.??.??, until the record
    # gets a complete one.
    if _date(tags.get("Date", "")) != game.date[:10]:
        tags["Date"] = game.date[:10].replace("-", ".")
    return {name: value for name, value in tags.items() if value}


def _date(tag: str) -> str:
    """Return the date of a tag in the format of records; empty if it is incomplete."""
    found = _DATE.match(tag)
    return "-".join(found.groups()) if found else ""


def _read(draft: GameDraft) -> ReadRecord:
    position = _played(draft)
    rules: tuple[tuple[str, str], ...] = ()
    third: int | None = None
    if position is not None:
        keys = position._canonical_keys()
        if len(set(keys)) < len(keys) - 1 and max(Counter(keys).values()) > 2:
            position = None  # perhaps a repetition: `record` determines its ply
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
    return ReadRecord(with_own_tags(_record(draft, position, texts, rules, third)), texts, keys)


def _early_queen(texts: Sequence[str]) -> bool:
    """Return whether a queen was placed on a player's first turn."""
    return any(text[1:2] == "Q" for text in texts[:2])


def _played(draft: GameDraft) -> Position | None:
    """Return the final position if every ply is an exact MoveString in canonical numbering, else None."""
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
    # If the game ended on the board, the board decides; otherwise the claim of the record.
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
    return GameRecord(
        game="hive",
        variant=position.variant,
        players=(PlayerRecord(draft.white or ""), PlayerRecord(draft.black or "")),
        moves=tuple(map(_plain_move, texts)),
        winner=_FINISHED[result] if finished and result is not None else None,
        finished=finished,
        ending=ending,
        rules=rules,
        date=_date(draft.tags.get("Date", "")),
        event=draft.tags.get("Event", ""),
        source=draft.source,
        tags=tags,
    )
