"""The WebSocket of an analysis: a page sends positions, and gets the lines of an engine.

Owns the messages. `frames` owns their limits; `LiveAnalysis` searches.
"""

from __future__ import annotations

import asyncio
from functools import partial

from fastapi import WebSocket
from pydantic import ConfigDict, TypeAdapter

from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.registry import EngineSpec, default_engine, parse_engine
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.answers.message import AnalysisMessage
from hexapoda.web.live.frames import POLICY, Junk, converse, error_message, receive, talk
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.live_analysis import AnalysisWish, LiveAnalysis
from hexapoda.web.live.page_pool import PagePool, client_of
from hexapoda.web.live.wishes import AnalysisRequest, AnalyzeFields, parse
from hexapoda.web.opponents import find_opponent
from hexapoda.web.position_fields import find_position
from hexapoda.web.problem import Problem
from hexapoda.web.rate import Rate
from hexapoda.web.refusal_log import RefusalLog
from hexapoda.web.settings import WebSettings

__all__ = ["serve_analysis"]

_WISHES: TypeAdapter[AnalysisRequest] = TypeAdapter(AnalysisRequest, config=ConfigDict(defer_build=True))
_FEWEST = 2
"""Lines that an engine searches at least: with one, some engines use a book, or prove before they report."""


async def serve_analysis(
    socket: WebSocket, pool: PagePool, settings: WebSettings, places: asyncio.Semaphore, log: RefusalLog
) -> None:
    """Serve one page until it leaves. `places`: how many more there may be. What is refused goes to `log`."""

    async def work() -> None:
        if places.locked():
            raise Problem(503, Sentence("too many positions are analyzed here: try again later"))
        listener = Listener(frozenset())

        def post(message: AnalysisMessage, ref: object) -> None:
            if message["type"] == "lines":  # newer lines, also the last ones, replace older ones
                listener.post("lines", message, ref)
            else:
                listener.answer(message, ref)

        analysis = LiveAnalysis(pool, client_of(socket), post)
        async with places:
            await converse(
                socket, listener, lambda: _follow(socket, analysis, listener, settings), analysis.close
            )

    await talk(socket, log, work)


async def _follow(
    socket: WebSocket, analysis: LiveAnalysis, listener: Listener, settings: WebSettings
) -> None:
    """Do what the messages of a page say, one after the other."""
    rate = Rate(settings.messages_per_second, 3 * settings.messages_per_second)
    while True:
        message = await receive(socket, settings)
        if not rate.take():
            raise Junk(POLICY, "too many messages")
        try:
            match parse(_WISHES, message):
                case AnalyzeFields() as fields:
                    analysis.close()
                    analysis.begin(await _wish(fields, message.get("ref"), settings))
                case _:
                    analysis.stop()
        except Problem as problem:
            listener.answer(error_message(problem.text, problem.field), message.get("ref"))
        except HexapodaError as error:
            listener.answer(error_message(message_of(error)), message.get("ref"))


async def _wish(fields: AnalyzeFields, ref: object, settings: WebSettings) -> AnalysisWish:
    """Return what a message asks for. Raises `Problem` and `HexapodaError`."""
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
    """Return the engine: the one that the page chose from the catalog, or the strongest."""
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
