"""Game records: a game as immutable data, and its JSON.

Defines `GameRecord`, `MoveRecord`, `PlayerRecord` and `Ending`. A record stores its moves as text in the
game's canonical notation, and no positions, so it can be stored, sent and read without the rules. `GameTree`
adds variations.
"""

from __future__ import annotations

import enum
import json
import math
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import NoneType
from typing import Any

from hexapoda.errors import InvalidGameError
from hexapoda.text.sentence import Sentence

__all__ = ["Ending", "GameRecord", "MoveRecord", "PlayerRecord"]


class Ending(enum.Enum):
    """Why a game ended."""

    NORMAL = "normal"
    """The rules ended it: a win or a draw on the board."""
    TIMEOUT = "timeout"
    """A player ran out of time."""
    ILLEGAL_MOVE = "illegal move"
    """An engine played an illegal move."""
    CRASH = "crash"
    """An engine crashed."""
    STALL = "stall"
    """An engine stopped answering."""
    RESIGN = "resign"
    """A player resigned."""
    ADJUDICATED = "adjudicated"
    """The game was ended early because its result was clear."""
    MOVE_CAP = "move cap"
    """The game reached the maximum number of plies."""
    REPETITION = "repetition"
    """A position was repeated too often."""
    RULES_DIFFER = "rules differ"
    """The rules of the two sides differ, for example on repetitions. The game has no result."""
    BUSY = "busy machine"
    """A player ran out of time only because the machine was busy with other work. The game has no result."""
    INTERRUPTED = "interrupted"
    """The game was interrupted and has no result."""
    UNKNOWN = "unknown"
    """The record of an imported game does not say why it ended."""


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One ply of a game, with what the player reported about it.

    Attributes:
        text: the move in the game's canonical notation.
        score: the engine's score for the player who moved, in the engine's own unit, or None.
        win_in: plies to a proven win (positive) or loss (negative), or None.
        depth: the search depth in plies, or None.
        nodes: the number of visited positions, or None.
        time: the seconds that the move took, or None.
        book: whether the move came from an opening book or suite rather than from the player.
        waited: the seconds of `time` during which the player waited for a processor because the machine was
            busy, or None.
    """

    text: str
    score: float | None = None
    win_in: int | None = None
    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    book: bool = False
    waited: float | None = None

    @property
    def is_plain(self) -> bool:
        """Whether only the text of the move is set."""
        return (
            self.score is None
            and self.nodes is None
            and self.time is None
            and self.depth is None
            and self.win_in is None
            and not self.book
            and self.waited is None
        )


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player: a name, and the text from which the registry creates the engine; empty for a person."""

    name: str
    engine: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from its first move to its result.

    Attributes:
        game: the name of the game, such as `hive`.
        variant: the variant, such as `Base+MLP` or `11x11`.
        players: players 0 and 1.
        moves: the plies, from `start` on.
        winner: 0, 1, or None for a draw or a game without a result.
        finished: whether the game has a result.
        ending: why the game ended.
        rules: rule switches that differ from the game's defaults, by name.
        start: the text of the initial position; None for the usual start of the variant.
        detail: one line about the ending, such as the rule that an illegal move broke.
        date: ISO 8601 in UTC, or empty.
        event: the match in which the game was played, or the site.
        source: the file from which the game was read, or empty.
        number: the number of the game in its match, from 0; -1 if it belongs to no match.
        seed: the seed of the game's random choices; None if there were none.
        tags: everything else that a file of another program says about the game.
    """

    game: str
    variant: str
    players: tuple[PlayerRecord, PlayerRecord]
    moves: tuple[MoveRecord, ...]
    winner: int | None
    finished: bool
    ending: Ending
    rules: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    detail: str = ""
    date: str = ""
    event: str = ""
    source: str = ""
    number: int = -1
    seed: int | None = None
    tags: tuple[tuple[str, str], ...] = field(default=())

    def __post_init__(self) -> None:
        if self.winner not in (None, 0, 1) or (self.winner is not None and not self.finished):
            raise InvalidGameError(
                f"winner {self.winner!r} of a record: expected 0 or 1 for a finished game, or None"
            )

    @property
    def plies(self) -> int:
        """The number of plies."""
        return len(self.moves)

    @property
    def source_name(self) -> str:
        """The file name of the source, without its folder, which should stay private."""
        return re.split(r"[/\\]", self.source)[-1] or self.source

    @property
    def result(self) -> str:
        """The result as in PGN: "1-0" if player 0 won, "0-1", "1/2-1/2", or "*" if there is none."""
        if not self.finished:
            return "*"
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]

    def score_of(self, player: int) -> float | None:
        """Return the points of a player: 1, 0.5 or 0, or None if the game has no result."""
        if not self.finished:
            return None
        return 0.5 if self.winner is None else float(self.winner == player)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object, without optional fields that have their default values."""
        out: dict[str, Any] = {
            "game": self.game,
            "variant": self.variant,
            "players": [
                {"name": p.name, "engine": p.engine} if p.engine else {"name": p.name} for p in self.players
            ],
            "moves": [move_json(move) for move in self.moves],
            "winner": self.winner,
            "finished": self.finished,
            "ending": self.ending.value,
        }
        for name, default in _DEFAULTS.items():
            value = getattr(self, name)
            if value != default:
                out[name] = dict(value) if name in ("rules", "tags") else value
        return out

    @classmethod
    def from_json(cls, value: Mapping[str, Any] | str) -> GameRecord:
        """Read a record from the output of `to_json`, as an object or as text. Raises `InvalidGameError`."""
        try:
            if isinstance(value, str):
                value = json.loads(value)
            if not isinstance(value, Mapping):
                raise ValueError(f"it is {value!r:.40}: expected an object")
            players = tuple(PlayerRecord(str(p["name"]), str(p.get("engine", ""))) for p in value["players"])
            if len(players) != 2:
                raise ValueError(f"expected two players, not {len(players)}")
            extra: dict[str, Any] = {name: value[name] for name in _DEFAULTS if name in value}
            for name, kind in _KINDS.items():
                check_value(name, extra.get(name, _DEFAULTS[name]), kind)
            check_value("winner", value["winner"], (int, NoneType))
            for name in ("rules", "tags"):
                if name in extra:
                    extra[name] = tuple((str(k), str(v)) for k, v in extra[name].items())
            return cls(
                game=str(value["game"]),
                variant=str(value["variant"]),
                players=(players[0], players[1]),
                moves=tuple(move_from_json(move) for move in value["moves"]),
                winner=value["winner"],
                finished=bool(value["finished"]),
                ending=_ending(value["ending"]),
                **extra,
            )
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise InvalidGameError(Sentence("not a game record: {why}", why=json_fault(error))) from error


