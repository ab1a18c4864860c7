"""The command `bestmove`: what an engine would play in a position, and what it sees."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.output import print_json
from hexapoda.cli.subject import GameName, Json, PositionText, Rules, Variant, game_of, make_position

if TYPE_CHECKING:
    from hexapoda.engine import Limit, SearchInfo, SearchResult
    from hexapoda.thinking import Thinking

__all__ = ["bestmove"]

_DEFAULT_SECONDS = 2.0
_TICK = 0.2
"""Seconds between two drawings of the live table."""
_PATIENCE = 5.0
"""Seconds that an engine has to stop in after Ctrl+C, before what it told last is taken for its answer."""


def bestmove(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    engine: Annotated[
        str | None,
        typer.Option(metavar="ENGINE", help="Who is asked; the strongest one if nobody is named."),
    ] = None,
    level: Annotated[
        int | None, typer.Option(metavar="N", help="The strength, 1 to 10.", show_default=False)
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            min=0, metavar="SECONDS", help="2 s, when nothing else bounds the search.", show_default=False
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Plies to look ahead.", show_default=False)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Positions to visit.", show_default=False)
    ] = None,
    multipv: Annotated[
        int | None, typer.Option(metavar="N", help="Show the N best moves.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Ask an engine for the best move of a position.

    The move stands on the first line, what the engine sees below. Ctrl+C ends the search and gives the
    best move so far.
    """
    subject = game_of(game)
    at = make_position(subject, variant, position, rule, required=True)
    from hexapoda.cli.engine_choice import choose_engine
    from hexapoda.engine import Limit
    from hexapoda.errors import UsageError
    from hexapoda.registry import DEFAULT_ENGINE
    from hexapoda.thinking import close_engine

    if at.outcome() is not None:
        raise UsageError(f"the game is over ({at.state}): there is no move to find")
    spec = choose_engine(engine or DEFAULT_ENGINE, game, level=level, multipv=multipv)
    unbounded = time is None and depth is None and nodes is None
    limit = Limit(_DEFAULT_SECONDS if unbounded else time, depth, nodes)
    player = spec.create()
    try:
        if json:
            _print_objects(player, at, limit, spec.text)
        else:
            _print_table(player, at, limit)
    finally:
        close_engine(player)


@contextlib.contextmanager
def _thinking(engine: Any, at: Any, limit: Limit) -> Iterator[Thinking]:
    """A search that Ctrl+C stops once; whatever else happens, it has ended in the end."""
    from hexapoda.errors import HexapodaError
    from hexapoda.thinking import Thinking

    thinking = Thinking(engine, at, limit)
    try:
        yield thinking
    finally:
        if not thinking.done:
            with contextlib.suppress(HexapodaError):
                thinking.finish(_PATIENCE)


def _infos(thinking: Thinking) -> Iterator[SearchInfo | None]:
    """What the engine tells, and None now and then when it tells nothing; ends at the end, or at Ctrl+C."""
    try:
        while True:
            info = thinking.next_info(_TICK)
            if info is None and thinking.done:
                return
            yield info
    except KeyboardInterrupt:
        thinking.stop()


def _answer(thinking: Thinking) -> SearchResult:
    return thinking.result() if thinking.done else thinking.finish(_PATIENCE)


def _print_objects(engine: Any, at: Any, limit: Limit, text: str) -> None:
    from hexapoda.hive.board_json import move_json

    with _thinking(engine, at, limit) as thinking:
        for info in _infos(thinking):
            if info is not None:
                print_json(_info_json(at, info))
        result = _answer(thinking)
        while (info := thinking.next_info(0)) is not None:
            print_json(_info_json(at, info))
    move = dict(move_json(at, result.move))
    print_json({"move": move.pop("uhp"), **move, "engine": text, **_info_json(at, result.info)})


def _info_json(at: Any, info: SearchInfo) -> dict[str, Any]:
    from hexapoda.hive.line import line_texts

    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "multipv": info.multipv,
        "score": None if info.win_in is not None else info.score,
        "win_in": info.win_in,
        "nodes": info.nodes,
        "nps": round(info.nodes / info.time) if info.time > 0 else None,
        "seconds": round(info.time, 4),
        "pv": line_texts(at, info.pv),
    }


def _print_table(engine: Any, at: Any, limit: Limit) -> None:
    import sys

    from rich.console import Console
    from rich.live import Live

    from hexapoda.cli.search_view import LiveView, result_view

    progress = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    with _thinking(engine, at, limit) as thinking:
        if progress.is_terminal and not progress.is_dumb_terminal:
            with Live(console=progress, transient=True, auto_refresh=False) as live:
                for _ in _infos(thinking):
                    live.update(LiveView(thinking), refresh=True)
        else:
            for _ in _infos(thinking):
                pass
        result = _answer(thinking)
    out = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
    for line in result_view(at, result, thinking.lines, out.width if out.is_terminal else None):
        out.print(line)
