"""The WebSocket of an analysis: a page sends positions and receives the lines of an engine.

This module handles the messages. `frames` limits them, and `LiveAnalysis` searches.
"""

from __future__ import annotations

import asyncio
from functools import partial

from fastapi import WebSocket
from pydantic import ConfigDict, TypeAdapter

from hexapoda.games import Game
from hexapoda.registry import EngineSpec, default_engine, parse_engine
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.message import AnalysisMessage
from hexapoda.web.live.frames import Received, accepted, answering, converse
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.live_analysis import AnalysisWish, LiveAnalysis
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.wishes import AnalysisRequest, AnalyzeFields, parse
from hexapoda.web.opponents import find_opponent
from hexapoda.web.position_fields import find_position
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

__all__ = ["analyze"]

_WISHES: TypeAdapter[AnalysisRequest] = TypeAdapter(AnalysisRequest, config=ConfigDict(defer_build=True))
_FEWEST = 2
"""The minimum number of lines that an engine with `multipv` searches. For a single line, some engines use a
book or try a proof first.
"""


async def analyze(socket: WebSocket) -> None:
    """Serve the socket of an analysis: search the positions that the page sends, one at a time."""
    state = socket.app.state
    settings: WebSettings = state.settings
    places: asyncio.Semaphore = state.analyses
    async with accepted(socket):
        if places.locked():
            raise Problem(503, Sentence("too many positions are analyzed here: try again later"))
        listener = Listener(frozenset())

        def post(message: AnalysisMessage, ref: object) -> None:
            if message["type"] == "lines":  # newer lines, even the final ones, replace unsent ones
                listener.post("lines", message, ref)
            else:
                listener.answer(message, ref)

        async def act(message: Received) -> None:
            with answering(listener, message):
                match parse(_WISHES, message):
                    case AnalyzeFields() as fields:
                        analysis.close()
                        analysis.begin(await _wish(fields, message.get("ref"), settings))
                    case _:
                        analysis.stop()

        analysis = LiveAnalysis(state.rooms.pool, client_of(socket), post)
        async with places:
            await converse(socket, listener, settings, act, analysis.close)


async def _wish(fields: AnalyzeFields, ref: object, settings: WebSettings) -> AnalysisWish:
    """Return the search that a message asks for. Raises `Problem` and `HexapodaError`."""
    if fields.is_long:
        named = await asyncio.to_thread(partial(find_position, fields))
    else:
        named = find_position(fields)
    most = max(settings.analysis_seconds, settings.deeper_seconds)
    return AnalysisWish(
        ref=ref,
        named=named,
        spec=_engine(named.game, fields),
        lines=fields.lines,
        seconds=settings.analysis_seconds if fields.seconds is None else min(fields.seconds, most),
    )


def _engine(game: Game, fields: AnalyzeFields) -> EngineSpec:
    """Return the engine that the page chose from the catalog; by default the game's default engine. Raises
    `Problem`.
    """
    text = default_engine(game.name)
    if fields.engine is not None:
        try:
            text = find_opponent(game, fields.engine).text
        except Problem as problem:
            raise Problem(400, problem.text, "engine") from None
    spec = parse_engine(text, game.name)
    if not any(option.name == "multipv" for option in spec.options):
        return spec
    return spec.with_values({"multipv": max(fields.lines, _FEWEST)})
