"""`DatasetCard`, the file `dataset.json`: the contents, sources and progress of a dataset."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.text.sentence import reason_of

__all__ = ["CARD", "COLUMNS", "SUMS", "DatasetCard", "ShardEntry"]

CARD, SUMS = "dataset.json", "SHA256SUMS"
_KIND, _VERSION = "hexapoda dataset", 1

_COUNTS = (
    "games",
    "left_out",
    "positions",
    "with_policy",
    "with_value",
    "with_proof",
    "with_result",
    "taken",
)

COLUMNS = {
    "game": "the number of the game in the dataset, from 0",
    "ply": "how many plies of the game were played before the position",
    "position": "the position as text, without its history",
    "rules": "the rule switches that the game sets; the others have their defaults",
    "played": "the move that was played",
    "moves": "the moves of the search's policy; empty if the policy is unknown",
    "shares": "the search's policy: the share of each of these moves; the shares add up to 1",
    "value": "the result that the search expects for the player to move, -1 to 1; unknown: null or NaN",
    "proof": "1 or -1: the search has proven that the player to move wins or loses; unknown: null or NaN",
    "result": "how the game ended for the player to move: 1, 0 or -1; unknown: null or NaN",
}
"""The columns of a dataset, and what each means."""


@dataclass(frozen=True, slots=True)
class ShardEntry:
    """A shard: a file with positions of a dataset."""

    file: str
    positions: int
    bytes: int
    sha256: str


@dataclass(slots=True)
class DatasetCard:
    """The card of a dataset, which is rewritten after each shard."""

    settings: dict[str, Any]
    sources: list[dict[str, Any]]
    """The files with their checksums, or the library."""
    hexapoda: str
    """The version of hexapoda that wrote the dataset."""
    date: str
    """When the dataset was begun, in ISO 8601 and UTC."""
    license: str | None
    """The license of the games, as given by whoever wrote the dataset, or None."""
    description: str | None
    game: str | None = None
    variants: dict[str, int] = field(default_factory=dict)
    """The number of positions of each variant."""
    games: int = 0
    left_out: int = 0
    """How many games were left out: unreadable, illegal, or of another game or variant."""
    reason: str = ""
    """Why the first of them was left out."""
    positions: int = 0
    with_policy: int = 0
    with_value: int = 0
    with_proof: int = 0
    with_result: int = 0
    shards: list[ShardEntry] = field(default_factory=list)
    taken: int = 0
    """How many games of the sources have been read, including those that were left out."""
    finished: bool = False

    def write(self, folder: Path) -> None:
        """Write the card and, if the dataset is finished, the checksums of all files. Raises `OSError`."""
        value = {"kind": _KIND, "format": _VERSION, **asdict(self), "columns": COLUMNS}
        text = json.dumps(value, indent=2) + "\n"
        if self.finished:
            sums = {entry.file: entry.sha256 for entry in self.shards}
            sums[CARD] = hashlib.sha256(text.encode()).hexdigest()
            write_atomically(folder / SUMS, "".join(f"{sum}  {name}\n" for name, sum in sums.items()))
        write_atomically(folder / CARD, text)

    @classmethod
    def read(cls, folder: Path) -> DatasetCard:
        """Read the card in a folder. Raises `UsageError` if it is missing or damaged."""
        path = folder / CARD
        try:
            value = json.loads(path.read_text("utf-8"))
        except OSError as error:
            raise UsageError(
                f"{str(folder)!r} is not a dataset: cannot read {CARD}: {reason_of(error)}"
            ) from None
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{str(path)!r} is damaged: {error}") from None
        if not isinstance(value, dict) or value.get("kind") != _KIND:
            raise UsageError(f"{str(path)!r} is not the card of a dataset")
        if value.get("format") != _VERSION:
            raise UsageError(f"{str(path)!r} has format {value.get('format')!r}: expected {_VERSION}")
        try:
            found = {each.name: value[each.name] for each in fields(cls)}
            found["shards"] = [ShardEntry(**entry) for entry in found["shards"]]
        except (KeyError, TypeError) as error:
            raise UsageError(f"{str(path)!r} is damaged: {error}") from None
        counts = [*(found[name] for name in _COUNTS), *(entry.positions for entry in found["shards"])]
        if isinstance(found["variants"], dict):
            counts += found["variants"].values()
        else:
            counts.append(None)
        if not all(type(count) is int and count >= 0 for count in counts):
            raise UsageError(f"{str(path)!r} is damaged: expected numbers of games and positions from 0 up")
        if not isinstance(found["finished"], bool) or not isinstance(found["game"], str | None):
            raise UsageError(f"{str(path)!r} is damaged: expected a game, and whether it is finished")
        names = [entry.file for entry in found["shards"]]
        if len(set(map(str, names))) < len(names) or not all(
            isinstance(name, str) and Path(name).name == name for name in names
        ):
            raise UsageError(f"{str(path)!r} is damaged: expected different files in its own folder")
        return cls(**found)
