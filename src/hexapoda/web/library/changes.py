"""`Changes`: the latest corrections of games, kept so that they can be undone exactly.

Deletions are undone by the store, which restores games from its trash.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from hexapoda.record import GameRecord
from hexapoda.text.sentence import Sentence
from hexapoda.web.problem import Problem

if TYPE_CHECKING:
    from hexapoda.storage import Store
    from hexapoda.storage.correction import Correction

__all__ = ["Changes"]

_MOST = 200
"""The maximum number of corrections that can be undone, across all pages."""


class Changes:
    """The records of corrected games before and after each correction."""

    def __init__(self) -> None:
        self._before: OrderedDict[str, tuple[int, GameRecord, GameRecord]] = OrderedDict()
        self._lock = threading.Lock()

    def correct(self, store: Store, id: int, wanted: Correction) -> tuple[GameRecord, str | None]:
        """Correct a game; return its record and the token that undoes the correction, or None if
        nothing changed. Raises `Problem` and `UsageError`.
        """
        found = store.game(id)
        if found is None:
            raise Problem(404, Sentence("the library has no game {id}", id=id))
        edited = wanted.apply(found.record)
        if edited == found.record:
            return edited, None
        store.edit(id, edited)
        now = store.game(id)  # as the store keeps it
        token = secrets.token_urlsafe(12)
        with self._lock:
            self._before[token] = (id, found.record, edited if now is None else now.record)
            while len(self._before) > _MOST:
                self._before.popitem(last=False)
        return edited, token

    def undo(self, store: Store, token: str) -> tuple[int, GameRecord]:
        """Undo a correction; return the game's number and its record. Raises `Problem` and `UsageError`."""
        with self._lock:
            change = self._before.get(token)
        if change is None:
            raise Problem(404, Sentence("this change can no longer be undone"))
        id, before, after = change
        found = store.game(id)
        if found is None or found.record != after:
            raise Problem(409, Sentence("game {id} has been changed or deleted in the meantime", id=id))
        store.edit(id, before)
        with self._lock:
            self._before.pop(token, None)
        return id, before
