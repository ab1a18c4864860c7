"""Files of Hex games as indexed games, and stored games of Hex as SGF, links of HexWorld and lines.

Owns the passage between `hexapoda.hex.records` and `GameRecord`. Comments of the main line are kept,
variations are not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from hexapoda.errors import InvalidGameError
from hexapoda.hex.outcome import WINS
from hexapoda.hex.records import RecordedGame, format_game
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import record, replay
from hexapoda.hex.records.tree import ENDING_WORDS, FORFEIT, game_record, with_own_property
from hexapoda.record import GameRecord
from hexapoda.storage.comments import COMMENTS, comments_of
from hexapoda.storage.hex_keys import keys_of
from hexapoda.storage.indexing import IndexedGame, indexed

__all__ = ["hex_games", "hex_text", "record_of"]


def hex_games(text: str, source: str) -> Iterator[IndexedGame | InvalidGameError]:
    """The games of a text; an error in the place of each one that cannot be replayed."""
    for draft in drafts(text, source)[1]:
        try:
            game = record(draft)
        except InvalidGameError as error:
            yield error
        else:
            texts, keys = keys_of(game.initial(), [str(move) for move in game.moves])
            yield indexed(record_of(game), texts, keys, bare=True)


def record_of(game: RecordedGame) -> GameRecord:
    """A replayed game as a record, the comments of its main line among the tags."""
    plain = with_own_property(game_record(game), game.tags.get("HXR"))
    if not game.comments:
        return plain
    comments = (COMMENTS, json.dumps(game.comments, ensure_ascii=False))
    return replace(plain, tags=(*plain.tags, comments))


def hex_text(game: GameRecord, format: str) -> str:
    """A stored game of Hex in one of the formats that games of Hex have. Raises `InvalidGameError`."""
    if format not in ("sgf", "hexworld", "gamestring"):
        raise InvalidGameError(f"a game of Hex has no form as {format}: expected sgf, hexworld or gamestring")
    return format_game(_recorded(game), format)


def _recorded(game: GameRecord) -> RecordedGame:
    """A stored game as the writers of files take it."""
    head = game.start or game.variant
    if "swap" not in head and (swap := dict(game.rules).get("swap")):
        board, *fields = head.split(" ")
        head = " ".join([board, f"swap={swap}", *fields])
    text = " ".join([head, *(move.text for move in game.moves)])
    [draft] = drafts(text, game.source or "<store>")[1]
    played = replay(draft)
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
