"""Games of Hex for the store: read from files, written as SGF, HexWorld links and lines of text.

Owns the conversion between `hexapoda.hex.records` and `GameRecord`. Keeps the comments of the main line, but
no variations.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games.archive import ReadRecord
from hexapoda.hex.game import HEX
from hexapoda.hex.outcome import WINS
from hexapoda.hex.position import Position
from hexapoda.hex.position_keys import keys_of, moves_by_key, opening_keys, position_key, replay
from hexapoda.hex.records import RecordedGame, format_game, read_text
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import record
from hexapoda.hex.records.replay import replay as replay_draft
from hexapoda.hex.records.tree import ENDING_WORDS, FORFEIT, game_record, with_own_property
from hexapoda.hex.variant import board_size
from hexapoda.record import GameRecord
from hexapoda.record.comments import COMMENTS, comments_of

__all__ = [
    "FORMATS",
    "moves_by_key",
    "opening_keys",
    "parse_opening",
    "parse_position",
    "position_key",
    "read_records",
    "record_of",
    "record_text",
    "replay",
    "takes",
]

FORMATS: tuple[str, ...] = ("sgf", "hexworld", "gamestring")


def takes(text: str) -> bool:
    """Return whether a text belongs to Hex: it begins with a board, or it is a link."""
    return text.lstrip()[:1].isdigit() or "#" in text


def parse_position(text: str) -> Position:
    """Return the position of a text, under the rules that the text names."""
    return HEX.parse_position(text, None)


def parse_opening(text: str, variant: str | None) -> tuple[str, list[str]]:
    """Return the board and the moves of an opening: a line with its board, a link, or moves and a variant."""
    if not takes(text):
        text = f"{variant} {' '.join(text.replace(';', ' ').split())}"
    [game] = read_text(text, "--opening")
    if variant is not None and board_size(variant) != board_size(game.variant):
        raise UsageError(f"the opening is played on {game.variant!r}, but --variant is {variant!r}")
    if game.start is not None:
        raise UsageError(
            f"the opening {text[:80]!r} begins with stones on the board: expected the empty board"
        )
    return game.variant, [str(move) for move in game.moves]


def read_records(text: str, source: str) -> Iterator[ReadRecord | InvalidGameError]:
    """Yield the games of a text, or an error for each game that cannot be replayed."""
    for draft in drafts(text, source)[1]:
        try:
            game = record(draft)
        except InvalidGameError as error:
            yield error
        else:
            texts, keys = keys_of(game.initial(), [str(move) for move in game.moves])
            yield ReadRecord(record_of(game), texts, keys)


def record_of(game: RecordedGame) -> GameRecord:
    """Return a replayed game as a record, with the comments of its main line among the tags."""
    plain = with_own_property(game_record(game), game.tags.get("HXR"))
    if not game.comments:
        return plain
    comments = (COMMENTS, json.dumps(game.comments, ensure_ascii=False))
    return replace(plain, tags=(*plain.tags, comments))


def record_text(game: GameRecord, format: str) -> str:
    """Return a stored game as text in a format of Hex. Raises `InvalidGameError`."""
    if format not in FORMATS:
        raise InvalidGameError(
            f"games of Hex cannot be written as {format}: expected sgf, hexworld or gamestring"
        )
    return format_game(_recorded(game), format)


def _recorded(game: GameRecord) -> RecordedGame:
    """Return a stored game in the form that the writers take."""
    head = game.start or game.variant
    if "swap" not in head and (swap := dict(game.rules).get("swap")):
        board, *fields = head.split(" ")
        head = " ".join([board, f"swap={swap}", *fields])
    text = " ".join([head, *(move.text for move in game.moves)])
    [draft] = drafts(text, game.source or "<store>")[1]
    played = replay_draft(draft)
    if played.error is not None:
        raise InvalidGameError(f"the stored game is not legal: {played.error}")
    for ply, words in comments_of(game):
        node = next((node for node in (played.root, *played.root.main_line()) if node.ply == ply), None)
        if node is not None:
            node.comments.append(words)
    tags = {name: value for name, value in game.tags if name != COMMENTS}
    tags |= {"DT": game.date[:10]} if game.date else {}
    tags |= {"EV": game.event} if game.event else {}
    return RecordedGame(
        source=game.source,
        line=1,
        format="sgf",
        variant=played.variant,
        swap=played.swap,
        start=played.start,
        moves=tuple(played.position.moves),
        texts=tuple(move.text for move in game.moves),
        state=played.state,
        claimed=None if game.winner is None else WINS[game.winner],
        ending=FORFEIT if game.detail == FORFEIT else ENDING_WORDS.get(game.ending, ""),
        black=game.players[0].name or None,
        white=game.players[1].name or None,
        tags=tags,
        root=played.root,
    )
