"""`RoomEngines`: the engines of one game, which search in the pool.

Owns that they can be stopped at once, when a page leaves or the game continues without them.
"""

from __future__ import annotations

from hexapoda.engine import Engine, EngineSource
from hexapoda.host import EngineHost
from hexapoda.play import HUMAN, Advisor, Player
from hexapoda.registry import EngineSpec, default_spec, parse_engine
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.pooled_engine import PooledSource, engine_name

__all__ = ["RoomEngines"]


class RoomEngines:
    """The engines that play one game, and the one that gives hints."""

    def __init__(self, pool: PagePool, game: str, client: str) -> None:
        """`game`: the name of the game; `client`: the visitor who has begun it."""
        self.advisor = Advisor(game, self._advising)
        self._pool = pool
        self._game = game
        self._client = client
        self._playing: list[tuple[PooledSource, EngineHost]] = []
        self._hints: PooledSource | None = None
        self._checks: PooledSource | None = None

    def player(self, text: str, name: str = HUMAN) -> Player:
        """Return the player for `human`, with this name, or for the text of an engine. Raises as
        `parse_engine` does.
        """
        if text == HUMAN:
            return Player(HUMAN, name)
        spec = parse_engine(text, self._game)
        source = PooledSource(self._pool, spec, self._client)
        host = EngineHost(source)
        self._playing.append((source, host))
        return Player(spec.text, engine_name(spec), host)

    def checker(self) -> Engine:
        """Return an engine for the check of a move, the strongest."""
        if self._checks is None:
            spec = default_spec(self._game)
            self._checks = PooledSource(self._pool, spec, self._client)
        return self._checks.create()

    def cancel_moves(self) -> None:
        """End the search for a move, or the check of one, at once. Call `close_players` when no caller waits
        for it anymore.
        """
        if self._checks is not None:
            self._checks.close()
        for source, _ in self._playing:
            source.close()

    def close_players(self) -> None:
        """Close the engines whose search was cancelled; the next search creates new ones."""
        for _, host in self._playing:
            host.close()

    def cancel_hint(self) -> None:
        """End the search for a hint at once, if it runs."""
        if self._hints is not None:
            self._hints.cancel()

    def _advising(self, spec: EngineSpec) -> EngineSource:
        self._hints = PooledSource(self._pool, spec, self._client)
        return self._hints
