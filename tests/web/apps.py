"""Applications for the tests, which share their routes.

FastAPI makes the parts of the routes at the first request to an application. That takes longer than most
tests, and all threads ignore warnings for that time. The routes of all applications are the same: these
differ in settings and state.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from hexapoda.web.app import create_app
from hexapoda.web.settings import WebSettings

__all__ = ["described", "make_app", "warm_page"]


def make_app(settings: WebSettings | None = None) -> FastAPI:
    """`create_app` with the routes that this process has made already."""
    app = create_app(settings)
    page = app.router.routes[-1]
    routes = _first().router.routes
    own = app.state.settings.static == WebSettings().static
    app.router.routes[:] = routes if own else [*routes[:-1], page]  # its files are those of the settings
    return app


@cache
def described() -> dict[str, Any]:
    """The description of the API."""
    return _first().openapi()


def warm_page() -> None:
    """Put the scripts of the page together, which most servers in processes of their own need."""
    client = TestClient(_first(), base_url="http://127.0.0.1")
    for path in ("", "start.js", "games/hive/board.js", "games/hex/board.js"):
        assert client.get(f"/{path}").status_code == 200


@cache
def _first() -> FastAPI:
    app = create_app()
    app.openapi()  # this makes the parts of all routes
    return app