_DEFAULTS: Mapping[str, Any] = {
    name: GameRecord.__dataclass_fields__[name].default
    for name in ("rules", "start", "detail", "date", "event", "source", "number", "seed", "tags")
}
_KINDS: Mapping[str, tuple[type, ...]] = {
    "start": (str, NoneType),
    "detail": (str,),
    "date": (str,),
    "event": (str,),
    "source": (str,),
    "number": (int,),
    "seed": (int, NoneType),
}
_MOVE_KINDS: Mapping[str, tuple[type, ...]] = {
    "score": (float, int, NoneType),
    "win_in": (int, NoneType),
    "depth": (int, NoneType),
    "nodes": (int, NoneType),
    "time": (float, int, NoneType),
    "waited": (float, int, NoneType),
}


_NAMES_OF_TYPES: Mapping[type, str] = {
    str: "a string",
    int: "an integer",
    float: "a number",
    NoneType: "null",
}
_LARGEST = sys.float_info.max
"""Integers in JSON may be larger, but then they do not fit in a float."""
_LONGEST = 10**9
"""The longest time of a move in seconds, about 30 years, so that sums of times stay finite."""


def json_fault(error: Exception) -> str:
    """Return why JSON could not be read. Other exceptions than a `ValueError`, which may come from this
    package, get a message of their own.
    """
    if isinstance(error, KeyError):
        return Sentence("{name!r} is missing", name=str(error.args[0])[:40])
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error) if isinstance(error, ValueError) else "a value in it has the wrong type"


def _ending(value: Any) -> Ending:
    if value not in (ending.value for ending in Ending):
        expected = ", ".join(ending.value for ending in Ending)
        raise ValueError(f"ending is {value!r:.40}: expected one of {expected}")
    return Ending(value)


def check_value(name: str, value: Any, kind: tuple[type, ...]) -> None:
    """Raise `ValueError` if a value has the wrong type or is not finite."""
    if isinstance(value, bool) or not isinstance(value, kind):
        expected = " or ".join(dict.fromkeys(_NAMES_OF_TYPES[each] for each in kind))
        raise ValueError(f"{name} is {value!r:.40}: expected {expected}")
    if isinstance(value, int | float) and not -_LARGEST <= value <= _LARGEST:
        raise ValueError(f"{name} is {value!r:.40}: expected a finite number")


def move_json(move: MoveRecord) -> dict[str, Any]:
    out: dict[str, Any] = {"move": move.text}
    for name in _MOVE_KINDS:
        value = getattr(move, name)
        if value is not None and (not isinstance(value, float) or math.isfinite(value)):
            out[name] = value
    if move.book:
        out["book"] = True
    return out


def move_from_json(value: Mapping[str, Any] | str) -> MoveRecord:
    if isinstance(value, str):
        return MoveRecord(value)
    if not isinstance(value, Mapping):
        raise ValueError(f"a move is {value!r:.40}: expected a string or an object")
    fields = {name: value[name] for name in _MOVE_KINDS if name in value}
    for name, field_value in fields.items():
        check_value(name, field_value, _MOVE_KINDS[name])
    for name in ("time", "waited"):
        seconds = fields.get(name)
        if seconds is not None and not 0 <= seconds <= _LONGEST:
            raise ValueError(f"{name} is {seconds!r:.40}: expected seconds from 0 to {_LONGEST}")
    text = value["move"]
    if not isinstance(text, str):
        raise ValueError(f"move is {text!r:.40}: expected a string")
    return MoveRecord(text, book=bool(value.get("book", False)), **fields)
