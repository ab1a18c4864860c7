"""Commands that the server runs for the owner of its data folder: starting, stopping and resuming them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi import Path as FromPath

from hexapoda.arena.journal import match_folder
from hexapoda.text.sentence import Sentence
from hexapoda.train.run_folder import SETTINGS, runs_folder
from hexapoda.web.answers.command import CommandJson, CommandsJson
from hexapoda.web.commands.commands import Commands, StartedCommand
from hexapoda.web.commands.new_match import NewMatch, check_matches
from hexapoda.web.commands.new_puzzles import NewPuzzles
from hexapoda.web.commands.new_run import NewRun, check_runs
from hexapoda.web.commands.resuming import Kind, resumed_words
from hexapoda.web.description import json_responses
from hexapoda.web.owner import LOCAL, owner_of
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

__all__ = ["router"]

router = APIRouter(prefix="/commands", tags=["commands"])

_BEGIN_SECONDS = 20.0
"""The maximum number of seconds that an answer waits for the first file of a command."""
_LOOK_SECONDS = 0.05

Id = Annotated[str, FromPath(max_length=300)]


def _commands(request: Request) -> Commands:
    """Return the commands to the owner of the data folder. Raises `Problem` 403 for other visitors."""
    if owner_of(request) != LOCAL:
        raise Problem(403, Sentence("only the owner of this server can start and stop its work"))
    commands: Commands = request.app.state.commands
    return commands


Started = Annotated[Commands, Depends(_commands)]


def _settings(request: Request) -> WebSettings:
    settings: WebSettings = request.app.state.settings
    return settings


Settings = Annotated[WebSettings, Depends(_settings)]


@router.get("", summary="List the commands", **json_responses(CommandsJson))
async def list_commands(commands: Started) -> CommandsJson:
    """Return the commands that this server started, including those that have ended, latest first. As with
    all routes for commands, only the owner of the data folder may use it.
    """
    return await asyncio.to_thread(commands.list_json)


@router.post("/matches", status_code=201, summary="Start a match", **json_responses(CommandJson, status=201))
async def start_match(wish: NewMatch, commands: Started, settings: Settings) -> CommandJson:
    """Start a match or tournament, and answer once its journal exists. The command `hexapoda match` or
    `tournament` plays it in a process of its own, at a low priority. If it fails at once, the answer is
    400 with its error.
    """
    check_matches(settings)
    id, words = await asyncio.to_thread(wish.command)
    return await _begun(commands.start("match", id, words), match_folder() / id / "settings.json")


@router.post(
    "/runs", status_code=201, summary="Start a training run", **json_responses(CommandJson, status=201)
)
async def start_run(wish: NewRun, commands: Started, settings: Settings) -> CommandJson:
    """Train a small network from scratch with the command `hexapoda train`, and answer once the
    folder of the run exists. The settings are saved as `run-settings/NAME.toml` in the data folder. Needs
    PyTorch.
    """
    check_runs(settings)
    with commands.claiming("run", wish.id):
        words = await asyncio.to_thread(wish.command)
        started = commands.start("run", wish.id, words)
    return await _begun(started, runs_folder() / wish.id / SETTINGS)


@router.post("/puzzles", status_code=201, summary="Make puzzles", **json_responses(CommandJson, status=201))
async def start_puzzles(wish: NewPuzzles, commands: Started) -> CommandJson:
    """Make puzzles from games between engines with the command `hexapoda puzzle make`. The puzzles are
    written to a file in the folder `puzzles`, and each is offered as soon as it is found.
    """
    with commands.claiming("puzzles", wish.id):
        words = await asyncio.to_thread(wish.command)
        started = commands.start("puzzles", wish.id, words)
    return await asyncio.to_thread(started.to_json)


@router.post("/{kind}/{id}/stop", summary="Stop a command", **json_responses(CommandJson))
async def stop_command(kind: Kind, id: Id, commands: Started) -> CommandJson:
    """Interrupt a command as Ctrl+C does. It ends soon after the answer, and can be resumed."""
    return await asyncio.to_thread(commands.stop(kind, id).to_json)


@router.post("/{kind}/{id}/resume", summary="Resume a command", **json_responses(CommandJson))
async def resume_command(kind: Kind, id: Id, commands: Started, settings: Settings) -> CommandJson:
    """Resume a command that was stopped or killed: a match or training run, wherever it was started, or a
    search for puzzles that was started from the page.
    """
    if kind == "match":
        check_matches(settings)
    elif kind == "run":
        check_runs(settings)
    with commands.claiming(kind, id):
        words = await asyncio.to_thread(resumed_words, kind, id)
        started = commands.start(kind, id, words)
    return await asyncio.to_thread(started.to_json)


async def _begun(command: StartedCommand, first: Path) -> CommandJson:
    """Return a command once its first file exists, it has ended, or `_BEGIN_SECONDS` have passed. Raises
    `Problem` with its error if it failed.
    """
    until = time.monotonic() + _BEGIN_SECONDS
    while command.process.running and not first.exists() and time.monotonic() < until:
        await asyncio.sleep(_LOOK_SECONDS)
    found = await asyncio.to_thread(command.to_json)
    if found["state"] == "failed":
        raise Problem(400, found["text"])
    return found
