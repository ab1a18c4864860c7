"""Games to review out of files: any format of records, as a game tree.

Owns which game of a file is meant and how a recorded game becomes a tree: of a PGN with variations, comments
and evaluations all of it stays, of other formats the comments.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.game_file import load
from hexapoda.game_kind import game_of_text
from hexapoda.hive.game import HIVE
from hexapoda.hive.records import RecordedGame
from hexapoda.hive.records.draft import GameDraft
from hexapoda.hive.records.reading import drafts
from hexapoda.hive.records.replay import record
from hexapoda.hive.records.result import FINISHED
from hexapoda.hive.records.tree import parse_pgn
from hexapoda.record import Ending, GameRecord, GameTree, MoveRecord, PlayerRecord

__all__ = ["read_game", "read_game_text"]

T = TypeVar("T")

_JOURNAL = ".jsonl"
_START = re.compile(r"^\[\s*Start\s", re.MULTILINE)
_RULES = re.compile(r"^\[\s*Rules\s", re.MULTILINE)
_DATE = re.compile(r"([0-9]{4})[./-]([0-9]{2})[./-]([0-9]{2})")
_READ = frozenset({"GameType", "Date", "Event", "White", "Black", "Result"})
"""Tags that have a place of their own in a record."""
_WINNERS = {"WhiteWins": 0, "BlackWins": 1}


def read_game(path: str | Path, number: int | None = None) -> GameTree:
    """A game of a file: the `number`-th, from 1; without a number, the only one.

    Raises `UsageError` when there is no such file or game, which one is meant is not said, or it is of Hex;
    `InvalidGameError`, with line and ply, when it cannot be replayed.
    """
    return read_game_text(load(path), str(path), number)


def read_game_text(text: str, source: str, number: int | None = None) -> GameTree:
    """The same for a text; messages call it `source`, whose ending tells whether it is a journal."""
    if source.endswith(_JOURNAL):
        lines = [line for line in text.split("\n") if line.strip()]
        game = GameRecord.from_json(_pick(lines, number, source))
        if game.game != HIVE.name:
            raise _of_hex(source)
        tree = GameTree(HIVE, game)
    elif _START.search(text):  # only trees begin elsewhere than on the empty board
        tree = _pick(list(parse_pgn(text, source)), number, source)
    else:
        sniffed, found = drafts(text, source)
        if sniffed.format is None and game_of_text(text) == "hex":
            raise _of_hex(source)
        if sniffed.format is None:
            raise InvalidGameError(f"{source} holds no games: {sniffed.reason}", source=source)
        tree = _tree(_pick(list(found), number, source))
    return tree


def _of_hex(source: str) -> UsageError:
    return UsageError(f"{source!r} holds games of Hex: reviews are of Hive so far")


def _pick(games: list[T], number: int | None, source: str) -> T:
    count = f"{len(games)} game{'' if len(games) == 1 else 's'}"
    if number is None and len(games) > 1:
        raise UsageError(f"{source!r} holds {count}: say which with --game-number, 1 to {len(games)}")
    if not 1 <= (number or 1) <= len(games):
        raise UsageError(f"{source!r} holds {count}, not a number {number or 1}")
    return games[(number or 1) - 1]


def _tree(draft: GameDraft) -> GameTree:
    game = record(draft)
    header = _record(game)
    if game.annotated:
        try:
            return next(parse_pgn(_with_rules(game.annotated, header), draft.source))
        except HexapodaError:
            pass  # a bad variation, or pieces numbered in another way: the main line is whole
    tree = GameTree(HIVE, header)
    nodes = [tree.root, *tree.main_line()]
    for played, comment in game.comments:
        nodes[played].comments.append(comment)
    return tree


def _with_rules(text: str, game: GameRecord) -> str:
    """The PGN with the tag that says which rules its moves need off, where it has none."""
    if not game.rules or _RULES.search(text):
        return text
    return f'[Rules "{" ".join(f"{name}={value}" for name, value in game.rules)}"]\n{text}'


def _record(game: RecordedGame) -> GameRecord:
    """The record of a game: what has ended on the board cannot be argued with, else the claim stands."""
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
