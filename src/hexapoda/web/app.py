"""`create_app`: the web application with its routes, its limits and its services."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from fastapi import FastAPI, Request
from fastapi.responses import Response

from hexapoda.games.page_files import page_folders
from hexapoda.web import status
from hexapoda.web.api import (
    analyses,
    boards,
    catalog,
    commands,
    games,
    lessons,
    library,
    matches,
    notices,
    overlays,
    owner,
    positions,
    practice,
    puzzle_progress,
    puzzles,
    records,
    reviews,
    runs,
)
from hexapoda.web.api.library import LibraryService
from hexapoda.web.commands.commands import Commands
from hexapoda.web.description import TAGS, install_openapi, operation_id, response
from hexapoda.web.error_answers import ProblemAnswer, add_handlers
from hexapoda.web.guard import Guard
from hexapoda.web.library.finished_games import FinishedGames
from hexapoda.web.library.review_openings import opening_finder
from hexapoda.web.live.last_games import LastGames
from hexapoda.web.live.practice import Practice
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.mail.notices import Notices
from hexapoda.web.matches.matches import Matches
from hexapoda.web.metrics import Metrics
from hexapoda.web.owner import Visitors
from hexapoda.web.page_files import PageFiles, file_response
from hexapoda.web.problem import Problem
from hexapoda.web.puzzle_catalog import PuzzleCatalog
from hexapoda.web.refusal_log import LOGGER, RefusalLog
from hexapoda.web.runs.runs import Runs
from hexapoda.web.settings import WebSettings
from hexapoda.web.watched_files import WatchedFiles

__all__ = ["create_app"]

_SWEEP = 60.0
"""Seconds between two sweeps, which unload idle games and reviews and write due emails."""


def create_app(settings: WebSettings | None = None) -> FastAPI:
    """Return the application. Its games and services start and stop with its lifespan."""
    chosen = settings or WebSettings()
    app = FastAPI(
        title="hexapoda",
        version="1",
        lifespan=_lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # FastAPI's documentation pages load scripts from another host
        redoc_url=None,
        openapi_tags=TAGS,
        generate_unique_id_function=operation_id,
        # These replace FastAPI's descriptions of errors, which do not match our responses.
        responses={
            "4XX": response("The request is refused.", ProblemAnswer),
            "503": response("The server is too busy or is shutting down.", ProblemAnswer),
        },
    )
    app.state.settings = chosen
    app.state.log = RefusalLog()
    app.state.metrics = Metrics()
    app.state.puzzles = PuzzleCatalog()
    app.state.puzzle_quota = puzzle_progress.puzzle_quota(chosen)
    watched = Runs(chosen)
    app.state.matches = WatchedFiles(Matches(chosen, watched))
    app.state.runs = WatchedFiles(watched)
    for route_module in (
        positions,  # first: routes are tried in this order, and pages use these most
        catalog,
        games,
        boards,
        puzzle_progress,  # before `puzzles`, whose ids would match its paths
        puzzles,
        overlays,
        records,
        analyses,
        reviews,
        practice,
        library,
        matches,
        runs,
        commands,
        lessons,
        owner,
        notices,
    ):
        app.include_router(route_module.router, prefix="/api/v1")
    app.include_router(status.router)
    add_handlers(app)
    install_openapi(app)
    files = PageFiles(chosen.static, page_folders())

    @app.get("/{path:path}", include_in_schema=False)
    def read_page(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            raise Problem(404, "there is no such address in the API")
        return file_response(request, files.find(path or "index.html"))

    app.add_middleware(Visitors, settings=chosen, files=files)
    app.add_middleware(
        Guard, settings=chosen, log=app.state.log, build=files.build, metrics=app.state.metrics
    )
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    rooms = app.state.rooms = Rooms(app.state.settings)
    library = app.state.library = LibraryService(app.state.settings, rooms.pool)
    finished = app.state.finished = FinishedGames(library.library)
    rooms.on_change = finished.changed
    openings = opening_finder(library.library)
    reviewing = app.state.reviews = Reviews(app.state.settings, rooms.pool, openings)
    practicing = app.state.practice = Practice(app.state.settings, rooms.pool)
    reviewing.finished = practicing.finished
    app.state.last_games = LastGames(library.library, finished, reviewing, practicing)
    commanded = app.state.commands = Commands(app.state.settings)
    app.state.analyses = asyncio.Semaphore(app.state.settings.analyses)
    mailing = app.state.notices = Notices(app.state.settings, rooms)
    sweeper = asyncio.create_task(
        _sweep(rooms.sweep, reviewing.sweep, partial(asyncio.to_thread, mailing.sweep))
    )
    adding = asyncio.create_task(finished.add_missed(rooms.find))
    async with contextlib.AsyncExitStack() as ending:  # closed in reverse order, each even if another fails
        ending.push_async_callback(commanded.close)
        ending.push_async_callback(library.close)
        ending.push_async_callback(rooms.close)
        ending.push_async_callback(finished.settled)
        ending.callback(practicing.close)
        ending.callback(mailing.close)
        ending.push_async_callback(reviewing.close)
        ending.callback(adding.cancel)
        ending.callback(sweeper.cancel)
        ending.callback(commanded.stop_all)  # called first, because commands take longest to stop
        yield


async def _sweep(*sweeps: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(_SWEEP)
        for sweep in sweeps:
            try:
                await sweep()
            except Exception:  # for example a full disk: the next sweep may succeed
                LOGGER.exception("the periodic cleanup failed")
