"""The catalog: the games, their variants and rules, and the opponents."""

from __future__ import annotations

from fastapi import APIRouter, Request

from hexapoda.web.answers.catalog import CatalogJson
from hexapoda.web.description import json_responses
from hexapoda.web.opponents import catalog_json
from hexapoda.web.owner import LOCAL, is_guest, key_of, owner_of
from hexapoda.web.reach import page_address
from hexapoda.web.settings import WebSettings

__all__ = ["router"]

router = APIRouter(tags=["catalog"])


@router.get("/catalog", summary="List the games", **json_responses(CatalogJson))
def read_catalog(request: Request) -> CatalogJson:
    """Return all games, the other features that this server offers, and what this visitor may do."""
    settings: WebSettings = request.app.state.settings
    return {
        "games": catalog_json(),
        "matches": settings.shows_matches and not is_guest(request),
        "runs": settings.shows_runs and not is_guest(request),
        "starts": owner_of(request) == LOCAL,
        "shared": key_of(request) is not None,
        "guest": is_guest(request),
        "mails": settings.smtp is not None,
        "others": not settings.local,
        "address": page_address(settings),
    }
