"""`write_dataset`: writes the folder of a dataset, and continues one that was interrupted.

The folder has the card `dataset.json`, the shards `positions-00001.parquet` and so on, and finally
`SHA256SUMS`. The card is written before the first shard, and again after each shard. A game is never split
between two shards. If the process is killed before the card is rewritten, the last shard is written again
with the same content.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.files.data_folder import replacing
from hexapoda.files.file_lock import take_lock
from hexapoda.games import find_game
from hexapoda.record.reading import NoGames
from hexapoda.text.sentence import message_of, reason_of
from hexapoda.train.dataset.card import CARD, DatasetCard, ShardEntry
from hexapoda.train.dataset.labelling import labelled
from hexapoda.train.dataset.part import PartRows, PositionRow
from hexapoda.train.dataset.settings import DatasetSettings
from hexapoda.train.dataset.shard_file import shard_bytes
from hexapoda.train.dataset.sources import FileSource, SourceGame, StoreSource

__all__ = ["write_dataset"]

_LOCK = ".lock"


def write_dataset(
    folder: Path,
    sources: Sequence[FileSource | StoreSource],
    settings: DatasetSettings,
    *,
    license: str | None = None,
    description: str | None = None,
    on_game: Callable[[int, int], None] | None = None,
) -> DatasetCard:
    """Write the games of the sources, and return the card. Calls `on_game(games, positions)` with the numbers
    so far, including games and positions that are not yet on disk.

    An unfinished dataset with the same sources and settings is continued; a finished one is left unchanged.
    Raises `UsageError` if the folder has other content or cannot be written, if another process is writing
    to it, if a package is missing, or if there is no position to write.
    """
    shard_bytes(PartRows().take(), settings.format)  # fails at once if a package is missing
    made = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = not any(entry.name != _LOCK and entry.suffix != ".part" for entry in folder.iterdir())
        lock = take_lock(folder / _LOCK)
    except OSError as error:
        raise UsageError(f"cannot write {str(folder)!r}: {reason_of(error)}") from None
    if lock is None:
        raise UsageError(f"another process is writing the dataset {str(folder)!r}")
    try:
        card = _card(folder, sources, settings, license, description, fresh)
        if not card.finished:
            _Writer(folder, card, settings, on_game).write(sources)
    except OSError as error:
        raise UsageError(f"cannot write {str(folder)!r}: {reason_of(error)}") from None
    finally:
        lock.release()
        if fresh and not any(folder.glob("positions-*")):
            (folder / CARD).unlink(missing_ok=True)
            (folder / _LOCK).unlink(missing_ok=True)
            if made:
                with contextlib.suppress(OSError):  # another process may write there
                    folder.rmdir()
    return card


def _card(
    folder: Path,
    sources: Sequence[FileSource | StoreSource],
    settings: DatasetSettings,
    license: str | None,
    description: str | None,
    fresh: bool,
) -> DatasetCard:
    """Return the card of the folder, or a new one for an empty folder."""
    wanted: list[Any] = json.loads(json.dumps([source.to_json() for source in sources]))
    if fresh:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return DatasetCard(settings.to_json(), wanted, version("hexapoda"), now, license, description)
    if not (folder / CARD).exists():
        raise UsageError(f"{str(folder)!r} is not empty and has no dataset: choose another folder")
    card = DatasetCard.read(folder)
    for what, same in (
        ("different settings", card.settings == settings.to_json()),
        ("different games", card.sources == wanted),
        ("a different license", license is None or card.license == license),
        ("a different description", description is None or card.description == description),
    ):
        if not same:
            raise UsageError(
                f"{str(folder)!r} has a dataset with {what}: expected the same command, or another folder"
            )
    return card


class _Writer:
    def __init__(
        self,
        folder: Path,
        card: DatasetCard,
        settings: DatasetSettings,
        on_game: Callable[[int, int], None] | None,
    ) -> None:
        self._folder, self._card, self._settings = folder, card, settings
        self._on_game = on_game
        self._rows = PartRows()
        self._variants: Counter[str] = Counter(card.variants)
        self._without_games = ""

    def write(self, sources: Sequence[FileSource | StoreSource]) -> None:
        """Write the rest of the dataset. The card on disk changes only when a shard is complete."""
        card, most = self._card, self._settings.positions
        card.write(self._folder)
        games = self._games(sources)
        for _ in range(card.taken):
            next(games, None)
        for found in games:
            if most is not None and card.positions >= most:
                break
            card.taken += 1
            self._take(found)
            if len(self._rows) >= self._settings.shard:
                self._flush()
            if self._on_game is not None:
                self._on_game(card.games, card.positions)
        if len(self._rows):
            self._flush()
        if not card.positions:
            reason = card.reason or self._without_games
            raise UsageError("there is no position to write" + (f": {reason}" if reason else ""))
        card.finished = True
        card.write(self._folder)

    def _games(self, sources: Sequence[FileSource | StoreSource]) -> Iterator[SourceGame | str]:
        """Yield the games, and the reasons for unreadable ones; remember the first file without games."""
        for source in sources:
            for found in source.games():
                if isinstance(found, NoGames):
                    self._without_games = self._without_games or f"{found.source}: {found.reason}"
                else:
                    yield found

    def _take(self, found: SourceGame | str) -> None:
        card = self._card
        rows: Sequence[PositionRow] = ()
        reason = found if isinstance(found, str) else self._unwanted(found)
        if not reason:
            assert isinstance(found, SourceGame)
            try:
                rows = list(labelled(find_game(found.game), found, card.games))
            except HexapodaError as error:
                reason = message_of(error)
        if reason:
            card.left_out += 1
            card.reason = card.reason or str(reason)
            return
        assert isinstance(found, SourceGame)
        card.game = found.game
        card.games += 1
        card.positions += len(rows)
        self._variants[found.variant] += len(rows)
        self._rows.add(rows)

    def _unwanted(self, found: SourceGame) -> str:
        """Return the reason why a game does not belong in the dataset; empty if it does."""
        game, variant = self._card.game or self._settings.game, self._settings.variant
        if game is not None and found.game != game:
            return f"it is a game of {found.game}, not of {game}"
        if variant is not None and found.variant != variant:
            return f"it is a game of {found.variant}, not of {variant}"
        return ""

    def _flush(self) -> None:
        card = self._card
        part = self._rows.take()
        name = f"positions-{len(card.shards) + 1:05}.{self._settings.format}"
        content = shard_bytes(part, self._settings.format)
        with replacing(self._folder / name) as file:
            file.write(content)
        digest = hashlib.sha256(content).hexdigest()
        card.shards.append(ShardEntry(name, len(part), len(content), digest))
        card.variants = dict(self._variants)
        for what, count in part.known().items():
            name = f"with_{what}"
            setattr(card, name, getattr(card, name) + count)
        card.write(self._folder)
