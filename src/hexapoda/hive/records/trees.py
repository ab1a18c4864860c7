"""Games of Hive in any format as trees.

Owns how a recorded game becomes a tree. PGN keeps variations and evaluations, other formats only comments.
A variation that cannot be read becomes one of the tree's faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexapoda.errors import InvalidGameError
from hexapoda.hive.game import HIVE
from hexapoda.hive.records import RecordedGame
from hexapoda.hive.records.draft import GameDraft
from hexapoda.hive.records.reading import drafts
from hexapoda.hive.records.replay import record
from hexapoda.hive.records.result import FINISHED
from hexapoda.hive.records.tree import parse_annotated, parse_pgn
from hexapoda.record import Ending, GameRecord, GameTree, MoveRecord, PlayerRecord
from hexapoda.sentence import Sentence

__all__ = ["read_trees"]

_START = re.compile(r"^\[\s*Start\s", re.MULTILINE)
_DATE = re.compile(r"([0-9]{4})[./-]([0-9]{2})[./-]([0-9]{2})")
_READ = frozenset({"GameType", "Date", "Event", "White", "Black", "Result"})
"""Tags that are fields of a record."""
_WINNERS = {"WhiteWins": 0, "BlackWins": 1}


def read_trees(text: str, source: str) -> Iterator[GameTree | InvalidGameError]:
    """Yield the trees of a text; for a bad game, its error. Raises `InvalidGameError` if there are no
    games, and, in a file with custom initial positions, at the first bad game.
    """
    if _START.search(text):  # only trees may start from a custom position
        yield from parse_pgn(text, source, skip_bad=True)
        return
    sniffed, found = drafts(text, source)
    if sniffed.format is None:
        raise InvalidGameError(
            Sentence("{source} holds no games: {reason}", source=source, reason=sniffed.reason), source=source
        )
    for draft in found:
        try:
            yield _tree(draft)
        except InvalidGameError as error:
            yield error


def _tree(draft: GameDraft) -> GameTree:
    game = record(draft)
    header = _record(game)
    fault: InvalidGameError | None = None
    if game.annotated:
        try:
            return parse_annotated(game.annotated, header, game.line)
        except InvalidGameError as error:  # use only the main line, which has been replayed
            fault = error
    tree = GameTree(HIVE, header)
    tree.faults += [] if fault is None else [fault]
    nodes = [tree.root, *tree.main_line()]
    for played, comment in game.comments:
        nodes[played].comments.append(comment)
    return tree


def _record(game: RecordedGame) -> GameRecord:
    """Return the record of a game. Its result is that of the board if the game ended there, otherwise the
    claimed one.
    """
    plies = len(game.moves)
    rules = [("opening", "free")] if "opening" in game.rules else []
    ending = Ending.NORMAL if game.state in FINISHED else Ending.UNKNOWN
    if game.repetition_ply is not None and game.repetition_ply < plies:
        rules.append(("repetition", "off"))
    elif game.repetition_ply is not None and ending is Ending.UNKNOWN:
        ending = Ending.REPETITION
    result = game.state if game.state in FINISHED else game.claimed
    if ending is Ending.REPETITION:
        result = "Draw"
    date = _DATE.match(game.tags.get("Date", ""))
    return GameRecord(
        game=HIVE.name,
        variant=game.variant,
        players=(PlayerRecord(game.white or ""), PlayerRecord(game.black or "")),
        moves=tuple(MoveRecord(text) for text in game.position()._uhp_texts()),
        winner=_WINNERS.get(result or ""),
        finished=result in FINISHED,
        ending=ending,
        rules=tuple(rules),
        date="-".join(date.groups()) if date else "",
        event=game.tags.get("Event", ""),
        source=game.source,
        tags=tuple((name, value) for name, value in game.tags.items() if value and name not in _READ),
    )
