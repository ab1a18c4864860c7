"""Game trees of Hex as SGF: variations, comments, glyphs, evaluations and clock times.

Maps the fields of a `GameRecord` to properties. Fields without a standard property are stored as a JSON
object in the property `HXR`. Several comments on one move are merged into one; a tree cannot contain a pass.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hex.game import HEX
from hexapoda.hex.outcome import WINS
from hexapoda.hex.position import Position
from hexapoda.hex.records.draft import Ply
from hexapoda.hex.records.game import RecordedGame
from hexapoda.hex.records.replay import record
from hexapoda.hex.records.sgf import read_sgf
from hexapoda.hex.records.sgf_writer import format_sgf as format_plies
from hexapoda.hex.records.sgf_writer import root_properties
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.annotation import annotate, commands
from hexapoda.record.node import Node
from hexapoda.record.tree import GameTree
from hexapoda.sentence import Sentence, message_of

__all__ = ["ENDING_WORDS", "FORFEIT", "format_sgf", "game_record", "parse_sgf", "with_own_property"]

ENDING_WORDS = {Ending.RESIGN: "resign", Ending.TIMEOUT: "time"}
"""Terminations that RE can express, with the words for them in `RecordedGame.ending`."""
_ENDINGS = {word: ending for ending, word in ENDING_WORDS.items()}
FORFEIT = "forfeit"
"""The third termination that RE can express; a `GameRecord` has it in `detail`."""
_PROPERTY = "HXR"
_FIELDS = ("players", "ending", "rules", "detail", "date", "event", "number", "seed", "tags")
"""The fields of a record that are read from `HXR`; the moves and standard properties give the others."""
_DATE = re.compile(r"(\d{4})[./-](\d{2})[./-](\d{2})")


def format_sgf(tree: GameTree, *, plain: bool = False) -> str:
    """Return the tree as one SGF game. `plain` writes only the main line, for simple programs."""
    header = tree.header
    start: Any = tree.start
    tags = {name: text for name, text in header.tags if _is_property(name)}
    tags |= {"EV": header.event} if header.event else {}
    tags |= {"DT": header.date[:10]} if header.date else {}
    properties = root_properties(
        start,
        black=header.players[0].name,
        white=header.players[1].name,
        winner=header.winner,
        ending=FORFEIT if header.detail == FORFEIT else ENDING_WORDS.get(header.ending, ""),
        tags=tags,
    )
    root = _plies(tree, start)
    if not plain and (more := _more(header, format_plies(properties, root, plain=True))):
        properties[_PROPERTY] = [json.dumps(more, ensure_ascii=False)]
    return format_plies(properties, root, plain=plain)


def parse_sgf(text: str, source: str = "<text>") -> Iterator[GameTree]:
    """Yield the trees of an SGF text. Raises `InvalidGameError` with line and ply at the first bad one."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for draft in read_sgf(text, source):
        game = record(draft)
        try:
            tree = GameTree(HEX, _header(game))
            _grow(tree, game.root)
        except (HexapodaError, ValueError, TypeError, RecursionError) as error:
            raise InvalidGameError(
                Sentence("line {line}: {why}", line=game.line, why=message_of(error)),
                source=source,
                line=game.line,
            ) from error
        yield tree


def game_record(game: RecordedGame) -> GameRecord:
    """Return a game from a file as a record, without its comments."""
    on_board = game.state in WINS
    result = game.state if on_board else game.claimed
    finished = result in WINS
    ending = Ending.NORMAL if on_board else _ENDINGS.get(game.ending, Ending.UNKNOWN)
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
        detail=FORFEIT if game.ending == FORFEIT and not on_board else "",
        date="-".join(date.groups()) if date else "",
        event=game.tags.get("EV", ""),
        source=game.source,
        tags=tuple((name, text) for name, text in game.tags.items() if name not in ("DT", "EV", _PROPERTY)),
    )


def with_own_property(record: GameRecord, text: str | None) -> GameRecord:
    """Return a record with the fields in `text`, the value of `HXR` that `format_sgf` wrote. Ignores an
    invalid value, and the fields that follow from the moves and the standard properties.
    """
    try:
        more = {} if text is None else json.loads(text)
        kept = {name: more[name] for name in _FIELDS if name in more}
        return GameRecord.from_json({**record.to_json(), **kept})
    except (HexapodaError, ValueError, TypeError, RecursionError):
        return record


def _more(header: GameRecord, text: str) -> dict[str, Any]:
    """Return the JSON fields of a header that would be lost if `text`, its SGF, were read again."""
    [draft] = read_sgf(text, "")
    recorded = _recorded_fields(record(draft))
    return {name: value for name, value in header.to_json().items() if recorded.get(name) != value}


def _recorded_fields(game: RecordedGame) -> dict[str, Any]:
    return {**game_record(game).to_json(), "moves": [], "source": ""}


def _header(game: RecordedGame) -> GameRecord:
    more = json.loads(game.tags.get(_PROPERTY, "{}"))
    return GameRecord.from_json({**_recorded_fields(game), **more, "moves": []})


def _plies(tree: GameTree, start: Any) -> Ply:
    """Return the nodes of a tree as plies, with the color of every stone."""
    root = Ply()
    copies = {id(tree.root): root}
    position: Position = start
    path: list[Node] = [tree.root]
    for node in tree.walk():
        if node.parent is not None:
            while path[-1] is not node.parent:
                path.pop()
                position.pop()
            color = position.color_to_move
            position.push(position.parse_move(node.text))
            path.append(node)
            copies[id(node)] = copies[id(node.parent)].add(node.text, color)
        copy = copies[id(node)]
        copy.nags |= node.nags
        copy.comments = [*commands(node), *node.comments]
    return root


def _grow(tree: GameTree, root: Ply) -> None:
    """Add variations, which the replay has checked, and annotations to the tree."""
    annotate(tree.root, root.nags, root.comments)
    todo = [(ply, tree.root) for ply in reversed(root.variations)]
    while todo:
        ply, parent = todo.pop()
        if ply.text == "pass":
            raise InvalidGameError(f"ply {ply.ply}: a game tree of Hex cannot contain a pass", ply=ply.ply)
        node = parent.child(ply.text)
        if node is None:
            node = Node(MoveRecord(ply.text), parent, parent.ply + 1)
            parent.variations.append(node)
        annotate(node, ply.nags, ply.comments)
        todo += [(child, node) for child in reversed(ply.variations)]


def _is_property(name: str) -> bool:
    return name.isascii() and name.isalpha() and name.isupper() and len(name) <= 2
