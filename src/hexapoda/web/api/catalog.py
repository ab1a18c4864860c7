"""The catalog: the games, their variants and rules, and whom one can play against."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from hexapoda.web.opponents import catalog_json

__all__ = ["router"]

router = APIRouter()


@router.get("/catalog")
def read_catalog() -> dict[str, Any]:
    """Return all games."""
    return {"games": catalog_json()}
