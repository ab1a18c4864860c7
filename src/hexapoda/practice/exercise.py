"""`Exercise`: a position, the move to find in it, and why that move is better; also as JSON.

Defines what makes two exercises the same: the position, up to symmetry.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.reason import error_remarks
from hexapoda.analysis.review import position_key
from hexapoda.analysis.review_state import analysis_from_json, analysis_json
from hexapoda.coach import Remark
from hexapoda.errors import InvalidGameError
from hexapoda.games import Game, find_game
from hexapoda.games.position import Position
from hexapoda.record import Ending, GameRecord, GameTree, MoveRecord, PlayerRecord
from hexapoda.text.sentence import sentence_from_json, sentence_json

__all__ = ["MOST_MOVES", "Exercise", "ExerciseKind", "ExerciseSource", "exercise_id"]

ExerciseKind = Literal["mistake", "win", "opening"]
"""`mistake`: find a better move. `win`: find a move that wins by force. `opening`: recall the move of one's
repertoire."""
MOST_MOVES = 4
"""The maximum number of moves to find in a forced win. The rest can be long, and is mostly easy to find."""
_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class ExerciseSource:
    """Where an exercise comes from.

    Attributes:
        review: the id of the review; empty for a line of the repertoire.
        ply: the ply of the move in the game, from 1.
        names: the names of players 0 and 1.
        date: the date of the game, or empty.
    """

    review: str
    ply: int
    names: tuple[str, str] = ("", "")
    date: str = ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which a person has to find a move.

    Attributes:
        id: sixteen hexadecimal digits, the same for symmetric positions; see `exercise_id`.
        kind: what the exercise asks for.
        game: the name of the game.
        variant: the variant.
        rules: the rule switches that differ from the game's defaults.
        start: the text of the initial position; None for the usual start of the variant.
        player: who is to move, 0 or 1.
        moves: the moves that lead to the position, in canonical notation.
        played: the move that the person played; empty for an opening.
        line: the better line, which begins with the better move.
        reply: the line that refutes the played move; may be empty.
        judgment: the class of the played move, such as `blunder`; empty for an opening.
        loss: the win probability that the played move lost, 0 to 1.
        verdict: what the played move did, in a sentence; empty for an opening.
        reason: why the better move is better, in words; may be empty.
        themes: what the better move does, in phrases that group exercises; may be empty.
        known: the analysis of the position, with which other answers are judged; None if there is none, as
            for an opening.
        sources: where the exercise comes from, the latest first.
    """

    id: str
    kind: ExerciseKind
    game: str
    variant: str
    rules: tuple[tuple[str, str], ...]
    start: str | None
    player: int
    moves: tuple[str, ...]
    played: str
    line: tuple[str, ...]
    reply: tuple[str, ...] = ()
    judgment: str = ""
    loss: float = 0.0
    verdict: str = ""
    reason: str = ""
    themes: tuple[str, ...] = ()
    known: PositionAnalysis | None = None
    sources: tuple[ExerciseSource, ...] = ()

    @property
    def best(self) -> str:
        """The better move."""
        return self.line[0]

    def tree(self, *more: str) -> GameTree:
        """Return the game that leads to the position, followed by the moves `more`. Raises `HexapodaError` if
        a move is illegal.
        """
        nobody = PlayerRecord("")
        texts = (*self.moves, *more)
        record = GameRecord(
            self.game, self.variant, (nobody, nobody), tuple(map(MoveRecord, texts)), None, False,
            Ending.UNKNOWN, self.rules, self.start,
        )  # fmt: skip
        return GameTree(find_game(self.game), record)

    @property
    def length(self) -> int:
        """How many moves the person has to find: in a forced win, those of the review's line, up to
        `MOST_MOVES`; otherwise one.
        """
        return min((len(self.line) + 1) // 2, MOST_MOVES) if self.kind == "win" else 1

    def position(self, *more: str) -> Position:
        """Return the position, after the moves `more` if any. Raises `HexapodaError` if a move is illegal."""
        tree = self.tree(*more)
        return tree.position(tree.end)

    def leads_to(self, move: str | None = None) -> int:
        """Return the key of the position after a move, by default the better one. Symmetric moves lead to the
        same key. Raises `HexapodaError` if the move is illegal.
        """
        return position_key(self.position(self.best if move is None else move))

    def remarks(self) -> tuple[Remark, ...]:
        """Return the coach's remarks on the played move and the better line; none for an opening. Raises
        `HexapodaError` if a move of the game is illegal.
        """
        if not self.played:
            return ()
        winner = {"missed win": self.player, "allowed win": 1 - self.player}.get(self.judgment)
        played = (self.played, *self.reply)
        return error_remarks(find_game(self.game), self.position(), self.line, played, winner)

    def to_json(self) -> dict[str, Any]:
        """Return the exercise as a JSON object."""
        return {
            "id": self.id,
            "kind": self.kind,
            "game": self.game,
            "variant": self.variant,
            "rules": dict(self.rules),
            "start": self.start,
            "player": self.player,
            "moves": list(self.moves),
            "played": self.played,
            "line": list(self.line),
            "reply": list(self.reply),
            "judgment": self.judgment,
            "loss": self.loss,
            "verdict": sentence_json(self.verdict),
            "reason": sentence_json(self.reason),
            "themes": list(map(sentence_json, self.themes)),
            "known": None if self.known is None else analysis_json(self.known),
            "sources": [
                {"review": one.review, "ply": one.ply, "names": list(one.names), "date": one.date}
                for one in self.sources
            ],
        }

    @classmethod
    def from_json(cls, value: Any) -> Exercise:
        """Read an exercise from its JSON object. Raises `InvalidGameError`. The moves are not replayed:
        `position` raises if one is illegal.
        """
        try:
            return _read(value)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
            raise InvalidGameError(f"not an exercise: {type(error).__name__}: {error}") from error


def exercise_id(game: Game, position: Position, rules: Mapping[str, str], family: str = "") -> str:
    """Return the id of an exercise: a hash of the game, the variant, the rules and the position up to
    symmetry. Exercises of different families have different ids, so they never merge.
    """
    switches = sorted(f"{name}={choice}" for name, choice in rules.items())
    text = "\n".join((family, game.name, position.variant, *switches, str(position_key(position))))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _read(value: Mapping[str, Any]) -> Exercise:
    id, kind = str(value["id"]), value["kind"]
    if not _ID.fullmatch(id):
        raise ValueError(f"'id' is {id[:40]!r}: expected sixteen hexadecimal digits")
    if kind not in get_args(ExerciseKind):
        raise ValueError(f"'kind' is {kind!r:.40}: expected one of {', '.join(get_args(ExerciseKind))}")
    line = tuple(map(str, value["line"]))
    loss = float(value["loss"])
    if not 0 <= loss <= 1:
        raise ValueError(f"'loss' is {loss!r:.40}: expected 0 to 1")
    if value["player"] not in (0, 1):
        raise ValueError(f"'player' is {value['player']!r:.40}: expected 0 or 1")
    if not line:
        raise ValueError("'line' is empty: expected the better line")
    return Exercise(
        id=id,
        kind=kind,
        game=str(value["game"]),
        variant=str(value["variant"]),
        rules=tuple(sorted((str(name), str(choice)) for name, choice in value["rules"].items())),
        start=None if value["start"] is None else str(value["start"]),
        player=int(value["player"]),
        moves=tuple(map(str, value["moves"])),
        played=str(value["played"]),
        line=line,
        reply=tuple(map(str, value["reply"])),
        judgment=str(value["judgment"]),
        loss=loss,
        verdict=sentence_from_json(value["verdict"]),
        reason=sentence_from_json(value["reason"]),
        themes=tuple(map(sentence_from_json, value["themes"])),
        known=None if value["known"] is None else analysis_from_json(value["known"]),
        sources=tuple(map(_source, value["sources"])),
    )


def _source(value: Mapping[str, Any]) -> ExerciseSource:
    first, second = map(str, value["names"])
    return ExerciseSource(str(value["review"]), int(value["ply"]), (first, second), str(value["date"]))
