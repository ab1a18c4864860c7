"""The command `bestmove`: asks an engine for the best move and the best lines in a position."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from hexapoda.cli.output import print_json
from hexapoda.cli.subject import GameName, Json, PositionText, Rules, Variant, make_position
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.games import find_game

if TYPE_CHECKING:
    from hexapoda.engine import Limit, SearchInfo, SearchResult

__all__ = ["bestmove"]

_DEFAULT_SECONDS = 2.0
_TICK = 0.2
"""Seconds between two updates of the live table."""
_PATIENCE = 5.0
"""Seconds that an engine has to stop after Ctrl+C. After that, its best reported line is the answer."""


def bestmove(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    engine: Annotated[
        str | None,
        typer.Option(metavar="ENGINE", help="The engine; the strongest one by default."),
    ] = None,
    level: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            help="The engine's strength: 1 to 10, with levels in between, such as 3.5.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="The time to search; 2 s if nothing else limits the search.",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Plies to search.", show_default=False)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Nodes to search.", show_default=False)
    ] = None,
    multipv: Annotated[
        int | None, typer.Option(metavar="N", help="Show the N best moves.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Make the engine's random choices repeatable.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Ask an engine for the best move in a position, by default the starting position.

    Prints the move, then the engine's best lines with their scores. Ctrl+C ends the search and prints the
    best move so far. Exit code 2: the game is over.
    """
    subject = find_game(game)
    at = make_position(subject, variant, position, rule)
    from hexapoda.cli.engine_choice import choose_engine
    from hexapoda.engine import Limit
    from hexapoda.host import close_engine
    from hexapoda.registry import default_engine

    if at.outcome() is not None:
        raise UsageError(f"the game is over ({at.state}): there is no move to find")
    name = engine or default_engine(subject.name)
    spec = choose_engine(name, subject.name, level=level, multipv=multipv, seed=seed)
    unbounded = time is None and depth is None and nodes is None
    limit = Limit(_DEFAULT_SECONDS if unbounded else time, depth, nodes)
    player = spec.create()
    try:
        if json:
            _print_objects(subject, player, at, limit, spec.text)
        else:
            _print_table(subject, player, at, limit)
    finally:
        close_engine(player)


class _Search:
    """A search that the first Ctrl+C stops. Leaving the `with` block always ends it."""

    def __init__(self, engine: Any, at: Any, limit: Limit) -> None:
        from hexapoda.cli.interruption import first_interrupt
        from hexapoda.host import RunningSearch

        self.thinking = RunningSearch(engine, at, limit)
        self._deadline = float("inf")
        self._interrupt = first_interrupt(self._stop)

    def __enter__(self) -> Self:
        self._interrupt.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._interrupt.__exit__(None, None, None)
        if not self.thinking.done:
            with contextlib.suppress(HexapodaError):
                self.thinking.finish(_PATIENCE)

    def infos(self) -> Iterator[SearchInfo | None]:
        """Yield the engine's reports, and None whenever `_TICK` seconds pass without one."""
        while monotonic() < self._deadline:
            info = self.thinking.next_info(_TICK)
            if info is None and self.thinking.done:
                return
            yield info

    def result(self) -> SearchResult:
        """Return the result, or the best reported line if the engine ignores the request to stop."""
        return self.thinking.result() if self.thinking.done else self.thinking.finish(0)

    def _stop(self) -> None:
        self._deadline = monotonic() + _PATIENCE
        self.thinking.stop()


def _print_objects(game: Any, engine: Any, at: Any, limit: Limit, text: str) -> None:
    with _Search(engine, at, limit) as search:
        for info in search.infos():
            if info is not None:
                print_json(_info_json(at, info))
        result = search.result()
    print_json({**game.move_json(at, result.move), "engine": text, **_info_json(at, result.info)})


def _info_json(at: Any, info: SearchInfo) -> dict[str, Any]:
    from hexapoda.text.line import line_texts

    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "multipv": info.multipv,
        "score": None if info.win_in is not None else info.score,
        "win_in": info.win_in,
        "win_probability": None if info.win_probability is None else round(info.win_probability, 4),
        "nodes": info.nodes,
        "nps": round(info.nodes / info.time) if info.nodes is not None and info.time > 0 else None,
        "seconds": round(info.time, 4),
        "pv": line_texts(at, info.pv),
    }


def _print_table(game: Any, engine: Any, at: Any, limit: Limit) -> None:
    import sys

    from rich.console import Console
    from rich.live import Live

    from hexapoda.cli.search_view import LiveView, result_view

    progress = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    with _Search(engine, at, limit) as search:
        thinking = search.thinking
        if progress.is_terminal and not progress.is_dumb_terminal:
            with Live(console=progress, transient=True, auto_refresh=False) as live:
                for _ in search.infos():
                    live.update(LiveView(game, thinking), refresh=True)
        else:
            for _ in search.infos():
                pass
        result = search.result()
    out = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
    for line in result_view(game, at, result, thinking.lines, out.width if out.is_terminal else None):
        out.print(line)
