"""The targets for the results of a match, saved with its journal in case the program is killed.

They are stored in `results.json`, a file in the match's folder that is deleted once the results are written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from hexapoda.files.data_folder import expanded, write_atomically

__all__ = ["Targets"]

_FILE = "results.json"


@dataclass(frozen=True, slots=True)
class Targets:
    """The output files and the store for the results of a match; None if not given."""

    out: Path | None = None
    csv: Path | None = None
    store: str | None = None

    def remember(self, folder: Path) -> None:
        """Save the targets in the folder of the match, with absolute paths. Raises `OSError`."""
        store = self.store
        if store is not None and store != "default" and "://" not in store:
            store = str(expanded(store).absolute())
        values = {"out": _absolute(self.out), "csv": _absolute(self.csv), "store": store}
        kept = {name: value for name, value in values.items() if value is not None}
        if kept:
            write_atomically(folder / _FILE, json.dumps(kept) + "\n")
            (folder / _FILE).chmod(0o600)  # the URL of a store may contain a password

    @classmethod
    def recall(cls, folder: Path) -> Targets:
        """Load the saved targets. All are None if nothing was saved or the file is damaged."""
        try:
            kept = json.loads((folder / _FILE).read_text("utf-8"))
            paths = {name: Path(kept[name]) for name in ("out", "csv") if name in kept}
            store = kept.get("store")
            return cls(paths.get("out"), paths.get("csv"), None if store is None else str(store))
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return cls()

    @staticmethod
    def forget(folder: Path) -> None:
        """Delete the saved targets once the results are written."""
        (folder / _FILE).unlink(missing_ok=True)


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())
