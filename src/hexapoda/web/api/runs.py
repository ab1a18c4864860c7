"""Training runs: to list them, and to watch one while it runs. Their games are among the matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as FromPath
from fastapi.responses import Response

from hexapoda.web.answers.run import RunsJson, WatchedRunJson
from hexapoda.web.description import answers
from hexapoda.web.runs.runs import Runs
from hexapoda.web.slow_work import SlowWork

__all__ = ["RunService", "router"]

router = APIRouter(prefix="/runs", tags=["runs"])

Since = Annotated[str, Query(max_length=100, description="The version that the page has.")]


class RunService:
    """The training runs of one server."""

    def __init__(self, runs: Runs) -> None:
        """`runs`: what is read."""
        self.runs = runs
        self._turns = SlowWork()  # of their own, because pages ask again and again

    async def answer(self, read: Callable[[], bytes]) -> Response:
        """Return the JSON that `read` returns in a thread."""
        async with self._turns:
            content = await asyncio.to_thread(read)
        return Response(content, media_type="application/json")


def _service(request: Request) -> RunService:
    service: RunService = request.app.state.runs
    return service


Service = Annotated[RunService, Depends(_service)]


@router.get("", summary="List the training runs", responses=answers(RunsJson))
async def list_runs(service: Service, since: Since = "") -> Response:
    """Return the runs, the one that has changed last first, at most 50. If nothing has changed `since`, the
    answer has only the `version`.
    """
    return await service.answer(lambda: service.runs.list_json(since))


@router.get("/{id}", summary="Watch a training run", responses=answers(WatchedRunJson))
async def read_run(
    id: Annotated[str, FromPath(max_length=255)], service: Service, since: Since = ""
) -> Response:
    """Return what a run has done so far, null if that has not changed `since`; and what it does now, null if
    it does not run.
    """
    return await service.answer(lambda: service.runs.run_json(id, since))
