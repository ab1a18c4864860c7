"""Files of Hex games as indexed games, and stored games of Hex as SGF, links of HexWorld and lines.

Owns the passage between `hexapoda.hex.records` and `GameRecord`. Comments of the main line are kept,
variations are not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from hexapoda.errors import InvalidGameError
from hexapoda.hex.records import RecordedGame, format_game
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import record, replay
from hexapoda.hex.records.result import WINS
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage.comments import COMMENTS, comments_of
from hexapoda.storage.hex_keys import keys_of
from hexapoda.storage.indexing import IndexedGame, indexed

__all__ = ["hex_games", "hex_text", "record_of"]

_DATE = re.compile(r"(\d{4})[./-](\d{2})[./-](\d{2})")
_ENDINGS = {"resign": Ending.RESIGN, "time": Ending.TIMEOUT}
_WORDS = {Ending.RESIGN: "resign", Ending.TIMEOUT: "time"}
_FORFEIT = "forfeit"


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
    """A replayed game as a record."""
    on_board = game.state in WINS
    result = game.state if on_board else game.claimed
    finished = result in WINS
    ending = Ending.NORMAL if on_board else _ENDINGS.get(game.ending, Ending.UNKNOWN)
    tags = tuple((name, value) for name, value in game.tags.items() if name not in ("DT", "EV"))
    if game.comments:
        tags += ((COMMENTS, json.dumps(game.comments, ensure_ascii=False)),)
    date = _DATE.match(game.tags.get("DT", ""))
    return GameRecord(
        game="hex",
        variant=game.variant,
        players=(PlayerRecord(game.black or ""), PlayerRecord(game.white or "")),
        moves=tuple(MoveRecord(str(move)) for move in game.moves),
        winner=WINS.index(result) if finished and result is not None else None,
        finished=finished,
        ending=ending if finished else Ending.UNKNOWN,
        rules=() if game.swap == "off" else (("swap", game.swap),),
        start=game.start,
        detail=_FORFEIT if game.ending == _FORFEIT and not on_board else "",
        date="-".join(date.groups()) if date else "",
        event=game.tags.get("EV", ""),
        source=game.source,
        tags=tags,
    )


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
        ending=_FORFEIT if game.detail == _FORFEIT else _WORDS.get(game.ending, ""),
        black=game.players[0].name or None,
        white=game.players[1].name or None,
        tags=tags,
        root=played.root,
    )
