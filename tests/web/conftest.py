"""Every test of the server has a data folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.page_browser import PageServer, page_server
from tests.web.pages import serving
from tests.web.used_pages import UsedPages


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def third_game(home: Path, game_of_y: None) -> Iterator[TestClient]:
    """A server for which the game of Y is installed."""
    with serving() as client:
        yield client


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server for all tests of a module that leave nothing behind in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXAPODA_HOME", str(tmp_path_factory.mktemp("home")))
        with serving() as client:
            yield client


@pytest.fixture
def client(home: Path) -> Iterator[TestClient]:
    with serving() as client:
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server in its own process, for all tests in a browser that neither end it nor fill its library."""
    with page_server(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="session")
def used_pages(browser: Any, server: PageServer) -> Iterator[UsedPages]:
    """Pages of the shared server for all tests that leave only games behind."""
    pages = UsedPages(browser, server)
    yield pages
    pages.close()
