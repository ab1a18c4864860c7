"""Applications for the tests, which share their routes and the files of the page.

FastAPI makes the parts of the routes at the first request to an application. That takes longer than most
tests, and all threads ignore warnings for that time. The routes of all applications are the same: these
differ in settings and state.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fastapi import FastAPI

from hexapoda.games.page_files import page_folders
from hexapoda.web.app import create_app
from hexapoda.web.page_files import PageFiles
from hexapoda.web.settings import WebSettings

__all__ = ["described", "make_app", "warm_page"]


def make_app(settings: WebSettings | None = None) -> FastAPI:
    """`create_app` with the routes that this process has made already."""
    with patch("hexapoda.web.app.PageFiles", _files):
        app = create_app(settings)
    page = app.router.routes[-1]  # its files are those of the settings
    app.router.routes[:] = [*_first().router.routes[:-1], page]
    return app


@cache
def described() -> dict[str, Any]:
    """The description of the API."""
    return _first().openapi()


def warm_page() -> None:
    """Put the scripts of the page together, which most servers in processes of their own need."""
    files = _files(WebSettings().static, page_folders())
    for path in ("index.html", "page.css", "start.js", "games/hive/board.js", "games/hex/board.js"):
        files.find(path)


def _files(root: Path, games: Mapping[str, Path]) -> PageFiles:
    folders = tuple(games.items())
    return _own_files(root, folders) if root == WebSettings().static else PageFiles(root, games)


@cache
def _own_files(root: Path, games: tuple[tuple[str, Path], ...]) -> PageFiles:
    """The files of the page, which no test changes: to read and to pack them takes a while."""
    return PageFiles(root, dict(games))


@cache
def _first() -> FastAPI:
    app = create_app()
    app.openapi()  # this makes the parts of all routes
    return app
