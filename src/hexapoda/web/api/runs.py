"""Training runs: listing them, and watching one while it runs. Their games are served as matches."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as FromPath
from fastapi.responses import Response

from hexapoda.web.answers.run import RunsJson, WatchedRunJson
from hexapoda.web.description import json_responses
from hexapoda.web.runs.runs import Runs
from hexapoda.web.watched_files import WatchedFiles

__all__ = ["router"]

router = APIRouter(prefix="/runs", tags=["runs"])

Since = Annotated[str, Query(max_length=100, description="The version that the page has.")]


def _files(request: Request) -> WatchedFiles[Runs]:
    files: WatchedFiles[Runs] = request.app.state.runs
    return files


Files = Annotated[WatchedFiles[Runs], Depends(_files)]


@router.get("", summary="List the training runs", **json_responses(RunsJson))
async def list_runs(files: Files, since: Since = "") -> Response:
    """Return at most 50 runs, most recently changed first. If nothing has changed since the version `since`,
    the answer has only the `version`.
    """
    return await files.answer(lambda runs: runs.list_json(since))


@router.get("/{id}", summary="Watch a training run", **json_responses(WatchedRunJson))
async def read_run(id: Annotated[str, FromPath(max_length=255)], files: Files, since: Since = "") -> Response:
    """Return a run with its results so far, and what it is doing now. `run` is null if it has not changed
    since the version `since`, and `now` is null if the run is not running.
    """
    return await files.answer(lambda runs: runs.run_json(id, since))
