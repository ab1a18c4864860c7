"""The library: listing, searching, exploring, importing, correcting and deleting stored games."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as FromPath
from fastapi.responses import Response

from hexapoda.errors import HexapodaError
from hexapoda.games import game_names
from hexapoda.games.translations import translated
from hexapoda.page.record_json import record_json
from hexapoda.record import GameTree
from hexapoda.record.replay import tree_of
from hexapoda.record.summary import game_summary
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.answers.library import (
    DeletedJson,
    EditedGameJson,
    ExplorerJson,
    ImportJson,
    LibraryJson,
    PlayersJson,
    RestoredJson,
    StoredGameJson,
    StoredGamesJson,
    TrashJson,
    TrashRowJson,
    UndoneJson,
)
from hexapoda.web.api.library_schemas import (
    ExplorerQuestion,
    GameIds,
    GameQuestion,
    NewHeader,
    PlayersQuestion,
)
from hexapoda.web.description import json_responses
from hexapoda.web.library.analyses import Analyses
from hexapoda.web.library.changes import Changes
from hexapoda.web.library.exploring import Ratings, explore_json, players_json
from hexapoda.web.library.importing import Imports
from hexapoda.web.library.library import Library
from hexapoda.web.live.page_pool import PagePool, client_of
from hexapoda.web.owner import LOCAL, owner_of
from hexapoda.web.position_fields import find_position, named_game
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings
from hexapoda.web.versioned_json import fast_json

if TYPE_CHECKING:
    from hexapoda.storage import GameFilter, Store, StoredGame
    from hexapoda.storage.selection import GameSelection

__all__ = ["LibraryService", "router"]

router = APIRouter(prefix="/library", tags=["library"])

_MERGED = re.compile(r"the same as game ([0-9]+)")
"""The reason that the store records when it merges two games."""
_MAX_SHOWN_PLIES = 2000
"""The maximum number of plies of a game that can be shown."""
_MAX_VARIANTS = 100
"""The maximum number of variants that are listed for a game."""


class LibraryService:
    """The library of one server: its store, analyses, imports, undoable changes and cached ratings."""

    def __init__(self, settings: WebSettings, pool: PagePool) -> None:
        """`settings`: name the store; `pool`: the processes that read imported files."""
        self.library = Library(settings)
        self.analyses = Analyses(self.library, settings)
        self.imports = Imports(self.library, pool)
        self.changes = Changes()
        self.ratings = Ratings()

    async def tree(self, id: int, owner: str) -> GameTree:
        """Return a game that a visitor may see. Raises `Problem`."""

        def find(store: Store) -> GameTree:
            found = _visible(store, id, owner)
            return tree_of(found.record, found.root())

        return await self.library.read(find)

    async def close(self) -> None:
        """Close the store."""
        await self.library.close()


def _service(request: Request) -> LibraryService:
    service: LibraryService = request.app.state.library
    return service


def may_change(request: Request) -> bool:
    """Return whether a visitor may change stored games. The setting `store_writable` decides for everybody;
    without it, only the owner of the data folder may.
    """
    settings: WebSettings = request.app.state.settings
    chosen = settings.store_writable
    return owner_of(request) == LOCAL if chosen is None else chosen


def _writable(request: Request) -> LibraryService:
    if not may_change(request):
        raise Problem(403, Sentence("this library is read-only: the option --store-writable allows changes"))
    return _service(request)


Service = Annotated[LibraryService, Depends(_service)]
WritableService = Annotated[LibraryService, Depends(_writable)]
Owner = Annotated[str, Depends(owner_of)]
GameId = Annotated[int, FromPath(ge=1, le=2**31 - 1)]


@router.get("", summary="Describe the library", **json_responses(LibraryJson))
async def read_library(request: Request, service: Service, owner: Owner) -> LibraryJson:
    """Return the name of the store, whether pages may change it, and how many games the visitor sees, in
    total and by variant, most frequent variant first. If the store cannot be read, `trouble` says why.
    """

    def count(store: Store) -> tuple[int, dict[str, dict[str, int]]]:
        from hexapoda.storage import GameFilter

        owners = _owners(owner)
        played = {name: store.tally("variant", GameFilter(game=name, owners=owners)) for name in game_names()}
        return store.count(GameFilter(owners=owners)), {
            name: dict(islice(tally.items(), _MAX_VARIANTS)) for name, tally in played.items() if tally
        }

    games, trouble = 0, ""
    variants: dict[str, dict[str, int]] = {}
    try:
        games, variants = await service.library.read(count)
    except Problem as problem:
        trouble = problem.text
    return {
        "name": service.library.name,
        "writable": may_change(request),
        "games": games,
        "variants": variants,
        "trouble": trouble,
    }


@router.get("/games", summary="List games", **json_responses(StoredGamesJson))
async def list_games(
    question: Annotated[GameQuestion, Query()], service: Service, owner: Owner
) -> StoredGamesJson:
    """Return the matching games of the public library and of the visitor, newest first."""
    wanted = _filter(question.selection(), owner)

    def find(store: Store) -> StoredGamesJson:
        damaged: list[int] = []
        limit, offset = question.limit, question.offset
        found = store.search(wanted, limit=limit, offset=offset, newest=True, damaged=damaged)
        return {
            "games": [game_summary(game.id, game.record) for game in found],
            "damaged": damaged,
            "offset": question.offset,
            "total": store.count(wanted),
        }

    return await service.library.read(find)


@router.get("/games/{id}", summary="Read a game", **json_responses(StoredGameJson))
async def read_game(id: GameId, service: Service, owner: Owner) -> Response:
    """Return a game with its record, in which every move has the board after it."""

    def find(store: Store) -> bytes:
        found = _visible(store, id, owner)
        if found.record.plies > _MAX_SHOWN_PLIES:
            raise Problem(
                400,
                Sentence(
                    "game {id} has {plies} plies: at most {most} can be shown",
                    id=id,
                    plies=found.record.plies,
                    most=_MAX_SHOWN_PLIES,
                ),
            )
        record = record_json(tree_of(found.record, found.root()))
        return fast_json({**game_summary(id, found.record), "record": record})

    return Response(await service.library.read(find), media_type="application/json")


@router.patch("/games/{id}", summary="Correct a game", **json_responses(EditedGameJson))
async def edit_game(id: GameId, header: NewHeader, service: WritableService, owner: Owner) -> EditedGameJson:
    """Correct the header of a game. `undo` in the answer is null if nothing has changed."""
    wanted = header.correction()

    def edit(store: Store) -> EditedGameJson:
        _visible(store, id, owner)
        record, token = service.changes.correct(store, id, wanted)
        return {"game": game_summary(id, record), "undo": token}

    return await service.library.write(edit)


@router.post("/undo/{token}", summary="Undo a correction", **json_responses(UndoneJson))
async def undo_edit(token: Annotated[str, FromPath(max_length=40)], service: WritableService) -> UndoneJson:
    """Undo a correction, which restores the game exactly as it was."""

    def undo(store: Store) -> UndoneJson:
        id, record = service.changes.undo(store, token)
        return {"game": game_summary(id, record)}

    return await service.library.write(undo)


@router.post("/delete", summary="Delete games", **json_responses(DeletedJson))
async def delete_games(chosen: GameIds, service: WritableService, owner: Owner) -> DeletedJson:
    """Move games to the trash of the store, all or none; `restore` brings them back exactly."""
    ids = sorted(set(chosen.ids))

    def delete(store: Store) -> None:
        for id in ids:
            _visible(store, id, owner)
        store.delete(ids)

    await service.library.write(delete)
    return {"deleted": ids}


@router.post("/restore", summary="Restore games", **json_responses(RestoredJson))
async def restore_games(chosen: GameIds, service: WritableService, owner: Owner) -> RestoredJson:
    """Restore games from the trash under their old numbers. A game that was added again in the meantime
    stays in the trash.
    """

    def restore(store: Store) -> list[int]:
        own = store.deleted(owners=_owners(owner), kind="game", ids=chosen.ids)
        if missing := sorted(set(chosen.ids) - {one.id for one in own}):
            raise Problem(409, Sentence("not in the trash: {ids}", ids=", ".join(map(str, missing))))
        return store.restore(chosen.ids)

    return {"restored": await service.library.write(restore)}


@router.get("/trash", summary="List deleted games", **json_responses(TrashJson))
async def read_trash(
    service: Service, owner: Owner, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> TrashJson:
    """Return the public games and the visitor's own games in the trash, most recently deleted first.
    `reason` is `deleted`, or names the game that the deleted game was merged with.
    """

    def find(store: Store) -> TrashJson:
        found = store.deleted(limit=limit, owners=_owners(owner), kind="game")
        games = [
            translated(
                TrashRowJson(
                    {
                        **game_summary(one.id, one.record),  # type: ignore[typeddict-item]  # no `translations`
                        "deleted": one.deleted,
                        "reason": _localized_reason(one.reason),
                    }
                )
            )
            for one in found
        ]
        return {"games": games}

    return await service.library.read(find)


@router.post("/explore", summary="Explore a position", **json_responses(ExplorerJson))
async def explore(fields: ExplorerQuestion, service: Service, owner: Owner) -> ExplorerJson:
    """Return a position, the moves played from it with their frequencies and results, and the newest games
    that reached it.
    """
    from hexapoda.storage.selection import GameSelection

    at = await asyncio.to_thread(find_position, fields) if fields.is_long else find_position(fields)
    if at.game.archive is None:
        raise Problem(400, Sentence("positions of {title} are not indexed", title=at.game.title), "game")
    wanted = _filter(GameSelection(game=at.game.name, player=fields.player or None), owner)
    return await service.library.read(lambda store: explore_json(store, at, wanted, service.ratings))


@router.get("/players", summary="List players", **json_responses(PlayersJson))
async def list_players(
    question: Annotated[PlayersQuestion, Query()], service: Service, owner: Owner
) -> PlayersJson:
    """Return the players of finished games with results and ratings, best first."""
    from hexapoda.storage.selection import GameSelection

    game = named_game(question.game)
    wanted = _filter(GameSelection(game=game.name, variant=question.variant, event=question.event), owner)
    return await service.library.read(
        lambda store: players_json(store, game.name, wanted, question.name, question.limit, service.ratings)
    )


@router.post(
    "/imports",
    status_code=202,
    summary="Import a file",
    **json_responses(ImportJson, status=202),
    openapi_extra={
        "requestBody": {
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            "required": True,
        }
    },
)
async def import_file(
    request: Request, name: Annotated[str, Query(min_length=1, max_length=400)], service: WritableService
) -> ImportJson:
    """Import the games of the file in the request body. `name` is the file name for messages; its extension
    distinguishes a match journal (`.jsonl`) from other formats. The answer contains the id of the import.
    """
    return await service.imports.receive(name, client_of(request), request.stream())


@router.get("/imports/{id}", summary="Read the progress of an import", **json_responses(ImportJson))
async def read_import(id: Annotated[str, FromPath(max_length=40)], service: Service) -> ImportJson:
    """Return the progress of an import, with the faults found so far."""
    return service.imports.find(id)


def _localized_reason(reason: str) -> str:
    """Return why a game is in the trash: `deleted`, or a sentence that names the game it was merged with."""
    merged = _MERGED.fullmatch(reason)
    return reason if merged is None else Sentence("the same as game {id}", id=merged[1])


def _owners(owner: str) -> tuple[str, str]:
    """Return the owners whose games a visitor sees: the public library and the visitor."""
    return "", owner


def _visible(store: Store, id: int, owner: str) -> StoredGame:
    """Return a game that a visitor may see. Raises `Problem` 404."""
    found = store.game(id)
    if found is None or found.kind != "game" or found.owner not in _owners(owner):
        raise Problem(404, Sentence("the library has no game {id}", id=id))
    return found


def _filter(selection: GameSelection, owner: str) -> GameFilter:
    """Return the filter for a selection. Raises `Problem`, with the name of the field if it is known."""
    from hexapoda.storage.filter import conditions

    try:
        wanted = replace(selection.filter(), owners=_owners(owner))
        conditions(wanted)
    except HexapodaError as error:
        raise Problem(400, message_of(error), "position" if selection.position else None) from None
    return wanted
